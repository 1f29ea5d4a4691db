//! Compares versions of an attack with the first.

use report::Compared;
use results::{InputKind, Origin, Provenance};
use scenario::Scenario;

use crate::difference::{Version, differences};
use crate::engine::PlayOptions;
use crate::failure::Failure;
use crate::provenance::provenance;
use crate::watch::Watch;

/// Compares the variants of one scenario with its base, or the bases of several with the first.
pub fn compare(
    scenarios: &[Scenario],
    options: PlayOptions,
    matters: f64,
    command: String,
    watch: &dyn Watch,
) -> Result<Compared, Failure> {
    let versions = versions(scenarios);
    let ([first, ..], [base, others @ ..]) = (scenarios, &versions[..]) else {
        return Err(Failure::Input("error: nothing to compare".to_owned()));
    };
    if others.is_empty() {
        let message =
            "there is nothing to compare with: add a [[variant]] to the file, or name a second file";
        return Err(Failure::Input(format!("error: {message}")));
    }
    let differences = differences(base, others, options, watch)?;
    if let Some((name, unsolved)) = &differences.unsolved {
        watch.remark(&format!("{}: sampled, because it is {unsolved}", scenario::printable(name)));
    }
    let list = differences.at(results::ERROR_LEVEL);
    let verdicts = results::verdicts(matters, |level| differences.at(level));
    let names = others.iter().map(|version| version.name.clone());
    let provenance = provenance(InputKind::Scenario, &first.header, differences.methods, command);
    let hashes: Vec<&str> = scenarios.iter().map(|scenario| scenario.header.hash.as_str()).collect();
    Ok(Compared {
        base: base.name.clone(),
        others: names
            .zip(list.into_iter().zip(verdicts))
            .map(|(name, (list, verdicts))| (name, list, verdicts))
            .collect(),
        matters,
        provenance: Provenance { hash: hashes.join(" "), ..provenance },
    })
}

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
