//! Turns a scenario and the answers to its runs into a report.

use std::collections::HashSet;

use report::{Report, SweptVariant};
use results::{Estimate, InputKind};
use scenario::Scenario;

use crate::play::Played;
use crate::provenance::provenance;

/// Returns the report of a scenario. `played` holds the answers to all of its runs, in order.
pub fn report_of(scenario: Scenario, mut played: Vec<Played>, command: String) -> Report {
    drop_all_zero_columns(&mut played);
    let methods = played.iter().map(|played| played.results.method);
    let provenance = provenance(InputKind::Scenario, &scenario.header, methods, command);
    let mut played = played.into_iter();
    let mut answered =
        |runs: Vec<scenario::Run>| runs.into_iter().zip(played.by_ref()).map(answered_run).collect();
    let runs = answered(scenario.runs);
    let variants = scenario.swept_variants.into_iter();
    let swept_variants =
        variants.map(|variant| SweptVariant { name: variant.name, runs: answered(variant.runs) }).collect();
    Report {
        provenance,
        sweep: scenario.sweep,
        runs,
        swept_variants,
        not_swept: scenario.not_swept,
        at_rounds: Vec::new(),
    }
}

/// Drops measures and events that are 0 in every round of every run: nothing adds to them, or exact knows that they cannot happen.
fn drop_all_zero_columns(played: &mut [Played]) {
    let rounds = || played.iter().flat_map(|played| &played.results.rounds);
    let mut kept = HashSet::new();
    for round in rounds() {
        kept.extend(
            round
                .measures
                .iter()
                .filter(|measure| measure.mean.value > 0.0)
                .map(|measure| measure.name.clone()),
        );
        let possible = round.events.iter().filter(|event| event.probability != Estimate::exact(0.0));
        kept.extend(possible.map(|event| event.name.clone()));
    }
    for round in played.iter_mut().flat_map(|played| &mut played.results.rounds) {
        round.measures.retain(|measure| kept.contains(&measure.name));
        round.events.retain(|event| kept.contains(&event.name));
    }
}

fn answered_run((run, played): (scenario::Run, Played)) -> report::Run {
    report::Run {
        label: run.label,
        origin: run.origin,
        settings: run.settings,
        attacker: run.attacker.name,
        attacker_points: run.attacker.points,
        target: run.target.name,
        target_points: run.target.points,
        results: played.results,
    }
}
