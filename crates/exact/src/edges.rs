//! Edges from a state to the states that its step leads to.
//!
//! All paths to the same state are one edge. Beside its probability an edge has the part of it on which an event happens that no later
//! rule reads, and the amounts that it adds to measures. Neither is in the state.

use chance::Events;

/// A state that a step leads to, and whether the round is over with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Target(u32);

impl Target {
    /// A target from the number of its state.
    #[inline]
    pub fn new(state: u32, over: bool) -> Self {
        Self(state << 1 | u32::from(over))
    }

    /// The state.
    #[inline]
    pub fn state(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the round is over.
    #[inline]
    pub fn is_over(self) -> bool {
        self.0 & 1 == 1
    }
}

/// An edge to a state.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The target.
    pub to: Target,
    /// The number of its [`Load`]s. The loads of a step are in the order of its edges.
    pub loads: u32,
    /// Its probability.
    pub probability: f64,
}

/// The part of an edge on which an event happens or a measure grows.
#[derive(Clone, Copy)]
pub struct Load {
    /// The event, or the measure and its growth.
    pub what: What,
    /// The probability of taking the edge with it.
    pub probability: f64,
}

/// An event or an amount. Events and measures are numbered in the order in which they were first seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// An event that has left the state.
    Event(u8),
    /// An amount added to a measure.
    More(u8, u32),
}

/// Indices in the order in which they were first seen.
#[derive(Clone, Debug, Default)]
pub struct Seen(pub Vec<usize>);

impl Seen {
    /// The place of an index.
    #[inline]
    pub fn place(&mut self, index: usize) -> u8 {
        let place = self.0.iter().position(|&known| known == index);
        place.unwrap_or_else(|| {
            self.0.push(index);
            self.0.len() - 1
        }) as u8
    }
}

/// The step leads to itself and nowhere else.
pub struct Endless;

/// A place in the lists of edges and loads.
#[derive(Clone, Copy, Default)]
pub struct Place {
    edge: usize,
    load: usize,
}

/// The events on an edge of the current step, with probabilities.
#[derive(Clone, Copy)]
struct EdgeEvents {
    events: Events,
    /// The probabilities of the events in `events`; other entries have no meaning.
    weights: [f64; u32::BITS as usize],
}

impl EdgeEvents {
    #[inline]
    fn bring(&mut self, events: Events, weight: f64) {
        for event in events.indices() {
            self.weights[event] = weight + if self.events.has(event) { self.weights[event] } else { 0.0 };
        }
        self.events = self.events.and(events);
    }
}

/// Initial capacities for all edges and for those of one step. Growing from nothing would cost more than solving a small match-up.
const EDGES_CAPACITY: usize = 1024;
const STEP_CAPACITY: usize = 32;

/// The edges of all steps. Those of the current step come last.
pub struct Edges {
    all: Vec<Edge>,
    loads: Vec<Load>,
    /// Events that were taken out of states.
    pub events: Seen,
    /// Measures that rules add to.
    pub measures: Seen,
    /// The beginning of the current step.
    first: Place,
    /// For the current step: the place of the edge to each target, plus one; 0 if there is no edge.
    edge_to: Vec<u32>,
    /// For the current step: the events on each edge.
    edge_events: Vec<EdgeEvents>,
    /// For the current step: edge, measure, sum and probability of the paths that add to a measure.
    added: Vec<(usize, usize, u32, f64)>,
}

impl Edges {
    /// No edges.
    pub fn new() -> Self {
        Self {
            all: Vec::with_capacity(EDGES_CAPACITY),
            loads: Vec::with_capacity(EDGES_CAPACITY),
            events: Seen::default(),
            measures: Seen::default(),
            first: Place::default(),
            edge_to: Vec::with_capacity(EDGES_CAPACITY),
            edge_events: Vec::with_capacity(STEP_CAPACITY),
            added: Vec::new(),
        }
    }

    /// The edges and loads of a step between two places.
    pub fn of(&self, (from, to): (Place, Place)) -> (&[Edge], &[Load]) {
        (&self.all[from.edge..to.edge], &self.loads[from.load..to.load])
    }

    /// Makes room for edges to so many states.
    pub fn make_room(&mut self, states: usize) {
        self.edge_to.resize(2 * states, 0);
    }

    /// Adds a path of the current step: its target, the events that have left the state, the amounts added to measures, its probability.
    #[inline]
    pub fn reach(&mut self, to: Target, gone: Events, added: &[(usize, u32)], weight: f64) {
        let place = &mut self.edge_to[to.0 as usize];
        if *place == 0 {
            self.all.push(Edge { to, loads: 0, probability: 0.0 });
            *place = (self.all.len() - self.first.edge) as u32;
            if self.edge_events.len() < *place as usize {
                self.edge_events
                    .push(EdgeEvents { events: Events::NONE, weights: [0.0; u32::BITS as usize] });
            }
            self.edge_events[*place as usize - 1].events = Events::NONE;
        }
        let edge = *place as usize - 1;
        self.all[self.first.edge + edge].probability += weight;
        if gone != Events::NONE {
            self.edge_events[edge].bring(gone, weight);
        }
        if !added.is_empty() {
            self.add(edge, added, weight);
        }
    }

    /// Adds the sum of each measure on a path.
    fn add(&mut self, edge: usize, added: &[(usize, u32)], weight: f64) {
        for (order, &(measure, value)) in added.iter().enumerate() {
            // The first entry of a measure stands for all of its entries.
            if added[..order].iter().all(|&(earlier, _)| earlier != measure) {
                let rest = added[order + 1..].iter().filter(|&&(later, _)| later == measure);
                let sum = value + rest.map(|&(_, more)| more).sum::<u32>();
                self.added.push((edge, measure, sum, weight));
            }
        }
    }

    /// Drops the current step.
    pub fn forget(&mut self) {
        self.clear_targets();
        self.all.truncate(self.first.edge);
        self.added.clear();
    }

    /// Keeps the current step. Returns its places, and the probability that it does not lead back to `here`.
    pub fn keep(&mut self, here: Target) -> Result<((Place, Place), f64), Endless> {
        self.clear_targets();
        self.load();
        let elsewhere = self.leave(here)?;
        let from = self.first;
        self.first = Place { edge: self.all.len(), load: self.loads.len() };
        Ok(((from, self.first), elsewhere))
    }

    fn clear_targets(&mut self) {
        for edge in &self.all[self.first.edge..] {
            self.edge_to[edge.to.0 as usize] = 0;
        }
    }

    /// Gives each edge of the current step its loads: events, then sums.
    fn load(&mut self) {
        self.added.sort_unstable_by_key(|&(edge, measure, sum, _)| (edge, measure, sum));
        let mut added =
            self.added.chunk_by(|one, other| (one.0, one.1, one.2) == (other.0, other.1, other.2)).peekable();
        for (place, edge) in self.all[self.first.edge..].iter_mut().enumerate() {
            let first = self.loads.len();
            let EdgeEvents { events, weights } = &self.edge_events[place];
            for event in events.indices() {
                let what = What::Event(self.events.place(event));
                self.loads.push(Load { what, probability: weights[event] });
            }
            while let Some(alike) = added.next_if(|alike| alike[0].0 == place) {
                let (_, measure, sum, _) = alike[0];
                let probability = alike.iter().map(|&(.., weight)| weight).sum();
                self.loads.push(Load { what: What::More(self.measures.place(measure), sum), probability });
            }
            edge.loads = (self.loads.len() - first) as u32;
        }
        drop(added);
        self.added.clear();
    }

    /// Divides out an edge back to `here`, as in "both roll again": the step is repeated until it leads to another state. A step that
    /// adds to a measure on the way back stays as it is, because each repetition counts. Returns the probability of leading to another
    /// state at once.
    fn leave(&mut self, here: Target) -> Result<f64, Endless> {
        let Place { edge: first_edge, load: first_load } = self.first;
        let edges = &self.all[first_edge..];
        let Some(back) = edges.iter().position(|edge| edge.to == here) else {
            return Ok(1.0);
        };
        let before = first_load + edges[..back].iter().map(|edge| edge.loads as usize).sum::<usize>();
        let on_the_way = before..before + edges[back].loads as usize;
        if self.loads[on_the_way.clone()].iter().any(|load| matches!(load.what, What::More(..))) {
            return Ok(1.0);
        }
        let on_the_way: Vec<Load> = self.loads.drain(on_the_way).collect();
        self.all.remove(first_edge + back);
        let edges = &mut self.all[first_edge..];
        if edges.is_empty() {
            return Err(Endless);
        }
        let elsewhere: f64 = edges.iter().map(|edge| edge.probability).sum();
        let mut own = self.loads.split_off(first_load).into_iter();
        for edge in edges {
            edge.probability /= elsewhere;
            let own: Vec<Load> = own.by_ref().take(edge.loads as usize).collect();
            let first = self.loads.len();
            self.loads.extend(repeated_loads(edge.probability, elsewhere, &own, &on_the_way));
            edge.loads = (self.loads.len() - first) as u32;
        }
        Ok(elsewhere)
    }
}

/// The loads of an edge after a step was repeated until it led to another state. Each repetition may have added the events `on_the_way`.
fn repeated_loads<'a>(
    edge: f64,
    elsewhere: f64,
    own: &'a [Load],
    on_the_way: &'a [Load],
) -> impl Iterator<Item = Load> + 'a {
    let of = |loads: &[Load], what: What| {
        loads.iter().find(|load| load.what == what).map_or(0.0, |load| load.probability)
    };
    let only_there = on_the_way.iter().filter(move |load| own.iter().all(|known| known.what != load.what));
    own.iter().chain(only_there).map(move |&Load { what, .. }| {
        let (now, before) = (of(own, what), of(on_the_way, what));
        // Solves the chain of two states, event happened or not: from "not" the step leaves with the event now, or gets it on the way back.
        Load { what, probability: (now + before * edge) / (elsewhere + before) }
    })
}
