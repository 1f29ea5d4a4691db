//! Probability on states, with what stands beside a state.
//!
//! An event that no rule reads is kept as the part of a state's probability on which it has happened. A measure that is added up in a round is
//! kept as the distribution of its sum so far. Each stands beside the state by itself: not how events go together, for nothing asks for it.

use crate::edges::{Edge, Load, What};

/// So many events are reckoned side by side.
const PIECE: usize = 8;
type Piece = [f64; PIECE];

/// Probability on states, which are known by number.
#[derive(Default)]
pub struct Mass {
    /// The weight of each state.
    weights: Vec<f64>,
    /// A row for each state: by event, the part of its weight on which the event has happened.
    rows: Vec<Piece>,
    /// The pieces of a row; none where no event has left a state.
    width: usize,
    /// The states that have a weight, in the order in which they were reached.
    reached: Vec<u32>,
    /// By measure and state: the weight by the sum so far. Where there is nothing, all sums are 0.
    sums: Vec<Vec<Vec<f64>>>,
}

/// A state with its probability.
#[derive(Clone, Copy)]
pub struct Held<'a> {
    /// The state.
    pub state: u32,
    /// Its probability.
    pub weight: f64,
    row: &'a [Piece],
    mass: &'a Mass,
}

impl<'a> Held<'a> {
    /// By event, the part of the probability on which it has happened.
    pub fn happened(&self) -> &[f64] {
        self.row.as_flattened()
    }

    /// By measure, the weight by the sum so far; empty where all sums are 0.
    pub fn sums(&self) -> impl Iterator<Item = &'a [f64]> {
        (0..self.mass.sums.len()).map(|measure| self.sum(measure))
    }

    fn sum(&self, measure: usize) -> &'a [f64] {
        let sums = self.mass.sums.get(measure).and_then(|all| all.get(self.state as usize));
        sums.map_or(&[], Vec::as_slice)
    }
}

/// What is left of an edge beside parts of it is taken for rounding below this.
const ROUNDING: f64 = 1e-14;

impl Mass {
    /// Makes room for so many states, and in each row for so many events.
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
        self.weigh(state, 1.0);
        let row = self.row(state).as_flattened_mut();
        happened.for_each(|event| row[event] = 1.0);
    }

    /// Puts here what stands elsewhere.
    pub fn put(&mut self, held: Held) {
        self.weigh(held.state, held.weight);
        self.row(held.state).copy_from_slice(held.row);
    }

    /// How many states have a weight.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// One of them.
    #[inline]
    pub fn at(&self, place: usize) -> Held<'_> {
        let state = self.reached[place];
        let row = &self.rows[state as usize * self.width..][..self.width];
        Held { state, weight: self.weights[state as usize], row, mass: self }
    }

    /// Takes it all off.
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

    /// More weight on a state; gives what it was before.
    #[inline]
    fn weigh(&mut self, state: u32, more: f64) -> f64 {
        let weight = &mut self.weights[state as usize];
        let before = *weight;
        *weight += more;
        if before == 0.0 {
            self.reached.push(state);
        }
        before
    }

    /// Probability comes along an edge that carries `loads`.
    #[inline]
    pub fn flow(&mut self, from: &Held, edge: &Edge, loads: &[Load]) {
        let weight = from.weight * edge.probability;
        // A product of many small numbers may be 0: such a state is not reached.
        if weight == 0.0 {
            return;
        }
        let before = self.weigh(edge.to.state(), weight);
        let row = self.row(edge.to.state());
        for (to, part) in row.iter_mut().zip(from.row) {
            // All of a piece is read before any of it is written: so its numbers are reckoned side by side.
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
            self.add_all_up(from, edge, loads, before);
        }
    }

    /// The sums of all measures on the way along an edge.
    #[inline(never)]
    fn add_all_up(&mut self, from: &Held, edge: &Edge, loads: &[Load], before: f64) {
        let more = loads.iter().map(|load| match load.what {
            What::Event(_) => 0,
            What::More(measure, _) => usize::from(measure) + 1,
        });
        let measures = more.max().unwrap_or(0).max(from.mass.sums.len()).max(self.sums.len());
        for measure in 0..measures {
            self.add_up(measure, from, edge, loads, before);
        }
    }

    /// The sum of one measure on the way along an edge.
    fn add_up(&mut self, measure: usize, from: &Held, edge: &Edge, loads: &[Load], before: f64) {
        let more = |load: &&Load| matches!(load.what, What::More(which, _) if usize::from(which) == measure);
        let so_far = from.sum(measure);
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
