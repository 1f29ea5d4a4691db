//! Everything in one CSV file: one row for each number of a report.
//!
//! A quantity is named so that a row says by itself what its number is: `kill`, an event by its name, `hits.mean`,
//! `hits=2` for the probability of two, `funnel.hits`, `attacks_to_kill.median`. What belongs to no round has an
//! empty one. The rest is as in the other files: every digit, and nothing where a number is missing.

use crate::long_form::{About, finished, harmless, number};
use crate::{Report, ReportError};

const COLUMNS: [&str; 13] = [
    "scenario",
    "label",
    "settings",
    "round",
    "quantity",
    "value",
    "low",
    "high",
    "method",
    "trials",
    "seed",
    "scenario_hash",
    "version",
];

/// Every number of a report in long form.
pub fn results_csv(report: &Report) -> Result<Vec<u8>, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for run in report.all_runs() {
        let about = About::new(report, run);
        for named in run.results.numbers() {
            writer.write_record(about.around([
                named.round.map_or_else(String::new, |round| round.to_string()),
                harmless(&named.name),
                number(named.estimate.map(|estimate| estimate.value)),
                number(named.estimate.and_then(|estimate| estimate.low())),
                number(named.estimate.and_then(|estimate| estimate.high())),
            ]))?;
        }
    }
    finished(writer)
}
