//! How often intervals and verdicts hold: the table of `docs/src/coverage.md`.
//!
//! Counts are drawn from known distributions, without rules, and each interval is checked for the true number.
//!
//! ```sh
//! cargo test -p simulator --lib coverage -- --ignored --nocapture
//! ```

use results::{Distribution, ERROR_LEVEL, Estimate, Method, Results, Round, Verdict};

use crate::estimate::proportion;
use crate::level::attacks_at;
use crate::mean::Observed;
use crate::pair_tally::{Outcome, PairTally};
use crate::{Generator, agreement};

/// Runs of each row.
const RUNS: u64 = 10_000;

fn happens(generator: &mut Generator, p: f64) -> bool {
    (generator.bits() as f64) < p * 2_f64.powi(64)
}

fn holds(estimate: &Estimate, wanted: f64) -> bool {
    estimate.error.is_some_and(|error| error.low - 1e-12 <= wanted && wanted <= error.high + 1e-12)
}

/// The share of runs for which `run` returns true.
fn share(runs: u64, mut run: impl FnMut(&mut Generator) -> bool) -> f64 {
    (0..runs).filter(|&seed| run(&mut Generator::new(seed, 0))).count() as f64 / runs as f64
}

fn row(what: &str, nominal: &str, measured: &[f64], runs: u64) {
    let shown: Vec<String> = measured.iter().map(|share| format!("{:.1} %", 100.0 * share)).collect();
    println!("| {what} | {nominal} | {} | {runs} |", shown.join(", "));
}

/// The number of successes in some trials.
fn successes(generator: &mut Generator, trials: u64, p: f64) -> u64 {
    (0..trials).filter(|_| happens(generator, p)).count() as u64
}

const EXPECTED: [f64; 7] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
const TRIALS: u64 = 2000;

#[test]
#[ignore = "takes minutes; prints the table of docs/src/coverage.md"]
fn coverage_of_single_numbers() {
    let probabilities = EXPECTED.map(|np| {
        let p = np / TRIALS as f64;
        share(RUNS, |generator| holds(&proportion(successes(generator, TRIALS, p), TRIALS), p))
    });
    row("probability, np = 0.5, 1, 2, 5, 10, 20, 50", "95 %", &probabilities, RUNS);
    let even = [0.1, 0.3, 0.5]
        .map(|p| share(RUNS, |generator| holds(&proportion(successes(generator, 1000, p), 1000), p)));
    row("probability 0.1, 0.3, 0.5 of 1,000 trials", "95 %", &even, RUNS);
    let means = |possible, value: fn(&mut Generator) -> usize, mean: f64, usual: usize| {
        EXPECTED.map(|np| {
            let p = np / TRIALS as f64;
            let wanted = (1.0 - p) * usual as f64 + p * mean;
            share(RUNS, |generator| {
                let mut counts = vec![0; 80];
                for _ in 0..TRIALS {
                    counts[if happens(generator, p) { value(generator) } else { usual }] += 1;
                }
                holds(&Observed::of_counts(&counts, possible).mean(), wanted)
            })
        })
    };
    let of = "np = 0.5, 1, 2, 5, 10, 20, 50";
    row(&format!("mean of 0 or rarely 1, {of}"), "95 %", &means(0, |_| 1, 1.0, 0), RUNS);
    row(
        &format!("mean of 0 or rarely a die, {of}"),
        "95 %",
        &means(5, |g| g.below(6) as usize + 1, 3.5, 0),
        RUNS,
    );
    let coins = |g: &mut Generator| g.bits().leading_zeros() as usize + 1;
    row(&format!("mean of 0 or rarely coins until a tail, {of}"), "95 %", &means(3, coins, 2.0, 0), RUNS);
    row(&format!("mean of 3 or rarely 0, {of}"), "95 %", &means(0, |_| 0, 0.0, 3), RUNS);
    let dice = share(RUNS, |generator| {
        let mut counts = vec![0; 7];
        (0..1000).for_each(|_| counts[generator.below(6) as usize + 1] += 1);
        holds(&Observed::of_counts(&counts, 0).mean(), 3.5)
    });
    row("mean of a die, 1,000 trials", "95 %", &[dice], RUNS);
    // A side of four units that seldom loses one, and then all: points left of 40.
    let points = EXPECTED.map(|np| {
        let p = np / TRIALS as f64;
        share(RUNS, |generator| {
            let lost = successes(generator, TRIALS, p);
            let seen = [(40.0, TRIALS - lost), (0.0, lost)];
            holds(&Observed::new(seen, 0.0, 40.0).mean(), 40.0 * (1.0 - p))
        })
    });
    row(&format!("mean points of a battle, 40 or rarely 0, {of}"), "95 %", &points, RUNS);
}

#[test]
#[ignore = "takes minutes; prints the table of docs/src/coverage.md"]
fn coverage_of_attacks_to_kill() {
    // Dead after each attack with 0.3, and after the eighth for certain.
    let chances = [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 1.0];
    let mut alive = 1.0;
    let mut mean = 0.0;
    for (attack, chance) in (1..).zip(chances) {
        mean += f64::from(attack) * alive * chance;
        alive *= 1.0 - chance;
    }
    let play = |generator: &mut Generator| {
        let mut killed = vec![0_u64; chances.len()];
        for _ in 0..1000 {
            let attack = chances.iter().position(|&chance| happens(generator, chance)).unwrap_or(7);
            killed[attack..].iter_mut().for_each(|dead| *dead += 1);
        }
        killed
    };
    let means = share(RUNS, |generator| holds(&attacks_at(&play(generator), ERROR_LEVEL), mean));
    row("mean attacks to kill, 1,000 trials", "95 %", &[means], RUNS);
    // 0.51 are dead after two attacks, 0.3 after one, and 0.9176 after seven.
    let quantiles = [("p10", 1.0), ("median", 2.0), ("p90", 7.0)].map(|(name, wanted)| {
        share(RUNS, |generator| {
            let round = |&dead: &u64| Round {
                kill: proportion(dead, 1000),
                measures: Vec::new(),
                events: Vec::new(),
                funnel: Vec::new(),
            };
            let method = Method::MonteCarlo { trials: 1000, seed: 1 };
            let results = Results::new(method, play(generator).iter().map(round).collect());
            let found = results.quantity(1, &format!("attacks_to_kill.{name}"));
            found.is_some_and(|found| holds(&found, wanted))
        })
    });
    row("attacks by which 10 %, 50 %, 90 % are dead, 1,000 trials", "at least 95 %", &quantiles, RUNS);
}

/// A pair of outcomes of three rounds that share some of their streams: the other differs from the base with probability `apart`.
fn pair(generator: &mut Generator, apart: f64) -> (Outcome, Outcome) {
    let one = |generator: &mut Generator| Outcome {
        killed_in: (0..3).find(|_| happens(generator, 0.3)).unwrap_or(3),
        damage: generator.below(6).into(),
    };
    let base = one(generator);
    (base, if happens(generator, apart) { one(generator) } else { base })
}

#[test]
#[ignore = "takes minutes; prints the table of docs/src/coverage.md"]
fn coverage_of_differences_and_verdicts() {
    let runs = 4000;
    let tally = |generator: &mut Generator, apart: f64| {
        let mut tally = PairTally::new(3);
        for _ in 0..1000 {
            let (base, other) = pair(generator, apart);
            tally.add(base, other);
        }
        tally
    };
    let rates = [0.001, 0.005, 0.02, 1.0];
    let about = "of equal versions that differ in 0.1 %, 0.5 %, 2 %, 100 % of 1,000 pairs";
    let kill = rates.map(|apart| {
        share(runs, |g| holds(&tally(g, apart).comparison(true, ERROR_LEVEL).kill[0].difference, 0.0))
    });
    row(&format!("difference of kill probabilities {about}"), "95 %", &kill, runs);
    let damage = rates.map(|apart| {
        share(runs, |g| {
            let comparison = tally(g, apart).comparison(true, ERROR_LEVEL);
            comparison.damage.is_some_and(|damage| holds(&damage.difference, 0.0))
        })
    });
    row(&format!("difference of mean damage {about}"), "95 %", &damage, runs);
    let attacks = rates.map(|apart| {
        share(runs, |g| holds(&tally(g, apart).comparison(true, ERROR_LEVEL).attacks.difference, 0.0))
    });
    row(&format!("difference of attacks {about}"), "95 %", &attacks, runs);
    let wrong = |together: bool| {
        share(runs, |generator| {
            let tallies: Vec<PairTally> = (0..3).map(|_| tally(generator, 1.0)).collect();
            let at = |level| tallies.iter().map(|tally| tally.comparison(true, level)).collect::<Vec<_>>();
            let differs = |verdict: &Verdict| matches!(verdict, Verdict::More | Verdict::Less);
            if together {
                return results::verdicts(0.0, at).iter().flatten().any(differs);
            }
            let rows = at(ERROR_LEVEL);
            let mut rows = rows.iter().flat_map(|comparison| comparison.rows(0.0));
            rows.any(|row| differs(&row.quantity.verdict(0.0, Some(1000))))
        })
    };
    row(
        "`compare`: any of 15 verdicts on equal versions is \"better\" or \"worse\"",
        "at most 5 %",
        &[wrong(true)],
        runs,
    );
    row("the same, if each were judged alone", "none", &[wrong(false)], runs);
}

#[test]
#[ignore = "takes minutes; prints the table of docs/src/coverage.md"]
fn false_alarms_of_both_methods() {
    let results = |trials: Option<u64>, probability: Estimate| {
        let method = match trials {
            Some(trials) => Method::MonteCarlo { trials, seed: 1 },
            None => Method::Exact { states: 1, paths: 1, truncated: 0.0 },
        };
        let measures: Vec<Distribution> = Vec::new();
        Results::new(
            method,
            vec![Round { kill: probability, measures, events: Vec::new(), funnel: Vec::new() }],
        )
    };
    for below in [0.05, 0.001] {
        let alarms =
            [(10, 0.01), (10, 0.05), (30, 0.01), (30, 0.3), (1000, 0.002), (1000, 0.3)].map(|(trials, p)| {
                share(10 * RUNS, |generator| {
                    let sampled = results(Some(trials), proportion(successes(generator, trials, p), trials));
                    let agreement = agreement(&results(None, Estimate::exact(p)), &sampled);
                    agreement.pairs[0].chance < below
                })
            });
        let what = "`--method both`: a number is that far apart by chance, 10 trials at 0.01 and 0.05, 30 at 0.01 and 0.3, 1,000 at 0.002 and 0.3";
        row(what, &format!("at most {} %", 100.0 * below), &alarms, 10 * RUNS);
    }
}
