//! Breakpoints in words: where a swept field begins, stops or goes on to matter.
//!
//! A designer asks which step of a field changes how many attacks a kill takes, and from where on more of it is wasted.
//! Exact results are the same if all their kill probabilities are; sampled ones cannot be told apart while their intervals
//! overlap. Sentences claim no more than the numbers support.

use results::Results;

use crate::sweep::{Grid, Sweep, told_apart, versions};
use crate::{Report, Run, digits, names, phrases, setting};

/// Exact numbers are good to this.
pub(crate) const EXACT_TOLERANCE: f64 = 1e-12;

/// More lines of a grid than this, and none is put into words.
pub(crate) const MOST_LINES: usize = 10;

/// Returns sentences on the sweep of a report.
pub(crate) fn sentences(report: &Report) -> Vec<String> {
    match Sweep::of(report) {
        Some(Sweep::Rows { .. }) if report.sweep.len() == 1 => {
            let versions = versions(report);
            let named = versions.len() > 1 && versions.len() <= MOST_LINES;
            let said = versions.iter().take(if named { MOST_LINES } else { 1 }).filter_map(|version| {
                let runs: Vec<&Run> = version.cells.iter().map(|(_, run)| *run).collect();
                let said = sentence(&report.sweep[0], &runs)?;
                Some(if named { format!("{}: {said}", version.name) } else { said })
            });
            said.collect()
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
    let found = along(0, &told_apart(&grid.down), &mut rows());
    if found.is_empty() { along(1, &told_apart(&grid.across), &mut columns()) } else { found }
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
    let changed: Vec<usize> = (1..=last).filter(|&step| !same(&results[step - 1..=step])).collect();
    let mut said = Vec::new();
    if tail == 0 {
        said.push(format!("{} to {}: {quiet}", values[0], values[last]));
    } else if changed.is_empty() {
        // Each overlaps the next, but not all of them each other.
        said.push("no step can be told from the next".to_owned());
        if !same(&[results[0], results[last]]) {
            said.push(killed(&values, &results, 0, last));
        }
    } else {
        if head > 0 {
            said.push(format!("up to {} {quiet}", values[head]));
        }
        said.extend(changes(&values, &results, &changed));
        if tail < last {
            said.push(format!("from {} on {quiet}", values[tail]));
        }
    }
    let said = said.join("; ");
    let colon = if said.starts_with(char::is_alphabetic) { ":" } else { "" };
    Some(format!("{}{colon} {said}.", names::line(field)))
}

/// The steps at which the median changes, and the one that changes the kill most.
fn changes(values: &[String], results: &[&Results], changed: &[usize]) -> Vec<String> {
    let mut said = Vec::new();
    let mut named = false;
    for &step in changed {
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
        .reduce(|best, step| if gain(step) > gain(best) + EXACT_TOLERANCE { step } else { best });
    if let Some(step) = largest.filter(|&step| gain(step) > EXACT_TOLERANCE) {
        let which = if changed.len() > 1 { "the largest step is " } else { "" };
        said.push(format!("{which}{}", killed(values, results, step - 1, step)));
    }
    said
}

/// The kill in the last round at two values, e.g. `2 to 3: killed 25.00 % to 50.00 %`.
fn killed(values: &[String], results: &[&Results], from: usize, to: usize) -> String {
    let shown = |index: usize| {
        let last = results[index].rounds.last();
        last.map_or_else(|| digits::missing().to_owned(), |round| digits::percent(&round.kill))
    };
    format!("{} to {}: killed {} to {}", values[from], values[to], shown(from), shown(to))
}

fn last_kill(results: &Results) -> f64 {
    results.rounds.last().map_or(0.0, |round| round.kill.value)
}

/// The median, with a word of caution where its interval does not settle it.
fn median(results: &Results) -> String {
    let rounds = &results.rounds;
    let shown = phrases::by(results.attacks_to_kill.median, rounds.len());
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
            low <= high + EXACT_TOLERANCE
        })
}

#[cfg(test)]
mod tests {
    use results::{Error, Estimate, Method, Origin, Round, Value};

    use super::*;

    /// A cell whose target dies with these probabilities, sampled with this half-width.
    fn cell(pen: i64, kills: &[f64], half: Option<f64>) -> Run {
        let kill = |value: f64| Estimate {
            value,
            error: half.map(|half| Error { low: value - half, high: value + half, standard: half / 2.0 }),
        };
        let round =
            |value: &f64| Round { kill: kill(*value), measures: vec![], events: vec![], funnel: vec![] };
        let exact = Method::Exact { states: 1, paths: 1, truncated: 0.0 };
        let method = half.map_or(exact, |_| Method::MonteCarlo { trials: 100, seed: 1 });
        Run {
            label: String::new(),
            origin: Origin::Cell,
            settings: vec![("attacker.pen".to_owned(), Value::Whole(pen))],
            attacker: None,
            attacker_points: None,
            target: None,
            target_points: None,
            results: Results::new(method, kills.iter().map(round).collect()),
        }
    }

    fn said(half: Option<f64>, kills: &[[f64; 3]]) -> String {
        let runs: Vec<Run> = (0..).zip(kills).map(|(pen, kills)| cell(pen, kills, half)).collect();
        sentence("attacker.pen", &runs.iter().collect::<Vec<_>>()).unwrap()
    }

    const NONE: [f64; 3] = [0.0, 0.25, 0.5];
    const SOME: [f64; 3] = [0.25, 0.5, 0.75];
    const MUCH: [f64; 3] = [0.5, 0.75, 1.0];

    #[test]
    fn the_steps_that_change_the_median_are_named_and_what_is_wasted() {
        assert_eq!(
            said(None, &[NONE, NONE, SOME, MUCH, MUCH]),
            "attacker.pen: up to 1 nothing changes; 1 to 2: median attacks to kill 3 to 2; 2 to 3: median 2 to 1; \
             the largest step is 1 to 2: killed 50.00 % to 75.00 %; from 3 on nothing changes."
        );
        assert_eq!(
            said(None, &[NONE, SOME]),
            "attacker.pen 0 to 1: median attacks to kill 3 to 2; 0 to 1: killed 50.00 % to 75.00 %."
        );
    }

    #[test]
    fn where_nothing_changes_nothing_else_is_said() {
        assert_eq!(said(None, &[SOME, SOME, SOME]), "attacker.pen 0 to 2: nothing changes.");
        // A rounding error is no change, anything more is.
        assert_eq!(said(None, &[SOME, [0.25, 0.5, 0.75 + 1e-13]]), "attacker.pen 0 to 1: nothing changes.");
        assert!(said(None, &[SOME, [0.25, 0.5, 0.75 + 1e-10]]).contains("killed"));
    }

    #[test]
    fn overlapping_intervals_tell_nothing() {
        let near = [0.26, 0.51, 0.76];
        assert_eq!(said(Some(0.01), &[SOME, near]), "attacker.pen 0 to 1: nothing more can be told.");
        assert!(said(Some(0.004), &[SOME, near]).contains("killed 75.0 % to 76.0 %"));
        // Each overlaps the next, but the last is far from the first.
        let far = [0.275, 0.525, 0.775];
        assert_eq!(
            said(Some(0.01), &[SOME, near, far]),
            "attacker.pen: no step can be told from the next; 0 to 2: killed 75.0 % to 77.5 %."
        );
    }

    #[test]
    fn a_median_that_is_not_settled_is_about_so_much() {
        // 0.5 ± 0.1 in round 2: it may as well be round 3.
        let sentence = said(Some(0.1), &[NONE, SOME]);
        assert!(sentence.contains("median attacks to kill about 3 to about 2"), "{sentence}");
    }

    #[test]
    fn fields_that_are_no_numbers_have_no_breakpoints() {
        let mut run = cell(1, &SOME, None);
        run.settings[0].1 = Value::Text("scorpio".to_owned());
        assert_eq!(sentence("attacker.pen", &[&run, &run]), None);
    }
}
