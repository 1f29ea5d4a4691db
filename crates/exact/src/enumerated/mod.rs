//! A source of chance that returns every outcome, one after the other.
//!
//! The rules are replayed once for each path through their rolls. [`Enumerated`] keeps the outcomes of the current path;
//! [`Enumerated::advance`] moves on to the next path, as an odometer does. The probability of an outcome comes from counting faces.
//! Faces that read alike are one outcome.

mod parts;

use std::any::Any;
use std::hash::Hash;
use std::panic::Location;
use std::rc::Rc;

use chance::Chance;
use chance::dice::{Pool, Pools, Roll, Score, Shows};
use chance::fields::Index;

use crate::pools::{Distributions, Place};
use crate::reports::{Counted, Reports, Share};
use parts::KnownParts;

/// A roll on the current path.
struct Choice {
    answers: Answers,
    /// The number of outcomes.
    count: usize,
    /// The outcome on this path.
    at: usize,
    /// The probability of the path before this roll.
    before: f64,
}

/// The outcomes of a roll.
enum Answers {
    /// Sums of a pool.
    Sums(Place),
    /// Faces or cards: those of `Enumerated::faces` from this place on.
    Faces(usize),
    /// Answers of a part of the rules: a [`PartAnswers`](parts::PartAnswers).
    Part(Rc<dyn Any>),
}

/// Returns every outcome in turn.
pub struct Enumerated<'a> {
    pools: &'a Pools,
    distributions: Distributions,
    /// The choices of the current path. The choices inside a part follow those of the path that leads to the part.
    choices: Vec<Choice>,
    /// The first choice of the step or part that is being enumerated.
    first: usize,
    /// The number of choices that this replay has used, including those before `first`.
    depth: usize,
    /// The probability of the path so far.
    pub weight: f64,
    /// Faces (or cards), one for all that read alike, with their share of all faces.
    faces: Vec<(u32, f64)>,
    /// The answers of parts that were computed before.
    known: KnownParts,
    /// The match-up of a battle that is being played. Its parts have their own answers, and its measures are not counted.
    matchup: Option<usize>,
    /// The number of rolls that this path shares with the one before it. Reports before the last of them are counted already.
    known_rolls: usize,
    /// The amounts added to measures on this path.
    pub added: Vec<(usize, u32)>,
    /// The measures reported on all paths since they were last taken, and the reports of parts on these paths.
    counted: Counted,
    /// Empty counts, kept for the memory that they have allocated.
    spare: Vec<Counted>,
    shares: Vec<Share>,
    /// The reports of parts and steps.
    pub reports: Reports,
    /// Paths played so far.
    pub paths: u64,
    /// The paths that were played in vain, because the limit was reached before the last one. They will be played again.
    pub wasted_paths: u64,
    /// Rolls on these paths.
    rolls: u64,
    /// The expected number of paths, if the enumeration gave up because of it.
    expected: u64,
    /// The largest [`Enumerated::work`] that is done.
    limit: u64,
    /// The weight of what was cut off since this was last set to 0.
    pub folded: f64,
}

/// A path may have this many rolls on average. More rolls count as more paths.
const ROLLS_PER_PATH: u64 = 32;

/// The number of all paths is estimated each time after this many paths.
const ESTIMATE_EVERY: u64 = 1 << 16;

/// The enumeration gives up when this many times the limit are expected. The estimate may be too high, so it gives up late.
const GIVE_UP_FACTOR: u64 = 16;

/// The estimate is cut off at this many times the limit.
const LARGEST_FACTOR: u64 = 1000;

/// This many terms of a sum of dice cost as much as a path.
const TERMS_PER_PATH: u64 = 16;

/// This many terms are free: they cost less than a millisecond.
const FREE_TERMS: u64 = 1 << 16;

/// Not every path was played.
#[derive(Debug)]
pub struct Stopped;

impl<'a> Enumerated<'a> {
    /// Begins with nothing rolled.
    pub fn new(pools: &'a Pools) -> Self {
        Self {
            pools,
            distributions: Distributions::new(),
            choices: Vec::new(),
            first: 0,
            depth: 0,
            weight: 1.0,
            faces: Vec::new(),
            known: KnownParts::default(),
            matchup: None,
            known_rolls: 0,
            added: Vec::new(),
            counted: Counted::default(),
            spare: Vec::new(),
            shares: Vec::new(),
            reports: Reports::default(),
            paths: 0,
            wasted_paths: 0,
            rolls: 0,
            expected: 0,
            limit: 0,
            folded: 0.0,
        }
    }

    /// Plays every path. `play` plays the current path to its end and returns whether to continue; [`Enumerated::weight`] is then the
    /// probability of the path.
    pub fn every(&mut self, mut play: impl FnMut(&mut Self) -> bool) -> Result<(), Stopped> {
        let (before, faces) = (self.paths, self.faces.len());
        self.folded = 0.0;
        let mut own_paths = 0;
        loop {
            self.known_rolls = self.choices.len();
            self.depth = self.first;
            self.weight = 1.0;
            let continues = play(self);
            self.added.clear();
            self.paths += 1;
            own_paths += 1;
            self.rolls += (self.depth - self.first) as u64;
            if (self.paths - before).is_multiple_of(ESTIMATE_EVERY) {
                self.estimate_paths(self.paths - before);
            }
            if self.is_spent() || !continues {
                self.choices.truncate(self.first);
                self.faces.truncate(faces);
                self.forget();
                self.wasted_paths += own_paths;
                return Err(Stopped);
            }
            if !self.advance() {
                return Ok(());
            }
        }
    }

    /// Returns the work so far, in paths: the largest of the paths that were played, those that the rolls or the terms of sums cost as
    /// much as, and those that are expected.
    pub fn work(&self) -> u64 {
        self.paths
            .max(self.rolls / ROLLS_PER_PATH)
            .max(self.distributions.terms.saturating_sub(FREE_TERMS).div_ceil(TERMS_PER_PATH))
            .max(self.expected)
    }

    /// Estimates the number of all paths from the share of choices that the played ones cover.
    fn estimate_paths(&mut self, played: u64) {
        let (mut share, mut done) = (1.0, 0.0);
        for choice in &self.choices[self.first..] {
            share /= choice.count as f64;
            done += share * choice.at as f64;
        }
        let expected = (played as f64 / (done + share)) as u64;
        if expected / GIVE_UP_FACTOR > self.limit {
            self.expected = expected.min(self.limit.saturating_mul(LARGEST_FACTOR));
        }
    }

    /// Whether [`Enumerated::work`] is beyond the limit, computed without divisions.
    #[inline]
    fn is_spent(&self) -> bool {
        self.paths > self.limit
            || self.rolls / ROLLS_PER_PATH > self.limit
            || self.distributions.terms > self.distributions.most
            || self.expected > self.limit
    }

    /// Limits the paths.
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
        self.expected = 0;
        self.distributions.most = limit.saturating_mul(TERMS_PER_PATH).saturating_add(FREE_TERMS);
    }

    /// Drops the reports of all paths.
    pub fn forget(&mut self) {
        self.counted.clear();
        self.shares.clear();
    }

    /// Takes the reports of all paths.
    pub fn take_shares(&mut self, into: &mut Vec<Share>) {
        if !self.shares.is_empty() {
            into.append(&mut self.shares);
        }
        if let Some(report) = self.reports.keep(&mut self.counted) {
            into.push(Share { report, probability: 1.0 });
        }
    }

    /// Moves on to the next path; returns false if this was the last.
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

    /// The next roll: a known choice, or a new one made by `answers`. Returns its place.
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

    fn total(&mut self, kinds: &[(Pool, u32)], _after: impl Fn(&mut Self, usize, Score)) -> Score {
        self.sums(|distributions, pools| distributions.total(pools, kinds))
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

    fn draw(&mut self, _roll: Roll, copies: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        let index = self.face(|faces| {
            let all: u32 = copies.iter().sum();
            let weighed = (0..).zip(copies).filter(|&(_, &copies)| copies > 0);
            faces.extend(weighed.map(|(index, &copies)| (index, f64::from(copies) / f64::from(all))));
        });
        index as usize
    }

    #[track_caller]
    fn part<K, T>(&mut self, key: K, play: impl Fn(&mut Self) -> T) -> T
    where
        K: Eq + Hash + 'static,
        T: Clone + Eq + Hash + 'static,
    {
        self.answer(Location::caller(), key, play)
    }

    fn measure(&mut self, measure: impl Index, value: u32) {
        // The report does not depend on later rolls. So it counts once for all paths that begin like this one, on the first of them.
        if self.matchup.is_none() && self.depth >= self.known_rolls {
            self.counted.count(measure.index(), value, self.weight);
        }
    }

    fn add(&mut self, measure: impl Index, value: u32) {
        if value > 0 && self.matchup.is_none() {
            self.added.push((measure.index(), value));
        }
    }

    fn within<T>(&mut self, matchup: usize, play: impl FnOnce(&mut Self) -> T) -> T {
        self.matchup = Some(matchup);
        let answer = play(self);
        self.matchup = None;
        answer
    }
}
