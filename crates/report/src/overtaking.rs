//! Where one version of a swept attack overtakes another, in words and as a difference.
//!
//! A version is ahead in a cell where its target dies more often by the last round. Exact versions are equal if their numbers are; sampled
//! ones cannot be told apart while no difference is among the likely ones.

use results::{Error, Estimate, Standing};

use crate::breakpoints::{EXACT_TOLERANCE, MOST_LINES};
use crate::sweep::{Cell, Grid, Version, kill, pairs, told_apart, versions};
use crate::{Report, Run, digits, names, phrases, setting};

/// The difference of a later version and an earlier one. The samples may share random streams or not, so both intervals count in full.
pub(crate) fn difference(earlier: Estimate, later: Estimate) -> Estimate {
    let sampled = earlier.error.is_some() || later.error.is_some();
    let (low, high) =
        (|one: Estimate| one.low().unwrap_or(one.value), |one: Estimate| one.high().unwrap_or(one.value));
    let standard = [earlier, later].iter().filter_map(|one| one.error).map(|error| error.standard).sum();
    let error = sampled.then(|| Error {
        low: low(later) - high(earlier),
        high: high(later) - low(earlier),
        standard,
    });
    Estimate { value: later.value - earlier.value, error }
}

/// Who is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ahead {
    Earlier,
    Later,
    Neither,
}

fn lead(difference: &Estimate) -> Ahead {
    match difference.standing(-EXACT_TOLERANCE, EXACT_TOLERANCE) {
        Standing::Out if difference.value > 0.0 => Ahead::Later,
        Standing::Out => Ahead::Earlier,
        Standing::In | Standing::Unclear => Ahead::Neither,
    }
}

/// A value of the swept field, or of both, and the difference there.
type Step = (String, Estimate);

/// Returns sentences on all versions of a sweep of one or two fields.
pub(crate) fn sentences(report: &Report) -> Vec<String> {
    let versions = versions(report);
    let pairs = pairs(&versions);
    let mut said = Vec::new();
    for (earlier, later) in &pairs {
        match report.sweep.len() {
            1 => said.extend(of_line(report, earlier, later)),
            2 => said.extend(of_grid(report, earlier, later, pairs.len() == 1)),
            _ => {}
        }
    }
    said
}

/// Cells of both versions side by side.
fn of_line(report: &Report, earlier: &Version<'_>, later: &Version<'_>) -> Option<String> {
    let other =
        |cell: &Cell<'_>| later.cells.iter().find(|(values, _)| *values == cell.0).map(|(_, run)| *run);
    let both: Vec<(&Run, &Run)> =
        earlier.cells.iter().filter_map(|cell| Some((cell.1, other(cell)?))).collect();
    let names = (earlier.name.as_str(), later.name.as_str());
    match in_order(&report.sweep[0], &both) {
        Some(steps) => Some(along(&names::line(&report.sweep[0]), &steps, names)),
        None => {
            let values =
                told_apart(&earlier.cells.iter().map(|(values, _)| values.concat()).collect::<Vec<_>>());
            let named = values.into_iter().zip(&both);
            overall(&named.filter_map(|(value, pair)| Some((value, apart(pair)?))).collect::<Vec<_>>(), names)
        }
    }
}

/// A sentence on all cells, then one for each row, or each column where rows are not of numbers.
fn of_grid(report: &Report, earlier: &Version<'_>, later: &Version<'_>, lines: bool) -> Vec<String> {
    let names = (earlier.name.as_str(), later.name.as_str());
    let one = Grid::of(&earlier.cells);
    let other = Grid::like(&one, &later.cells);
    let fields = [0, 1].map(|place: usize| names::line(&report.sweep[place]));
    let labels = (told_apart(&one.down), told_apart(&one.across));
    let cell = |row: usize, column: usize| Some((one.cells[row][column]?, other.cells[row][column]?));
    let places = || (0..labels.0.len()).flat_map(|row| (0..labels.1.len()).map(move |column| (row, column)));
    let all: Vec<Step> = places()
        .filter_map(|(row, column)| {
            let at = format!("{} {} and {} {}", fields[0], labels.0[row], fields[1], labels.1[column]);
            Some((at, apart(&cell(row, column)?)?))
        })
        .collect();
    let mut said: Vec<String> = overall(&all, names).into_iter().collect();
    if !lines || said.is_empty() {
        return said;
    }
    let in_words = |fixed: usize, values: &[String], lines: Vec<Vec<(&Run, &Run)>>| -> Vec<String> {
        let sentence = |(both, value): (Vec<(&Run, &Run)>, &String)| {
            let steps = in_order(&report.sweep[1 - fixed], &both)?;
            Some(format!("With {} {value}, {}", fields[fixed], along(&fields[1 - fixed], &steps, names)))
        };
        if values.len() > MOST_LINES {
            Vec::new()
        } else {
            lines.into_iter().zip(values).filter_map(sentence).collect()
        }
    };
    let (down, across) = (0..labels.0.len(), 0..labels.1.len());
    let rows = down.clone().map(|row| across.clone().filter_map(|column| cell(row, column)).collect());
    let rows = in_words(0, &labels.0, rows.collect());
    if rows.is_empty() {
        let columns = across.map(|column| down.clone().filter_map(|row| cell(row, column)).collect());
        said.extend(in_words(1, &labels.1, columns.collect()));
    } else {
        said.extend(rows);
    }
    said
}

/// The difference in the last round.
fn apart((earlier, later): &(&Run, &Run)) -> Option<Estimate> {
    Some(difference(kill(earlier, None)?, kill(later, None)?))
}

/// Differences by the values of a field of numbers, the least first; `None` where it is not one, or there is nothing to compare.
fn in_order(field: &str, both: &[(&Run, &Run)]) -> Option<Vec<Step>> {
    let mut steps: Vec<(f64, Estimate)> = both
        .iter()
        .map(|pair| Some((setting::of(pair.0, field).and_then(setting::number)?, apart(pair)?)))
        .collect::<Option<_>>()?;
    steps.sort_by(|one, other| one.0.total_cmp(&other.0));
    let steps: Vec<Step> = steps.into_iter().map(|(value, by)| (digits::plain(value), by)).collect();
    (!steps.is_empty()).then_some(steps)
}

/// Which version leads where, e.g. `attacker.pen: base leads up to 1; sharp overtakes at 2, by 3.125 percentage points.`
fn along(field: &str, steps: &[Step], (earlier, later): (&str, &str)) -> String {
    let quiet =
        if steps.iter().all(|(_, by)| by.error.is_none()) { "neither leads" } else { "too close to tell" };
    let name = |lead: Ahead| if lead == Ahead::Earlier { earlier } else { later };
    let points = |by: &Estimate| digits::percentage_points(by).trim_start_matches(['+', '-']).to_owned();
    let stretches: Vec<&[Step]> = steps.chunk_by(|one, other| lead(&one.1) == lead(&other.1)).collect();
    if let [only] = stretches.as_slice() {
        let (first, last) = (&only[0], &only[only.len() - 1]);
        return match lead(&first.1) {
            Ahead::Neither => format!("{field}: {quiet} anywhere."),
            ahead => {
                let ends = [first, last].map(|(value, by)| format!("{} at {value}", points(by)));
                let ends = if only.len() == 1 { ends[0].clone() } else { ends.join(", ") };
                format!("{field}: {} leads throughout, by {ends}.", name(ahead))
            }
        };
    }
    let mut before = None;
    let mut said = Vec::new();
    for (place, stretch) in stretches.iter().enumerate() {
        let (from, to, by) = (&stretch[0].0, &stretch[stretch.len() - 1].0, &stretch[0].1);
        let range = if from == to { from.clone() } else { format!("{from} to {to}") };
        said.push(match lead(by) {
            Ahead::Neither => format!("{range}: {quiet}"),
            ahead if before.is_some_and(|before| before != ahead) => {
                format!("{} overtakes at {from}, by {}", name(ahead), points(by))
            }
            ahead if place == 0 => format!("{} leads up to {to}", name(ahead)),
            ahead => format!("{} leads from {from}, by {}", name(ahead), points(by)),
        });
        if lead(by) != Ahead::Neither {
            before = Some(lead(by));
        }
    }
    format!("{field}: {}.", said.join("; "))
}

/// Who is ahead in how many cells, and where most.
fn overall(cells: &[Step], (earlier, later): (&str, &str)) -> Option<String> {
    let by_value = |one: &&Step, other: &&Step| one.1.value.total_cmp(&other.1.value);
    let (least, most) = (cells.iter().min_by(by_value)?, cells.iter().max_by(by_value)?);
    let count = |wanted: Ahead| cells.iter().filter(|(_, by)| lead(by) == wanted).count() as u64;
    let exact = cells.iter().all(|(_, by)| by.error.is_none());
    let neither = if exact { "equal" } else { "too close to tell" };
    let mut said = format!(
        "Of {}, {later} leads {earlier} in {}, is behind in {} and {neither} in {}",
        phrases::count_of(cells.len() as u64, "cell"),
        count(Ahead::Later),
        count(Ahead::Earlier),
        count(Ahead::Neither),
    );
    let ends = [(most, Ahead::Later), (least, Ahead::Earlier)]
        .into_iter()
        .filter(|((_, by), ahead)| lead(by) == *ahead);
    for ((at, by), ahead) in ends {
        let which = if ahead == Ahead::Later { "ahead" } else { "behind" };
        said += &format!("; furthest {which} at {at}: {}", digits::percentage_points(by));
    }
    Some(said + ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(differences: &[f64], half: Option<f64>) -> Vec<Step> {
        let estimate = |value: f64| Estimate {
            value,
            error: half.map(|half| Error { low: value - half, high: value + half, standard: half / 2.0 }),
        };
        (1..).zip(differences).map(|(value, &by): (u32, _)| (value.to_string(), estimate(by))).collect()
    }

    fn said(differences: &[f64], half: Option<f64>) -> String {
        along("a.x", &steps(differences, half), ("base", "sharp"))
    }

    #[test]
    fn the_value_at_which_one_overtakes_the_other_is_named() {
        assert_eq!(
            said(&[-0.25, -0.125, 0.0625, 0.5], None),
            "a.x: base leads up to 2; sharp overtakes at 3, by 6.250 percentage points."
        );
        assert_eq!(
            said(&[0.25, 0.0, -0.125], None),
            "a.x: sharp leads up to 1; 2: neither leads; base overtakes at 3, by 12.500 percentage points."
        );
        assert_eq!(
            said(&[0.0, 0.0, 0.25], None),
            "a.x: 1 to 2: neither leads; sharp leads from 3, by 25.000 percentage points."
        );
        // Ahead again is not to overtake.
        assert_eq!(
            said(&[0.25, 0.0, 0.125], None),
            "a.x: sharp leads up to 1; 2: neither leads; sharp leads from 3, by 12.500 percentage points."
        );
    }

    #[test]
    fn where_nobody_overtakes_that_is_said() {
        assert_eq!(
            said(&[0.25, 0.5], None),
            "a.x: sharp leads throughout, by 25.000 percentage points at 1, 50.000 percentage points at 2."
        );
        assert_eq!(said(&[-0.25], None), "a.x: base leads throughout, by 25.000 percentage points at 1.");
        assert_eq!(said(&[1e-13, -1e-13], None), "a.x: neither leads anywhere.");
    }

    #[test]
    fn what_an_interval_leaves_open_is_not_claimed() {
        let found = said(&[-0.25, -0.0625, 0.25], Some(0.13));
        assert_eq!(
            found,
            "a.x: base leads up to 1; 2: too close to tell; sharp overtakes at 3, by 25 ± 13 percentage points."
        );
    }

    #[test]
    fn both_intervals_count_in_a_difference() {
        let estimate =
            |value, low, high| Estimate { value, error: Some(Error { low, high, standard: 0.125 }) };
        let found = difference(estimate(0.25, 0.125, 0.5), estimate(0.75, 0.625, 0.875));
        assert_eq!((found.value, found.low(), found.high()), (0.5, Some(0.125), Some(0.75)));
        // Only one is sampled.
        let found = difference(Estimate::exact(0.25), estimate(0.75, 0.625, 0.875));
        assert_eq!((found.low(), found.high()), (Some(0.375), Some(0.625)));
    }

    #[test]
    fn cells_are_counted_by_who_leads() {
        let found = overall(&steps(&[-0.25, 0.0, 0.5, 0.125], None), ("base", "sharp")).unwrap();
        let expected = "Of 4 cells, sharp leads base in 2, is behind in 1 and equal in 1; \
            furthest ahead at 3: +50.000 percentage points; furthest behind at 1: -25.000 percentage points.";
        assert_eq!(found, expected);
        assert_eq!(overall(&[], ("base", "sharp")), None);
    }
}
