//! Whole-number counts of what happened, which merge by addition.
//!
//! The order in which batches are added cannot matter, so neither can the number of threads. Probabilities are made from the counts
//! at the very end.

use results::{Distribution, Estimate, Event, Method, Results, Round, Step};
use rules::game::{Procedure, System};

use crate::estimate;

/// What happened in some trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    trials: u64,
    rounds: usize,
    measures: usize,
    events: usize,
    /// Room for two to this power values of each measure; grows when a larger one is seen.
    bits: u32,
    /// By round, measure and value.
    counts: Vec<u64>,
    /// Kills by the round in which they came.
    kills: Vec<u64>,
    /// Events by round and event, counted in the round in which they first were seen.
    firsts: Vec<u64>,
}

impl Tally {
    /// Nothing yet.
    pub fn new(rounds: u32, system: &System) -> Self {
        let (rounds, measures, events) = (rounds as usize, system.measures.len(), system.events.len());
        let bits = 4;
        Self {
            trials: 0,
            rounds,
            measures,
            events,
            bits,
            counts: vec![0; (rounds * measures) << bits],
            kills: vec![0; rounds],
            firsts: vec![0; rounds * events],
        }
    }

    /// The trials counted.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// Kills in a round (from 0) or before.
    pub fn killed_by(&self, round: usize) -> u64 {
        self.kills[..=round].iter().sum()
    }

    /// Trials in which an event has happened by the end of the last round.
    pub fn happened(&self, event: usize) -> u64 {
        (0..self.rounds).map(|round| self.firsts[round * self.events + event]).sum()
    }

    /// Counts trials.
    pub(crate) fn play(&mut self, trials: u64) {
        self.trials += trials;
    }

    /// Where the measures of a round (from 0) are counted.
    #[inline]
    pub(crate) fn row(&self, round: usize) -> usize {
        round * self.measures
    }

    /// Counts the value of a measure in the round with this row.
    #[inline]
    pub(crate) fn measure(&mut self, row: usize, measure: usize, value: u32) {
        let value = value as usize;
        if value >> self.bits != 0 {
            self.grow(value);
        }
        self.counts[((row + measure) << self.bits) + value] += 1;
    }

    /// Counts the end of a round: whether it killed, and events, given as bits, that are seen for the first time.
    #[inline]
    pub(crate) fn end(&mut self, round: usize, killed: bool, mut new_events: u32) {
        self.kills[round] += u64::from(killed);
        while new_events != 0 {
            self.firsts[round * self.events + new_events.trailing_zeros() as usize] += 1;
            new_events &= new_events - 1;
        }
    }

    #[cold]
    fn grow(&mut self, value: usize) {
        let bits = (value + 1).next_power_of_two().ilog2();
        let mut counts = vec![0; (self.rounds * self.measures) << bits];
        for (new, old) in counts.chunks_exact_mut(1 << bits).zip(self.counts.chunks_exact(1 << self.bits)) {
            new[..1 << self.bits].copy_from_slice(old);
        }
        (self.bits, self.counts) = (bits, counts);
    }

    /// Adds other trials of the same match-up.
    #[must_use]
    pub fn and(mut self, mut other: Self) -> Self {
        if self.bits < other.bits {
            std::mem::swap(&mut self, &mut other);
        }
        if other.bits < self.bits {
            other.grow((1 << self.bits) - 1);
        }
        self.trials += other.trials;
        let add = |sums: &mut Vec<u64>, more: &[u64]| {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        };
        add(&mut self.counts, &other.counts);
        add(&mut self.kills, &other.kills);
        add(&mut self.firsts, &other.firsts);
        self
    }

    /// The estimates, for a procedure's measures and events.
    pub fn results(&self, system: &System, procedure: &'static str, seed: u64) -> Results {
        let trials = self.trials;
        let Procedure { measures, events, funnel, .. } = system.procedure(procedure);
        let mut killed = 0;
        let mut happened = vec![0; self.events];
        let mut rounds = Vec::with_capacity(self.rounds);
        for round in 0..self.rounds {
            killed += self.kills[round];
            let firsts = &self.firsts[round * self.events..][..self.events];
            happened.iter_mut().zip(firsts).for_each(|(sum, first)| *sum += first);
            let step = |&index: &usize| {
                let Distribution { name, mean, .. } = self.distribution(system, round, index);
                Step { name, mean }
            };
            rounds.push(Round {
                funnel: funnel.iter().map(step).collect(),
                kill: estimate::proportion(killed, trials),
                measures: measures.iter().map(|&index| self.distribution(system, round, index)).collect(),
                events: events
                    .iter()
                    .map(|&index| Event {
                        name: system.events[index].name,
                        probability: estimate::proportion(happened[index], trials),
                    })
                    .collect(),
            });
        }
        let method = Method::MonteCarlo { trials, seed };
        Results::new(method, rounds, |mean, deviation| Some(estimate::mean_error(mean, deviation, trials)))
    }

    fn distribution(&self, system: &System, round: usize, measure: usize) -> Distribution {
        let counts = &self.counts[(self.row(round) + measure) << self.bits..][..1 << self.bits];
        let reported: u64 = counts.iter().sum();
        let mut counts = counts.to_vec();
        // Where it was not reported it is 0.
        counts[0] += self.trials - reported;
        while counts.len() > 1 && counts.last() == Some(&0) {
            counts.pop();
        }
        let trials = self.trials as f64;
        let moment = |power: i32| -> f64 {
            counts
                .iter()
                .enumerate()
                .map(|(value, &count)| (value as f64).powi(power) * count as f64)
                .sum::<f64>()
                / trials
        };
        let mean = moment(1);
        let deviation = (moment(2) - mean * mean).max(0.0).sqrt();
        Distribution {
            name: system.measures[measure].name,
            mean: Estimate { value: mean, error: Some(estimate::mean_error(mean, deviation, self.trials)) },
            probabilities: counts.iter().map(|&count| estimate::proportion(count, self.trials)).collect(),
        }
    }
}
