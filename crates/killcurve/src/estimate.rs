//! How long work will take, said before it begins.
//!
//! The first run stands for all: a little of it is played and the clock is read. That is coarse (runs differ, and so do machines), but it
//! tells a second from an hour, which is what a person wants to know before going to wait.

use std::time::{Duration, Instant};

use scenario::Run;
use simulator::Plan;

use crate::args::Method;
use crate::output::say;
use crate::play::{How, PROBE, Weigh};

/// Work of this length is announced.
const LONG: Duration = Duration::from_secs(5);

/// Trials from which the length of a sample is reckoned.
const PILOT: u64 = 500;

/// Says how long it will take, if it takes long.
pub fn announce(runs: &[&Run], how: How) {
    let Some(first) = runs.first().filter(|_| how.announce) else { return };
    let cores = rayon::current_num_threads() as f64;
    // One run is sampled on all cores, but solved on one.
    let runs_at_once = cores.min(runs.len() as f64);
    let mut expected = match length(first, how) {
        Length::Solved(one) => one.as_secs_f64() * runs.len() as f64 / runs_at_once,
        Length::Sampled(one) => one.as_secs_f64() * runs.len() as f64 / cores,
    };
    if how.method == Method::Both {
        expected += sampling(first, how).as_secs_f64() * runs.len() as f64 / cores;
    }
    if expected > LONG.as_secs_f64() {
        let count = runs.len();
        let plural = if count == 1 { "" } else { "s" };
        say(&format!("{count} run{plural}: this will take about {}; Ctrl-C stops it", words(expected)));
    }
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

/// What sampling a run takes on one core.
fn sampling(run: &Run, how: How) -> Duration {
    // How many trials a precision needs is only known after some.
    let trials = if how.precision.is_some() { PILOT } else { how.trials_of(run) };
    if trials <= PILOT {
        return Duration::ZERO;
    }
    let plan = Plan { rounds: run.rounds, trials: PILOT, seed: how.seed_of(run), first_batch: 0 };
    let start = Instant::now();
    run.matchup.visit(Pilot(plan));
    start.elapsed().mul_f64(trials as f64 / PILOT as f64)
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
    use super::words;

    #[test]
    fn times_are_said_in_whole_units() {
        assert_eq!(words(6.4), "6 seconds");
        assert_eq!(words(100.0), "2 minutes");
        assert_eq!(words(3600.0 * 5.0), "5 hours");
        assert_eq!(words(86_400.0 * 12.3), "12 days");
    }
}
