//! `killcurve lists`.

use serde_json::Value;

use crate::{SAMPLES, json, killcurve, number, sample, unit, written};

/// Three squads alike but for their armor class, each with weapons against the next; targets are chosen at random.
fn circle(rock: u32) -> tempfile::TempPath {
    let squad = |name: &str, points: u32, armor: u8, dice: [u8; 3]| {
        let [one, two, three] = dice;
        format!(
            "[{name}]\npoints = {points}\narmor = {armor}\nminiatures = 4\nabilities = [\"sniper\"]\nweapons = [{{ name = \"gun\", count = 1, \
             profile = {{ soldier = [\"{one}/1\", \"{two}/1\", \"{three}/1\", \"-\"] }} }}]\n"
        )
    };
    written(
        &("system = \"dust-warfare\"\npolicy = \"random\"\n[situation]\ndistance = 2\n".to_owned()
            + &squad("rock", rock, 1, [3, 2, 6])
            + &squad("paper", 10, 2, [6, 3, 2])
            + &squad("scissors", 10, 3, [2, 6, 3])),
    )
}

fn share(found: &Value, name: &str) -> f64 {
    number(&unit(found, name)["share"]["value"])
}

#[test]
fn lists_of_rock_paper_scissors_come_out_even() {
    let roster = circle(10);
    // Each unit is the others' equal by symmetry, so the equilibrium that treats them alike has a third of each.
    for points in ["30", "60"] {
        let found = json(&["lists", roster.to_str().unwrap(), "--points", points], 0);
        assert_eq!(found["settled"], true);
        for name in ["rock", "paper", "scissors"] {
            assert!((share(&found, name) - 1.0 / 3.0).abs() < 0.05, "{points}: {found}");
            assert_eq!(unit(&found, name)["verdict"], "taken");
        }
        // The mix against itself is even; no list that was searched for wins more than the tolerance and what chance adds to it.
        for list in found["lists"].as_array().unwrap() {
            assert!((number(&list["against_mix"]["value"]) - 0.5).abs() < 0.03, "{list}");
        }
        assert!(number(&found["best_against_mix"]["score"]["low"]) < 0.51, "{found}");
    }
}

#[test]
fn lists_take_what_is_too_cheap() {
    let roster = circle(6);
    let found = json(&["lists", roster.to_str().unwrap(), "--points", "60"], 0);
    assert!(share(&found, "rock") > 0.9, "{found}");
    assert_eq!(unit(&found, "scissors")["verdict"], "left out", "{found}");
    // Ten rocks fight armies of six or so.
    let best = &found["best_against_field"];
    assert!(number(&best["score"]["low"]) > 0.7, "{best}");
    // Spending only what there is.
    assert!(number(&best["points"]) <= 60.0);
}

#[test]
fn a_budget_below_the_cheapest_unit_is_refused_by_name() {
    let roster = circle(6);
    let roster = roster.to_str().unwrap();
    let (code, _, err) = killcurve(&["lists", roster, "--points", "5"]);
    assert_eq!(code, 2);
    assert!(err.contains("the cheapest unit, rock, costs 6"), "{err}");
    let unpriced = written(&std::fs::read_to_string(roster).unwrap().replace("points = ", "weight = "));
    let (code, _, err) = killcurve(&["lists", unpriced.to_str().unwrap(), "--points", "60"]);
    assert_eq!(code, 2);
    assert!(err.contains("no unit has a price"), "{err}");
    assert_eq!(killcurve(&["lists", roster]).0, 2, "--points is needed");
}

#[test]
fn all_systems_have_lists() {
    for name in SAMPLES {
        let roster = sample(name);
        let text = std::fs::read_to_string(&roster).unwrap();
        let dearest = text
            .lines()
            .filter_map(|line| line.strip_prefix("points = ")?.split_whitespace().next()?.parse::<f64>().ok())
            .fold(0.0, f64::max);
        let points = dearest.to_string();
        let found =
            json(&["lists", &roster, "--points", &points, "--max-trials", "20000", "--rounds", "3"], 0);
        let lists = found["lists"].as_array().unwrap();
        let shares: f64 = lists.iter().map(|list| number(&list["share"])).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{name}: {found}");
        assert!(lists.iter().all(|list| number(&list["points"]) <= dearest + 1e-9), "{name}: {found}");
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let roster = circle(9);
    let run = |threads| {
        let args =
            ["--points", "100", "--max-trials", "50000", "--format", "csv", "-q", "--threads", threads];
        killcurve(&[&["lists", roster.to_str().unwrap()], &args[..]].concat())
    };
    let one = run("1");
    assert_eq!(one.0, 0);
    assert_eq!(one, run("3"));
}
