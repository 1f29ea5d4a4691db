//! What a user asks of a whole roster beyond its prices: what changed between two versions, which lists win, and
//! a formula of points.

mod diff;
mod formula;
mod lists;

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Runs killcurve; returns its exit code, standard output and standard error.
fn killcurve(args: &[&str]) -> (i32, String, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_killcurve")).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (ran.status.code().unwrap(), text(ran.stdout), text(ran.stderr))
}

/// The answer as JSON, from a command that ends with this exit code.
fn json(args: &[&str], expected: i32) -> Value {
    let (code, out, err) = killcurve(&[args, &["--format", "json", "-q"]].concat());
    assert_eq!(code, expected, "{args:?}: {err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/rosters");
    folder.join(name).to_str().unwrap().to_owned()
}

/// Writes a file that is gone after the test.
fn written(text: &str) -> tempfile::TempPath {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file.into_temp_path()
}

fn unit<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let units = answer["units"].as_array().unwrap();
    units.iter().find(|unit| unit["name"] == name).unwrap_or_else(|| panic!("no {name} in {answer}"))
}

/// The sample rosters of all five systems.
const SAMPLES: [&str; 5] = [
    "space-infantry.toml",
    "deadzone.toml",
    "dust-warfare.toml",
    "rules-crusade.toml",
    "sythopian-wars.toml",
];
