//! Dice as data.
//!
//! A rule describes a [`Die`] once, when a match-up is made: what each face shows, what it scores, and
//! whether it leads to a further throw (a reroll, an exploding eight, an extra die for a hit). After that a
//! rule only asks for *n* of them. Because a die is data and not code, one interpreter can walk it face
//! by face, another can draw the sum of *n* dice from a table, and a third can branch on every possible sum.

mod pools;
mod score;

use std::fmt;
use std::ops::Add as _;

pub use pools::{Pool, Pools};
pub use score::Score;

use crate::shared::{Shared, Text};

/// The name of a roll, as scripts and traces write it, and the rule that asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// One lower-case word, with hyphens: `penetration`.
    pub name: Text,
    /// The rule's id, such as `SI-3`.
    pub rule: Text,
}

impl Roll {
    /// Names a roll of a built-in rule.
    pub const fn new(name: &'static str, rule: &'static str) -> Self {
        Self { name: Shared::Static(name), rule: Shared::Static(rule) }
    }
}

/// What a face of a die (or a card) shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shows {
    /// A number, as on a plain die.
    Number(i64),
    /// A word: `hit`, `blank`, the name of a card.
    Word(Text),
}

impl Shows {
    /// A word of a built-in rule.
    pub const fn word(word: &'static str) -> Self {
        Self::Word(Shared::Static(word))
    }
}

impl fmt::Display for Shows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// One face, or several equal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// What the face shows.
    pub shows: Shows,
    /// The number of such faces on the die.
    pub copies: u64,
    /// What it adds to the pool.
    pub score: Score,
    /// The throw that follows: its place in [`Die::throws`].
    pub then: Option<usize>,
}

/// One throw of a die: its name and its faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The name of the throw.
    pub roll: Roll,
    /// All faces; equal ones are counted together.
    pub faces: Vec<Face>,
}

impl Throw {
    /// The number of faces.
    pub fn sides(&self) -> u64 {
        self.faces.iter().map(|face| face.copies).sum()
    }
}

/// A die with everything that a rule reads from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    throws: Vec<Throw>,
    reading: Reading,
    /// Where the throws of a second kind begin, if the die has any.
    second_kind: Option<usize>,
}

/// How the dice of a pool make one score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// All scores are added up.
    Sum,
    /// The `keep` highest scores (or the lowest) are added up.
    Kept {
        /// Whether the highest are kept.
        highest: bool,
        /// The number of dice that are kept; all, if there are fewer.
        keep: u32,
    },
    /// The `places` highest dice (or the lowest), up to four, are kept apart: each has a counter of the score, which holds the first
    /// counter of that die. It is 0 if there are fewer dice.
    Ranked {
        /// Whether the highest come first.
        highest: bool,
        /// The number of dice that are read.
        places: u32,
    },
}

impl Reading {
    /// The score of a pool from the scores of its dice.
    pub fn read(self, mut scores: Vec<Score>) -> Score {
        if let Self::Kept { highest, .. } | Self::Ranked { highest, .. } = self {
            scores.sort_unstable();
            if highest {
                scores.reverse();
            }
        }
        match self {
            Self::Sum => scores.into_iter().fold(Score::ZERO, Score::add),
            Self::Kept { keep, .. } => scores.into_iter().take(keep as usize).fold(Score::ZERO, Score::add),
            Self::Ranked { places, .. } => (0..places)
                .zip(scores)
                .fold(Score::ZERO, |all, (lane, score)| all + Score::in_lane(score.count(), lane)),
        }
    }
}

impl Die {
    /// A die with the numbers 1 to `sides`, each read by `read` into what it scores.
    pub fn new<S: Into<Score>>(roll: Roll, sides: u8, read: impl Fn(u8) -> S) -> Self {
        let numbers = (1..=sides).map(|number| (Shows::Number(number.into()), 1, read(number)));
        Self::with_faces(roll, numbers)
    }

    /// A die whose faces are listed: what each shows, how many there are, what it scores.
    pub fn with_faces<S: Into<Score>>(roll: Roll, faces: impl IntoIterator<Item = (Shows, u64, S)>) -> Self {
        let faces = faces
            .into_iter()
            .map(|(shows, copies, score)| Face { shows, copies, score: score.into(), then: None })
            .collect();
        Self { throws: vec![Throw { roll, faces }], reading: Reading::Sum, second_kind: None }
    }

    /// A die whose throws are listed. The first one is always made; after that each face says which throw follows.
    ///
    /// # Panics
    ///
    /// If there is no throw.
    pub fn of_throws(throws: Vec<Throw>) -> Self {
        assert!(!throws.is_empty(), "a die is thrown at least once");
        Self { throws, reading: Reading::Sum, second_kind: None }
    }

    /// After a face that `when` picks, `next` is thrown as well, and its score is added. Faces that already lead
    /// to a further throw stay as they are.
    #[must_use]
    pub fn then(mut self, when: impl Fn(&Face) -> bool, next: Self) -> Self {
        let first = self.throws.len();
        self.follow(when, first);
        self.throws.extend(next.throws.into_iter().map(|mut throw| {
            for face in &mut throw.faces {
                face.then = face.then.map(|place| place + first);
            }
            throw
        }));
        self
    }

    /// After a face that `when` picks, the same die is thrown again, until another face comes.
    #[must_use]
    pub fn again(mut self, when: impl Fn(&Face) -> bool) -> Self {
        self.follow(when, 0);
        self
    }

    /// Dice that score nothing are thrown once more as `roll`; the second result counts.
    #[must_use]
    pub fn reroll_misses(self, roll: &Roll) -> Self {
        let second = self.clone().named(roll);
        self.then(|face| face.score == Score::ZERO, second)
    }

    /// The same die under another name.
    #[must_use]
    pub fn named(mut self, roll: &Roll) -> Self {
        for throw in &mut self.throws {
            throw.roll = roll.clone();
        }
        self
    }

    /// The same die, scoring in the second counter what it scored in the first.
    #[must_use]
    pub fn in_second_counter(mut self) -> Self {
        for face in self.throws.iter_mut().flat_map(|throw| &mut throw.faces) {
            face.score = face.score.in_second_counter();
        }
        self
    }

    /// For each die that scores, one die of a second kind is thrown: shots, and for each hit its penetration. The second kind
    /// scores in the second counter, so both dice must be made with scores in the first counter alone.
    ///
    /// [`ByHand`](crate::by_hand::ByHand) rolls all dice of the first kind before those of the second.
    #[must_use]
    pub fn then_for_each_success(self, second: Self) -> Self {
        let second_kind = Some(self.throws.len());
        let both = self.then(|face| face.score.count() > 0, second.in_second_counter());
        Self { second_kind, ..both }
    }

    /// Whether a throw is of the second kind, which comes after all throws of the first.
    pub fn is_of_second_kind(&self, throw: usize) -> bool {
        self.second_kind.is_some_and(|first| throw >= first)
    }

    /// The first and the second kind of die, if there are two. Each scores in the counter that it has in the pool of both.
    pub fn kinds(&self) -> Option<[Self; 2]> {
        let split = self.second_kind?;
        let kind = |throws: std::ops::Range<usize>| {
            let mut own = self.throws[throws.clone()].to_vec();
            for face in own.iter_mut().flat_map(|throw| &mut throw.faces) {
                face.then =
                    face.then.filter(|place| throws.contains(place)).map(|place| place - throws.start);
            }
            Self { throws: own, reading: self.reading, second_kind: None }
        };
        Some([kind(0..split), kind(split..self.throws.len())])
    }

    fn follow(&mut self, when: impl Fn(&Face) -> bool, place: usize) {
        for face in self.throws.iter_mut().flat_map(|throw| &mut throw.faces) {
            if face.then.is_none() && when(face) {
                face.then = Some(place);
            }
        }
    }

    /// The same die, with another way to make one score of a pool.
    #[must_use]
    pub fn read_as(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    /// How dice of this kind make one score.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// All throws of the die. The first is always made.
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_with_a_second_kind_comes_apart_into_both() {
        let shot = || Die::new(Roll::new("shot", "TOY-1"), 6, |n| n >= 3);
        // A second kind that is thrown on after a 6, so that its places must be moved.
        let pierce = || {
            Die::new(Roll::new("pierce", "TOY-2"), 6, |n| n >= 5).again(|face| face.shows == Shows::Number(6))
        };
        let both = shot().then_for_each_success(pierce());
        assert_eq!(both.kinds(), Some([shot(), pierce().in_second_counter()]));
        assert_eq!(
            (shot().kinds(), both.is_of_second_kind(0), both.is_of_second_kind(1)),
            (None, false, true)
        );
    }
}
