//! Damage rolls: SY-3, SY-15, SY-29, and Extra Armor of SY-30.

use std::ops::AddAssign;

use super::condition::Condition;
use super::handful::DicePool;
use super::units::{FacingRule, Options, Unit, VehicleForce};
use chance::Chance;
use chance::dice::{Die, Pools, Roll, Score, Shows};

const DAMAGE: Roll = Roll::new("damage", "SY-15");
const RESULT: Roll = Roll::new("damage", "SY-29");
pub const ZIRON: Roll = Roll::new("ziron", "SY-3");

/// The sum of damage rolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Damage {
    /// Points of damage; against a vehicle the Results that damage it.
    pub points: u16,
    /// Results of at least twice the Armor.
    pub doubles: u16,
    /// Results of at least three times the Armor.
    pub triples: u16,
}

impl Damage {
    /// Points alone.
    pub fn points(points: u32) -> Self {
        Self { points: points.min(u16::MAX.into()) as u16, ..Self::default() }
    }

    /// From three counters of a score, `first` (0 or 1) being the points.
    pub const fn from_lanes(score: Score, first: u32) -> Self {
        Self {
            points: score.lane(first) as u16,
            doubles: score.lane(first + 1) as u16,
            triples: score.lane(first + 2) as u16,
        }
    }
}

impl AddAssign for Damage {
    fn add_assign(&mut self, other: Self) {
        self.points = self.points.saturating_add(other.points);
        self.doubles = self.doubles.saturating_add(other.doubles);
        self.triples = self.triples.saturating_add(other.triples);
    }
}

/// SY-3: after a 6 the die is rolled again, and a second 6 scores; nothing else does.
pub fn ziron<S: Into<Score>>(roll: Roll, scores: impl Fn() -> S) -> Die {
    let second = Die::new(ZIRON, 6, |number| if number == 6 { scores().into() } else { Score::ZERO });
    Die::new(roll, 6, |_| Score::ZERO).then(|face| face.shows == Shows::Number(6), second)
}

/// A die that must show `needed` or more; SY-3 for 7 or more.
fn at_least(roll: Roll, needed: u32) -> Die {
    if needed > 6 { ziron(roll, || true) } else { Die::new(roll, 6, |number| u32::from(number) >= needed) }
}

/// SY-29: reads a roll against a vehicle with a certain Armor.
#[derive(Clone, Copy, Debug)]
pub struct VehicleRoll {
    /// Added to the roll.
    added: u32,
    /// The number that the Result must reach, double or triple.
    armor: u32,
    /// SY-30: the Result is halved, rounded up.
    halved: bool,
}

impl VehicleRoll {
    /// The Result of a roll.
    fn result(self, roll: u8) -> u32 {
        let result = u32::from(roll) + self.added;
        if self.halved { result.div_ceil(2) } else { result }
    }

    /// Whether a roll damages, and whether it is a double and a triple.
    pub fn read(self, roll: u8) -> [u8; 3] {
        [1, 2, 3].map(|times| u8::from(self.result(roll) >= times * self.armor))
    }

    /// A roll that only decides whether a hit is a double or a triple.
    pub fn double_die(self) -> Die {
        Die::new(RESULT, 6, |number| {
            let [_, double, triple] = self.read(number);
            [0, double, triple]
        })
    }

    /// SY-3: whether not even a 6 damages.
    pub fn is_beyond_six(self) -> bool {
        self.result(6) < self.armor
    }

    /// A damage roll.
    pub fn die(self) -> Die {
        if self.is_beyond_six() {
            ziron(RESULT, || [1, 0, 0])
        } else {
            Die::new(RESULT, 6, |number| self.read(number))
        }
    }
}

/// The armor of one facing of a vehicle, and the options that concern it.
#[derive(Clone, Copy, Debug)]
pub struct Plates {
    halved: bool,
    vehicle_force: VehicleForce,
}

impl Plates {
    /// Those of a vehicle.
    pub fn new(vehicle: &Unit, options: &Options) -> Self {
        let halved = vehicle.has_facing_rule(FacingRule::ExtraArmor);
        Self { halved, vehicle_force: options.vehicle_force }
    }

    /// The wall for a weapon of this Force, with `added` on the roll, and the Armor at the
    /// start of the attack.
    pub fn against(self, force: u32, added: u32, armor: u32) -> VehicleRoll {
        let armor = armor.max(1);
        match self.vehicle_force {
            VehicleForce::Result => VehicleRoll { added: added + force, armor, halved: self.halved },
            VehicleForce::Armor => {
                VehicleRoll { added, armor: armor.saturating_sub(force).max(2), halved: self.halved }
            }
        }
    }

    /// The wall for a roll that Force does not change.
    pub fn against_roll(self, added: u32, armor: u32) -> VehicleRoll {
        VehicleRoll { added, armor: armor.max(1), halved: self.halved }
    }
}

/// A unit as the victim of damage rolls.
#[derive(Clone, Copy, Debug)]
pub enum Victim {
    /// Infantry, by its Resolve with all that is added to it.
    Infantry {
        /// Resolve, cover and Defend.
        resolve: u32,
    },
    /// A vehicle, by its plates and its Armor at the start of the scenario.
    Vehicle {
        /// Its plates.
        plates: Plates,
        /// The most Armor that it can have.
        armor: u32,
    },
}

impl Victim {
    /// A unit with `raised` added to its Resolve; Armor is not raised. `None` if it lacks a field that [`Body::new`] needs.
    ///
    /// [`Body::new`]: super::condition::Body::new
    pub fn new(unit: &Unit, raised: u32, options: &Options) -> Option<Self> {
        Some(if unit.is_vehicle() {
            Self::Vehicle { plates: Plates::new(unit, options), armor: unit.armor?.get() }
        } else {
            Self::Infantry { resolve: unit.resolve?.get() + raised }
        })
    }

    /// Damage rolls with a certain Force against it.
    pub fn rolls(self, force: u32, pools: &mut Pools) -> DamageRolls {
        match self {
            Self::Infantry { resolve } => {
                // SY-15: modifiers are summed, then at best 2+ holds.
                let needed = resolve.saturating_sub(force).max(2);
                let by_armor = vec![DicePool::new(at_least(DAMAGE, needed), pools)];
                DamageRolls { force, needed, halved: false, by_armor }
            }
            Self::Vehicle { plates, armor } => {
                let die = |armor| plates.against(force, 0, armor).die();
                let by_armor = (0..=armor).map(|armor| DicePool::new(die(armor), pools)).collect();
                DamageRolls { force, needed: 0, halved: plates.halved, by_armor }
            }
        }
    }
}

/// Damage rolls of one Force against one unit, for each Armor that it may have; infantry has the first.
#[derive(Clone, Debug)]
pub struct DamageRolls {
    force: u32,
    needed: u32,
    /// SY-30: Extra Armor.
    halved: bool,
    by_armor: Vec<DicePool>,
}

impl DamageRolls {
    /// Rolls for damage.
    #[inline]
    pub fn roll<C: Chance>(&self, dice: u32, victim: Condition, chance: &mut C) -> Damage {
        match victim {
            Condition::Infantry { .. } => {
                let points = self.by_armor[0].roll(dice, chance).count();
                if dice > 0 {
                    chance.tell("SY-15", || {
                        let needed = self.needed;
                        let needed =
                            if needed > 6 { "a 6 and then a 6".into() } else { format!("{needed}+") };
                        format!("damage rolls {dice}, {needed} does a point: points {points}")
                    });
                }
                Damage::points(points)
            }
            Condition::Vehicle { armor, .. } => {
                let damage = Damage::from_lanes(self.by_armor[usize::from(armor)].roll(dice, chance), 0);
                if dice > 0 {
                    if self.halved {
                        chance.tell("SY-30", || "Extra Armor halves each Result, rounded up".to_owned());
                    }
                    chance.tell("SY-29", || {
                        let Damage { points, doubles, triples } = damage;
                        let force = self.force;
                        format!(
                            "damage rolls {dice} with Force {force} against Armor {armor}: \
                             damaging {points}, doubles {doubles}, triples {triples}"
                        )
                    });
                }
                damage
            }
        }
    }
}
