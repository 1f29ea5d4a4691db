//! Plays the runs of a scenario, several at once, with one progress bar for all.

use rayon::prelude::*;
use results::Results;
use scenario::Run;

use crate::args::Method;
use crate::engine::{PlayOptions, sample, solve};
use crate::estimate::announce;
use crate::fault::{refuse, refuse_endless};
use crate::output::Failure;
use crate::progress::Progress;

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

/// Above this number of runs the bar counts runs, otherwise trials.
const MAX_RUNS_COUNTED_IN_TRIALS: usize = 20;

/// Plays runs and returns their answers in the same order.
pub fn play<'a>(
    runs: impl IntoIterator<Item = &'a Run>,
    options: PlayOptions,
) -> Result<Vec<Played>, Failure> {
    let runs: Vec<&Run> = runs.into_iter().collect();
    announce(&runs, options);
    let (trials, all) = if runs.len() > MAX_RUNS_COUNTED_IN_TRIALS {
        (Progress::new(false, "trials"), Progress::new(options.progress, "runs"))
    } else {
        (Progress::new(options.progress, "trials"), Progress::new(false, "runs"))
    };
    all.expect(runs.len() as u64);
    let played = runs.par_iter().map(|run| {
        let played = play_one(run, options, &trials);
        all.advance(1);
        played
    });
    let played = played.collect();
    trials.done();
    all.done();
    played
}

fn play_one(run: &Run, options: PlayOptions, progress: &Progress) -> Result<Played, Failure> {
    let mut fallback = None;
    if options.method != Method::MonteCarlo {
        let solved = solve(run, options);
        refuse(&run.label, &run.matchup)?;
        match solved {
            Ok(results) => {
                let sampled = (options.method == Method::Both).then(|| sample(run, options, progress));
                let (sampled, too_wide) =
                    sampled.map_or((None, false), |(sampled, wide)| (Some(sampled), wide));
                refuse(&run.label, &run.matchup)?;
                return Ok(Played { results, fallback, sampled, too_wide });
            }
            Err(exact::Unsolved::Endless) if options.method != Method::Auto => {
                refuse_endless(run)?;
                return Err(Failure::Run(format!("{}: {}", run.label, exact::Unsolved::Endless)));
            }
            Err(unsolved) if options.method != Method::Auto => {
                let more = if unsolved.met_states() { "" } else { ", or a higher --max-paths" };
                let help = format!("try --method auto, or fewer rounds or dice{more}");
                return Err(Failure::Run(format!("{}: {unsolved}; {help}", run.label)));
            }
            Err(unsolved) => fallback = Some(unsolved),
        }
    }
    let (results, too_wide) = sample(run, options, progress);
    refuse(&run.label, &run.matchup)?;
    Ok(Played { results, fallback, sampled: None, too_wide })
}
