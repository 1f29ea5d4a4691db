//! Probability on states, with events and sums beside each state.
//!
//! For an event that no rule reads, a state has the part of its probability on which the event has happened. For a measure that rules add
//! to, it has the distribution of the sum so far. Each is a marginal: how events depend on each other is not known, and no result needs it.

use crate::edges::{Edge, Load, What};

/// Events that are computed side by side.
const PIECE: usize = 8;
type Piece = [f64; PIECE];

/// Probability on states, which are identified by number.
#[derive(Default)]
pub struct Mass {
    /// The probability of each state.
    weights: Vec<f64>,
    /// A row for each state: by event, the part of its probability on which the event has happened.
    rows: Vec<Piece>,
    /// The number of pieces in a row; 0 as long as no event has left a state.
    width: usize,
    /// The states with a probability, in the order in which they were reached.
    reached: Vec<u32>,
    /// By measure and state: the probability of each sum so far. An empty list stands for a sum of 0.
    sums: Vec<Vec<Vec<f64>>>,
}

/// A state with its probability.
#[derive(Clone, Copy)]
pub struct StateMass<'a> {
    /// The state.
    pub state: u32,
    /// Its probability.
    pub weight: f64,
    row: &'a [Piece],
    mass: &'a Mass,
}

impl<'a> StateMass<'a> {
    /// By event, the part of the probability on which it has happened.
    pub fn happened(&self) -> &[f64] {
        self.row.as_flattened()
    }

    /// By measure, the probability of each sum so far; empty if all sums are 0.
    pub fn sums(&self) -> impl Iterator<Item = &'a [f64]> {
        (0..self.mass.sums.len()).map(|measure| self.sum(measure))
    }

    fn sum(&self, measure: usize) -> &'a [f64] {
        let sums = self.mass.sums.get(measure).and_then(|all| all.get(self.state as usize));
        sums.map_or(&[], Vec::as_slice)
    }
}

/// A sum on an edge costs as much as adding this many numbers, in addition to its own numbers.
const SUM: u64 = 16;

/// A share of an edge below this is a rounding error.
const ROUNDING: f64 = 1e-14;

impl Mass {
    /// Makes room for `states` states and `events` events.
    pub fn make_room(&mut self, states: usize, events: usize) {
        if self.weights.len() < states {
            self.weights.resize(states, 0.0);
        }
        let width = events.div_ceil(PIECE);
        if width != self.width {
            let mut rows = vec![[0.0; PIECE]; states * width];
            for &state in &self.reached {
                let (old, new) = (state as usize * self.width, state as usize * width);
                rows[new..][..self.width].copy_from_slice(&self.rows[old..][..self.width]);
            }
            (self.rows, self.width) = (rows, width);
        } else if self.rows.len() < states * width {
            self.rows.resize(states * width, [0.0; PIECE]);
        }
    }

    /// Puts all probability on a state, with the events that have happened for certain.
    pub fn begin(&mut self, state: u32, happened: impl Iterator<Item = usize>) {
        self.add_weight(state, 1.0);
        let row = self.row(state).as_flattened_mut();
        happened.for_each(|event| row[event] = 1.0);
    }

    /// Copies a state from another mass.
    pub fn put(&mut self, held: StateMass) {
        self.add_weight(held.state, held.weight);
        self.row(held.state).copy_from_slice(held.row);
    }

    /// The number of states with a probability.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// One of these states.
    #[inline]
    pub fn at(&self, place: usize) -> StateMass<'_> {
        let state = self.reached[place];
        let row = &self.rows[state as usize * self.width..][..self.width];
        StateMass { state, weight: self.weights[state as usize], row, mass: self }
    }

    /// Removes all probability.
    pub fn clear(&mut self) {
        for state in self.reached.drain(..) {
            let state = state as usize;
            self.weights[state] = 0.0;
            self.rows[state * self.width..][..self.width].fill([0.0; PIECE]);
            self.sums.iter_mut().filter_map(|all| all.get_mut(state)).for_each(Vec::clear);
        }
    }

    #[inline]
    fn row(&mut self, state: u32) -> &mut [Piece] {
        &mut self.rows[state as usize * self.width..][..self.width]
    }

    /// Adds to the probability of a state. Returns the probability before.
    #[inline]
    fn add_weight(&mut self, state: u32, more: f64) -> f64 {
        let weight = &mut self.weights[state as usize];
        let before = *weight;
        *weight += more;
        if before == 0.0 {
            self.reached.push(state);
        }
        before
    }

    /// Moves probability along an edge with these loads. Returns the cost of adding up sums: the numbers that were added, and [`SUM`] for
    /// each measure.
    #[inline]
    pub fn flow(&mut self, from: &StateMass, edge: &Edge, loads: &[Load]) -> u64 {
        let weight = from.weight * edge.probability;
        // A product of many small numbers may be 0: such a state is not reached.
        if weight == 0.0 {
            return 0;
        }
        let before = self.add_weight(edge.to.state(), weight);
        let row = self.row(edge.to.state());
        for (to, part) in row.iter_mut().zip(from.row) {
            // The whole piece is read before it is written, so that its numbers are computed side by side.
            *to = std::array::from_fn(|place| to[place] + part[place] * edge.probability);
        }
        let (row, from_row) = (row.as_flattened_mut(), from.row.as_flattened());
        let mut adds = false;
        for load in loads {
            match load.what {
                What::Event(event) => {
                    let place = usize::from(event);
                    row[place] += (from.weight - from_row[place]) * load.probability;
                }
                What::More(..) => adds = true,
            }
        }
        if adds || !self.sums.is_empty() || !from.mass.sums.is_empty() {
            return self.add_all_up(from, edge, loads, before);
        }
        0
    }

    /// Moves the sums of all measures along an edge.
    #[inline(never)]
    fn add_all_up(&mut self, from: &StateMass, edge: &Edge, loads: &[Load], before: f64) -> u64 {
        let more = loads.iter().map(|load| match load.what {
            What::Event(_) => 0,
            What::More(measure, _) => usize::from(measure) + 1,
        });
        let measures = more.max().unwrap_or(0).max(from.mass.sums.len()).max(self.sums.len());
        let added = (0..measures).map(|measure| self.add_up(measure, from, edge, loads, before));
        measures as u64 * SUM + added.sum::<u64>()
    }

    /// Moves the sums of one measure along an edge. Returns the number of additions.
    fn add_up(&mut self, measure: usize, from: &StateMass, edge: &Edge, loads: &[Load], before: f64) -> u64 {
        let more = |load: &&Load| matches!(load.what, What::More(which, _) if usize::from(which) == measure);
        let so_far = from.sum(measure);
        let is_more = loads.iter().any(|load| more(&load));
        let state = edge.to.state() as usize;
        if measure >= self.sums.len() {
            if so_far.is_empty() && !is_more {
                return 0;
            }
            self.sums.resize(measure + 1, Vec::new());
        }
        let all = &mut self.sums[measure];
        if state >= all.len() {
            if so_far.is_empty() && !is_more {
                return 0;
            }
            all.resize(state + 1, Vec::new());
        }
        let sums = &mut all[state];
        if sums.is_empty() {
            if so_far.is_empty() && !is_more {
                return 0;
            }
            // The probability that was here before has sums of 0.
            sums.push(before);
        }
        let nothing = [from.weight];
        let so_far = if so_far.is_empty() { &nothing } else { so_far };
        let (mut rest, mut added) = (edge.probability, 0);
        for load in loads.iter().filter(more) {
            if let What::More(_, value) = load.what {
                rest -= load.probability;
                mix(sums, value as usize, so_far, load.probability);
                added += so_far.len() as u64;
            }
        }
        if rest > edge.probability * ROUNDING {
            mix(sums, 0, so_far, rest);
            added += so_far.len() as u64;
        }
        added
    }
}

/// Adds a distribution, shifted by `more`.
fn mix(sums: &mut Vec<f64>, more: usize, so_far: &[f64], probability: f64) {
    if sums.len() < so_far.len() + more {
        sums.resize(so_far.len() + more, 0.0);
    }
    for (sum, weight) in sums[more..].iter_mut().zip(so_far) {
        *sum += weight * probability;
    }
}
