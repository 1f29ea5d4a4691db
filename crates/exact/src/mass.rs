//! Probability on states, with what stands beside a state.
//!
//! An event that no rule reads is kept as the part of a state's probability on which it has happened. A measure that is added up in a round is
//! kept as the distribution of its sum so far. Each stands beside the state by itself: not how events go together, for nothing asks for it.

use crate::counted::add;
use crate::graph::{Edge, Load, What};

/// Probability on states, in the order in which they were reached.
#[derive(Default)]
pub struct Mass {
    weights: Vec<f64>,
    reached: Vec<u32>,
    /// By event and state: the part of the weight on which it has happened.
    happened: Vec<Vec<f64>>,
    /// By measure and state: the weight by the sum so far. Where there is nothing, all sums are 0.
    sums: Vec<Vec<Vec<f64>>>,
}

/// Probability taken off, state by state.
#[derive(Default)]
pub struct Taken {
    states: Vec<(u32, f64)>,
    /// Where the events of each state end, and the measures of each.
    ends: Vec<usize>,
    measures: usize,
    happened: Vec<(u32, f64)>,
    sums: Vec<Vec<f64>>,
}

/// A state with its probability.
#[derive(Clone, Copy)]
pub struct Held<'a> {
    /// The state.
    pub state: u32,
    /// Its probability.
    pub weight: f64,
    /// Events, and the part on which each has happened; those that have not are missing.
    pub happened: &'a [(u32, f64)],
    /// By measure: the weight by the sum so far; empty where all sums are 0. Measures first seen later are missing.
    pub sums: &'a [Vec<f64>],
}

/// What is left of an edge beside parts of it is taken for rounding below this.
const ROUNDING: f64 = 1e-14;

impl Taken {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// One of them.
    pub fn at(&self, place: usize) -> Held<'_> {
        let (state, weight) = self.states[place];
        Held {
            state,
            weight,
            happened: &self.happened[if place == 0 { 0 } else { self.ends[place - 1] }..self.ends[place]],
            sums: &self.sums[place * self.measures..][..self.measures],
        }
    }
}

impl Mass {
    /// Puts probability on a state, with the events that have happened on all of it.
    pub fn put(&mut self, held: Held) {
        let Some(_) = self.reach(held.state, held.weight) else { return };
        for &(event, happened) in held.happened {
            self.happen(event as usize, held.state, happened);
        }
    }

    /// Takes it all off.
    pub fn take(&mut self, into: &mut Taken) {
        into.states.clear();
        into.ends.clear();
        into.happened.clear();
        into.sums.clear();
        into.measures = self.sums.len();
        for state in self.reached.drain(..) {
            let place = state as usize;
            into.states.push((state, std::mem::take(&mut self.weights[place])));
            let happened = self.happened.iter_mut().map(|all| all.get_mut(place).map_or(0.0, std::mem::take));
            into.happened.extend((0..).zip(happened).filter(|&(_, happened)| happened > 0.0));
            into.ends.push(into.happened.len());
            into.sums.extend(
                self.sums.iter_mut().map(|all| all.get_mut(place).map_or_else(Vec::new, std::mem::take)),
            );
        }
    }

    /// Adds to a state's weight; gives the weight before. `None` if there is nothing to add.
    fn reach(&mut self, state: u32, more: f64) -> Option<f64> {
        // A product of many small numbers may be 0: such a state is not reached.
        if more == 0.0 {
            return None;
        }
        let place = state as usize;
        if place >= self.weights.len() {
            self.weights.resize(place + 1, 0.0);
        }
        let before = self.weights[place];
        if before == 0.0 {
            self.reached.push(state);
        }
        self.weights[place] = before + more;
        Some(before)
    }

    fn happen(&mut self, event: usize, state: u32, more: f64) {
        if more == 0.0 {
            return;
        }
        if event >= self.happened.len() {
            self.happened.resize(event + 1, Vec::new());
        }
        add(&mut self.happened[event], state as usize, more);
    }

    /// Probability comes along an edge that carries `loads`.
    pub fn flow(&mut self, from: Held, edge: &Edge, loads: &[Load]) {
        let (state, probability) = (edge.to.state(), edge.probability);
        let Some(before) = self.reach(state, from.weight * probability) else { return };
        for &(event, happened) in from.happened {
            self.happen(event as usize, state, happened * probability);
        }
        for load in loads {
            if let What::Event(event) = load.what {
                let had = from
                    .happened
                    .iter()
                    .find(|&&(known, _)| known == event.into())
                    .map_or(0.0, |&(_, had)| had);
                self.happen(event.into(), state, (from.weight - had) * load.probability);
            }
        }
        let last = loads.last().map(|load| load.what);
        let measures = match last {
            Some(What::More(measure, _)) => usize::from(measure) + 1,
            _ => 0,
        };
        for measure in 0..measures.max(from.sums.len()).max(self.sums.len()) {
            self.add_up(measure, from, edge, loads, before);
        }
    }

    /// The sum of one measure on the way along an edge.
    fn add_up(&mut self, measure: usize, from: Held, edge: &Edge, loads: &[Load], before: f64) {
        let more = |load: &&Load| matches!(load.what, What::More(which, _) if usize::from(which) == measure);
        let so_far = from.sums.get(measure).map_or(&[][..], Vec::as_slice);
        let is_more = loads.iter().any(|load| more(&load));
        let state = edge.to.state() as usize;
        if measure >= self.sums.len() {
            if so_far.is_empty() && !is_more {
                return;
            }
            self.sums.resize(measure + 1, Vec::new());
        }
        let all = &mut self.sums[measure];
        if state >= all.len() {
            if so_far.is_empty() && !is_more {
                return;
            }
            all.resize(state + 1, Vec::new());
        }
        let sums = &mut all[state];
        if sums.is_empty() {
            if so_far.is_empty() && !is_more {
                return;
            }
            // What came before has sums of 0.
            sums.push(before);
        }
        let nothing = [from.weight];
        let so_far = if so_far.is_empty() { &nothing } else { so_far };
        let mut rest = edge.probability;
        for load in loads.iter().filter(more) {
            if let What::More(_, value) = load.what {
                rest -= load.probability;
                mix(sums, value as usize, so_far, load.probability);
            }
        }
        if rest > edge.probability * ROUNDING {
            mix(sums, 0, so_far, rest);
        }
    }
}

/// Adds a distribution that is moved on by `more`.
fn mix(sums: &mut Vec<f64>, more: usize, so_far: &[f64], probability: f64) {
    if sums.len() < so_far.len() + more {
        sums.resize(so_far.len() + more, 0.0);
    }
    for (sum, weight) in sums[more..].iter_mut().zip(so_far) {
        *sum += weight * probability;
    }
}
