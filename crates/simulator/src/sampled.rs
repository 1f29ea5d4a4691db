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
    /// What the round has added to measures so far.
    pub sums: &'a mut Vec<(usize, u32)>,
    /// The trial, among those that are noted together.
    pub trial: u8,
    /// In a match-up of a battle, whose measures are not counted.
    pub inside: bool,
}

impl Sampled<'_, '_> {
    /// Notes what the round has added up.
    #[inline]
    pub fn note_sums(&mut self) {
        while let Some((measure, sum)) = self.sums.pop() {
            self.note(measure, sum);
        }
    }

    #[inline]
    fn note(&mut self, measure: usize, value: u32) {
        match u8::try_from(value) {
            Ok(value) => self.measures[measure][usize::from(self.trial)] = value,
            Err(_) => note_large(self.large, measure, value),
        }
    }
}

impl Chance for Sampled<'_, '_> {
    #[expect(
        clippy::inline_always,
        reason = "a call would keep the generator in memory; see benches/README.md"
    )]
    #[inline(always)]
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        self.tables.draw(pool, dice, self.generator)
    }

    #[expect(clippy::inline_always, reason = "the number of parts is known where it is called")]
    #[inline(always)]
    fn total_told(
        &mut self,
        parts: &[(Pool, u32)],
        _rule: &'static str,
        _words: impl Fn(usize, Score) -> String,
    ) -> Score {
        match *parts {
            // The usual attack has one line.
            [(pool, dice)] => self.pool(pool, dice),
            _ => self.total(parts),
        }
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
        if !self.inside {
            self.note(measure.index(), value);
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

#[cold]
#[inline(never)]
fn note_large(large: &mut Vec<(usize, u32)>, row: usize, value: u32) {
    large.push((row, value));
}
