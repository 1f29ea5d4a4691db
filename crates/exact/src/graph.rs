//! States, and the states that their steps lead to.
//!
//! The step of a state is played over every outcome when the state is first reached. The result is kept as edges to other states.

use std::hash::{Hash, Hasher};

use chance::{Events, Flow, Game};
use hashbrown::HashTable;

use crate::edges::{Edge, Edges, Endless, Load, Place, Target};
use crate::enumerated::Enumerated;
use crate::packing::Packing;
use crate::reports::Share;

/// The result of a state's step.
#[derive(Clone, Copy)]
struct Expansion {
    edges: (Place, Place),
    shares: (u32, u32),
    folded: f64,
}

/// The result of a round that ends in a state.
#[derive(Clone, Copy)]
pub struct Ending {
    /// The target is destroyed.
    pub killed: bool,
    /// Later rounds change nothing.
    pub over: bool,
    /// The events that have happened by the state.
    pub events: Events,
}

/// Why a step was not played to its end.
pub enum Unplayed {
    /// The limits are spent.
    Limits,
    /// It leads to itself and nowhere else.
    Endless,
}

impl From<Endless> for Unplayed {
    fn from(_: Endless) -> Self {
        Self::Endless
    }
}

/// The moves that a state's step can make.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    /// The edges to the next states.
    pub edges: &'a [Edge],
    /// The loads of the edges, in their order.
    pub loads: &'a [Load],
    /// The reports of the step.
    pub shares: &'a [Share],
    /// The probability that was cut off.
    pub folded: f64,
}

/// The initial capacity for states. Growing from nothing would cost more than solving a small match-up.
const INITIAL_CAPACITY: usize = 112;

/// The states reached so far.
pub struct Graph<S> {
    states: Vec<S>,
    /// The hash of each state and its number.
    numbers: HashTable<(u32, u32)>,
    expansions: Vec<Option<Expansion>>,
    endings: Vec<Option<Ending>>,
    /// The edges between them.
    pub edges: Edges,
    shares: Vec<Share>,
    /// The largest number of states.
    pub limit: usize,
}

/// A short hash of a state. It is kept, so that a growing table need not hash the states again.
#[inline]
fn hash(state: &impl Hash) -> u32 {
    let mut packing = Packing::default();
    state.hash(&mut packing);
    packing.finish() as u32
}

/// Spreads a short hash over 64 bits, because tables use the lowest and the highest bits.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

impl<S> Graph<S> {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }
}

impl<S: Clone + Eq + Hash> Graph<S> {
    /// No states.
    pub fn new() -> Self {
        Self {
            states: Vec::with_capacity(INITIAL_CAPACITY),
            numbers: HashTable::with_capacity(INITIAL_CAPACITY),
            expansions: Vec::with_capacity(INITIAL_CAPACITY),
            endings: Vec::with_capacity(INITIAL_CAPACITY),
            edges: Edges::new(),
            shares: Vec::with_capacity(INITIAL_CAPACITY),
            limit: 0,
        }
    }

    /// The number of a state.
    pub fn state(&mut self, state: &S) -> u32 {
        let (states, hash) = (&self.states, hash(state));
        let same = |&(known, number): &(u32, u32)| known == hash && states[number as usize] == *state;
        match self.numbers.find(spread(hash), same) {
            Some(&(_, number)) => number,
            None => self.add(state, hash),
        }
    }

    fn add(&mut self, state: &S, hash: u32) -> u32 {
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert_unique(spread(hash), (hash, number), |&(hash, _)| spread(hash));
        self.expansions.push(None);
        self.endings.push(None);
        self.edges.make_room(self.states.len());
        number
    }

    /// The state of a number.
    pub fn at(&self, number: u32) -> &S {
        &self.states[number as usize]
    }

    /// The places of events.
    pub fn seen(&mut self, events: Events) -> Vec<usize> {
        events.indices().map(|event| self.edges.events.place(event).into()).collect()
    }

    /// The result of a round that ends in this state.
    pub fn ending<G: Game<State = S>>(&mut self, game: &G, state: u32) -> Ending {
        let known = &self.states[state as usize];
        *self.endings[state as usize].get_or_insert_with(|| {
            let killed = game.is_killed(known);
            Ending { killed, over: killed || game.is_over(known), events: game.events(known) }
        })
    }

    /// The moves of a state's step, if it was played.
    pub fn step(&self, state: u32) -> Option<Moves<'_>> {
        let Expansion { edges, shares, folded } = self.expansions[state as usize]?;
        let (edges, loads) = self.edges.of(edges);
        Some(Moves { edges, loads, shares: &self.shares[shares.0 as usize..shares.1 as usize], folded })
    }

    /// Plays a state's step over every outcome.
    pub fn expand<G: Game<State = S>>(
        &mut self,
        game: &G,
        from: u32,
        chance: &mut Enumerated,
    ) -> Result<(), Unplayed> {
        let before = self.states[from as usize].clone();
        let first = self.shares.len();
        self.play(game, &before, chance)?;
        let (edges, elsewhere) = self.edges.keep(Target::new(from, false))?;
        chance.take_shares(&mut self.shares);
        self.shares[first..].iter_mut().for_each(|share| share.probability /= elsewhere);
        let shares = (first as u32, self.shares.len() as u32);
        self.expansions[from as usize] = Some(Expansion { edges, shares, folded: chance.folded });
        Ok(())
    }

    /// Plays all paths of a step.
    fn play<G: Game<State = S>>(
        &mut self,
        game: &G,
        before: &S,
        chance: &mut Enumerated,
    ) -> Result<(), Unplayed> {
        let played = chance.every(|chance| {
            let mut state = before.clone();
            let over = game.step(&mut state, chance) == Flow::RoundOver;
            let gone = game.forget(&mut state);
            let to = Target::new(self.state(&state), over);
            self.edges.reach(to, gone, &chance.added, chance.weight);
            self.states.len() <= self.limit
        });
        played.map_err(|_| {
            self.edges.forget();
            Unplayed::Limits
        })
    }
}
