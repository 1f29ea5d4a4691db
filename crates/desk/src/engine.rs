//! Which engine plays a run, within which limits, and how each is called.

use chance::{Game, Visit, game::Visitable};
use results::Results;
use scenario::Run;
use simulator::{Plan, Precision, Tally};

use crate::watch::Watch;

/// Trials of a sampled run, unless the file or the request says otherwise.
pub const TRIALS: u64 = 1_000_000;
/// The seed, unless the file or the request says otherwise.
pub const SEED: u64 = 1;

chance::choice! {
    /// An engine.
    pub enum Method {
        /// Exact where affordable, else Monte Carlo.
        Auto = "auto",
        /// Exact; an error if that takes too long.
        Exact = "exact",
        /// Seeded sampling.
        MonteCarlo = "monte-carlo",
        /// Exact and Monte Carlo side by side; exit code 1 if they disagree.
        Both = "both",
    }
}

/// How runs are played.
#[derive(Clone, Copy, Debug)]
pub struct PlayOptions {
    /// The engine.
    pub method: Method,
    /// Trials that the request asks for.
    pub trials: Option<u64>,
    /// The seed that the request asks for.
    pub seed: Option<u64>,
    /// The interval width that ends sampling, in place of a number of trials.
    pub precision: Option<Precision>,
    /// The limits of the exact engine.
    pub limits: exact::Limits,
}

impl PlayOptions {
    /// Returns the options of a method. The limits of the exact engine are low where sampling can take over, and higher where only an
    /// exact answer will do; `max_paths` replaces the limit of paths.
    pub fn new(method: Method, max_paths: Option<u64>) -> Self {
        let usual = match method {
            Method::Auto | Method::MonteCarlo => exact::Limits::default(),
            Method::Exact | Method::Both => exact::Limits::EXACT_ONLY,
        };
        let limits = exact::Limits { paths: max_paths.unwrap_or(usual.paths), ..usual };
        Self { method, trials: None, seed: None, precision: None, limits }
    }

    /// Returns the number of trials that a sampled run gets.
    pub fn trials_of(&self, run: &Run) -> u64 {
        self.trials.or(run.trials).unwrap_or(TRIALS)
    }

    /// Returns the seed of a sampled run.
    pub fn seed_of(&self, run: &Run) -> u64 {
        self.seed.or(run.seed).unwrap_or(SEED)
    }
}

/// Paths after which `auto` estimates the cost of an exact answer: a few hundredths of a second.
pub const PROBE: u64 = 200_000;

/// Solves a run exactly within the limits of `options`.
///
/// `auto` estimates the cost before long work. It starts to solve, and after [`PROBE`] paths extrapolates from the rounds that
/// are done. If the estimate exceeds the limit, it stops; otherwise it tells `watch` the estimate and continues from there.
pub fn solve(run: &Run, options: PlayOptions, watch: &dyn Watch) -> Result<Results, exact::Unsolved> {
    let announce = |expected| {
        let name = scenario::printable(&run.label);
        watch.news(&format!("{name}: exact, about {expected} paths expected"));
    };
    let probes = options.method == Method::Auto && options.limits.paths > PROBE;
    let first = exact::Limits { paths: if probes { PROBE } else { options.limits.paths }, ..options.limits };
    run.matchup.visit(Solve { rounds: run.rounds, first, limits: options.limits, announce: &announce })
}

/// Samples a run. Returns its results, and whether its interval is wider than the precision that was asked for.
pub fn sample(run: &Run, options: PlayOptions, watch: &dyn Watch) -> (Results, bool) {
    run.matchup.visit(sampling(run, options, watch))
}

/// How a run is sampled as a whole.
pub(crate) fn sampling<'a>(run: &Run, options: PlayOptions, watch: &'a dyn Watch) -> Sample<'a> {
    let plan = Plan {
        rounds: run.rounds,
        trials: options.trials_of(run),
        seed: options.seed_of(run),
        first_batch: 0,
    };
    Sample { plan, precision: options.precision, watch }
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
pub(crate) struct Sample<'a> {
    /// Rounds, trials and seed.
    pub(crate) plan: Plan,
    /// The interval width that ends sampling, in place of the plan's trials.
    pub(crate) precision: Option<Precision>,
    /// Is told of trials as they are played.
    pub(crate) watch: &'a dyn Watch,
}

impl Visit for Sample<'_> {
    type Out = (Results, bool);

    fn visit<G: Game>(self, game: &G) -> (Results, bool) {
        let seed = self.plan.seed;
        let (tally, too_wide) = Counts(self).visit(game);
        (tally.results(game.system(), game.procedure(), seed), too_wide)
    }
}

/// Samples a game, and returns the counts.
pub(crate) struct Counts<'a>(pub(crate) Sample<'a>);

impl Visit for Counts<'_> {
    type Out = (Tally, bool);

    fn visit<G: Game>(self, game: &G) -> (Tally, bool) {
        let Sample { plan, precision, watch } = self.0;
        let advance = |trials| watch.advance(trials);
        if let Some(precision) = precision {
            let expect = |trials| watch.expect(trials);
            let reached = simulator::sample_to(game, plan.rounds, plan.seed, precision, &expect, &advance);
            (reached.tally, !reached.narrow)
        } else {
            watch.expect(plan.trials);
            (simulator::simulate(game, plan, &advance), false)
        }
    }
}
