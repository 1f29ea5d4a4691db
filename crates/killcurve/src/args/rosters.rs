//! The arguments of diff.

use std::path::PathBuf;

use clap::Args;

use super::Output;
use super::prices::{share, step};

/// How battles of mixed armies are fought.
#[derive(Args, Debug)]
pub struct Battles {
    /// The most rounds of a battle; one that is not decided by then is a draw.
    #[arg(long, value_name = "N", default_value_t = desk::BATTLE_ROUNDS, value_parser = clap::value_parser!(u32).range(1..=i64::from(scenario::limits::ROUNDS)))]
    pub rounds: u32,
    /// Seed of the battles [default: the file's, or 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Threads to use [default: all].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Says nothing of what is going on.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `diff`.
#[derive(Args, Debug)]
pub struct Diff {
    /// The old version of the roster.
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The new version of the roster.
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// How wide the 95 % interval of a move may be, as a share of the price, such as 6% or 0.06 [default: 6%].
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub precision: Option<f64>,
    /// A price within this share of the fair one is fair, such as 5% or 0.05.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "5%")]
    pub matters: f64,
    /// Points of an army [default: each file's, or six times its mean price].
    #[arg(long, value_name = "POINTS", value_parser = step)]
    pub army_points: Option<f64>,
    /// No more battles than this for the prices of each version [default: the file's trials, or 2000000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(scenario::limits::BATTLE_TRIALS))]
    pub max_trials: Option<u64>,
    /// How battles are fought.
    #[command(flatten)]
    pub battles: Battles,
    /// Sets a field of NEW, such as titan.dmg=5; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,
}
