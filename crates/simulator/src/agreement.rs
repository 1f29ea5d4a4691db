//! Compares exact and sampled results.
//!
//! Every number that both engines report is compared. With many numbers a few are far apart by chance alone, so the level holds for
//! all of them together: each is tested at its share of the level (Bonferroni). A sampled probability is a count of trials, so it is
//! tested against the binomial distribution, which also holds for few trials and rare events.

use crate::binomial;
use crate::estimate::proportion;
use results::{Agreement, Estimate, Pair, Results};
use statrs::distribution::{ContinuousCDF, Normal};

/// Compares two results of the same match-up.
pub fn agreement(exact: &Results, sampled: &Results) -> Agreement {
    let trials = sampled.method.trials().unwrap_or(1);
    let never = proportion(0, trials);
    let mut pairs = Vec::new();
    for (round, (exact, sampled)) in (1..).zip(exact.rounds.iter().zip(&sampled.rounds)) {
        let mut probability = |quantity: String, exact: f64, sampled: Estimate| {
            pairs.push(compare_probability(round, quantity, exact, sampled, trials));
        };
        probability("kill".to_owned(), exact.kill.value, sampled.kill);
        for event in &exact.events {
            let found = sampled.events.iter().find(|found| found.name == event.name);
            let found = found.map_or(never, |found| found.probability);
            probability(event.name.to_string(), event.probability.value, found);
        }
        for measure in &exact.measures {
            let found = sampled.measures.iter().find(|found| found.name == measure.name);
            let found = found.map_or(&[][..], |found| &found.probabilities[..]);
            let at = |list: &[Estimate], value: usize| list.get(value).copied().unwrap_or(never);
            for value in 0..measure.probabilities.len().max(found.len()) {
                let name = format!("{} = {value}", measure.name);
                probability(name, at(&measure.probabilities, value).value, at(found, value));
            }
        }
    }
    Agreement { pairs }
}

fn compare_probability(round: usize, quantity: String, exact: f64, sampled: Estimate, trials: u64) -> Pair {
    let deviation = (exact * (1.0 - exact) / trials as f64).sqrt();
    let z = (deviation > 0.0).then(|| (sampled.value - exact) / deviation);
    Pair { round, quantity, exact, sampled, z, chance: two_sided(exact, sampled.value, trials) }
}

/// The largest rounding error of exact numbers.
const ROUNDING: f64 = 1e-12;

/// A count with a larger standard deviation than this is treated as normal. Tails are then correct to 3 % at five deviations, and
/// adding up the binomial terms would take long.
const NORMAL: f64 = 1000.0;

/// The probability that a count of `trials` is at least as far from what `exact` expects.
fn two_sided(exact: f64, sampled: f64, trials: u64) -> f64 {
    // An event and its opposite are the same question; the rarer one has the smaller rounding errors.
    let (rare, seen) = if exact > 0.5 { (1.0 - exact, 1.0 - sampled) } else { (exact, sampled) };
    let n = trials as f64;
    let count = (seen * n).round() as u64;
    if rare < ROUNDING {
        return if count == 0 { 1.0 } else { 0.0 };
    }
    let deviation = (rare * (1.0 - rare) * n).sqrt();
    let one_sided = if deviation < NORMAL {
        binomial::tail(count, trials, rare)
    } else {
        Normal::standard().sf((count as f64 - rare * n).abs() / deviation)
    };
    (2.0 * one_sided).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_differences_are_significant_and_small_ones_are_not() {
        // 0.3 against 0.302 in a million: z = 0.002 / sqrt(0.21e-6) = 4.36, two-sided 1.3e-5.
        let chance = two_sided(0.3, 0.302, 1_000_000);
        assert!((chance - 1.3e-5).abs() < 0.1e-5, "{chance}");
        assert!(two_sided(0.3, 0.3005, 1_000_000) > 0.2);
    }

    #[test]
    fn rare_events_are_not_judged_by_the_bell_curve() {
        // One in a hundred million expected 0.01 times in a million trials; one is seen once in 100 such runs.
        let chance = two_sided(1e-8, 1e-6, 1_000_000);
        assert!((chance - 2.0 * (1.0 - (-0.01_f64).exp())).abs() < 1e-6, "{chance}");
        // The same near certainty.
        assert!((two_sided(1.0 - 1e-8, 1.0 - 1e-6, 1_000_000) - chance).abs() < 1e-6);
    }

    #[test]
    fn few_trials_are_judged_by_their_own_distribution() {
        // A probability of 1/100 and 10 trials: 3 or more successes come up with 120 · 0.01³ · 0.99⁷ + 210 · 0.01⁴ · 0.99⁶ + …
        // = 1.1385e-4. A normal distribution would say 1.2e-19.
        let chance = two_sided(0.01, 0.3, 10);
        assert!((chance - 2.0 * 1.1385e-4).abs() < 1e-7, "{chance}");
        // 5 of 10 where 1/20 is expected: 252 · 0.05⁵ · 0.95⁵ + … = 6.369e-5. A normal distribution would say 3.3e-11.
        let chance = two_sided(0.05, 0.5, 10);
        assert!((chance - 2.0 * 6.369e-5).abs() < 1e-7, "{chance}");
    }

    #[test]
    fn the_impossible_must_not_happen() {
        assert_eq!(two_sided(0.0, 0.0, 1_000_000), 1.0);
        assert_eq!(two_sided(0.0, 1e-6, 1_000_000), 0.0);
        assert_eq!(two_sided(1.0, 1.0, 1_000_000), 1.0);
        assert_eq!(two_sided(1.0, 1.0 - 1e-6, 1_000_000), 0.0);
    }
}
