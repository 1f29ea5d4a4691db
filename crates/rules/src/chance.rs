//! The one door to randomness.
//!
//! Rules ask a [`Chance`] for named rolls and get back what was rolled. They never see a generator and
//! never compute a probability. Who answers is not their concern: a seeded generator, an exact
//! enumeration, a script, or a storyteller.

use std::hash::Hash;

use crate::dice::{Chain, Pool, Roll, Score, Shows};
use crate::fields::Named;

/// A source of chance, and the place where rules report what happened.
pub trait Chance {
    /// Rolls `dice` dice of one kind; what they score is added up.
    fn pool(&mut self, pool: Pool, dice: u32) -> Score;

    /// Rolls dice of several kinds as one total.
    #[inline]
    fn total(&mut self, parts: &[(Pool, u32)]) -> Score {
        let mut total = Score::ZERO;
        for &(pool, dice) in parts {
            total = total + self.pool(pool, dice);
        }
        total
    }

    /// Rolls dice of several kinds as one total, as [`Chance::total`] does. A storyteller says in words what each part came to.
    #[inline]
    fn total_told(
        &mut self,
        parts: &[(Pool, u32)],
        _rule: &'static str,
        _words: impl Fn(usize, Score) -> String,
    ) -> Score {
        self.total(parts)
    }

    /// Rolls `dice` dice of the first kind of a chain, and for each that scores one of the second. `between` is told how many
    /// scored before the second are rolled. Gives both counts.
    fn chain(&mut self, chain: Chain, dice: u32, between: impl FnOnce(&mut Self, u32)) -> (u32, u32)
    where
        Self: Sized,
    {
        let first = self.pool(chain.first, dice).count();
        between(self, first);
        (first, self.pool(chain.second, first).count())
    }

    /// Rolls one plain die with the numbers 1 to `sides`, read by the rule. Numbers that read alike are
    /// one case to an interpreter that weighs cases.
    fn die<T: Copy + PartialEq>(&mut self, roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T;

    /// Draws one of several things, such as a card of a deck or a weapon among equals: `ways[i]` is how
    /// many of thing `i` there are, and `shows` names it. At least one thing must be there.
    fn draw(&mut self, roll: Roll, ways: &[u32], shows: impl Fn(usize) -> Shows) -> usize;

    /// Plays a part of the rules of which only the answer matters. An interpreter that weighs cases
    /// treats equal answers as one; the part may change nothing outside itself. It may report measures, but add to none.
    #[inline]
    fn part<T: Clone + Eq + Hash + 'static>(&mut self, play: impl Fn(&mut Self) -> T) -> T
    where
        Self: Sized,
    {
        play(self)
    }

    /// Plays a part whose answers depend on `key` and the match-up alone, such as two totals of so many dice
    /// each. An interpreter that weighs cases weighs it once for each key; within a match-up a type of key
    /// and answer stands for one part of the rules.
    #[inline]
    fn part_of<K, T>(&mut self, _key: K, play: impl Fn(&mut Self) -> T) -> T
    where
        Self: Sized,
        K: Eq + Hash + 'static,
        T: Clone + Eq + Hash + 'static,
    {
        self.part(play)
    }

    /// Plays a part as [`Chance::part_of`] does. `alike` gives what an answer is as good as here: an interpreter that weighs cases treats
    /// answers that are as good as the same one as one case. Others do not ask, for the story tells what was rolled.
    #[inline]
    fn part_alike<K, T>(
        &mut self,
        _key: impl Fn() -> K,
        play: impl Fn(&mut Self) -> T,
        _alike: impl Fn(&T) -> T,
    ) -> T
    where
        Self: Sized,
        K: Eq + Hash + 'static,
        T: Clone + Eq + Hash + 'static,
    {
        self.part(play)
    }

    /// Plays the opening of a step, before anything is rolled or reported in it: a part that reads and changes the state and depends on
    /// nothing else but the match-up. What follows in the step may depend on the state that comes of it, on `rest` (a number for what
    /// was kept out of the opening) and on nothing else. An interpreter that weighs cases weighs an opening once for each state that it
    /// begins with, and what follows once for each that comes of it and each `rest`; for all others it is played in place, and nothing is
    /// copied. A match-up has one at most.
    #[inline]
    fn opening<S>(&mut self, state: &mut S, _rest: u16, play: impl Fn(&mut Self, &mut S))
    where
        Self: Sized,
        S: Copy + Eq + Hash + 'static,
    {
        play(self, state);
    }

    /// Reports a measure of this round, once it is known. At most once for each measure and round; what
    /// is not reported is 0.
    fn measure(&mut self, measure: impl Named, value: u32);

    /// From here on the rules of a battle's match-up with this number are played; with `None` those of the battle itself. What a
    /// match-up reports is not counted in a battle, and the keys of its parts are its own.
    fn enter(&mut self, _matchup: Option<usize>) {}

    /// Adds to a measure that is the sum of what several steps of a round bring, so that the sum need not stand in the
    /// state. In a round a measure is either reported or added up.
    fn add(&mut self, measure: impl Named, value: u32);

    /// Says in words what a rule did. Only a storyteller listens, so the words are made only then.
    fn tell(&mut self, _rule: &'static str, _words: impl FnOnce() -> String) {}
}
