//! The dice of melee: SY-20, SY-22, SY-23, SY-25, SY-34.

use super::damage::{Plates, VehicleRoll, ZIRON, ziron};
use super::handful::DicePool;
use super::units::{WeaponType, WhipDice};
use chance::Chance;
use chance::dice::{Die, Pools, Roll, Score, Shows};

const STRIKE: Roll = Roll::new("strike", "SY-20");
const REROLL: Roll = Roll::new("reroll", "SY-22");

/// How a weapon strikes an enemy.
#[derive(Clone, Copy, Debug)]
pub struct Strike {
    /// The Resolve that is struck; 0 if it is Armor.
    pub resolve: u32,
    /// The weapon's type.
    pub kind: Option<WeaponType>,
    /// Whether the extra dice of a Whip add extra dice.
    pub whip: WhipDice,
    /// The plates of a vehicle in reach, against which every hit is a Result.
    pub plates: Option<Plates>,
    /// The weapon's Force.
    pub force: u32,
    /// Whether hits on a vehicle are compared with its own hits, so that Force adds nothing to their rolls.
    pub compared: bool,
    /// Whether a hit needs 2+ at best.
    pub floor: bool,
}

impl Strike {
    /// The number that a D6 needs to hit, for the Armor added to it and the Armor that it strikes: 2+ at best with `floor`, with Crushing at
    /// worst 5+.
    fn needed(&self, (added, armor): (u32, u32)) -> u32 {
        let needed = (self.resolve + armor).saturating_sub(added).max(if self.floor { 2 } else { 1 });
        if self.kind == Some(WeaponType::Crushing) { needed.min(5) } else { needed }
    }

    /// Whether extra dice that hit add more extra dice (SY-25).
    pub fn is_recursive(&self) -> bool {
        self.kind == Some(WeaponType::Whip) && self.whip == WhipDice::Recursive
    }

    /// The number in words.
    pub fn words(&self, armors: (u32, u32)) -> String {
        match self.needed(armors) {
            7.. => "a 6 and then a 6 hits".to_owned(),
            needed => format!("{needed}+ hits"),
        }
    }

    /// The die. It counts hits, and Results against a vehicle: damaging ones, doubles and triples.
    pub fn die(&self, armors: (u32, u32)) -> Die {
        let needed = self.needed(armors);
        let die = |roll| match self.plates {
            Some(plates) if self.compared => {
                counted(roll, needed, Some(plates.against_roll(armors.0, armors.1)))
            }
            plates => {
                let wall = plates.map(|plates| plates.against(self.force, armors.0, armors.1));
                plain(roll, needed, wall)
            }
        };
        match self.kind {
            Some(WeaponType::Fast) => die(STRIKE).then(|face| face.score == Score::ZERO, die(REROLL)),
            _ if self.is_recursive() => die(STRIKE).again(|face| face.score.count() > 0),
            _ => die(STRIKE),
        }
    }
}

/// A hit that does no damage by itself.
const HIT: [u8; 4] = [1, 0, 0, 0];

/// A hit whose roll is also its Result.
fn hit(wall: Option<VehicleRoll>, roll: u8) -> [u8; 4] {
    let [damages, double, triple] = wall.map_or([0; 3], |wall| wall.read(roll));
    [1, damages, double, triple]
}

/// A die that counts hits, and by their rolls doubles and triples of the Armor. SY-3: a 6 and then a 6 counts as a 6.
fn counted(roll: Roll, needed: u32, wall: Option<VehicleRoll>) -> Die {
    if needed > 6 {
        ziron(roll, || hit(wall, 6))
    } else {
        Die::new(roll, 6, |number| if u32::from(number) >= needed { hit(wall, number) } else { [0; 4] })
    }
}

fn plain(roll: Roll, needed: u32, wall: Option<VehicleRoll>) -> Die {
    let hits = |number: u8| u32::from(number) >= needed;
    match wall {
        None => counted(roll, needed, None),
        // SY-3: a 6 and then a 6 hits; against a vehicle it counts as a 6 and damages in any case.
        _ if needed > 6 => ziron(roll, || {
            let [one, _, double, triple] = hit(wall, 6);
            [one, 1, double, triple]
        }),
        // A hit whose 6 does not reach the Armor damages on a 6 and then a 6.
        Some(wall) if wall.is_beyond_six() => {
            let second = Die::new(ZIRON, 6, |number| if number == 6 { [1, 1, 0, 0] } else { HIT });
            Die::new(roll, 6, |number| if hits(number) && number < 6 { HIT } else { [0; 4] })
                .then(|face| face.shows == Shows::Number(6), second)
        }
        wall => counted(roll, needed, wall),
    }
}

/// Dice by the Armor that is added to them and the Armor that they strike.
#[derive(Clone, Debug)]
pub struct Table {
    width: usize,
    by_armor: Vec<DicePool>,
}

impl Table {
    /// Makes a die for each Armor from 0 to the most that there can be.
    pub fn new(added: u32, struck: u32, die: impl Fn((u32, u32)) -> Die, pools: &mut Pools) -> Self {
        let armors = (0..=added).flat_map(|added| (0..=struck).map(move |struck| (added, struck)));
        let by_armor = armors.map(|armors| DicePool::new(die(armors), pools)).collect();
        Self { width: struck as usize + 1, by_armor }
    }

    /// Rolls dice.
    #[inline]
    pub fn roll<C: Chance>(&self, (added, struck): (u32, u32), dice: u32, chance: &mut C) -> Score {
        self.by_armor[added as usize * self.width + struck as usize].roll(dice, chance)
    }
}
