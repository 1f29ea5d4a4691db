//! `killcurve run`: plays scenarios, prints the odds and writes a report of each.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use desk::{Method, PlayOptions, Played, SEED, TRIALS, report_of};
use report::{Checked, Report, Writes};
use results::Origin;
use scenario::Scenario;

use crate::args::{Format, Run};
use crate::atomic_write::{check_is_report, write_files};
use crate::estimate::announce_writing;
use crate::folders::{REPORTS, free_name, name_with_settings};
use crate::load::load;
use crate::output::{Failure, print, say, stream, style, width};
use crate::play::play;
use crate::play_options::use_threads;
use crate::terminal::Terminal;

/// Plays every file.
pub fn run(args: &Run) -> Result<(), Failure> {
    use_threads(args.threads)?;
    let scenarios = load_all(args)?;
    let folder = args.out.clone().or_else(|| (args.format == Format::Table).then(|| PathBuf::from(REPORTS)));
    let both = args.method == Method::Both;
    if !args.at_round.is_empty() && (folder.is_none() || both) {
        let help = "name a folder with --out, and play by one method";
        return Err(Failure::Input(format!("error: --at-round is for charts, and none are made: {help}")));
    }
    let options = PlayOptions::from(args);
    let mut session = Session {
        args,
        options,
        terminal: Terminal::new(args.quiet),
        folder,
        taken: Vec::new(),
        documents: Vec::new(),
        disagreements: Vec::new(),
    };
    for loaded in scenarios {
        if both { session.check(&loaded.scenario)? } else { session.report(loaded)? }
    }
    session.finish()
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
fn at_rounds(args: &Run, scenario: &Scenario) -> Result<Vec<usize>, Failure> {
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

/// What the scenarios of one command share.
struct Session<'a> {
    args: &'a Run,
    options: PlayOptions,
    terminal: Terminal,
    /// The folder of reports, if any are written.
    folder: Option<PathBuf>,
    /// The report folders that are taken.
    taken: Vec<PathBuf>,
    documents: Vec<Document>,
    disagreements: Vec<String>,
}

impl Session<'_> {
    /// Plays a scenario by both methods and prints them side by side. Swept variants are left out.
    fn check(&mut self, scenario: &Scenario) -> Result<(), Failure> {
        let Self { args, options, .. } = *self;
        let played = play(&scenario.runs, options, &self.terminal)?;
        if !args.quiet {
            explain_fallback(scenario, &played);
        }
        let checked = side_by_side(args, scenario, &played);
        match args.format {
            Format::Table if args.quiet => {}
            Format::Table => print(&report::agreement_table(&checked, width(), style()))?,
            Format::Json => {
                let text = report::agreement_json(&checked);
                self.documents.push(Box::new(move |out| out.write_all(text.as_bytes())));
            }
            Format::Csv => print(&report::agreement_csv(&checked)?)?,
        }
        if !checked.agrees() {
            let name = scenario::printable(&scenario.header.name);
            self.disagreements.push(format!("{name}: {}", checked.verdict()));
        }
        Ok(())
    }

    /// Plays a scenario, prints its summary and writes its report.
    fn report(&mut self, loaded: Loaded<'_>) -> Result<(), Failure> {
        let Loaded { file, scenario, at_rounds } = loaded;
        let Self { args, options, .. } = *self;
        let name = name_with_settings(&scenario.header.name, &args.set);
        let folder = self.folder.as_ref().map(|folder| folder.join(free_name(&name, &mut self.taken)));
        folder.as_deref().map(check_is_report).transpose()?;
        let played = play(scenario.all_runs(), options, &self.terminal)?;
        if !args.quiet {
            explain_fallback(&scenario, &played);
        }
        let mut report = Report { at_rounds, ..report_of(scenario, played, args.command_for(file)) };
        if !args.quiet {
            self.announce_writing(&mut report)?;
        }
        match args.format {
            Format::Table if args.quiet => {}
            Format::Table => print(&report::table(&report, width(), style()))?,
            Format::Json => {}
            Format::Csv => stream(|out| report::results_csv(&report, out))?,
        }
        if let Some(folder) = folder {
            write_files(&folder, &report::files(&report)?)?;
            if !args.quiet {
                say(&format!("report: {}", folder.join("report.html").display()));
            }
        }
        if args.format == Format::Json {
            self.documents.push(Box::new(move |out| report::json(&report, out)));
        }
        Ok(())
    }

    fn announce_writing(&self, report: &mut Report) -> io::Result<()> {
        let printed = match self.args.format {
            Format::Table => None,
            Format::Json => Some(report::json as Writes),
            Format::Csv => Some(report::results_csv as Writes),
        };
        let filed = self.folder.iter().flat_map(|_| report::WRITTEN).map(|(_, writes)| writes);
        announce_writing(report, &filed.chain(printed).collect::<Vec<_>>())
    }

    /// Prints the JSON documents and reports disagreements between both methods.
    fn finish(self) -> Result<(), Failure> {
        stream(|out| print_all(&self.documents, out))?;
        if self.disagreements.is_empty() { Ok(()) } else { Err(Failure::Run(self.disagreements.join("\n"))) }
    }
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

/// Tells the reader why `auto` sampled a run, and which runs missed the precision.
fn explain_fallback(scenario: &Scenario, played: &[Played]) {
    let runs = || scenario.all_runs().zip(played);
    let sampled: Vec<_> = runs().filter_map(|(run, played)| Some((run, played.fallback?))).collect();
    if let [(run, unsolved), others @ ..] = &sampled[..] {
        say(&format!("{}: sampled, because it is {unsolved}", named_with(run, others.len())));
    }
    let too_wide: Vec<_> = runs().filter(|(_, played)| played.too_wide).collect();
    if let [(run, _), others @ ..] = &too_wide[..] {
        say(&format!("{}: --max-trials was reached before the precision", named_with(run, others.len())));
    }
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
