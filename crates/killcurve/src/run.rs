//! `killcurve run`: plays scenarios, shows the odds, leaves a report.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;
use report::{Checked, Origin, Report, Setting, Style, SweptVariant, Writes};
use results::Estimate;
use rules::fields::Value;
use scenario::Scenario;
use simulator::Precision;

use crate::args::{Format, Method, Output, Run};
use crate::commands::load;
use crate::estimate::announce_writing;
use crate::output::{Failure, color_out, folder_name, free_name, print, say, stream, write_files};
use crate::play::{How, Played, SEED, TRIALS, play};

/// Where reports go if nothing else is said.
pub const REPORTS: &str = "reports";

/// Plays every file.
pub fn run(args: &Run) -> Result<(), Failure> {
    use_threads(args.threads)?;
    // All files are read first, so that a slip in the last is found before the first is played.
    let mut scenarios = Vec::new();
    let mut faults = Vec::new();
    for file in &args.files {
        match load(file, &args.set).and_then(|scenario| Ok((at_rounds(args, &scenario)?, scenario))) {
            Ok((rounds, scenario)) => scenarios.push((file, scenario, rounds)),
            Err(Failure::Input(words)) => faults.push(words),
            Err(other) => return Err(other),
        }
    }
    if !faults.is_empty() {
        return Err(Failure::Input(faults.join("\n\n")));
    }
    let how = How {
        method: args.method,
        trials: args.trials,
        seed: args.seed,
        precision: args.precision.map(|half_width| Precision { half_width, max_trials: args.max_trials }),
        limits: limits(args.method, args.max_paths),
        progress: !args.quiet && std::io::stderr().is_terminal(),
        announce: !args.quiet,
    };
    let folder = args.out.clone().or_else(|| (args.format == Format::Table).then(|| PathBuf::from(REPORTS)));
    let both = args.method == Method::Both;
    if !args.at_round.is_empty() && (folder.is_none() || both) {
        let help = "name a folder with --out, and play by one method";
        return Err(Failure::Input(format!("error: --at-round is for charts, and none are made: {help}")));
    }
    let mut taken = Vec::new();
    let mut documents: Vec<Document> = Vec::new();
    let mut disagreements = Vec::new();
    for (file, scenario, rounds) in scenarios {
        // Two methods are held against each other in what the list of runs has.
        let played = if both { play(&scenario.runs, how)? } else { play(scenario.all_runs(), how)? };
        if !args.quiet {
            explain_fallback(&scenario, &played);
        }
        if both {
            let checked = check(args, &scenario, &played);
            match args.format {
                Format::Table if args.quiet => {}
                Format::Table => print(&report::agreement_table(&checked, width(), style()))?,
                Format::Json => {
                    let text = report::agreement_json(&checked);
                    documents.push(Box::new(move |out| out.write_all(text.as_bytes())));
                }
                Format::Csv => print(&report::agreement_csv(&checked).map_err(report_failed)?)?,
            }
            if !checked.agrees() {
                disagreements.push(format!("{}: {}", scenario::printable(&scenario.name), checked.verdict()));
            }
            continue;
        }
        let mut report = Report { at_rounds: rounds, ..fill(scenario, played, command(args, file)) };
        if !args.quiet {
            let shown = match args.format {
                Format::Table => None,
                Format::Json => Some(report::json as Writes),
                Format::Csv => Some(report::results_csv as Writes),
            };
            let filed = folder.iter().flat_map(|_| report::WRITTEN).map(|(_, writes)| writes);
            announce_writing(&mut report, &filed.chain(shown).collect::<Vec<_>>())?;
        }
        match args.format {
            Format::Table if args.quiet => {}
            Format::Table => print(&report::table(&report, width(), style()))?,
            Format::Json => {}
            Format::Csv => stream(|out| report::results_csv(&report, out))?,
        }
        if let Some(folder) = &folder {
            let folder = folder.join(free_name(&report.scenario, &mut taken));
            let files = report::files(&report).map_err(report_failed)?;
            write_files(&folder, &files)?;
            if !args.quiet {
                say(&format!("report: {}", folder.join("report.html").display()));
            }
        }
        if args.format == Format::Json {
            documents.push(Box::new(move |out| report::json(&report, out)));
        }
    }
    stream(|out| print_all(&documents, out))?;
    if disagreements.is_empty() { Ok(()) } else { Err(Failure::Run(disagreements.join("\n"))) }
}

/// A document that is written when all are known.
type Document = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

/// One document as it is, several as a list.
fn print_all(documents: &[Document], out: &mut dyn Write) -> io::Result<()> {
    if let [one] = documents {
        return one(out);
    }
    for (place, document) in documents.iter().enumerate() {
        out.write_all(if place == 0 { b"[\n" } else { b",\n" })?;
        document(out)?;
    }
    if documents.is_empty() { Ok(()) } else { out.write_all(b"\n]\n") }
}

/// The rounds that the charts of a sweep are asked for; where nothing is swept, or not so long, that is a slip.
fn at_rounds(args: &Run, scenario: &Scenario) -> Result<Vec<usize>, Failure> {
    let mut rounds = args.at_round.clone();
    rounds.sort_unstable();
    rounds.dedup();
    let cells = scenario.runs.iter().filter(|run| run.origin == scenario::Origin::Cell);
    let last = cells.map(|run| run.rounds).max();
    let wrong = match (rounds.last(), last) {
        (Some(_), None) => "nothing is swept here".to_owned(),
        (Some(&round), Some(last)) if round > last => format!("the sweep has {last} rounds, and no {round}"),
        _ => return Ok(rounds.into_iter().map(|round| round as usize).collect()),
    };
    Err(Failure::Input(format!("error: --at-round: {}: {wrong}", scenario::printable(&scenario.name))))
}

/// What exact may cost: little where sampling can take over, more where nothing else is wanted.
pub fn limits(method: Method, max_paths: Option<u64>) -> exact::Limits {
    let usual = match method {
        Method::Auto | Method::MonteCarlo => exact::Limits::default(),
        Method::Exact | Method::Both => exact::Limits::PATIENT,
    };
    exact::Limits { paths: max_paths.unwrap_or(usual.paths), ..usual }
}

/// Uses so many threads from here on.
pub fn use_threads(threads: Option<u16>) -> Result<(), Failure> {
    let Some(threads) = threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    pool.map_err(|error| Failure::Run(format!("cannot start {threads} threads: {error}")))
}

/// A report that could not be made.
#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
pub fn report_failed(error: report::ReportError) -> Failure {
    Failure::Run(format!("cannot make the report: {error}"))
}

/// Both methods side by side.
fn check(args: &Run, scenario: &Scenario, played: &[Played]) -> Checked {
    let runs = scenario.runs.iter().zip(played).filter_map(|(run, played)| {
        let sampled = played.sampled.as_ref()?;
        Some((run.label.clone(), simulator::agreement(&played.results, sampled)))
    });
    let sampled = played.first().and_then(|played| played.sampled.as_ref());
    Checked {
        scenario: scenario.name.clone(),
        runs: runs.collect(),
        trials: sampled.and_then(|sampled| sampled.method.trials()).unwrap_or(TRIALS),
        seed: args.seed.or_else(|| scenario.runs.first()?.seed).unwrap_or(SEED),
    }
}

/// How the terminal is written to.
pub fn style() -> Style {
    Style { color: color_out(), unicode: true }
}

/// Says why `auto` did not stay exact.
fn explain_fallback(scenario: &Scenario, played: &[Played]) {
    let mut given_up =
        scenario.all_runs().zip(played).filter_map(|(run, played)| Some((run, played.fallback?)));
    if let Some((run, unsolved)) = given_up.next() {
        let more = given_up.count();
        let also = if more > 0 { format!(" (and {more} more runs)") } else { String::new() };
        say(&format!("{}{also}: sampled, because it is {unsolved}", scenario::printable(&run.label)));
    }
    let mut too_wide = scenario.all_runs().zip(played).filter(|(_, played)| played.too_wide);
    if let Some((run, _)) = too_wide.next() {
        let more = too_wide.count();
        let also = if more > 0 { format!(" (and {more} more runs)") } else { String::new() };
        say(&format!(
            "{}{also}: --max-trials was reached before the precision",
            scenario::printable(&run.label)
        ));
    }
}

/// The columns of the terminal.
pub fn width() -> usize {
    // Wide enough for any table, narrow enough for most terminals.
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(100).clamp(60, 200)
}

fn setting(value: Value) -> Setting {
    match value {
        Value::Flag(flag) => Setting::Flag(flag),
        Value::Whole(whole) => Setting::Whole(whole),
        Value::Number(number) => Setting::Number(number),
        Value::Text(text) => Setting::Text(text),
        Value::List(values) => Setting::List(values.into_iter().map(setting).collect()),
        Value::Table(entries) => {
            Setting::Table(entries.into_iter().map(|(key, value)| (key, setting(value))).collect())
        }
    }
}

/// Leaves out what is 0 in every round of every run: measures that nothing adds to, and events that exact knows to be impossible.
fn leave_out_nothing(played: &mut [Played]) {
    let rounds = || played.iter().flat_map(|played| &played.results.rounds);
    let mut kept = Vec::new();
    for round in rounds() {
        kept.extend(
            round.measures.iter().filter(|measure| measure.mean.value > 0.0).map(|measure| measure.name),
        );
        let possible = round.events.iter().filter(|event| event.probability != Estimate::exact(0.0));
        kept.extend(possible.map(|event| event.name));
        kept.sort_unstable();
        kept.dedup();
    }
    for round in played.iter_mut().flat_map(|played| &mut played.results.rounds) {
        round.measures.retain(|measure| kept.contains(&measure.name));
        round.events.retain(|event| kept.contains(&event.name));
    }
}

/// The report of a scenario of which all runs were played, in their order.
pub fn fill(scenario: Scenario, mut played: Vec<Played>, command: String) -> Report {
    leave_out_nothing(&mut played);
    let mut played = played.into_iter();
    let mut both = |runs: Vec<scenario::Run>| runs.into_iter().zip(played.by_ref()).map(together).collect();
    let runs = both(scenario.runs);
    let variants = scenario.swept_variants.into_iter();
    let swept_variants =
        variants.map(|variant| SweptVariant { name: variant.name, runs: both(variant.runs) }).collect();
    Report {
        scenario: scenario.name,
        description: scenario.description,
        system_id: scenario.system.id,
        system_title: scenario.system.title,
        hash: scenario.hash,
        version: env!("CARGO_PKG_VERSION"),
        command,
        input: scenario.text,
        sweep: scenario.sweep,
        runs,
        swept_variants,
        not_swept: scenario.not_swept,
        at_rounds: Vec::new(),
    }
}

/// A run and what came of it.
fn together((run, played): (scenario::Run, Played)) -> report::Run {
    report::Run {
        label: run.label,
        origin: match run.origin {
            scenario::Origin::Base => Origin::Base,
            scenario::Origin::Variant => Origin::Variant,
            scenario::Origin::Cell => Origin::Cell,
        },
        settings: run.settings.into_iter().map(|(path, value)| (path, setting(value))).collect(),
        attacker: run.attacker.name,
        attacker_points: run.attacker.points,
        target: run.target.name,
        target_points: run.target.points,
        results: played.results,
    }
}

/// Shows an answer on standard output, as it is asked for.
pub fn show(
    format: Format,
    table: impl FnOnce() -> String,
    json: impl FnOnce() -> String,
    csv: impl FnOnce() -> Result<Vec<u8>, report::ReportError>,
) -> Result<(), Failure> {
    match format {
        Format::Table => print(&table()),
        Format::Json => print(&json()),
        Format::Csv => print(&String::from_utf8_lossy(&csv().map_err(report_failed)?)),
    }
}

/// Leaves the files of a kind of page, such as a matrix, where they are wanted.
pub fn leave(
    output: &Output,
    quiet: bool,
    kind: &str,
    name: &str,
    files: impl FnOnce() -> Result<Vec<(String, Vec<u8>)>, report::ReportError>,
) -> Result<(), Failure> {
    let usual = (output.format == Format::Table).then_some(Path::new(REPORTS));
    if let Some(folder) = output.out.as_deref().or(usual) {
        let folder = folder.join(folder_name(&format!("{kind} {name}")));
        write_files(&folder, &files().map_err(report_failed)?)?;
        if !quiet {
            say(&format!("{kind}: {}", folder.join(format!("{kind}.html")).display()));
        }
    }
    Ok(())
}

/// The command that makes this report again.
fn command(args: &Run, file: &Path) -> String {
    let mut command = format!("killcurve run {}", quoted(&file.display().to_string()));
    if let Some(precision) = args.precision {
        let _ = write!(command, " --precision {precision} --max-trials {}", args.max_trials);
    }
    for round in &args.at_round {
        let _ = write!(command, " --at-round {round}");
    }
    let name = (args.method != Method::Auto).then(|| args.method.to_possible_value()).flatten();
    let method = name.as_ref().map(PossibleValue::get_name);
    command + &options(method, args.trials, args.seed, args.max_paths, &args.set)
}

/// Options as they are typed, but for those that are not needed.
pub fn options(
    method: Option<&str>,
    trials: Option<u64>,
    seed: Option<u64>,
    max_paths: Option<u64>,
    set: &[String],
) -> String {
    let mut options = String::new();
    if let Some(method) = method {
        let _ = write!(options, " --method {method}");
    }
    if let Some(trials) = trials {
        let _ = write!(options, " --trials {trials}");
    }
    if let Some(seed) = seed {
        let _ = write!(options, " --seed {seed}");
    }
    if let Some(paths) = max_paths {
        let _ = write!(options, " --max-paths {paths}");
    }
    for set in set {
        let _ = write!(options, " --set {}", quoted(set));
    }
    options
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
