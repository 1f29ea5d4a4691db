//! A source of chance that gives every answer, one after the other.
//!
//! The rules are replayed once for each way that their rolls can fall. [`Enumerated`] remembers the choices of the
//! current way; [`Enumerated::advance`] moves on to the next, as an odometer does. Every roll's answers are
//! weighed by counting faces, answers that read alike are one.

mod openings;
mod parts;

use std::any::{Any, TypeId};
use std::hash::Hash;
use std::rc::Rc;

use rules::Chance;
use rules::dice::{Pool, Pools, Roll, Score, Shows};
use rules::fields::Named;
use rustc_hash::FxHashMap;

use crate::counted::{Counted, Reports, Share};
use crate::pools::{Distributions, Place};
use openings::Openings;

/// A roll on the current way.
struct Choice {
    answers: Answers,
    /// How many answers there are.
    count: usize,
    /// Which one is taken on this way.
    at: usize,
    /// The probability of the way before this roll.
    before: f64,
}

/// The answers that a roll can give.
enum Answers {
    /// Sums of a pool.
    Sums(Place),
    /// Faces or cards: `Enumerated::faces` from here on.
    Faces(usize),
    /// Answers of a part of the rules: a [`Weighed`](parts::Weighed).
    Part(Rc<dyn Any>),
}

/// Gives every answer in turn.
pub struct Enumerated<'a> {
    pools: &'a Pools,
    distributions: Distributions,
    /// The choices of the current way. Those of a part that is weighed stand after those of the way that has come to it.
    choices: Vec<Choice>,
    /// Where the choices begin of what is enumerated at the moment.
    first: usize,
    /// The choices that this replay has come past, and all before the first.
    depth: usize,
    /// The probability of the way so far.
    pub weight: f64,
    /// Faces (or cards) that stand for all that read like them, with the number of these out of all.
    faces: Vec<(u32, f64)>,
    /// By the types of key and answer: the parts that were weighed before.
    known: FxHashMap<TypeId, Box<dyn Any>>,
    /// The opening of the step at hand, and all before it.
    pub openings: Openings,
    /// The match-up of a battle that is played: parts are known by it too, and its measures are not counted.
    matchup: Option<usize>,
    /// So many rolls of this way are known from those before it: what is reported before the last of them was counted then.
    known_rolls: usize,
    /// What was added to measures on this way.
    pub added: Vec<(usize, u32)>,
    /// The measures reported on all ways since they were last taken, and what parts have reported on them.
    counted: Counted,
    /// Nothing is counted in these: they are kept for the room that they have.
    spare: Vec<Counted>,
    shares: Vec<Share>,
    /// What parts and steps have reported.
    pub reports: Reports,
    /// Ways played so far.
    pub paths: u64,
    /// Rolls on these ways.
    rolls: u64,
    /// Ways that were expected where they were given up.
    expected: u64,
    /// No more [`Enumerated::work`] than this is done.
    limit: u64,
    /// The weight of what was cut off since this was last set to 0.
    pub folded: f64,
}

/// A way may have this many rolls on the average: longer ones cost more than a way should.
const ROLLS: u64 = 32;

/// After so many ways it is reckoned how many there will be.
const RECKONED: u64 = 1 << 16;

/// Ways are given up if so many times the limit are expected: what is left may be less than what was played promises.
const FAR: u64 = 16;

/// More than so many times the limit is not told apart.
const MOST: u64 = 1000;

/// So many terms of a sum of dice cost as much as a way.
const TERMS: u64 = 16;

/// So many of them are not counted: they cost less than a thousandth of a second.
const FREE: u64 = 1 << 16;

/// Not every way was played.
#[derive(Debug)]
pub struct Stopped;

impl<'a> Enumerated<'a> {
    /// Nothing rolled yet.
    pub fn new(pools: &'a Pools) -> Self {
        Self {
            pools,
            distributions: Distributions::new(),
            choices: Vec::new(),
            first: 0,
            depth: 0,
            weight: 1.0,
            faces: Vec::new(),
            known: FxHashMap::default(),
            openings: Openings::default(),
            matchup: None,
            known_rolls: 0,
            added: Vec::new(),
            counted: Counted::default(),
            spare: Vec::new(),
            shares: Vec::new(),
            reports: Reports::default(),
            paths: 0,
            rolls: 0,
            expected: 0,
            limit: 0,
            folded: 0.0,
        }
    }

    /// Plays every way; `way` plays the one at hand to its end, whose probability is [`Enumerated::weight`] then, and says whether to go on.
    pub fn every(&mut self, mut way: impl FnMut(&mut Self) -> bool) -> Result<(), Stopped> {
        let (before, faces) = (self.paths, self.faces.len());
        self.folded = 0.0;
        loop {
            self.known_rolls = self.choices.len();
            self.depth = self.first;
            self.weight = 1.0;
            let goes_on = way(self);
            self.added.clear();
            self.paths += 1;
            self.rolls += (self.depth - self.first) as u64;
            if (self.paths - before).is_multiple_of(RECKONED) {
                self.reckon(self.paths - before);
            }
            if self.is_spent() || !goes_on {
                self.choices.truncate(self.first);
                self.faces.truncate(faces);
                self.forget();
                self.openings.forget();
                return Err(Stopped);
            }
            if !self.advance() {
                return Ok(());
            }
        }
    }

    /// What was done so far, in ways: those played, or as many as the rolls or the terms of sums would have cost, or those expected.
    pub fn work(&self) -> u64 {
        self.paths
            .max(self.rolls / ROLLS)
            .max(self.distributions.terms.saturating_sub(FREE).div_ceil(TERMS))
            .max(self.expected)
    }

    /// How many ways there will be, if those to come are like those played; by what part of all choices has been gone through.
    fn reckon(&mut self, played: u64) {
        let (mut share, mut done) = (1.0, 0.0);
        for choice in &self.choices[self.first..] {
            share /= choice.count as f64;
            done += share * choice.at as f64;
        }
        let expected = (played as f64 / (done + share)) as u64;
        if expected / FAR > self.limit {
            self.expected = expected.min(self.limit.saturating_mul(MOST));
        }
    }

    /// Whether more was done than the limit allows: more [`Enumerated::work`], without the divisions.
    #[inline]
    fn is_spent(&self) -> bool {
        self.paths > self.limit
            || self.rolls / ROLLS > self.limit
            || self.distributions.terms > self.distributions.most
            || self.expected > self.limit
    }

    /// Limits the ways.
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
        self.expected = 0;
        self.distributions.most = limit.saturating_mul(TERMS).saturating_add(FREE);
    }

    /// Drops what was reported on all ways.
    pub fn forget(&mut self) {
        self.counted.clear();
        self.shares.clear();
    }

    /// Takes what was reported on all ways.
    pub fn take_shares(&mut self, into: &mut Vec<Share>) {
        if !self.shares.is_empty() {
            into.append(&mut self.shares);
        }
        if let Some(report) = self.reports.keep(&mut self.counted) {
            into.push(Share { report, probability: 1.0 });
        }
    }

    /// Moves on to the next way; false if this was the last.
    #[inline]
    fn advance(&mut self) -> bool {
        while self.choices.len() > self.first
            && let Some(choice) = self.choices.last_mut()
        {
            choice.at += 1;
            if choice.at < choice.count {
                return true;
            }
            if let Answers::Faces(from) = choice.answers {
                self.faces.truncate(from);
            }
            self.choices.pop();
        }
        false
    }

    /// The next roll: a known choice, or a new one made by `answers`. Gives its place.
    fn next(&mut self, answers: impl FnOnce(&mut Self) -> (Answers, usize)) -> usize {
        let place = self.depth;
        if place == self.choices.len() {
            let (answers, count) = answers(self);
            self.choices.push(Choice { answers, count, at: 0, before: self.weight });
        }
        self.depth += 1;
        place
    }

    fn sums(&mut self, find: impl FnOnce(&mut Distributions, &Pools) -> Place) -> Score {
        let place = self.next(|this| {
            let place = find(&mut this.distributions, this.pools);
            let sums = this.distributions.at(place);
            this.folded += this.weight * sums.folded;
            (Answers::Sums(place), sums.outcomes.len())
        });
        let choice = &self.choices[place];
        let Answers::Sums(sums) = choice.answers else { unreachable!("a replay asks the same rolls") };
        let (score, weight) = self.distributions.at(sums).outcomes[choice.at];
        self.weight = choice.before * weight;
        score
    }

    fn face(&mut self, faces: impl FnOnce(&mut Vec<(u32, f64)>)) -> u32 {
        let place = self.next(|this| {
            let from = this.faces.len();
            faces(&mut this.faces);
            (Answers::Faces(from), this.faces.len() - from)
        });
        let choice = &self.choices[place];
        let Answers::Faces(from) = choice.answers else { unreachable!("a replay asks the same rolls") };
        let (face, weight) = self.faces[from + choice.at];
        self.weight = choice.before * weight;
        face
    }
}

impl Chance for Enumerated<'_> {
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        if dice == 0 {
            return Score::ZERO;
        }
        self.sums(|distributions, pools| distributions.pool(pools, pool, dice))
    }

    fn total(&mut self, parts: &[(Pool, u32)]) -> Score {
        self.sums(|distributions, pools| distributions.total(pools, parts))
    }

    fn die<T: Copy + PartialEq>(&mut self, _roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        let face = self.face(|faces| {
            let from = faces.len();
            let one = 1.0 / f64::from(sides);
            for number in 1..=sides {
                let alike = faces[from..].iter_mut().find(|(known, _)| read(*known as u8) == read(number));
                match alike {
                    Some((_, weight)) => *weight += one,
                    None => faces.push((number.into(), one)),
                }
            }
        });
        read(face as u8)
    }

    fn draw(&mut self, _roll: Roll, ways: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        let index = self.face(|faces| {
            let all: u32 = ways.iter().sum();
            let weighed = (0..).zip(ways).filter(|&(_, &ways)| ways > 0);
            faces.extend(weighed.map(|(index, &ways)| (index, f64::from(ways) / f64::from(all))));
        });
        index as usize
    }

    fn part<T: Clone + Eq + Hash + 'static>(&mut self, play: impl Fn(&mut Self) -> T) -> T {
        self.answer(&play, |this| Rc::new(this.weigh(&play)))
    }

    fn part_of<K, T>(&mut self, key: K, play: impl Fn(&mut Self) -> T) -> T
    where
        K: Eq + Hash + 'static,
        T: Clone + Eq + Hash + 'static,
    {
        self.answer(&play, |this| this.known_or(key, |this| this.weigh(&play)))
    }

    fn part_alike<K, T>(
        &mut self,
        key: impl Fn() -> K,
        play: impl Fn(&mut Self) -> T,
        alike: impl Fn(&T) -> T,
    ) -> T
    where
        K: Eq + Hash + 'static,
        T: Clone + Eq + Hash + 'static,
    {
        self.answer(&play, |this| Rc::new(this.known_or(key(), |this| this.weigh(&play)).read(alike)))
    }

    fn opening<S>(&mut self, state: &mut S, rest: u16, play: impl Fn(&mut Self, &mut S))
    where
        S: Copy + Eq + Hash + 'static,
    {
        self.play_opening(state, rest, play);
    }

    fn measure(&mut self, measure: impl Named, value: u32) {
        // Whatever is rolled from here on, it was reported: all ways that begin like this one count together, as the first of them.
        if self.matchup.is_none() && self.depth >= self.known_rolls {
            self.counted.count(measure.index(), value, self.weight);
        }
    }

    fn enter(&mut self, matchup: Option<usize>) {
        self.matchup = matchup;
    }

    fn add(&mut self, measure: impl Named, value: u32) {
        if value > 0 && self.matchup.is_none() {
            self.added.push((measure.index(), value));
        }
    }
}
