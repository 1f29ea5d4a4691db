//! Openings of steps, and the tails that follow them.
//!
//! The states that come of openings have numbers, and so has each tail: what follows such a state with a certain rest. While a tail is played the
//! opening holds still: it is no choice of the way.

use std::any::Any;
use std::hash::{BuildHasherDefault, Hash};
use std::rc::Rc;

use indexmap::IndexSet;
use rules::Chance;

use super::Enumerated;
use super::parts::Weighed;
use crate::packing::Packing;

/// States that came of openings, by number.
type Numbered<S> = IndexSet<S, BuildHasherDefault<Packing>>;

/// The number of a state that came of an opening.
#[derive(Clone, Copy)]
struct Outcome(u32);

/// The openings of a match-up.
#[derive(Default)]
pub struct Openings {
    /// That of the step at hand, once the step has come to it.
    opening: Option<Opening>,
    /// The tails that follow it, by number, and how likely they are.
    tails: Vec<(u32, f64)>,
    /// A [`Numbered`].
    outcomes: Option<Box<dyn Any>>,
    /// By the rest, then by the number of the state that came of an opening: one more than the number of the tail.
    numbers: Vec<Vec<u32>>,
    count: u32,
}

/// The opening of the step at hand.
struct Opening {
    weighed: Rc<Weighed<Outcome>>,
    /// Which outcome is played on with.
    at: usize,
    /// The tails of so many are known to have been played.
    known: usize,
}

/// Room for the tails of so many states at first.
const ROOM: usize = 64;

impl Openings {
    /// Whether the step at hand has come to an opening.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.opening.is_some()
    }

    /// The number of the tail that is played, if the step at hand has an opening.
    pub fn tail(&self) -> Option<u32> {
        let opening = self.opening.as_ref()?;
        self.tails.get(opening.at).map(|&(tail, _)| tail)
    }

    /// All tails that follow the opening at hand, or the one that was closed last.
    pub fn tails(&self) -> &[(u32, f64)] {
        &self.tails
    }

    /// Turns to a tail of the opening that is still to be played; false if there is none.
    pub fn turn_to(&mut self, unplayed: impl Fn(u32) -> bool) -> bool {
        let Some(opening) = &mut self.opening else { return false };
        let found = self.tails[opening.known..].iter().position(|&(tail, _)| unplayed(tail));
        opening.known += found.unwrap_or_default();
        opening.at = opening.known;
        found.is_some()
    }

    /// The step at hand was broken off.
    pub fn forget(&mut self) {
        self.opening = None;
    }

    fn number<S: Eq + Hash + 'static>(&mut self, state: S) -> Outcome {
        let outcomes = self.outcomes.get_or_insert_with(|| Box::new(Numbered::<S>::default()));
        let outcomes: &mut Numbered<S> = outcomes.downcast_mut().expect("a match-up has one opening");
        Outcome(outcomes.insert_full(state).0 as u32)
    }

    /// The state that came of the opening at hand and is played on with.
    fn outcome<S: 'static>(&self) -> Option<&S> {
        let Opening { weighed, at, .. } = self.opening.as_ref()?;
        let &(Outcome(number), _) = weighed.answers.get(*at)?;
        let outcomes: &Numbered<S> = self.outcomes.as_ref()?.downcast_ref()?;
        outcomes.get_index(number as usize)
    }

    fn open(&mut self, weighed: Rc<Weighed<Outcome>>, rest: usize) {
        if self.numbers.len() <= rest {
            self.numbers.resize(rest + 1, Vec::new());
        }
        let numbers = &mut self.numbers[rest];
        if numbers.is_empty() {
            numbers.reserve(ROOM);
        }
        self.tails.clear();
        // If any is still to be played, the newest is.
        let mut newest = 0;
        for (place, &(Outcome(outcome), weight)) in weighed.answers.iter().enumerate() {
            if numbers.len() <= outcome as usize {
                numbers.resize(outcome as usize + 1, 0);
            }
            let number = &mut numbers[outcome as usize];
            if *number == 0 {
                self.count += 1;
                *number = self.count;
                newest = place;
            }
            self.tails.push((*number - 1, weight));
        }
        self.opening = Some(Opening { weighed, at: newest, known: 0 });
    }
}

impl Enumerated<'_> {
    /// Gives the state that came of the opening and is played on with.
    pub(super) fn play_opening<S>(&mut self, state: &mut S, rest: u16, play: impl Fn(&mut Self, &mut S))
    where
        S: Copy + Eq + Hash + 'static,
    {
        let before = *state;
        let played = |this: &mut Self| {
            let mut state = before;
            play(this, &mut state);
            state
        };
        if self.matchup.is_some() {
            // What follows depends on the battle too.
            *state = self.part_of(before, played);
            return;
        }
        debug_assert_eq!(self.depth, 0, "an opening comes first in its step");
        if self.openings.opening.is_none() {
            let weighed = self.known_or(before, |this| {
                let Weighed { answers, shares, folded } = this.weigh(played);
                let numbered = |(state, weight)| (this.openings.number(state), weight);
                Weighed { answers: answers.into_iter().map(numbered).collect(), shares, folded }
            });
            self.rolls += weighed.answers.len() as u64;
            self.openings.open(weighed, rest.into());
        }
        match self.openings.outcome() {
            Some(outcome) => *state = *outcome,
            // Only where there were too many paths to find a first one.
            None => play(self, state),
        }
    }

    /// Ends a step with an opening: what is left to be told of it is what the opening has reported and cut off.
    pub fn close(&mut self) {
        if let Some(Opening { weighed, .. }) = self.openings.opening.take() {
            self.shares.extend_from_slice(&weighed.shares);
            self.folded = weighed.folded;
        }
    }
}
