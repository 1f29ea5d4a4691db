//! Probability on states, with what stands beside a state.
//!
//! An event that no rule reads is kept as the part of a state's probability on which it has happened. A measure that is added up in a round is
//! kept as the distribution of its sum so far. Each stands beside the state by itself: not how events go together, for nothing asks for it.

use crate::graph::{Edge, Load, What};

/// So many numbers of a row are reckoned side by side.
const PIECE: usize = 4;
type Piece = [f64; PIECE];

/// Probability on states, in the order in which they were reached.
#[derive(Default)]
pub struct Mass {
    /// A row for each state: its weight, then by event the part of it on which the event has happened.
    rows: Vec<Piece>,
    /// The pieces of a row.
    width: usize,
    reached: Vec<u32>,
    /// By measure and state: the weight by the sum so far. Where there is nothing, all sums are 0.
    sums: Vec<Vec<Vec<f64>>>,
}

/// Probability taken off, state by state.
#[derive(Default)]
pub struct Taken {
    states: Vec<u32>,
    rows: Vec<Piece>,
    width: usize,
    measures: usize,
    sums: Vec<Vec<f64>>,
}

/// A state with its probability.
#[derive(Clone, Copy)]
pub struct Held<'a> {
    /// The state.
    pub state: u32,
    /// Its probability.
    pub weight: f64,
    /// The same, then by event the part of it on which the event has happened. Events first seen later are missing.
    row: &'a [Piece],
    /// By measure: the weight by the sum so far; empty where all sums are 0. Measures first seen later are missing.
    pub sums: &'a [Vec<f64>],
}

impl Held<'_> {
    /// By event, the part of the probability on which it has happened.
    pub fn happened(&self) -> &[f64] {
        &self.row.as_flattened()[1..]
    }
}

/// What is left of an edge beside parts of it is taken for rounding below this.
const ROUNDING: f64 = 1e-14;

impl Taken {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// One of them.
    #[inline]
    pub fn at(&self, place: usize) -> Held<'_> {
        let row = &self.rows[place * self.width..][..self.width];
        let sums = &self.sums[place * self.measures..][..self.measures];
        Held { state: self.states[place], weight: row[0][0], row, sums }
    }
}

impl Mass {
    /// Makes room for so many events in every row.
    pub fn widen(&mut self, events: usize) {
        let (old, width) = (self.width, events / PIECE + 1);
        if old == width {
            return;
        }
        let mut rows = vec![[0.0; PIECE]; self.rows.len().checked_div(old).unwrap_or(0) * width];
        for &state in &self.reached {
            let place = state as usize;
            rows[place * width..][..old].copy_from_slice(&self.rows[place * old..][..old]);
        }
        (self.rows, self.width) = (rows, width);
    }

    /// Puts all probability on a state, with the events that have happened for certain.
    pub fn begin(&mut self, state: u32, happened: impl Iterator<Item = usize>) {
        let row = self.reach(state).as_flattened_mut();
        row[0] = 1.0;
        happened.for_each(|event| row[1 + event] = 1.0);
    }

    /// Puts back what was taken off.
    pub fn put(&mut self, held: Held) {
        self.reach(held.state).copy_from_slice(held.row);
    }

    /// Takes it all off.
    pub fn take(&mut self, into: &mut Taken) {
        into.states.clear();
        into.rows.clear();
        into.sums.clear();
        (into.width, into.measures) = (self.width, self.sums.len());
        for &state in &self.reached {
            let row = &mut self.rows[state as usize * self.width..][..self.width];
            into.rows.extend_from_slice(row);
            row.fill([0.0; PIECE]);
            let sums = self.sums.iter_mut();
            into.sums
                .extend(sums.map(|all| all.get_mut(state as usize).map_or_else(Vec::new, std::mem::take)));
        }
        into.states.append(&mut self.reached);
    }

    /// The row of a state to which something is about to be added.
    #[inline]
    fn reach(&mut self, state: u32) -> &mut [Piece] {
        let first = state as usize * self.width;
        if first >= self.rows.len() {
            self.rows.resize(first + self.width, [0.0; PIECE]);
        }
        let row = &mut self.rows[first..][..self.width];
        if row[0][0] == 0.0 {
            self.reached.push(state);
        }
        row
    }

    /// Probability comes along an edge that carries `loads`.
    #[inline]
    pub fn flow(&mut self, from: &Held, edge: &Edge, loads: &[Load]) {
        // A product of many small numbers may be 0: such a state is not reached.
        if from.weight * edge.probability == 0.0 {
            return;
        }
        let mut measures = from.sums.len().max(self.sums.len());
        let row = self.reach(edge.to.state());
        let before = row[0][0];
        for (to, part) in row.iter_mut().zip(from.row) {
            *to = std::array::from_fn(|place| to[place] + part[place] * edge.probability);
        }
        for load in loads {
            match load.what {
                What::Event(event) => {
                    let place = 1 + usize::from(event);
                    let had = from.row.as_flattened().get(place).copied().unwrap_or(0.0);
                    row.as_flattened_mut()[place] += (from.weight - had) * load.probability;
                }
                What::More(measure, _) => measures = measures.max(usize::from(measure) + 1),
            }
        }
        for measure in 0..measures {
            self.add_up(measure, from, edge, loads, before);
        }
    }

    /// The sum of one measure on the way along an edge.
    fn add_up(&mut self, measure: usize, from: &Held, edge: &Edge, loads: &[Load], before: f64) {
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
