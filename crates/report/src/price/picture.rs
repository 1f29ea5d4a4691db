//! The pictures of prices: now against fair, and who beats whom at fair prices.

use results::{Error, Estimate};

use super::{PriceReport, verdict};
use crate::chart::dots::{self, Dots, Row};
use crate::chart::{Heatmap, Scale, heatmap};
use crate::{Chart, ReportError, names};

/// The charts that there is something to show in.
pub(super) fn charts(report: &PriceReport) -> Result<Vec<Chart>, ReportError> {
    let source = report.made().source();
    let mut charts = Vec::new();
    let dots = dots(report);
    if dots.rows.iter().any(|row| row.now.is_some() || row.fair.is_some()) {
        charts.push(dots::draw(&source, "prices", &dots)?);
    }
    let map = scores(report);
    if map.values.iter().flatten().any(Option::is_some) {
        charts.push(heatmap(&source, "scores", &map)?);
    }
    Ok(charts)
}

/// Prices now and fair, in the order of how far they are off.
pub(super) fn dots(report: &PriceReport) -> Dots {
    let situations = &report.prices.situations;
    let row = |(place, unit): (usize, &results::Priced)| Row {
        label: report.unit(place),
        said: verdict(unit).to_owned(),
        now: unit.now,
        fair: unit.fair,
        others: situations.iter().map(|situation| situation.fair.get(place).copied().flatten()).collect(),
    };
    Dots {
        title: "Prices now and fair".to_owned(),
        note: "Whiskers are 95 % intervals. The cheapest for what they are come first.".to_owned(),
        axis: "points".to_owned(),
        rows: report.ordered().into_iter().map(row).collect(),
        others: situations.iter().map(|situation| names::line(&situation.name)).collect(),
    }
}

/// How far each pairing is from an even fight.
pub(super) fn scores(report: &PriceReport) -> Heatmap {
    let units: Vec<String> = (0..report.units.len()).map(|place| report.unit(place)).collect();
    let above = |score: &Option<Estimate>| score.map(above_half);
    Heatmap {
        title: "Who beats whom at fair prices".to_owned(),
        subtitle: "How many points of a hundred the row wins above an even fight, a draw being half a win."
            .to_owned(),
        values: report.prices.scores.iter().map(|row| row.iter().map(above).collect()).collect(),
        rows: units.clone(),
        columns: units,
        row_title: "unit".to_owned(),
        column_title: "opponent".to_owned(),
        scale: Scale::Diverging,
    }
}

fn above_half(score: Estimate) -> Estimate {
    let error = score.error.map(|error| Error { low: error.low - 0.5, high: error.high - 0.5, ..error });
    Estimate { value: score.value - 0.5, error }
}
