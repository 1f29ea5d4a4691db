//! The arguments of the command line.

mod playing;
mod prices;
mod rosters;
mod shards;

use std::path::PathBuf;

use chance::fields::Named;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use desk::Method;

pub use playing::{Batch, Extras, Guard, Matrix, Output, Playing, Sensitivity};
pub use prices::{Balance, Battle, Pricing, Worth};
pub use rosters::{Battles, Diff, Formula, Lists};
pub use shards::{Merge, Part, Plan, Shard};

const EXAMPLES: &str = "\
Examples:
  killcurve new space-infantry            write a commented sample scenario
  killcurve run space-infantry.toml       what are the odds, and how sure are we?
  killcurve explain space-infantry.toml   one attack, die by die
  killcurve batch scenarios               every scenario below a folder
  killcurve help                          pages to read: a tutorial, how to do things, files

Exit codes: 0 success, 1 the run failed, 2 the command or a file is wrong, 130 stopped by Ctrl-C.";

/// Computes the odds of tabletop wargame attacks, exactly or by seeded sampling.
#[derive(Debug, Parser)]
#[command(name = "killcurve", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub struct Cli {
    /// The command; without one, a short welcome.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays scenarios, prints the odds and writes reports.
    #[command(after_help = "Examples:
  killcurve run scenarios/space-infantry/titan.toml
  killcurve run titan.toml --set attacker.pen=2 --set rounds=4
  killcurve run titan.toml --method monte-carlo --trials 5000000 --seed 3
  killcurve run titan.toml --format json > titan.json
  killcurve run swept.toml --at-round 1 --at-round 3

Prints a table and writes a report to reports/<name>/. With --format json or csv, standard output holds the
result, and a report is written only if --out names a folder.")]
    Run(Run),
    /// Divides a run into shards, for many processes or machines.
    #[command(after_help = "Example, on one machine or on many:
  killcurve plan titan.toml --shards 64 --trials 5000000000
  killcurve run --plan titan.plan.json --shard 1/64      (and so on, to 64/64, in any order)
  killcurve merge titan.plan.json

The plan holds all that a shard needs. A run that is sampled is divided by trials. A sweep of at least as many cells
as shards is divided by cells. The merged report is that of `killcurve run`, byte for byte.")]
    Plan(Plan),
    /// Adds up the shards of a plan, prints the odds and writes the report.
    #[command(after_help = "Examples:
  killcurve merge titan.plan.json
  killcurve merge titan.plan.json from-here/ from-there/shard-64-of-64.jsonl --out reports

Missing, repeated and damaged shards, and those of other plans, inputs and versions, are refused.")]
    Merge(Merge),
    /// Compares versions of an attack with the first, with the interval of each difference.
    #[command(after_help = "Examples:
  killcurve compare titan.toml                        (one file: its variants against its base)
  killcurve compare plain.toml sharp.toml --matters 0.02
  killcurve compare --per-point heavy-weapons titan --targets roster.toml

Each difference in kill probability, mean damage and attacks to kill gets a verdict: better, worse, the same
or cannot tell yet. Versions that cannot be solved exactly are sampled on the same random streams.")]
    Compare(Compare),
    /// Plays every unit of a roster against every unit.
    #[command(after_help = "Examples:
  killcurve matrix scenarios/rosters/space-infantry.toml --rounds 4
  killcurve matrix roster.toml --set titan.dmg=5 --format csv > matrix.csv

Rows are attackers, columns are targets. A cell is empty if a unit lacks a field that the procedure needs.")]
    Matrix(Matrix),
    /// Shows what one step of each number of both units changes.
    #[command(after_help = "Examples:
  killcurve sensitivity titan.toml
  killcurve sensitivity titan.toml --set rounds=4 --format csv > steps.csv

Each whole number goes one up and one down. Shows the change in the kill probability by the last round and in the
attacks to kill, the largest first. Steps that the rules do not allow are left out.")]
    Sensitivity(Sensitivity),
    /// Plays every scenario below a folder and writes an index of the reports.
    #[command(after_help = "Examples:
  killcurve batch scenarios --out reports
  killcurve batch scenarios --out reports --force

Writes index.html, results.csv with every number, and a report for each scenario. Scenarios that have not changed
since the last batch are not played again. Rosters, battles and folders named \"rosters\" are skipped.")]
    Batch(Batch),
    /// Checks the expectations of scenarios.
    #[command(after_help = "Examples:
  killcurve guard scenarios
  killcurve guard titan.toml --junit guard.xml
  killcurve guard scenarios --baseline reports/results.csv --matters 0.02

A scenario states them in tables such as:
  [[expect]]
  quantity = \"kill\"          (or an event, hits.mean, attacks_to_kill.median)
  round = 3                  (or in short: kill.round = 3)
  between = [0.40, 0.60]     (or at_least, at_most; or beats = \"another variant\")

Exit code 1 if an expectation does not hold. If a result is too close to tell, up to 16 times as many trials are played.")]
    Guard(Guard),
    /// Plays a battle between two sides of many units.
    #[command(after_help = "Examples:
  killcurve battle scenarios/battles/titan-hunt.toml
  killcurve battle titan-hunt.toml --set order=first --set rounds=8 --trials 1000000

A battle file has two [[side]] tables, each with its units as [[side.unit]]: fields of a unit, or
use = \"roster.toml#unit\", and count = 3. A side's policy selects its targets: weakest, dearest, spread or random.
order = \"at-once\", \"first\" or \"second\" sets which side attacks first.")]
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
    /// Finds whose fair price and verdict changed between two versions of a roster.
    #[command(after_help = "Examples:
  killcurve diff old-roster.toml roster.toml
  killcurve diff roster.toml roster.toml --set titan.dmg=5    (what would this change?)
  git show HEAD:roster.toml > old.toml && killcurve diff old.toml roster.toml --format json -q

Both versions are priced on the same random streams, and each move has the interval of the difference. The scale
is the mean price of the units that did not change. Units are known by their keys.

Exit codes: 0 nothing changed; 1 a fair price surely moved, a verdict changed, or a unit was added or removed;
2 the command or a file is wrong.")]
    Diff(Diff),
    /// Finds the mix of army lists that no list beats, and the units that no good list takes.
    #[command(after_help = "Examples:
  killcurve lists scenarios/rosters/space-infantry.toml --points 200
  killcurve lists roster.toml --points 500 --set titan.points=45
  killcurve lists roster.toml --points 500 --tolerance 0.5% --max-trials 10000000 --format csv > lists.csv

Lists are bought at the prices of the roster and spend all they can. Also tells how far these prices can be
exploited: how often the best list beats random armies of as many points, or the [[army]] tables of the roster.")]
    Lists(Lists),
    /// Fits points as a function of the fields: a formula to type into a spreadsheet.
    #[command(after_help = "Examples:
  killcurve formula scenarios/rosters/space-infantry.toml
  killcurve formula roster.toml --field ap --field hp=2..=8 --units 300
  killcurve formula roster.toml --format json -q > formula.json

Prices made-up units in the field of the roster: copies of its units with other numbers. Fits a sum, a product of
powers, and the square root of offence times defence, and judges each by units that it was not fitted to.
Also lists the units of the roster that the best formula fits worst.")]
    Formula(Formula),
    /// Plays one attack, or one battle, step by step and shows the dice and the rules.
    #[command(after_help = "Examples:
  killcurve explain titan.toml --seed 4
  killcurve explain titan.toml --seed 4 > attack.txt
  killcurve explain titan.toml --script attack.txt    (the same dice, or your own)
  killcurve explain titan-hunt.toml                   (a battle, round by round)")]
    Explain(Explain),
    /// Checks scenario, battle and roster files without playing them.
    Check(Check),
    /// Writes a commented sample scenario, roster or battle.
    New(New),
    /// Makes a roster of a spreadsheet's units, one row a unit.
    #[command(after_help = "Example:
  killcurve import units.csv --system space-infantry -o roster.toml

The first row names the fields: name, points, and those of the system, such as ap; `weapons[0].ap` is a field of the
first weapon. Cells are parted by commas, semicolons or tabs. `killcurve export` writes such a table.")]
    Import(Import),
    /// Writes the units of a roster as a table for a spreadsheet.
    #[command(after_help = "Example:
  killcurve export roster.toml -o units.csv

The table holds the units alone: the roster's rounds, situation and options are not in it.")]
    Export(Export),
    /// Lists the systems, or the procedures, fields, options and rules of one.
    #[command(after_help = "Examples:
  killcurve systems dust-warfare
  killcurve systems dust-warfare weapons
  killcurve systems dust-warfare DW-25    (what the rule does)
  killcurve systems dust-warfare rules")]
    Systems(Systems),
    /// Prints a JSON Schema of a system's scenario files, for editors.
    #[command(after_help = "Example:
  killcurve schema space-infantry > space-infantry.schema.json
and in the scenario, as its first line:  #:schema ./space-infantry.schema.json")]
    Schema {
        /// The system, such as space-infantry; a game file, or a scenario of one; or `game` for game files themselves.
        system: String,
    },
    /// Shows killcurve in a browser: scenarios, rosters and games with answers that follow as you type.
    #[command(after_help = "Examples:
  killcurve serve                  the files in this folder
  killcurve serve scenarios --port 8173

Prints an address with a token; open it in a browser of this machine. Nobody else can use it.")]
    Serve(Serve),
    /// Answers requests of other programs: lines of JSON on standard input and output.
    #[command(after_help = "Example:
  echo '{\"ask\":\"systems\"}' | killcurve answer

While long work goes on, lines that begin with {\"progress\": tell how far it is.")]
    Answer,
    /// Prints a script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints the manual page, or that of a command.
    Man {
        /// The command, such as run.
        command: Option<String>,
    },
    /// Prints a page of the book, or the help of a command.
    Help {
        /// The topic or command; without one, a list of the topics.
        #[arg(value_name = "TOPIC")]
        name: Option<String>,
    },
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct Run {
    /// Scenario files.
    #[arg(required_unless_present = "plan", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A shard instead of files.
    #[command(flatten)]
    pub part: Part,
    /// The engine.
    #[arg(long, value_parser = choice(Method::ALL), default_value = "auto")]
    pub method: Method,
    /// Trials of a Monte Carlo run [default: the file's, or 1000000].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=scenario::limits::TRIALS))]
    pub trials: Option<u64>,
    /// Seed of a Monte Carlo run [default: the file's, or 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Samples until the 95 % interval of each kill probability reaches at most this far to each side, such as 0.002.
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
    /// Folder for reports [default: reports, with --format table].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// What is written beside the usual files.
    #[command(flatten)]
    pub extras: Extras,
    /// A round that the charts of a sweep show instead of the last; may be repeated.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(scenario::limits::ROUNDS)))]
    pub at_round: Vec<u32>,
    /// The format of standard output.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Prints only errors and, with json or csv, the result.
    #[arg(long, short)]
    pub quiet: bool,
    /// The limit of paths for an exact answer; a million take a tenth of a second or more
    /// [default: 10000000, with --method exact or both 300000000].
    #[arg(long, value_name = "N")]
    pub max_paths: Option<u64>,
}

/// Accepts the names of these choices.
fn choice<T: Named + Send + Sync>(choices: &'static [T]) -> impl TypedValueParser<Value = T> {
    let value = |choice: &T| {
        let name = &T::NAMES[choice.index()];
        PossibleValue::new(name.name.as_str()).help(name.doc.trim_end_matches('.'))
    };
    PossibleValuesParser::new(choices.iter().map(value)).try_map(|name| {
        choices.iter().copied().find(|choice| choice.name() == name).ok_or("there is no such choice")
    })
}

/// The methods that give one answer: all but `both`.
const ONE_METHOD: &[Method] = &[Method::Auto, Method::Exact, Method::MonteCarlo];

fn half_width(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number such as 0.002".to_owned())?;
    if (1e-6..=0.5).contains(&number) {
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
    #[arg(required_unless_present = "per_point", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Finds the price at which unit A of a roster kills as much for its points as unit B, target by target.
    #[arg(long, num_args = 2, value_names = ["A", "B"], requires = "targets", conflicts_with_all = ["files", "matters"])]
    pub per_point: Option<Vec<String>>,
    /// With --per-point: the roster of both units and of their targets.
    #[arg(long, value_name = "ROSTER", requires = "per_point")]
    pub targets: Option<PathBuf>,
    /// The smallest difference that matters: of a probability, or as a share of damage and attacks.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 0.01)]
    pub matters: f64,
    /// How the runs are played.
    #[command(flatten)]
    pub playing: Playing,
    /// Where the answer goes; a page is written with --per-point alone.
    #[command(flatten)]
    pub output: Output,
}

/// The format of standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A summary for people.
    Table,
    /// A JSON document for programs.
    Json,
    /// CSV for spreadsheets: a row for each number.
    Csv,
}

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub struct Explain {
    /// The scenario or battle file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Seed of the dice [default: the file's, or 1].
    #[arg(long, conflicts_with = "script")]
    pub seed: Option<u64>,
    /// Uses the dice of an earlier explanation instead.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// The run: base, or the name of a variant.
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
    #[arg(required_unless_present = "game")]
    pub system: Option<String>,
    /// The file to write, or - for standard output [default: SYSTEM.toml, SYSTEM-roster.toml or SYSTEM-battle.toml].
    pub file: Option<PathBuf>,
    /// Begins a game of your own: writes NAME.toml, NAME-scenario.toml and NAME-roster.toml.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["system", "file", "roster", "battle"])]
    pub game: Option<String>,
    /// Writes a roster: units for matrix, balance and worth.
    #[arg(long)]
    pub roster: bool,
    /// Writes a battle of two sides.
    #[arg(long, conflicts_with = "roster")]
    pub battle: bool,
    /// Overwrites an existing file.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `import`.
#[derive(Args, Debug)]
pub struct Import {
    /// The table: a CSV file.
    #[arg(value_name = "CSV")]
    pub table: PathBuf,
    /// The system, such as space-infantry, or the path of a game file, relative to the roster.
    #[arg(long)]
    pub system: String,
    /// The roster to write, or - for standard output [default: the table's name with .toml].
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrites an existing file.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `export`.
#[derive(Args, Debug)]
pub struct Export {
    /// The roster.
    #[arg(value_name = "ROSTER")]
    pub roster: PathBuf,
    /// The table to write, or - for standard output [default: the roster's name with .csv].
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Begins the table with a byte order mark, which Excel needs for letters such as ü.
    #[arg(long)]
    pub bom: bool,
    /// Overwrites an existing file.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `serve`.
#[derive(Args, Debug)]
pub struct Serve {
    /// The folder whose files are shown.
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// The port [default: any that is free].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
}

/// Arguments of `systems`.
#[derive(Args, Debug)]
pub struct Systems {
    /// One system, in full.
    pub system: Option<String>,
    /// A part of it alone: a rule such as DW-25, a section such as options, a field such as weapons.
    pub part: Option<String>,
}
