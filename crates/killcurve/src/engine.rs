//! Which engine plays a run, within which limits, and how each is called.

use std::io::IsTerminal;

use chance::{Game, Visit, game::Visitable};
use results::Results;
use scenario::Run;
use simulator::{Plan, Precision};

use crate::args::{self, Method, Playing};
use crate::output::{Failure, say};
use crate::progress::Progress;

/// Trials of a sampled run, unless the file or the command line says otherwise.
pub const TRIALS: u64 = 1_000_000;
/// The seed, unless the file or the command line says otherwise.
pub const SEED: u64 = 1;

/// How runs are played.
#[derive(Clone, Copy, Debug)]
pub struct PlayOptions {
    /// The engine.
    pub method: Method,
    /// Trials from the command line.
    pub trials: Option<u64>,
    /// The seed from the command line.
    pub seed: Option<u64>,
    /// The interval width that ends sampling, in place of a number of trials.
    pub precision: Option<Precision>,
    /// The limits of the exact engine.
    pub limits: exact::Limits,
    /// Whether a progress bar may be shown.
    pub progress: bool,
    /// Whether long work is announced.
    pub announce: bool,
}

impl PlayOptions {
    /// Returns the number of trials that a sampled run gets.
    pub fn trials_of(&self, run: &Run) -> u64 {
        self.trials.or(run.trials).unwrap_or(TRIALS)
    }

    /// Returns the seed of a sampled run.
    pub fn seed_of(&self, run: &Run) -> u64 {
        self.seed.or(run.seed).unwrap_or(SEED)
    }
}

impl From<&args::Run> for PlayOptions {
    fn from(args: &args::Run) -> Self {
        Self {
            method: args.method,
            trials: args.trials,
            seed: args.seed,
            precision: args.precision.map(|half_width| Precision { half_width, max_trials: args.max_trials }),
            limits: limits(args.method, args.max_paths),
            progress: !args.quiet && std::io::stderr().is_terminal(),
            announce: !args.quiet,
        }
    }
}

impl From<&Playing> for PlayOptions {
    fn from(args: &Playing) -> Self {
        Self {
            method: args.method,
            trials: args.trials,
            seed: args.seed,
            precision: None,
            limits: limits(args.method, args.max_paths),
            progress: !args.quiet && std::io::stderr().is_terminal(),
            announce: !args.quiet,
        }
    }
}

/// Returns the limits of the exact engine: low where sampling can take over, higher where only an exact answer will do.
fn limits(method: Method, max_paths: Option<u64>) -> exact::Limits {
    let usual = match method {
        Method::Auto | Method::MonteCarlo => exact::Limits::default(),
        Method::Exact | Method::Both => exact::Limits::PATIENT,
    };
    exact::Limits { paths: max_paths.unwrap_or(usual.paths), ..usual }
}

/// Sets the number of threads for the rest of the program: that of the command line, or of the variable `RAYON_NUM_THREADS`.
pub fn use_threads(threads: Option<u16>) -> Result<(), Failure> {
    let most = scenario::limits::THREADS;
    let variable = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse::<usize>().ok());
    if let (None, Some(threads)) = (threads, variable)
        && threads > most.into()
    {
        let words = format!("error: RAYON_NUM_THREADS is {threads}, and at most {most} threads are used");
        return Err(Failure::Input(words));
    }
    let Some(threads) = threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    pool.map_err(|error| Failure::Run(format!("cannot start {threads} threads: {error}")))
}

/// Paths after which `auto` estimates the cost of an exact answer: a few hundredths of a second.
pub const PROBE: u64 = 200_000;

/// Solves a run exactly within the limits of `options`.
///
/// `auto` estimates the cost before long work. It starts to solve, and after [`PROBE`] paths extrapolates from the rounds that
/// are done. If the estimate exceeds the limit, it stops; otherwise it announces the estimate and continues from there.
pub fn solve(run: &Run, options: PlayOptions) -> Result<Results, exact::Unsolved> {
    let announce = |expected| {
        if options.progress {
            let name = scenario::printable(&run.label);
            say(&format!("{name}: exact, about {expected} paths expected"));
        }
    };
    let probes = options.method == Method::Auto && options.limits.paths > PROBE;
    let first = exact::Limits { paths: if probes { PROBE } else { options.limits.paths }, ..options.limits };
    run.matchup.visit(Solve { rounds: run.rounds, first, limits: options.limits, announce: &announce })
}

/// Samples a run. Returns its results, and whether its interval is wider than the precision that was asked for.
pub fn sample(run: &Run, options: PlayOptions, progress: &Progress) -> (Results, bool) {
    let plan = Plan {
        rounds: run.rounds,
        trials: options.trials_of(run),
        seed: options.seed_of(run),
        first_batch: 0,
    };
    run.matchup.visit(Sample { plan, precision: options.precision, progress })
}

/// Solves exactly within limits, without a probe or an announcement.
pub struct SolveWithin {
    /// The number of rounds.
    pub rounds: u32,
    /// The limits of the exact engine.
    pub limits: exact::Limits,
}

impl Visit for SolveWithin {
    type Out = Result<Results, exact::Unsolved>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        exact::solve(game, self.rounds, self.limits)
    }
}

/// Solves exactly, with a probe first.
struct Solve<'a> {
    rounds: u32,
    /// The limits of the probe.
    first: exact::Limits,
    limits: exact::Limits,
    /// Called with the expected number of paths if the probe does not finish.
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

/// Samples a game.
pub struct Sample<'a> {
    /// Rounds, trials and seed.
    pub plan: Plan,
    /// The interval width that ends sampling, in place of the plan's trials.
    pub precision: Option<Precision>,
    /// Counts trials as they are played.
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
        (tally.results(game.system(), game.procedure(), seed), too_wide)
    }
}
