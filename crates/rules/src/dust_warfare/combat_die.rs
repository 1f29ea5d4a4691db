//! The combat die: 2 hit faces, 4 blank ones (DW-1, DW-2).

use chance::Chance;
use chance::dice::{Die, Pool, Pools, Roll, Score, Shows};

/// DW-1: a die that scores on a hit, or inverted on a blank.
pub fn combat_die(roll: Roll, inverted: bool, score: impl Into<Score>) -> Die {
    let score = score.into();
    let (hit, blank) = if inverted { (Score::ZERO, score) } else { (score, Score::ZERO) };
    Die::with_faces(roll, [(Shows::word("hit"), 2, hit), (Shows::word("blank"), 4, blank)])
}

/// Dice of one roll, as they are and inverted.
#[derive(Clone, Copy, Debug)]
pub struct CombatDice {
    plain: Pool,
    inverted: Pool,
}

impl CombatDice {
    /// The dice of a roll.
    pub fn new(roll: &Roll, pools: &mut Pools) -> Self {
        let add = |inverted| pools.add(combat_die(roll.clone(), inverted, true));
        Self { plain: add(false), inverted: add(true) }
    }

    /// Rolls them and counts the hits (inverted, the blanks).
    #[inline]
    pub fn roll<C: Chance>(self, dice: u32, inverted: bool, chance: &mut C) -> u32 {
        let hits = chance.pool(if inverted { self.inverted } else { self.plain }, dice).count();
        if inverted && dice > 0 {
            chance.tell("DW-1", || "the dice are inverted: each blank counts as a hit".to_owned());
        }
        hits
    }
}

/// `1 die`, `3 dice`, `2 dice, inverted`.
pub fn dice_in_words(dice: u32, inverted: bool) -> String {
    counted(dice, "die", "dice") + if inverted { ", inverted" } else { "" }
}

/// A number with its noun.
pub fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
