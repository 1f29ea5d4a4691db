//! Target locks: SY-5, the commands and weapon types that change them (SY-7, SY-8, SY-10, SY-11, SY-13), the Shunt Field
//! of SY-30, and the Shield of SY-33, which is rolled against the lock itself.

use super::condition::Targeting;
use super::handful::DicePool;
use super::units::{Weapon, WeaponType};
use chance::Chance;
use chance::dice::{Die, Pools, Roll, Score, Shows};

const LOCK: Roll = Roll::new("lock", "SY-5");
const SHIELD: Roll = Roll::new("shield", "SY-33");

/// How a unit shoots.
#[derive(Clone, Copy, Debug)]
pub struct Stance {
    /// Whether it fires as Snap Fire by its command.
    pub snap_fire: bool,
    /// Whether it has moved.
    pub moved: bool,
    /// How far the enemy is, if that is known.
    pub distance: Option<u32>,
}

impl Stance {
    /// Whether a weapon reaches the enemy.
    pub fn is_in_range(&self, weapon: &Weapon) -> bool {
        match (weapon.range, self.distance) {
            (Some(range), Some(distance)) => range.get() >= distance,
            _ => true,
        }
    }

    /// SY-11: whether the enemy is known to be within half of a weapon's range.
    fn is_within_half_range(&self, weapon: &Weapon) -> bool {
        match (weapon.range, self.distance) {
            (Some(range), Some(distance)) => 2 * distance <= range.get(),
            _ => false,
        }
    }
}

/// The target's defence against locks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evasion {
    /// SY-13.
    pub ditch: bool,
    /// SY-33.
    pub shield: bool,
}

/// How many dice a weapon has, and how they are read.
#[derive(Clone, Copy, Debug)]
pub struct WeaponDice {
    /// Dice for each model.
    rof: u32,
    lock: Lock,
    changed: DiceChanges,
}

/// The rules that change the dice of a weapon or the number that they need.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each rule holds or not")]
struct DiceChanges {
    snap_fire: bool,
    volley: bool,
    scatter: bool,
    grenade: bool,
    ditch: bool,
}

impl DiceChanges {
    fn tell<C: Chance>(self, name: &str, rof: u32, chance: &mut C) {
        for (applies, rule, words) in [
            (
                self.snap_fire,
                "SY-7",
                "Snap Fire: RoF 1 unless it is Rapid Fire, a lock of 1 unless it is Assault",
            ),
            (self.volley, "SY-10", "a Volley weapon has RoF 1 after a move"),
            (self.scatter, "SY-11", "a Scatter weapon doubles its RoF within half range"),
            (self.grenade, "SY-12", "grenades have their RoF once for the whole unit"),
            (self.ditch, "SY-13", "against a ditch only a 1 locks; an Auto weapon rolls"),
        ] {
            if applies {
                chance.tell(rule, || format!("{name}: {words} (RoF {rof})"));
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Lock {
    /// SY-8: every die hits, and counts as a 1.
    Sure,
    /// SY-5: dice of at most `most` hit.
    Rolled { roll: DicePool, most: u8 },
}

/// The result of lock dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locked {
    /// Hits by a lock of 1, where they are counted apart.
    pub ones: u32,
    /// All other hits that the Shield let through.
    pub others: u32,
    /// Hits that the Shield negated.
    pub negated: u32,
}

impl Locked {
    /// All successful locks.
    pub const fn all(self) -> u32 {
        self.ones + self.others + self.negated
    }
}

/// The part of a shot that depends on weapon and enemy alone, and not on damage.
#[derive(Clone, Copy, Debug)]
pub struct Shot<'a> {
    /// The weapon.
    pub weapon: &'a Weapon,
    /// The stance of the unit that fires it.
    pub stance: Stance,
    /// Dice of at most this number lock: Resolve, or Force against a Shunt Field.
    pub number: u32,
    /// Whether hits by a lock of 1 are counted apart.
    pub tells_ones: bool,
}

impl Shot<'_> {
    /// The dice of the weapon, for the shooter's targeting and the enemy's evasion.
    pub fn aim(&self, targeting: Targeting, evasion: Evasion, pools: &mut Pools) -> WeaponDice {
        let is = |kind| self.weapon.is(kind);
        let snap_fire = self.stance.snap_fire || targeting == Targeting::Major;
        let auto = is(WeaponType::Auto) && targeting == Targeting::Whole;
        let rof = self.rof(snap_fire);
        let changed = DiceChanges {
            snap_fire,
            volley: is(WeaponType::Volley) && self.stance.moved,
            scatter: is(WeaponType::Scatter) && self.stance.is_within_half_range(self.weapon),
            grenade: is(WeaponType::Grenade),
            ditch: evasion.ditch,
        };
        if auto && !evasion.ditch {
            return WeaponDice { rof, lock: Lock::Sure, changed };
        }
        // SY-13: at a ditch an Auto weapon rolls as any weapon does elsewhere.
        let only_ones = snap_fire && !is(WeaponType::Assault) || evasion.ditch && !auto;
        // SY-4, SY-5: a 1 always, a 6 never.
        let most = if only_ones { 1 } else { self.number.clamp(1, 5) as u8 };
        let die = lock(most, self.tells_ones, evasion.shield);
        WeaponDice { rof, lock: Lock::Rolled { roll: DicePool::new(die, pools), most }, changed }
    }

    /// The weapon's Rate of Fire: SY-11, then SY-10, then SY-7.
    fn rof(&self, snap_fire: bool) -> u32 {
        let is = |kind| self.weapon.is(kind);
        let mut rof = self.weapon.rof.map_or(0, chance::fields::Whole::get);
        if is(WeaponType::Scatter) && self.stance.is_within_half_range(self.weapon) {
            rof *= 2;
        }
        if is(WeaponType::Volley) && self.stance.moved || snap_fire && !is(WeaponType::RapidFire) {
            rof = 1;
        }
        rof
    }
}

/// A lock die, which counts hits by a 1, other hits, and hits that a Shield negates.
fn lock(most: u8, tells_ones: bool, shield: bool) -> Die {
    let die = Die::new(LOCK, 6, |number| match number {
        1 if tells_ones => [1, 0],
        _ if number <= most && (number == 1 || !shield) => [0, 1],
        _ => [0, 0],
    });
    if !shield {
        return die;
    }
    // SY-33: no D6 is below a 1, so only the other hits are rolled against.
    (2..=most).fold(die, |die, value| {
        let shield = Die::new(SHIELD, 6, |number| if number < value { [0, 0, 1] } else { [0, 1, 0] });
        die.then(|face| face.shows == Shows::Number(value.into()) && face.score == Score::ZERO, shield)
    })
}

impl WeaponDice {
    /// Rolls for target locks: `models` fire `name`.
    #[inline]
    pub fn roll<C: Chance>(self, models: u32, name: &str, chance: &mut C) -> Locked {
        let dice = models * self.rof;
        if dice > 0 {
            self.changed.tell(name, self.rof, chance);
        }
        match self.lock {
            Lock::Sure => {
                if dice > 0 {
                    chance.tell("SY-8", || format!("{name}: hits without a roll {dice}"));
                }
                Locked { ones: dice, ..Locked::default() }
            }
            Lock::Rolled { roll, most } => {
                let score = roll.roll(dice, chance);
                let locked = Locked { ones: score.lane(0), others: score.lane(1), negated: score.lane(2) };
                if dice > 0 {
                    chance.tell("SY-5", || {
                        let locks = locked.all();
                        let range = if most == 1 { "a 1".to_owned() } else { format!("1 to {most}") };
                        format!("{name}: dice {dice}, {range} locks: locks {locks}")
                    });
                }
                if locked.negated > 0 {
                    chance.tell("SY-33", || format!("the Shield negates {}", locked.negated));
                }
                locked
            }
        }
    }

    /// The same weapon, several times on one model.
    #[must_use]
    pub const fn times(self, count: u32) -> Self {
        Self { rof: self.rof * count, ..self }
    }
}
