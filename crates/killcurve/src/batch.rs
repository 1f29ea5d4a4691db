//! `killcurve batch`: plays every scenario below a folder, and writes an index of the reports and one file with every number.
//!
//! Files are played in parallel and each report is written at once, so that a long batch needs little memory. Entries of scenarios
//! that are about to be played leave the manifest first, so that a batch cut short leaves no outdated report that looks current.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use desk::command_line::{quoted_path, with_slashes};
use desk::{PlayOptions, report_of};
use rayon::prelude::*;
use report::{Card, Outcome, Since, Standings};
use scenario::Scenario;

use crate::args::Batch;
use crate::atomic_write::{FileContent, write_files, write_into};
use crate::extras::{MARK, with_extras};
use crate::find_scenarios;
use crate::folders::free_name;
use crate::in_order::in_order;
use crate::judge::judge_all;
use crate::load::load_plain;
use crate::manifest::{self, Entry, Manifest, Stale};
use crate::output::{Failure, print, say, shown};
use crate::play::play;
use crate::play_options::use_threads;
use crate::progress::Progress;
use crate::report_record::{Record, of_program};
use crate::terminal::Terminal;

/// The file of numbers, both of a report and of the batch.
const NUMBERS: &str = "results.csv";

/// How many files a batch found.
struct Counts {
    all: usize,
    /// Reports of the last batch that are still current.
    kept: usize,
    /// Rosters and battles.
    skipped: usize,
}

/// A scenario and where its report goes.
struct Job {
    file: PathBuf,
    /// The file as the index shows it.
    shown: String,
    scenario: Scenario,
    folder: String,
}

/// A finished report.
struct Done {
    entry: Entry,
    system: String,
    /// The first chart.
    chart: Option<String>,
    /// What changed since the last batch.
    since: Since,
}

/// Plays every scenario below a folder.
pub fn batch(args: &Batch) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let found = find_scenarios::find(std::slice::from_ref(&args.folder))?;
    let settings = args.as_typed();
    let program = of_program().ok();
    let earlier = Manifest::read(&args.out);
    let is_usable = !args.force && earlier.was_made_by(program.as_deref(), &settings);
    let known = if is_usable { earlier.entries.as_slice() } else { &[] };
    let jobs = jobs(args, &found.files);
    let current: Vec<(&str, Option<&str>)> = jobs
        .iter()
        .map(|(shown, job)| (shown.as_str(), job.as_ref().ok().map(|job| job.folder.as_str())))
        .collect();
    let stale = earlier.stale_without(&current, &args.out);
    let kept: Vec<Option<Done>> = jobs
        .iter()
        .map(|(_, job)| job.as_ref().ok().and_then(|job| unchanged(known, &args.out, job)))
        .collect();
    let entries = kept.iter().flatten().map(|done| done.entry.clone()).collect();
    let mut manifest =
        Manifest { program: program.unwrap_or_default(), settings: settings.clone(), entries, stale };
    write_into(&args.out, &[(manifest::FILE.to_owned(), manifest.bytes())])?;

    let options = PlayOptions::from(&args.playing);
    let terminal = Terminal::new(args.playing.quiet);
    let progress = Progress::new(terminal.progress, "files");
    let terminal = terminal.without_progress();
    progress.expect(jobs.len() as u64);
    let counts = Counts { all: jobs.len(), kept: kept.iter().flatten().count(), skipped: found.skipped };
    let mut done = Vec::new();
    let work = |((shown, job), kept): ((String, Result<Job, Failure>), Option<Done>)| {
        let done = match (job, kept) {
            (_, Some(kept)) => Ok(kept),
            (Ok(job), None) => {
                let is_known =
                    earlier.entries.iter().any(|entry| entry.file == shown && entry.folder == job.folder);
                play_job(job, is_known, (options, &terminal), args)
            }
            (Err(failure), None) => Err(failure),
        };
        progress.advance(1);
        (shown, done)
    };
    let jobs = jobs.into_iter().zip(kept).collect();
    in_order(jobs, rayon::current_num_threads(), work, |one| {
        done.push(one);
        Ok::<(), Failure>(())
    })?;
    progress.done();
    manifest.entries = finished_entries(&done);
    finish(args, &manifest, done, &counts)
}

/// Reads all files and gives each valid one a folder of its own.
fn jobs(args: &Batch, files: &[PathBuf]) -> Vec<(String, Result<Job, Failure>)> {
    let loaded: Vec<Result<Scenario, Failure>> =
        files.par_iter().map(|file| load_plain(file, &args.playing.set)).collect();
    let mut taken = Vec::new();
    let job = |(file, loaded): (&PathBuf, Result<Scenario, Failure>)| {
        let shown = with_slashes(file.strip_prefix(&args.folder).unwrap_or(file));
        let job = loaded.map(|scenario| Job {
            file: file.clone(),
            shown: shown.clone(),
            folder: free_name(&scenario.header.name, &mut taken).display().to_string(),
            scenario,
        });
        (shown, job)
    };
    files.iter().zip(loaded).map(job).collect()
}

/// Returns the report of the last batch, if it is still there and nothing that goes into it has changed.
fn unchanged(known: &[Entry], out: &Path, job: &Job) -> Option<Done> {
    let is_same = |entry: &&Entry| {
        entry.file == job.shown && entry.hash == job.scenario.header.hash && entry.folder == job.folder
    };
    let entry = known.iter().find(is_same)?.clone();
    let folder = out.join(&job.folder);
    let record = Record::read(&folder)?;
    let is_whole = record.fingerprint() == entry.files && record.is_intact(&folder);
    let system = job.scenario.header.system.title.to_string();
    is_whole.then(|| Done { entry, system, chart: first_chart(&folder), since: Since::Unchanged })
}

fn first_chart(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join("kill_curve.svg")).ok()
}

/// Plays a scenario and writes its report.
fn play_job(
    job: Job,
    is_known: bool,
    (options, terminal): (PlayOptions, &Terminal),
    args: &Batch,
) -> Result<Done, Failure> {
    let played = play(job.scenario.all_runs(), options, terminal)?;
    let first: Vec<_> = played.iter().map(|played| Some(played.results.clone())).collect();
    let judged = judge_all(&job.scenario, &first, (options, terminal))?;
    let system = job.scenario.header.system.title.to_string();
    let command = format!("killcurve run {}{}", quoted_path(&job.file), args.playing.as_typed());
    let report = report_of(job.scenario, played, command);
    let files = with_extras(report::files(&report)?, args.extras)?;
    let folder = args.out.join(&job.folder);
    let before = is_known.then(|| read_numbers(&folder)).flatten();
    write_files(&folder, &files)?;
    let since = match before {
        None => Since::New,
        Some(before) => since(&before, &folder),
    };
    let (headline, method) = report::headline(&report);
    let entry = Entry {
        file: job.shown,
        hash: report.provenance.hash,
        folder: job.folder,
        scenario: report.provenance.name,
        headline,
        method,
        files: Record::read(&folder).unwrap_or_default().fingerprint(),
        expectations: Standings::of(&judged),
    };
    Ok(Done { entry, system, chart: first_chart(&folder), since })
}

/// The numbers of an earlier report; `None` if there are none, or too many to compare.
fn read_numbers(folder: &Path) -> Option<Vec<u8>> {
    let path = folder.join(NUMBERS);
    (fs::metadata(&path).ok()?.len() <= scenario::limits::BASELINE).then(|| fs::read(path).ok())?
}

/// What changed in the numbers of a report.
fn since(before: &[u8], folder: &Path) -> Since {
    let Some(now) = read_numbers(folder) else { return Since::New };
    // A report of another version may have other columns.
    let Ok(changes) = report::changes(before, &now, 0.0) else { return Since::New };
    let changed = changes.changed.len() as u64 + changes.new + changes.gone;
    if changed == 0 { Since::Unchanged } else { Since::Changed { numbers: changed } }
}

fn finished_entries(done: &[(String, Result<Done, Failure>)]) -> Vec<Entry> {
    done.iter().filter_map(|(_, done)| Some(done.as_ref().ok()?.entry.clone())).collect()
}

/// Writes the files of the batch as a whole, and reports errors.
fn finish(
    args: &Batch,
    manifest: &Manifest,
    done: Vec<(String, Result<Done, Failure>)>,
    &Counts { all, kept, skipped }: &Counts,
) -> Result<(), Failure> {
    let (mut cards, mut tables) = (Vec::new(), Vec::new());
    let (mut wrong, mut failed) = (0, 0);
    for (file, done) in done {
        let outcome = match done {
            Ok(done) => {
                let Entry { scenario, headline, method, folder, expectations, .. } = done.entry;
                tables.push(args.out.join(&folder).join(NUMBERS));
                let system = done.system;
                Outcome::Reported {
                    scenario,
                    system,
                    headline,
                    method,
                    folder,
                    chart: done.chart,
                    expectations,
                    since: done.since,
                }
            }
            Err(failure) => {
                let message = match failure {
                    Failure::Input(message) => {
                        wrong += 1;
                        message
                    }
                    Failure::Run(message) => {
                        failed += 1;
                        format!("error: {message}")
                    }
                    other @ (Failure::ClosedPipe | Failure::Differs) => return Err(other),
                };
                say(&format!("{message}\n"));
                Outcome::Broken(message)
            }
        };
        cards.push(Card { file, outcome });
    }
    let folder = quoted_path(&args.folder);
    let command = format!("killcurve batch {folder} --out {}{}", quoted_path(&args.out), manifest.settings);
    let title = args.folder.file_name().map_or_else(|| "scenarios".into(), |name| name.to_string_lossy());
    let page = report::index(&title, &cards, &command, env!("CARGO_PKG_VERSION"))?;
    let files = [
        (NUMBERS.to_owned(), BatchFile::Tables(tables, if args.extras.bom { MARK } else { b"" })),
        ("index.html".to_owned(), BatchFile::Bytes(page.into_bytes())),
        (manifest::FILE.to_owned(), BatchFile::Bytes(manifest.bytes())),
    ];
    write_into(&args.out, &files)?;
    if !args.playing.quiet {
        for Stale { file, folder } in &manifest.stale {
            let folder = shown(&args.out.join(folder));
            say(&format!("stale: {folder}, once made from {}", scenario::printable(file)));
        }
        let played = all - kept - wrong - failed;
        let rosters = match skipped {
            0 => String::new(),
            1 => ", 1 roster or battle skipped".to_owned(),
            _ => format!(", {skipped} rosters and battles skipped"),
        };
        print(&format!(
            "{all} scenarios: {played} played, {kept} unchanged, {} broken{rosters}\nindex: {}\n",
            wrong + failed,
            args.out.join("index.html").display()
        ))?;
    }
    match (wrong, failed) {
        (0, 0) => Ok(()),
        (0, failed) => Err(Failure::Run(format!("{failed} of {all} scenarios could not be played"))),
        (wrong, _) => Err(Failure::Input(format!("error: {wrong} of {all} files are wrong"))),
    }
}

/// The content of a file of a whole batch.
enum BatchFile {
    Bytes(Vec<u8>),
    /// The tables of all reports after these bytes, from their files: together they may be too large to hold in memory.
    Tables(Vec<PathBuf>, &'static [u8]),
}

impl FileContent for BatchFile {
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Bytes(bytes) => out.write_all(bytes),
            Self::Tables(tables, mark) => {
                out.write_all(mark)?;
                report::joined(tables, File::open, out)
            }
        }
    }
}
