//! The terminal summary.
//!
//! The most important numbers come first: how likely the kill is, and how sure that is. Variants are side by
//! side, and a sweep is one compact table.

mod funnel;

use results::Estimate;

use crate::breakpoints;
use crate::digits;
use crate::grid::{self, Column, Ink, Matrix};
use crate::names;
use crate::overtaking;
use crate::phrases;
use crate::source::Source;
use crate::sweep::{self, Cell, Grid, Sweep, Version};
use crate::{Report, Run};

/// How a terminal shows text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With colour.
    pub color: bool,
    /// With more than ASCII.
    pub unicode: bool,
}

/// The most rounds that are shown one by one.
const MOST_ROUNDS: usize = 24;

/// The most cells of a sweep that are shown one below the other.
const MOST_CELLS: usize = 200;

/// The narrowest terminal that anything is laid out for.
const MIN_WIDTH: usize = 40;

/// The summary of a report for a terminal of `width` columns.
pub fn table(report: &Report, width: usize, style: Style) -> String {
    let mut page = Page::new(width, style);
    page.header(report);
    let compared: Vec<&Run> = report.compared().collect();
    if let Some(base) = compared.first() {
        page.kill_curve(base);
        if compared.len() > 1 {
            page.side_by_side(&compared);
        }
        page.funnel(&compared);
        page.measures(base, &compared);
        page.events(base);
        page.attacks(&compared);
    }
    page.sweep(report);
    page.breakpoints(report);
    page.text()
}

/// The text so far.
pub(crate) struct Page {
    width: usize,
    style: Style,
    lines: Vec<String>,
}

impl Page {
    pub(crate) fn new(width: usize, style: Style) -> Self {
        Self { width: width.max(MIN_WIDTH), style, lines: Vec::new() }
    }

    /// How many columns of text a line holds.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    pub(crate) fn wrapped(&mut self, text: &str, ink: Ink) {
        for line in names::wrap(&self.style.text(text), self.width) {
            self.lines.push(self.style.paint(&line, ink));
        }
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) {
        self.lines.push(String::new());
    }

    pub(crate) fn section(&mut self, title: &str) {
        self.gap();
        self.wrapped(title, Ink::Strong);
    }

    pub(crate) fn matrix(&mut self, matrix: &Matrix<'_>) {
        self.lines.extend(matrix.lines(self.width, self.style));
    }

    pub(crate) fn grid(&mut self, columns: &[Column], rows: &[Vec<String>]) {
        self.lines.extend(grid::lines(columns, rows, self.width, self.style));
    }

    fn header(&mut self, report: &Report) {
        Source::of(report).header(self, &names::line(&report.provenance.name));
        let Some(base) = report.runs.first() else { return };
        if let Some(sides) = phrases::sides(base) {
            self.wrapped(&sides, Ink::Plain);
        }
        self.wrapped(&phrases::headline(&base.results), Ink::Strong);
        self.wrapped(&phrases::method_in_full(&base.results.method), Ink::Faint);
    }

    fn kill_curve(&mut self, run: &Run) {
        self.section("Killed by the end of a round");
        let rounds = &run.results.rounds;
        let chosen = phrases::chosen_rounds(rounds.len(), MOST_ROUNDS);
        let dash = self.style.text("–");
        let sampled = rounds.iter().any(|round| round.kill.error.is_some());
        let mut columns = vec![Column::right("round"), Column::right("killed")];
        if sampled {
            columns.push(Column::right("95 % interval").ink(Ink::Faint));
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        for &round in &chosen {
            let kill = &rounds[round - 1].kill;
            let mut row = vec![round.to_string(), digits::percent(kill)];
            if sampled {
                row.push(digits::percent_interval(kill, &dash).unwrap_or_default());
            }
            rows.push(row);
        }
        let plain = Style { color: false, ..self.style };
        let used =
            grid::lines(&columns, &rows, self.width, plain).iter().map(|line| names::width(line)).max();
        let room = self.width.saturating_sub(used.unwrap_or(0) + 4).min(40);
        if room >= 8 {
            columns.push(Column::left("").ink(Ink::Bar));
            for (row, &round) in rows.iter_mut().zip(&chosen) {
                row.push(self.style.bar(rounds[round - 1].kill.value, room));
            }
        }
        self.grid(&columns, &rows);
    }

    fn side_by_side(&mut self, compared: &[&Run]) {
        self.section("Killed by the end of a round, side by side");
        let most = compared.iter().map(|run| run.results.rounds.len()).max().unwrap_or(0);
        let chosen = phrases::chosen_rounds(most, MOST_ROUNDS / 2);
        let cell = |round: usize, run: &&Run, show: fn(&Estimate) -> String| {
            run.results.rounds.get(round - 1).map_or_else(missing, |round| show(&round.kill))
        };
        let show = if compared.len() <= 4 { digits::percent_with_margin } else { digits::percent };
        self.matrix(&Matrix {
            corner: ("round", "run"),
            rows: chosen.iter().map(ToString::to_string).collect(),
            columns: labels(compared),
            cells: chosen
                .iter()
                .map(|&round| compared.iter().map(|run| cell(round, run, show)).collect())
                .collect(),
        });
    }

    fn measures(&mut self, base: &Run, compared: &[&Run]) {
        let rounds = &base.results.rounds;
        let measures = names::distinct(
            rounds.iter().flat_map(|round| round.measures.iter().map(|measure| &*measure.name)),
        );
        if measures.is_empty() {
            return;
        }
        let mean = |run: &Run, round: usize, name: &str| {
            let round = run.results.rounds.get(round - 1);
            let found = round.and_then(|round| round.measures.iter().find(|measure| measure.name == name));
            found.map_or_else(missing, |measure| digits::number(&measure.mean))
        };
        self.section("Means by round");
        let chosen = phrases::chosen_rounds(rounds.len(), MOST_ROUNDS / 2);
        self.matrix(&Matrix {
            corner: ("round", "measure"),
            rows: chosen.iter().map(ToString::to_string).collect(),
            columns: measures.iter().map(|name| names::line(name)).collect(),
            cells: chosen
                .iter()
                .map(|&round| measures.iter().map(|name| mean(base, round, name)).collect())
                .collect(),
        });
        if compared.len() > 1 {
            self.section("Means in round 1, side by side");
            self.matrix(&Matrix {
                corner: ("measure", "run"),
                rows: measures.iter().map(|name| names::line(name)).collect(),
                columns: labels(compared),
                cells: measures
                    .iter()
                    .map(|name| compared.iter().map(|run| mean(run, 1, name)).collect())
                    .collect(),
            });
        }
    }

    fn events(&mut self, base: &Run) {
        let rounds = &base.results.rounds;
        let events =
            names::distinct(rounds.iter().flat_map(|round| round.events.iter().map(|event| &*event.name)));
        if events.is_empty() {
            return;
        }
        self.section("Happened by the end of a round");
        let chosen = phrases::chosen_rounds(rounds.len(), MOST_ROUNDS / 2);
        let probability = |round: usize, name: &str| {
            let found = rounds[round - 1].events.iter().find(|event| event.name == name);
            found.map_or_else(missing, |event| digits::percent(&event.probability))
        };
        self.matrix(&Matrix {
            corner: ("round", "event"),
            rows: chosen.iter().map(ToString::to_string).collect(),
            columns: events.iter().map(|name| names::line(name)).collect(),
            cells: chosen
                .iter()
                .map(|&round| events.iter().map(|name| probability(round, name)).collect())
                .collect(),
        });
    }

    fn attacks(&mut self, compared: &[&Run]) {
        self.section("Attacks to kill");
        self.matrix(&Matrix {
            corner: ("", "run"),
            rows: ["mean", "median", "10 % to 90 %", "still alive"].map(str::to_owned).to_vec(),
            columns: labels(compared),
            cells: (0..4)
                .map(|row| {
                    let cells = compared.iter().map(|run| {
                        let attacks = &run.results.attacks_to_kill;
                        let rounds = run.results.rounds.len();
                        match row {
                            0 => phrases::mean_attacks(&run.results),
                            1 => phrases::by(attacks.median, rounds),
                            2 => phrases::spread(attacks, rounds),
                            _ => digits::percent(&digits::what_is_left(&attacks.alive)),
                        }
                    });
                    cells.collect()
                })
                .collect(),
        });
        if compared.iter().any(|run| run.results.attacks_to_kill.mean.is_none()) {
            self.wrapped(
                "Some targets outlive the last round: their mean is more than what is shown.",
                Ink::Faint,
            );
        }
    }

    fn breakpoints(&mut self, report: &Report) {
        let found = breakpoints::sentences(report);
        if !found.is_empty() {
            self.section("Breakpoints");
        }
        for sentence in found {
            self.wrapped(&sentence, Ink::Plain);
        }
        let found = overtaking::sentences(report);
        if !found.is_empty() {
            self.section("Where one overtakes the other");
        }
        for sentence in found {
            self.wrapped(&sentence, Ink::Plain);
        }
        if let Some(why) = &report.not_swept {
            self.wrapped(&names::line(why), Ink::Faint);
        }
    }

    /// The sweep of the base and of each swept variant.
    fn sweep(&mut self, report: &Report) {
        let versions = sweep::versions(report);
        match Sweep::of(report) {
            None => {}
            Some(Sweep::Grid(base)) => {
                for version in &versions {
                    let name = (versions.len() > 1).then_some(version.name.as_str());
                    self.sweep_grid(report, name, &Grid::like(&base, &version.cells));
                }
            }
            Some(Sweep::Rows { .. }) => self.sweep_rows(report, &versions),
        }
    }

    fn sweep_grid(&mut self, report: &Report, version: Option<&str>, grid: &Grid<'_>) {
        let rounds = report.cells().map(|run| run.results.rounds.len()).max().unwrap_or(0);
        let (first, second) = (names::line(&report.sweep[0]), names::line(&report.sweep[1]));
        let version = version.map(|name| format!("{name}, ")).unwrap_or_default();
        self.section(&format!("{}: {version}{first} down, {second} across", phrases::killed_by(rounds)));
        let last = |cell: Option<&Run>| cell.map_or_else(missing, killed_at_last);
        self.matrix(&Matrix {
            corner: (&first, &second),
            rows: grid.down.clone(),
            columns: grid.across.clone(),
            cells: grid.cells.iter().map(|row| row.iter().copied().map(last).collect()).collect(),
        });
    }

    fn sweep_rows(&mut self, report: &Report, versions: &[Version<'_>]) {
        self.section("Sweep: killed by the end of a round, and attacks to kill");
        let fields = report.sweep.iter().map(|field| Column::left(names::line(field)));
        let version = (versions.len() > 1).then(|| Column::left("version"));
        let numbers = ["round 1", "last round", "median"].map(Column::right);
        let columns: Vec<Column> = fields.chain(version).chain(numbers).collect();
        let row = |version: &Version<'_>, (values, run): &Cell<'_>| {
            let results = &run.results;
            let first = results.rounds.first().map_or_else(missing, |round| digits::percent(&round.kill));
            let median = phrases::by(results.attacks_to_kill.median, results.rounds.len());
            let name = (versions.len() > 1).then(|| version.name.clone());
            values.iter().cloned().chain(name).chain([first, killed_at_last(run), median]).collect()
        };
        let cells = versions.iter().map(|version| version.cells.len()).max().unwrap_or(0);
        let all = (0..cells).flat_map(|place| {
            versions.iter().filter_map(move |version| Some((version, version.cells.get(place)?)))
        });
        let rows: Vec<Vec<String>> =
            all.clone().take(MOST_CELLS).map(|(version, cell)| row(version, cell)).collect();
        self.grid(&columns, &rows);
        let further = all.count().saturating_sub(MOST_CELLS) as u64;
        if further > 0 {
            let cells = phrases::count_of(further, "further cell");
            self.wrapped(&format!("{cells} not shown here; results.csv has all."), Ink::Faint);
        }
    }
}

/// The probability of a kill by the end of the last round.
fn killed_at_last(run: &Run) -> String {
    run.results.rounds.last().map_or_else(missing, |round| digits::percent(&round.kill))
}

fn missing() -> String {
    digits::missing().to_owned()
}

/// The labels of runs, fit for one line.
fn labels(runs: &[&Run]) -> Vec<String> {
    runs.iter().map(|run| names::line(&run.label)).collect()
}
