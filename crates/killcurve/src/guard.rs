//! `killcurve guard`: checks the expectations of scenarios, and what changed since a baseline.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use desk::command_line::with_slashes;
use desk::{PlayOptions, Version, differences, report_of};
use rayon::prelude::*;
use report::{Content, Guarded, Judged};
use results::{ERROR_LEVEL, Estimate, NumberKind, Results, Standing};
use scenario::{Claim, Expect, Scenario, limits};

use crate::args::Guard;
use crate::atomic_write::write_file;
use crate::batch::concatenate;
use crate::find_scenarios;
use crate::load::load_plain;
use crate::output::{Failure, print, say, style, width};
use crate::play::play;
use crate::play_options::use_threads;
use crate::progress::Progress;
use crate::terminal::Terminal;

/// Factors of the number of trials. The next one is tried while the verdict is unclear.
const TRIAL_FACTORS: [u64; 3] = [1, 4, 16];

/// The probability that the interval of one look misses. Each look has an equal share, so that the error over all looks is bounded.
const LOOK_LEVEL: f64 = ERROR_LEVEL / TRIAL_FACTORS.len() as f64;

/// A run beats another if it is above by more than rounding: exact numbers are good to 1e-12.
const ROUNDING: f64 = 2e-12;

/// The bytes at the beginning of a baseline by which a device is told from a table.
const MAX_HEADER_BYTES: u64 = 64 * 1024;

/// How runs are played, and who is told of it.
type Playing<'a> = (PlayOptions, &'a Terminal);

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
        concatenate(tables.iter().map(|table| Ok(table.as_slice())), &mut after)?;
        let changes = report::changes(&before, &after, args.matters)
            .map_err(|error| Failure::Input(format!("error: {}: {error}", path.display())))?;
        print(&format!("\n{}", report::changes_table(&changes, args.matters, width(), style())))?;
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
            Failure::ClosedPipe => (String::new(), false),
        };
        let guarded = Guarded { file: shown.clone(), scenario, judged: Err(message) };
        Outcome { guarded, numbers: None, wrong }
    };
    let scenario = match load_plain(file, &args.playing.set) {
        Ok(scenario) => scenario,
        Err(failure) => return broken(shown.clone(), failure),
    };
    let name = scenario.header.name.clone();
    let judged = first_results(&scenario, playing, every).and_then(|first| {
        let judge = |expect: &Expect| judge(&scenario, expect, &first, playing);
        let judged = scenario.expects.iter().map(judge).collect::<Result<Vec<Judged>, Failure>>()?;
        Ok((judged, first))
    });
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

fn judge(
    scenario: &Scenario,
    expect: &Expect,
    first: &[Option<Results>],
    (options, terminal): Playing<'_>,
) -> Result<Judged, Failure> {
    let mut judged = Judged {
        expectation: expect.words(&scenario.runs),
        found: None,
        kind: NumberKind::Probability,
        difference: matches!(expect.claim, Claim::Beats(_)),
        standing: Standing::Out,
        trials: None,
    };
    let run = &scenario.runs[expect.run];
    let (least, most) = match expect.claim {
        Claim::Within { low, high } => {
            judged.kind = results::kind(&expect.quantity);
            (low, high)
        }
        Claim::Beats(_) => (ROUNDING, f64::INFINITY),
    };
    let (look, standing) = look_until_clear(least, most, |factor| {
        let options = PlayOptions {
            trials: (factor > 1).then(|| options.trials_of(run) * factor).or(options.trials),
            ..options
        };
        match expect.claim {
            Claim::Within { .. } => {
                let found = match (&first[expect.run], factor) {
                    (Some(first), 1) => first.clone(),
                    _ => played_again(run, (options, terminal))?,
                };
                let found = simulator::at_level(&found, LOOK_LEVEL);
                Ok(Look {
                    found: found.quantity(expect.round, &expect.quantity),
                    trials: found.method.trials(),
                })
            }
            Claim::Beats(other) => beats(scenario, expect, other, (options, terminal)),
        }
    })?;
    Ok(Judged { found: look.found, trials: look.trials, standing, ..judged })
}

/// What one look found.
struct Look {
    /// The number, with an interval that misses with a probability of [`LOOK_LEVEL`].
    found: Option<Estimate>,
    trials: Option<u64>,
}

/// Looks longer and longer, until a number is clearly in or out of a range. `look` takes the factor of the number of trials.
fn look_until_clear(
    least: f64,
    most: f64,
    mut look: impl FnMut(u64) -> Result<Look, Failure>,
) -> Result<(Look, Standing), Failure> {
    let standing = |look: &Look| look.found.map_or(Standing::Out, |found| found.standing(least, most));
    let mut last = look(TRIAL_FACTORS[0])?;
    for factor in &TRIAL_FACTORS[1..] {
        if standing(&last) != Standing::Unclear {
            break;
        }
        last = look(*factor)?;
    }
    let standing = standing(&last);
    Ok((last, standing))
}

/// Samples a run with more trials.
fn played_again(run: &scenario::Run, (options, terminal): Playing<'_>) -> Result<Results, Failure> {
    let mut played = play(std::slice::from_ref(run), options, terminal)?;
    played.pop().map(|played| played.results).ok_or_else(|| Failure::Run("nothing was played".to_owned()))
}

/// Returns how far a run is above another, and the trials that it took.
fn beats(
    scenario: &Scenario,
    expect: &Expect,
    other: usize,
    (options, terminal): Playing<'_>,
) -> Result<Look, Failure> {
    let version = |place: usize| {
        let run = &scenario.runs[place];
        Version { name: run.label.clone(), run }
    };
    let found = differences(&version(other), &[version(expect.run)], options, terminal)?;
    let comparison = found.list.first().map(|found| found.at(LOOK_LEVEL));
    let kill = comparison.as_ref().and_then(|comparison| comparison.kill.get(expect.round - 1));
    Ok(Look {
        found: kill.map(|kill| kill.difference),
        trials: comparison.as_ref().and_then(|comparison| comparison.trials),
    })
}

#[cfg(test)]
mod tests {
    use simulator::{Generator, proportion_at};

    use super::*;

    /// The share of guards that fail where the true number is the limit itself.
    fn fail_at_the_limit(probability: f64, trials: u64, seeds: u64) -> f64 {
        let failed = (0..seeds).filter(|&seed| {
            let mut generator = Generator::new(seed, 0);
            let (mut played, mut count) = (0, 0);
            // As played, a longer look begins with the trials of the shorter one.
            let look = |longer: u64| {
                while played < trials * longer {
                    count += u64::from((generator.bits() as f64) < probability * 2_f64.powi(64));
                    played += 1;
                }
                let found = Some(proportion_at(count, played, LOOK_LEVEL));
                Ok(Look { found, trials: Some(played) })
            };
            look_until_clear(probability, f64::INFINITY, look).unwrap().1 == Standing::Out
        });
        failed.count() as f64 / seeds as f64
    }

    #[test]
    fn three_looks_fail_as_rarely_as_one() {
        // A limit on one side is missed in half of 5 %. Three deviations of 4,000 seeds are 0.0074. Three looks at 5 % each
        // failed in 6 to 8 %.
        for probability in [0.3, 0.02] {
            let failed = fail_at_the_limit(probability, 1000, 4000);
            assert!(failed <= 0.025 + 0.0074, "{probability}: {failed}");
        }
    }
}
