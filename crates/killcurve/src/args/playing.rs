//! The arguments of matrix, sensitivity, batch and guard, and those that several commands share.

use std::path::PathBuf;

use clap::Args;

use desk::Method;

use super::{Format, ONE_METHOD, choice, half_width, share};

/// How runs are played.
#[derive(Args, Debug)]
pub struct Playing {
    /// The engine.
    #[arg(long, value_parser = choice(ONE_METHOD), default_value = "auto")]
    pub method: Method,
    /// Trials of a Monte Carlo run [default: the file's, or 1000000].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=scenario::limits::TRIALS))]
    pub trials: Option<u64>,
    /// Seed of a Monte Carlo run [default: the file's, or 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Threads to use [default: all].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(scenario::limits::THREADS)))]
    pub threads: Option<u16>,
    /// Sets a field, such as attacker.pen=2; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// Shows no progress.
    #[arg(long, short)]
    pub quiet: bool,
    /// The limit of paths for an exact answer; a million take a tenth of a second or more
    /// [default: 10000000, with --method exact 300000000].
    #[arg(long, value_name = "N")]
    pub max_paths: Option<u64>,
}

/// What is written beside the usual files of a report.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Also writes each chart as a PNG, for programs that cannot show SVG.
    #[arg(long)]
    pub png: bool,
    /// Begins CSV files with a byte order mark, which Excel needs for letters such as ü.
    #[arg(long)]
    pub bom: bool,
}

/// Where an answer is written.
#[derive(Args, Debug)]
pub struct Output {
    /// Folder for the files [default: reports, with --format table].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// What is written beside the usual files.
    #[command(flatten)]
    pub extras: Extras,
    /// The format of standard output.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// Arguments of `matrix`.
#[derive(Args, Debug)]
pub struct Matrix {
    /// The roster file.
    #[arg(value_name = "ROSTER")]
    pub roster: PathBuf,
    /// Rounds of each pairing [default: the file's, or 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(scenario::limits::ROUNDS)))]
    pub rounds: Option<u32>,
    /// The situation of the roster that is played, by its name [default: the first].
    #[arg(long, value_name = "NAME")]
    pub situation: Option<String>,
    /// Samples until the 95 % interval of each kill probability reaches at most this far to each side
    /// [default: 0.005, unless the command line or the file sets the number of trials].
    #[arg(long, value_name = "HALF-WIDTH", value_parser = half_width, conflicts_with = "trials")]
    pub precision: Option<f64>,
    /// How the runs are played.
    #[command(flatten)]
    pub playing: Playing,
    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,
}

/// Arguments of `sensitivity`.
#[derive(Args, Debug)]
pub struct Sensitivity {
    /// The scenario file; its base is played.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How the runs are played.
    #[command(flatten)]
    pub playing: Playing,
    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,
}

/// Arguments of `batch`.
#[derive(Args, Debug)]
pub struct Batch {
    /// The folder with scenarios.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Folder for the reports.
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub out: PathBuf,
    /// What is written beside the usual files.
    #[command(flatten)]
    pub extras: Extras,
    /// Plays scenarios that have not changed, too.
    #[arg(long)]
    pub force: bool,
    /// How the runs are played.
    #[command(flatten)]
    pub playing: Playing,
}

/// Arguments of `guard`.
#[derive(Args, Debug)]
pub struct Guard {
    /// Scenario files, or folders with scenarios.
    #[arg(required = true, value_name = "DIR_OR_FILE")]
    pub paths: Vec<PathBuf>,
    /// Lists what has changed since this results.csv of a batch.
    #[arg(long, value_name = "CSV")]
    pub baseline: Option<PathBuf>,
    /// With --baseline: the smallest change that matters, of a probability or as a share of any other number.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 0.01, requires = "baseline")]
    pub matters: f64,
    /// With --baseline: lists every change, and not only the largest of each run.
    #[arg(long, requires = "baseline")]
    pub all_changes: bool,
    /// Writes the outcome as `JUnit` XML to this file.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// How the runs are played.
    #[command(flatten)]
    pub playing: Playing,
}
