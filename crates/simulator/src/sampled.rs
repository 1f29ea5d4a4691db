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
    // The tally is borrowed, not held: so the generator's four words can stay in registers.
    tally: &'a mut Tally,
    row: usize,
    /// In a match-up of a battle, whose measures are not counted.
    inside: bool,
    /// What the round has added to measures so far.
    sums: Vec<(usize, u32)>,
}

impl<'a> Sampled<'a> {
    /// Nothing drawn yet.
    pub fn new(generator: Generator, tables: &'a Tables<'a>, tally: &'a mut Tally) -> Self {
        Self { generator, tables, tally, row: 0, inside: false, sums: Vec::new() }
    }

    /// Begins a round (from 0).
    #[inline]
    pub fn begin(&mut self, round: usize) {
        self.row = self.tally.row(round);
    }

    /// Ends a round: counts whether the target is dead, and the events, given as bits, that are new.
    #[inline]
    pub fn end(&mut self, round: usize, killed: bool, new_events: u32) {
        for (measure, sum) in self.sums.drain(..) {
            self.tally.measure(self.row, measure, sum);
        }
        self.tally.end(round, killed, new_events);
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
        if !self.inside {
            self.tally.measure(self.row, measure.index(), value);
        }
    }

    #[inline]
    fn enter(&mut self, matchup: Option<usize>) {
        self.inside = matchup.is_some();
    }

    #[inline]
    fn add(&mut self, measure: impl Named, value: u32) {
        if self.inside {
            return;
        }
        match self.sums.iter_mut().find(|(known, _)| *known == measure.index()) {
            Some((_, sum)) => *sum += value,
            None => self.sums.push((measure.index(), value)),
        }
    }
}
