//! `killcurve sensitivity`: finds what one step of each number of both units changes.

use report::{Sensitivity, Swing};

use results::InputKind;
use scenario::SteppedRun;

use crate::answer;
use crate::args;
use crate::command_line::quoted_path;
use crate::difference::{Version, differences};
use crate::engine::{PlayOptions, use_threads};
use crate::load::{invalid, load};
use crate::output::{Failure, say, style, width};
use crate::provenance::provenance;

/// Moves every number of a scenario's base one step down and up.
pub fn sensitivity(args: &args::Sensitivity) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let scenario = load(&args.file, &args.playing.set)?;
    let steps = scenario::load_steps(&args.file, &args.playing.set).map_err(invalid)?;
    let Some(run) = scenario.runs.first() else {
        return Err(Failure::Input("error: there is nothing to play".to_owned()));
    };
    let options = PlayOptions::from(&args.playing);
    let base = Version { name: "base".to_owned(), run };
    let versions: Vec<Version<'_>> = steps
        .iter()
        .map(|SteppedRun { step, run }| Version { name: format!("{} = {}", step.field, step.to), run })
        .collect();
    let found = differences(&base, &versions, options)?;
    if let (false, Some((name, unsolved))) = (args.playing.quiet, &found.unsolved) {
        say(&format!("{}: sampled, because it is {unsolved}", scenario::printable(name)));
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
    let file = quoted_path(&args.file);
    let command = format!("killcurve sensitivity {file}{}", args.playing.as_typed());
    let sensitivity = Sensitivity {
        provenance: provenance(InputKind::Scenario, &scenario.header, found.methods, command),
        rounds: run.rounds,
        swings,
    };
    answer::show(
        args.output.format,
        || report::sensitivity_table(&sensitivity, width(), style()),
        || report::sensitivity_json(&sensitivity),
        || report::sensitivity_csv(&sensitivity),
    )?;
    answer::write(
        &args.output,
        args.playing.quiet,
        ("sensitivity", &sensitivity.provenance.name, &args.playing.set),
        || report::sensitivity_files(&sensitivity),
    )
}
