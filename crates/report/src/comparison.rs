//! Versions of an attack held against the first: a table, JSON and CSV.

use results::{Comparison, Quantity, Verdict};
use serde_json::{Value, json};

use crate::grid::{self, Column, Ink};
use crate::{ReportError, Style, digits, long_form, names};

/// A comparison of several versions with the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The first version's name.
    pub base: String,
    /// The others, each with how it differs from the first.
    pub others: Vec<(String, Comparison)>,
    /// The least difference of a probability that counts, and the least share of any other number.
    pub matters: f64,
    /// The seed, if it was sampled.
    pub seed: Option<u64>,
    /// The hashes of the scenarios.
    pub hash: String,
    /// The version of killcurve.
    pub version: &'static str,
    /// The command that makes it again.
    pub command: String,
}

/// A row of the comparison.
struct Line<'a> {
    name: String,
    round: Option<usize>,
    quantity: &'a Quantity,
    kind: Kind,
    matters: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Kill,
    Damage,
    Attacks,
}

fn lines(comparison: &Comparison, matters: f64) -> Vec<Line<'_>> {
    let kill = (1..).zip(&comparison.kill).map(|(round, quantity)| Line {
        name: format!("killed by round {round}"),
        round: Some(round),
        quantity,
        kind: Kind::Kill,
        matters,
    });
    // What matters of a damage or of a number of attacks is a share of it.
    let other = |name: &str, quantity, kind| -> Line<'_> {
        let quantity: &Quantity = quantity;
        Line {
            name: name.to_owned(),
            round: None,
            quantity,
            kind,
            matters: matters * quantity.base.value.abs(),
        }
    };
    let damage =
        comparison.damage.iter().map(|quantity| other("mean damage, all rounds", quantity, Kind::Damage));
    let attacks = other("attacks until the kill or the end", &comparison.attacks, Kind::Attacks);
    kill.chain(damage).chain([attacks]).collect()
}

impl Line<'_> {
    fn verdict(&self, trials: Option<u64>) -> Verdict {
        self.quantity.verdict(self.matters, trials)
    }

    /// More kills and more damage are better, more attacks are worse.
    fn words(&self, trials: Option<u64>) -> String {
        match (self.verdict(trials), self.kind) {
            (Verdict::Same, _) => "the same".to_owned(),
            (Verdict::More, Kind::Kill | Kind::Damage) | (Verdict::Less, Kind::Attacks) => {
                "better".to_owned()
            }
            (Verdict::More | Verdict::Less, _) => "worse".to_owned(),
            (Verdict::Unclear { trials }, _) => {
                format!("cannot tell yet; about {} trials would", digits::whole(round_up(trials)))
            }
        }
    }

    fn shown(&self) -> [String; 2] {
        let Quantity { base, difference } = *self.quantity;
        match self.kind {
            Kind::Kill => [digits::percent(&base), digits::points_with_margin(&difference)],
            Kind::Damage | Kind::Attacks => [digits::number(&base), signed(&difference)],
        }
    }
}

/// A difference with its sign.
pub(crate) fn signed(difference: &results::Estimate) -> String {
    let sign = if difference.value > 0.0 { "+" } else { "" };
    format!("{sign}{}", digits::number_with_margin(difference))
}

/// To two digits, so that nobody takes it for more than it is.
fn round_up(trials: u64) -> u64 {
    let step = 10_u64.pow(trials.max(1).ilog10().saturating_sub(1));
    trials.div_ceil(step).saturating_mul(step)
}

/// The comparison for people.
pub fn comparison_table(compared: &Compared, width: usize, style: Style) -> String {
    let mut text = String::new();
    for (name, comparison) in &compared.others {
        let title = format!("{} compared with {}", names::line(name), names::line(&compared.base));
        let how = match comparison.trials {
            None => "exact".to_owned(),
            Some(trials) => {
                let seed = compared.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
                format!(
                    "{} paired trials{seed}; ± is the 95 % interval of the difference",
                    digits::whole(trials)
                )
            }
        };
        let (points, share) = (digits::plain(compared.matters), digits::plain(100.0 * compared.matters));
        let about = format!(
            "{how}\nthe same: no more than {points} of a probability, or {share} % of damage and attacks, apart"
        );
        text += &format!(
            "{}\n{}\n",
            style.paint(&style.text(&title), Ink::Strong),
            style.paint(&style.text(&about), Ink::Faint)
        );
        let columns = [
            Column::left(""),
            Column::right("base"),
            Column::right("difference"),
            Column::left("verdict").ink(Ink::Strong),
        ];
        let rows: Vec<Vec<String>> = lines(comparison, compared.matters)
            .iter()
            .map(|line| {
                let [base, difference] = line.shown();
                vec![line.name.clone(), base, difference, line.words(comparison.trials)]
            })
            .collect();
        for line in grid::lines(&columns, &rows, width, style) {
            text += &format!("{line}\n");
        }
        text.push('\n');
    }
    text
}

/// The comparison for programs.
pub fn comparison_json(compared: &Compared) -> String {
    let others: Vec<Value> = compared
        .others
        .iter()
        .map(|(name, comparison)| {
            let quantities: Vec<Value> = lines(comparison, compared.matters)
                .iter()
                .map(|line| {
                    let Quantity { base, difference } = *line.quantity;
                    json!({
                        "quantity": key(line.kind),
                        "round": line.round,
                        "base": base.value,
                        "difference": difference.value,
                        "low": difference.low(),
                        "high": difference.high(),
                        "verdict": line.words(comparison.trials),
                    })
                })
                .collect();
            json!({ "label": name, "trials": comparison.trials, "quantities": quantities })
        })
        .collect();
    let document = json!({
        "base": compared.base,
        "matters": compared.matters,
        "seed": compared.seed,
        "scenario_hash": compared.hash,
        "version": compared.version,
        "command": compared.command,
        "comparisons": others,
    });
    format!("{document:#}\n")
}

const fn key(kind: Kind) -> &'static str {
    match kind {
        Kind::Kill => "kill",
        Kind::Damage => "damage",
        Kind::Attacks => "attacks",
    }
}

/// The comparison for spreadsheets.
pub fn comparison_csv(compared: &Compared) -> Result<String, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = [
        "base",
        "label",
        "quantity",
        "round",
        "base_value",
        "difference",
        "low",
        "high",
        "verdict",
        "trials",
        "seed",
        "scenario_hash",
        "version",
    ];
    writer.write_record(columns)?;
    for (name, comparison) in &compared.others {
        for line in lines(comparison, compared.matters) {
            let Quantity { base, difference } = *line.quantity;
            let cell = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
            writer.write_record([
                long_form::harmless(&compared.base),
                long_form::harmless(name),
                key(line.kind).to_owned(),
                cell(line.round.map(|round| round as u64)),
                long_form::number(Some(base.value)),
                long_form::number(Some(difference.value)),
                long_form::number(difference.low()),
                long_form::number(difference.high()),
                line.words(comparison.trials),
                cell(comparison.trials),
                cell(compared.seed.filter(|_| comparison.trials.is_some())),
                long_form::harmless(&compared.hash),
                compared.version.to_owned(),
            ])?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| ReportError::Csv(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
