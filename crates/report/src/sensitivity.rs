//! What one step of a number is worth: a table, JSON, CSV and a tornado, the largest change first.

mod page;
mod picture;

use results::{Comparison, Quantity};
use serde_json::{Value, json};

use crate::comparison::signed;
use crate::grid::{self, Column, Ink};
use crate::long_form::{finished, harmless, number};
use crate::{ReportError, Style, add_charts, digits, json, names, words};

/// Every number of both units a step up and down.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// The scenario's name.
    pub scenario: String,
    /// The system as files write it.
    pub system_id: &'static str,
    /// The system as people write it.
    pub system_title: &'static str,
    /// The rounds that are played.
    pub rounds: u32,
    /// The numbers.
    pub swings: Vec<Swing>,
    /// The seed, if anything was sampled.
    pub seed: Option<u64>,
    /// The hash of the scenario.
    pub hash: String,
    /// The version of killcurve.
    pub version: &'static str,
    /// The command that makes it again.
    pub command: String,
    /// The text of the scenario file.
    pub input: String,
}

/// One number, and what its steps change.
#[derive(Clone, Debug, PartialEq)]
pub struct Swing {
    /// The field, such as `attacker.pen`.
    pub field: String,
    /// What the field belongs to, where that has a name of its own, such as a weapon.
    pub part: Option<String>,
    /// The number as it is.
    pub from: i64,
    /// What it becomes, and how that differs; at most one step each way.
    pub steps: Vec<(i64, Comparison)>,
}

fn kill(comparison: &Comparison) -> Option<&Quantity> {
    comparison.kill.last()
}

impl Swing {
    fn name(&self) -> String {
        match &self.part {
            Some(part) => names::line(&format!("{} ({part})", self.field)),
            None => names::line(&self.field),
        }
    }

    /// The largest change of the kill probability, then that of attacks.
    fn reach(&self) -> (f64, f64) {
        let most = |change: &dyn Fn(&Comparison) -> f64| {
            self.steps.iter().map(|(_, comparison)| change(comparison).abs()).fold(0.0, f64::max)
        };
        (
            most(&|comparison| kill(comparison).map_or(0.0, |kill| kill.difference.value)),
            most(&|comparison| comparison.attacks.difference.value),
        )
    }

    fn step(&self, up: bool) -> Option<&Comparison> {
        self.steps.iter().find(|(to, _)| (*to > self.from) == up).map(|(_, comparison)| comparison)
    }
}

impl Sensitivity {
    /// The numbers that change most come first; equal ones stay in order.
    fn ordered(&self) -> Vec<&Swing> {
        let mut swings: Vec<&Swing> = self.swings.iter().collect();
        swings.sort_by(|a, b| {
            let ((a, of_a), (b, of_b)) = (a.reach(), b.reach());
            b.total_cmp(&a).then(of_b.total_cmp(&of_a))
        });
        swings
    }

    /// The number that every step is measured from.
    fn as_it_is(&self) -> Option<String> {
        let base = self.comparisons().next()?;
        let kill = kill(base).map_or_else(String::new, |kill| digits::percent(&kill.base));
        let attacks = digits::number(&base.attacks.base);
        let rounds = words::counted(self.rounds.into(), "round");
        Some(format!(
            "As it is: killed within {rounds} with {kill}, {attacks} attacks until the kill or the end."
        ))
    }

    /// The numbers that change something, the largest change first, and a sentence on the others.
    fn parted(&self) -> (Vec<&Swing>, Option<String>) {
        let (moving, still): (Vec<&Swing>, Vec<&Swing>) =
            self.ordered().into_iter().partition(|swing| swing.reach() != (0.0, 0.0));
        let names: Vec<String> = still.iter().map(|swing| swing.name()).collect();
        let still = (!names.is_empty()).then(|| format!("A step changes nothing in: {}.", names.join(", ")));
        (moving, still)
    }

    fn comparisons(&self) -> impl Iterator<Item = &Comparison> {
        self.swings.iter().flat_map(|swing| swing.steps.iter().map(|(_, comparison)| comparison))
    }

    fn method(&self) -> String {
        let trials = self.comparisons().filter_map(|comparison| comparison.trials).max();
        match trials {
            None => "exact".to_owned(),
            Some(trials) => {
                let seed = self.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
                let every = self.comparisons().all(|comparison| comparison.trials.is_some());
                let where_ = if every { "" } else { " where it is not exact" };
                format!(
                    "{}{seed}{where_}; ± is the 95 % interval of a difference",
                    words::counted(trials, "paired trial")
                )
            }
        }
    }
}

/// The sensitivity for people.
pub fn sensitivity_table(sensitivity: &Sensitivity, width: usize, style: Style) -> String {
    let title = format!("What a step is worth: {}", names::line(&sensitivity.scenario));
    let hash = words::short_hash(&sensitivity.hash);
    let about = [sensitivity.system_title.to_owned(), sensitivity.method(), format!("scenario {hash}")];
    let mut text = String::new();
    let mut line = |words: &str, ink| {
        for line in names::wrap(&style.text(words), width) {
            text += &format!("{}\n", style.paint(&line, ink));
        }
    };
    line(&title, Ink::Strong);
    line(&about.join(" · "), Ink::Faint);
    if let Some(base) = sensitivity.as_it_is() {
        line(&base, Ink::Plain);
    }
    let (moving, still) = sensitivity.parted();
    if let Some(still) = still {
        line(&still, Ink::Faint);
    }
    if moving.is_empty() {
        return text;
    }
    let columns = [
        Column::left("field"),
        Column::right("now"),
        Column::right("killed, one less"),
        Column::right("one more"),
        Column::right("attacks, one less"),
        Column::right("one more"),
    ];
    let shown = |comparison: Option<&Comparison>, show: &dyn Fn(&Comparison) -> Option<String>| {
        comparison.and_then(show).unwrap_or_else(|| digits::missing().to_owned())
    };
    let by_kill = |comparison: &Comparison| Some(digits::points_with_margin(&kill(comparison)?.difference));
    let by_attacks = |comparison: &Comparison| Some(signed(&comparison.attacks.difference));
    let rows: Vec<Vec<String>> = moving
        .iter()
        .map(|swing| {
            let (down, up) = (swing.step(false), swing.step(true));
            vec![
                swing.name(),
                swing.from.to_string(),
                shown(down, &by_kill),
                shown(up, &by_kill),
                shown(down, &by_attacks),
                shown(up, &by_attacks),
            ]
        })
        .collect();
    text.push('\n');
    for line in grid::lines(&columns, &rows, width, style) {
        text += &format!("{line}\n");
    }
    text
}

/// The sensitivity for programs.
pub fn sensitivity_json(sensitivity: &Sensitivity) -> String {
    let quantity = |quantity: &Quantity| {
        let Quantity { base, difference } = quantity;
        json!({ "base": base.value, "difference": difference.value, "low": difference.low(), "high": difference.high() })
    };
    let step = |(to, comparison): &(i64, Comparison)| {
        json!({
            "to": to,
            "kill": kill(comparison).map(quantity),
            "attacks": quantity(&comparison.attacks),
            "trials": comparison.trials,
        })
    };
    let swing = |swing: &&Swing| {
        json!({
            "field": swing.field,
            "part": swing.part,
            "from": swing.from,
            "steps": swing.steps.iter().map(step).collect::<Vec<Value>>(),
        })
    };
    json::document_text(&json!({
        "scenario": sensitivity.scenario,
        "rounds": sensitivity.rounds,
        "seed": sensitivity.seed,
        "scenario_hash": sensitivity.hash,
        "version": sensitivity.version,
        "command": sensitivity.command,
        "fields": sensitivity.ordered().iter().map(swing).collect::<Vec<Value>>(),
    }))
}

/// The sensitivity for spreadsheets: a row for each step and quantity.
pub fn sensitivity_csv(sensitivity: &Sensitivity) -> Result<Vec<u8>, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "scenario",
        "field",
        "part",
        "from",
        "to",
        "quantity",
        "round",
        "base_value",
        "difference",
        "low",
        "high",
        "trials",
        "seed",
        "scenario_hash",
        "version",
    ])?;
    let whole = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    for swing in sensitivity.ordered() {
        for (to, comparison) in &swing.steps {
            let round = Some(comparison.kill.len() as u64);
            let attacks = ("attacks", None, &comparison.attacks);
            for (name, round, quantity) in
                kill(comparison).map(|kill| ("kill", round, kill)).into_iter().chain([attacks])
            {
                writer.write_record([
                    harmless(&sensitivity.scenario),
                    harmless(&swing.field),
                    harmless(swing.part.as_deref().unwrap_or_default()),
                    swing.from.to_string(),
                    to.to_string(),
                    name.to_owned(),
                    whole(round),
                    number(Some(quantity.base.value)),
                    number(Some(quantity.difference.value)),
                    number(quantity.difference.low()),
                    number(quantity.difference.high()),
                    whole(comparison.trials),
                    whole(sensitivity.seed.filter(|_| comparison.trials.is_some())),
                    harmless(&sensitivity.hash),
                    sensitivity.version.to_owned(),
                ])?;
            }
        }
    }
    finished(writer)
}

/// Every file of a sensitivity, by name.
pub fn sensitivity_files(sensitivity: &Sensitivity) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = picture::charts(sensitivity)?;
    let page = page::page(sensitivity, &charts)?;
    let mut files = vec![
        ("sensitivity.csv".to_owned(), sensitivity_csv(sensitivity)?),
        ("sensitivity.json".to_owned(), sensitivity_json(sensitivity).into_bytes()),
        ("sensitivity.html".to_owned(), page.into_bytes()),
    ];
    add_charts(&mut files, charts)?;
    Ok(files)
}
