//! Dice as data.
//!
//! A rule describes a [`Die`] once, when a match-up is made: what each face shows, what it scores, and
//! whether it brings a further roll (a reroll, an exploding eight, an extra die for a hit). After that a
//! rule only asks for *n* of them. Because a die is data and not code, one interpreter can walk it face
//! by face, another can draw the sum of *n* dice at once from a table, and a third can weigh every
//! possible sum. Weights come from counting faces, here and nowhere else.

use std::fmt;
use std::ops::Add;
use std::sync::Arc;

/// The name of a roll, as scripts and traces write it, and the rule that asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// One lower-case word, with hyphens: `penetration`.
    pub name: &'static str,
    /// The rule's id, such as `SI-3`.
    pub rule: &'static str,
}

impl Roll {
    /// Names a roll of a rule.
    pub const fn new(name: &'static str, rule: &'static str) -> Self {
        Self { name, rule }
    }
}

/// What a face of a die (or a card) shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shows {
    /// A number, as on a plain die.
    Number(u8),
    /// A word: `hit`, `blank`, the name of a card.
    Word(&'static str),
}

impl fmt::Display for Shows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// What dice add up to: four counters, each up to 65 535, that are added side by side.
///
/// Most pools use the first alone (successes, or a total). A pool whose faces are read by classes, such
/// as locks of 1 and other locks, uses one counter for each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(u64);

impl Score {
    /// Nothing scored.
    pub const ZERO: Self = Self(0);
    const LANE_BITS: u32 = 16;

    /// So much in one counter, nothing in the others.
    pub(crate) const fn in_lane(count: u32, lane: u32) -> Self {
        Self((count as u64 & 0xffff) << (lane * Self::LANE_BITS))
    }

    /// The counter that all of these are in, if it is one.
    pub(crate) fn only_lane(scores: impl Iterator<Item = Self>) -> Option<u32> {
        let used = scores.fold(0, |used, score| used | score.0);
        (0..4).find(|lane| used & !(0xffff << (lane * Self::LANE_BITS)) == 0)
    }

    /// The first counter.
    #[inline]
    pub const fn count(self) -> u32 {
        self.lane(0)
    }

    /// Counter number `lane`, from 0 to 3.
    #[inline]
    pub const fn lane(self, lane: u32) -> u32 {
        (self.0 >> (lane * Self::LANE_BITS)) as u32 & 0xffff
    }
}

impl Add for Score {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl From<bool> for Score {
    fn from(success: bool) -> Self {
        Self(u64::from(success))
    }
}

impl From<u8> for Score {
    fn from(points: u8) -> Self {
        Self(u64::from(points))
    }
}

impl<const N: usize> From<[u8; N]> for Score {
    fn from(lanes: [u8; N]) -> Self {
        const { assert!(N <= 4, "a score has four counters") };
        let mut bits = 0;
        for (lane, points) in lanes.into_iter().enumerate() {
            bits |= u64::from(points) << (lane as u32 * Self::LANE_BITS);
        }
        Self(bits)
    }
}

/// One face, or several that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// What is seen on it.
    pub shows: Shows,
    /// How many faces of the die are like this one.
    pub ways: u32,
    /// What it adds to the pool.
    pub score: Score,
    /// The throw that follows: its place in [`Die::throws`].
    pub then: Option<usize>,
}

/// One throw of a die: its name and its faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// What the throw is called.
    pub roll: Roll,
    /// All faces, like ones together.
    pub faces: Vec<Face>,
}

impl Throw {
    /// The number of faces.
    pub fn sides(&self) -> u32 {
        self.faces.iter().map(|face| face.ways).sum()
    }
}

/// A die with everything that its rule makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    throws: Vec<Throw>,
}

impl Die {
    /// A die with the numbers 1 to `sides`, each read by `read` into what it scores.
    pub fn new<S: Into<Score>>(roll: Roll, sides: u8, read: impl Fn(u8) -> S) -> Self {
        let numbers = (1..=sides).map(|number| (Shows::Number(number), 1, read(number)));
        Self::with_faces(roll, numbers)
    }

    /// A die whose faces are given one by one: what each shows, how many there are, what it scores.
    pub fn with_faces<S: Into<Score>>(roll: Roll, faces: impl IntoIterator<Item = (Shows, u32, S)>) -> Self {
        let faces = faces
            .into_iter()
            .map(|(shows, ways, score)| Face { shows, ways, score: score.into(), then: None })
            .collect();
        Self { throws: vec![Throw { roll, faces }] }
    }

    /// After a face that `when` picks, `next` is thrown as well, and its score is added. Faces that bring
    /// a further throw already are left as they are.
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

    /// After a face that `when` picks, this very die is thrown again, as often as such faces come.
    #[must_use]
    pub fn again(mut self, when: impl Fn(&Face) -> bool) -> Self {
        self.follow(when, 0);
        self
    }

    /// Dice that score nothing are thrown once more as `roll`; the second result stands.
    #[must_use]
    pub fn reroll_misses(self, roll: Roll) -> Self {
        let second = self.clone().named(roll);
        self.then(|face| face.score == Score::ZERO, second)
    }

    /// The same die under another name.
    #[must_use]
    pub fn named(mut self, roll: Roll) -> Self {
        for throw in &mut self.throws {
            throw.roll = roll;
        }
        self
    }

    /// The same die, scoring in the second counter what it scored in the first.
    #[must_use]
    pub fn in_second_counter(mut self) -> Self {
        for face in self.throws.iter_mut().flat_map(|throw| &mut throw.faces) {
            face.score = Score(face.score.0 << Score::LANE_BITS);
        }
        self
    }

    fn follow(&mut self, when: impl Fn(&Face) -> bool, place: usize) {
        for face in self.throws.iter_mut().flat_map(|throw| &mut throw.faces) {
            if face.then.is_none() && when(face) {
                face.then = Some(place);
            }
        }
    }

    /// The throws that this die can bring; the first is made first.
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }
}

/// A die of a match-up, by its place in the match-up's [`Pools`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool(u16);

impl Pool {
    /// The place in [`Pools::dice`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Dice of which each that scores brings one of a second kind: shots, and for each hit its penetration.
///
/// They are rolled one kind after the other, or by who only wants the counts as one kind that does both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The first kind.
    pub first: Pool,
    /// The second kind.
    pub second: Pool,
    /// Both in one: it counts the first in the first counter, the second in the second.
    pub both: Pool,
}

/// All the dice that a match-up can ask for, made before the first of them is rolled.
#[derive(Clone, Debug, Default)]
pub struct Pools {
    dice: Vec<Arc<Die>>,
    /// Those of another match-up: where a die is needed that is like one of these it is shared.
    models: Option<Arc<Self>>,
}

impl Pools {
    /// No dice; those to come are shared with these where they are alike. A sweep has thousands of match-ups that differ in a die or two.
    pub fn beside(models: Option<&Arc<Self>>) -> Self {
        Self { dice: Vec::new(), models: models.cloned() }
    }

    /// Adds a die; one that is there already is not added twice.
    ///
    /// # Panics
    ///
    /// With more than 65 535 different dice, which no system comes near.
    pub fn add(&mut self, die: Die) -> Pool {
        let place = self.dice.iter().position(|known| **known == die);
        let place = place.unwrap_or_else(|| {
            let mut models = self.models.iter().flat_map(|models| &models.dice);
            let model = models.find(|model| ***model == die).cloned();
            self.dice.push(model.unwrap_or_else(|| Arc::new(die)));
            self.dice.len() - 1
        });
        Pool(u16::try_from(place).expect("a match-up has few kinds of dice"))
    }

    /// Adds dice of which each that scores brings one of a second kind. Of the first each face must score 1 or nothing, and
    /// neither kind may use another counter than the first.
    pub fn chain(&mut self, first: Die, second: Die) -> Chain {
        let both = first.clone().then(|face| face.score.count() > 0, second.clone().in_second_counter());
        Chain { first: self.add(first), second: self.add(second), both: self.add(both) }
    }

    /// The dice in the order of their [`Pool`]s.
    pub fn dice(&self) -> &[Arc<Die>] {
        &self.dice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_that_are_alike_are_shared_and_others_are_not() {
        let die = |least: u8| Die::new(Roll::new("roll", "TOY-1"), 6, move |n| n >= least);
        let mut models = Pools::default();
        models.add(die(3));
        models.add(die(4));
        let models = Arc::new(models);
        let mut pools = Pools::beside(Some(&models));
        assert!(pools.dice().is_empty());
        let (own, shared) = (pools.add(die(5)), pools.add(die(4)));
        assert_eq!((own.index(), shared.index(), pools.add(die(5))), (0, 1, own));
        assert!(Arc::ptr_eq(&pools.dice()[1], &models.dice()[1]));
        assert_eq!(*pools.dice()[0], die(5));
    }
}
