//! How often intervals hold the true number: tallies are simulated, without rules.

use results::Estimate;
use simulator::{Generator, Observed};

/// Tallies of each case.
const TALLIES: u64 = 2000;
/// Trials of each tally.
const TRIALS: u64 = 2000;

/// What is counted in a trial, and its mean.
struct Counted {
    name: &'static str,
    mean: f64,
    /// The largest count of other measures.
    possible: u64,
    draw: Box<dyn Fn(&mut Generator) -> u64>,
}

/// A count that is `usual`, or with probability `p` a number drawn by `rare`, whose mean is `mean`.
fn rarely(
    name: &'static str,
    p: f64,
    usual: u64,
    mean: f64,
    possible: u64,
    rare: impl Fn(&mut Generator) -> u64 + 'static,
) -> Counted {
    let draw = move |generator: &mut Generator| {
        if (generator.bits() as f64) < p * 2_f64.powi(64) { rare(generator) } else { usual }
    };
    Counted { name, mean: (1.0 - p) * usual as f64 + p * mean, possible, draw: Box::new(draw) }
}

fn cases(p: f64) -> Vec<Counted> {
    // Coins until the first tail: 1 + 1/2 + 1/4 + … = 2.
    let coins = |generator: &mut Generator| u64::from(generator.bits().leading_zeros()) + 1;
    vec![
        rarely("one, rarely", p, 0, 1.0, 0, |_| 1),
        rarely("a die, rarely", p, 0, 3.5, 5, |generator| u64::from(generator.below(6)) + 1),
        rarely("coins until a tail, rarely", p, 0, 2.0, 3, coins),
        rarely("three, but rarely none", p, 3, 0.0, 0, |_| 0),
        rarely("two, but rarely none to four", p, 2, 2.0, 0, |generator| u64::from(generator.below(5))),
    ]
}

/// The share of intervals that hold the mean. Checks that each has a width.
fn held(counted: &Counted, mean: impl Fn(&[u64]) -> Estimate, seed: u64) -> f64 {
    let holds = (0..TALLIES).filter(|tally| {
        let mut generator = Generator::new(seed, *tally);
        let mut counts = vec![0_u64; 80];
        (0..TRIALS).for_each(|_| counts[(counted.draw)(&mut generator) as usize] += 1);
        let error = mean(&counts).error.unwrap();
        assert!(error.low < error.high, "{}: {error:?} has no width", counted.name);
        (error.low..=error.high).contains(&counted.mean)
    });
    holds.count() as f64 / TALLIES as f64
}

#[test]
fn intervals_of_rare_and_skewed_means_hold_95_times_in_100() {
    // Three deviations of Binomial(2000, 0.95) are 0.0146.
    for expected in [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0] {
        for (seed, counted) in (1..).zip(cases(expected / TRIALS as f64)) {
            let held = held(&counted, |counts| Observed::of_counts(counts, counted.possible).mean(), seed);
            println!("{:30} np = {expected:4}: {held:.4}", counted.name);
            assert!(held >= 0.95 - 0.0146, "{}, np = {expected}: {held}", counted.name);
        }
    }
}
