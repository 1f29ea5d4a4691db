//! The arguments of diff, lists and formula.

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
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(scenario::limits::THREADS)))]
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

/// Arguments of `lists`.
#[derive(Args, Debug)]
pub struct Lists {
    /// The roster file.
    #[arg(value_name = "ROSTER")]
    pub roster: PathBuf,
    /// What a list may cost.
    #[arg(long, value_name = "POINTS", value_parser = step)]
    pub points: f64,
    /// The search goes on until no list wins more than a half and this against the mix, such as 1% or 0.01.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "1%")]
    pub tolerance: f64,
    /// No more battles than about this to find the mix [default: the file's trials, or 2000000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(scenario::limits::BATTLE_TRIALS))]
    pub max_trials: Option<u64>,
    /// How battles are fought.
    #[command(flatten)]
    pub battles: Battles,
    /// Sets a field, such as titan.points=50; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,
}

/// Arguments of `formula`.
#[derive(Args, Debug)]
pub struct Formula {
    /// The roster file.
    #[arg(value_name = "ROSTER")]
    pub roster: PathBuf,
    /// A field of the formula, such as hp; with a range of its own, such as hp=1..=6; may be repeated [default: every
    /// whole number that all units have and that differs between them].
    #[arg(long, value_name = "FIELD[=RANGE]", value_parser = field)]
    pub field: Vec<(String, Option<[i64; 2]>)>,
    /// How many made-up units are priced.
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u16).range(10..=5_000))]
    pub units: u16,
    /// How wide the 95 % interval of a price of the roster may be, as a share of the price, such as 6% or 0.06 [default: 6%].
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub precision: Option<f64>,
    /// Points of an army [default: the file's, or six times the mean price].
    #[arg(long, value_name = "POINTS", value_parser = step)]
    pub army_points: Option<f64>,
    /// No more battles than this for the prices of the roster [default: the file's trials, or 2000000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(scenario::limits::BATTLE_TRIALS))]
    pub max_trials: Option<u64>,
    /// How battles are fought.
    #[command(flatten)]
    pub battles: Battles,
    /// Sets a field, such as titan.dmg=5; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,
}

fn field(text: &str) -> Result<(String, Option<[i64; 2]>), String> {
    let Some((name, range)) = text.split_once('=') else { return Ok((text.trim().to_owned(), None)) };
    let ends = range
        .split_once("..=")
        .and_then(|(least, most)| Some([least.trim().parse().ok()?, most.trim().parse().ok()?]));
    match ends {
        Some([least, most]) if i64::abs(least) <= LARGEST && i64::abs(most) <= LARGEST => {
            Ok((name.trim().to_owned(), Some([least, most])))
        }
        _ => Err("expected a field, or a field and its range such as hp=1..=6".to_owned()),
    }
}

/// The largest number of a range.
const LARGEST: i64 = 1_000_000;
