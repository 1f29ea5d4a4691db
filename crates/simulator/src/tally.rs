//! Whole-number counts of what happened, which merge by addition.
//!
//! The order in which batches are added cannot matter, so neither can the number of threads. Probabilities are made from the counts
//! at the very end.

use results::{Distribution, Estimate, Event, Method, Results, Round, Step};
use rules::game::{Procedure, System};

use crate::estimate;
use crate::trail::Note;

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
    /// By round and event: trials in which it has happened by the end of that round, of those that went on.
    went_on_with: Vec<u64>,
    /// The same of those that ended in that round.
    ended_with: Vec<u64>,
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
            went_on_with: vec![0; rounds * events],
            ended_with: vec![0; rounds * events],
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
        self.happened_by(self.rounds - 1, event)
    }

    /// More trials are played.
    pub(crate) fn begin(&mut self, trials: u64) {
        self.trials += trials;
    }

    /// Counts what has happened so many times.
    pub(crate) fn count(&mut self, note: Note, times: u64) {
        match note {
            Note::Measure { round, measure, value } => {
                add(&mut self.counts[round as usize * self.measures + measure as usize], value, times);
            }
            Note::End { round, killed, over, events } => {
                self.kills[round as usize] += if killed { times } else { 0 };
                let seen = if over { &mut self.ended_with } else { &mut self.went_on_with };
                let seen = &mut seen[round as usize * self.events..];
                let mut events = events.0;
                while events != 0 {
                    seen[events.trailing_zeros() as usize] += times;
                    events &= events - 1;
                }
            }
        }
    }

    /// Trials in which an event has happened by the end of a round.
    fn happened_by(&self, round: usize, event: usize) -> u64 {
        let ended = (0..=round).map(|round| self.ended_with[round * self.events + event]);
        self.went_on_with[round * self.events + event] + ended.sum::<u64>()
    }

    /// Adds other trials of the same match-up.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.trials += other.trials;
        for (sums, more) in self.counts.iter_mut().zip(&other.counts) {
            (0..).zip(more).for_each(|(value, &times)| add(sums, value, times));
        }
        (0..).zip(&other.kills).for_each(|(round, &times)| add(&mut self.kills, round, times));
        for (sums, more) in
            [(&mut self.went_on_with, &other.went_on_with), (&mut self.ended_with, &other.ended_with)]
        {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self
    }

    /// The estimates, for a procedure's measures and events.
    pub fn results(&self, system: &System, procedure: &'static str, seed: u64) -> Results {
        let trials = self.trials;
        let Procedure { measures, events, funnel, .. } = system.procedure(procedure);
        let mut killed = 0;
        let mut rounds = Vec::with_capacity(self.rounds);
        for round in 0..self.rounds {
            killed += self.kills[round];
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
                        probability: estimate::proportion(self.happened_by(round, index), trials),
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
