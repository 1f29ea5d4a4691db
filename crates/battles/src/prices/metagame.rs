//! The mix of units that no mix beats, at the prices now: the solution of a game of two players who choose what to field.

use microlp::{ComparisonOp, OptimizationDirection, Problem};
use results::Metagame;

use super::Arena;
use super::answers::{batches_of_scores, estimate, mean};
use super::ledger::{Ledger, Meeting};
use super::solver::PriceSolver;

/// A share below this is none.
const NONE: f64 = 1e-6;
/// A unit out of the mix is tried down to this price, as a logarithm below the price now.
const FARTHEST: f64 = 2.5;
/// Halvings of the range in which the price of entry is sought.
const HALVINGS: usize = 12;

/// The metagame at the prices now; who has none is taken at its fair price. `None` if the solver fails.
pub fn metagame<A: Arena>(
    ledger: &mut Ledger<'_, A>,
    solver: &PriceSolver<'_>,
    batches: u64,
) -> Option<Metagame> {
    let now = |(unit, log): (&super::Unit, &f64)| unit.now.filter(|&now| now > 0.0).map_or(*log, f64::ln);
    let logs: Vec<f64> = solver.units.iter().zip(&solver.logs).map(now).collect();
    let solver = &PriceSolver { logs, ..solver.clone() };
    let logs = &solver.logs;
    let scores = batches_of_scores(ledger, solver, batches);
    // Who fights nobody is not in the game.
    let players: Vec<usize> =
        (0..logs.len()).filter(|&unit| scores[unit].iter().any(Option::is_some)).collect();
    let payoff =
        |first: usize, second: usize| scores[first][second].as_ref().map_or(0.5, |score| mean(score));
    let shares = unbeaten(players.len(), |first, second| payoff(players[first], players[second]))?;
    let mut mix = vec![0.0; logs.len()];
    players.iter().zip(shares).for_each(|(&unit, share)| mix[unit] = share);
    let against_mix = |unit: usize| -> Vec<f64> {
        let of_batch = |batch: usize| {
            mix.iter()
                .enumerate()
                .map(|(other, share)| share * scores[unit][other].as_ref().map_or(0.5, |score| score[batch]))
                .sum()
        };
        (0..batches as usize).map(of_batch).collect()
    };
    let entry = (0..logs.len()).map(|unit| {
        let is_out = mix[unit] < NONE && players.contains(&unit);
        is_out.then(|| entry(ledger, solver, &mix, unit, batches)).flatten()
    });
    Some(Metagame {
        entry: entry.collect(),
        scores: (0..logs.len())
            .map(|unit| players.contains(&unit).then(|| estimate(&against_mix(unit))))
            .collect(),
        mix,
    })
}

/// The mix whose worst opponent does least against it; `None` if the solver fails.
pub fn unbeaten(size: usize, payoff: impl Fn(usize, usize) -> f64) -> Option<Vec<f64>> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (0.0, 1.0));
    let shares: Vec<_> = (0..size).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let all: Vec<_> = shares.iter().map(|&share| (share, 1.0)).collect();
    problem.add_constraint(&all, ComparisonOp::Eq, 1.0);
    for enemy in 0..size {
        let mut row: Vec<_> = (0..size).map(|unit| (shares[unit], payoff(unit, enemy))).collect();
        row.push((value, -1.0));
        problem.add_constraint(&row, ComparisonOp::Ge, 0.0);
    }
    let solution = problem.solve().ok().and_then(|outcome| outcome.into_solution().ok())?;
    let share = |share: &microlp::Variable| if solution[*share] < NONE { 0.0 } else { solution[*share] };
    let kept: Vec<f64> = shares.iter().map(share).collect();
    let all: f64 = kept.iter().sum();
    Some(kept.iter().map(|share| share / all).collect())
}

/// The price at which a unit holds its own against the mix; `None` if there is none.
fn entry<A: Arena>(
    ledger: &mut Ledger<'_, A>,
    solver: &PriceSolver<'_>,
    mix: &[f64],
    unit: usize,
    batches: u64,
) -> Option<f64> {
    let logs = &solver.logs;
    let mut score = |log: f64| -> f64 {
        let mut sum = 0.0;
        for (other, &share) in mix.iter().enumerate().filter(|&(_, &share)| share > 0.0) {
            let (units, ratio) = if unit < other {
                ([unit, other], log - logs[other])
            } else {
                ([other, unit], logs[other] - log)
            };
            let meetings: Vec<Meeting> =
                solver.situations.iter().map(|&situation| Meeting { situation, units, ratio }).collect();
            ledger.fight(&meetings, batches);
            let fought: Vec<f64> = meetings
                .into_iter()
                .filter_map(|meeting| ledger.scores(meeting, batches))
                .map(|scores| if unit < other { mean(&scores) } else { 1.0 - mean(&scores) })
                .collect();
            sum += share * if fought.is_empty() { 0.5 } else { mean(&fought) };
        }
        sum
    };
    let (mut low, mut high) = (logs[unit] - FARTHEST, logs[unit]);
    if score(low) < 0.5 {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if score(middle) < 0.5 { high = middle } else { low = middle }
    }
    Some(low.exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unbeaten_mix_of_rock_paper_scissors() {
        // Rock beats scissors twice as surely as the other two win.
        let payoff = |first: usize, second: usize| match (first, second) {
            (0, 2) => 0.9, // rock, scissors
            (2, 0) => 0.1,
            (1, 0) | (2, 1) => 0.7, // paper beats rock, scissors beat paper
            (0, 1) | (1, 2) => 0.3,
            _ => 0.5,
        };
        let mix = unbeaten(3, payoff).unwrap();
        // Indifference: each pure choice scores a half against (r, p, s): 0.4 s = 0.2 p, 0.2 r = 0.2 s, 0.2 p = 0.4 r.
        for (found, wanted) in mix.iter().zip([0.25, 0.5, 0.25]) {
            assert!((found - wanted).abs() < 1e-9, "{mix:?}");
        }
    }

    #[test]
    fn what_beats_all_is_all() {
        let mix = unbeaten(
            3,
            |first, second| if first == second { 0.5 } else { f64::from(u8::from(first < second)) },
        );
        assert_eq!(mix.unwrap(), [1.0, 0.0, 0.0]);
    }
}
