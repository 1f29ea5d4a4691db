//! Exact and sampled answers held against each other.
//!
//! Each number that both engines give is one comparison. With many numbers a few are far apart by chance alone, so the level holds for
//! all of them together: each may use its share of it (Bonferroni). A probability is judged by the binomial
//! distribution of its count, not by a bell curve that does not fit rare events.

use crate::estimate::proportion;
use results::{Agreement, Estimate, Pair, Results};
use statrs::distribution::{ContinuousCDF, DiscreteCDF, Normal, Poisson};

/// Compares two results of the same match-up.
pub fn agreement(exact: &Results, sampled: &Results) -> Agreement {
    let trials = sampled.method.trials().unwrap_or(1);
    let never = proportion(0, trials);
    let trials = trials as f64;
    let mut pairs = Vec::new();
    for (round, (exact, sampled)) in (1..).zip(exact.rounds.iter().zip(&sampled.rounds)) {
        let mut probability = |quantity: String, exact: f64, sampled: Estimate| {
            pairs.push(compare_probability(round, quantity, exact, sampled, trials));
        };
        probability("kill".to_owned(), exact.kill.value, sampled.kill);
        for event in &exact.events {
            let found = sampled.events.iter().find(|found| found.name == event.name);
            let found = found.map_or(never, |found| found.probability);
            probability(event.name.to_owned(), event.probability.value, found);
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

fn compare_probability(round: usize, quantity: String, exact: f64, sampled: Estimate, trials: f64) -> Pair {
    let deviation = (exact * (1.0 - exact) / trials).sqrt();
    let z = (deviation > 0.0).then(|| (sampled.value - exact) / deviation);
    Pair { round, quantity, exact, sampled, z, chance: two_sided(exact, sampled.value, trials) }
}

/// Exact numbers are good to this; a count that differs by less is no news.
const ROUNDING: f64 = 1e-12;

/// The probability that a count of `trials` is at least as far from what `exact` expects.
fn two_sided(exact: f64, sampled: f64, trials: f64) -> f64 {
    // A rare event and the rare lack of one are the same question.
    let (rare, seen) = if exact > 0.5 { (1.0 - exact, 1.0 - sampled) } else { (exact, sampled) };
    let (expected, count) = (rare * trials, (seen * trials).round());
    if rare < ROUNDING {
        return if count == 0.0 { 1.0 } else { 0.0 };
    }
    let one_sided = if expected < 1000.0 && rare < 0.01 {
        // The binomial distribution of a rare event is nearly Poisson's.
        let Ok(poisson) = Poisson::new(expected) else { return 1.0 };
        if count > expected {
            // The sum of the tail itself: 1 - cdf would lose all digits far out.
            poisson.sf(count as u64 - 1)
        } else {
            poisson.cdf(count as u64)
        }
    } else {
        let z = (seen - rare).abs() / (rare * (1.0 - rare) / trials).sqrt();
        Normal::standard().sf(z)
    };
    (2.0 * one_sided).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_apart_is_told_from_near() {
        // 0.3 against 0.302 in a million: z = 0.002 / sqrt(0.21e-6) = 4.36, two-sided 1.3e-5.
        let chance = two_sided(0.3, 0.302, 1e6);
        assert!((chance - 1.3e-5).abs() < 0.1e-5, "{chance}");
        assert!(two_sided(0.3, 0.3005, 1e6) > 0.2);
    }

    #[test]
    fn rare_events_are_not_judged_by_the_bell_curve() {
        // One in a hundred million expected 0.01 times in a million trials; one is seen once in 100 such runs.
        let chance = two_sided(1e-8, 1e-6, 1e6);
        assert!((chance - 2.0 * (1.0 - (-0.01_f64).exp())).abs() < 1e-6, "{chance}");
        // The same near certainty.
        assert!((two_sided(1.0 - 1e-8, 1.0 - 1e-6, 1e6) - chance).abs() < 1e-6);
    }

    #[test]
    fn the_impossible_must_not_happen() {
        assert_eq!(two_sided(0.0, 0.0, 1e6), 1.0);
        assert_eq!(two_sided(0.0, 1e-6, 1e6), 0.0);
        assert_eq!(two_sided(1.0, 1.0, 1e6), 1.0);
        assert_eq!(two_sided(1.0, 1.0 - 1e-6, 1e6), 0.0);
    }
}
