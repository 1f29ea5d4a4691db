//! From arguments to the options of the engines, and to the command that asks for the same again.

use std::path::Path;

use desk::command_line::{self, options};
use desk::{Armies, PlayOptions};
use simulator::Precision;

use crate::args::{Batch, Battles, Playing, Pricing, Run};
use crate::output::Failure;

impl From<&Run> for PlayOptions {
    fn from(args: &Run) -> Self {
        Self {
            trials: args.trials,
            seed: args.seed,
            precision: args.precision.map(|half_width| Precision { half_width, max_trials: args.max_trials }),
            ..Self::new(args.method, args.max_paths)
        }
    }
}

impl From<&Playing> for PlayOptions {
    fn from(args: &Playing) -> Self {
        Self { trials: args.trials, seed: args.seed, ..Self::new(args.method, args.max_paths) }
    }
}

impl From<&Pricing> for desk::Pricing {
    fn from(args: &Pricing) -> Self {
        Self {
            armies: args.armies,
            precision: args.precision,
            army_points: args.army_points,
            army: args.army,
            rounds: args.rounds,
            max_trials: args.max_trials,
            seed: args.seed,
            set: args.set.clone(),
        }
    }
}

/// How prices in mixed armies are sought, from the arguments that `diff`, `lists` and `formula` share.
pub fn mixed_pricing(
    battles: &Battles,
    set: &[String],
    precision: Option<f64>,
    army_points: Option<f64>,
    max_trials: Option<u64>,
) -> desk::Pricing {
    desk::Pricing {
        armies: Armies::Mixed,
        precision,
        army_points,
        army: None,
        rounds: battles.rounds,
        max_trials,
        seed: battles.seed,
        set: set.to_vec(),
    }
}

impl Run {
    /// Returns the command that plays one of the files in the same way.
    pub fn command_for(&self, file: &Path) -> String {
        let at_rounds: Vec<usize> = self.at_round.iter().map(|&round| round as usize).collect();
        command_line::run(file, &PlayOptions::from(self), self.max_paths, &at_rounds, &self.set)
    }
}

impl Playing {
    /// Returns the options that numbers depend on, each with a space before it.
    pub fn as_typed(&self) -> String {
        options(self.method, self.trials, self.seed, self.max_paths, &self.set)
    }
}

impl Batch {
    /// Returns the options that reports depend on, each with a space before it.
    pub fn as_typed(&self) -> String {
        let (png, bom) = (self.extras.png.then_some(" --png"), self.extras.bom.then_some(" --bom"));
        self.playing.as_typed() + png.unwrap_or_default() + bom.unwrap_or_default()
    }
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
