//! A source of chance that answers from a seeded generator, and keeps what was asked.

use rules::Chance;
use rules::dice::{Chain, Pool, Roll, Score, Shows};
use rules::fields::Named;

use crate::generator::{Generators, below, case_of};
use crate::tables::{TableId, Tables};
use crate::trail::Trail;

/// Answers at random, but for the first rolls of a step whose outcomes are known already. Every roll takes one draw of the
/// generator; what is certain is no roll.
pub struct Sampled<'a, 'g> {
    /// Where the bits come from.
    pub generator: &'a mut Generators<1>,
    /// The dice.
    pub tables: &'a mut Tables<'g>,
    /// What was rolled and reported.
    pub trail: &'a mut Trail,
    /// In a match-up of a battle, whose measures are not counted.
    pub inside: bool,
}

impl Sampled<'_, '_> {
    /// The outcome of a roll if it is in the script.
    #[inline]
    fn known(&mut self) -> Option<u32> {
        let known = self.trail.script.get(self.trail.rolls).copied();
        self.trail.rolls += 1;
        known
    }

    #[inline]
    fn bits(&mut self) -> u64 {
        let [bits] = self.generator.bits();
        bits
    }

    /// What a table gives.
    #[inline]
    fn score(&mut self, id: TableId) -> Score {
        if let Some(score) = self.tables.get(id).certain() {
            return score;
        }
        let known = self.known();
        let (outcome, score) = match known {
            Some(outcome) => (outcome, self.tables.get(id).score(outcome)),
            None => {
                let bits = self.bits();
                self.tables.get(id).pick(bits)
            }
        };
        if self.trail.kept || known.is_some() {
            self.trail.roll(Some(id), outcome, []);
        }
        score
    }

    /// One of so many equal cases, as `read` reads it.
    #[inline]
    fn case<T: PartialEq>(&mut self, cases: u32, read: impl Fn(u32) -> T) -> T {
        if cases <= 1 {
            return read(0);
        }
        let known = self.known();
        let outcome = known.unwrap_or_else(|| below(self.bits(), cases));
        let answer = read(outcome);
        if self.trail.kept {
            let table = self.tables.cases(cases);
            let alike = (0..if table.is_some() { cases } else { 0 }).filter(|&case| read(case) == answer);
            self.trail.roll(table, outcome, alike);
        } else if known.is_some() {
            self.trail.roll(None, outcome, []);
        }
        answer
    }
}

impl Chance for Sampled<'_, '_> {
    #[inline]
    fn pool(&mut self, pool: Pool, mut dice: u32) -> Score {
        let mut score = Score::ZERO;
        while dice > 0 {
            let (table, piece) = self.tables.pool(pool, dice);
            score = score + self.score(table);
            dice -= piece;
        }
        score
    }

    fn total(&mut self, parts: &[(Pool, u32)]) -> Score {
        let mut rolled = parts.iter().filter(|&&(_, dice)| dice > 0);
        if let (Some(&(pool, dice)), None) = (rolled.next(), rolled.next()) {
            return self.pool(pool, dice);
        }
        match self.tables.total(parts) {
            Some(table) => self.score(table),
            None => parts.iter().fold(Score::ZERO, |sum, &(pool, dice)| sum + self.pool(pool, dice)),
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
        self.case(sides.into(), |case| read(case as u8 + 1))
    }

    #[inline]
    fn draw(&mut self, _roll: Roll, ways: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        self.case(ways.iter().sum(), |case| case_of(ways, case))
    }

    #[inline]
    fn measure(&mut self, measure: impl Named, value: u32) {
        if !self.inside {
            self.trail.measure(measure.index() as u32, value);
        }
    }

    #[inline]
    fn enter(&mut self, matchup: Option<usize>) {
        self.inside = matchup.is_some();
    }

    #[inline]
    fn add(&mut self, measure: impl Named, value: u32) {
        if !self.inside {
            self.trail.add(measure.index() as u32, value);
        }
    }
}
