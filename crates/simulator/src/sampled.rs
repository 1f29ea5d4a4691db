//! A source of chance that answers from a seeded generator.

use rules::Chance;
use rules::dice::{Chain, Pool, Roll, Score, Shows};
use rules::fields::Named;

use crate::generator::Generator;
use crate::notes::Row;
use crate::tables::Tables;

/// Answers at random, and notes what is reported.
pub struct Sampled<'a, 'g> {
    /// Where the bits come from.
    pub generator: &'a mut Generator,
    /// The dice.
    pub tables: &'a mut Tables<'g>,
    /// The notes of this round by measure.
    pub measures: &'a mut [Row<u8>],
    /// Measures that no byte holds.
    pub large: &'a mut Vec<(usize, u32)>,
    /// The trial, among those that are noted together.
    pub trial: u8,
}

impl Chance for Sampled<'_, '_> {
    #[inline]
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        self.tables.draw(pool, dice, self.generator)
    }

    #[inline]
    fn chain(&mut self, chain: Chain, dice: u32, between: impl FnOnce(&mut Self, u32)) -> (u32, u32) {
        let both = self.pool(chain.both, dice);
        between(self, both.count());
        (both.count(), both.lane(1))
    }

    #[inline]
    fn die<T: Copy + PartialEq>(&mut self, _roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        read(self.generator.below(sides.into()) as u8 + 1)
    }

    #[inline]
    fn draw(&mut self, _roll: Roll, ways: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        self.generator.weighted(ways)
    }

    #[inline]
    fn measure(&mut self, measure: impl Named, value: u32) {
        let row = measure.index();
        match u8::try_from(value) {
            Ok(value) => self.measures[row][usize::from(self.trial)] = value,
            Err(_) => note_large(self.large, row, value),
        }
    }
}

#[cold]
#[inline(never)]
fn note_large(large: &mut Vec<(usize, u32)>, row: usize, value: u32) {
    large.push((row, value));
}
