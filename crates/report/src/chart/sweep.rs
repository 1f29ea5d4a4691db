//! A sweep as a picture: lines for one field, a heat map for two, and a heat map for each combination of further ones.

use results::Estimate;

use super::data::{Line, LineChart, Place};
use super::heatmap::{self, Heatmap, Scale};
use super::{Chart, Source, lines};
use crate::sweep::{Grid, Sweep, planes, told_apart};
use crate::{Report, ReportError, Run, names, setting, words};

/// The most rounds that have a line of their own.
const MOST_ROUNDS: usize = 4;

/// The name of the chart's file.
pub(crate) const NAME: &str = "sweep";

/// Draws the sweep of a report; `None` where it has none.
pub(crate) fn draw(report: &Report) -> Result<Option<Chart>, ReportError> {
    let rounds = report.cells().map(|run| run.results.rounds.len()).max().unwrap_or(0);
    if rounds == 0 || report.sweep.is_empty() {
        return Ok(None);
    }
    let source = Source::of_runs(report, report.cells());
    if let (1, Some(Sweep::Rows { cells })) = (report.sweep.len(), Sweep::of(report)) {
        let runs: Vec<(String, &Run)> =
            cells.into_iter().map(|(values, run)| (values.concat(), run)).collect();
        return lines::draw(&source, NAME, &against(&report.sweep[0], &runs, rounds)).map(Some);
    }
    let title = words::killed_by(rounds);
    let planes = planes(report);
    if let [only] = planes.as_slice() {
        let map = map(report, &only.grid, title);
        return heatmap::heatmap(&source, NAME, &map).map(Some);
    }
    let titled = planes.iter().map(|plane| {
        let fields = report.sweep[2..].iter().zip(&plane.further);
        let title =
            fields.map(|(field, value)| format!("{}={value}", names::line(field))).collect::<Vec<_>>();
        (title.join(", "), plane)
    });
    let maps: Vec<Heatmap> = titled.map(|(title, plane)| map(report, &plane.grid, title)).collect();
    let further: Vec<String> = report.sweep[2..].iter().map(|field| names::line(field)).collect();
    let subtitle = format!("A map for each {}, in the order of the file.", further.join(" and "));
    heatmap::heatmaps(&source, NAME, &title, &subtitle, &maps).map(Some)
}

/// The kill in the last round by two fields.
fn map(report: &Report, grid: &Grid<'_>, title: String) -> Heatmap {
    let last = |run: Option<&Run>| run.and_then(|run| run.results.rounds.last()).map(|round| round.kill);
    Heatmap {
        title,
        subtitle: String::new(),
        rows: told_apart(&grid.down),
        columns: told_apart(&grid.across),
        row_title: names::line(&report.sweep[0]),
        column_title: names::line(&report.sweep[1]),
        values: grid.cells.iter().map(|row| row.iter().map(|run| last(*run)).collect()).collect(),
        scale: Scale::Percent,
    }
}

/// The kill against one field, a line for the last round and some others.
pub(crate) fn against(field: &str, cells: &[(String, &Run)], rounds: usize) -> LineChart {
    let mut cells: Vec<(Option<f64>, &String, &Run)> = cells
        .iter()
        .map(|(value, run)| (setting::of(run, field).and_then(setting::number), value, *run))
        .collect();
    let numeric = cells.iter().all(|(number, ..)| number.is_some());
    if numeric {
        cells.sort_by(|one, other| one.0.unwrap_or(0.0).total_cmp(&other.0.unwrap_or(0.0)));
    }
    let numbers: Vec<f64> = cells.iter().filter_map(|(number, ..)| *number).collect();
    let field = names::line(field);
    let labels = told_apart(&cells.iter().map(|(_, value, _)| (*value).clone()).collect::<Vec<_>>());
    let to_scale = numeric && fit_one_scale(&numbers);
    let places = cells.iter().zip(labels).enumerate().map(|(index, ((_, value, _), label))| Place {
        at: if to_scale { numbers[index] } else { index as f64 },
        label,
        pointer: format!("{field} {value}"),
    });
    let line = |round: usize| {
        let kill = |run: &Run| -> Option<Estimate> { Some(run.results.rounds.get(round - 1)?.kill) };
        Line {
            label: format!("by round {round}"),
            values: cells.iter().map(|(_, _, run)| kill(run)).collect(),
        }
    };
    LineChart {
        title: format!("Probability that the target is dead, by {field}"),
        side: "dead by the end of the round",
        bottom: field.clone(),
        places: places.collect(),
        // The highest line stands first in the legend.
        lines: chosen(rounds).into_iter().rev().map(line).collect(),
        joined: numeric,
        note: (rounds == 1).then(|| "After one attack.".to_owned()),
    }
}

/// The last round and up to three others, evenly spread from the first.
pub(crate) fn chosen(rounds: usize) -> Vec<usize> {
    let count = rounds.min(MOST_ROUNDS);
    if count <= 1 {
        return (1..=count).collect();
    }
    // Rounded to the nearest.
    (0..count).map(|index| 1 + (2 * index * (rounds - 1) + count - 1) / (2 * (count - 1))).collect()
}

/// Whether rising numbers differ and can be told apart on one scale.
fn fit_one_scale(numbers: &[f64]) -> bool {
    let gaps = || numbers.windows(2).map(|pair| pair[1] - pair[0]);
    let (least, most) = (gaps().fold(f64::INFINITY, f64::min), gaps().fold(0.0, f64::max));
    least > 0.0 && most <= 20.0 * least
}
