//! Plays the runs of a scenario, several at once.

use rayon::prelude::*;
use results::Results;
use scenario::Run;

use crate::engine::{Method, PlayOptions, sample, solve};
use crate::failure::Failure;
use crate::fault::{refuse, refuse_endless};
use crate::watch::{Remarks, Watch};

/// A run's answer, and why it was found the way it was.
pub struct Played {
    /// The answer.
    pub results: Results,
    /// Why the exact engine gave up, if it was tried.
    pub fallback: Option<exact::Unsolved>,
    /// With `both`: the sampled answer beside the exact one.
    pub sampled: Option<Results>,
    /// Whether the trials allowed did not reach the precision that was asked for.
    pub too_wide: bool,
}

impl From<Results> for Played {
    fn from(results: Results) -> Self {
        Self { results, fallback: None, sampled: None, too_wide: false }
    }
}

/// Above this number of runs, runs are counted as they are done, otherwise trials.
const MAX_RUNS_COUNTED_IN_TRIALS: usize = 20;

/// Plays runs and returns their answers in the same order.
pub fn play<'a>(
    runs: impl IntoIterator<Item = &'a Run>,
    options: PlayOptions,
    watch: &dyn Watch,
) -> Result<Vec<Played>, Failure> {
    let runs: Vec<&Run> = runs.into_iter().collect();
    let counts_runs = runs.len() > MAX_RUNS_COUNTED_IN_TRIALS;
    let remarks = Remarks(watch);
    let within: &dyn Watch = if counts_runs { &remarks } else { watch };
    if counts_runs {
        watch.begin("runs");
        watch.expect(runs.len() as u64);
    } else {
        watch.begin("trials");
    }
    let played = runs.par_iter().map(|run| {
        let played = play_one(run, options, within);
        if counts_runs {
            watch.advance(1);
        }
        played
    });
    let played = played.collect();
    watch.end();
    played
}

fn play_one(run: &Run, options: PlayOptions, watch: &dyn Watch) -> Result<Played, Failure> {
    let mut fallback = None;
    if options.method != Method::MonteCarlo {
        match solve_or_refuse(run, options, watch)? {
            Ok(results) => {
                let sampled = (options.method == Method::Both).then(|| sample(run, options, watch));
                let (sampled, too_wide) =
                    sampled.map_or((None, false), |(sampled, wide)| (Some(sampled), wide));
                refuse(run)?;
                return Ok(Played { results, fallback, sampled, too_wide });
            }
            Err(unsolved) => fallback = Some(unsolved),
        }
    }
    let (results, too_wide) = sample(run, options, watch);
    refuse(run)?;
    Ok(Played { results, fallback, sampled: None, too_wide })
}

/// Solves a run. That there is no exact answer is a failure, unless the method is `auto`.
pub(crate) fn solve_or_refuse(
    run: &Run,
    options: PlayOptions,
    watch: &dyn Watch,
) -> Result<Result<Results, exact::Unsolved>, Failure> {
    let solved = solve(run, options, watch);
    refuse(run)?;
    match solved {
        Err(exact::Unsolved::Endless) if options.method != Method::Auto => {
            refuse_endless(run)?;
            Err(Failure::Run(format!("{}: {}", run.label, exact::Unsolved::Endless)))
        }
        Err(unsolved) if options.method != Method::Auto => {
            let more = if unsolved.met_states() { "" } else { ", or a higher --max-paths" };
            let help = format!("try --method auto, or fewer rounds or dice{more}");
            Err(Failure::Run(format!("{}: {unsolved}; {help}", run.label)))
        }
        known => Ok(known),
    }
}
