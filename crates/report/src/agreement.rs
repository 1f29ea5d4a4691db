//! Exact and sampled answers side by side: a table, JSON and CSV.

use results::{Agreement, Estimate, LEVEL, Pair};
use serde_json::{Value, json};

use crate::grid::{self, Column, Ink};
use crate::{ReportError, Style, digits, long_form, names};

/// Both methods on every run of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The scenario's name.
    pub scenario: String,
    /// Each run with its numbers.
    pub runs: Vec<(String, Agreement)>,
    /// Trials of each run.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
}

/// The limit of rows of a run in the table. Files hold all.
const ROWS: usize = 60;

impl Checked {
    /// Whether all numbers of all runs agree within what chance allows.
    pub fn agrees(&self) -> bool {
        self.runs.iter().all(|(_, agreement)| agreement.disagreements().next().is_none())
    }

    /// The verdict in a sentence: how many numbers were compared, and how far they differ.
    pub fn verdict(&self) -> String {
        let pairs = || self.runs.iter().flat_map(|(_, agreement)| &agreement.pairs);
        let worst = pairs().filter_map(|pair| pair.z).fold(0.0, |worst: f64, z| worst.max(z.abs()));
        let wrong = self.runs.iter().flat_map(|(_, agreement)| agreement.disagreements()).count();
        let numbers = digits::whole(pairs().count() as u64);
        let level = format!("once in {} runs by chance", digits::whole((1.0 / LEVEL).round() as u64));
        if wrong == 0 {
            format!(
                "exact and Monte Carlo agree on {numbers} numbers, at most {worst:.1} standard errors apart"
            )
        } else {
            format!("exact and Monte Carlo disagree on {wrong} of {numbers} numbers; that happens {level}")
        }
    }
}

/// Both answers for people. Where there are many numbers, the kills and those furthest apart are shown.
pub fn agreement_table(checked: &Checked, width: usize, style: Style) -> String {
    let mut text = String::new();
    let title = format!("{}: both methods", names::line(&checked.scenario));
    let about = format!("{} trials, seed {}", digits::whole(checked.trials), checked.seed);
    text +=
        &format!("{}\n{}\n", style.paint(&style.text(&title), Ink::Strong), style.paint(&about, Ink::Faint));
    for (label, agreement) in &checked.runs {
        let threshold = agreement.threshold();
        let mut shown: Vec<&Pair> = agreement.pairs.iter().collect();
        let left_out = shown.len().saturating_sub(ROWS);
        if left_out > 0 {
            shown.sort_by(|a, b| a.chance.total_cmp(&b.chance));
            shown.truncate(ROWS);
            shown.sort_by_key(|pair| pair.round);
        }
        let columns = [
            Column::right("round"),
            Column::left("quantity"),
            Column::right("exact"),
            Column::right("sampled"),
            Column::right("z"),
            Column::left(""),
        ];
        let rows: Vec<Vec<String>> = shown
            .iter()
            .map(|pair| {
                vec![
                    pair.round.to_string(),
                    pair.quantity.clone(),
                    digits::percent(&Estimate::exact(pair.exact)),
                    digits::percent_with_margin(&pair.sampled),
                    pair.z.map_or_else(|| digits::missing().to_owned(), |z| format!("{z:+.2}")),
                    if pair.chance < threshold { "DISAGREE".to_owned() } else { String::new() },
                ]
            })
            .collect();
        text += &format!("\n{}\n", style.paint(&style.text(&names::line(label)), Ink::Strong));
        for line in grid::lines(&columns, &rows, width, style) {
            text += &format!("{line}\n");
        }
        if left_out > 0 {
            text += &format!(
                "  {} more are closer together; --format csv shows all\n",
                digits::whole(left_out as u64)
            );
        }
    }
    text += &format!("\n{}\n", style.paint(&checked.verdict(), Ink::Strong));
    text
}

/// Both answers for programs.
pub fn agreement_json(checked: &Checked) -> String {
    let runs: Vec<Value> = checked
        .runs
        .iter()
        .map(|(label, agreement)| {
            let numbers: Vec<Value> = agreement
                .pairs
                .iter()
                .map(|pair| {
                    json!({
                        "round": pair.round,
                        "quantity": pair.quantity,
                        "exact": pair.exact,
                        "sampled": pair.sampled.value,
                        "low": pair.sampled.low(),
                        "high": pair.sampled.high(),
                        "z": pair.z,
                        "chance": pair.chance,
                    })
                })
                .collect();
            json!({ "label": label, "threshold": agreement.threshold(), "numbers": numbers })
        })
        .collect();
    let document = json!({
        "scenario": checked.scenario,
        "method": "both",
        "trials": checked.trials,
        "seed": checked.seed,
        "agrees": checked.agrees(),
        "runs": runs,
    });
    format!("{document:#}\n")
}

/// Both answers for spreadsheets.
pub fn agreement_csv(checked: &Checked) -> Result<String, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "scenario", "label", "round", "quantity", "exact", "sampled", "z", "chance", "trials", "seed",
    ])?;
    for (label, agreement) in &checked.runs {
        for pair in &agreement.pairs {
            writer.write_record([
                long_form::harmless(&checked.scenario),
                long_form::harmless(label),
                pair.round.to_string(),
                pair.quantity.clone(),
                long_form::number(Some(pair.exact)),
                long_form::number(Some(pair.sampled.value)),
                long_form::number(pair.z),
                long_form::number(Some(pair.chance)),
                checked.trials.to_string(),
                checked.seed.to_string(),
            ])?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| ReportError::Csv(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
