//! Versions of an attack compared with the first: a table, JSON and CSV.

use results::{Comparison, ERROR_LEVEL, Provenance, Quantity, Row, RowKind, Verdict};
use serde_json::{Value, json};

use crate::grid::{self, Column, Ink};
use crate::html::tables::{Cell, Table, numbers, text_column};
use crate::source::{Section, Source};
use crate::{ReportError, Style, digits, long_form, names, phrases};

/// A comparison of several versions with the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The first version's name.
    pub base: String,
    /// The others, each with its differences from the first and the verdicts on them, which hold together.
    pub others: Vec<(String, Comparison, Vec<Verdict>)>,
    /// The smallest difference of a probability that matters, and the smallest share of any other number.
    pub matters: f64,
}

/// A row of the comparison.
struct Line<'a> {
    row: Row<'a>,
    verdict: Verdict,
}

fn lines<'a>(comparison: &'a Comparison, verdicts: &[Verdict], matters: f64) -> Vec<Line<'a>> {
    let rows = comparison.rows(matters).into_iter().zip(verdicts);
    rows.map(|(row, &verdict)| Line { row, verdict }).collect()
}

impl Line<'_> {
    fn name(&self) -> String {
        match self.row.kind {
            RowKind::Kill { round } => format!("killed by round {round}"),
            RowKind::Damage => "mean damage, all rounds".to_owned(),
            RowKind::Attacks => "attacks until the kill or the end".to_owned(),
        }
    }

    fn round(&self) -> Option<usize> {
        match self.row.kind {
            RowKind::Kill { round } => Some(round),
            RowKind::Damage | RowKind::Attacks => None,
        }
    }

    /// More kills and more damage are better, more attacks are worse.
    fn words(&self) -> String {
        match (self.verdict, self.row.kind) {
            (Verdict::Same, _) => "the same".to_owned(),
            (Verdict::More, RowKind::Kill { .. } | RowKind::Damage) | (Verdict::Less, RowKind::Attacks) => {
                "better".to_owned()
            }
            (Verdict::More | Verdict::Less, _) => "worse".to_owned(),
            (Verdict::Unclear { trials }, _) => {
                format!("cannot tell yet; about {} trials would", digits::whole(round_up(trials)))
            }
        }
    }

    fn shown(&self) -> [String; 2] {
        let Quantity { base, difference } = *self.row.quantity;
        match self.row.kind {
            RowKind::Kill { .. } => [digits::percent(&base), digits::percentage_points(&difference)],
            RowKind::Damage | RowKind::Attacks => [digits::number(&base), signed(&difference)],
        }
    }
}

/// A difference with its sign.
pub(crate) fn signed(difference: &results::Estimate) -> String {
    let sign = if difference.value > 0.0 { "+" } else { "" };
    format!("{sign}{}", digits::number_with_margin(difference))
}

/// Rounds up to two digits: it is an estimate.
fn round_up(trials: u64) -> u64 {
    let step = 10_u64.pow(trials.max(1).ilog10().saturating_sub(1));
    trials.div_ceil(step).saturating_mul(step)
}

/// The title of a version's differences, and how they were found.
fn headings(compared: &Compared, name: &str, comparison: &Comparison) -> (String, Vec<String>) {
    let title = format!("{} compared with {}", names::line(name), names::line(&compared.base));
    let mut how = match comparison.trials {
        None => vec!["exact".to_owned()],
        Some(trials) => {
            let seed = compared.provenance.seed().map(|seed| format!(", seed {seed}")).unwrap_or_default();
            let trials = digits::whole(trials);
            let confidence = digits::plain(100.0 * (1.0 - ERROR_LEVEL));
            vec![
                format!("{trials} paired trials{seed}; ± is the 95 % interval of the difference"),
                format!("all verdicts hold together with a confidence of {confidence} % (Holm)"),
            ]
        }
    };
    let (points, share) = (digits::plain(compared.matters), digits::plain(100.0 * compared.matters));
    how.push(format!(
        "the same: no more than {points} of a probability, or {share} % of damage and attacks, apart"
    ));
    (title, how)
}

/// The comparison for people.
pub fn comparison_table(compared: &Compared, width: usize, style: Style) -> String {
    let mut text = String::new();
    for (name, comparison, verdicts) in &compared.others {
        let (title, about) = headings(compared, name, comparison);
        let about = about.join("\n");
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
        let rows: Vec<Vec<String>> = lines(comparison, verdicts, compared.matters)
            .iter()
            .map(|line| {
                let [base, difference] = line.shown();
                vec![line.name(), base, difference, line.words()]
            })
            .collect();
        for line in grid::lines(&columns, &rows, width, style) {
            text += &format!("{line}\n");
        }
        text.push('\n');
    }
    text
}

/// Where the comparison comes from.
pub(crate) fn source(compared: &Compared) -> Source<'_> {
    let provenance = &compared.provenance;
    Source { provenance, methods: phrases::methods_among(provenance.methods.iter()) }
}

/// A section for each version, with the same rows as [`comparison_table`].
pub(crate) fn sections(compared: &Compared) -> Vec<Section> {
    let section = |(name, comparison, verdicts): &(String, Comparison, Vec<Verdict>)| {
        let columns = [numbers("Base"), numbers("Difference"), text_column("Verdict")];
        let row = |line: &Line<'_>| {
            let Quantity { base, difference } = *line.row.quantity;
            let [shown, apart] = line.shown();
            vec![
                Cell::text(&line.name()),
                Cell::number(shown, base.value),
                Cell::number(apart, difference.value),
                Cell::text(&line.words()),
            ]
        };
        let rows = lines(comparison, verdicts, compared.matters).iter().map(row).collect();
        let columns = [text_column("Quantity")].into_iter().chain(columns).collect();
        let (title, how) = headings(compared, name, comparison);
        Section { notes: how, ..Section::of(Table::new(&title, columns, rows)) }
    };
    compared.others.iter().map(section).collect()
}

/// The comparison for programs.
pub fn comparison_json(compared: &Compared) -> String {
    let others: Vec<Value> = compared
        .others
        .iter()
        .map(|(name, comparison, verdicts)| {
            let quantities: Vec<Value> = lines(comparison, verdicts, compared.matters)
                .iter()
                .map(|line| {
                    let Quantity { base, difference } = *line.row.quantity;
                    json!({
                        "quantity": key(line.row.kind),
                        "round": line.round(),
                        "base": base.value,
                        "difference": difference.value,
                        "low": difference.low(),
                        "high": difference.high(),
                        "verdict": line.words(),
                    })
                })
                .collect();
            json!({ "label": name, "trials": comparison.trials, "quantities": quantities })
        })
        .collect();
    let document = json!({
        "base": compared.base,
        "matters": compared.matters,
        "family_level": ERROR_LEVEL,
        "seed": compared.provenance.seed(),
        "file_notes": compared.provenance.notes,
        "scenario_hash": compared.provenance.hash,
        "version": compared.provenance.version,
        "command": compared.provenance.command,
        "comparisons": others,
    });
    format!("{document:#}\n")
}

const fn key(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Kill { .. } => "kill",
        RowKind::Damage => "damage",
        RowKind::Attacks => "attacks",
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
        "difference_low",
        "difference_high",
        "verdict",
        "trials",
        "seed",
        "scenario_hash",
        "version",
        "note",
    ];
    writer.write_record(columns)?;
    for (name, comparison, verdicts) in &compared.others {
        for line in lines(comparison, verdicts, compared.matters) {
            let Quantity { base, difference } = *line.row.quantity;
            let cell = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
            writer.write_record([
                long_form::harmless(&compared.base),
                long_form::harmless(name),
                key(line.row.kind).to_owned(),
                cell(line.round().map(|round| round as u64)),
                long_form::number(Some(base.value)),
                long_form::number(Some(difference.value)),
                long_form::number(difference.low()),
                long_form::number(difference.high()),
                line.words(),
                cell(comparison.trials),
                cell(compared.provenance.seed().filter(|_| comparison.trials.is_some())),
                long_form::harmless(&compared.provenance.hash),
                long_form::harmless(&compared.provenance.version),
                long_form::harmless(&compared.provenance.note()),
            ])?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| ReportError::Csv(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
