//! The page of prices.

use results::{Estimate, MixedField, Priced};

use super::{MIN_SHARE, PriceReport, about, fair_price, share, verdict};
use crate::html::tables::{Cell, Heat, Shaded, Table, numbers, text_column};
use crate::source::{Opening, Section};
use crate::{Chart, ReportError, digits, html, names};

/// The page with charts that are drawn already.
pub(super) fn page(report: &PriceReport, charts: &[Chart]) -> Result<String, ReportError> {
    report.source().page(parts(report, charts))
}

/// The head and the sections of the page.
pub(crate) fn parts(report: &PriceReport, charts: &[Chart]) -> (Opening, Vec<Section>) {
    let opening = Opening {
        title: report.title(),
        about: [report.battles()]
            .into_iter()
            .chain(report.prices.mixed.as_ref().map(|mixed| report.anchor(mixed)))
            .filter(|said| !said.is_empty())
            .collect(),
        headline: report.headline(),
        sureness: report.fair().to_owned(),
        facts: vec![(
            "Precision",
            report.wide().unwrap_or_else(|| {
                let share = digits::plain(50.0 * report.precision);
                format!("Every interval is at most ± {share} % of its price, as was asked for.")
            }),
        )],
    };
    let figures = |name: &str| html::figures(charts.iter().filter(|chart| chart.name == name));
    let mut sections = vec![
        Section { figures: figures("prices"), ..Section::of(prices(report)) },
        Section {
            title: "To be known".to_owned(),
            sentences: report
                .wide()
                .iter()
                .chain(&report.without())
                .chain(&report.notes)
                .map(|note| names::line(note))
                .collect(),
            ..Section::default()
        },
    ];
    if let Some(mixed) = &report.prices.mixed {
        sections.push(Section {
            title: "What price cannot mend".to_owned(),
            sentences: report.unmended(mixed),
            figures: [figures("beside"), figures("against")].concat(),
            ..Section::default()
        });
        sections.extend(fields(report, mixed).map(|table| Section {
            sentences: report.dependent(mixed),
            figures: figures("fields"),
            ..Section::of(table)
        }));
        let residuals = figures("residuals");
        let note = "How much points spent on each unit do beside the average of all units; 1 where the price is right.";
        sections.push(Section {
            title: "Checked with another seed".to_owned(),
            notes: (!residuals.is_empty()).then(|| note.to_owned()).into_iter().collect(),
            figures: residuals,
            ..Section::default()
        });
    }
    sections.extend(situations(report).map(Section::of));
    sections.push(Section {
        title: "One price for all?".to_owned(),
        notes: report.has_scores().then(|| report.residual()).into_iter().collect(),
        sentences: report.prices.circles.iter().map(|circle| report.circle(circle)).collect(),
        figures: figures("scores"),
        heat: heat(report),
        table: None,
    });
    let cost = report.prices.rounding.as_ref().map(|rounding| report.rounding(rounding)).unwrap_or_default();
    sections.extend(rounding(report).map(|table| Section::of(table).note(&cost)));
    sections.extend(metagame(report).map(|table| Section::of(table).note(report.mix())));
    (opening, sections)
}

fn plain(value: Option<f64>) -> Cell {
    value.map_or_else(Cell::missing, |value| Cell::number(digits::plain(value), value))
}

fn price(estimate: Option<Estimate>) -> Cell {
    estimate.map_or_else(Cell::missing, |known| Cell::number(fair_price(&known), known.value))
}

fn percent(estimate: Option<Estimate>) -> Cell {
    estimate.map_or_else(Cell::missing, |known| Cell::percent(&known))
}

fn prices(report: &PriceReport) -> Table {
    let is_mixed = report.prices.mixed.is_some();
    let checked = |checked: Option<Estimate>| match checked {
        Some(checked) if is_mixed => Cell::number(digits::number_with_margin(&checked), checked.value),
        other => percent(other),
    };
    let mut columns = vec![
        text_column("Unit"),
        numbers("Now"),
        numbers("Fair"),
        numbers("95\u{A0}% interval"),
        text_column("Verdict"),
        numbers(if is_mixed { "Another seed" } else { "Wins at fair" }),
        text_column("Does best against"),
        text_column("Does worst against"),
    ];
    if !is_mixed {
        columns.push(numbers("Square law"));
    }
    let met = |met: Option<&(usize, Estimate)>| {
        report.opponent(met).map_or_else(Cell::missing, |(name, score)| {
            // A number stays on one line.
            Cell::text(&format!("{name}, {}", digits::percent(&score).replace(' ', "\u{A0}")))
        })
    };
    let row = |(place, unit): (usize, &Priced)| {
        let interval = unit.fair.and_then(|fair| Some((digits::number_interval(&fair, "–")?, fair.low()?)));
        let mut cells = vec![
            Cell::text(&report.unit(place)),
            plain(unit.now),
            price(unit.fair),
            interval.map_or_else(Cell::missing, |(text, low)| Cell::number(text, low)),
            Cell::text(verdict(unit)),
            checked(unit.confirmed),
            met(unit.best.as_ref()),
            met(unit.worst.as_ref()),
        ];
        if !is_mixed {
            cells.push(unit.square_law.map_or_else(Cell::missing, |law| Cell::number(about(law), law)));
        }
        cells
    };
    Table::new("Prices", columns, report.ordered().into_iter().map(row).collect())
}

/// Prices by army size and policy.
fn fields(report: &PriceReport, mixed: &MixedField) -> Option<Table> {
    let columns = [text_column("Unit"), numbers("This field")].into_iter();
    let columns = columns.chain(mixed.variants.iter().map(|variant| numbers(&variant.name)));
    let row = |(place, unit): (usize, &Priced)| {
        let others = mixed.variants.iter().map(|variant| price(variant.fair.get(place).copied().flatten()));
        [Cell::text(&report.unit(place)), price(unit.fair)].into_iter().chain(others).collect()
    };
    (!mixed.variants.is_empty()).then(|| {
        let rows = report.ordered().into_iter().map(row).collect();
        Table::new("Fair price in other fields", columns.collect(), rows)
    })
}

fn situations(report: &PriceReport) -> Option<Table> {
    let situations = &report.prices.situations;
    let columns = [text_column("Unit"), numbers("All together")].into_iter();
    let columns = columns.chain(situations.iter().map(|situation| numbers(&names::line(&situation.name))));
    let row = |(place, unit): (usize, &Priced)| {
        let alone = situations.iter().map(|situation| price(situation.fair.get(place).copied().flatten()));
        [Cell::text(&report.unit(place)), price(unit.fair)].into_iter().chain(alone).collect()
    };
    (!situations.is_empty()).then(|| {
        let rows = report.ordered().into_iter().map(row).collect();
        Table::new("Fair price in each situation alone", columns.collect(), rows)
    })
}

/// How often each unit beats each other.
fn heat(report: &PriceReport) -> Option<Heat> {
    let scores = &report.prices.scores;
    let names: Vec<String> = (0..scores.len()).map(|place| report.unit(place)).collect();
    scores.iter().flatten().any(Option::is_some).then(|| Heat {
        title: String::new(),
        down: "unit".to_owned(),
        across: "opponent".to_owned(),
        rows: names
            .iter()
            .cloned()
            .zip(scores.iter().map(|row| row.iter().map(|score| Shaded::of(*score)).collect()))
            .collect(),
        columns: names,
    })
}

fn rounding(report: &PriceReport) -> Option<Table> {
    let rounding = report.prices.rounding.as_ref()?;
    let is_mixed = report.prices.mixed.is_some();
    let last = if is_mixed { "Its points do" } else { "Wins" };
    let columns = [text_column("Unit"), numbers("Fair"), numbers("Rounded"), numbers("Off"), numbers(last)];
    let columns = columns.into_iter().chain([numbers("95\u{A0}% interval")]);
    let row = |(place, unit): (usize, &Priced)| {
        let rounded = rounding.units.get(place)?.as_ref()?;
        let (score, interval) = if is_mixed {
            let interval = digits::number_interval(&rounded.score, "–").unwrap_or_default();
            let value = rounded.score.value;
            (Cell::number(digits::number(&rounded.score), value), Cell::number(interval, value))
        } else {
            (Cell::percent(&rounded.score), Cell::interval(&rounded.score))
        };
        Some(vec![
            Cell::text(&report.unit(place)),
            price(unit.fair),
            plain(Some(rounded.price)),
            Cell::number(format!("{:+.1}\u{A0}%", 100.0 * rounded.off), rounded.off),
            score,
            interval,
        ])
    };
    let rows = report.ordered().into_iter().filter_map(row).collect();
    Some(Table::new("Prices in steps of the house", columns.collect(), rows))
}

fn metagame(report: &PriceReport) -> Option<Table> {
    let game = &report.prices.metagame;
    let columns = ["Share of points", "Wins against the mix", "Now", "Would have a place at"].map(numbers);
    let columns = [text_column("Unit")].into_iter().chain(columns).collect();
    let row = |(place, unit): (usize, &Priced)| {
        let (mix, score) = (*game.mix.get(place)?, (*game.scores.get(place)?)?);
        let entry = game.entry.get(place).copied().flatten();
        Some(vec![
            Cell::text(&report.unit(place)),
            Cell::number(share(mix), mix),
            percent(Some(score)),
            plain(unit.now),
            match entry {
                Some(entry) => Cell::number(about(entry), entry),
                None if mix >= MIN_SHARE => Cell::text(""),
                None => Cell::text("no price found"),
            },
        ])
    };
    let mut units = report.ordered();
    let mix = |place: usize| game.mix.get(place).copied().unwrap_or(0.0);
    units.sort_by(|one, other| mix(other.0).total_cmp(&mix(one.0)));
    let rows: Vec<Vec<Cell>> = units.into_iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| Table::new("The mix that no mix beats", columns, rows))
}
