//! Estimates how long work will take, and announces long work before it begins.
//!
//! A few runs are played for a moment and timed, and the rest is extrapolated. The estimate is coarse, because runs and machines
//! differ, but it tells a second from an hour.

use std::io;
use std::time::{Duration, Instant};

use chance::game::Visitable;
use desk::{Method, PROBE, PlayOptions, SolveWithin};
use report::{Report, Writes};
use scenario::Run;
use simulator::Plan;

use crate::output::say;
use crate::terminal::Terminal;

/// Work that takes longer is announced.
const ANNOUNCED_FROM: Duration = Duration::from_secs(5);

/// The first number of trials that are timed.
const PILOT: u64 = 500;
/// The shortest time that the clock measures well.
const MEASURABLE: Duration = Duration::from_millis(10);
/// After this time most rolls have been seen, and the pace hardly changes any more.
const SETTLED: Duration = Duration::from_millis(100);

/// The least time that a later trial is expected to take, as a share of the mean of all trials so far.
const LEAST_PACE: f64 = 0.1;

/// The number of runs that are timed. More than one, because the base of a sweep is often its smallest run.
const TIMED_RUNS: usize = 5;

/// Announces how long runs will take to play, if that is long.
pub fn announce(runs: &[&Run], options: PlayOptions, terminal: &Terminal) {
    if runs.is_empty() || !terminal.remarks {
        return;
    }
    let count = runs.len();
    let cores = rayon::current_num_threads() as f64;
    // A run is sampled on all cores, but solved on one.
    let runs_at_once = cores.min(count as f64);
    let seconds = |run: &&Run| {
        let solved_or_sampled = match time_of(run, options) {
            RunTime::Solved(one) => one.as_secs_f64() / runs_at_once,
            RunTime::Sampled(one) => one.as_secs_f64() / cores,
        };
        let both = options.method == Method::Both;
        solved_or_sampled + if both { sampling_time(run, options).as_secs_f64() / cores } else { 0.0 }
    };
    let few: Vec<f64> = runs.iter().step_by(count.div_ceil(TIMED_RUNS)).map(seconds).collect();
    let expected = few.iter().sum::<f64>() / few.len() as f64 * count as f64;
    if expected > ANNOUNCED_FROM.as_secs_f64() {
        let plural = if count == 1 { "" } else { "s" };
        say(&format!("{count} run{plural}: this will take about {}; Ctrl-C stops it", duration(expected)));
    }
}

/// The number of runs whose output is timed.
const TIMED_OUTPUTS: usize = 16;

/// Announces how long a report will take to write in these formats, if that is long.
pub fn announce_writing(report: &mut Report, formats: &[Writes]) -> io::Result<()> {
    let expected = writing_time(report, formats)?;
    if expected > ANNOUNCED_FROM.as_secs_f64() {
        say(&format!("writing all runs will take about {}; Ctrl-C stops it", duration(expected)));
    }
    Ok(())
}

/// Estimates the seconds that it takes to write a report. A few runs are written alone and timed; few runs take no time.
fn writing_time(report: &mut Report, formats: &[Writes]) -> io::Result<f64> {
    if report.runs.len() <= TIMED_OUTPUTS {
        return Ok(0.0);
    }
    let some = report.runs.iter().step_by(report.runs.len() / TIMED_OUTPUTS).cloned().collect();
    let runs = std::mem::replace(&mut report.runs, some);
    let variants = std::mem::take(&mut report.swept_variants);
    let start = Instant::now();
    let written = formats.iter().try_for_each(|format| format(report, &mut io::sink()));
    let one = start.elapsed().as_secs_f64() / report.runs.len() as f64;
    report.runs = runs;
    report.swept_variants = variants;
    let all = report.swept_variants.iter().fold(report.runs.len(), |sum, variant| sum + variant.runs.len());
    written.map(|()| one * all as f64)
}

/// The time that one run takes on one core.
enum RunTime {
    Solved(Duration),
    Sampled(Duration),
}

fn time_of(run: &Run, options: PlayOptions) -> RunTime {
    if options.method == Method::MonteCarlo {
        return RunTime::Sampled(sampling_time(run, options));
    }
    let limits = exact::Limits { paths: PROBE.min(options.limits.paths), ..options.limits };
    let start = Instant::now();
    match run.matchup.visit(SolveWithin { rounds: run.rounds, limits }) {
        Err(exact::Unsolved::TooLarge { paths, round, .. }) => {
            let all = paths * u64::from(run.rounds) / u64::from(round.max(1));
            if options.method == Method::Auto && all > options.limits.paths {
                return RunTime::Sampled(sampling_time(run, options));
            }
            let share = all.min(options.limits.paths) as f64 / paths.max(1) as f64;
            RunTime::Solved(start.elapsed().mul_f64(share.max(1.0)))
        }
        _ => RunTime::Solved(start.elapsed()),
    }
}

/// Estimates the time that sampling a run takes on one core. The first trials are the slowest, because every roll is new, so the
/// pilot grows, and the rest is expected at the pace of its last trials. Short work is not measured that well.
fn sampling_time(run: &Run, options: PlayOptions) -> Duration {
    // The number of trials for a precision is not known in advance.
    if options.precision.is_some() {
        return Duration::ZERO;
    }
    let trials = options.trials_of(run);
    let mut pilot = PILOT.min(trials);
    let (mut trials_before, mut seconds_before) = (0, 0.0);
    loop {
        let plan = Plan { rounds: run.rounds, trials: pilot, seed: options.seed_of(run), first_batch: 0 };
        let start = Instant::now();
        run.matchup.visit(Pilot(plan));
        let elapsed = start.elapsed();
        let cores = pilot.div_ceil(simulator::BATCH).min(rayon::current_num_threads() as u64);
        let seconds = elapsed.as_secs_f64() * cores as f64;
        let mean = seconds / pilot as f64;
        // On a busy machine two pilots may take the same time. The rest is never expected to take none.
        let pace = ((seconds - seconds_before) / (pilot - trials_before) as f64).max(mean * LEAST_PACE);
        let is_short = elapsed >= MEASURABLE && mean * (trials as f64) < ANNOUNCED_FROM.as_secs_f64();
        if elapsed >= SETTLED || is_short || pilot == trials {
            let expected = seconds + pace * (trials - pilot) as f64;
            return Duration::try_from_secs_f64(expected).unwrap_or(Duration::MAX);
        }
        (trials_before, seconds_before) = (pilot, seconds);
        pilot = (pilot * 4).min(trials);
    }
}

struct Pilot(Plan);

impl chance::Visit for Pilot {
    type Out = ();

    fn visit<G: chance::Game>(self, game: &G) {
        simulator::simulate(game, self.0, &|_| ());
    }
}

/// Returns a length of time in words.
fn duration(seconds: f64) -> String {
    let (count, unit) = match seconds {
        ..90.0 => (seconds, "second"),
        ..5400.0 => (seconds / 60.0, "minute"),
        ..129_600.0 => (seconds / 3600.0, "hour"),
        _ => (seconds / 86_400.0, "day"),
    };
    let count = count.round();
    format!("{count} {unit}{}", if count == 1.0 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use report::{Report, SweptVariant};
    use results::{InputKind, Method, Origin, Provenance, Results};

    use super::{duration, writing_time};

    #[test]
    fn the_writing_time_is_extrapolated_and_the_report_is_unchanged() {
        let method = Method::MonteCarlo { trials: 1, seed: 1 };
        let run = |number: usize| report::Run {
            label: number.to_string(),
            origin: Origin::Cell,
            settings: Vec::new(),
            attacker: None,
            attacker_points: None,
            target: None,
            target_points: None,
            results: Results::new(method, Vec::new()),
        };
        let runs = |count: usize| (0..count).map(run).collect::<Vec<_>>();
        let mut report = Report {
            provenance: Provenance {
                kind: InputKind::Scenario,
                name: String::new(),
                description: None,
                notes: Vec::new(),
                system_id: String::new(),
                system_title: String::new(),
                hash: String::new(),
                version: String::new(),
                methods: vec![method],
                command: String::new(),
                input: String::new(),
            },
            sweep: Vec::new(),
            runs: runs(1_000),
            swept_variants: vec![SweptVariant { name: String::new(), runs: runs(1_000) }],
            not_swept: None,
            at_rounds: Vec::new(),
        };
        let before = report.clone();
        // A millisecond for each of 2,000 runs, of which only a few are written.
        let slow: report::Writes = |report, _| {
            sleep(Duration::from_millis(report.runs.len() as u64));
            Ok(())
        };
        let expected = writing_time(&mut report, &[slow]).unwrap();
        assert!(expected >= 2.0, "{expected}");
        assert_eq!(report, before);
        report.runs.truncate(1);
        assert_eq!(writing_time(&mut report, &[slow]).unwrap(), 0.0);
    }

    #[test]
    fn durations_are_whole_units() {
        assert_eq!(duration(6.4), "6 seconds");
        assert_eq!(duration(100.0), "2 minutes");
        assert_eq!(duration(3600.0 * 5.0), "5 hours");
        assert_eq!(duration(86_400.0 * 12.3), "12 days");
    }
}
