//! `killcurve batch`: every scenario below a folder, an index of the reports, and every number in one file.
//!
//! Files are played in parallel and what comes of each is written at once, so that a long batch needs little memory. The manifest forgets
//! what is about to be played before anything is, so that a batch cut short leaves nothing that only seems up to date.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use report::{Card, Outcome};
use scenario::Scenario;

use crate::args::Batch;
use crate::commands::load_plain;
use crate::files;
use crate::manifest::{self, Entry, Manifest, fingerprint};
use crate::output::{Failure, free_name, print, say, write_files};
use crate::play::{How, Progress, play};
use crate::run::{fill, quoted, report_failed, use_threads};
use crate::shelf::write_into;

/// A report's own file of numbers, and the batch's.
const NUMBERS: &str = "results.csv";

/// A scenario and where its report goes.
struct Job {
    file: PathBuf,
    /// The file as the index shows it.
    shown: String,
    scenario: Scenario,
    folder: String,
}

/// A report that is there.
struct Done {
    entry: Entry,
    system: &'static str,
    numbers: Vec<u8>,
    chart: Option<String>,
}

/// Runs every scenario below a folder.
pub fn batch(args: &Batch) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let found = files::find(std::slice::from_ref(&args.folder))?;
    let settings = args.playing.words();
    let known = if args.force { Manifest::default() } else { Manifest::read(&args.out, &settings) };
    let jobs = jobs(args, &found.files);
    let kept: Vec<Option<Done>> = jobs
        .iter()
        .map(|(_, job)| job.as_ref().ok().and_then(|job| unchanged(&known, &args.out, job)))
        .collect();
    let entries = kept.iter().flatten().map(|done| done.entry.clone()).collect();
    let manifest = Manifest { settings: settings.clone(), entries };
    write_into(&args.out, &[(manifest::FILE.to_owned(), manifest.bytes())])?;

    let how = How { progress: false, ..args.playing.how() };
    let progress = Progress::new(args.playing.how().progress, "files");
    progress.expect(jobs.len() as u64);
    let count = (jobs.len(), kept.iter().flatten().count());
    let done: Vec<(String, Result<Done, Failure>)> = jobs
        .into_par_iter()
        .zip(kept)
        .map(|((shown, job), kept)| {
            let done = match (job, kept) {
                (_, Some(kept)) => Ok(kept),
                (Ok(job), None) => report_of(job, how, &settings, &args.out),
                (Err(failure), None) => Err(failure),
            };
            progress.advance(1);
            (shown, done)
        })
        .collect();
    progress.done();
    finish(args, settings, done, (count.0, count.1, found.passed_over))
}

/// Reads all files; each good one gets a folder of its own.
fn jobs(args: &Batch, files: &[PathBuf]) -> Vec<(String, Result<Job, Failure>)> {
    let loaded: Vec<Result<Scenario, Failure>> =
        files.par_iter().map(|file| load_plain(file, &args.playing.set)).collect();
    let mut taken = Vec::new();
    let job = |(file, loaded): (&PathBuf, Result<Scenario, Failure>)| {
        let shown = file.strip_prefix(&args.folder).unwrap_or(file).display().to_string();
        let job = loaded.map(|scenario| Job {
            file: file.clone(),
            shown: shown.clone(),
            folder: free_name(&scenario.name, &mut taken).display().to_string(),
            scenario,
        });
        (shown, job)
    };
    files.iter().zip(loaded).map(job).collect()
}

/// The report of the last batch, if it is still there and nothing that goes into it changed.
fn unchanged(known: &Manifest, out: &Path, job: &Job) -> Option<Done> {
    let entry = known.find(&job.shown, &job.scenario.hash, &job.folder)?.clone();
    let folder = out.join(&job.folder);
    let (numbers, chart) = written(&folder).ok()?;
    let is_whole = fingerprint(&numbers) == entry.numbers && folder.join("report.html").is_file();
    is_whole.then_some(Done { entry, system: job.scenario.system.title, numbers, chart })
}

/// The numbers of a report that is there, and its first chart.
fn written(folder: &Path) -> io::Result<(Vec<u8>, Option<String>)> {
    Ok((fs::read(folder.join(NUMBERS))?, fs::read_to_string(folder.join("kill_curve.svg")).ok()))
}

/// Plays a scenario and writes its report.
fn report_of(job: Job, how: How, settings: &str, out: &Path) -> Result<Done, Failure> {
    let played = play(job.scenario.all_runs(), how)?;
    let system = job.scenario.system.title;
    let command = format!("killcurve run {}{settings}", quoted(&job.file.display().to_string()));
    let report = fill(job.scenario, played, command);
    let files = report::files(&report).map_err(report_failed)?;
    let folder = out.join(&job.folder);
    write_files(&folder, &files)?;
    let (numbers, chart) = written(&folder)
        .map_err(|error| Failure::Run(format!("cannot read {} again: {error}", folder.display())))?;
    let (headline, method) = report::headline(&report);
    let entry = Entry {
        file: job.shown,
        hash: report.hash,
        folder: job.folder,
        scenario: report.scenario,
        headline,
        method,
        numbers: fingerprint(&numbers),
    };
    Ok(Done { entry, system, numbers, chart })
}

/// Writes what is of all scenarios together, and says what is wrong.
fn finish(
    args: &Batch,
    settings: String,
    done: Vec<(String, Result<Done, Failure>)>,
    (all, kept, passed_over): (usize, usize, usize),
) -> Result<(), Failure> {
    let (mut entries, mut cards, mut tables) = (Vec::new(), Vec::new(), Vec::new());
    let (mut wrong, mut failed) = (0, 0);
    for (file, done) in done {
        let outcome = match done {
            Ok(done) => {
                entries.push(done.entry.clone());
                tables.push(done.numbers);
                let Entry { scenario, headline, method, folder, .. } = done.entry;
                let system = done.system.to_owned();
                Outcome::Reported { scenario, system, headline, method, folder, chart: done.chart }
            }
            Err(failure) => {
                let words = match failure {
                    Failure::Input(words) => {
                        wrong += 1;
                        words
                    }
                    Failure::Run(words) => {
                        failed += 1;
                        format!("error: {words}")
                    }
                    Failure::ClosedPipe => return Err(Failure::ClosedPipe),
                };
                say(&format!("{words}\n"));
                Outcome::Broken(words)
            }
        };
        cards.push(Card { file, outcome });
    }
    let folder = quoted(&args.folder.display().to_string());
    let command =
        format!("killcurve batch {folder} --out {}{settings}", quoted(&args.out.display().to_string()));
    let title = args.folder.file_name().map_or_else(|| "scenarios".into(), |name| name.to_string_lossy());
    let page = report::index(&title, &cards, &command, env!("CARGO_PKG_VERSION")).map_err(report_failed)?;
    let manifest = Manifest { settings, entries };
    let files = [
        (NUMBERS.to_owned(), together(&tables)),
        ("index.html".to_owned(), page.into_bytes()),
        (manifest::FILE.to_owned(), manifest.bytes()),
    ];
    write_into(&args.out, &files)?;
    if !args.playing.quiet {
        let played = all - kept - wrong - failed;
        let rosters = if passed_over > 0 {
            format!(", {passed_over} that are rosters or battles passed over")
        } else {
            String::new()
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

/// Files of numbers as one: the head of the first, then the rows of all.
pub fn together(tables: &[Vec<u8>]) -> Vec<u8> {
    let mut all = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        let head = table.iter().position(|&byte| byte == b'\n').map_or(table.len(), |end| end + 1);
        all.extend_from_slice(if place == 0 { table } else { &table[head..] });
    }
    all
}
