//! A source of chance that rolls with a seeded generator, and logs its rolls.

use chance::Chance;
use chance::dice::{Pool, Roll, Score, Shows};
use chance::fields::Index;

use crate::generator::{Generators, below, case_of};
use crate::log::TrialLog;
use crate::tables::{TableId, Tables};

/// Rolls at random, except for the first rolls of a step if their outcomes are known already. Every roll takes one draw of the
/// generator. A roll with one possible outcome takes none.
pub struct Sampled<'a, 'g> {
    /// The generator.
    pub generator: &'a mut Generators<1>,
    /// The dice.
    pub tables: &'a mut Tables<'g>,
    /// The log of rolls and reports.
    pub log: &'a mut TrialLog,
    /// Whether a match-up of a battle is being played. Its measures are not counted.
    pub in_matchup: bool,
}

impl Sampled<'_, '_> {
    /// The outcome of a roll if it is in the script.
    #[inline]
    fn known(&mut self) -> Option<u32> {
        let known = self.log.script.get(self.log.rolls).copied();
        self.log.rolls += 1;
        known
    }

    #[inline]
    fn bits(&mut self) -> u64 {
        let [bits] = self.generator.bits();
        bits
    }

    /// Draws from a table.
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
        if self.log.kept || known.is_some() {
            self.log.roll(Some(id), outcome, []);
        }
        score
    }

    /// Draws one of `cases` equal cases, and returns what `read` reads from it.
    #[inline]
    fn case<T: PartialEq>(&mut self, cases: u32, read: impl Fn(u32) -> T) -> T {
        if cases <= 1 {
            return read(0);
        }
        let known = self.known();
        let outcome = known.unwrap_or_else(|| below(self.bits(), cases));
        let answer = read(outcome);
        if self.log.kept {
            let table = self.tables.cases(cases);
            let alike = (0..if table.is_some() { cases } else { 0 }).filter(|&case| read(case) == answer);
            self.log.roll(table, outcome, alike);
        } else if known.is_some() {
            self.log.roll(None, outcome, []);
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

    #[inline]
    fn die<T: Copy + PartialEq>(&mut self, _roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        self.case(sides.into(), |case| read(case as u8 + 1))
    }

    #[inline]
    fn draw(&mut self, _roll: Roll, copies: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        self.case(copies.iter().sum(), |case| case_of(copies, case))
    }

    #[inline]
    fn measure(&mut self, measure: impl Index, value: u32) {
        if !self.in_matchup {
            self.log.measure(measure.index() as u32, value);
        }
    }

    #[inline]
    fn add(&mut self, measure: impl Index, value: u32) {
        if !self.in_matchup {
            self.log.add(measure.index() as u32, value);
        }
    }

    #[inline]
    fn within<T>(&mut self, _matchup: usize, play: impl FnOnce(&mut Self) -> T) -> T {
        self.in_matchup = true;
        let answer = play(self);
        self.in_matchup = false;
        answer
    }
}
