//! The cells of a sweep in rows, or in a grid if two fields are swept.
//!
//! The terminal, the charts and the HTML page lay them out alike. Where more than two fields are swept, charts show a
//! grid of the first two for each combination of the others.

use std::collections::HashMap;

use results::Estimate;

use crate::{Report, Run, names, setting};

/// A cell with its values of the swept fields.
pub(crate) type Cell<'a> = (Vec<String>, &'a Run);

/// The cells of a sweep, laid out.
pub(crate) enum Sweep<'a> {
    /// One row for each cell.
    Rows { cells: Vec<Cell<'a>> },
    /// Two fields: the first runs down, the second across.
    Grid(Grid<'a>),
}

/// Cells by the first two swept fields.
pub(crate) struct Grid<'a> {
    pub(crate) down: Vec<String>,
    pub(crate) across: Vec<String>,
    /// Row by row; `None` where a combination was not played.
    pub(crate) cells: Vec<Vec<Option<&'a Run>>>,
}

/// A grid at one combination of the further fields.
pub(crate) struct Plane<'a> {
    /// The values of the further fields.
    pub(crate) further: Vec<String>,
    pub(crate) grid: Grid<'a>,
}

impl<'a> Sweep<'a> {
    /// Lays out the cells of a report; `None` where it has none.
    pub(crate) fn of(report: &'a Report) -> Option<Self> {
        let cells = cells(report, report.cells());
        if cells.is_empty() {
            return None;
        }
        if report.sweep.len() != 2 {
            return Some(Self::Rows { cells });
        }
        Some(Self::Grid(Grid::of(&cells)))
    }
}

/// The base or a variant over the cells of a sweep.
pub(crate) struct Version<'a> {
    pub(crate) name: String,
    pub(crate) cells: Vec<Cell<'a>>,
}

/// The base, then each variant that is swept as well.
pub(crate) fn versions(report: &Report) -> Vec<Version<'_>> {
    let base = Version { name: "base".to_owned(), cells: cells(report, report.cells()) };
    let variants = report.swept_variants.iter().map(|variant| Version {
        name: names::line(&variant.name),
        cells: cells(report, variant.runs.iter()),
    });
    std::iter::once(base).chain(variants).collect()
}

/// Which versions are held against each other, the earlier first: two variants against each other, else each variant against the base.
pub(crate) fn pairs<'v, 'a>(versions: &'v [Version<'a>]) -> Vec<(&'v Version<'a>, &'v Version<'a>)> {
    match versions {
        [_, one, other] => vec![(one, other)],
        [base, variants @ ..] => variants.iter().map(|variant| (base, variant)).collect(),
        [] => Vec::new(),
    }
}

/// The kill by the end of a round, or of the last.
pub(crate) fn kill(run: &Run, at: Option<usize>) -> Option<Estimate> {
    let rounds = &run.results.rounds;
    at.map_or_else(|| rounds.last(), |round| rounds.get(round.checked_sub(1)?)).map(|round| round.kill)
}

/// Cells with their values of the swept fields.
fn cells<'a>(report: &Report, runs: impl Iterator<Item = &'a Run>) -> Vec<Cell<'a>> {
    let value = |run: &Run, field: &str| {
        setting::of(run, field).map_or_else(String::new, |value| names::line(&value.to_string()))
    };
    runs.map(|run| (report.sweep.iter().map(|field| value(run, field)).collect(), run)).collect()
}

/// The planes of a sweep of two fields or more.
pub(crate) fn planes(report: &Report) -> Vec<Plane<'_>> {
    let cells = cells(report, report.cells());
    let further = |cell: &Cell<'_>| cell.0.get(2..).map(<[String]>::to_vec);
    let combinations = distinct(cells.iter().filter_map(further));
    combinations
        .into_iter()
        .map(|combination| {
            let here: Vec<Cell<'_>> =
                cells.iter().filter(|cell| further(cell).as_ref() == Some(&combination)).cloned().collect();
            Plane { further: combination, grid: Grid::of(&here) }
        })
        .collect()
}

impl<'a> Grid<'a> {
    /// The cells of a version of a sweep of two fields or more.
    pub(crate) fn of(cells: &[Cell<'a>]) -> Self {
        let down = distinct(cells.iter().map(|(values, _)| values[0].clone()));
        let across = distinct(cells.iter().map(|(values, _)| values[1].clone()));
        Self::laid_out(down, across, cells)
    }

    /// The cells of a version in the places of another's.
    pub(crate) fn like(other: &Grid<'_>, cells: &[Cell<'a>]) -> Self {
        Self::laid_out(other.down.clone(), other.across.clone(), cells)
    }

    fn laid_out(down: Vec<String>, across: Vec<String>, cells: &[Cell<'a>]) -> Self {
        let mut found: HashMap<(&str, &str), &'a Run> = HashMap::new();
        for (values, run) in cells {
            found.entry((&values[0], &values[1])).or_insert(run);
        }
        let row = |row: &String| {
            across.iter().map(|column| found.get(&(row.as_str(), column.as_str())).copied()).collect()
        };
        Self { cells: down.iter().map(row).collect(), down, across }
    }
}

/// Without repetition, in the order in which they come.
fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// Values short enough for an axis: of lists and tables that differ in one part, that part.
pub(crate) fn told_apart(values: &[String]) -> Vec<String> {
    let structured = |value: &String| value.starts_with(['[', '{']);
    let (Some(first), true) = (values.first(), values.len() > 1 && values.iter().all(structured)) else {
        return values.to_vec();
    };
    let shared = |other: &String, back: bool| {
        let same = |(left, right): &(char, char)| left == right;
        let pairs = || first.chars().zip(other.chars());
        let from_end = || first.chars().rev().zip(other.chars().rev());
        let length = |pairs: &mut dyn Iterator<Item = (char, char)>| {
            pairs.take_while(same).map(|(letter, _)| letter.len_utf8()).sum::<usize>()
        };
        if back { length(&mut from_end()) } else { length(&mut pairs()) }
    };
    let before = values[1..].iter().map(|other| shared(other, false)).min().unwrap_or(0);
    let after = values[1..].iter().map(|other| shared(other, true)).min().unwrap_or(0);
    // Names and numbers stay whole.
    let before = first[..before].rfind(['[', '{', ' ']).map_or(0, |place| place + 1);
    let tail = &first[first.len() - after..];
    let after = tail.find([']', '}', ',']).map_or(0, |place| tail.len() - place);
    let part = |value: &String| value.get(before..value.len().saturating_sub(after)).map(str::to_owned);
    let parts: Option<Vec<String>> =
        values.iter().map(|value| part(value).filter(|part| !part.is_empty())).collect();
    parts.unwrap_or_else(|| values.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_apart_by_the_part_that_differs() {
        let short = |values: &[&str]| told_apart(&values.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(short(&["[{name=Gun, ap=0}]", "[{name=Gun, ap=10}]"]), ["ap=0", "ap=10"]);
        assert_eq!(short(&["[{ap=10, n=1}]", "[{ap=20, n=1}]"]), ["ap=10", "ap=20"]);
        assert_eq!(short(&["[1, 2]", "[1]"]), ["1, 2", "1"]);
        assert_eq!(short(&["scorpio", "scorpion"]), ["scorpio", "scorpion"]);
        assert_eq!(short(&["[x]"]), ["[x]"]);
        assert_eq!(short(&["[]", "[]"]), ["[]", "[]"]);
    }
}
