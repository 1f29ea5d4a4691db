//! The command line as data.

mod desk;
mod prices;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub use desk::{Batch, Guard, Matrix, Output, Playing, Sensitivity};
pub use prices::{Balance, Battle, Pricing, Worth};

const EXAMPLES: &str = "\
Examples:
  killcurve new space-infantry            write a commented scenario to begin with
  killcurve run space-infantry.toml       what are the odds, and how sure are we?
  killcurve explain space-infantry.toml   one attack, told die by die
  killcurve batch scenarios               every scenario below a folder

Exit codes: 0 fine, 1 the run failed, 2 the command or a file is wrong, 130 stopped by Ctrl-C.";

/// What are the odds? Exact and sampled probabilities of tabletop wargame attacks.
#[derive(Debug, Parser)]
#[command(name = "killcurve", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do; without it, a short welcome.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays scenarios and reports the odds.
    #[command(after_help = "Examples:
  killcurve run scenarios/space-infantry/titan.toml
  killcurve run titan.toml --set attacker.pen=2 --set rounds=4
  killcurve run titan.toml --method monte-carlo --trials 5000000 --seed 3
  killcurve run titan.toml --format json > titan.json
  killcurve run swept.toml --at-round 1 --at-round 3

A table on the terminal goes with a report in reports/<name>/. With --format json or csv nothing is
written but standard output, unless --out names a folder.")]
    Run(Run),
    /// Holds versions of an attack against the first, with the interval of each difference.
    #[command(after_help = "Examples:
  killcurve compare titan.toml                        (one file: its variants against its base)
  killcurve compare plain.toml sharp.toml --matters 0.02

Better, worse, the same, or cannot tell yet: each difference in kill probability, mean damage and attacks
to kill gets its verdict. What cannot be solved exactly is sampled in pairs that share their luck.")]
    Compare(Compare),
    /// Plays every unit of a roster against every unit.
    #[command(after_help = "Examples:
  killcurve matrix scenarios/rosters/space-infantry.toml --rounds 4
  killcurve matrix roster.toml --set titan.dmg=5 --format csv > matrix.csv

Attackers stand in rows, targets in columns. A unit that lacks what the procedure needs leaves its cells empty.")]
    Matrix(Matrix),
    /// Shows what one step of each number of both units is worth.
    #[command(after_help = "Examples:
  killcurve sensitivity titan.toml
  killcurve sensitivity titan.toml --set rounds=4 --format csv > steps.csv

Each whole number goes one up and one down: the change in kill probability by the last round and in attacks, the
largest first. A step that the rules do not allow is left out.")]
    Sensitivity(Sensitivity),
    /// Runs every scenario below a folder, and writes an index of the reports.
    #[command(after_help = "Examples:
  killcurve batch scenarios --out reports
  killcurve batch scenarios --out reports --force

Writes index.html, results.csv with every number, and a report for each scenario. What did not change since the last
time is not played again. Folders named rosters, rosters and battles are passed over.")]
    Batch(Batch),
    /// Checks what scenarios say must stay true.
    #[command(after_help = "Examples:
  killcurve guard scenarios
  killcurve guard titan.toml --junit guard.xml
  killcurve guard scenarios --baseline reports/results.csv --matters 0.02

A scenario says it in tables such as:
  [[expect]]
  quantity = \"kill\"          (or an event, hits.mean, attacks_to_kill.median)
  round = 3                  (or both at once: kill.round = 3)
  between = [0.40, 0.60]     (or at_least, at_most; or beats = \"another variant\")

Exit code 1 if any is out. What is too close to tell is sampled up to 16 times as long.")]
    Guard(Guard),
    /// Fights a battle of two sides with many units.
    #[command(after_help = "Examples:
  killcurve battle scenarios/battles/titan-hunt.toml
  killcurve battle titan-hunt.toml --set order=first --set rounds=8 --trials 1000000

A battle file has two [[side]] tables, each with its units as [[side.unit]]: fields of a unit, or
use = \"roster.toml#unit\", and count = 3. A side's policy says whom it attacks: weakest, dearest, spread or random.
order = \"at-once\", \"first\" or \"second\" says which side attacks first.")]
    Battle(Battle),
    /// Finds what the units of a roster should cost.
    #[command(after_help = "Examples:
  killcurve balance scenarios/rosters/sythopian-wars.toml
  killcurve balance roster.toml --round 5 --precision 2%
  killcurve balance roster.toml --round 1,2,3,4,5,6,8,10,12,15,20

A fair price is one at which a unit wins half of its battles of equal points against the others. A unit with
fixed = true keeps its price and anchors the scale; weight = 2 makes it count double as an opponent.
Several [[situation]] tables, each with a name, give a price in each.")]
    Balance(Balance),
    /// Finds what one step of each number of a unit is worth, in points.
    #[command(after_help = "Examples:
  killcurve worth scenarios/rosters/space-infantry.toml titan
  killcurve worth roster.toml titan --format csv > worth.csv

The unit is priced anew with each number one up and one down, on the same random streams, while the others keep
their fair prices.")]
    Worth(Worth),
    /// Tells one attack step by step, with the dice and the rules.
    #[command(after_help = "Examples:
  killcurve explain titan.toml --seed 4
  killcurve explain titan.toml --seed 4 > attack.txt
  killcurve explain titan.toml --script attack.txt    (the same dice again, or dice of your own)")]
    Explain(Explain),
    /// Checks scenario files without playing them.
    Check(Check),
    /// Writes a commented scenario to begin with.
    New(New),
    /// Lists the systems, or the procedures, fields and options of one.
    Systems(Systems),
    /// Prints a JSON Schema of a system's scenario files, for editors.
    #[command(after_help = "Example:
  killcurve schema space-infantry > space-infantry.schema.json
and in the scenario, as its first line:  #:schema ./space-infantry.schema.json")]
    Schema {
        /// The system, such as space-infantry.
        system: String,
    },
    /// Prints a script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints the manual page.
    Man,
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct Run {
    /// Scenario files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Exact where affordable, or one of the two.
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    pub method: Method,
    /// Trials of a Monte Carlo run [default: the file's, or 1000000].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=rules::limits::TRIALS))]
    pub trials: Option<u64>,
    /// Seed of a Monte Carlo run [default: the file's, or 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Samples until the 95 % interval of each kill probability is this wide to either side, such as 0.002.
    #[arg(long, value_name = "HALF-WIDTH", value_parser = half_width, conflicts_with = "trials")]
    pub precision: Option<f64>,
    /// With --precision: no more trials than this for each run.
    #[arg(long, value_name = "N", requires = "precision", default_value_t = 100_000_000,
        value_parser = clap::value_parser!(u64).range(1..=rules::limits::TRIALS))]
    pub max_trials: u64,
    /// Threads to use [default: all].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(rules::limits::THREADS)))]
    pub threads: Option<u16>,
    /// Sets a field, such as attacker.pen=2; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
    /// Folder for reports [default: reports, with --format table].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// A round that the charts of a sweep show, in place of the last; may be repeated.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(rules::limits::ROUNDS)))]
    pub at_round: Vec<u32>,
    /// What standard output shows.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Says nothing but errors and, with json or csv, the result.
    #[arg(long, short)]
    pub quiet: bool,
    /// Paths that exact may take before it is given up; a million take a tenth of a second or more
    /// [default: 10000000, with --method exact or both 300000000].
    #[arg(long, value_name = "N")]
    pub max_paths: Option<u64>,
}

/// How to find the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Exact where affordable, else Monte Carlo.
    Auto,
    /// Every outcome weighed, or an error.
    Exact,
    /// Seeded sampling.
    MonteCarlo,
    /// Exact and Monte Carlo side by side; exit code 1 if they disagree.
    Both,
}

fn half_width(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number such as 0.002".to_owned())?;
    if (1e-6..0.5).contains(&number) {
        Ok(number)
    } else {
        Err("expected a number from 0.000001 to 0.5".to_owned())
    }
}

fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number such as 0.01".to_owned())?;
    if (0.0..1.0).contains(&number) { Ok(number) } else { Err("expected a number from 0 to 1".to_owned()) }
}

/// Arguments of `compare`.
#[derive(Args, Debug)]
pub struct Compare {
    /// Scenario files: one with variants, or several whose bases are compared.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The least difference that counts: of a probability, or as a share of damage and attacks.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 0.01)]
    pub matters: f64,
    /// How to play.
    #[command(flatten)]
    pub playing: Playing,
    /// What standard output shows.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// How to find a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareMethod {
    /// Exact where affordable, else paired sampling.
    Auto,
    /// Every outcome weighed, or an error.
    Exact,
    /// Paired sampling.
    MonteCarlo,
}

/// What standard output shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A summary for people.
    Table,
    /// One document for programs.
    Json,
    /// Long form for spreadsheets.
    Csv,
}

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub struct Explain {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Seed of the dice [default: the file's, or 1].
    #[arg(long, conflicts_with = "script")]
    pub seed: Option<u64>,
    /// Dice to use instead, as an earlier explanation printed them.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Which run: base, or the name of a variant.
    #[arg(long, default_value = "base")]
    pub run: String,
    /// Sets a field, such as attacker.pen=2; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct Check {
    /// Scenario files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Sets a field, such as attacker.pen=2; may be repeated.
    #[arg(long, value_name = "FIELD=VALUE")]
    pub set: Vec<String>,
}

/// Arguments of `new`.
#[derive(Args, Debug)]
pub struct New {
    /// The system, such as space-infantry.
    pub system: String,
    /// The file to write, or - for standard output [default: SYSTEM.toml].
    pub file: Option<PathBuf>,
    /// Writes over a file that is there.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `systems`.
#[derive(Args, Debug)]
pub struct Systems {
    /// One system, in full.
    pub system: Option<String>,
}
