//! `killcurve diff`.

use crate::{SAMPLES, json, killcurve, number, sample, unit, written};

/// Simple shooters: each has dice and wounds, and that is all.
const SHOOTERS: &str = "system = \"space-infantry\"\nprocedure = \"standard\"
[plain]\nname = \"Plain\"\npoints = 10\nap = 3\nfire_skill = 4\nhp = 4
[tough]\nname = \"Tough\"\npoints = 13\nap = 3\nfire_skill = 4\nhp = 6
[sharp]\nname = \"Sharp\"\npoints = 12\nap = 3\nfire_skill = 3\nhp = 4
[weak]\nname = \"Weak\"\npoints = 7\nap = 2\nfire_skill = 5\nhp = 4\n";

const QUICK: [&str; 4] = ["--precision", "50%", "--max-trials", "40000"];

fn diff<'a>(old: &'a str, new: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["diff", old, new], &QUICK[..], more].concat()
}

#[test]
fn a_roster_beside_itself_has_not_changed() {
    for name in SAMPLES {
        let roster = sample(name);
        let found = json(&diff(&roster, &roster, &["--rounds", "8"]), 0);
        assert_eq!(found["changed"], false);
        let units = found["units"].as_array().unwrap();
        assert!(!units.is_empty());
        for unit in units.iter().filter(|unit| !unit["moved"].is_null()) {
            assert_eq!(number(&unit["moved"]["value"]), 0.0, "{name}: {unit}");
        }
    }
}

#[test]
fn a_unit_with_one_field_changed_is_named_first() {
    let roster = written(SHOOTERS);
    let roster = roster.to_str().unwrap();
    let more = ["--set", "sharp.hp=6"];
    let found = json(&diff(roster, roster, &more), 1);
    let sharp = unit(&found, "Sharp");
    assert_eq!((&sharp["surely_moved"], &sharp["changed"]), (&true.into(), &true.into()), "{sharp}");
    // Half as many wounds again: by the square law sqrt(1.5) = 1.22 times the price.
    let low = number(&sharp["moved"]["low"]);
    assert!(low > 0.08 && number(&sharp["moved"]["high"]) < 0.4, "{sharp}");
    assert_eq!(sharp["edited"][0]["field"], "hp");
    assert_eq!(found["scale_units"], serde_json::json!(["Plain", "Tough", "Weak"]));
    let (code, table, _) =
        killcurve(&[&diff(roster, roster, &more)[..], &["-q", "--out", &folder()]].concat());
    assert_eq!(code, 1);
    let rows = table.split("Units, those").nth(1).unwrap();
    let first = rows.lines().find(|line| line.contains('%') && !line.contains("interval")).unwrap();
    assert!(first.trim_start().starts_with("Sharp"), "{table}");
    assert!(table.contains("Sharp was changed: hp 4 → 6."), "{table}");
}

/// A folder for reports that a later test may overwrite.
fn folder() -> String {
    std::env::temp_dir().join("killcurve-diff-test").to_str().unwrap().to_owned()
}

#[test]
fn a_new_price_changes_the_verdict_and_not_the_fair_price() {
    let roster = written(SHOOTERS);
    let roster = roster.to_str().unwrap();
    // Half of its price is too cheap by any interval, and three times that is too dear.
    let cheap = written(&SHOOTERS.replace("points = 13", "points = 6"));
    let found = json(&diff(cheap.to_str().unwrap(), roster, &["--set", "tough.points=26"]), 1);
    let tough = unit(&found, "Tough");
    assert_eq!(tough["before"]["verdict"], "too cheap", "{tough}");
    assert_eq!(tough["after"]["verdict"], "too dear");
    assert_eq!((&tough["verdict_changed"], &tough["surely_moved"]), (&true.into(), &false.into()));
}

#[test]
fn units_that_come_and_go_are_said() {
    let old = written(SHOOTERS);
    let new = written(&SHOOTERS.replace("[weak]\nname = \"Weak\"", "[feeble]\nname = \"Feeble\""));
    let found = json(&diff(old.to_str().unwrap(), new.to_str().unwrap(), &[]), 1);
    assert!(unit(&found, "Feeble")["before"].is_null());
    assert!(unit(&found, "Weak")["after"].is_null());
    assert!(!unit(&found, "Plain")["moved"].is_null());
}

#[test]
fn rosters_of_different_systems_are_refused_by_name() {
    let [one, other] = [SAMPLES[0], SAMPLES[1]].map(sample);
    let (code, _, err) = killcurve(&["diff", &one, &other]);
    assert_eq!(code, 2);
    assert!(
        err.contains("different systems") && err.contains("Space Infantry") && err.contains("Deadzone"),
        "{err}"
    );
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let roster = written(SHOOTERS);
    let roster = roster.to_str().unwrap();
    let run = |threads| {
        let more = ["--set", "weak.ap=3", "--format", "csv", "-q", "--seed", "5", "--threads", threads];
        killcurve(&diff(roster, roster, &more))
    };
    assert_eq!(run("1"), run("3"));
}
