//! Whole-number counts of what happened, which merge by addition.
//!
//! The order in which batches are added cannot matter, so neither can the number of threads. Probabilities are made from the counts
//! at the very end.

use results::{Distribution, Estimate, Event, Method, Results, Round, Step};
use rules::game::{Procedure, System};

use crate::estimate;
use crate::notes::{self, Notes};

/// What happened in some trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    trials: u64,
    rounds: usize,
    measures: usize,
    events: usize,
    /// By round and measure: how often each value but 0 was seen.
    counts: Vec<Vec<u64>>,
    /// Kills by the round in which they came.
    kills: Vec<u64>,
    /// Events by round and event, counted in the round in which they first were seen.
    firsts: Vec<u64>,
}

impl Tally {
    /// Nothing yet.
    pub fn new(rounds: u32, system: &System) -> Self {
        let (rounds, measures, events) = (rounds as usize, system.measures.len(), system.events.len());
        Self {
            trials: 0,
            rounds,
            measures,
            events,
            counts: vec![Vec::new(); rounds * measures],
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

    /// Counts what some trials have noted, round by round, and clears the notes.
    pub(crate) fn count(&mut self, rounds: &mut [Notes]) {
        for (round, notes) in rounds.iter_mut().enumerate() {
            let mut played = 0;
            notes::count_bits(&mut notes.ends, |bit, times| match 1 << bit {
                notes::PLAYED => played = times,
                notes::KILLED => self.kills[round] += times,
                _ => self.firsts[round * self.events + bit as usize] += times,
            });
            if played == 0 {
                break;
            }
            if round == 0 {
                self.trials += played;
            }
            let counts = &mut self.counts[round * self.measures..];
            for (row, counts) in notes.measures.iter_mut().zip(&mut *counts) {
                notes::count(row, |value, times| add(counts, value.into(), times));
            }
            notes.large.drain(..).for_each(|(measure, value)| add(&mut counts[measure], value, 1));
        }
    }

    /// Adds other trials of the same match-up.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.trials += other.trials;
        for (sums, more) in self.counts.iter_mut().zip(&other.counts) {
            (0..).zip(more).for_each(|(value, &times)| add(sums, value, times));
        }
        (0..).zip(&other.kills).for_each(|(round, &times)| add(&mut self.kills, round, times));
        (0..).zip(&other.firsts).for_each(|(event, &times)| add(&mut self.firsts, event, times));
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
        let mut counts = self.counts[round * self.measures + measure].clone();
        let others: u64 = counts.iter().sum();
        add(&mut counts, 0, self.trials - others);
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

/// Counts a value so many times.
fn add(counts: &mut Vec<u64>, value: u32, times: u64) {
    let value = value as usize;
    if counts.len() <= value {
        counts.resize(value + 1, 0);
    }
    counts[value] += times;
}
