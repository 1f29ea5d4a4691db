//! CSV files in long form: one row for each number.
//!
//! All files have the same columns, so they can be put together; each row says by itself what it belongs to and
//! how to make it again. Numbers keep every digit, and a missing one is an empty cell. A spreadsheet takes text
//! that begins with certain signs for a formula; such text gets an apostrophe in front.

use std::io::{self, Write};

use results::{Estimate, Round};

use crate::{Report, ReportError, Run, names, setting};

/// The columns before those of the swept fields.
const BEFORE: [&str; 4] = ["scenario", "label", "variant", "settings"];

/// The columns of how a number was found, after the number.
const AFTER: [&str; 6] = ["method", "trials", "seed", "scenario_hash", "version", "note"];

/// What a row says of a number.
const SAYS: [&str; 7] = ["round", "quantity", "outcome", "value", "low", "high", "standard_error"];

/// What a row says beside the run and the round.
struct Row<'a> {
    quantity: &'a str,
    /// The outcome that the probability is of, such as a number of hits.
    outcome: Option<usize>,
    probability: &'a Estimate,
}

/// The probability of a kill by each round.
pub fn kill_curve_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write(report, out, |round| vec![Row { quantity: "kill", outcome: None, probability: &round.kill }])
}

/// The distribution of each measure in each round.
pub fn distributions_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write(report, out, |round| {
        let measures = round.measures.iter().flat_map(|measure| {
            measure.probabilities.iter().enumerate().map(|(outcome, probability)| Row {
                quantity: &measure.name,
                outcome: Some(outcome),
                probability,
            })
        });
        measures.collect()
    })
}

/// The probability of each event by each round.
pub fn events_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write(report, out, |round| {
        let events = round.events.iter();
        events
            .map(|event| Row { quantity: &event.name, outcome: None, probability: &event.probability })
            .collect()
    })
}

fn write(report: &Report, out: &mut dyn Write, rows: impl Fn(&Round) -> Vec<Row<'_>>) -> io::Result<()> {
    let mut table = Table::new(report, out, &SAYS)?;
    for (variant, run) in report.all_runs() {
        let about = About::new(report, variant, run);
        for (index, round) in run.results.rounds.iter().enumerate() {
            for row in rows(round) {
                table.row(&about, &cells(index + 1, &row))?;
            }
        }
    }
    table.finish()
}

/// A CSV file on its way out.
pub(crate) struct Table<'a>(csv::Writer<&'a mut dyn Write>);

impl<'a> Table<'a> {
    /// Begins with the names of the columns: the run with a column for each swept field, what rows say, and how it was found.
    pub(crate) fn new(report: &Report, out: &'a mut dyn Write, says: &[&str]) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(out);
        let swept: Vec<String> = report.sweep.iter().map(|field| harmless(field)).collect();
        let swept = swept.iter().map(String::as_str);
        let columns = BEFORE.into_iter().chain(swept).chain(says.iter().copied()).chain(AFTER);
        writer.write_record(columns).map_err(unwritten)?;
        Ok(Self(writer))
    }

    /// A row: what it belongs to, what it says, and how to make it again.
    pub(crate) fn row(&mut self, about: &About, says: &[String]) -> io::Result<()> {
        let says = says.iter().map(String::as_str);
        self.0.write_record(about.before().chain(says).chain(about.after())).map_err(unwritten)
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns the underlying error, so that a closed pipe is recognised.
pub(crate) fn unwritten(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// The bytes of a file that is written.
pub(crate) fn finished(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, ReportError> {
    writer.into_inner().map_err(|error| ReportError::Csv(error.into_error().into()))
}

/// The cells that are the same in all rows of a run.
pub(crate) struct About {
    scenario: String,
    label: String,
    variant: String,
    settings: String,
    /// The values of the swept fields; empty for a run that is no cell.
    swept: Vec<String>,
    method: &'static str,
    trials: String,
    seed: String,
    hash: String,
    version: String,
    note: String,
}

impl About {
    pub(crate) fn new(report: &Report, variant: &str, run: &Run) -> Self {
        let value = |field: &String| {
            setting::of(run, field).map_or_else(String::new, |value| harmless(&value.to_string()))
        };
        let method = &run.results.method;
        Self {
            scenario: harmless(&report.provenance.name),
            label: harmless(&run.label),
            variant: harmless(variant),
            settings: harmless(&setting::line(&run.settings)),
            swept: report.sweep.iter().map(value).collect(),
            method: method.name(),
            trials: method.trials().map_or_else(String::new, |trials| trials.to_string()),
            seed: method.seed().map_or_else(String::new, |seed| seed.to_string()),
            hash: harmless(&report.provenance.hash),
            version: harmless(&report.provenance.version),
            note: harmless(&report.provenance.note()),
        }
    }

    fn before(&self) -> impl Iterator<Item = &str> {
        let fixed = [&self.scenario, &self.label, &self.variant, &self.settings];
        fixed.into_iter().chain(&self.swept).map(String::as_str)
    }

    fn after(&self) -> [&str; 6] {
        [self.method, &self.trials, &self.seed, &self.hash, &self.version, &self.note]
    }
}

fn cells(round: usize, row: &Row<'_>) -> [String; 7] {
    let Estimate { value, error } = *row.probability;
    [
        round.to_string(),
        harmless(row.quantity),
        row.outcome.map_or_else(String::new, |outcome| outcome.to_string()),
        number(Some(value)),
        number(error.map(|error| error.low)),
        number(error.map(|error| error.high)),
        number(error.map(|error| error.standard)),
    ]
}

/// A number with every digit it has; nothing where there is none.
pub(crate) fn number(number: Option<f64>) -> String {
    number.filter(|number| number.is_finite()).map_or_else(String::new, |number| format!("{number:?}"))
}

/// Text that no spreadsheet takes for a formula. Numbers stay numbers.
pub(crate) fn harmless(text: &str) -> String {
    let formula = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
    let line = names::line(text);
    if is_number(&line) && line == text {
        line
    } else if text.starts_with(formula) || line.starts_with(formula) {
        format!("'{line}")
    } else {
        line
    }
}

/// Rows of cells as CSV.
pub fn cells_csv(rows: &[Vec<String>]) -> Result<Vec<u8>, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.iter().map(|cell| harmless(cell)))?;
    }
    finished(writer)
}

/// Whether a spreadsheet reads a number, such as `-1.5`.
fn is_number(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    is_plain && text.parse::<f64>().is_ok_and(f64::is_finite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_formulas() {
        for text in ["-1", "-0.5", "1e-7", "-1.5e10", "+2"] {
            assert_eq!(harmless(text), text);
        }
        for text in ["-1+1", "-inf", "-", "+", "-1 ", "--1", "-x"] {
            assert!(harmless(text).starts_with('\''), "{text:?}");
        }
    }

    #[test]
    fn formulas_get_an_apostrophe() {
        assert_eq!(harmless("=cmd|'/c calc'!A1"), "'=cmd|'/c calc'!A1");
        for text in ["+a1", "-a1", "@x", "\t=x", "\r=x", " =x", "＝x"] {
            assert!(harmless(text).starts_with('\''), "{text:?}");
        }
        assert_eq!(harmless("a=b\u{1b}\n"), "a=b\u{FFFD}");
    }

    #[test]
    fn numbers_keep_every_digit_and_missing_ones_are_empty() {
        assert_eq!(number(Some(0.1 + 0.2)), "0.30000000000000004");
        assert_eq!(number(Some(0.0)), "0.0");
        assert_eq!(number(Some(f64::NAN)), "");
        assert_eq!(number(None), "");
    }
}
