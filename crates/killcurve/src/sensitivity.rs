//! `killcurve sensitivity`: what one step of each number of both units is worth.

use report::{Sensitivity, Swing};

use crate::args;
use crate::commands::{load, wrong};
use crate::difference::{Version, differences};
use crate::output::{Failure, say};
use crate::run::{leave, quoted, show, style, use_threads, width};

/// Takes every number of a scenario's base a step down and up.
pub fn sensitivity(args: &args::Sensitivity) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let scenario = load(&args.file, &args.playing.set)?;
    let steps = scenario::load_steps(&args.file, &args.playing.set).map_err(wrong)?;
    let Some(run) = scenario.runs.first() else {
        return Err(Failure::Input("error: there is nothing to play".to_owned()));
    };
    let how = args.playing.how();
    let base = Version { name: "base".to_owned(), run };
    let versions: Vec<Version<'_>> = steps
        .iter()
        .map(|step| Version { name: format!("{} = {}", step.field, step.to), run: &step.run })
        .collect();
    let found = differences(&base, &versions, how)?;
    if let (false, Some((name, unsolved))) = (args.playing.quiet, &found.unsolved) {
        say(&format!("{}: sampled, because it is {unsolved}", scenario::printable(name)));
    }
    let sampled = found.list.iter().any(|comparison| comparison.trials.is_some());
    let mut swings: Vec<Swing> = Vec::new();
    for (step, comparison) in steps.iter().zip(found.list) {
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
    let file = quoted(&args.file.display().to_string());
    let sensitivity = Sensitivity {
        scenario: scenario.name.clone(),
        system_id: scenario.system.id,
        system_title: scenario.system.title,
        rounds: run.rounds,
        swings,
        seed: sampled.then(|| how.seed_of(run)),
        hash: scenario.hash.clone(),
        version: env!("CARGO_PKG_VERSION"),
        command: format!("killcurve sensitivity {file}{}", args.playing.words()),
        input: scenario.text.clone(),
    };
    show(
        args.output.format,
        || report::sensitivity_table(&sensitivity, width(), style()),
        || report::sensitivity_json(&sensitivity),
        || report::sensitivity_csv(&sensitivity),
    )?;
    leave(&args.output, args.playing.quiet, "sensitivity", &sensitivity.scenario, || {
        report::sensitivity_files(&sensitivity)
    })
}
