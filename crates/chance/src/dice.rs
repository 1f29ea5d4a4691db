//! Dice as data.
//!
//! A rule describes a [`Die`] once, when a match-up is made: what each face shows, what it scores, and
//! whether it leads to a further throw (a reroll, an exploding eight, an extra die for a hit). After that a
//! rule only asks for *n* of them. Because a die is data and not code, one interpreter can walk it face
//! by face, another can draw the sum of *n* dice from a table, and a third can branch on every possible sum.

use std::fmt;
use std::ops::Add;
use std::sync::{Arc, PoisonError, RwLock};

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

/// The score of some dice: four counters, each up to 65 535, that are added separately.
///
/// Most pools use the first alone (successes, or a total). A pool whose faces are read by classes, such
/// as locks of 1 and other locks, uses one counter for each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(u64);

impl Score {
    /// Nothing scored.
    pub const ZERO: Self = Self(0);
    const LANE_BITS: u32 = 16;

    /// A score of `count` in one counter and 0 in the others.
    pub const fn in_lane(count: u32, lane: u32) -> Self {
        Self((count as u64 & 0xffff) << (lane * Self::LANE_BITS))
    }

    /// Returns the counter that all of these scores use, if it is a single one.
    pub fn only_lane(scores: impl Iterator<Item = Self>) -> Option<u32> {
        let used = scores.fold(0, |used, score| used | score.0);
        (0..4).find(|lane| used & !(0xffff << (lane * Self::LANE_BITS)) == 0)
    }

    /// A score of another layout: the caller packs counters into 64 bits so that none overflows when scores are added.
    pub const fn packed(bits: u64) -> Self {
        Self(bits)
    }

    /// All counters side by side, as [`Score::packed`] takes them.
    pub const fn bits(self) -> u64 {
        self.0
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

/// One face, or several equal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// What the face shows.
    pub shows: Shows,
    /// How many faces of the die are like this one.
    pub ways: u64,
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
    /// All faces, equal ones together.
    pub faces: Vec<Face>,
}

impl Throw {
    /// The number of faces.
    pub fn sides(&self) -> u64 {
        self.faces.iter().map(|face| face.ways).sum()
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
        /// How many are kept; all, if there are fewer.
        keep: u32,
    },
    /// The first counters of the `places` highest dice (or the lowest) stand side by side, one for each counter of the score;
    /// 0 where there are fewer dice. Up to four.
    Ranked {
        /// Whether the highest come first.
        highest: bool,
        /// How many dice are read.
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

    /// A die whose faces are given one by one: what each shows, how many there are, what it scores.
    pub fn with_faces<S: Into<Score>>(roll: Roll, faces: impl IntoIterator<Item = (Shows, u64, S)>) -> Self {
        let faces = faces
            .into_iter()
            .map(|(shows, ways, score)| Face { shows, ways, score: score.into(), then: None })
            .collect();
        Self { throws: vec![Throw { roll, faces }], reading: Reading::Sum, second_kind: None }
    }

    /// A die whose throws are given one by one; the first is made first, and each face says which follows.
    ///
    /// # Panics
    ///
    /// Without any throw.
    pub fn of_throws(throws: Vec<Throw>) -> Self {
        assert!(!throws.is_empty(), "a die is thrown at least once");
        Self { throws, reading: Reading::Sum, second_kind: None }
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
            face.score = Score(face.score.0 << Score::LANE_BITS);
        }
        self
    }

    /// For each die that scores, one die of a second kind is thrown: shots, and for each hit its penetration. The second kind
    /// scores in the second counter, so it may use the first alone, as may this die.
    ///
    /// [`ByHand`](crate::by_hand::ByHand) rolls all dice of the first kind before those of the second.
    #[must_use]
    pub fn then_for_each_success(self, second: Self) -> Self {
        let second_kind = Some(self.throws.len());
        let both = self.then(|face| face.score.count() > 0, second.in_second_counter());
        Self { second_kind, ..both }
    }

    /// Whether a throw is one of the second kind, which comes after all of the first.
    pub fn is_of_second_kind(&self, throw: usize) -> bool {
        self.second_kind.is_some_and(|first| throw >= first)
    }

    /// The first and the second kind of die apart, if there are two; each as it scores in the pool of both.
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

    /// The same die, whose pools are read otherwise than by adding up.
    #[must_use]
    pub fn read_as(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    /// How dice of this kind make one score.
    pub fn reading(&self) -> Reading {
        self.reading
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
    /// The place in the dice of [`Pools`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All the dice that a match-up, or a battle of several, can ask for.
///
/// Clones share one list. Built-in rules make their dice before the first is rolled; a game of a user's own, whose dice depend on
/// what has happened, adds them while it is played. A die is never removed, so a [`Pool`] stays valid.
#[derive(Clone, Debug, Default)]
pub struct Pools {
    dice: Arc<RwLock<Vec<Arc<Die>>>>,
    /// The dice of another match-up. A die that equals one of these shares its memory.
    models: Option<Arc<Self>>,
}

impl Pools {
    /// An empty list whose dice will share memory with equal ones of `models`. A sweep has thousands of match-ups that differ in
    /// a die or two.
    pub fn beside(models: Option<&Arc<Self>>) -> Self {
        Self { dice: Arc::default(), models: models.cloned() }
    }

    /// Adds a die; one that is there already is not added twice.
    ///
    /// # Panics
    ///
    /// With more than 65 535 different dice, which no system comes near.
    pub fn add(&self, die: Die) -> Pool {
        let mut dice = self.dice.write().unwrap_or_else(PoisonError::into_inner);
        let place = dice.iter().position(|known| **known == die).unwrap_or_else(|| {
            let model = self.models.as_ref().and_then(|models| models.equal_to(&die));
            dice.push(model.unwrap_or_else(|| Arc::new(die)));
            dice.len() - 1
        });
        Pool(u16::try_from(place).expect("a match-up has few kinds of dice"))
    }

    fn equal_to(&self, die: &Die) -> Option<Arc<Die>> {
        let dice = self.dice.read().unwrap_or_else(PoisonError::into_inner);
        dice.iter().find(|known| ***known == *die).cloned()
    }

    /// The die of a pool.
    pub fn die(&self, pool: Pool) -> Arc<Die> {
        let dice = self.dice.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&dice[pool.index()])
    }

    /// How many kinds of dice there are now.
    pub fn len(&self) -> usize {
        self.dice.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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

    #[test]
    fn dice_that_are_alike_are_shared_and_others_are_not() {
        let die = |least: u8| Die::new(Roll::new("roll", "TOY-1"), 6, move |n| n >= least);
        let models = Pools::default();
        models.add(die(3));
        models.add(die(4));
        let models = Arc::new(models);
        let pools = Pools::beside(Some(&models));
        assert!(pools.is_empty());
        let (own, shared) = (pools.add(die(5)), pools.add(die(4)));
        assert_eq!((own.index(), shared.index(), pools.add(die(5))), (0, 1, own));
        assert!(Arc::ptr_eq(&pools.die(shared), &models.die(shared)));
        assert_eq!(*pools.die(own), die(5));
    }
}
