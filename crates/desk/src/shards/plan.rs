//! The plan: what is to be done, and which shard does it.

use std::ops::Range;

use chance::fields::Named;
use results::Fingerprint;
use serde::{Deserialize, Serialize};
use simulator::{BATCH, Precision, Stage};

use super::inputs::Texts;
use crate::engine::{Method, PlayOptions};

/// The number of shards that a plan may have.
pub const SHARDS: std::ops::RangeInclusive<u32> = 1..=100_000;

/// The version of the format of plans and of shards' files.
pub const FORMAT: u32 = 1;

/// A plan as its file holds it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of the format.
    #[serde(rename = "killcurve_plan")]
    pub format: u32,
    /// The version of killcurve.
    pub version: String,
    /// The command that gives the same answer on one machine.
    pub command: String,
    /// The scenario file.
    pub file: String,
    /// Overrides.
    pub set: Vec<String>,
    /// The rounds that the charts of a sweep show.
    pub at_rounds: Vec<usize>,
    /// The fingerprint of the input.
    pub input: String,
    /// How runs are played.
    pub playing: Playing,
    /// The number of shards.
    pub shards: u32,
    /// The number of runs.
    pub runs: usize,
    /// The runs that are divided by batches; each other run is played whole by one shard.
    pub divided: Vec<Divided>,
    /// The texts of the scenario and of all files that it names.
    pub texts: Texts,
}

/// A run that is divided by batches. Each shard plays a range of its batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Divided {
    /// The run, by its place.
    pub run: usize,
    /// The first batch.
    pub first_batch: u64,
    /// The number of trials; every batch but the last has [`BATCH`].
    pub trials: u64,
}

/// How runs are played, as the command line says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    method: String,
    trials: Option<u64>,
    seed: Option<u64>,
    /// The half-width. It is a text, because not every reader of JSON keeps all digits of a number.
    precision: Option<String>,
    max_trials: Option<u64>,
    max_states: usize,
    max_paths: u64,
}

impl From<PlayOptions> for Playing {
    fn from(options: PlayOptions) -> Self {
        let PlayOptions { method, trials, seed, precision, limits } = options;
        Self {
            method: method.name().to_owned(),
            trials,
            seed,
            precision: precision.map(|precision| precision.half_width.to_string()),
            max_trials: precision.map(|precision| precision.max_trials),
            max_states: limits.states,
            max_paths: limits.paths,
        }
    }
}

impl Playing {
    /// The options of the engines; `None` if they are not what a plan may hold.
    pub fn options(&self) -> Option<PlayOptions> {
        let method = Method::ALL.iter().copied().find(|method| method.name() == self.method);
        let is_number_of_trials = |trials: &u64| (1..=scenario::limits::TRIALS).contains(trials);
        let asked = [self.trials, self.max_trials];
        if !asked.iter().flatten().all(is_number_of_trials) {
            return None;
        }
        let precision = match (&self.precision, self.max_trials) {
            (Some(half_width), Some(max_trials)) => {
                let half_width = half_width.parse().ok().filter(|width| (1e-6..=0.5).contains(width))?;
                Some(Precision { half_width, max_trials })
            }
            (None, None) => None,
            _ => return None,
        };
        Some(PlayOptions {
            method: method.filter(|&method| method != Method::Both)?,
            trials: self.trials,
            seed: self.seed,
            precision,
            limits: exact::Limits { states: self.max_states, paths: self.max_paths },
        })
    }
}

impl Divided {
    /// All of it as one stage.
    pub fn stage(self) -> Stage {
        Stage { first_batch: self.first_batch, trials: self.trials }
    }

    /// The part that a shard plays, from 0, of so many; it may have no trials.
    fn part(self, shard: u32, of: u32) -> Self {
        let batches = share(self.trials.div_ceil(BATCH), shard, of);
        let upto = |batch: u64| (batch * BATCH).min(self.trials);
        Self {
            run: self.run,
            first_batch: self.first_batch + batches.start,
            trials: upto(batches.end) - upto(batches.start),
        }
    }
}

/// The part of `all` things that falls to a shard.
fn share(all: u64, shard: u32, of: u32) -> Range<u64> {
    let start = |shard: u32| (u128::from(all) * u128::from(shard) / u128::from(of)) as u64;
    start(shard)..start(shard + 1)
}

impl Plan {
    /// What a shard plays, from 0.
    pub fn share(&self, shard: u32) -> Share {
        let whole = self.runs - self.divided.len();
        let whole = share(whole as u64, shard, self.shards);
        let parts = self.divided.iter().map(|divided| divided.part(shard, self.shards));
        Share {
            whole: whole.start as usize..whole.end as usize,
            batches: parts.filter(|part| part.trials > 0).collect(),
        }
    }

    /// The places of the runs that are played whole.
    pub fn whole_runs(&self) -> Vec<usize> {
        (0..self.runs).filter(|&run| self.divided(run).is_none()).collect()
    }

    /// A run that is divided; `None` if it is played whole.
    pub fn divided(&self, run: usize) -> Option<Divided> {
        let place = self.divided.binary_search_by_key(&run, |divided| divided.run).ok()?;
        Some(self.divided[place])
    }

    /// The fingerprint of the plan, whatever spaces its file has.
    pub fn fingerprint(&self) -> String {
        Fingerprint::of(serde_json::to_string(self).unwrap_or_default().as_bytes()).to_string()
    }
}

/// What a shard plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Of the runs that are played whole, these.
    pub whole: Range<usize>,
    /// These batches of divided runs.
    pub batches: Vec<Divided>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_everything_once() {
        for trials in [1, 1023, 1024, 1025, 5000, 1_000_000, 1_000_000_000_000] {
            for of in [1, 2, 3, 64, 1000] {
                let all = Divided { run: 0, first_batch: 16, trials };
                let (mut next, mut sum) = (16, 0);
                for shard in 0..of {
                    let part = all.part(shard, of);
                    if part.trials > 0 {
                        assert_eq!(part.first_batch, next, "{trials} {of} {shard}");
                    }
                    next += part.trials.div_ceil(BATCH);
                    sum += part.trials;
                }
                assert_eq!((next, sum), (16 + trials.div_ceil(BATCH), trials));
            }
        }
    }
}
