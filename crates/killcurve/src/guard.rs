//! `killcurve guard`: checks the expectations of scenarios, and what changed since a baseline.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use desk::command_line::with_slashes;
use desk::{PlayOptions, report_of};
use rayon::prelude::*;
use report::{Content, Guarded, Judged};
use results::{Results, Standing};
use scenario::{Claim, Expect, Scenario, limits};

use crate::args::Guard;
use crate::atomic_write::write_file;
use crate::find_scenarios;
use crate::judge::{Playing, judge_all};
use crate::load::load_plain;
use crate::output::{Failure, print, say, style, width};
use crate::play::play;
use crate::play_options::use_threads;
use crate::progress::Progress;
use crate::terminal::Terminal;

/// The bytes at the beginning of a baseline by which a device is told from a table.
const MAX_HEADER_BYTES: u64 = 64 * 1024;

/// The outcome of one file.
struct Outcome {
    guarded: Guarded,
    /// Every number of the scenario, where a baseline wants them.
    numbers: Option<Vec<u8>>,
    /// Whether the file itself is wrong.
    wrong: bool,
}

/// Reads a file or a pipe of at most [`limits::BASELINE`] bytes.
fn read_baseline(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let is_file = fs::metadata(path)?.is_file();
    let mut file = File::open(path)?.take(limits::BASELINE + 1);
    // A device gives itself away at its beginning: a table is text.
    file.by_ref().take(MAX_HEADER_BYTES).read_to_end(&mut bytes)?;
    if !is_file && bytes.contains(&0) {
        return Err(io::Error::other("it is not a table"));
    }
    file.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limits::BASELINE {
        return Err(io::Error::other(format!("it is larger than {} bytes", limits::BASELINE)));
    }
    Ok(bytes)
}

/// Checks all expectations of all scenarios.
pub fn guard(args: &Guard) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let unreadable = |path: &Path, error: io::Error| {
        Failure::Input(format!("error: cannot read {}: {error}", path.display()))
    };
    let read = |path| read_baseline(path).map_err(|error| unreadable(path, error));
    let before = args.baseline.as_deref().map(read).transpose()?;
    let found = find_scenarios::find(&args.paths)?;
    let terminal = Terminal::new(args.playing.quiet);
    let progress = Progress::new(terminal.progress, "files");
    let options = PlayOptions::from(&args.playing);
    let terminal = terminal.without_progress();
    progress.expect(found.files.len() as u64);
    let outcomes: Vec<Outcome> = found
        .files
        .par_iter()
        .map(|file| {
            let outcome = check(file, args, (options, &terminal), before.is_some());
            progress.advance(1);
            outcome
        })
        .collect();
    progress.done();
    let mut tables = Vec::new();
    let mut wrong = 0;
    let mut guarded = Vec::new();
    for one in outcomes {
        if let Err(message) = &one.guarded.judged {
            say(&format!("{message}\n"));
        }
        wrong += usize::from(one.wrong);
        tables.extend(one.numbers);
        guarded.push(one.guarded);
    }
    print(&report::guard_table(&guarded, width(), style()))?;
    if let (Some(before), Some(path)) = (before, &args.baseline) {
        let mut after = Vec::new();
        report::joined(&tables, |table| Ok(table.as_slice()), &mut after)?;
        let changes = report::changes(&before, &after, args.matters)
            .map_err(|error| Failure::Input(format!("error: {}: {error}", path.display())))?;
        print(&format!(
            "\n{}",
            report::changes_table(&changes, args.matters, args.all_changes, width(), style())
        ))?;
    }
    if let Some(path) = &args.junit {
        write_file(path, report::guard_junit(&guarded)?.into_bytes())?;
    }
    exit_status(&guarded, wrong)
}

/// Returns an error if an expectation does not hold, a file is wrong or a scenario could not be played, in this order.
fn exit_status(guarded: &[Guarded], wrong: usize) -> Result<(), Failure> {
    let is_out = |judged: &&Judged| judged.standing == Standing::Out;
    let judged = guarded.iter().filter_map(|one| one.judged.as_ref().ok()).flatten();
    let out = judged.filter(is_out).count();
    let broken = guarded.iter().filter(|one| one.judged.is_err()).count();
    match (out, wrong, broken) {
        (0, 0, 0) => Ok(()),
        (0, 0, broken) => Err(Failure::Run(format!("{broken} scenarios could not be played"))),
        (0, wrong, _) => Err(Failure::Input(format!("error: {wrong} of {} files are wrong", guarded.len()))),
        (1, ..) => Err(Failure::Run("1 expectation does not hold".to_owned())),
        (out, ..) => Err(Failure::Run(format!("{out} expectations do not hold"))),
    }
}

/// Checks one file.
fn check(file: &Path, args: &Guard, playing: Playing<'_>, every: bool) -> Outcome {
    let shown = with_slashes(file);
    let broken = |scenario: String, failure: Failure| {
        let (message, wrong) = match failure {
            Failure::Input(message) => (message, true),
            Failure::Run(message) => (format!("error: {message}"), false),
            Failure::ClosedPipe | Failure::Differs => (String::new(), false),
        };
        let guarded = Guarded { file: shown.clone(), scenario, judged: Err(message) };
        Outcome { guarded, numbers: None, wrong }
    };
    let scenario = match load_plain(file, &args.playing.set) {
        Ok(scenario) => scenario,
        Err(failure) => return broken(shown.clone(), failure),
    };
    let name = scenario.header.name.clone();
    let judged = first_results(&scenario, playing, every)
        .and_then(|first| Ok((judge_all(&scenario, &first, playing)?, first)));
    let numbers = judged.and_then(|(judged, first)| {
        if !every {
            return Ok((judged, None));
        }
        let played = first.into_iter().flatten().map(Into::into).collect();
        let report = report_of(scenario, played, String::new());
        Ok((judged, Some(Content::Of(&report, report::results_csv).bytes()?)))
    });
    match numbers {
        Ok((judged, numbers)) => {
            let guarded = Guarded { file: shown.clone(), scenario: name, judged: Ok(judged) };
            Outcome { guarded, numbers, wrong: false }
        }
        Err(failure) => broken(name, failure),
    }
}

/// Returns the results of every run, or only of those that an expectation needs.
fn first_results(
    scenario: &Scenario,
    (options, terminal): Playing<'_>,
    every: bool,
) -> Result<Vec<Option<Results>>, Failure> {
    let is_wanted = |place: usize| {
        let of_run = |expect: &Expect| expect.run == place && matches!(expect.claim, Claim::Within { .. });
        every || scenario.expects.iter().any(of_run)
    };
    let wanted: Vec<_> = scenario.all_runs().enumerate().filter(|&(place, _)| is_wanted(place)).collect();
    let mut results = vec![None; scenario.all_runs().count()];
    let played = play(wanted.iter().map(|&(_, run)| run), options, terminal)?;
    for ((place, _), played) in wanted.into_iter().zip(played) {
        results[place] = Some(played.results);
    }
    Ok(results)
}
