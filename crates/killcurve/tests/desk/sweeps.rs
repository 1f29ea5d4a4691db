//! Sweeps with variants, as a person runs them.

use std::fs;

use crate::{QUARTER, assert_near, folder, killcurve};

/// A skill of 5 and a PEN of 1: 1/3 to succeed, and armor counts one less.
const PIERCE: &str = "[[variant]]\nname = \"pierce\"\nattacker.av_skill = 5\nattacker.pen = 1\n";

#[test]
fn a_variant_is_played_over_the_cells_beside_the_list_of_runs() {
    let text = format!("{QUARTER}{PIERCE}[sweep]\n\"target.dmg\" = [3, 4, 5, 6]\n");
    let folder = folder(&[("a.toml", &text)]);
    let found = killcurve(folder.path(), &["run", "a.toml", "--set", "rounds=1", "--format", "json"]).json();
    assert_eq!(found["runs"].as_array().unwrap().len(), 1 + 1 + 4);
    let cells = found["variant_runs"].as_array().unwrap();
    // 1/3 to succeed, then 2+, 3+, 4+, 5+ to hit.
    for (cell, (dmg, hit)) in cells.iter().zip([(3, 5.0), (4, 4.0), (5, 3.0), (6, 2.0)]) {
        assert_near(&cell["rounds"][0]["kill"]["probability"], hit / 18.0);
        assert_eq!((&cell["variant"], &cell["settings"]["target.dmg"]), (&"pierce".into(), &dmg.into()));
        assert_eq!(cell["settings"]["attacker.pen"], 1);
    }
    assert_eq!(cells.len(), 4);
    let table = killcurve(folder.path(), &["run", "a.toml", "--set", "rounds=1", "--out", "out"]);
    // The base: 1/2 to succeed, then 3+, 4+, 5+, 6: 6/18, 4.5/18, 3/18, 1.5/18; at 6 it is 0.5/18 behind.
    let words = "target.dmg: base leads up to 4; 5: neither leads; pierce overtakes at 6, by 2.778 percentage points.";
    assert!(table.out.contains(words), "{}", table.out);
    // The terminal shows the cells of both versions.
    for row in
        ["  5           base     16.67 %", "  5           pierce   16.67 %", "  6           pierce   11.11 %"]
    {
        assert!(table.out.contains(row), "{row:?} is missing in\n{}", table.out);
    }
    let report =
        |name: &str| fs::read_to_string(folder.path().join("out/quarter-rounds-1").join(name)).unwrap();
    assert!(report("report.html").contains(words));
    assert!(report("results.csv").contains(
        "Quarter,pierce: target.dmg = 5,pierce,attacker.av_skill=5; attacker.pen=1; target.dmg=5,5,1,kill,0.1666"
    ));
    let line = "<title>target: dmg 6\nbase: 8.33 %\npierce: 11.11 %</title>";
    assert!(report("sweep.svg").contains(line), "{}", report("sweep.svg"));
}

#[test]
fn a_second_map_shows_what_two_versions_differ_in() {
    let text = format!("{QUARTER}{PIERCE}[sweep]\n\"attacker.ap\" = [1, 2]\n\"target.dmg\" = [5, 6]\n");
    let folder = folder(&[("a.toml", &text)]);
    let ran = killcurve(folder.path(), &["run", "a.toml", "--out", "out", "--at-round", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("Of 4 cells, pierce leads base in 2, is behind in 0 and equal in 2"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("With attacker.ap 1, target.dmg: 5: neither leads; pierce leads from 6"));
    let map = fs::read_to_string(folder.path().join("out/quarter/sweep_difference_round_1.svg")).unwrap();
    // 2/18 - 1.5/18 with one draw; with two 1 - (8/9)² - (1 - (11/12)²).
    assert!(map.contains("attacker: ap 1, target: dmg 6\n+2.778 percentage points"), "{map}");
    assert!(map.contains("attacker: ap 2, target: dmg 6\n+5.015 percentage points"), "{map}");
    let page = fs::read_to_string(folder.path().join("out/quarter/report.html")).unwrap();
    assert!(page.contains("killcurve run a.toml --at-round 1") && page.contains("Who kills more often"));
    // A baseline knows the variant's cells too.
    assert_eq!(killcurve(folder.path(), &["batch", ".", "--out", "batch"]).code, 0);
    let guard = killcurve(folder.path(), &["guard", "a.toml", "--baseline", "batch/results.csv"]);
    assert!(guard.code == 0 && guard.out.contains("(0 new, 0 gone)"), "{}", guard.out);
}

#[test]
fn a_round_that_no_chart_could_show_is_a_slip() {
    let swept = format!("{QUARTER}[sweep]\n\"target.dmg\" = [5, 6]\n");
    let folder = folder(&[("plain.toml", QUARTER), ("swept.toml", &swept)]);
    for (args, words) in [
        (&["run", "plain.toml", "--at-round", "1"][..], "nothing is swept here"),
        (&["run", "swept.toml", "--at-round", "3"], "the sweep has 2 rounds, so there is no round 3"),
        (&["run", "swept.toml", "--at-round", "1", "--format", "json"], "none are made"),
        (&["run", "swept.toml", "--at-round", "1", "--method", "both"], "none are made"),
    ] {
        let ran = killcurve(folder.path(), args);
        assert!(ran.code == 2 && ran.err.contains(words), "{args:?}: {}", ran.err);
    }
}
