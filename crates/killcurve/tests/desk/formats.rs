//! Files that version 0.1.0 wrote are read by this one.

use std::fs;

use serde_json::Value;

use crate::{QUARTER, folder, killcurve};

/// A table of results as version 0.1.0 wrote it: without columns for the variant and swept fields. 1/4 by the first round, 7/16 by
/// the second.
const RESULTS: &str = "scenario,label,settings,round,quantity,value,low,high,method,trials,seed,scenario_hash,version\n\
    Quarter,base,,1,kill,0.25,,,exact,,,0011223344556677,0.1.0\n\
    Quarter,base,,2,kill,0.4375,,,exact,,,0011223344556677,0.1.0\n\
    Quarter,sharp,attacker.pen=1,1,kill,0.5,,,exact,,,0011223344556677,0.1.0\n";

/// The record of a batch as version 0.1.0 wrote it: without expectations.
const MANIFEST: &str = r#"{
  "version": "0.1.0",
  "program": "0123456789abcdef",
  "settings": "",
  "reports": [
    {
      "file": "a.toml", "hash": "0011223344556677", "folder": "quarter", "scenario": "Quarter",
      "headline": "Killed.", "method": "exact", "files": "8899aabbccddeeff"
    },
    {
      "file": "gone.toml", "hash": "0011223344556677", "folder": "gone", "scenario": "Gone",
      "headline": "Killed.", "method": "exact", "files": "8899aabbccddeeff"
    }
  ],
  "stale": []
}
"#;

#[test]
fn a_baseline_of_an_earlier_version_is_compared() {
    let variant = "[[variant]]\nname = \"sharp\"\nattacker.pen = 1\n";
    let folder = folder(&[("a.toml", &format!("{QUARTER}{variant}")), ("before.csv", RESULTS)]);
    let ran = killcurve(folder.path(), &["guard", "a.toml", "--baseline", "before.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // With a PEN of 1 a 3 goes through as well: 1/2 * 2/3 and not 1/2.
    assert!(ran.out.contains("1 of 3 numbers changed by more than 0.01 since the baseline"), "{}", ran.out);
    assert!(ran.out.contains("50.00 %  33.33 %  -16.667 percentage points"), "{}", ran.out);
}

#[test]
fn a_batch_of_an_earlier_version_is_made_anew_in_its_place() {
    let folder = folder(&[("all/a.toml", QUARTER), ("out/manifest.json", MANIFEST)]);
    let at = folder.path();
    assert_eq!(killcurve(at, &["run", "all/a.toml", "--out", "out"]).code, 0);
    // A record of files, as a report of that version has it, is all that makes a folder a report.
    let record: Value =
        serde_json::from_str(&fs::read_to_string(at.join("out/quarter/.killcurve.json")).unwrap()).unwrap();
    assert!(record["files"].is_object() || record["files"].is_array(), "{record}");
    fs::create_dir(at.join("out/gone")).unwrap();
    fs::copy(at.join("out/quarter/.killcurve.json"), at.join("out/gone/.killcurve.json")).unwrap();
    let ran = killcurve(at, &["batch", "all", "--out", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("1 scenarios: 1 played, 0 unchanged"), "{}", ran.out);
    assert!(ran.err.contains("stale: out/gone, once made from gone.toml"), "{}", ran.err);
    assert!(killcurve(at, &["batch", "all", "--out", "out"]).out.contains("0 played, 1 unchanged"));
}

#[test]
fn a_script_of_an_earlier_version_is_played() {
    let script = "# Space Infantry: Quarter\n# seed 3\n\n# Round 1\nattack 4                  # SI-2\n\
        penetration 5             # SI-3\n  # SI-2: 1 RN for 1 AP\n";
    let folder = folder(&[("a.toml", QUARTER), ("attack.txt", script)]);
    let ran = killcurve(folder.path(), &["explain", "a.toml", "--script", "attack.txt"]);
    assert!(ran.code == 0 && ran.out.contains("destroyed in round 1"), "{}{}", ran.out, ran.err);
}

#[test]
fn auto_and_exact_count_the_same_work() {
    // Six wounds over forty rounds.
    let folder = folder(&[("a.toml", QUARTER)]);
    let work = |method: &str| {
        let args = ["run", "a.toml", "--set", "target.sp=6", "--set", "rounds=40", "--format", "json"];
        let found = killcurve(folder.path(), &[&args[..], &["--method", method]].concat()).json();
        found["runs"][0]["exact"].clone()
    };
    let (auto, exact) = (work("auto"), work("exact"));
    assert!(auto["paths"].as_u64().is_some());
    assert_eq!(auto, exact);
}
