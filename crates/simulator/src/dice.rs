//! Dice for rules that are played outside a sampled trial.

use chance::Chance;
use chance::dice::{Pool, Pools, Roll, Score, Shows};
use chance::fields::Index;

use crate::generator::{Generators, Words, below, case_of};
use crate::tables::{TableId, Tables};

/// A seeded source of chance that keeps no record of rolls and reports. Its tables of dice stay when the generator is set again.
pub struct Dice<'g> {
    generator: Generators<1>,
    tables: Tables<'g>,
}

impl<'g> Dice<'g> {
    /// Dice of these kinds; the generator is that of seed 0 and stream 0.
    pub fn new(pools: &'g Pools) -> Self {
        Self { generator: Words::new(0, 0).into(), tables: Tables::new(pools) }
    }

    /// Sets the generator: the same seed and stream give the same rolls.
    #[inline]
    pub fn begin(&mut self, seed: u64, stream: u64) {
        self.generator = Words::new(seed, stream).into();
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [bits] = self.generator.bits();
        bits
    }

    fn score(&mut self, id: TableId) -> Score {
        if let Some(score) = self.tables.get(id).certain() {
            return score;
        }
        let bits = self.bits();
        self.tables.get(id).pick(bits).1
    }
}

impl Chance for Dice<'_> {
    fn pool(&mut self, pool: Pool, mut dice: u32) -> Score {
        let mut score = Score::ZERO;
        while dice > 0 {
            let (table, piece) = self.tables.pool(pool, dice);
            score = score + self.score(table);
            dice -= piece;
        }
        score
    }

    fn total(&mut self, kinds: &[(Pool, u32)], _after: impl Fn(&mut Self, usize, Score)) -> Score {
        let mut rolled = kinds.iter().filter(|&&(_, dice)| dice > 0);
        if let (Some(&(pool, dice)), None) = (rolled.next(), rolled.next()) {
            return self.pool(pool, dice);
        }
        match self.tables.total(kinds) {
            Some(table) => self.score(table),
            None => kinds.iter().fold(Score::ZERO, |sum, &(pool, dice)| sum + self.pool(pool, dice)),
        }
    }

    fn die<T: Copy + PartialEq>(&mut self, _roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        let face = if sides <= 1 { 0 } else { below(self.bits(), sides.into()) };
        read(face as u8 + 1)
    }

    fn draw(&mut self, _roll: Roll, copies: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        let all: u32 = copies.iter().sum();
        let case = if all <= 1 { 0 } else { below(self.bits(), all) };
        case_of(copies, case)
    }

    fn measure(&mut self, _measure: impl Index, _value: u32) {}

    fn add(&mut self, _measure: impl Index, _value: u32) {}

    fn within<T>(&mut self, _matchup: usize, play: impl FnOnce(&mut Self) -> T) -> T {
        play(self)
    }
}
