//! `killcurve run`: plays scenarios, prints the odds and writes a report of each.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use desk::{Method, PlayOptions, Played, SEED, TRIALS, report_of};
use report::{Checked, Report, Writes};
use results::Origin;
use scenario::Scenario;

use crate::args::{Extras, Format, Run};
use crate::atomic_write::{check_is_report, write_files};
use crate::estimate::announce_writing;
use crate::extras::{MARK, with_extras};
use crate::folders::{REPORTS, folder_name, free_name, name_with_settings};
use crate::in_order::in_order;
use crate::load::load;
use crate::output::{Failure, print, say, stream, style, width};
use crate::play::play;
use crate::play_options::use_threads;
use crate::progress::Progress;
use crate::shards;
use crate::terminal::Terminal;

/// Plays every file.
pub fn run(args: &Run) -> Result<(), Failure> {
    use_threads(args.threads)?;
    if shards::play(&args.part, args.out.as_deref(), args.quiet)? {
        return Ok(());
    }
    let scenarios = load_all(args)?;
    let folder = folder_of_reports(args.out.as_deref(), args.format);
    let both = args.method == Method::Both;
    if !args.at_round.is_empty() && (folder.is_none() || both) {
        let help = "name a folder with --out, and play by one method";
        return Err(Failure::Input(format!("error: --at-round is for charts, and none are made: {help}")));
    }
    if both { check_all(args, &scenarios) } else { report_all(args, scenarios, folder) }
}

/// Returns the folder of all reports, if any are written.
fn folder_of_reports(out: Option<&Path>, format: Format) -> Option<&Path> {
    out.or((format == Format::Table).then_some(Path::new(REPORTS)))
}

/// A scenario that is ready to be played.
struct Loaded<'a> {
    file: &'a Path,
    scenario: Scenario,
    /// The rounds that the charts of its sweep show.
    at_rounds: Vec<usize>,
}

/// Reads all files first, so that a mistake in the last is found before the first is played.
fn load_all(args: &Run) -> Result<Vec<Loaded<'_>>, Failure> {
    let mut scenarios = Vec::new();
    let mut faults = Vec::new();
    for file in &args.files {
        match load(file, &args.set).and_then(|scenario| Ok((at_rounds(args, &scenario)?, scenario))) {
            Ok((at_rounds, scenario)) => scenarios.push(Loaded { file, scenario, at_rounds }),
            Err(Failure::Input(message)) => faults.push(message),
            Err(other) => return Err(other),
        }
    }
    if faults.is_empty() { Ok(scenarios) } else { Err(Failure::Input(faults.join("\n\n"))) }
}

/// Returns the rounds of `--at-round`, sorted. They are an error where nothing is swept or the sweep has fewer rounds.
pub fn at_rounds(args: &Run, scenario: &Scenario) -> Result<Vec<usize>, Failure> {
    let mut rounds = args.at_round.clone();
    rounds.sort_unstable();
    rounds.dedup();
    let cells = scenario.runs.iter().filter(|run| run.origin == Origin::Cell);
    let last = cells.map(|run| run.rounds).max();
    let wrong = match (rounds.last(), last) {
        (Some(_), None) => "nothing is swept here".to_owned(),
        (Some(&round), Some(last)) if round > last => {
            format!("the sweep has {last} rounds, so there is no round {round}")
        }
        _ => return Ok(rounds.into_iter().map(|round| round as usize).collect()),
    };
    Err(Failure::Input(format!("error: --at-round: {}: {wrong}", scenario::printable(&scenario.header.name))))
}

/// A JSON document that is written once all scenarios are played.
type Document = Box<dyn Fn(&mut dyn Write) -> io::Result<()>>;

/// Plays each scenario by both methods and prints them side by side. Swept variants are left out.
fn check_all(args: &Run, scenarios: &[Loaded<'_>]) -> Result<(), Failure> {
    let terminal = Terminal::new(args.quiet);
    let mut documents: Vec<Document> = Vec::new();
    let mut disagreements = Vec::new();
    for Loaded { scenario, .. } in scenarios {
        let played = play(&scenario.runs, PlayOptions::from(args), &terminal)?;
        if !args.quiet {
            notes(scenario, &played).iter().for_each(|note| say(note));
        }
        let checked = side_by_side(args, scenario, &played);
        match args.format {
            Format::Table if args.quiet => {}
            Format::Table => print(&report::agreement_table(&checked, width(), style()))?,
            Format::Json => {
                let text = report::agreement_json(&checked);
                documents.push(Box::new(move |out| out.write_all(text.as_bytes())));
            }
            Format::Csv => print(&report::agreement_csv(&checked)?)?,
        }
        if !checked.agrees() {
            let name = scenario::printable(&scenario.header.name);
            disagreements.push(format!("{name}: {}", checked.verdict()));
        }
    }
    stream(|out| print_all(&documents, out))?;
    if disagreements.is_empty() { Ok(()) } else { Err(Failure::Run(disagreements.join("\n"))) }
}

/// Plays all scenarios, prints their summaries in the order of the files, and writes a report of each.
fn report_all(args: &Run, scenarios: Vec<Loaded<'_>>, folder: Option<&Path>) -> Result<(), Failure> {
    let mut taken = Vec::new();
    let mut jobs = Vec::new();
    for loaded in scenarios {
        let name = name_with_settings(&loaded.scenario.header.name, &args.set);
        let folder = folder.map(|folder| folder.join(free_name(&name, &mut taken)));
        folder.as_deref().map(check_is_report).transpose()?;
        jobs.push((loaded, folder));
    }
    // A table is text by the time it waits for its turn. Whole reports that wait would fill the memory.
    let threads = if args.format == Format::Table { rayon::current_num_threads() } else { 1 };
    let at_once = threads.min(jobs.len());
    let terminal = Terminal::new(args.quiet);
    let files = Progress::new(terminal.progress && at_once > 1, "files");
    files.expect(jobs.len() as u64);
    let terminal = if at_once > 1 { terminal.without_progress() } else { terminal };
    let mut documents: Vec<Document> = Vec::new();
    let work = |(loaded, folder)| {
        let done = report_one(args, &terminal, loaded, folder);
        files.advance(1);
        done
    };
    let show = |done: Result<Reported, Failure>| {
        documents.extend(done?.show(args.quiet)?);
        Ok(())
    };
    let all: Result<(), Failure> = in_order(jobs, at_once, work, show);
    files.done();
    all?;
    stream(|out| print_all(&documents, out))
}

/// A scenario that was played.
struct Reported {
    notes: Vec<String>,
    answer: Answer,
    /// The folder of the report, or why it could not be written.
    written: Result<Option<PathBuf>, Failure>,
}

/// What goes to standard output.
enum Answer {
    /// This text.
    Text(String),
    /// All numbers of a report, which may be too many to hold as text, after these bytes.
    Csv(Report, &'static [u8]),
    /// A part of the document that is written at the end.
    Json(Report),
}

/// Plays a scenario and writes its report.
fn report_one(
    args: &Run,
    terminal: &Terminal,
    loaded: Loaded<'_>,
    folder: Option<PathBuf>,
) -> Result<Reported, Failure> {
    let Loaded { file, scenario, at_rounds } = loaded;
    let played = play(scenario.all_runs(), PlayOptions::from(args), terminal)?;
    let notes = if args.quiet { Vec::new() } else { notes(&scenario, &played) };
    let report = Report { at_rounds, ..report_of(scenario, played, args.command_for(file)) };
    write_and_format(
        report,
        folder,
        notes,
        Shown { format: args.format, extras: args.extras, quiet: args.quiet },
    )
}

/// What is shown of a report, and which files it has.
#[derive(Clone, Copy)]
pub struct Shown {
    /// The format of standard output.
    pub format: Format,
    /// What the files have besides.
    pub extras: Extras,
    /// Whether only errors and machine-readable results are printed.
    pub quiet: bool,
}

/// Prints a report of answers that were found elsewhere, and writes its files.
pub fn show_report(
    report: Report,
    notes: Vec<String>,
    set: &[String],
    out: Option<&Path>,
    shown: Shown,
) -> Result<(), Failure> {
    let name = folder_name(&name_with_settings(&report.provenance.name, set));
    let folder = folder_of_reports(out, shown.format).map(|folder| folder.join(name));
    folder.as_deref().map(check_is_report).transpose()?;
    let document = write_and_format(report, folder, notes, shown)?.show(shown.quiet)?;
    document.map_or(Ok(()), |document| stream(document))
}

/// Writes the files of a report, and prepares what is printed.
fn write_and_format(
    mut report: Report,
    folder: Option<PathBuf>,
    notes: Vec<String>,
    shown: Shown,
) -> Result<Reported, Failure> {
    let Shown { format, extras, quiet } = shown;
    if !quiet {
        let printed = match format {
            Format::Table => None,
            Format::Json => Some(report::json as Writes),
            Format::Csv => Some(report::results_csv as Writes),
        };
        let filed = folder.iter().flat_map(|_| report::RUN_BY_RUN_FILES).map(|(_, writes)| writes);
        announce_writing(&mut report, &filed.chain(printed).collect::<Vec<_>>())?;
    }
    let written = folder.map(|folder| write_report(&report, &folder, extras).map(|()| folder)).transpose();
    let answer = match format {
        Format::Table if quiet => Answer::Text(String::new()),
        Format::Table => Answer::Text(report::table(&report, width(), style())),
        Format::Csv => Answer::Csv(report, if extras.bom { MARK } else { b"" }),
        Format::Json => Answer::Json(report),
    };
    Ok(Reported { notes, answer, written })
}

impl Reported {
    /// Prints the answer, and says where the report is.
    fn show(self, quiet: bool) -> Result<Option<Document>, Failure> {
        self.notes.iter().for_each(|note| say(note));
        let document: Option<Document> = match self.answer {
            Answer::Text(text) => {
                print(&text)?;
                None
            }
            Answer::Csv(report, mark) => {
                stream(|out| out.write_all(mark).and_then(|()| report::results_csv(&report, out)))?;
                None
            }
            Answer::Json(report) => Some(Box::new(move |out| report::json(&report, out))),
        };
        if let (Some(folder), false) = (self.written?, quiet) {
            say(&format!("report: {}", folder.join("report.html").display()));
        }
        Ok(document)
    }
}

fn write_report(report: &Report, folder: &Path, extras: Extras) -> Result<(), Failure> {
    write_files(folder, &with_extras(report::files(report)?, extras)?)
}

/// Prints one document as it is, several as a list.
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

fn side_by_side(args: &Run, scenario: &Scenario, played: &[Played]) -> Checked {
    let runs = scenario.runs.iter().zip(played).filter_map(|(run, played)| {
        let sampled = played.sampled.as_ref()?;
        Some((run.label.clone(), simulator::agreement(&played.results, sampled)))
    });
    let sampled = played.first().and_then(|played| played.sampled.as_ref());
    Checked {
        scenario: scenario.header.name.clone(),
        runs: runs.collect(),
        trials: sampled.and_then(|sampled| sampled.method.trials()).unwrap_or(TRIALS),
        seed: args.seed.or_else(|| scenario.runs.first()?.seed).unwrap_or(SEED),
    }
}

/// Returns notes for the reader: why `auto` sampled a run, and which runs missed the precision.
pub fn notes(scenario: &Scenario, played: &[Played]) -> Vec<String> {
    let runs = || scenario.all_runs().zip(played);
    let mut notes = Vec::new();
    let sampled: Vec<_> = runs().filter_map(|(run, played)| Some((run, played.fallback?))).collect();
    if let [(run, unsolved), others @ ..] = &sampled[..] {
        notes.push(format!("{}: sampled, because it is {unsolved}", named_with(run, others.len())));
    }
    let too_wide: Vec<_> = runs().filter(|(_, played)| played.too_wide).collect();
    if let [(run, _), others @ ..] = &too_wide[..] {
        notes.push(format!(
            "{}: --max-trials was reached before the precision",
            named_with(run, others.len())
        ));
    }
    notes
}

/// Returns a run's label and how many others it stands for.
fn named_with(run: &scenario::Run, others: usize) -> String {
    let also = match others {
        0 => String::new(),
        1 => " (and 1 more run)".to_owned(),
        more => format!(" (and {more} more runs)"),
    };
    scenario::printable(&run.label) + &also
}
