//! The arguments of battle, balance and worth.

use std::path::PathBuf;

use clap::Args;

use super::{Output, Playing};

/// Arguments of `battle`.
#[derive(Args, Debug)]
pub struct Battle {
    /// The battle file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How to play.
    #[command(flatten)]
    pub playing: Playing,
    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,
}

/// How prices are sought.
#[derive(Args, Debug)]
pub struct Pricing {
    /// The roster file.
    #[arg(value_name = "ROSTER")]
    pub roster: PathBuf,
    /// How wide the 95 % interval of a price may be, as a share of the price, such as 3% or 0.03.
    #[arg(long, value_name = "SHARE", value_parser = precision, default_value = "3%")]
    pub precision: f64,
    /// Units of the dearer kind in each battle; of the cheaper as many as the same points buy.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub army: u32,
    /// The most rounds of a battle; one that is not decided by then is a draw.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=i64::from(rules::limits::ROUNDS)))]
    pub rounds: u32,
    /// No more trials than this for each battle [default: the file's, or 16384].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(rules::limits::BATTLE_TRIALS))]
    pub max_trials: Option<u64>,
    /// Seed of the battles [default: the file's, or 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Threads to use [default: all].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Sets a field, such as titan.dmg=5; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// Says nothing of what is going on.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `balance`.
#[derive(Args, Debug)]
pub struct Balance {
    /// How prices are sought.
    #[command(flatten)]
    pub pricing: Pricing,
    /// Rounds prices to multiples of a number, or to the nearest of a list such as 1,2,3,4,5,6,8,10,12,15,20.
    #[arg(long, value_name = "STEPS", value_delimiter = ',', value_parser = step)]
    pub round: Vec<f64>,
    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,
}

/// Arguments of `worth`.
#[derive(Args, Debug)]
pub struct Worth {
    /// How prices are sought.
    #[command(flatten)]
    pub pricing: Pricing,
    /// The unit, by its key in the roster.
    #[arg(value_name = "UNIT")]
    pub unit: String,
    /// Where the answer goes.
    #[command(flatten)]
    pub output: Output,
}

fn precision(text: &str) -> Result<f64, String> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse().map(|percent: f64| percent / 100.0),
        None => text.parse(),
    };
    match share {
        Ok(share) if (0.001..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a share from 0.1% to 100%, such as 3% or 0.03".to_owned()),
    }
}

fn step(text: &str) -> Result<f64, String> {
    match text.trim().parse() {
        Ok(step) if (0.001..=1e6).contains(&step) => Ok(step),
        _ => Err("expected a number above 0, such as 5".to_owned()),
    }
}
