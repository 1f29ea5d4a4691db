//! Everything in one CSV file: one row for each number of a report.
//!
//! A quantity is named so that a row says by itself what its number is: `kill`, an event by its name, `hits.mean`,
//! `hits=2` for the probability of two, `funnel.hits`, `attacks_to_kill.median`. What belongs to no round has an
//! empty one. The rest is as in the other files: every digit, and nothing where a number is missing.

use std::iter::once;

use results::{AttacksToKill, Estimate, Round};

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

/// A quantity by its name; nothing where it does not exist.
type Named = (String, Option<Estimate>);

/// Every number of a report in long form.
pub fn results_csv(report: &Report) -> Result<Vec<u8>, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for run in &report.runs {
        let about = About::new(report, run);
        let rounds = run.results.rounds.iter().enumerate();
        let by_round = rounds
            .flat_map(|(index, round)| of_round(round).map(move |named| ((index + 1).to_string(), named)));
        let in_all = of_attacks(&run.results.attacks_to_kill).map(|named| (String::new(), named));
        for (round, (quantity, estimate)) in by_round.chain(in_all) {
            writer.write_record(about.around([
                round,
                harmless(&quantity),
                number(estimate.map(|estimate| estimate.value)),
                number(estimate.and_then(|estimate| estimate.low())),
                number(estimate.and_then(|estimate| estimate.high())),
            ]))?;
        }
    }
    finished(writer)
}

fn of_round(round: &Round) -> impl Iterator<Item = Named> {
    let events = round.events.iter().map(|event| (event.name.to_owned(), Some(event.probability)));
    let measures = round.measures.iter().flat_map(|measure| {
        let name = measure.name;
        let mean = (format!("{name}.mean"), Some(measure.mean));
        let each = measure.probabilities.iter().enumerate();
        once(mean)
            .chain(each.map(move |(value, probability)| (format!("{name}={value}"), Some(*probability))))
    });
    let funnel = round.funnel.iter().map(|step| (format!("funnel.{}", step.name), Some(step.mean)));
    once(("kill".to_owned(), Some(round.kill))).chain(events).chain(measures).chain(funnel)
}

fn of_attacks(attacks: &AttacksToKill) -> impl Iterator<Item = Named> + use<> {
    let AttacksToKill { mean, p10, median, p90, alive } = *attacks;
    // The round by which a share is dead is the sample's own and has no interval.
    let whole = |round: Option<u32>| round.map(|round| Estimate::exact(f64::from(round)));
    [
        ("mean", mean),
        ("median", whole(median)),
        ("p10", whole(p10)),
        ("p90", whole(p90)),
        ("alive", Some(alive)),
    ]
    .map(|(name, estimate)| (format!("attacks_to_kill.{name}"), estimate))
    .into_iter()
}
