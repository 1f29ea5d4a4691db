//! A source of chance that answers from a seeded generator.

use rules::Chance;
use rules::dice::{Pool, Roll, Score, Shows};
use rules::fields::Named;

use crate::generator::Generator;
use crate::tables::Tables;
use crate::tally::Tally;

/// Answers at random, and counts what is reported.
pub struct Sampled<'a> {
    generator: Generator,
    tables: &'a Tables<'a>,
    /// What was reported so far.
    pub tally: Tally,
    /// The round that is played, from 0.
    pub round: usize,
}

impl<'a> Sampled<'a> {
    /// Nothing drawn yet.
    pub fn new(generator: Generator, tables: &'a Tables<'a>, tally: Tally) -> Self {
        Self { generator, tables, tally, round: 0 }
    }
}

impl Chance for Sampled<'_> {
    #[inline]
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        self.tables.draw(pool, dice, &mut self.generator)
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
        self.tally.measure(self.round, measure.index(), value);
    }
}
