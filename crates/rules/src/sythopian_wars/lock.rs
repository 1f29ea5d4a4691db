//! Target locks: SY-5, the commands and weapon types that change them (SY-7, SY-8, SY-10, SY-11, SY-13), the Shunt Field
//! of SY-30, and the Shield of SY-33, which is rolled against the lock itself.

use super::condition::Targeting;
use super::handful::Handful;
use super::units::{Weapon, WeaponType};
use crate::chance::Chance;
use crate::dice::{Die, Pools, Roll, Score, Shows};

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

/// What the unit that is shot at does against locks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evasion {
    /// SY-13.
    pub ditch: bool,
    /// SY-33.
    pub shield: bool,
}

/// How many dice a weapon has, and how they are read.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Dice for each model.
    rof: u32,
    lock: Lock,
}

#[derive(Clone, Copy, Debug)]
enum Lock {
    /// SY-8: every die hits, and counts as a 1.
    Sure,
    /// SY-5: dice of at most `most` hit.
    Rolled { roll: Handful, most: u8 },
}

/// What locks came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locked {
    /// Hits by a lock of 1, where they are told apart.
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

/// What of a shot depends on weapon and enemy, whatever has been damaged.
#[derive(Clone, Copy, Debug)]
pub struct Shot<'a> {
    /// The weapon.
    pub weapon: &'a Weapon,
    /// The stance of the unit that fires it.
    pub stance: Stance,
    /// Dice of at most this number lock: Resolve, or Force against a Shunt Field.
    pub number: u32,
    /// Whether hits by a lock of 1 must be told apart.
    pub tells_ones: bool,
}

impl Shot<'_> {
    /// The dice of the weapon, with what is left of the shooter's targeting and what the enemy does.
    pub fn aim(&self, targeting: Targeting, evasion: Evasion, pools: &mut Pools) -> Aim {
        let is = |kind| self.weapon.is(kind);
        let snap_fire = self.stance.snap_fire || targeting == Targeting::Major;
        let auto = is(WeaponType::Auto) && targeting == Targeting::Whole;
        let rof = self.rof(snap_fire);
        if auto && !evasion.ditch {
            return Aim { rof, lock: Lock::Sure };
        }
        // SY-13: at a ditch an Auto weapon rolls as any weapon does elsewhere.
        let only_ones = snap_fire && !is(WeaponType::Assault) || evasion.ditch && !auto;
        // SY-4, SY-5: a 1 always, a 6 never.
        let most = if only_ones { 1 } else { self.number.clamp(1, 5) as u8 };
        let die = lock(most, self.tells_ones, evasion.shield);
        Aim { rof, lock: Lock::Rolled { roll: Handful::new(die, pools), most } }
    }

    /// The weapon's Rate of Fire: SY-11, then SY-10, then SY-7.
    fn rof(&self, snap_fire: bool) -> u32 {
        let is = |kind| self.weapon.is(kind);
        let mut rof = self.weapon.rof.map_or(0, crate::fields::Whole::get);
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
        die.then(|face| face.shows == Shows::Number(value) && face.score == Score::ZERO, shield)
    })
}

impl Aim {
    /// Rolls for target locks: `models` fire `name`.
    #[inline]
    pub fn roll<C: Chance>(self, models: u32, name: &str, chance: &mut C) -> Locked {
        let dice = models * self.rof;
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
