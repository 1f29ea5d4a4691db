//! What follows from scores at given prices.

use results::{Circle, Error, Estimate, Rounded, Rounding};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::ledger::{Ledger, Meeting};
use super::solver::{PriceSolver, Solution};
use super::{Arena, BATCH};

/// The mean.
pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// The standard error of the mean of batches.
pub fn deviation_of_mean(numbers: &[f64]) -> f64 {
    let (count, middle) = (numbers.len() as f64, mean(numbers));
    let squares: f64 = numbers.iter().map(|number| (number - middle).powi(2)).sum();
    (squares / (count - 1.0).max(1.0) / count).sqrt()
}

/// How many standard errors the 95 % interval reaches to either side, with so few batches.
pub fn reach(batches: u64) -> f64 {
    let freedom = batches.saturating_sub(1).max(1) as f64;
    StudentsT::new(0.0, 1.0, freedom).map_or(2.0, |student| student.inverse_cdf(0.975))
}

/// A price from its logarithm.
pub fn price(log: f64) -> f64 {
    log.exp()
}

/// A score with its interval, from its batches. What was never seen in so many battles may still happen, less often than three times in as
/// many: no interval is narrower than that.
pub fn estimate(batches: &[f64]) -> Estimate {
    let battles = batches.len() as f64 * BATCH as f64;
    let (value, standard) = (mean(batches), deviation_of_mean(batches).max(1.0 / battles));
    let half = (reach(batches.len() as u64) * standard).max(3.0 / battles);
    let error = Error { low: (value - half).max(0.0), high: (value + half).min(1.0), standard };
    Estimate { value, error: Some(error) }
}

/// How often each unit beats each other at a solver's prices and in its situations; none where they do not fight.
pub fn batches_of_scores<A: Arena>(
    ledger: &mut Ledger<'_, A>,
    solver: &PriceSolver<'_>,
    batches: u64,
) -> Vec<Vec<Option<Vec<f64>>>> {
    let PriceSolver { logs, situations, .. } = solver;
    let size = logs.len();
    let mut scores = vec![vec![None; size]; size];
    for first in 0..size {
        for second in (first + 1..size).filter(|&second| solver.do_meet(first, second)) {
            let meeting = |&situation: &usize| Meeting {
                situation,
                units: [first, second],
                ratio: logs[first] - logs[second],
            };
            let meetings: Vec<Meeting> = situations.iter().map(meeting).collect();
            ledger.fight(&meetings, batches);
            let fought: Vec<Vec<f64>> =
                meetings.into_iter().filter_map(|meeting| ledger.scores(meeting, batches)).collect();
            if fought.is_empty() {
                continue;
            }
            let share =
                |batch: usize| fought.iter().map(|scores| scores[batch]).sum::<f64>() / fought.len() as f64;
            let own: Vec<f64> = (0..batches as usize).map(share).collect();
            scores[second][first] = Some(own.iter().map(|score| 1.0 - score).collect());
            scores[first][second] = Some(own);
        }
    }
    scores
}

/// As [`batches_of_scores`], each with its interval.
pub fn scores<A: Arena>(
    ledger: &mut Ledger<'_, A>,
    solver: &PriceSolver<'_>,
    batches: u64,
) -> Vec<Vec<Option<Estimate>>> {
    let found = batches_of_scores(ledger, solver, batches);
    found
        .into_iter()
        .map(|row| row.into_iter().map(|score| score.map(|score| estimate(&score))).collect())
        .collect()
}

/// The opponents that a unit does best and worst against; none if it fights nobody.
pub fn most_and_least(row: &[Option<Estimate>]) -> Option<[(usize, Estimate); 2]> {
    let fought = || row.iter().enumerate().filter_map(|(unit, score)| Some((unit, (*score)?)));
    let by_score = |a: &(usize, Estimate), b: &(usize, Estimate)| a.1.value.total_cmp(&b.1.value);
    Some([fought().max_by(by_score)?, fought().min_by(by_score)?])
}

/// How far scores are from a half, as the root of the mean square, without what chance adds to it.
pub fn rest(scores: &[Vec<Option<Estimate>>]) -> f64 {
    let squares = scores.iter().flatten().flatten().map(|score| {
        let standard = score.error.map_or(0.0, |error| error.standard);
        (score.value - 0.5).powi(2) - standard.powi(2)
    });
    let squares: Vec<f64> = squares.collect();
    mean(&squares).max(0.0).sqrt()
}

/// So many circles are told.
const CIRCLES: usize = 5;

/// Three units each of which surely beats the next, the strongest circle first.
pub fn circles(scores: &[Vec<Option<Estimate>>]) -> Vec<Circle> {
    let beats = |a: usize, b: usize| scores[a][b].filter(|score| score.low().unwrap_or(score.value) > 0.5);
    let mut circles = Vec::new();
    for a in 0..scores.len() {
        for b in (a + 1..scores.len()).chain(0..a) {
            for c in a + 1..scores.len() {
                // Each circle is told from its first unit on.
                if b > a
                    && b != c
                    && let (Some(ab), Some(bc), Some(ca)) = (beats(a, b), beats(b, c), beats(c, a))
                {
                    circles.push(Circle { units: [a, b, c], scores: [ab, bc, ca] });
                }
            }
        }
    }
    let strength = |circle: &Circle| circle.scores.iter().map(|score| score.value).fold(1.0, f64::min);
    circles.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    circles.truncate(CIRCLES);
    circles
}

/// Prices in steps of the house, and how often each unit wins at them.
pub fn rounded<A: Arena>(
    ledger: &mut Ledger<'_, A>,
    solver: &PriceSolver<'_>,
    solution: &Solution,
    steps: &[f64],
    batches: u64,
) -> Rounding {
    let sought: Vec<Option<f64>> = (0..solver.units.len())
        .map(|unit| solution.prices[unit].filter(|_| solver.free[unit]).map(|price| price.value))
        .collect();
    let (scale, found) = crate::rounding::rounded(&sought, steps, solver.free.iter().all(|free| *free));
    let at = |unit: usize| found[unit].unwrap_or(solver.logs[unit].exp() * scale);
    let prices: Vec<f64> = (0..solver.units.len()).map(at).collect();
    let solver = &PriceSolver { logs: prices.iter().map(|price| price.ln()).collect(), ..solver.clone() };
    let scores = solver.scores(ledger, batches);
    let units = (0..prices.len()).map(|unit| {
        let (fair, score) = (solution.prices[unit]?, scores[unit].as_ref()?);
        let price = prices[unit];
        Some(Rounded { price, off: price / (fair.value * scale) - 1.0, score: estimate(score) })
    });
    Rounding { scale, units: units.collect(), uneven: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_found_once() {
        let sure = |value: f64| {
            Some(Estimate {
                value,
                error: Some(Error { low: value - 0.01, high: value + 0.01, standard: 0.005 }),
            })
        };
        // 0 beats 1 beats 2 beats 0, and 3 is even with all.
        let scores = vec![
            vec![None, sure(0.7), sure(0.4), sure(0.5)],
            vec![sure(0.3), None, sure(0.8), sure(0.5)],
            vec![sure(0.6), sure(0.2), None, sure(0.5)],
            vec![sure(0.5), sure(0.5), sure(0.5), None],
        ];
        let found = circles(&scores);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].units, [0, 1, 2]);
        // (2 * (0.04 + 0.01 + 0.09) / 12 - 0.005^2) under the root.
        assert!((rest(&scores) - (0.28_f64 / 12.0 - 25e-6).sqrt()).abs() < 1e-12);
    }
}
