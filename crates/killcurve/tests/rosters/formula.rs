//! `killcurve formula`.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{SAMPLES, json, killcurve, number, sample};

/// A unit is as many men as its attacks times its hit points. In its turn it takes one enemy man with a chance of one in forty for each man
/// that it has left; so nothing is wasted, and a unit of six does what six of one do, but for the spread of a single die. Only the men of
/// a side count, and a fair price is so many times attacks times hit points. The side that acts first has an advantage, which both have
/// equally often.
const GAME: &str =
    "game = \"men\"\ntitle = \"Men\"\nabout = \"Men take men.\"\ndead = \"men == 0\"\ndamage = \"lost\"
[unit]
attacks = { whole = \"1..=6\", default = 1, about = \"Attacks\" }
hits = { whole = \"1..=6\", default = 1, about = \"Hit points\" }
colour = { choice = [\"red\", \"blue\"], default = \"red\", about = \"Its colour\" }
[state]
men = { start = \"attacks * hits\", whole = \"0..=36\" }
[measures]
lost = \"Men lost\"
[procedure.attack]
about = \"One volley\"
play = '''
lost = count(1, d40 <= attacker.men, name=\"to hit\")
target.men -= lost
'''
";

const ROSTER: &str = "game = \"men.toml\"\norder = \"first\"
[a]\npoints = 10\nattacks = 1\nhits = 2
[b]\npoints = 10\nattacks = 2\nhits = 1
[c]\npoints = 10\nattacks = 3\nhits = 2
[d]\npoints = 10\nattacks = 2\nhits = 3
";

fn men(folder: &Path) -> PathBuf {
    std::fs::write(folder.join("men.toml"), GAME).unwrap();
    std::fs::write(folder.join("roster.toml"), ROSTER).unwrap();
    folder.join("roster.toml")
}

const QUICK: [&str; 4] = ["--precision", "50%", "--max-trials", "20000"];

fn shape<'a>(found: &'a Value, name: &str) -> &'a Value {
    found["formulas"].as_array().unwrap().iter().find(|formula| formula["shape"] == name).unwrap()
}

#[test]
fn attacks_times_hit_points_are_recovered() {
    let folder = tempfile::tempdir().unwrap();
    let roster = men(folder.path());
    let ranges = ["--field", "attacks=1..=3", "--field", "hits=1..=3"];
    let size = ["--units", "20", "--rounds", "200", "--army-points", "30"];
    let args = [&["formula", roster.to_str().unwrap()], &ranges[..], &size, &QUICK].concat();
    let found = json(&args, 0);
    assert_eq!(found["formulas"][0]["shape"], "multiplicative", "{found}");
    let terms = found["formulas"][0]["terms"].as_array().unwrap();
    for (term, field) in terms[1..].iter().zip(["attacks", "hits"]) {
        assert_eq!(term["field"], field);
        let [low, high] = ["low", "high"].map(|end| number(&term["number"][end]));
        assert!(low <= 1.0 && 1.0 <= high, "{term}");
        // An interval that holds everything would tell nothing.
        assert!(high - low < 0.1, "{term}");
    }
    assert!(number(&found["formulas"][0]["error"]["value"]) < 0.03, "{found}");
    // A sum is no product: over these ranges it is off by much more.
    assert!(number(&shape(&found, "additive")["error"]["value"]) > 0.1, "{found}");
    for field in found["fields"].as_array().unwrap() {
        // Men are lost by being hit, and hit by their number.
        assert_eq!((&field["offence"], &field["defence"]), (&true.into(), &true.into()), "{field}");
    }
    // The roster's units are told by the formula: six men cost three times as much as two.
    let by_formula = |place: usize| number(&found["units"][place]["by_formula"]);
    assert!((by_formula(2) / by_formula(0) / 3.0 - 1.0).abs() < 0.05, "{found}");
}

#[test]
fn what_is_no_number_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let roster = men(folder.path());
    let refused = |field: &str, words: &str| {
        let (code, _, err) = killcurve(&["formula", roster.to_str().unwrap(), "--field", field]);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(words), "{field}: {err}");
    };
    refused("colour", "`colour` is no number");
    refused("atacks", "did you mean `attacks`?");
    refused("hits=3..=3", "`hits` goes from 3 to 3");
    refused("hits=three", "such as hp=1..=6");
    let (code, _, err) = killcurve(&["formula", &sample("space-infantry.toml"), "--field", "hp"]);
    assert_eq!(code, 2);
    assert!(err.contains("`hp` is no whole number of every unit: Titan has none"), "{err}");
}

#[test]
fn all_systems_have_formulas() {
    for name in SAMPLES {
        let roster = sample(name);
        let args = [&["formula", roster.as_str(), "--units", "10", "--rounds", "3"], &QUICK[..]].concat();
        let (code, out, err) = killcurve(&[&args[..], &["--format", "json", "-q"]].concat());
        // Ten units may be too few, and that is said; anything else is an answer.
        match code {
            0 => assert!(
                !serde_json::from_str::<Value>(&out).unwrap()["formulas"].as_array().unwrap().is_empty()
            ),
            1 => assert!(err.contains("too few for a formula"), "{name}: {err}"),
            _ => panic!("{name}: {err}"),
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let run = |threads| {
        let roster = sample("space-infantry.toml");
        let args = ["--units", "10", "--format", "csv", "-q", "--threads", threads];
        killcurve(&[&["formula", &roster], &args[..], &QUICK].concat())
    };
    let one = run("1");
    assert_eq!(one.0, 0, "{}", one.2);
    assert_eq!(one, run("3"));
}
