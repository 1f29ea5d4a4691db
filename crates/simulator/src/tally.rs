//! Whole-number counts of what happened, which merge by addition.
//!
//! The order in which batches are added cannot matter, so neither can the number of threads. Probabilities are made from the counts
//! at the very end.

use chance::game::{Procedure, System};
use results::{Distribution, ERROR_LEVEL, Event, Method, Results, Round, Step};
use serde::{Deserialize, Serialize};

use crate::estimate;
use crate::level::attacks_at;
use crate::log::Note;
use crate::mean::Observed;

/// Counts of what happened in some trials. A tally that was read from a file must be checked with [`Tally::is_sound`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    trials: u64,
    rounds: usize,
    measures: usize,
    events: usize,
    /// By round and measure: how often each value other than 0 was seen.
    counts: Vec<Vec<u64>>,
    /// Kills by the round in which they came.
    kills: Vec<u64>,
    /// By round and event: trials that continued after that round and in which the event had happened by then.
    continued_with: Vec<u64>,
    /// The same for trials that ended in that round.
    ended_with: Vec<u64>,
}

impl Tally {
    /// No trials.
    pub fn new(rounds: u32, system: &System) -> Self {
        let (rounds, measures, events) = (rounds as usize, system.measures.len(), system.events.len());
        Self {
            trials: 0,
            rounds,
            measures,
            events,
            counts: vec![Vec::new(); rounds * measures],
            kills: vec![0; rounds],
            continued_with: vec![0; rounds * events],
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

    /// Kills in each round or before.
    pub(crate) fn killed_by_each_round(&self) -> Vec<u64> {
        (0..self.rounds).map(|round| self.killed_by(round)).collect()
    }

    /// Whether these can be the counts of so many trials of a match-up of this system.
    pub fn is_sound(&self, trials: u64, rounds: u32, system: &System) -> bool {
        let empty = Self::new(rounds, system);
        let is_alike = [self.trials, self.rounds as u64, self.measures as u64, self.events as u64]
            == [trials, empty.rounds as u64, empty.measures as u64, empty.events as u64]
            && self.counts.len() == empty.counts.len()
            && self.kills.len() == empty.kills.len()
            && self.continued_with.len() == empty.continued_with.len()
            && self.ended_with.len() == empty.ended_with.len();
        let by_round = |all: &'_ [u64], event: usize| -> Vec<u64> {
            all.iter().skip(event).step_by(self.events.max(1)).copied().collect()
        };
        let happens_once = |event: usize| {
            let [ended, continued] = [&self.ended_with, &self.continued_with].map(|all| by_round(all, event));
            (1..)
                .zip(&continued)
                .all(|(rounds, so_far)| is_at_most(trials, ended.iter().take(rounds).chain([so_far])))
        };
        // Each trial is counted at most once for each measure and round, is killed once, and ends once.
        is_alike
            && self.counts.iter().all(|counts| is_at_most(trials, counts.iter()))
            && is_at_most(trials, self.kills.iter())
            && (0..self.events).all(happens_once)
    }

    /// Trials in which an event has happened by the end of the last round.
    pub fn happened(&self, event: usize) -> u64 {
        self.happened_by(self.rounds - 1, event)
    }

    /// Adds to the number of trials.
    pub(crate) fn begin(&mut self, trials: u64) {
        self.trials += trials;
    }

    /// Counts a note `times` times.
    pub(crate) fn count(&mut self, note: Note, times: u64) {
        match note {
            Note::Measure { round, measure, value } => {
                count(
                    &mut self.counts[round as usize * self.measures + measure as usize],
                    value.into(),
                    times,
                );
            }
            Note::End { round, killed, over, events } => {
                self.kills[round as usize] += if killed { times } else { 0 };
                let seen = if over { &mut self.ended_with } else { &mut self.continued_with };
                let seen = &mut seen[round as usize * self.events..];
                events.indices().for_each(|event| seen[event] += times);
            }
        }
    }

    /// Trials in which an event has happened by the end of a round.
    fn happened_by(&self, round: usize, event: usize) -> u64 {
        let ended = (0..=round).map(|round| self.ended_with[round * self.events + event]);
        self.continued_with[round * self.events + event] + ended.sum::<u64>()
    }

    /// Adds other trials of the same match-up.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.trials += other.trials;
        for (sums, more) in self.counts.iter_mut().zip(&other.counts) {
            (0..).zip(more).for_each(|(value, &times)| count(sums, value, times));
        }
        (0..).zip(&other.kills).for_each(|(round, &times)| count(&mut self.kills, round, times));
        for (sums, more) in
            [(&mut self.continued_with, &other.continued_with), (&mut self.ended_with, &other.ended_with)]
        {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self
    }

    /// The estimates, for a procedure's measures and events.
    pub fn results(&self, system: &System, procedure: &str, seed: u64) -> Results {
        let trials = self.trials;
        let Procedure { measures, events, funnel, .. } = system.procedure(procedure);
        let any = measures.iter().map(|&measure| self.largest(measure)).max().unwrap_or(0);
        let distribution = |round: usize, measure: usize| {
            let own = self.largest(measure);
            self.distribution(system, round, measure, if own > 0 { own } else { any })
        };
        let mut killed = 0;
        let mut rounds = Vec::with_capacity(self.rounds);
        for round in 0..self.rounds {
            killed += self.kills[round];
            let step = |&index: &usize| {
                let Distribution { name, mean, .. } = distribution(round, index);
                Step { name, mean }
            };
            rounds.push(Round {
                funnel: funnel.iter().map(step).collect(),
                kill: estimate::proportion(killed, trials),
                measures: measures.iter().map(|&index| distribution(round, index)).collect(),
                events: events
                    .iter()
                    .map(|&index| Event {
                        name: system.events[index].name.clone(),
                        probability: estimate::proportion(self.happened_by(round, index), trials),
                    })
                    .collect(),
            });
        }
        let mut results = Results::new(Method::MonteCarlo { trials, seed }, rounds);
        if let Some(mean) = &mut results.attacks_to_kill.mean {
            mean.error = attacks_at(&self.killed_by_each_round(), ERROR_LEVEL).error;
        }
        results
    }

    /// The largest count of a measure in any round.
    fn largest(&self, measure: usize) -> u64 {
        let counts = self.counts.iter().skip(measure).step_by(self.measures);
        counts.map(|counts| counts.len().saturating_sub(1)).max().unwrap_or(0) as u64
    }

    /// The distribution of a measure in a round. Its counts are at most `possible`, if nothing larger was seen.
    fn distribution(&self, system: &System, round: usize, measure: usize, possible: u64) -> Distribution {
        let mut counts = self.counts[round * self.measures + measure].clone();
        let others: u64 = counts.iter().sum();
        count(&mut counts, 0, self.trials - others);
        Distribution {
            name: system.measures[measure].name.clone(),
            mean: Observed::of_counts(&counts, possible).mean(),
            probabilities: counts.iter().map(|&count| estimate::proportion(count, self.trials)).collect(),
        }
    }
}

/// Counts a value `times` times.
pub fn count(counts: &mut Vec<u64>, value: u64, times: u64) {
    let value = value as usize;
    if counts.len() <= value {
        counts.resize(value + 1, 0);
    }
    counts[value] += times;
}

/// Whether counts are together no more than the trials.
fn is_at_most<'a>(trials: u64, mut counts: impl Iterator<Item = &'a u64>) -> bool {
    let sum = counts.try_fold(0_u64, |sum, &count| sum.checked_add(count));
    sum.is_some_and(|sum| sum <= trials)
}
