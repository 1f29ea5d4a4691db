//! Playing a scenario: which engine, how long, and what to say meanwhile.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use results::Results;
use rules::{Game, Visit};
use scenario::Run;
use simulator::{Plan, Precision};

use crate::args::Method;
use crate::estimate::announce;
use crate::output::{Failure, say};

/// Trials where neither file nor command line say how many.
pub const TRIALS: u64 = 1_000_000;
/// The seed where neither file nor command line give one.
pub const SEED: u64 = 1;

/// How to play.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// The engine.
    pub method: Method,
    /// Trials, if the command line says.
    pub trials: Option<u64>,
    /// The seed, if the command line says.
    pub seed: Option<u64>,
    /// How narrow a sampled answer must be, instead of a number of trials.
    pub precision: Option<Precision>,
    /// What exact may cost.
    pub limits: exact::Limits,
    /// Whether a progress bar may be shown.
    pub progress: bool,
    /// Whether long work is announced.
    pub announce: bool,
}

impl How {
    /// The trials of a run, if it is sampled.
    pub fn trials_of(&self, run: &Run) -> u64 {
        self.trials.or(run.trials).unwrap_or(TRIALS)
    }

    /// The seed of a run, if it is sampled.
    pub fn seed_of(&self, run: &Run) -> u64 {
        self.seed.or(run.seed).unwrap_or(SEED)
    }
}

/// A run's answer, and why it was found the way it was.
pub struct Played {
    /// The answer.
    pub results: Results,
    /// Why exact was not used, if it was tried.
    pub fallback: Option<exact::Unsolved>,
    /// With `both`: the sampled answer to an exact one.
    pub sampled: Option<Results>,
    /// Whether a precision was asked for that the trials allowed did not reach.
    pub too_wide: bool,
}

impl From<Results> for Played {
    fn from(results: Results) -> Self {
        Self { results, fallback: None, sampled: None, too_wide: false }
    }
}

/// More runs than this are counted one by one; of fewer, the trials are.
const FEW_RUNS: usize = 20;

/// Plays runs, several at once, with one bar for all.
pub fn play<'a>(runs: impl IntoIterator<Item = &'a Run>, how: How) -> Result<Vec<Played>, Failure> {
    let runs: Vec<&Run> = runs.into_iter().collect();
    announce(&runs, how);
    let (trials, all) = if runs.len() > FEW_RUNS {
        (Progress::new(false, "trials"), Progress::new(how.progress, "runs"))
    } else {
        (Progress::new(how.progress, "trials"), Progress::new(false, "runs"))
    };
    all.expect(runs.len() as u64);
    let played = runs.par_iter().map(|run| {
        let played = one(run, how, &trials);
        all.advance(1);
        played
    });
    let played = played.collect();
    trials.done();
    all.done();
    played
}

fn one(run: &Run, how: How, progress: &Progress) -> Result<Played, Failure> {
    let mut fallback = None;
    if how.method != Method::MonteCarlo {
        match solve(run, how) {
            Ok(results) => {
                let sampled = (how.method == Method::Both).then(|| sample(run, how, progress));
                let (sampled, too_wide) =
                    sampled.map_or((None, false), |(sampled, wide)| (Some(sampled), wide));
                return Ok(Played { results, fallback, sampled, too_wide });
            }
            Err(unsolved) if how.method != Method::Auto => {
                let more = if unsolved.met_states() { "" } else { ", or a higher --max-paths" };
                let help = format!("try --method auto, or fewer rounds or dice{more}");
                return Err(Failure::Run(format!("{}: {unsolved}; {help}", run.label)));
            }
            Err(unsolved) => fallback = Some(unsolved),
        }
    }
    let (results, too_wide) = sample(run, how, progress);
    Ok(Played { results, fallback, sampled: None, too_wide })
}

/// Paths after which `auto` reckons how many there will be: a few hundredths of a second.
pub const PROBE: u64 = 200_000;

/// Solves a run exactly, if that is affordable. `auto` finds out what it will cost before long work: it begins, and if the run is not
/// solved soon it reckons from the rounds that it came to. Work that would go beyond the limit is not done, other work is announced
/// and goes on from there.
pub fn solve(run: &Run, how: How) -> Result<Results, exact::Unsolved> {
    let announce = |expected| {
        if how.progress {
            let name = scenario::printable(&run.label);
            say(&format!("{name}: exact, about {expected} paths expected"));
        }
    };
    let reckons = how.method == Method::Auto && how.limits.paths > PROBE;
    let first = exact::Limits { paths: if reckons { PROBE } else { how.limits.paths }, ..how.limits };
    run.matchup.visit(Solve { rounds: run.rounds, first, limits: how.limits, announce: &announce })
}

fn sample(run: &Run, how: How, progress: &Progress) -> (Results, bool) {
    let plan =
        Plan { rounds: run.rounds, trials: how.trials_of(run), seed: how.seed_of(run), first_batch: 0 };
    run.matchup.visit(Sample { plan, precision: how.precision, progress })
}

/// Solves exactly within limits, and without a word.
pub struct Weigh {
    /// The rounds.
    pub rounds: u32,
    /// What it may cost.
    pub limits: exact::Limits,
}

impl Visit for Weigh {
    type Out = Result<Results, exact::Unsolved>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        exact::solve(game, self.rounds, self.limits)
    }
}

/// Solves exactly.
struct Solve<'a> {
    rounds: u32,
    /// What may be spent before the cost is reckoned.
    first: exact::Limits,
    limits: exact::Limits,
    /// Told how many paths are expected.
    announce: &'a dyn Fn(u64),
}

impl Visit for Solve<'_> {
    type Out = Result<Results, exact::Unsolved>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        let Self { rounds, first, limits, announce } = self;
        let mut solver = exact::Solver::new(game, rounds);
        let solved = solver.solve(first);
        let Err(exact::Unsolved::TooLarge { states, paths, round, .. }) = solved else { return solved };
        if first == limits || states > limits.states {
            return solved;
        }
        let expected = paths.saturating_mul(rounds.into()) / u64::from(round);
        if expected > limits.paths {
            return Err(exact::Unsolved::TooLarge { states, paths: expected, round: rounds, limits });
        }
        announce(expected);
        solver.solve(limits)
    }
}

/// Samples.
pub struct Sample<'a> {
    /// How much.
    pub plan: Plan,
    /// How narrow the answer must be, instead of a number of trials.
    pub precision: Option<Precision>,
    /// What is told meanwhile.
    pub progress: &'a Progress,
}

impl Visit for Sample<'_> {
    type Out = (Results, bool);

    fn visit<G: Game>(self, game: &G) -> (Results, bool) {
        let Plan { rounds, seed, trials, .. } = self.plan;
        let advance = |trials| self.progress.advance(trials);
        let (tally, too_wide) = if let Some(precision) = self.precision {
            let expect = |trials| self.progress.expect(trials);
            let reached = simulator::sample_to(game, rounds, seed, precision, &expect, &advance);
            (reached.tally, !reached.narrow)
        } else {
            self.progress.expect(trials);
            (simulator::simulate(game, self.plan, &advance), false)
        };
        (tally.results(&G::SYSTEM, game.procedure(), seed), too_wide)
    }
}

/// A bar that appears when work takes longer than a second.
pub struct Progress {
    shown: bool,
    unit: &'static str,
    start: Instant,
    work: Mutex<Work>,
}

#[derive(Default)]
struct Work {
    expected: u64,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A bar that counts such things, if it may be shown.
    pub fn new(shown: bool, unit: &'static str) -> Self {
        Self { shown, unit, start: Instant::now(), work: Mutex::default() }
    }

    /// So many more are to be done.
    pub fn expect(&self, more: u64) {
        if let (true, Ok(mut work)) = (self.shown, self.work.lock()) {
            work.expected += more;
            if let Some(bar) = &work.bar {
                bar.set_length(work.expected);
            }
        }
    }

    /// So many were done.
    pub fn advance(&self, more: u64) {
        if !self.shown {
            return;
        }
        let Ok(mut work) = self.work.lock() else { return };
        work.done += more;
        if work.bar.is_none() && self.start.elapsed() > Duration::from_secs(1) {
            let style =
                format!("{{wide_bar}} {{human_pos}}/{{human_len}} {}, {{per_sec}}, {{eta}} left", self.unit);
            let bar = ProgressBar::new(work.expected).with_elapsed(self.start.elapsed());
            bar.set_style(
                ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            work.bar = Some(bar);
        }
        if let Some(bar) = &work.bar {
            bar.set_position(work.done);
        }
    }

    /// Takes the bar away.
    pub fn done(&self) {
        if let Ok(Work { bar: Some(bar), .. }) = self.work.lock().as_deref() {
            bar.finish_and_clear();
        }
    }
}
