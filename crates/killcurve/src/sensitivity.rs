//! `killcurve sensitivity`: what one step of each number of both units is worth.

use std::path::PathBuf;

use report::{Sensitivity, Swing};

use crate::args::{self, Format};
use crate::commands::{load, wrong};
use crate::difference::{Version, differences};
use crate::output::{Failure, folder_name, print, say, write_files};
use crate::run::{REPORTS, quoted, report_failed, style, use_threads, width};

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
    match args.format {
        Format::Table => print(&report::sensitivity_table(&sensitivity, width(), style()))?,
        Format::Json => print(&report::sensitivity_json(&sensitivity))?,
        Format::Csv => {
            let csv = report::sensitivity_csv(&sensitivity).map_err(report_failed)?;
            print(&String::from_utf8_lossy(&csv))?;
        }
    }
    let folder = args.out.clone().or_else(|| (args.format == Format::Table).then(|| PathBuf::from(REPORTS)));
    if let Some(folder) = folder {
        let folder = folder.join(folder_name(&format!("sensitivity {}", sensitivity.scenario)));
        write_files(&folder, &report::sensitivity_files(&sensitivity).map_err(report_failed)?)?;
        if !args.playing.quiet {
            say(&format!("sensitivity: {}", folder.join("sensitivity.html").display()));
        }
    }
    Ok(())
}
