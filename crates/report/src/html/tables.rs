//! The tables of the HTML page.

use std::iter::once;

use results::Estimate;
use serde::Serialize;

use crate::funnel::{self, Stage};
use crate::phrases::{by, killed_by, least_attacks, mean_attacks, spread};
use crate::sweep::{Grid, Sweep};
use crate::{Report, Run, digits, names, setting};

/// A table that sorts.
#[derive(Serialize)]
pub(crate) struct Table {
    pub(crate) title: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    /// Whether it is short enough to be shown at once.
    open: bool,
}

#[derive(Serialize)]
pub(crate) struct Column {
    name: String,
    number: bool,
}

/// What a cell says, and what it sorts by.
#[derive(Serialize)]
pub(crate) struct Cell {
    text: String,
    sort: Option<String>,
}

/// A grid of probabilities with shades.
#[derive(Serialize)]
pub(crate) struct Heat {
    pub(crate) title: String,
    pub(crate) down: String,
    pub(crate) across: String,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<Shaded>)>,
}

#[derive(Serialize)]
pub(crate) struct Shaded {
    text: String,
    sort: Option<String>,
    /// From 0 to 100.
    shade: u32,
}

impl Shaded {
    /// A probability, the darker the higher.
    pub(crate) fn of(probability: Option<Estimate>) -> Self {
        Self {
            text: probability.map_or_else(|| digits::missing().to_owned(), |known| digits::percent(&known)),
            sort: probability.map(|known| format!("{:?}", known.value)),
            shade: probability.map_or(0, |known| (100.0 * known.value).clamp(0.0, 100.0).round() as u32),
        }
    }
}

/// A sweep, laid out.
pub(crate) enum SweepTable {
    Heat(Heat),
    Rows(Table),
}

/// Longer tables are folded.
const MAX_OPEN_ROWS: usize = 40;

impl Table {
    pub(crate) fn new(title: &str, columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Self {
        Self { title: title.to_owned(), columns, open: rows.len() <= MAX_OPEN_ROWS, rows }
    }
}

pub(crate) fn text_column(name: &str) -> Column {
    Column { name: name.to_owned(), number: false }
}

pub(crate) fn numbers(name: &str) -> Column {
    Column { name: name.to_owned(), number: true }
}

impl Cell {
    pub(crate) fn text(text: &str) -> Self {
        Self { text: names::line(text), sort: None }
    }

    pub(crate) fn number(text: String, value: f64) -> Self {
        Self { text, sort: value.is_finite().then(|| format!("{value:?}")) }
    }

    pub(crate) fn whole(value: usize) -> Self {
        Self { text: value.to_string(), sort: Some(value.to_string()) }
    }

    pub(crate) fn missing() -> Self {
        Self { text: digits::missing().to_owned(), sort: None }
    }

    pub(crate) fn percent(estimate: &Estimate) -> Self {
        Self::number(digits::percent(estimate), estimate.value)
    }

    pub(crate) fn interval(estimate: &Estimate) -> Self {
        digits::percent_interval(estimate, "–").map_or_else(
            || Self::text("exact"),
            |text| Self::number(text, estimate.low().unwrap_or(f64::NAN)),
        )
    }
}

/// The last kill probability and how long the target lives.
fn outcome(run: &Run) -> Vec<Cell> {
    let results = &run.results;
    let attacks = &results.attacks_to_kill;
    let rounds = results.rounds.len();
    let kill =
        |round: Option<&results::Round>| round.map_or_else(Cell::missing, |round| Cell::percent(&round.kill));
    vec![
        kill(results.rounds.first()),
        kill(results.rounds.last()),
        results.rounds.last().map_or_else(Cell::missing, |round| Cell::interval(&round.kill)),
        Cell::number(
            mean_attacks(results),
            attacks.mean.map(|mean| mean.value).or_else(|| least_attacks(results)).unwrap_or(f64::NAN),
        ),
        Cell::number(by(attacks.median, rounds), attacks.median.map_or(rounds as f64 + 1.0, f64::from)),
        Cell::number(spread(attacks, rounds), attacks.p90.map_or(rounds as f64 + 1.0, f64::from)),
        Cell::percent(&digits::what_is_left(&attacks.alive)),
    ]
}

fn outcome_columns() -> [Column; 7] {
    [
        "Killed in round 1",
        "By the last round",
        "95\u{A0}% interval",
        "Mean attacks",
        "Median",
        "10\u{A0}% to 90\u{A0}%",
        "Still alive",
    ]
    .map(numbers)
}

/// The scenario and its variants, a row for each; columns that say nothing are left out.
pub(crate) fn comparison(report: &Report) -> Table {
    let columns: Vec<Column> =
        once(text_column("Run")).chain(outcome_columns()).chain([text_column("Settings")]).collect();
    let rows: Vec<Vec<Cell>> = report
        .compared()
        .map(|run| {
            let settings = Cell::text(&setting::line(&run.settings));
            once(Cell::text(&run.label)).chain(outcome(run)).chain([settings]).collect()
        })
        .collect();
    let mut table = Table::new("At a glance", columns, rows);
    for column in (0..table.columns.len()).rev() {
        let says = |cell: &Cell| !matches!(cell.text.as_str(), "" | "exact" | "–");
        if !table.rows.iter().any(|row| says(&row[column])) {
            table.columns.remove(column);
            for row in &mut table.rows {
                row.remove(column);
            }
        }
    }
    table
}

/// Every number of the scenario and its variants, round by round.
pub(crate) fn details(report: &Report) -> Vec<Table> {
    let mut tables = [
        Table::new(
            "Killed by the end of a round",
            vec![text_column("Run"), numbers("Round"), numbers("Killed"), numbers("95\u{A0}% interval")],
            Vec::new(),
        ),
        Table::new(
            "Means by round",
            vec![text_column("Run"), numbers("Round"), text_column("Measure"), numbers("Mean")],
            Vec::new(),
        ),
        Table::new(
            "Happened by the end of a round",
            vec![
                text_column("Run"),
                numbers("Round"),
                text_column("Event"),
                numbers("Probability"),
                numbers("95\u{A0}% interval"),
            ],
            Vec::new(),
        ),
    ];
    let [kills, means, events] = &mut tables;
    for run in report.compared() {
        for (index, round) in run.results.rounds.iter().enumerate() {
            let start = |name: Option<&str>| {
                let name = name.map(Cell::text);
                [Cell::text(&run.label), Cell::whole(index + 1)].into_iter().chain(name)
            };
            let kill = [Cell::percent(&round.kill), Cell::interval(&round.kill)];
            kills.rows.push(start(None).chain(kill).collect());
            for measure in &round.measures {
                let mean = Cell::number(digits::number_with_margin(&measure.mean), measure.mean.value);
                means.rows.push(start(Some(&*measure.name)).chain([mean]).collect());
            }
            for event in &round.events {
                let numbers = [Cell::percent(&event.probability), Cell::interval(&event.probability)];
                events.rows.push(start(Some(&*event.name)).chain(numbers).collect());
            }
        }
    }
    let mut tables: Vec<Table> = tables.into_iter().filter(|table| !table.rows.is_empty()).collect();
    for table in &mut tables {
        table.open = table.rows.len() <= MAX_OPEN_ROWS;
    }
    tables
}

/// Where the shots go, a row for each step of a run; `None` where no run has any.
pub(crate) fn funnel(report: &Report) -> Option<Table> {
    let mut columns =
        vec![text_column("Run"), text_column("Step"), numbers("Mean in round 1"), numbers("Lost")];
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let several = report.compared().any(|run| !funnel::in_all(run).is_empty());
    if several {
        columns.extend(["Mean in all rounds", "Lost"].map(numbers));
    }
    let shown = |stage: Option<&Stage>| {
        let mean = |stage: &Stage| Cell::number(digits::number_with_margin(&stage.mean), stage.mean.value);
        let lost =
            |stage: &Stage| Cell::number(stage.change.shown(), stage.change.lost().unwrap_or(f64::NAN));
        stage.map_or_else(|| [Cell::missing(), Cell::missing()], |stage| [mean(stage), lost(stage)])
    };
    for run in report.compared() {
        let all = funnel::in_all(run);
        for (index, stage) in funnel::in_first(run).iter().enumerate() {
            let start = [Cell::text(&run.label), Cell::text(&stage.name)];
            let rest = several.then(|| shown(all.get(index)));
            rows.push(
                start.into_iter().chain(shown(Some(stage))).chain(rest.into_iter().flatten()).collect(),
            );
        }
    }
    (!rows.is_empty()).then(|| Table::new("Where the shots go", columns, rows))
}

/// The cells of the sweep.
pub(crate) fn sweep(report: &Report) -> Option<SweepTable> {
    Some(match Sweep::of(report)? {
        Sweep::Grid(Grid { down, across, cells }) => {
            let rounds = report.cells().map(|run| run.results.rounds.len()).max().unwrap_or(0);
            let shaded = |run: Option<&Run>| {
                Shaded::of(run.and_then(|run| run.results.rounds.last()).map(|round| round.kill))
            };
            let rows = cells.into_iter().map(|row| row.into_iter().map(shaded).collect());
            SweepTable::Heat(Heat {
                title: killed_by(rounds),
                down: names::line(&report.sweep[0]),
                across: names::line(&report.sweep[1]),
                columns: across,
                rows: down.into_iter().zip(rows).collect(),
            })
        }
        Sweep::Rows { cells } => {
            let fields = report.sweep.iter().map(|field| numbers(&names::line(field)));
            let rows = cells.into_iter().map(|(values, run)| {
                let values = values.into_iter().map(|value| {
                    let sort = value.parse::<f64>().ok();
                    Cell::number(value, sort.unwrap_or(f64::NAN))
                });
                values.chain(outcome(run)).collect()
            });
            SweepTable::Rows(Table::new("Sweep", fields.chain(outcome_columns()).collect(), rows.collect()))
        }
    })
}
