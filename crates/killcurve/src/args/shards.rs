//! The arguments of plan and merge, and those by which run plays a shard.

use std::path::PathBuf;

use clap::Args;

use desk::Method;

use super::{Extras, Format, ONE_METHOD, Run, choice, half_width};

/// Arguments of `plan`.
#[derive(Args, Debug)]
pub struct Plan {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The number of shards.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(i64::from(*desk::shards::SHARDS.start())..=i64::from(*desk::shards::SHARDS.end())))]
    pub shards: u32,
    /// The plan to write, or - for standard output [default: FILE's name with .plan.json].
    #[arg(long, short, value_name = "PLAN")]
    pub output: Option<PathBuf>,
    /// The engine.
    #[arg(long, value_parser = choice(ONE_METHOD), default_value = "auto")]
    pub method: Method,
    /// Trials of a Monte Carlo run [default: the file's, or 1000000].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=scenario::limits::TRIALS))]
    pub trials: Option<u64>,
    /// Seed of a Monte Carlo run [default: the file's, or 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Samples until the 95 % interval of each kill probability reaches at most this far to each side, such as 0.002.
    /// The pilot, which shows how many trials that takes, is played now.
    #[arg(long, value_name = "HALF-WIDTH", value_parser = half_width, conflicts_with = "trials")]
    pub precision: Option<f64>,
    /// With --precision: the limit of trials for each run.
    #[arg(long, value_name = "N", requires = "precision", default_value_t = 100_000_000,
        value_parser = clap::value_parser!(u64).range(1..=scenario::limits::TRIALS))]
    pub max_trials: u64,
    /// Threads to use [default: all].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(scenario::limits::THREADS)))]
    pub threads: Option<u16>,
    /// Sets a field, such as attacker.pen=2; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// A round that the charts of a sweep show instead of the last; may be repeated.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(scenario::limits::ROUNDS)))]
    pub at_round: Vec<u32>,
    /// Prints only errors.
    #[arg(long, short)]
    pub quiet: bool,
    /// The limit of paths for an exact answer; a million take a tenth of a second or more
    /// [default: 10000000, with --method exact 300000000].
    #[arg(long, value_name = "N")]
    pub max_paths: Option<u64>,
}

impl Plan {
    /// The arguments of `run` that ask for the same answer on one machine.
    pub fn as_run(&self) -> Run {
        Run {
            files: vec![self.file.clone()],
            part: Part { plan: None, shard: None },
            method: self.method,
            trials: self.trials,
            seed: self.seed,
            precision: self.precision,
            max_trials: self.max_trials,
            threads: self.threads,
            set: self.set.clone(),
            out: None,
            extras: Extras::default(),
            at_round: self.at_round.clone(),
            format: Format::Table,
            quiet: self.quiet,
            max_paths: self.max_paths,
        }
    }
}

/// The part of a plan that `run` plays.
#[derive(Args, Debug)]
pub struct Part {
    /// Plays a shard of this plan, and writes its counts for `merge`. The plan holds all files and options.
    #[arg(long, value_name = "PLAN", requires = "shard",
        conflicts_with_all = ["files", "method", "trials", "seed", "precision", "set", "png", "bom", "at_round", "format", "max_paths"])]
    pub plan: Option<PathBuf>,
    /// With --plan: the shard, such as 3/64.
    #[arg(long, value_name = "N/OF", requires = "plan", value_parser = shard)]
    pub shard: Option<Shard>,
}

/// The number of a shard, from 1, and the number of all.
#[derive(Clone, Copy, Debug)]
pub struct Shard {
    /// The number.
    pub number: u32,
    /// The number of all.
    pub of: u32,
}

fn shard(text: &str) -> Result<Shard, String> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
    let parts = text.split_once('/').and_then(|(one, all)| Some((number(one)?, number(all)?)));
    let shard = parts.filter(|(number, of)| number <= of);
    let (number, of) = shard.ok_or("expected a shard such as 3/64: the third of 64")?;
    Ok(Shard { number, of })
}

/// Arguments of `merge`.
#[derive(Args, Debug)]
pub struct Merge {
    /// The plan.
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,
    /// Files of shards, or folders with them [default: the folder in which `run --plan` puts them].
    #[arg(value_name = "SHARD")]
    pub shards: Vec<PathBuf>,
    /// Threads to use [default: all].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(scenario::limits::THREADS)))]
    pub threads: Option<u16>,
    /// Folder for reports [default: reports, with --format table].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// What the files have besides.
    #[command(flatten)]
    pub extras: Extras,
    /// The format of standard output.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Prints only errors and, with json or csv, the result.
    #[arg(long, short)]
    pub quiet: bool,
}
