//! A sweep as pictures: lines for one field, a heat map for two, and a heat map for each combination of further ones.
//!
//! Variants that are swept as well are further lines, or further maps with one of what they differ in.

use results::Estimate;

use super::data::{Line, LineChart, Place};
use super::heatmap::{self, Heatmap, Scale};
use super::{Chart, MOST_LINES, left_out, lines};
use crate::overtaking::difference;
use crate::source::Source;
use crate::sweep::{Cell, Grid, Version, kill, pairs, planes, told_apart, versions};
use crate::{Report, ReportError, Run, names, phrases, setting};

/// The most rounds that have a line of their own.
const MOST_ROUNDS: usize = 4;

/// The name of the chart's file.
pub(crate) const NAME: &str = "sweep";

/// Draws the sweep of a report, for each round that was asked for or for the last; nothing where it has none.
pub(crate) fn draw(report: &Report) -> Result<Vec<Chart>, ReportError> {
    let rounds = report.cells().map(|run| run.results.rounds.len()).max().unwrap_or(0);
    if rounds == 0 || report.sweep.is_empty() {
        return Ok(Vec::new());
    }
    let sheet = Sheet { report, source: Source::of_runs(report, swept(report)), rounds };
    let asked: Vec<Option<usize>> = match report.at_rounds.as_slice() {
        [] => vec![None],
        asked => asked.iter().copied().map(Some).collect(),
    };
    let mut charts = Vec::new();
    match report.sweep.len() {
        1 => charts.extend(sheet.lines(&asked)?),
        2 => {
            for at in asked {
                charts.extend(sheet.maps(at)?);
            }
        }
        _ => {
            for at in asked {
                charts.push(sheet.multiples(at)?);
            }
        }
    }
    Ok(charts)
}

/// The cells of the base and of every variant.
fn swept(report: &Report) -> impl Iterator<Item = &Run> {
    report.cells().chain(report.swept_variants.iter().flat_map(|variant| &variant.runs))
}

/// What all charts of a sweep have in common.
struct Sheet<'a> {
    report: &'a Report,
    source: Source<'a>,
    rounds: usize,
}

impl Sheet<'_> {
    fn killed_by(&self, at: Option<usize>) -> String {
        phrases::killed_by(at.unwrap_or(self.rounds))
    }

    /// The name of a file, which says the round if one was asked for.
    fn name(what: &str, at: Option<usize>) -> String {
        let round = at.map_or_else(String::new, |round| format!("_round_{round}"));
        format!("{NAME}{what}{round}")
    }

    /// One field: a line for each version, and one for each round.
    fn lines(&self, asked: &[Option<usize>]) -> Result<Vec<Chart>, ReportError> {
        let (field, versions) = (&self.report.sweep[0], versions(self.report));
        let rounds: Vec<usize> = asked.iter().copied().flatten().collect();
        let rounds = if rounds.is_empty() { chosen(self.rounds) } else { rounds };
        let by_round = by_round(field, &versions[0], &rounds);
        if versions.len() == 1 {
            return Ok(vec![lines::draw(&self.source, NAME, &by_round)?]);
        }
        let mut charts = Vec::new();
        for &at in asked {
            let lines = by_version(field, &versions, at.unwrap_or(self.rounds), at);
            charts.push(lines::draw(&self.source, &Self::name("", at), &lines)?);
        }
        if self.rounds > 1 {
            let base = Source::of_runs(self.report, self.report.cells());
            let note = Some("The scenario as it stands.".to_owned());
            charts.push(lines::draw(&base, &format!("{NAME}_rounds"), &LineChart { note, ..by_round })?);
        }
        Ok(charts)
    }

    /// Two fields: a map of the base, then of each variant, then of what they differ in.
    fn maps(&self, at: Option<usize>) -> Result<Vec<Chart>, ReportError> {
        let versions = versions(self.report);
        let base = Grid::of(&versions[0].cells);
        let mut map = map(self.report, &base, self.killed_by(at), at);
        if versions.len() > 1 {
            "The scenario as it stands.".clone_into(&mut map.subtitle);
        }
        let source = Source::of_runs(self.report, self.report.cells());
        let mut charts = vec![heatmap::heatmap(&source, &Self::name("", at), &map)?];
        let variants: Vec<Heatmap> = versions[1..]
            .iter()
            .map(|variant| {
                let grid = Grid::like(&base, &variant.cells);
                self::map(self.report, &grid, variant.name.clone(), at)
            })
            .collect();
        if let Some(first) = variants.first() {
            let about = if variants.len() == 1 { first.title.as_str() } else { "A map for each variant." };
            let (name, title) = (Self::name("_variants", at), self.killed_by(at));
            charts.push(heatmap::heatmaps(&self.source, &name, &title, about, &variants)?);
            let pairs = pairs(&versions);
            let about = match pairs.as_slice() {
                [(earlier, later)] => format!("Blue: {} is ahead. Red: {} is.", later.name, earlier.name),
                _ => "Blue: the variant is ahead. Red: the base is.".to_owned(),
            };
            let title = format!("Who kills more often by the end of round {}", at.unwrap_or(self.rounds));
            let maps = differences(self.report, &pairs, &base, at);
            charts.push(heatmap::heatmaps(
                &self.source,
                &Self::name("_difference", at),
                &title,
                &about,
                &maps,
            )?);
        }
        Ok(charts)
    }

    /// More fields: a map of the first two for each combination of the others.
    fn multiples(&self, at: Option<usize>) -> Result<Chart, ReportError> {
        let report = self.report;
        let planes = planes(report);
        let titled = planes.iter().map(|plane| {
            let fields = report.sweep[2..].iter().zip(&plane.further);
            let title = fields
                .map(|(field, value)| format!("{} {value}", names::field(field, None)))
                .collect::<Vec<_>>();
            (title.join(", "), plane)
        });
        let maps: Vec<Heatmap> = titled.map(|(title, plane)| map(report, &plane.grid, title, at)).collect();
        let further: Vec<String> = report.sweep[2..].iter().map(|field| names::field(field, None)).collect();
        let subtitle = format!("A map for each {}, in the order of the file.", further.join(" and "));
        heatmap::heatmaps(&self.source, &Self::name("", at), &self.killed_by(at), &subtitle, &maps)
    }
}

/// The kill by two fields.
fn map(report: &Report, grid: &Grid<'_>, title: String, at: Option<usize>) -> Heatmap {
    let cell = |run: Option<&Run>| run.and_then(|run| kill(run, at));
    Heatmap {
        title,
        subtitle: String::new(),
        rows: told_apart(&grid.down),
        columns: told_apart(&grid.across),
        row_title: names::field(&report.sweep[0], None),
        column_title: names::field(&report.sweep[1], None),
        values: grid.cells.iter().map(|row| row.iter().copied().map(cell).collect()).collect(),
        scale: Scale::Percent,
    }
}

/// What versions differ in, by two fields, for each pair that is held against each other.
pub(crate) fn differences(
    report: &Report,
    pairs: &[(&Version<'_>, &Version<'_>)],
    like: &Grid<'_>,
    at: Option<usize>,
) -> Vec<Heatmap> {
    let pair = |(earlier, later): &(&Version<'_>, &Version<'_>)| {
        let [one, other] = [earlier, later].map(|version| {
            map(
                report,
                &Grid::like(like, &version.cells),
                format!("{} over {}", later.name, earlier.name),
                at,
            )
        });
        let apart =
            |(one, other): (&Option<Estimate>, &Option<Estimate>)| Some(difference((*one)?, (*other)?));
        let rows = one.values.iter().zip(&other.values);
        let values = rows.map(|(one, other)| one.iter().zip(other).map(apart).collect()).collect();
        Heatmap { values, scale: Scale::Diverging, ..other }
    };
    pairs.iter().map(pair).collect()
}

/// The kill against one field: a line for each of some rounds, the last first.
pub(crate) fn by_round(field: &str, version: &Version<'_>, rounds: &[usize]) -> LineChart {
    let order = Order::of(field, version);
    let line = |round: &usize| Line {
        label: format!("by round {round}"),
        values: order.cells.iter().map(|(_, run)| kill(run, Some(*round))).collect(),
    };
    let title = format!("Probability that the target is dead, by {}", order.field);
    // The highest line is first in the legend.
    let lines = rounds.iter().rev().map(line).collect();
    let note = (rounds == [1]).then(|| "After one attack.".to_owned());
    order.chart(title, lines, note)
}

/// The kill against one field: a line for each version.
pub(crate) fn by_version(
    field: &str,
    versions: &[Version<'_>],
    round: usize,
    at: Option<usize>,
) -> LineChart {
    let order = Order::of(field, &versions[0]);
    let line = |version: &Version<'_>| {
        let found = |values: &Vec<String>| {
            version.cells.iter().find(|(known, _)| known == values).map(|(_, run)| *run)
        };
        Line {
            label: version.name.clone(),
            values: order.cells.iter().map(|(values, _)| kill(found(values)?, at)).collect(),
        }
    };
    let title = format!("Dead by the end of round {round}, by {}", order.field);
    let lines: Vec<Line> = versions.iter().take(MOST_LINES).map(line).collect();
    let note = left_out(lines.len(), versions.len());
    order.chart(title, lines, note)
}

/// The cells of a sweep of one field from left to right.
struct Order<'a> {
    field: String,
    cells: Vec<Cell<'a>>,
    /// The position of each.
    at: Vec<f64>,
    numeric: bool,
}

impl<'a> Order<'a> {
    /// Numbers in their order, other values as they came.
    fn of(field: &str, version: &Version<'a>) -> Self {
        let mut cells: Vec<(Option<f64>, Cell<'a>)> = version
            .cells
            .iter()
            .map(|cell| (setting::of(cell.1, field).and_then(setting::number), cell.clone()))
            .collect();
        let numeric = cells.iter().all(|(number, _)| number.is_some());
        if numeric {
            cells.sort_by(|one, other| one.0.unwrap_or(0.0).total_cmp(&other.0.unwrap_or(0.0)));
        }
        let numbers: Vec<f64> = cells.iter().filter_map(|(number, _)| *number).collect();
        let to_scale = numeric && fit_one_scale(&numbers);
        Self {
            field: names::field(field, None),
            at: if to_scale { numbers } else { (0..cells.len()).map(|index| index as f64).collect() },
            cells: cells.into_iter().map(|(_, cell)| cell).collect(),
            numeric,
        }
    }

    fn chart(self, title: String, lines: Vec<Line>, note: Option<String>) -> LineChart {
        let values: Vec<String> = self.cells.iter().map(|(values, _)| values.concat()).collect();
        let places = self
            .at
            .iter()
            .zip(told_apart(&values))
            .zip(&values)
            .map(|((&at, label), value)| Place { at, label, pointer: format!("{} {value}", self.field) });
        LineChart {
            title,
            side: "dead by the end of the round",
            places: places.collect(),
            bottom: self.field,
            lines,
            joined: self.numeric,
            note,
        }
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

/// Whether rising numbers can be distinguished on one scale.
fn fit_one_scale(numbers: &[f64]) -> bool {
    let gaps = || numbers.windows(2).map(|pair| pair[1] - pair[0]);
    let (least, most) = (gaps().fold(f64::INFINITY, f64::min), gaps().fold(0.0, f64::max));
    least > 0.0 && most <= 20.0 * least
}
