//! The source of chance that rules are written against.
//!
//! Rules ask a [`Chance`] for rolls and get back what was rolled. They never see a generator and never compute a probability.
//! Each interpreter answers in its own way: from a seeded generator, with every outcome in turn, or from a script.

use std::hash::Hash;

use crate::dice::{Pool, Roll, Score, Shows};
use crate::fields::Index;

/// A source of chance, and the place where rules report what happened.
///
/// Five methods roll: [`pool`](Self::pool), [`total`](Self::total), [`die`](Self::die), [`draw`](Self::draw) and
/// [`part`](Self::part). The others report.
pub trait Chance {
    /// Rolls `dice` dice of one kind and adds up what they score.
    fn pool(&mut self, pool: Pool, dice: u32) -> Score;

    /// Rolls dice of several kinds as one total.
    ///
    /// An interpreter that rolls kind by kind calls `after` with the place of the kind and its score, so that the rule can
    /// describe it ([`tell`](Self::tell)). Other interpreters never call it, so only words may depend on it.
    #[inline]
    fn total(&mut self, kinds: &[(Pool, u32)], after: impl Fn(&mut Self, usize, Score)) -> Score
    where
        Self: Sized,
    {
        let mut total = Score::ZERO;
        for (place, &(pool, dice)) in kinds.iter().enumerate() {
            let score = self.pool(pool, dice);
            after(self, place, score);
            total = total + score;
        }
        total
    }

    /// Rolls one plain die with the numbers 1 to `sides` and returns what the rule reads from it. The exact engine treats
    /// numbers that read alike as one outcome.
    fn die<T: Copy + PartialEq>(&mut self, roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T;

    /// Draws one of several things, such as a card of a deck or one of several weapons. There are `copies[i]` of thing `i`, and
    /// `shows` names it. There must be at least one thing.
    fn draw(&mut self, roll: Roll, copies: &[u32], shows: impl Fn(usize) -> Shows) -> usize;

    /// Plays a part of the rules of which only the answer matters later.
    ///
    /// The answer must depend on `key` and the match-up alone. The part changes nothing outside itself; it may report measures but add
    /// to none. The exact engine computes the answers of a part once for each key and merges equal ones. It tells parts apart by the
    /// place of the call in the source, so two parts never share answers, even if their keys and answers are equal.
    #[inline]
    #[track_caller]
    fn part<K, T>(&mut self, key: K, play: impl Fn(&mut Self) -> T) -> T
    where
        Self: Sized,
        K: Eq + Hash + 'static,
        T: Clone + Eq + Hash + 'static,
    {
        let _ = key;
        play(self)
    }

    /// Reports a measure of this round. Rules report each measure at most once a round, as soon as it is known. A measure that is not
    /// reported is 0.
    fn measure(&mut self, measure: impl Index, value: u32);

    /// Adds to a measure that several steps of a round contribute to, so that the sum need not be in the state. In a round a
    /// measure is either reported or added to.
    fn add(&mut self, measure: impl Index, value: u32);

    /// Describes in words what a rule did. Only [`ByHand`](crate::by_hand::ByHand) calls `words`.
    #[inline]
    fn tell(&mut self, rule: &str, words: impl FnOnce() -> String) {
        let _ = (rule, words);
    }

    /// Plays the rules of the match-up with this number within a battle. Measures that they report are dropped, since they are not the
    /// battle's. Their parts share no answers with those of other match-ups. Only [`Battle`](crate::Battle) calls this.
    fn within<T>(&mut self, matchup: usize, play: impl FnOnce(&mut Self) -> T) -> T;
}
