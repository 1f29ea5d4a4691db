//! The arguments of battle, balance and worth.

use std::path::PathBuf;

use clap::Args;

use desk::Armies;

use super::{Output, Playing, choice};

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
    /// The armies that fight: random ones of any mix of units, or of one kind each.
    #[arg(long, value_parser = choice(Armies::ALL), default_value = "mixed")]
    pub armies: Armies,
    /// How wide the 95 % interval of a price may be, as a share of the price, such as 6% or 0.06 [default: 6%, or 3% for armies of one
    /// kind].
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub precision: Option<f64>,
    /// Points of an army, for mixed armies [default: the file's, or six times the mean price].
    #[arg(long, value_name = "POINTS", value_parser = step, conflicts_with = "army")]
    pub army_points: Option<f64>,
    /// For armies of one kind: units of the dearer kind in each battle; of the cheaper as many as the same points buy [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub army: Option<u32>,
    /// The most rounds of a battle; one that is not decided by then is a draw.
    #[arg(long, value_name = "N", default_value_t = desk::BATTLE_ROUNDS, value_parser = clap::value_parser!(u32).range(1..=i64::from(scenario::limits::ROUNDS)))]
    pub rounds: u32,
    /// No more battles than this: in all for mixed armies, for each pair of counts for armies of one kind [default: the file's trials, or
    /// 2000000 and 16384].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(scenario::limits::BATTLE_TRIALS))]
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
    /// A price within this share of the fair one is fair, such as 5% or 0.05.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "5%")]
    pub matters: f64,
    /// Looks at this field alone: no armies of other sizes, no other policies, no situation by itself.
    #[arg(long)]
    pub field_only: bool,
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

pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse().map(|percent: f64| percent / 100.0),
        None => text.parse(),
    };
    match share {
        Ok(share) if (0.001..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a share from 0.1% to 100%, such as 3% or 0.03".to_owned()),
    }
}

pub(super) fn step(text: &str) -> Result<f64, String> {
    match text.trim().parse() {
        Ok(step) if (0.001..=1e6).contains(&step) => Ok(step),
        _ => Err("expected a number above 0, such as 5".to_owned()),
    }
}
