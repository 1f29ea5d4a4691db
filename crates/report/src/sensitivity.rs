//! The effect of one step of each number: a table, JSON, CSV and tornados, the largest change first.

pub(crate) mod page;
mod picture;

use results::{Comparison, Provenance, Quantity};
use serde_json::{Value, json};

use crate::comparison::signed;
use crate::grid::{self, Column, Ink};
use crate::long_form::{finished, harmless, number};
use crate::source::Source;
use crate::{Chart, ReportError, Style, add_charts, digits, json, names, phrases};

/// The effect of one step up and down of every number of both units.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The rounds that are played.
    pub rounds: u32,
    /// The numbers.
    pub swings: Vec<Swing>,
}

/// One number and the effect of its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Swing {
    /// The field, such as `attacker.pen`.
    pub field: String,
    /// The name of the field's owner, such as a weapon, if it has one.
    pub part: Option<String>,
    /// The present number.
    pub from: i64,
    /// The number after each step and its effect; at most one step each way.
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

    /// The largest changes of the kill probability and of attacks.
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
    /// The numbers, the largest change first. Equal ones keep their order.
    fn ordered(&self) -> Vec<&Swing> {
        let mut swings: Vec<&Swing> = self.swings.iter().collect();
        swings.sort_by(|a, b| {
            let ((a, of_a), (b, of_b)) = (a.reach(), b.reach());
            b.total_cmp(&a).then(of_b.total_cmp(&of_a))
        });
        swings
    }

    /// A sentence on the base.
    fn as_it_is(&self) -> Option<String> {
        let base = self.comparisons().next()?;
        let kill = kill(base).map_or_else(String::new, |kill| digits::percent(&kill.base));
        let attacks = digits::number(&base.attacks.base);
        let rounds = phrases::count_of(self.rounds.into(), "round");
        Some(format!("As it is: {kill} killed within {rounds}, {attacks} attacks until the kill or the end."))
    }

    /// The numbers with an effect, the largest first, and a sentence on the others.
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

    pub(crate) fn source(&self) -> Source<'_> {
        Source { provenance: &self.provenance, methods: self.method() }
    }

    fn method(&self) -> String {
        let trials = self.comparisons().filter_map(|comparison| comparison.trials).max();
        match trials {
            None => "exact".to_owned(),
            Some(trials) => {
                let seed = self.provenance.seed().map(|seed| format!(", seed {seed}")).unwrap_or_default();
                let every = self.comparisons().all(|comparison| comparison.trials.is_some());
                let where_ = if every { "" } else { " where it is not exact" };
                format!(
                    "{}{seed}{where_}; ± is the 95 % interval of a difference",
                    phrases::count_of(trials, "paired trial")
                )
            }
        }
    }
}

/// The sensitivity for people.
pub fn sensitivity_table(sensitivity: &Sensitivity, width: usize, style: Style) -> String {
    let title = format!("What a step is worth: {}", names::line(&sensitivity.provenance.name));
    let mut text = String::new();
    let mut line = |words: &str, ink| {
        for line in names::wrap(&style.text(words), width) {
            text += &format!("{}\n", style.paint(&line, ink));
        }
    };
    line(&title, Ink::Strong);
    line(&sensitivity.source().line(), Ink::Faint);
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
        Column::right("kills, one less"),
        Column::right("one more"),
        Column::right("attacks, one less"),
        Column::right("one more"),
    ];
    let shown = |comparison: Option<&Comparison>, show: &dyn Fn(&Comparison) -> Option<String>| {
        comparison.and_then(show).unwrap_or_else(|| digits::missing().to_owned())
    };
    let by_kill = |comparison: &Comparison| Some(signed(&kill(comparison)?.difference.times(100.0)));
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
    text += &format!("\n{}\n", style.paint("Changes of kills are in percentage points.", Ink::Faint));
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
    let provenance = &sensitivity.provenance;
    json::document_text(&json!({
        "scenario": provenance.name,
        "rounds": sensitivity.rounds,
        "seed": provenance.seed(),
        "file_notes": provenance.notes,
        "scenario_hash": provenance.hash,
        "version": provenance.version,
        "command": provenance.command,
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
        "difference_low",
        "difference_high",
        "trials",
        "seed",
        "scenario_hash",
        "version",
        "note",
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
                    harmless(&sensitivity.provenance.name),
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
                    whole(sensitivity.provenance.seed().filter(|_| comparison.trials.is_some())),
                    harmless(&sensitivity.provenance.hash),
                    harmless(&sensitivity.provenance.version),
                    harmless(&sensitivity.provenance.note()),
                ])?;
            }
        }
    }
    finished(writer)
}

/// The charts of a sensitivity.
pub fn sensitivity_charts(sensitivity: &Sensitivity) -> Result<Vec<Chart>, ReportError> {
    picture::charts(sensitivity)
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
    add_charts(&mut files, charts);
    Ok(files)
}
