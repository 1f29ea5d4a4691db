//! What follows the opening of a step.
//!
//! Openings of many states come to the same, and where the rest is the same too, so is all that follows: a tail. It is played once, kept
//! way by way, and weighed anew wherever it comes again.

use rules::Events;

use crate::counted::Share;
use crate::edges::{Edges, Target};

/// The end of a way.
#[derive(Clone, Copy)]
struct End {
    to: Target,
    gone: Events,
    weight: f64,
    added: (u32, u32),
}

/// The ways of a tail: one at least, if it is known.
#[derive(Clone, Copy, Default)]
struct Ways {
    ends: (u32, u32),
    shares: (u32, u32),
    folded: f64,
}

/// The tails that are known, by number.
#[derive(Default)]
pub struct Tails {
    known: Vec<Ways>,
    ends: Vec<End>,
    /// What ends add to measures.
    added: Vec<(usize, u32)>,
    shares: Vec<Share>,
    /// Where the tail at hand begins.
    first: usize,
}

/// Room for so many at first.
const ROOM: usize = 1024;

impl Tails {
    /// Whether a tail is known.
    #[inline]
    pub fn knows(&self, tail: u32) -> bool {
        self.known.get(tail as usize).is_some_and(|ways| ways.ends.1 > 0)
    }

    /// One way of the tail at hand leads to a target, with events that have left the state and what is added to measures.
    #[inline]
    pub fn reach(&mut self, to: Target, gone: Events, added: &[(usize, u32)], weight: f64) {
        if self.ends.is_empty() {
            self.ends.reserve(ROOM);
            self.known.reserve(ROOM);
        }
        let first = self.added.len() as u32;
        self.added.extend_from_slice(added);
        self.ends.push(End { to, gone, weight, added: (first, self.added.len() as u32) });
    }

    /// Drops the tail at hand.
    pub fn forget(&mut self) {
        self.ends.truncate(self.first);
        self.added.truncate(self.ends.last().map_or(0, |end| end.added.1 as usize));
    }

    /// Keeps the tail at hand, with what it reports and what was cut off in it.
    pub fn keep(&mut self, tail: u32, folded: f64, report: impl FnOnce(&mut Vec<Share>)) {
        let share = self.shares.len() as u32;
        report(&mut self.shares);
        let ends = (self.first as u32, self.ends.len() as u32);
        self.first = self.ends.len();
        if self.known.len() <= tail as usize {
            self.known.resize(tail as usize + 1, Ways::default());
        }
        self.known[tail as usize] = Ways { ends, shares: (share, self.shares.len() as u32), folded };
    }

    /// Takes a tail into the step at hand, where it comes with some probability; gives what was cut off.
    #[inline]
    pub fn follow(&self, tail: u32, weight: f64, edges: &mut Edges, shares: &mut Vec<Share>) -> f64 {
        let Ways { ends, shares: reported, folded } = self.known[tail as usize];
        for end in &self.ends[ends.0 as usize..ends.1 as usize] {
            let added = match end.added {
                (first, last) if first == last => &[],
                (first, last) => &self.added[first as usize..last as usize],
            };
            edges.reach(end.to, end.gone, added, weight * end.weight);
        }
        for share in &self.shares[reported.0 as usize..reported.1 as usize] {
            shares.push(Share { probability: weight * share.probability, ..*share });
        }
        weight * folded
    }
}
