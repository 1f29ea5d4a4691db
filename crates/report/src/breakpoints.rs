//! Breakpoints in words: where a swept field begins, stops or goes on to matter.
//!
//! A designer asks which step of a field changes how many attacks a kill takes, and from where on more of it is wasted.
//! Exact results are the same if all their kill probabilities are; sampled ones cannot be told apart while their intervals
//! overlap. Nothing is said that the numbers do not bear out.

use results::Results;

use crate::sweep::{Grid, Sweep};
use crate::{Report, Run, digits, names, setting, words};

/// Exact numbers are good to this.
const NOTHING: f64 = 1e-12;

/// More lines of a grid than this, and none is put into words.
const MOST_LINES: usize = 10;

/// What is to be said of the sweep of a report.
pub(crate) fn sentences(report: &Report) -> Vec<String> {
    match Sweep::of(report) {
        Some(Sweep::Rows { cells }) if report.sweep.len() == 1 => {
            let runs: Vec<&Run> = cells.into_iter().map(|(_, run)| run).collect();
            sentence(&report.sweep[0], &runs).into_iter().collect()
        }
        Some(Sweep::Grid(grid)) => of_grid(report, &grid),
        _ => Vec::new(),
    }
}

/// A sentence for each row, or for each column where the rows are not of numbers.
fn of_grid(report: &Report, grid: &Grid<'_>) -> Vec<String> {
    let rows = || grid.cells.iter().map(|row| row.iter().flatten().copied().collect::<Vec<&Run>>());
    let columns = || {
        (0..grid.across.len())
            .map(|column| grid.cells.iter().filter_map(|row| row[column]).collect::<Vec<&Run>>())
    };
    let along =
        |fixed: usize, values: &[String], lines: &mut dyn Iterator<Item = Vec<&Run>>| -> Vec<String> {
            if values.len() > MOST_LINES {
                return Vec::new();
            }
            let fixed_field = names::line(&report.sweep[fixed]);
            lines
                .zip(values)
                .filter_map(|(runs, value)| {
                    let said = sentence(&report.sweep[1 - fixed], &runs)?;
                    Some(format!("With {fixed_field} {value}, {said}"))
                })
                .collect()
        };
    let found = along(0, &grid.down, &mut rows());
    if found.is_empty() { along(1, &grid.across, &mut columns()) } else { found }
}

/// What a field does to the kill, e.g. `attacker.pen 2 to 3: median attacks to kill 3 to 2; from 4 on nothing changes.`
/// `None` where it is not a field of numbers.
fn sentence(field: &str, runs: &[&Run]) -> Option<String> {
    let mut steps: Vec<(f64, &Run)> = runs
        .iter()
        .map(|run| Some((setting::of(run, field).and_then(setting::number)?, *run)))
        .collect::<Option<_>>()?;
    steps.sort_by(|one, other| one.0.total_cmp(&other.0));
    let values: Vec<String> = steps.iter().map(|(value, _)| digits::plain(*value)).collect();
    let results: Vec<&Results> = steps.iter().map(|(_, run)| &run.results).collect();
    if results.len() < 2 || results[0].rounds.is_empty() {
        return None;
    }
    let last = results.len() - 1;
    let quiet = if results.iter().all(|results| results.method.trials().is_none()) {
        "nothing changes"
    } else {
        "nothing more can be told"
    };
    // The longest ends in which all are the same.
    let tail = (0..=last).find(|&from| same(&results[from..])).unwrap_or(last);
    let head = (0..=last).rev().find(|&to| same(&results[..=to])).unwrap_or(0);
    let mut said = Vec::new();
    if tail == 0 {
        said.push(format!("{} to {}: {quiet}", values[0], values[last]));
    } else {
        if head > 0 {
            said.push(format!("up to {} {quiet}", values[head]));
        }
        said.extend(changes(&values, &results));
        if tail < last {
            said.push(format!("from {} on {quiet}", values[tail]));
        }
    }
    Some(format!("{} {}.", names::line(field), said.join("; ")))
}

/// The steps at which the median changes, and the one that changes the kill most.
fn changes(values: &[String], results: &[&Results]) -> Vec<String> {
    let mut said = Vec::new();
    let changed: Vec<usize> = (1..results.len()).filter(|&step| !same(&results[step - 1..=step])).collect();
    let mut named = false;
    for &step in &changed {
        let (before, after) = (results[step - 1], results[step]);
        if before.attacks_to_kill.median == after.attacks_to_kill.median {
            continue;
        }
        let what = if named { "median" } else { "median attacks to kill" };
        named = true;
        let (from, to) = (&values[step - 1], &values[step]);
        said.push(format!("{from} to {to}: {what} {} to {}", median(before), median(after)));
    }
    let gain = |step: usize| (last_kill(results[step]) - last_kill(results[step - 1])).abs();
    // Of equal steps the first.
    let largest = changed
        .iter()
        .copied()
        .reduce(|best, step| if gain(step) > gain(best) + NOTHING { step } else { best });
    if let Some(step) = largest.filter(|&step| gain(step) > NOTHING) {
        let shown = |results: &Results| {
            results.rounds.last().map_or_else(String::new, |round| digits::percent(&round.kill))
        };
        let which = if changed.len() > 1 { "the largest step, " } else { "" };
        said.push(format!(
            "{which}{} to {}: killed {} to {}",
            values[step - 1],
            values[step],
            shown(results[step - 1]),
            shown(results[step])
        ));
    }
    said
}

fn last_kill(results: &Results) -> f64 {
    results.rounds.last().map_or(0.0, |round| round.kill.value)
}

/// The median, with a word of caution where its interval does not settle it.
fn median(results: &Results) -> String {
    let rounds = &results.rounds;
    let shown = words::by(results.attacks_to_kill.median, rounds.len());
    let reached = results.attacks_to_kill.median.map_or(rounds.len(), |median| median as usize - 1);
    let before = reached.checked_sub(1).and_then(|round| rounds.get(round));
    let sure = rounds.get(reached).is_none_or(|round| round.kill.low().is_none_or(|low| low >= 0.5))
        && before.is_none_or(|round| round.kill.high().is_none_or(|high| high < 0.5));
    if sure { shown } else { format!("about {shown}") }
}

/// Whether some number lies in the intervals of all, in every round.
fn same(results: &[&Results]) -> bool {
    let rounds = results.first().map_or(0, |first| first.rounds.len());
    results.iter().all(|other| other.rounds.len() == rounds)
        && (0..rounds).all(|round| {
            let kills = || results.iter().map(|results| results.rounds[round].kill);
            let low = kills().map(|kill| kill.low().unwrap_or(kill.value)).fold(f64::NEG_INFINITY, f64::max);
            let high = kills().map(|kill| kill.high().unwrap_or(kill.value)).fold(f64::INFINITY, f64::min);
            low <= high + NOTHING
        })
}
