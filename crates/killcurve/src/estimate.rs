//! How long work will take, said before it begins.
//!
//! A few runs stand for all: a little of each is played and the clock is read. That is coarse (runs differ, and so do machines), but it
//! tells a second from an hour, which is what a person wants to know before going to wait.

use std::io;
use std::time::{Duration, Instant};

use report::{Report, Writes};
use scenario::Run;
use simulator::Plan;

use crate::args::Method;
use crate::output::say;
use crate::play::{How, PROBE, Weigh};

/// Work of this length is announced.
const LONG: Duration = Duration::from_secs(5);

/// Trials from which the length of a sample is reckoned, if they take long enough.
const PILOT: u64 = 500;
/// This long is long enough.
const ENOUGH: Duration = Duration::from_millis(10);

/// Runs that stand for all when it is reckoned how long they take to play: the base of a sweep is often its smallest.
const A_FEW: usize = 5;

/// Says how long it will take, if it takes long.
pub fn announce(runs: &[&Run], how: How) {
    if runs.is_empty() || !how.announce {
        return;
    }
    let count = runs.len();
    let cores = rayon::current_num_threads() as f64;
    // One run is sampled on all cores, but solved on one.
    let runs_at_once = cores.min(count as f64);
    let seconds = |run: &&Run| {
        let solved_or_sampled = match length(run, how) {
            Length::Solved(one) => one.as_secs_f64() / runs_at_once,
            Length::Sampled(one) => one.as_secs_f64() / cores,
        };
        let both = how.method == Method::Both;
        solved_or_sampled + if both { sampling(run, how).as_secs_f64() / cores } else { 0.0 }
    };
    let few: Vec<f64> = runs.iter().step_by(count.div_ceil(A_FEW)).map(seconds).collect();
    let expected = few.iter().sum::<f64>() / few.len() as f64 * count as f64;
    if expected > LONG.as_secs_f64() {
        let plural = if count == 1 { "" } else { "s" };
        say(&format!("{count} run{plural}: this will take about {}; Ctrl-C stops it", words(expected)));
    }
}

/// Runs that stand for all when it is reckoned how long they take to write.
const SOME: usize = 16;

/// Says how long it will take to write a report in these ways, if it takes long.
pub fn announce_writing(report: &mut Report, ways: &[Writes]) -> io::Result<()> {
    let expected = writing(report, ways)?;
    if expected > LONG.as_secs_f64() {
        say(&format!("to write all runs will take about {}; Ctrl-C stops it", words(expected)));
    }
    Ok(())
}

/// The seconds that it takes to write a report. Some runs, written alone, stand for all; few runs are written in no time.
fn writing(report: &mut Report, ways: &[Writes]) -> io::Result<f64> {
    if report.runs.len() <= SOME {
        return Ok(0.0);
    }
    let some = report.runs.iter().step_by(report.runs.len() / SOME).cloned().collect();
    let runs = std::mem::replace(&mut report.runs, some);
    let variants = std::mem::take(&mut report.swept_variants);
    let start = Instant::now();
    let written = ways.iter().try_for_each(|way| way(report, &mut io::sink()));
    let one = start.elapsed().as_secs_f64() / report.runs.len() as f64;
    report.runs = runs;
    report.swept_variants = variants;
    let all = report.swept_variants.iter().fold(report.runs.len(), |sum, variant| sum + variant.runs.len());
    written.map(|()| one * all as f64)
}

/// What one run takes on one core.
enum Length {
    Solved(Duration),
    Sampled(Duration),
}

fn length(run: &Run, how: How) -> Length {
    if how.method == Method::MonteCarlo {
        return Length::Sampled(sampling(run, how));
    }
    let limits = exact::Limits { paths: PROBE.min(how.limits.paths), ..how.limits };
    let start = Instant::now();
    match run.matchup.visit(Weigh { rounds: run.rounds, limits }) {
        Err(exact::Unsolved::TooLarge { paths, round, .. }) => {
            let all = paths * u64::from(run.rounds) / u64::from(round.max(1));
            if how.method == Method::Auto && all > how.limits.paths {
                return Length::Sampled(sampling(run, how));
            }
            let share = all.min(how.limits.paths) as f64 / paths.max(1) as f64;
            Length::Solved(start.elapsed().mul_f64(share.max(1.0)))
        }
        _ => Length::Solved(start.elapsed()),
    }
}

/// What sampling a run takes on one core. The first trials are the slowest, for there the rules are asked about every roll: so more and more are
/// played until the clock has something to say.
fn sampling(run: &Run, how: How) -> Duration {
    // How many trials a precision needs is only known after some.
    if how.precision.is_some() {
        return Duration::ZERO;
    }
    let trials = how.trials_of(run);
    let mut pilot = PILOT.min(trials);
    loop {
        let plan = Plan { rounds: run.rounds, trials: pilot, seed: how.seed_of(run), first_batch: 0 };
        let start = Instant::now();
        run.matchup.visit(Pilot(plan));
        let elapsed = start.elapsed();
        if elapsed >= ENOUGH || pilot == trials {
            let cores = pilot.div_ceil(simulator::BATCH).min(rayon::current_num_threads() as u64);
            return elapsed.mul_f64(cores as f64 * trials as f64 / pilot as f64);
        }
        pilot = (pilot * 4).min(trials);
    }
}

struct Pilot(Plan);

impl rules::Visit for Pilot {
    type Out = ();

    fn visit<G: rules::Game>(self, game: &G) {
        simulator::simulate(game, self.0, &|_| ());
    }
}

/// A length of time as a person says it.
fn words(seconds: f64) -> String {
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

    use report::{Origin, Report, SweptVariant};
    use results::{Method, Results};

    use super::{words, writing};

    #[test]
    fn some_runs_stand_for_all_and_the_report_stays_whole() {
        let method = Method::MonteCarlo { trials: 1, seed: 1 };
        let run = |number: usize| report::Run {
            label: number.to_string(),
            origin: Origin::Cell,
            settings: Vec::new(),
            attacker: None,
            attacker_points: None,
            target: None,
            target_points: None,
            results: Results::new(method, Vec::new(), |_, _| None),
        };
        let runs = |count: usize| (0..count).map(run).collect::<Vec<_>>();
        let mut report = Report {
            scenario: String::new(),
            description: None,
            system_id: "",
            system_title: "",
            hash: String::new(),
            version: "",
            command: String::new(),
            input: String::new(),
            sweep: Vec::new(),
            runs: runs(1_000),
            swept_variants: vec![SweptVariant { name: String::new(), runs: runs(1_000) }],
            not_swept: None,
            at_rounds: Vec::new(),
        };
        let before = report.clone();
        // A millisecond for each of 2,000 runs, of which few are waited for.
        let slow: report::Writes = |report, _| {
            sleep(Duration::from_millis(report.runs.len() as u64));
            Ok(())
        };
        let expected = writing(&mut report, &[slow]).unwrap();
        assert!(expected >= 2.0, "{expected}");
        assert_eq!(report, before);
        report.runs.truncate(1);
        assert_eq!(writing(&mut report, &[slow]).unwrap(), 0.0);
    }

    #[test]
    fn times_are_said_in_whole_units() {
        assert_eq!(words(6.4), "6 seconds");
        assert_eq!(words(100.0), "2 minutes");
        assert_eq!(words(3600.0 * 5.0), "5 hours");
        assert_eq!(words(86_400.0 * 12.3), "12 days");
    }
}
