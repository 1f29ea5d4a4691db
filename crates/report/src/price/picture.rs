//! The pictures of prices: now against fair, and who beats whom at fair prices.

use results::{Error, Estimate, MixedField};

use super::{PriceReport, verdict};
use crate::chart::dots::{self, Dots, Row};
use crate::chart::{Heatmap, Scale, heatmap};
use crate::{Chart, ReportError, names};

/// The charts that there is something to show in.
pub(super) fn charts(report: &PriceReport) -> Result<Vec<Chart>, ReportError> {
    let source = report.source();
    let mut charts = Vec::new();
    let dots = dots(report);
    if dots.rows.iter().any(|row| row.now.is_some() || row.fair.is_some()) {
        charts.push(dots::draw(&source, "prices", &dots)?);
    }
    if let Some(mixed) = &report.prices.mixed {
        let fields = fields(report, mixed);
        if !fields.others.is_empty() {
            charts.push(dots::draw(&source, "fields", &fields)?);
        }
        let residuals = residuals(report);
        if !residuals.rows.is_empty() {
            charts.push(dots::draw(&source, "residuals", &residuals)?);
        }
        for (name, map) in [("beside", beside(report, mixed)), ("against", against(report, mixed))] {
            // Nothing that is sure has no picture.
            if map.values.iter().flatten().any(Option::is_some) {
                charts.push(heatmap(&source, name, &map)?);
            }
        }
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
        marks: ["now", "fair"],
        rows: report.ordered().into_iter().map(row).collect(),
        others: situations.iter().map(|situation| names::line(&situation.name)).collect(),
    }
}

/// Prices in other fields beside those in this one.
fn fields(report: &PriceReport, mixed: &MixedField) -> Dots {
    let row = |(place, unit): (usize, &results::Priced)| Row {
        label: report.unit(place),
        said: if report.prices.depends_on(place).is_empty() { String::new() } else { "depends".to_owned() },
        now: unit.now,
        fair: unit.fair,
        others: mixed.variants.iter().map(|variant| variant.fair.get(place).copied().flatten()).collect(),
    };
    Dots {
        title: "Prices by army size and policy".to_owned(),
        note: "A price depends on the field where another field's differs by more than 10 %.".to_owned(),
        axis: "points".to_owned(),
        marks: ["now", "fair"],
        rows: report.ordered().into_iter().filter(|(_, unit)| unit.fair.is_some()).map(row).collect(),
        others: mixed.variants.iter().map(|variant| variant.name.clone()).collect(),
    }
}

/// How much points spent on each unit do in battles with another seed.
fn residuals(report: &PriceReport) -> Dots {
    let row = |(place, unit): (usize, &results::Priced)| {
        let fair = Some(unit.confirmed?);
        Some(Row { label: report.unit(place), said: String::new(), now: Some(1.0), fair, others: Vec::new() })
    };
    Dots {
        title: "Fair prices in battles with another seed".to_owned(),
        note: "Whiskers are 95 % intervals and include the error of the price.".to_owned(),
        axis: "what points spent on it do, beside the average".to_owned(),
        marks: ["fair", "measured"],
        rows: report.ordered().into_iter().filter_map(row).collect(),
        others: Vec::new(),
    }
}

fn bonds(
    report: &PriceReport,
    title: &str,
    subtitle: &str,
    titles: [&str; 2],
    values: &[Vec<Option<Estimate>>],
) -> Heatmap {
    // An effect that may be none is not shown.
    let sure = |effect: &Option<Estimate>| {
        effect.filter(|effect| {
            effect.low().is_some_and(|low| low > 0.0) || effect.high().is_some_and(|high| high < 0.0)
        })
    };
    // A unit without a bond takes no part in the battles.
    let shown: Vec<usize> =
        (0..values.len()).filter(|&place| values[place].iter().any(Option::is_some)).collect();
    let units: Vec<String> = shown.iter().map(|&place| report.unit(place)).collect();
    Heatmap {
        title: title.to_owned(),
        subtitle: subtitle.to_owned(),
        values: shown
            .iter()
            .map(|&row| shown.iter().map(|&column| sure(&values[row][column])).collect())
            .collect(),
        rows: units.clone(),
        columns: units,
        row_title: titles[0].to_owned(),
        column_title: titles[1].to_owned(),
        scale: Scale::Diverging,
    }
}

/// Who does more beside whom.
fn beside(report: &PriceReport, mixed: &MixedField) -> Heatmap {
    let subtitle = "Percentage points of the chance to win, where each of the two is a third of the army. A dash: perhaps none.";
    bonds(report, "Who needs whom", subtitle, ["unit", "beside"], &mixed.beside)
}

/// Who does more against whom.
fn against(report: &PriceReport, mixed: &MixedField) -> Heatmap {
    let subtitle = "Percentage points of the row's chance to win, where each of the two is a third of its army. A dash: perhaps none.";
    bonds(report, "Who stops whom", subtitle, ["unit", "against"], &mixed.against)
}

/// How far each pairing is from an even fight.
pub(super) fn scores(report: &PriceReport) -> Heatmap {
    let units: Vec<String> = (0..report.units.len()).map(|place| report.unit(place)).collect();
    let above = |score: &Option<Estimate>| score.map(above_half);
    Heatmap {
        title: "Who beats whom at fair prices".to_owned(),
        subtitle: "Armies of one kind: percentage points that the row wins above an even fight, a draw being half a win."
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
