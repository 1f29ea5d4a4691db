//! The designer's commands, as a person runs them: the built binary in a folder of its own.

mod batch;
mod explain;
mod formats;
mod guard;
mod kinds;
mod numbers;
mod sweeps;
mod tables;
mod units;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// One RN of 4+ to succeed and one of 4+ to hit: 1/4 to kill in each of two rounds, 7/16 in both together.
const QUARTER: &str = "system = \"space-infantry\"\nname = \"Quarter\"\nrounds = 2\n\
    [attacker]\nap = 1\nav_skill = 4\n[target]\nheavy_armor = true\ndmg = 4\nsp = 1\n";

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// What a command left behind.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// Runs killcurve in a folder.
fn killcurve(folder: &Path, args: &[&str]) -> Ran {
    let output =
        Command::new(env!("CARGO_BIN_EXE_killcurve")).args(args).current_dir(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
}

impl Ran {
    /// Standard output as JSON, of a command that went well.
    fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }
}

/// Exact numbers are good to 1e-12.
fn assert_near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{found} is no number"));
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}
