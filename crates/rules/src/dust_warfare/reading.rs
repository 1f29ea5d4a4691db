//! How the dice of a weapon line are rolled and read: DW-8, DW-9, DW-14.
//!
//! A die carries every count that the attack needs, side by side, so that all lines are rolled as one total.

use super::combat_die::combat_die;
use super::plan::{Breach, Mask, Plan};
use chance::dice::{Die, Roll};

const ATTACK: Roll = Roll::new("attack", "DW-8");
const REROLL: Roll = Roll::new("reroll", "DW-9");
const EXTRA: Roll = Roll::new("extra", "DW-14");

/// How the dice of a line are rolled and read.
#[derive(Clone, Copy, Debug)]
pub struct Reading(usize);

impl Reading {
    /// A blank is a hit (DW-11, DW-12).
    pub const INVERTED: usize = 1;
    /// Misses are rerolled (DW-9, DW-13).
    pub const REROLLED: usize = 2;
    /// An extra die for each hit (DW-14, DW-15).
    pub const EXTRA: usize = 4;
    /// DW-31: each hit does 1 more damage.
    pub const MORE_DAMAGE: usize = 8;
    /// DW-20: soft cover does not reduce the damage, so it is counted apart.
    pub const PASSES_COVER: usize = 16;
    /// How many readings there are.
    pub const COUNT: usize = 32;

    /// The reading with these bits.
    pub const fn from_bits(bits: usize) -> Self {
        Self(bits)
    }

    /// How a line's dice are read in an attack; `passes`: soft cover does not stop radiation.
    #[inline]
    pub fn of(line: usize, plan: &Plan, passes: bool) -> Self {
        let in_line = |mask: Mask, bit: usize| bit * usize::from(mask >> line & 1);
        Self(
            in_line(plan.inverted, Self::INVERTED)
                | in_line(plan.rerolled, Self::REROLLED)
                | in_line(plan.extra, Self::EXTRA)
                | if plan.breach == Breach::OfAircraft { Self::MORE_DAMAGE } else { 0 }
                | if passes { Self::PASSES_COVER } else { 0 },
        )
    }

    /// Its place among all readings.
    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }

    /// Whether it has one of the bits.
    #[inline]
    pub const fn has(self, bit: usize) -> bool {
        self.0 & bit != 0
    }

    /// The die that is read so: hits, damage, the damage that passes soft cover, hits on defences (DW-24).
    pub fn die(self, damage: u32, demolition: bool) -> Die {
        let damage = (damage + u32::from(self.has(Self::MORE_DAMAGE))) as u8;
        let score = [1, damage, if self.has(Self::PASSES_COVER) { damage } else { 0 }, demolition.into()];
        let inverted = self.has(Self::INVERTED);
        let mut die = combat_die(ATTACK, inverted, score);
        if self.has(Self::REROLLED) {
            die = die.reroll_misses(&REROLL);
        }
        // DW-14: for each hit after the reroll, read as the line's dice are, never rerolled.
        if self.has(Self::EXTRA) {
            die = die.then(|face| face.score.count() > 0, combat_die(EXTRA, inverted, score));
        }
        die
    }
}
