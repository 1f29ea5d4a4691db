//! Every unit of a roster against every unit: a table, JSON, CSV, a heat map and a page.
//!
//! Rows are attackers, columns are targets. A pairing that cannot be played is an empty cell; each reason is listed once.

pub(crate) mod page;

use results::{Estimate, Provenance, Results};
use serde_json::{Value, json};

use crate::chart::{Heatmap, Scale, heatmap};
use crate::grid::{self, Ink};
use crate::long_form::{finished, harmless, number};
use crate::source::Source;
use crate::{Chart, ReportError, Style, add_charts, digits, json, names, phrases};

/// A roster played against itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The rounds that were played.
    pub rounds: u32,
    /// The situation that was played, where the roster lists some.
    pub situation: Option<String>,
    /// The names of the others.
    pub other_situations: Vec<String>,
    /// The units.
    pub units: Vec<Unit>,
    /// The result of each pairing by attacker, then target; or why it cannot be played.
    pub cells: Vec<Vec<Result<Results, Vec<String>>>>,
    /// The same pairings played until the target is dead, for the attacks to kill; `None` if that was not needed or too costly.
    pub played_on: Vec<Vec<Option<Results>>>,
    /// The half-width of sampled kill probabilities, if it was asked for.
    pub precision: Option<f64>,
}

/// A unit of a roster.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// What it costs.
    pub points: Option<f64>,
}

/// One pairing.
struct Pairing<'a> {
    attacker: &'a Unit,
    target: &'a Unit,
    cell: &'a Result<Results, Vec<String>>,
    played_on: Option<&'a Results>,
    rounds: u32,
}

impl<'a> Pairing<'a> {
    fn results(&self) -> Option<&'a Results> {
        self.cell.as_ref().ok()
    }

    fn kill(&self) -> Option<Estimate> {
        self.results()?.rounds.last().map(|round| round.kill)
    }

    /// The results of most rounds.
    fn longest(&self) -> Option<&'a Results> {
        self.played_on.or(self.results())
    }

    /// The mean, where no target outlives the last round.
    fn mean_attacks(&self) -> Option<Estimate> {
        self.longest()?.attacks_to_kill.mean
    }

    /// A lower bound of an unknown mean.
    fn least_attacks(&self) -> Option<f64> {
        self.longest().and_then(phrases::least_attacks)
    }

    /// The attacks to kill for people: the mean, or what it is more than.
    fn attacks(&self) -> Option<String> {
        self.mean_attacks()
            .map(|mean| digits::number(&mean))
            .or_else(|| self.least_attacks().map(digits::more_than))
    }

    /// Points destroyed per round.
    fn points_per_round(&self) -> Option<Estimate> {
        Some(self.kill()?.times(self.target.points? / f64::from(self.rounds)))
    }

    /// Points destroyed per round and point of the attacker's cost.
    fn points_per_point(&self) -> Option<Estimate> {
        let spent = self.attacker.points.filter(|&points| points > 0.0)?;
        Some(self.points_per_round()?.times(1.0 / spent))
    }
}

impl Matrix {
    fn pairings(&self) -> impl Iterator<Item = Pairing<'_>> {
        self.units.iter().zip(&self.cells).enumerate().flat_map(move |(from, (attacker, row))| {
            let pairing = move |(to, (target, cell)): (usize, (_, _))| {
                let played_on = self.played_on.get(from).and_then(|row| row.get(to)?.as_ref());
                Pairing { attacker, target, cell, played_on, rounds: self.rounds }
            };
            self.units.iter().zip(row).enumerate().map(pairing)
        })
    }

    /// Why some pairings cannot be played, each reason once.
    fn reasons(&self) -> Vec<String> {
        let mut reasons: Vec<String> = Vec::new();
        for reason in self.pairings().filter_map(|pairing| pairing.cell.as_ref().err()).flatten() {
            let line = names::line(reason);
            if !reasons.contains(&line) {
                reasons.push(line);
            }
        }
        reasons
    }

    pub(crate) fn source(&self) -> Source<'_> {
        let methods = phrases::methods_among(self.provenance.methods.iter());
        Source { provenance: &self.provenance, methods }
    }

    /// Returns a sentence on sampled numbers.
    fn sampled(&self) -> Option<String> {
        let is_sampled =
            |pairing: Pairing<'_>| pairing.results().is_some_and(|results| results.method.trials().is_some());
        let precision = self.precision.filter(|_| self.pairings().any(is_sampled))?;
        let points = digits::plain(100.0 * precision);
        Some(format!(
            "Sampled until each 95 % interval of a kill reaches at most {points} percentage points to each side."
        ))
    }

    /// A sentence on the situation.
    fn held_in(&self) -> Option<String> {
        let others: Vec<String> = self.other_situations.iter().map(|name| names::line(name)).collect();
        let more = if others.is_empty() {
            String::new()
        } else {
            format!(" With --situation: {}.", others.join(", "))
        };
        self.situation.as_ref().map(|name| format!("Situation: {}.{more}", names::line(name)))
    }

    /// Returns sentences on the matrix as a whole.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.held_in().into_iter().chain(self.sampled()).chain(self.reasons()).collect()
    }

    fn within(&self) -> String {
        if self.rounds == 1 { "in one attack".to_owned() } else { format!("within {} rounds", self.rounds) }
    }
}

/// The matrix for people.
pub fn matrix_table(matrix: &Matrix, width: usize, style: Style) -> String {
    let mut text = String::new();
    let mut line = |words: &str, ink| {
        for line in names::wrap(&style.text(words), width) {
            text += &format!("{}\n", style.paint(&line, ink));
        }
    };
    line(&names::line(&matrix.provenance.name), Ink::Strong);
    line(&matrix.source().line(), Ink::Faint);
    for said in matrix.notes() {
        line(&said, Ink::Plain);
    }
    let mut block = |title: String, show: &dyn Fn(&Pairing<'_>) -> Option<String>| {
        let shown: Vec<Option<String>> = matrix.pairings().map(|pairing| show(&pairing)).collect();
        if shown.iter().all(Option::is_none) {
            return;
        }
        let names: Vec<String> = matrix.units.iter().map(|unit| names::line(&unit.name)).collect();
        let cell = |cell: &Option<String>| cell.clone().unwrap_or_else(|| digits::missing().to_owned());
        let rows = shown.chunks(names.len()).map(|row| row.iter().map(cell).collect());
        let grid = grid::Matrix {
            corner: ("attacker", "target"),
            rows: names.clone(),
            columns: names.clone(),
            cells: rows.collect(),
        };
        text += &format!("\n{}\n", style.paint(&style.text(&title), Ink::Strong));
        for line in grid.lines(width, style) {
            text += &format!("{line}\n");
        }
    };
    let within = matrix.within();
    block(format!("Killed {within}: attackers down, targets across"), &|pairing| {
        pairing.kill().map(|kill| digits::percent(&kill))
    });
    block("Mean attacks to kill".to_owned(), &|pairing| pairing.attacks());
    block("Points destroyed per round".to_owned(), &|pairing| {
        pairing.points_per_round().map(|points| digits::number(&points))
    });
    block("Points destroyed per round and point spent".to_owned(), &|pairing| {
        pairing.points_per_point().map(|points| digits::number(&points))
    });
    text
}

/// The matrix for programs.
pub fn matrix_json(matrix: &Matrix) -> String {
    let estimate = |estimate: Option<Estimate>| {
        estimate.map(|known| json!({ "value": known.value, "low": known.low(), "high": known.high() }))
    };
    let pairing = |pairing: Pairing<'_>| {
        let results = pairing.results();
        json!({
            "attacker": pairing.attacker.name,
            "target": pairing.target.name,
            "kill": estimate(pairing.kill()),
            "mean_attacks_to_kill": estimate(pairing.mean_attacks()),
            "mean_attacks_at_least": pairing.least_attacks(),
            "mean_attacks_trials": pairing.longest().and_then(|results| results.method.trials()),
            "median_attacks_to_kill": results.and_then(|results| results.attacks_to_kill.median),
            "points_per_round": estimate(pairing.points_per_round()),
            "points_per_round_and_point": estimate(pairing.points_per_point()),
            "method": results.map(|results| results.method.name()),
            "trials": results.and_then(|results| results.method.trials()),
            "seed": results.and_then(|results| results.method.seed()),
            "reasons": pairing.cell.as_ref().err(),
        })
    };
    let provenance = &matrix.provenance;
    let unit = |unit: &Unit| json!({ "name": unit.name, "points": unit.points });
    json::document_text(&json!({
        "roster": provenance.name,
        "description": provenance.description,
        "system": provenance.system_id,
        "rounds": matrix.rounds,
        "situation": matrix.situation,
        "other_situations": matrix.other_situations,
        "hash": provenance.hash,
        "version": provenance.version,
        "command": provenance.command,
        "units": matrix.units.iter().map(unit).collect::<Vec<Value>>(),
        "pairings": matrix.pairings().map(pairing).collect::<Vec<Value>>(),
    }))
}

/// The matrix for spreadsheets: a row for each pairing.
pub fn matrix_csv(matrix: &Matrix) -> Result<Vec<u8>, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let estimates = ["kill", "mean_attacks_to_kill", "points_per_round", "points_per_round_and_point"];
    let before = ["roster", "attacker", "target", "attacker_points", "target_points", "rounds", "situation"];
    let after = [
        "median_attacks_to_kill",
        "mean_attacks_at_least",
        "mean_attacks_trials",
        "reason",
        "method",
        "trials",
        "seed",
        "roster_hash",
        "version",
        "note",
    ];
    let columns = estimates.iter().flat_map(|name| ["", "_low", "_high"].map(|end| format!("{name}{end}")));
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
    writer.write_record(owned(&before).into_iter().chain(columns).chain(owned(&after)))?;
    for pairing in matrix.pairings() {
        let (results, method) = (pairing.results(), pairing.results().map(|results| results.method));
        let whole = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let found =
            [pairing.kill(), pairing.mean_attacks(), pairing.points_per_round(), pairing.points_per_point()];
        let ends = found.iter().flat_map(|found| {
            [found.map(|found| found.value), found.and_then(|f| f.low()), found.and_then(|f| f.high())]
        });
        let median = results.and_then(|results| results.attacks_to_kill.median);
        let reasons = pairing.cell.as_ref().err().map(|reasons| reasons.join("; "));
        let mut row = vec![
            harmless(&matrix.provenance.name),
            harmless(&pairing.attacker.name),
            harmless(&pairing.target.name),
            number(pairing.attacker.points),
            number(pairing.target.points),
            matrix.rounds.to_string(),
            harmless(matrix.situation.as_deref().unwrap_or_default()),
        ];
        row.extend(ends.map(number));
        row.extend([
            whole(median.map(u64::from)),
            number(pairing.least_attacks()),
            whole(pairing.longest().and_then(|results| results.method.trials())),
            harmless(&reasons.unwrap_or_default()),
            method.map_or_else(String::new, |method| method.name().to_owned()),
            whole(method.and_then(|method| method.trials())),
            whole(method.and_then(|method| method.seed())),
            harmless(&matrix.provenance.hash),
            harmless(&matrix.provenance.version),
            harmless(&matrix.provenance.note()),
        ]);
        writer.write_record(row)?;
    }
    finished(writer)
}

/// The kill probability of every pairing as a heat map; none where no pairing can be played.
pub fn matrix_charts(matrix: &Matrix) -> Result<Vec<Chart>, ReportError> {
    let names: Vec<String> = matrix.units.iter().map(|unit| names::line(&unit.name)).collect();
    let kills: Vec<Option<Estimate>> = matrix.pairings().map(|pairing| pairing.kill()).collect();
    if kills.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let situation = matrix.situation.as_deref().map(|name| format!("Situation: {}.", names::line(name)));
    let map = Heatmap {
        title: format!("Killed {}", matrix.within()),
        subtitle: situation.unwrap_or_default(),
        values: kills.chunks(names.len()).map(<[_]>::to_vec).collect(),
        rows: names.clone(),
        columns: names,
        row_title: "attacker".to_owned(),
        column_title: "target".to_owned(),
        scale: Scale::Share,
    };
    Ok(vec![heatmap(&matrix.source(), "matrix", &map)?])
}

/// Every file of a matrix, by name.
pub fn matrix_files(matrix: &Matrix) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = matrix_charts(matrix)?;
    let page = page::page(matrix, &charts)?;
    let mut files = vec![
        ("matrix.csv".to_owned(), matrix_csv(matrix)?),
        ("matrix.json".to_owned(), matrix_json(matrix).into_bytes()),
        ("matrix.html".to_owned(), page.into_bytes()),
    ];
    add_charts(&mut files, charts);
    Ok(files)
}
