//! `killcurve guard`: what scenarios say must stay true, and what moved since a baseline.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use report::{Content, Guarded, Judged};
use results::{Estimate, NumberKind, Results, Standing};
use scenario::{Claim, Expect, Scenario};

use crate::args::Guard;
use crate::batch::together;
use crate::commands::load_plain;
use crate::difference::{Version, differences};
use crate::files;
use crate::output::{Failure, print, say, write_file};
use crate::play::{How, Progress, play};
use crate::run::{fill, report_failed, style, use_threads, width};

/// How many times as long is sampled, one after the other, where it is too close to tell.
const LONGER: [u64; 3] = [1, 4, 16];

/// To beat is to be above by more than rounding: exact numbers are good to 1e-12.
const ABOVE: f64 = 2e-12;

/// What came of one file.
struct Looked {
    guarded: Guarded,
    /// Every number of the scenario, where a baseline wants them.
    numbers: Option<Vec<u8>>,
    /// Whether the file itself is wrong.
    wrong: bool,
}

/// Looks at all expectations of all scenarios.
pub fn guard(args: &Guard) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let before = match &args.baseline {
        Some(path) => Some(
            fs::read(path)
                .map_err(|error| Failure::Input(format!("error: cannot read {}: {error}", path.display())))?,
        ),
        None => None,
    };
    let found = files::find(&args.paths)?;
    let how = How { progress: false, ..args.playing.how() };
    let progress = Progress::new(args.playing.how().progress, "files");
    progress.expect(found.files.len() as u64);
    let looked: Vec<Looked> = found
        .files
        .par_iter()
        .map(|file| {
            let looked = look(file, args, how, before.is_some());
            progress.advance(1);
            looked
        })
        .collect();
    progress.done();
    let mut tables = Vec::new();
    let mut wrong = 0;
    let mut guarded = Vec::new();
    for one in looked {
        if let Err(words) = &one.guarded.judged {
            say(&format!("{words}\n"));
        }
        wrong += usize::from(one.wrong);
        tables.extend(one.numbers);
        guarded.push(one.guarded);
    }
    print(&report::guard_table(&guarded, width(), style()))?;
    if let (Some(before), Some(path)) = (before, &args.baseline) {
        let moves = report::moved(&before, &together(&tables), args.matters)
            .map_err(|error| Failure::Input(format!("error: {}: {error}", path.display())))?;
        print(&format!("\n{}", report::moved_table(&moves, args.matters, width(), style())))?;
    }
    if let Some(path) = &args.junit {
        write_file(path, report::guard_junit(&guarded).map_err(report_failed)?.into_bytes())?;
    }
    let is_out = |judged: &&Judged| judged.standing == Standing::Out;
    let judged = guarded.iter().filter_map(|one| one.judged.as_ref().ok()).flatten();
    let out = judged.filter(is_out).count();
    let broken = guarded.iter().filter(|one| one.judged.is_err()).count();
    match (out, wrong, broken) {
        (0, 0, 0) => Ok(()),
        (0, 0, broken) => Err(Failure::Run(format!("{broken} scenarios could not be played"))),
        (0, wrong, _) => {
            Err(Failure::Input(format!("error: {wrong} of {} files are wrong", found.files.len())))
        }
        (1, ..) => Err(Failure::Run("1 expectation does not hold".to_owned())),
        (out, ..) => Err(Failure::Run(format!("{out} expectations do not hold"))),
    }
}

/// Looks at one file.
fn look(file: &Path, args: &Guard, how: How, every: bool) -> Looked {
    let shown = file.display().to_string();
    let broken = |scenario: String, failure: Failure| {
        let (words, wrong) = match failure {
            Failure::Input(words) => (words, true),
            Failure::Run(words) => (format!("error: {words}"), false),
            Failure::ClosedPipe => (String::new(), false),
        };
        let guarded = Guarded { file: shown.clone(), scenario, judged: Err(words) };
        Looked { guarded, numbers: None, wrong }
    };
    let scenario = match load_plain(file, &args.playing.set) {
        Ok(scenario) => scenario,
        Err(failure) => return broken(shown.clone(), failure),
    };
    let name = scenario.name.clone();
    let looked = first_results(&scenario, how, every).and_then(|first| {
        let judge = |expect: &Expect| judge(&scenario, expect, &first, how);
        let judged = scenario.expects.iter().map(judge).collect::<Result<Vec<Judged>, Failure>>()?;
        Ok((judged, first))
    });
    let numbers = looked.and_then(|(judged, first)| {
        if !every {
            return Ok((judged, None));
        }
        let played = first.into_iter().flatten().map(Into::into).collect();
        let report = fill(scenario, played, String::new());
        Ok((judged, Some(Content::Of(&report, report::results_csv).bytes()?)))
    });
    match numbers {
        Ok((judged, numbers)) => {
            let guarded = Guarded { file: shown.clone(), scenario: name, judged: Ok(judged) };
            Looked { guarded, numbers, wrong: false }
        }
        Err(failure) => broken(name, failure),
    }
}

/// The results of every run, or of those alone of which something is expected.
fn first_results(scenario: &Scenario, how: How, every: bool) -> Result<Vec<Option<Results>>, Failure> {
    let is_wanted = |place: usize| {
        let of_run = |expect: &Expect| expect.run == place && matches!(expect.claim, Claim::Within { .. });
        every || scenario.expects.iter().any(of_run)
    };
    let wanted: Vec<_> = scenario.all_runs().enumerate().filter(|&(place, _)| is_wanted(place)).collect();
    let mut results = vec![None; scenario.all_runs().count()];
    let played = play(wanted.iter().map(|&(_, run)| run), how)?;
    for ((place, _), played) in wanted.into_iter().zip(played) {
        results[place] = Some(played.results);
    }
    Ok(results)
}

fn judge(
    scenario: &Scenario,
    expect: &Expect,
    first: &[Option<Results>],
    how: How,
) -> Result<Judged, Failure> {
    let mut judged = Judged {
        words: expect.words(&scenario.runs),
        found: None,
        kind: NumberKind::Probability,
        difference: matches!(expect.claim, Claim::Beats(_)),
        standing: Standing::Out,
        trials: None,
    };
    let run = &scenario.runs[expect.run];
    for longer in LONGER {
        let how = How { trials: (longer > 1).then(|| how.trials_of(run) * longer).or(how.trials), ..how };
        let (found, trials) = match expect.claim {
            Claim::Within { .. } => {
                judged.kind = results::kind(&expect.quantity);
                let again = match (&first[expect.run], longer) {
                    (Some(first), 1) => first.clone(),
                    _ => played_again(run, how)?,
                };
                (again.quantity(expect.round, &expect.quantity), again.method.trials())
            }
            Claim::Beats(other) => beats(scenario, expect, other, how)?,
        };
        let (least, most) = match expect.claim {
            Claim::Within { low, high } => (low, high),
            Claim::Beats(_) => (ABOVE, f64::INFINITY),
        };
        judged.found = found;
        judged.trials = trials;
        judged.standing = found.map_or(Standing::Out, |found| found.standing(least, most));
        if judged.standing != Standing::Unclear {
            break;
        }
    }
    Ok(judged)
}

/// A run sampled for longer.
fn played_again(run: &scenario::Run, how: How) -> Result<Results, Failure> {
    let mut played = play(std::slice::from_ref(run), how)?;
    played.pop().map(|played| played.results).ok_or_else(|| Failure::Run("nothing was played".to_owned()))
}

/// How far a run is above another.
fn beats(
    scenario: &Scenario,
    expect: &Expect,
    other: usize,
    how: How,
) -> Result<(Option<Estimate>, Option<u64>), Failure> {
    let version = |place: usize| {
        let run = &scenario.runs[place];
        Version { name: run.label.clone(), run }
    };
    let found = differences(&version(other), &[version(expect.run)], how)?;
    let comparison = found.list.first();
    let kill = comparison.and_then(|comparison| comparison.kill.get(expect.round - 1));
    Ok((kill.map(|kill| kill.difference), comparison.and_then(|comparison| comparison.trials)))
}
