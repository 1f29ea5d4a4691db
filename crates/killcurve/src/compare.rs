//! `killcurve compare`: compares versions of an attack with the first.

use std::fmt::Write as _;

use report::Compared;
use results::{InputKind, Origin, Provenance};
use scenario::Scenario;

use crate::args::{Compare, Format};
use crate::command_line::quoted_path;
use crate::difference::{Version, differences};
use crate::engine::{PlayOptions, use_threads};
use crate::load::load;
use crate::output::{Failure, print, say, style, width};
use crate::provenance::provenance;

/// Returns the runs that are compared: the base and variants of one file, or the bases of several.
fn versions(scenarios: &[Scenario]) -> Vec<Version<'_>> {
    match scenarios {
        [only] => {
            let runs = only.runs.iter().filter(|run| run.origin != Origin::Cell);
            runs.map(|run| Version { name: run.label.clone(), run }).collect()
        }
        several => {
            let bases =
                several.iter().filter_map(|scenario| Some((&scenario.header.name, scenario.runs.first()?)));
            bases.map(|(name, run)| Version { name: name.clone(), run }).collect()
        }
    }
}

/// Compares the bases of several files, or the variants of one with its base.
pub fn compare(args: &Compare) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let scenarios = args.files.iter().map(|file| load(file, &args.playing.set));
    let scenarios = scenarios.collect::<Result<Vec<Scenario>, Failure>>()?;
    let versions = versions(&scenarios);
    if !args.playing.quiet {
        for scenario in scenarios.iter().filter(|scenario| !scenario.sweep.is_empty()) {
            let name = scenario::printable(&scenario.header.name);
            let fields = scenario::printable(&scenario.sweep.join(", "));
            say(&format!(
                "{name}: the sweep of {fields} is not compared; `killcurve run` shows versions cell by cell"
            ));
        }
    }
    let ([first, ..], [base, others @ ..]) = (&scenarios[..], &versions[..]) else {
        return Err(Failure::Input("error: nothing to compare".to_owned()));
    };
    if others.is_empty() {
        let message =
            "there is nothing to compare with: add a [[variant]] to the file, or name a second file";
        return Err(Failure::Input(format!("error: {message}")));
    }
    let options = PlayOptions::from(&args.playing);
    let differences = differences(base, others, options)?;
    if let (false, Some((name, unsolved))) = (args.playing.quiet, &differences.unsolved) {
        say(&format!("{}: sampled, because it is {unsolved}", scenario::printable(name)));
    }
    let list = differences.at(results::ERROR_LEVEL);
    let verdicts = results::verdicts(args.matters, |level| differences.at(level));
    let names = others.iter().map(|version| version.name.clone());
    let provenance = provenance(InputKind::Scenario, &first.header, differences.methods, command(args));
    let hashes: Vec<&str> = scenarios.iter().map(|scenario| scenario.header.hash.as_str()).collect();
    let compared = Compared {
        base: base.name.clone(),
        others: names
            .zip(list.into_iter().zip(verdicts))
            .map(|(name, (list, verdicts))| (name, list, verdicts))
            .collect(),
        matters: args.matters,
        provenance: Provenance { hash: hashes.join(" "), ..provenance },
    };
    match args.format {
        Format::Table => print(&report::comparison_table(&compared, width(), style())),
        Format::Json => print(&report::comparison_json(&compared)),
        Format::Csv => print(&report::comparison_csv(&compared)?),
    }
}

/// Returns the command that makes this comparison again.
fn command(args: &Compare) -> String {
    let mut command = "killcurve compare".to_owned();
    for file in &args.files {
        let _ = write!(command, " {}", quoted_path(file));
    }
    let _ = write!(command, " --matters {}", args.matters);
    command + &args.playing.as_typed()
}
