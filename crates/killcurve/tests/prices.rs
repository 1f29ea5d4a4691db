//! Battles, fair prices and what steps are worth, as a user runs them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn killcurve(args: &[&str]) -> (i32, String, String) {
    // A report that no test reads goes with its folder.
    let folder = tempfile::tempdir().unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_killcurve")).args(args).current_dir(&folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (ran.status.code().unwrap(), text(ran.stdout), text(ran.stderr))
}

fn json(args: &[&str]) -> Value {
    let (code, out, err) = killcurve(&[args, &["--format", "json", "-q"]].concat());
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn samples(folder: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(folder)
}

fn written(text: &str) -> tempfile::TempPath {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file.into_temp_path()
}

fn unit<'a>(prices: &'a Value, name: &str) -> &'a Value {
    let units = prices["units"].as_array().unwrap();
    units.iter().find(|unit| unit["name"] == name).unwrap_or_else(|| panic!("no {name} in {prices}"))
}

/// Simple shooters: each has dice and wounds, and that is all.
const SHOOTERS: &str = "system = \"space-infantry\"\nprocedure = \"standard\"
[plain]\nname = \"Plain\"\npoints = 10\nfixed = true\nap = 3\nfire_skill = 4\nhp = 4
[copy]\nname = \"Copy\"\npoints = 14\nap = 3\nfire_skill = 4\nhp = 4
[tough]\nname = \"Tough\"\npoints = 10\nap = 3\nfire_skill = 4\nhp = 6
[sharp]\nname = \"Sharp\"\npoints = 10\nap = 3\nfire_skill = 3\nhp = 4
[weak]\nname = \"Weak\"\npoints = 10\nap = 2\nfire_skill = 5\nhp = 3\n";

#[test]
fn a_copy_costs_the_same_and_the_square_law_is_near() {
    let roster = written(SHOOTERS);
    let found = json(&["balance", roster.to_str().unwrap(), "--armies", "pure"]);
    let copy = &unit(&found, "Copy")["fair"];
    assert!(number(&copy["low"]) <= 10.0 && 10.0 <= number(&copy["high"]), "{copy}");
    assert_eq!(unit(&found, "Copy")["verdict"], "too dear");
    for name in ["Copy", "Tough", "Sharp", "Weak"] {
        let unit = unit(&found, name);
        let (fair, law) = (number(&unit["fair"]["value"]), number(&unit["square_law"]));
        assert!((fair / law - 1.0).abs() < 0.10, "{name}: {fair} and {law}");
        // As narrow as asked for: 3 % of the price.
        let width = number(&unit["fair"]["high"]) - number(&unit["fair"]["low"]);
        assert!(width <= 0.03 * fair, "{name}: {width}");
    }
    assert!(number(&unit(&found, "Tough")["fair"]["value"]) > 10.5);
}

#[test]
fn half_a_unit_costs_half() {
    // Men fall one by one and take their rifles with them, so five are half of ten, but for shots that a small squad no longer needs to take:
    // these are few where few hit.
    let squad = |name: &str, models: u32, fixed: bool| {
        format!(
            "[{name}]\nname = \"{name}\"\npoints = 10\nfixed = {fixed}\nmodels = {models}\nresolve = 5\nhp = 1\n\
             weapons = [{{ name = \"Rifle\", rof = 1, force = 0, range = 24 }}]\n"
        )
    };
    let text = format!(
        "system = \"sythopian-wars\"\n[situation]\ndistance = 18\ncover = \"barricade\"\n{}{}",
        squad("ten", 10, true),
        squad("five", 5, false)
    );
    let roster = written(&text);
    let found = json(&["balance", roster.to_str().unwrap(), "--rounds", "200", "--armies", "pure"]);
    let fair = number(&unit(&found, "five")["fair"]["value"]);
    assert!((fair / 5.0 - 1.0).abs() < 0.03, "{fair}");
}

#[test]
fn one_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let roster = written(SHOOTERS);
    let run = |threads: &str, armies: &str| {
        let args = [
            "balance",
            roster.to_str().unwrap(),
            "--format",
            "json",
            "-q",
            "--seed",
            "5",
            "--threads",
            threads,
            "--armies",
            armies,
        ];
        killcurve(&args).1
    };
    for armies in ["mixed", "pure"] {
        let one = run("1", armies);
        assert!(one.contains("fair") && one == run("1", armies) && one == run("3", armies));
    }
    let file = samples("battles").join("armour.toml");
    let fight = |threads: &str| {
        let args = [
            "battle",
            file.to_str().unwrap(),
            "--format",
            "json",
            "-q",
            "--trials",
            "40000",
            "--threads",
            threads,
        ];
        killcurve(&args).1
    };
    assert_eq!(fight("1"), fight("4"));
}

#[test]
fn a_price_is_confirmed_by_another_seed_in_every_system() {
    for system in ["space-infantry", "deadzone", "rules-crusade", "sythopian-wars", "dust-warfare"] {
        let roster = samples("rosters").join(format!("{system}.toml"));
        let found =
            json(&["balance", roster.to_str().unwrap(), "--armies", "pure", "--army", "3", "--rounds", "40"]);
        let mut priced = 0;
        for unit in found["units"].as_array().unwrap() {
            let confirmed = &unit["confirmed"];
            if confirmed.is_null() {
                continue;
            }
            priced += 1;
            // 95 % of intervals hold a half. All of them together fail once in ten thousand if each may be 2.2 times as wide: with
            // some 40 units that is 4.4 deviations.
            let (value, low) = (number(&confirmed["value"]), number(&confirmed["low"]));
            assert!((value - 0.5).abs() <= 2.2 * (value - low), "{system}: {unit}");
        }
        assert!(priced >= 5, "{system}: {priced} prices");
    }
}

#[test]
fn a_step_is_worth_points() {
    let roster = written(SHOOTERS);
    let found = json(&["worth", roster.to_str().unwrap(), "tough", "--armies", "pure"]);
    let steps = found["steps"].as_array().unwrap();
    let change = |field: &str, to: i64| {
        let step = steps.iter().find(|step| step["field"] == field && step["to"] == to);
        number(&step.unwrap_or_else(|| panic!("no step of {field} in {found}"))["change"]["value"])
    };
    assert!(
        change("hp", 7) > 0.2
            && change("hp", 5) < -0.2
            && change("ap", 4) > 0.5
            && change("fire_skill", 5) < -0.5
    );
    // What no attack of this roster asks for is worth nothing, on the same streams to the last digit.
    assert_eq!(change("pen", 1), 0.0);
    let size = |step: &Value| step["change"]["value"].as_f64().unwrap_or(f64::INFINITY).abs();
    assert!(steps.windows(2).all(|pair| size(&pair[0]) >= size(&pair[1])), "the largest comes first");
    let (code, _, err) = killcurve(&["worth", roster.to_str().unwrap(), "tougth"]);
    assert!(code == 2 && err.contains("did you mean `tough`?"), "{err}");
}

#[test]
fn mixed_armies_are_the_default_and_say_what_a_price_is_of() {
    let roster = samples("rosters").join("dust-warfare-six.toml");
    let roster = roster.to_str().unwrap();
    let found = json(&["balance", roster, "--round", "1", "--field-only", "--precision", "10%"]);
    assert_eq!((&found["armies"], &found["precision"]), (&"mixed".into(), &0.1.into()));
    assert_eq!(found["field"]["army_points"], 143.0);
    let (mut before, mut after) = (0.0, 0.0);
    for unit in found["units"].as_array().unwrap() {
        let (fair, confirmed) = (&unit["fair"], &unit["confirmed"]);
        let (low, high) = (number(&fair["low"]), number(&fair["high"]));
        assert!(low < number(&fair["value"]) && number(&fair["value"]) < high, "{unit}");
        // All of them together fail once in ten thousand if each may be 2.2 times as far off as its interval says.
        let reach = number(&confirmed["high"]) - number(&confirmed["value"]);
        assert!((number(&confirmed["value"]) - 1.0).abs() <= 2.2 * reach, "{unit}");
        assert_eq!(number(&unit["rounded"]["price"]).fract(), 0.0);
        before += number(&unit["now"]);
        after += number(&fair["value"]);
    }
    // The anchor: the sum of prices is kept; means of logarithms are a little off it.
    assert!((after / before - 1.0).abs() < 0.02, "{before} {after}");
    assert!(number(&found["field"]["uneven"]["fair"]) < number(&found["field"]["uneven"]["now"]));
    let counters = found["field"]["counters"].as_array().unwrap();
    assert!(counters.iter().all(|bond| number(&bond["effect"]["low"]) > 0.0), "{counters:?}");
}

#[test]
fn the_order_of_a_roster_does_not_matter() {
    let unit = |key: &str, hp: u32| format!("[{key}]\npoints = 10\nap = 3\nfire_skill = 4\nhp = {hp}\n");
    let top = "system = \"space-infantry\"\nprocedure = \"standard\"\n";
    let prices = |keys: [(&str, u32); 3]| {
        let roster = written(&keys.iter().fold(top.to_owned(), |text, (key, hp)| text + &unit(key, *hp)));
        let found = json(&["balance", roster.to_str().unwrap(), "--field-only", "--precision", "10%"]);
        let mut all: Vec<(String, String)> = found["units"]
            .as_array()
            .unwrap()
            .iter()
            .map(|unit| {
                (unit["name"].to_string(), format!("{} {} {}", unit["fair"], unit["confirmed"], unit["best"]))
            })
            .collect();
        all.sort();
        all
    };
    assert_eq!(prices([("a", 3), ("b", 4), ("c", 5)]), prices([("c", 5), ("a", 3), ("b", 4)]));
}

#[test]
fn a_roster_says_its_field() {
    let text = format!(
        "army_points = 60\n{SHOOTERS}[[army]]\nname = \"Veterans\"\nsharp = 3\ntough = 3\n[[army]]\nweight = 2\nplain = 6\n"
    );
    let text = text.replace(
        "army_points = 60\nsystem = \"space-infantry\"",
        "system = \"space-infantry\"\narmy_points = 60",
    );
    let roster = written(&text);
    let found = json(&["balance", roster.to_str().unwrap(), "--field-only", "--precision", "10%"]);
    assert_eq!(found["field"]["army_points"], 60.0);
    assert_eq!(found["field"]["lists"], serde_json::json!(["Veterans", "army 2"]));
    assert_eq!(found["field"]["anchor"]["given"], serde_json::json!(["Plain"]));
    assert!(number(&unit(&found, "Tough")["fair"]["value"]) > 10.5);
    // What would be read and ignored is refused.
    let path = roster.to_str().unwrap();
    let (code, _, err) = killcurve(&["balance", path, "--armies", "pure"]);
    assert!(code == 2 && err.contains("`[[army]]`"), "{err}");
    let (code, _, err) = killcurve(&["balance", path, "--army", "3"]);
    assert!(code == 2 && err.contains("--army-points"), "{err}");
    let roster = written(&text.replace("sharp = 3", "sharpp = 3"));
    let (code, _, err) = killcurve(&["balance", roster.to_str().unwrap()]);
    assert!(code == 2 && err.contains("did you mean `sharp`?"), "{err}");
}

#[test]
fn without_any_price_the_exit_code_says_so() {
    let text_of = |key: &str| format!("[{key}]\npoints = 10\nap = 1\nfire_skill = 6\nhp = 20\n");
    let text =
        format!("system = \"space-infantry\"\nprocedure = \"standard\"\n{}{}", text_of("a"), text_of("b"));
    let roster = written(&text);
    let (code, out, _) = killcurve(&[
        "balance",
        roster.to_str().unwrap(),
        "--rounds",
        "2",
        "--field-only",
        "-q",
        "--round",
        "1",
    ]);
    assert_eq!(code, 1);
    assert!(out.contains("undecided: too many draws") && out.contains("Next: allow more rounds"), "{out}");
    // Nothing is said of what has no answer.
    for title in ["Prices in steps", "One price for all?", "add up to", "Fair price in other fields"] {
        assert!(!out.contains(title), "{title}: {out}");
    }
    let given = text.replacen("points = 10", "points = 10\nfixed = true", 1);
    let roster = written(&given);
    let args = ["balance", roster.to_str().unwrap(), "--rounds", "2", "-q", "--format", "json"];
    let (code, out, _) = killcurve(&args);
    assert_eq!(code, 1, "a price that is given was not found");
    let found: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(unit(&found, "b")["fair"], Value::Null);
    assert_eq!(unit(&found, "b")["reason"], "undecided: too many draws");
    assert_eq!((&found["field"]["uneven"]["fair"], &found["residual"]), (&Value::Null, &Value::Null));
}

/// Two riflemen, and three units that have no price, each for a reason of its own.
const REASONS: &str = "system = \"space-infantry\"\nprocedure = \"standard\"\narmy_points = 30
[plain]\npoints = 10\nfixed = true\nap = 3\nfire_skill = 4\nhp = 4
[copy]\npoints = 14\nap = 3\nfire_skill = 4\nhp = 4
[blunt]\npoints = 10\nhp = 4
[unused]\npoints = 12\nweight = 0\nap = 3\nfire_skill = 4\nhp = 5
[giant]\npoints = 50\nap = 20\nfire_skill = 2\nhp = 20\n";

#[test]
fn a_unit_without_a_price_has_a_reason_and_what_to_do_next() {
    let roster = written(REASONS);
    let path = roster.to_str().unwrap();
    let found = json(&["balance", path, "--field-only", "--round", "5"]);
    for (name, reason) in [("blunt", "harms nobody"), ("unused", "never used"), ("giant", "dominates")] {
        let unit = unit(&found, name);
        assert_eq!((&unit["fair"], &unit["reason"]), (&Value::Null, &reason.into()));
        for key in ["confirmed", "best", "worst", "rounded", "mix_score", "entry"] {
            assert_eq!(unit[key], Value::Null, "{key} of {unit}");
        }
    }
    assert_eq!(unit(&found, "copy")["verdict"], "too dear");
    assert_eq!(unit(&found, "copy")["reason"], Value::Null);
    let (code, out, _) = killcurve(&["balance", path, "--field-only", "-q"]);
    assert_eq!(code, 0);
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "Next: give it an attack that can harm a unit of the roster",
        "Next: give it a weight above 0",
        "Next: let armies have more points, or give the roster something that stops it",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
}

#[test]
fn a_step_is_worth_points_in_mixed_armies() {
    let roster = written(SHOOTERS);
    let found = json(&["worth", roster.to_str().unwrap(), "tough"]);
    let steps = found["steps"].as_array().unwrap();
    let change = |field: &str, to: i64| {
        let step = steps.iter().find(|step| step["field"] == field && step["to"] == to);
        number(&step.unwrap_or_else(|| panic!("no step of {field} in {found}"))["change"]["value"])
    };
    assert!(change("hp", 7) > 0.2 && change("hp", 5) < -0.2 && change("ap", 4) > 0.5);
    assert_eq!(change("pen", 1), 0.0);
}

#[test]
fn exact_and_sampled_battles_agree() {
    for battle in ["titan-hunt", "patrol"] {
        let file = samples("battles").join(format!("{battle}.toml"));
        let file = file.to_str().unwrap();
        let exact = json(&["battle", file, "--method", "exact"]);
        let sampled = json(&["battle", file, "--method", "monte-carlo", "--trials", "200000"]);
        assert_eq!((&exact["method"], &sampled["method"]), (&"exact".into(), &"monte-carlo".into()));
        for side in 0..2 {
            let (wanted, found) = (&exact["sides"][side], &sampled["sides"][side]);
            let wanted_win = number(&wanted["win"]["value"]);
            let deviation = (wanted_win * (1.0 - wanted_win) / 200_000.0).sqrt();
            // Four deviations: once in 16,000 for each of four.
            assert!((number(&found["win"]["value"]) - wanted_win).abs() < 4.0 * deviation, "{battle}");
            let mean = |side: &Value| number(&side["points_lost"]["mean"]["value"]);
            let half = number(&found["points_lost"]["mean"]["high"]) - mean(found);
            assert!(
                (mean(found) - mean(wanted)).abs() < 2.1 * half,
                "{battle}: {} {}",
                mean(found),
                mean(wanted)
            );
        }
    }
}

#[test]
fn slips_in_a_battle_are_shown() {
    let side = "[[side]]\n[[side.unit]]\nap = 1\nfire_skill = 4\nhp = 1\n";
    let top = "system = \"space-infantry\"\n";
    for (text, wanted) in [
        (format!("{top}{side}"), "a battle has two sides"),
        (format!("{top}order = \"frist\"\n{side}{side}"), "did you mean `first`?"),
        (format!("{top}{side}{side}count = 999"), "from 1 to 200"),
        (format!("{top}{side}{side}hpp = 3"), "did you mean `hp`?"),
        (format!("{top}procedure = \"melee\"\n{side}{side}"), "known are: anti-vehicle, standard"),
        (
            format!(
                "{top}procedure = \"standard\"\n{side}[[side]]\n[[side.unit]]\nname = \"Ghost\"\npen = 1"
            ),
            "Ghost cannot be attacked: `hp` is missing",
        ),
    ] {
        let file = written(&text);
        let (code, _, err) = killcurve(&["battle", file.to_str().unwrap()]);
        assert!(code == 2 && err.contains(wanted), "{text}\n{err}");
    }
    // What would be read and ignored is refused; a unit of a roster may carry it along.
    let file = written(&format!("{top}{side}{side}weight = 2\n"));
    let (code, _, err) = killcurve(&["battle", file.to_str().unwrap()]);
    assert!(
        code == 2 && err.contains("`weight` of a unit is not used here") && err.contains(":12:1"),
        "{err}"
    );
    let file =
        written(&format!("{top}[attacker]\nap = 1\nav_skill = 4\nprocedure = \"standard\"\n[target]\n"));
    let (code, _, err) = killcurve(&["run", file.to_str().unwrap()]);
    assert!(code == 2 && err.contains("write `procedure` at the top of the scenario"), "{err}");
    let roster = written(SHOOTERS);
    let (code, _, err) = killcurve(&["balance", roster.to_str().unwrap(), "--set", "rounds=9"]);
    assert!(code == 2 && err.contains("`rounds`"), "{err}");
    // The trials of a roster are those of each battle, unless the command line says otherwise.
    let roster = written(&format!("{SHOOTERS}[simulation]\ntrials = 2000\n"));
    for (args, most) in [(&[][..], " --max-trials 2000"), (&["--max-trials", "1500"], " --max-trials 1500")] {
        let found = json(
            &[&["balance", roster.to_str().unwrap(), "--armies", "pure", "--precision", "0.1%"], args]
                .concat(),
        );
        assert!(found["command"].as_str().unwrap().contains(most), "{}", found["command"]);
        assert_eq!((found["trials"].as_u64(), found["narrow"].as_bool()), (Some(1024), Some(false)));
    }
    let (code, _, err) = killcurve(&["balance", roster.to_str().unwrap(), "--set", "simulation.trials=9"]);
    assert!(code == 2 && err.contains("from 1024 to 10000000 trials"), "{err}");
    let file = written(&format!("{top}{side}{side}"));
    let (code, _, err) = killcurve(&["run", file.to_str().unwrap()]);
    assert!(code == 2 && err.contains("killcurve battle"), "{err}");
}
