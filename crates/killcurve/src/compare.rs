//! `killcurve compare`: versions of an attack held against the first.

use std::fmt::Write as _;

use report::Compared;
use scenario::{Origin, Run};

use crate::args::{Compare, Format};
use crate::commands::load;
use crate::difference;
use crate::output::{Failure, print, say};
use crate::run::{quoted, report_failed, style, use_threads, width};

/// A version and its name.
struct Version {
    name: String,
    run: Run,
}

impl Version {
    fn seen(&self) -> difference::Version<'_> {
        difference::Version { name: self.name.clone(), run: &self.run }
    }
}

/// Compares the bases of several files, or the variants of one with its base.
pub fn compare(args: &Compare) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let mut versions = Vec::new();
    let mut hashes = Vec::new();
    for file in &args.files {
        let scenario = load(file, &args.playing.set)?;
        hashes.push(scenario.hash);
        if args.files.len() == 1 {
            let compared = scenario.runs.into_iter().filter(|run| run.origin != Origin::Cell);
            versions.extend(compared.map(|run| Version { name: run.label.clone(), run }));
        } else {
            versions.extend(
                scenario.runs.into_iter().take(1).map(|run| Version { name: scenario.name.clone(), run }),
            );
        }
    }
    let [base, others @ ..] = &versions[..] else {
        return Err(Failure::Input("error: nothing to compare".to_owned()));
    };
    if others.is_empty() {
        let words = "there is nothing to compare with: add a [[variant]] to the file, or name a second file";
        return Err(Failure::Input(format!("error: {words}")));
    }
    let how = args.playing.how();
    let others: Vec<_> = others.iter().map(Version::seen).collect();
    let differences = difference::differences(&base.seen(), &others, how)?;
    if let (false, Some((name, unsolved))) = (args.playing.quiet, &differences.unsolved) {
        say(&format!("{}: sampled, because it is {unsolved}", scenario::printable(name)));
    }
    let sampled = differences.list.iter().any(|comparison| comparison.trials.is_some());
    let compared = Compared {
        base: base.name.clone(),
        others: others.iter().map(|version| version.name.clone()).zip(differences.list).collect(),
        matters: args.matters,
        seed: sampled.then(|| how.seed_of(&base.run)),
        hash: hashes.join(" "),
        version: env!("CARGO_PKG_VERSION"),
        command: command(args),
    };
    match args.format {
        Format::Table => print(&report::comparison_table(&compared, width(), style())),
        Format::Json => print(&report::comparison_json(&compared)),
        Format::Csv => print(&report::comparison_csv(&compared).map_err(report_failed)?),
    }
}

/// The command that makes this comparison again.
fn command(args: &Compare) -> String {
    let mut command = "killcurve compare".to_owned();
    for file in &args.files {
        let _ = write!(command, " {}", quoted(&file.display().to_string()));
    }
    let _ = write!(command, " --matters {}", args.matters);
    command + &args.playing.words()
}
