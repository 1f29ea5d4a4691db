//! States and what a step makes of them.
//!
//! A step is played over every outcome when its state is first come to; what came of it is kept as edges to other states. Beside its
//! probability an edge tells what of it brings an event that no later rule reads, and what it adds to a measure: neither
//! stands in the state.

use std::hash::BuildHasherDefault;

use indexmap::IndexSet;
use rules::{Events, Flow, Game};

use crate::counted::Share;
use crate::enumerated::Enumerated;
use crate::packing::Packing;

/// What a step makes of a state.
#[derive(Clone, Copy)]
struct Expansion {
    edges: (u32, u32),
    shares: (u32, u32),
    folded: f64,
}

/// A state that a step leads to, and whether the round is over with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Target(u32);

impl Target {
    fn new(state: u32, over: bool) -> Self {
        Self(state << 1 | u32::from(over))
    }

    /// The state.
    pub fn state(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the round is over.
    pub fn is_over(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A way from a state to another.
#[derive(Clone, Copy)]
pub struct Edge {
    /// Where it leads.
    pub to: Target,
    /// One more than the place of its [`Burden`]; 0 if it has none.
    burden: u32,
    /// How likely it is.
    pub probability: f64,
}

/// What an edge carries beside its probability: a range of [`Load`]s.
#[derive(Clone, Copy)]
struct Burden(u32, u32);

/// A part of an edge that brings an event or adds to a measure.
#[derive(Clone, Copy)]
pub struct Load {
    /// What it is.
    pub what: What,
    /// How likely the edge is taken with it.
    pub probability: f64,
}

/// What a part of an edge carries. Events and measures go by the order in which they were first seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// An event that has left the state.
    Event(u8),
    /// So much added to a measure.
    More(u8, u32),
}

/// What a round's end makes of a state.
#[derive(Clone, Copy)]
pub struct Ending {
    /// The target is destroyed.
    pub killed: bool,
    /// Later rounds change nothing.
    pub over: bool,
    /// The events that the state tells of.
    pub events: Events,
}

/// Why a step was not played to its end.
pub enum Unplayed {
    /// The limits are spent.
    Limits,
    /// It leads to itself and nowhere else.
    Endless,
}

/// A step of a state that is known.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Where it leads.
    pub edges: &'a [Edge],
    /// What it reports.
    pub shares: &'a [Share],
    /// What was cut off.
    pub folded: f64,
}

/// Indices in the order in which they were first seen.
#[derive(Clone, Debug, Default)]
pub struct Seen(pub Vec<usize>);

impl Seen {
    #[inline]
    fn place(&mut self, index: usize) -> u8 {
        let place = self.0.iter().position(|&known| known == index);
        place.unwrap_or_else(|| {
            self.0.push(index);
            self.0.len() - 1
        }) as u8
    }
}

/// Room for so many states at first, and for so many edges of each: to grow step by step from nothing costs more than a small match-up itself.
const ROOM: usize = 64;
const SOME: usize = 8;

/// The states come to so far.
pub struct Graph<S> {
    states: IndexSet<S, BuildHasherDefault<Packing>>,
    expansions: Vec<Option<Expansion>>,
    endings: Vec<Option<Ending>>,
    edges: Vec<Edge>,
    burdens: Vec<Burden>,
    loads: Vec<Load>,
    shares: Vec<Share>,
    /// Events that have left a state.
    pub events: Seen,
    /// Measures that are added up.
    pub measures: Seen,
    /// For the step at hand: one more than the place of the edge to each target.
    edge_to: Vec<u32>,
    /// For the step at hand: what its edges carry, by the edge's place.
    carried: Vec<(u32, What, f64)>,
    /// No more states than this are followed.
    pub limit: usize,
}

impl<S: Clone + Eq + std::hash::Hash> Graph<S> {
    /// No states.
    pub fn new() -> Self {
        Self {
            states: IndexSet::with_capacity_and_hasher(ROOM, BuildHasherDefault::default()),
            expansions: Vec::with_capacity(ROOM),
            endings: Vec::with_capacity(ROOM),
            edges: Vec::with_capacity(ROOM * SOME),
            burdens: Vec::with_capacity(ROOM * SOME),
            loads: Vec::with_capacity(ROOM * SOME),
            shares: Vec::with_capacity(ROOM),
            events: Seen::default(),
            measures: Seen::default(),
            edge_to: Vec::with_capacity(2 * ROOM),
            carried: Vec::with_capacity(ROOM),
            limit: 0,
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of a state.
    pub fn state(&mut self, state: S) -> u32 {
        // Most states are known: to look them up takes half of what it takes to insert them.
        let place = self.states.get_index_of(&state).unwrap_or_else(|| {
            self.expansions.push(None);
            self.endings.push(None);
            self.edge_to.extend([0, 0]);
            self.states.insert_full(state).0
        });
        place as u32
    }

    /// The places of events.
    pub fn seen(&mut self, events: Events) -> Vec<usize> {
        let them = (0..u32::BITS as usize).filter(|&event| events.has(event));
        them.map(|event| self.events.place(event).into()).collect()
    }

    /// What an edge carries.
    pub fn loads(&self, edge: &Edge) -> &[Load] {
        if edge.burden == 0 {
            return &[];
        }
        let Burden(from, to) = self.burdens[edge.burden as usize - 1];
        &self.loads[from as usize..to as usize]
    }

    /// What a round's end makes of a state.
    pub fn ending<G: Game<State = S>>(&mut self, game: &G, state: u32) -> Ending {
        let known = &self.states[state as usize];
        *self.endings[state as usize].get_or_insert_with(|| {
            let killed = game.is_killed(known);
            Ending { killed, over: killed || game.is_over(known), events: game.events(known) }
        })
    }

    /// What is known of a state's step.
    pub fn step(&self, state: u32) -> Option<Step<'_>> {
        let Expansion { edges, shares, folded } = self.expansions[state as usize]?;
        Some(Step {
            edges: &self.edges[edges.0 as usize..edges.1 as usize],
            shares: &self.shares[shares.0 as usize..shares.1 as usize],
            folded,
        })
    }

    /// Plays a state's step over every outcome.
    pub fn expand<G: Game<State = S>>(
        &mut self,
        game: &G,
        from: u32,
        chance: &mut Enumerated,
    ) -> Result<(), Unplayed> {
        let before = self.states[from as usize].clone();
        let (first_edge, first_share) = (self.edges.len(), self.shares.len());
        chance.folded = 0.0;
        let played = chance.every(
            |chance| {
                let mut state = before.clone();
                let flow = game.step(&mut state, chance);
                let gone = game.forget(&mut state);
                (state, flow == Flow::RoundOver, gone)
            },
            |chance, (state, over, gone), weight| {
                let to = Target::new(self.state(state), over);
                self.reach(first_edge, to, gone, &chance.added, weight);
                self.states.len() <= self.limit
            },
        );
        for edge in &self.edges[first_edge..] {
            self.edge_to[edge.to.0 as usize] = 0;
        }
        if played.is_err() {
            self.edges.truncate(first_edge);
            self.carried.clear();
            return Err(Unplayed::Limits);
        }
        chance.take_shares(&mut self.shares);
        self.unload(first_edge);
        self.leave(first_edge, first_share, Target::new(from, false))?;
        self.expansions[from as usize] = Some(Expansion {
            edges: (first_edge as u32, self.edges.len() as u32),
            shares: (first_share as u32, self.shares.len() as u32),
            folded: chance.folded,
        });
        Ok(())
    }

    /// One way of the step at hand has come to its end.
    fn reach(&mut self, first: usize, to: Target, gone: Events, added: &[(usize, u32)], weight: f64) {
        let place = &mut self.edge_to[to.0 as usize];
        if *place == 0 {
            self.edges.push(Edge { to, burden: 0, probability: 0.0 });
            *place = (self.edges.len() - first) as u32;
        }
        let place = *place - 1;
        self.edges[first + place as usize].probability += weight;
        let mut events = gone.0;
        while events != 0 {
            let event = What::Event(self.events.place(events.trailing_zeros() as usize));
            events &= events - 1;
            self.carried.push((place, event, weight));
        }
        for (order, &(measure, value)) in added.iter().enumerate() {
            // All that this way adds to a measure is one sum, told with the first.
            if added[..order].iter().all(|&(earlier, _)| earlier != measure) {
                let rest = added[order + 1..].iter().filter(|&&(later, _)| later == measure);
                let sum = value + rest.map(|&(_, more)| more).sum::<u32>();
                self.carried.push((place, What::More(self.measures.place(measure), sum), weight));
            }
        }
    }

    /// Gives each edge of the step at hand its burden.
    fn unload(&mut self, first: usize) {
        self.carried.sort_unstable_by_key(|&(edge, what, _)| (edge, what));
        let mut last = None;
        for (edge, what, weight) in self.carried.drain(..) {
            if last == Some((edge, what))
                && let Some(load) = self.loads.last_mut()
            {
                load.probability += weight;
                continue;
            }
            last = Some((edge, what));
            let end = self.loads.len() as u32;
            self.loads.push(Load { what, probability: weight });
            let burden = &mut self.edges[first + edge as usize].burden;
            if *burden == 0 {
                self.burdens.push(Burden(end, end));
                *burden = self.burdens.len() as u32;
            }
            self.burdens[*burden as usize - 1].1 = end + 1;
        }
    }

    /// "Both roll again": a step that leads back to itself is repeated until it leads elsewhere. One that adds to a measure on the
    /// way back is not: each turn counts.
    fn leave(&mut self, first_edge: usize, first_share: usize, here: Target) -> Result<(), Unplayed> {
        let Some(back) = self.edges[first_edge..].iter().position(|edge| edge.to == here) else {
            return Ok(());
        };
        let on_the_way = self.loads(&self.edges[first_edge + back]).to_vec();
        if on_the_way.iter().any(|load| matches!(load.what, What::More(..))) {
            return Ok(());
        }
        self.edges.remove(first_edge + back);
        if first_edge == self.edges.len() {
            return Err(Unplayed::Endless);
        }
        let elsewhere: f64 = self.edges[first_edge..].iter().map(|edge| edge.probability).sum();
        for place in first_edge..self.edges.len() {
            self.edges[place].probability /= elsewhere;
            self.bring(place, elsewhere, &on_the_way);
        }
        self.shares[first_share..].iter_mut().for_each(|share| share.probability /= elsewhere);
        Ok(())
    }

    /// What an edge carries if the step was repeated until it led elsewhere, and each time may have brought these events.
    fn bring(&mut self, place: usize, elsewhere: f64, on_the_way: &[Load]) {
        let edge = self.edges[place];
        let own = self.loads(&edge).to_vec();
        let first = self.loads.len() as u32;
        let way = |what: What| {
            on_the_way.iter().find(|load| load.what == what).map_or(0.0, |load| load.probability)
        };
        for load in &own {
            let before = way(load.what);
            // Had it, or not: from "not" the step leaves with it now, or gets it on the way back and leaves later.
            let probability = (load.probability + before * edge.probability) / (elsewhere + before);
            self.loads.push(Load { probability, ..*load });
        }
        for load in on_the_way.iter().filter(|load| own.iter().all(|known| known.what != load.what)) {
            let probability = load.probability * edge.probability / (elsewhere + load.probability);
            self.loads.push(Load { probability, ..*load });
        }
        if first < self.loads.len() as u32 {
            self.burdens.push(Burden(first, self.loads.len() as u32));
            self.edges[place].burden = self.burdens.len() as u32;
        }
    }
}
