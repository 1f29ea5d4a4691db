//! Many dice at once, and how many of them are picked up together.
//!
//! A die that only hits or misses may be rolled by the thousand: a sum is one number. If its faces are read by two or three classes,
//! sums of hundreds of dice have too many values to enumerate. Such dice are rolled in handfuls, which changes no probability.

use chance::Chance;
use chance::dice::{Die, Pool, Pools, Score};

/// A die, and how many are rolled together.
#[derive(Clone, Copy, Debug)]
pub struct DicePool {
    pool: Pool,
    size: u32,
}

impl DicePool {
    /// Makes a die ready to be rolled.
    pub fn new(die: Die, pools: &mut Pools) -> Self {
        let mut classes: Vec<Score> = Vec::new();
        let mut goes_on = false;
        for (place, throw) in die.throws().iter().enumerate() {
            for face in &throw.faces {
                if face.score != Score::ZERO && !classes.contains(&face.score) {
                    classes.push(face.score);
                }
                goes_on |= face.then.is_some_and(|then| then <= place);
            }
        }
        let size = match (classes.len(), goes_on) {
            (0 | 1, _) => u32::MAX,
            (_, true) => 1,
            (2, false) => 120,
            (_, false) => 40,
        };
        Self { pool: pools.add(die), size }
    }

    /// Rolls dice.
    #[inline]
    pub fn roll<C: Chance>(self, dice: u32, chance: &mut C) -> Score {
        let mut total = Score::ZERO;
        let mut left = dice;
        while left > 0 {
            let handful = left.min(self.size);
            total = total + chance.pool(self.pool, handful);
            left -= handful;
        }
        total
    }
}
