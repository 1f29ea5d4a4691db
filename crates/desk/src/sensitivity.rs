//! Finds what one step of each number of both units changes.

use report::{Sensitivity, Swing};
use results::InputKind;
use scenario::{Scenario, SteppedRun};

use crate::difference::{Version, differences};
use crate::engine::PlayOptions;
use crate::failure::Failure;
use crate::provenance::provenance;
use crate::watch::Watch;

/// Compares the base of a scenario with each of its steps.
pub fn sensitivity(
    scenario: &Scenario,
    steps: &[SteppedRun],
    options: PlayOptions,
    command: String,
    watch: &dyn Watch,
) -> Result<Sensitivity, Failure> {
    let Some(run) = scenario.runs.first() else {
        return Err(Failure::Input("error: there is nothing to play".to_owned()));
    };
    let base = Version { name: "base".to_owned(), run };
    let versions: Vec<Version<'_>> = steps
        .iter()
        .map(|SteppedRun { step, run }| Version { name: format!("{} = {}", step.field, step.to), run })
        .collect();
    let found = differences(&base, &versions, options, watch)?;
    if let Some((name, unsolved)) = &found.unsolved {
        watch.remark(&format!("{}: sampled, because it is {unsolved}", scenario::printable(name)));
    }
    let comparisons = found.at(results::ERROR_LEVEL);
    let mut swings: Vec<Swing> = Vec::new();
    for (SteppedRun { step, .. }, comparison) in steps.iter().zip(comparisons) {
        match swings.last_mut() {
            Some(swing) if swing.field == step.field => swing.steps.push((step.to, comparison)),
            _ => swings.push(Swing {
                field: step.field.clone(),
                part: step.part.clone(),
                from: step.from,
                steps: vec![(step.to, comparison)],
            }),
        }
    }
    let provenance = provenance(InputKind::Scenario, &scenario.header, found.methods, command);
    Ok(Sensitivity { provenance, rounds: run.rounds, swings })
}
