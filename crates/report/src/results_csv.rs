//! One CSV file with a row for each number of a report.
//!
//! A quantity is named so that a row says by itself what its number is: `kill`, an event by its name, `hits.mean`,
//! `hits=2` for the probability of two, `funnel.hits`, `attacks_to_kill.median`. What belongs to no round has an
//! empty one. The rest is as in the other files: every digit, and nothing where a number is missing.

use std::io::{self, Write};

use crate::Report;
use crate::long_form::{About, Table, harmless, number};

const COLUMNS: [&str; 14] = [
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
    "note",
];

/// Every number of a report in long form.
pub fn results_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(out, &COLUMNS)?;
    for run in report.all_runs() {
        let about = About::new(report, run);
        for named in run.results.numbers() {
            let cells = [
                named.round.map_or_else(String::new, |round| round.to_string()),
                harmless(&named.name),
                number(named.estimate.map(|estimate| estimate.value)),
                number(named.estimate.and_then(|estimate| estimate.low())),
                number(named.estimate.and_then(|estimate| estimate.high())),
            ];
            table.row(&about, &cells)?;
        }
    }
    table.finish()
}
