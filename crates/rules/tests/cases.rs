//! Every case under `cases`: a scenario and its exact result from an independent implementation of the rules. An exact run
//! must agree to 1e-9 in every number.

use std::fs;
use std::path::{Path, PathBuf};

use chance::game::Visitable;
use chance::{Game, Visit};
use results::{Estimate, Results};
use serde_json::Value;

const TOLERANCE: f64 = 1e-9;

struct Solve(u32);

impl Visit for Solve {
    type Out = Result<Results, exact::Unsolved>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        exact::solve(game, self.0, exact::Limits::default())
    }
}

/// The first number that differs, in words.
fn differs(what: &str, found: f64, wanted: f64) -> Result<(), String> {
    if (found - wanted).abs() < TOLERANCE {
        Ok(())
    } else {
        Err(format!("{what}: {found}, expected {wanted}"))
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn compare(results: &Results, expected: &Value) -> Result<(), String> {
    let rounds = expected["rounds"].as_array().ok_or("no rounds")?;
    if rounds.len() != results.rounds.len() {
        return Err(format!("{} rounds, expected {}", results.rounds.len(), rounds.len()));
    }
    for (number_of_round, (round, expected)) in (1..).zip(results.rounds.iter().zip(rounds)) {
        let at = |what: &str| format!("round {number_of_round}, {what}");
        differs(&at("kill"), round.kill.value, number(&expected["kill"]["probability"]))?;
        let empty = serde_json::Map::new();
        let measures = expected["measures"].as_object().unwrap_or(&empty);
        let events = expected["events"].as_object().unwrap_or(&empty);
        for name in measures.keys() {
            if !round.measures.iter().any(|measure| measure.name == *name)
                && number(&measures[name]["mean"]) != 0.0
            {
                return Err(at(&format!("measure {name} is not reported")));
            }
        }
        for name in events.keys() {
            if !round.events.iter().any(|event| event.name == *name) && number(&events[name]) != 0.0 {
                return Err(at(&format!("event {name} is not reported")));
            }
        }
        for measure in &round.measures {
            let expected = &expected["measures"][&*measure.name];
            differs(
                &at(&format!("mean of {}", measure.name)),
                measure.mean.value,
                number(&expected["mean"]),
            )?;
            let length =
                expected["distribution"].as_array().map_or(0, Vec::len).max(measure.probabilities.len());
            for value in 0..length {
                let found = measure.probabilities.get(value).map_or(0.0, |p: &Estimate| p.value);
                let wanted = match &expected["distribution"] {
                    Value::Null => f64::from(value == 0),
                    list => number(&list[value]),
                };
                differs(&at(&format!("{} = {value}", measure.name)), found, wanted)?;
            }
        }
        for event in &round.events {
            differs(&at(&event.name), event.probability.value, number(&expected["events"][&*event.name]))?;
        }
    }
    Ok(())
}

fn case(path: &Path) -> Result<(), String> {
    let scenario = scenario::load(path, &[]).map_err(|invalid| invalid.render(false))?;
    let expected =
        fs::read_to_string(path.with_extension("expected.json")).map_err(|error| error.to_string())?;
    let expected: Value = serde_json::from_str(&expected).map_err(|error| error.to_string())?;
    let runs = expected["runs"].as_array().ok_or("no runs")?;
    if runs.len() != scenario.runs.len() {
        return Err(format!("{} runs, expected {}", scenario.runs.len(), runs.len()));
    }
    for (run, expected) in scenario.runs.iter().zip(runs) {
        let results = run.matchup.visit(Solve(run.rounds)).map_err(|unsolved| unsolved.to_string())?;
        compare(&results, expected).map_err(|difference| format!("{}: {difference}", run.label))?;
    }
    Ok(())
}

fn every_case_of(system: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(system);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    cases.sort();
    assert!(!cases.is_empty());
    let failed: Vec<String> = cases
        .iter()
        .filter_map(|path| {
            case(path).err().map(|error| format!("{}: {error}", path.file_stem().unwrap().display()))
        })
        .collect();
    assert!(failed.is_empty(), "{} of {} cases differ:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

#[test]
fn deadzone() {
    every_case_of("deadzone");
}

#[test]
fn space_infantry() {
    every_case_of("space-infantry");
}

#[test]
fn rules_crusade() {
    every_case_of("rules-crusade");
}

#[test]
fn dust_warfare() {
    every_case_of("dust-warfare");
}

#[test]
fn sythopian_wars() {
    every_case_of("sythopian-wars");
}
