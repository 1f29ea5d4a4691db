//! Matrix and sensitivity against numbers worked out by hand.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{QUARTER, assert_near, folder, killcurve};

const ROSTER: &str = "system = \"space-infantry\"\nname = \"Two\"\n\
    [gun]\nname = \"Gun <b>\"\npoints = 18\nap = 3\nav_skill = 3\nhp = 1\n\
    [titan]\nname = \"Titan\"\npoints = 60\nap = 3\nheavy_armor = true\ndmg = 4\nsp = 2\n";

fn pairing<'a>(matrix: &'a Value, attacker: &str, target: &str) -> &'a Value {
    let pairings = matrix["pairings"].as_array().unwrap();
    pairings.iter().find(|pairing| pairing["attacker"] == attacker && pairing["target"] == target).unwrap()
}

#[test]
fn cells_of_a_matrix_are_what_run_finds() {
    let use_titan = "system = \"space-infantry\"\nrounds = 3\n\
        [attacker]\nuse = \"two.toml#gun\"\n[target]\nuse = \"two.toml#titan\"\n";
    let folder = folder(&[("two.toml", ROSTER), ("fight.toml", use_titan)]);
    let one = killcurve(folder.path(), &["matrix", "two.toml", "--format", "json"]).json();
    let cell = pairing(&one, "Gun <b>", "Titan");
    // Each of three RNs is a wound with 2/3 * 1/2; two or three wounds of three: 3 * 1/9 * 2/3 + 1/27 = 7/27.
    assert_near(&cell["kill"]["value"], 7.0 / 27.0);
    assert_near(&cell["points_per_round"]["value"], 60.0 * 7.0 / 27.0);
    assert_near(&cell["points_per_round_and_point"]["value"], 60.0 * 7.0 / 27.0 / 18.0);
    // Played on: 27/19 more attacks with one wound left, and m = 1 + 8/27 m + 12/27 * 27/19 with two.
    assert_near(&cell["mean_attacks_to_kill"]["value"], 837.0 / 361.0);
    assert_eq!(cell["mean_attacks_at_least"], Value::Null);
    for method in
        [&["--method", "exact"][..], &["--method", "monte-carlo", "--trials", "5000", "--seed", "9"]]
    {
        let run = ["run", "fight.toml", "--format", "json"];
        let run = killcurve(folder.path(), &[&run[..], method].concat()).json();
        let matrix = ["matrix", "two.toml", "--rounds", "3", "--format", "json"];
        let matrix = killcurve(folder.path(), &[&matrix[..], method].concat()).json();
        let (kill, cell) = (&run["runs"][0]["rounds"][2]["kill"], pairing(&matrix, "Gun <b>", "Titan"));
        assert_eq!(cell["kill"]["value"], kill["probability"]);
        assert_eq!(cell["kill"]["low"], kill["low"]);
        // Spread over three rounds.
        let kill = kill["probability"].as_f64().unwrap();
        assert_near(&cell["points_per_round"]["value"], kill * 20.0);
    }
}

#[test]
fn a_mean_that_is_not_known_is_bounded_and_a_sample_is_as_narrow_as_asked() {
    // Of 20 faces 4 reach the skill of 17, and 5 the DMG of 16: 1/5 * 1/4 in each round, so that some live for 200.
    let roster = "system = \"space-infantry\"\noptions.rn_sides = 20\n[gun]\nap = 1\nav_skill = 17\n\
        [wall]\nheavy_armor = true\ndmg = 16\nsp = 20\n[tin]\nheavy_armor = true\ndmg = 16\nsp = 1\n";
    let folder = folder(&[("a.toml", roster)]);
    let found = killcurve(folder.path(), &["matrix", "a.toml", "--format", "json"]).json();
    // The sum of 0.95^r for r from 0 to 200.
    let cell = pairing(&found, "gun", "tin");
    assert_eq!(cell["mean_attacks_to_kill"], Value::Null);
    assert_near(&cell["mean_attacks_at_least"], (1.0 - 0.95_f64.powi(201)) / 0.05);
    // Twenty wounds are not to be had in one round.
    let cell = pairing(&found, "gun", "wall");
    assert_eq!((&cell["kill"]["value"], &cell["mean_attacks_to_kill"]), (&0.0.into(), &Value::Null));
    let args = ["matrix", "a.toml", "--rounds", "9", "--method", "monte-carlo", "--precision", "0.02"];
    let found = killcurve(folder.path(), &[&args[..], &["--format", "json"]].concat()).json();
    let kill = &pairing(&found, "gun", "tin")["kill"];
    let (low, high) = (kill["low"].as_f64().unwrap(), kill["high"].as_f64().unwrap());
    let exact = 1.0 - 0.95_f64.powi(9);
    assert!(low < exact && exact < high && high - low <= 0.04, "{low} to {high}");
    let table = killcurve(folder.path(), &[&args[..], &["--out", "out"]].concat());
    assert!(table.out.contains("reaches at most 2 percentage points to each side"), "{}", table.out);
    assert!(table.out.contains("Mean attacks to kill") && table.out.contains("> "), "{}", table.out);
}

#[test]
fn a_unit_that_cannot_attack_leaves_empty_cells_and_one_reason() {
    let folder = folder(&[("two.toml", ROSTER)]);
    let ran = killcurve(folder.path(), &["matrix", "two.toml", "--out", "out"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.out.matches("Titan cannot attack: `av_skill` is missing").count(), 1, "{}", ran.out);
    let files = folder.path().join("out/matrix-two");
    let page = fs::read_to_string(files.join("matrix.html")).unwrap();
    assert!(page.contains("class=\"sortable\"") && page.contains("data-sort=") && page.contains("aria-sort"));
    assert!(page.contains("Gun &lt;b&gt;") && !page.contains("Gun <b>"));
    let csv = fs::read_to_string(files.join("matrix.csv")).unwrap();
    let row = csv.lines().find(|line| line.starts_with("Two,Titan,Titan,")).unwrap();
    // No number of any kind stands in a cell that was not played.
    assert!(row.contains("60.0,60.0,1,,,,,,,,,,,,,,,,"), "{row}");
    let none = killcurve(folder.path(), &["matrix", "two.toml", "--set", "procedure=standard"]);
    assert_eq!(none.code, 2, "{}", none.out);
    assert!(none.err.contains("`fire_skill` is missing"), "{}", none.err);
}

#[test]
fn a_matrix_says_in_which_situation_it_holds() {
    let text = "system = \"space-infantry\"\n[[situation]]\nname = \"far\"\nrange = \"ranged\"\n[[situation]]\nname = \"near\"\nrange = \"melee\"\n\
        [a]\nname = \"A\"\nap = 1\nav_skill = 4\nheavy_armor = true\ndmg = 4\nsp = 1\n";
    let folder = folder(&[("two.toml", text)]);
    let found = |args: &[&str]| {
        let args = [&["matrix", "two.toml", "--out", "out"], args].concat();
        let document = killcurve(folder.path(), &[&args[..], &["--format", "json"]].concat()).json();
        let table = killcurve(folder.path(), &args).out;
        let file = |name: &str| fs::read_to_string(folder.path().join("out/matrix-two").join(name)).unwrap();
        (document, [table, file("matrix.html")], file("matrix.csv"))
    };
    // One RN hits with 1/2 and goes through with 1/2; in melee there are two of them: 1 - (3/4)^2.
    for (args, name, other, kill) in
        [(&[][..], "far", "near", 0.25), (&["--situation", "near"], "near", "far", 0.4375)]
    {
        let (document, pages, csv) = found(args);
        assert_eq!((&document["situation"], &document["other_situations"][0]), (&name.into(), &other.into()));
        assert!((pairing(&document, "A", "A")["kill"]["value"].as_f64().unwrap() - kill).abs() < 1e-12);
        for page in pages {
            assert!(page.contains(&format!("Situation: {name}. With --situation: {other}.")), "{page}");
        }
        assert!(csv.contains(&format!(",1,{name},{kill}")), "{csv}");
        let chart = fs::read_to_string(folder.path().join("out/matrix-two/matrix.svg")).unwrap();
        assert!(chart.contains(&format!("Situation: {name}.")), "{chart}");
    }
    let (document, ..) = found(&["--situation", "near"]);
    assert_eq!(document["command"], "killcurve matrix two.toml --situation near");
}

#[test]
fn a_step_is_worth_what_can_be_worked_out_by_hand() {
    let folder = folder(&[("quarter.toml", QUARTER)]);
    let found = killcurve(folder.path(), &["sensitivity", "quarter.toml", "--format", "json"]).json();
    // With p to kill in a round: 1 - (1 - p)^2 within two, and 1 + (1 - p) attacks; as it is p = 1/4, so 7/16 and 7/4.
    let third = (5.0 / 9.0 - 7.0 / 16.0, -1.0 / 12.0);
    let sixth = (11.0 / 36.0 - 7.0 / 16.0, 1.0 / 12.0);
    let expected = [
        // Two wounds are needed: 1/4 * 1/4, and never before the second attack.
        ("target.sp", 2, (1.0 / 16.0 - 7.0 / 16.0, 0.25)),
        // Two RNs: p = 1 - (3/4)^2 = 7/16.
        ("attacker.ap", 2, (175.0 / 256.0 - 7.0 / 16.0, -3.0 / 16.0)),
        // 3+ is 2/3 and 5+ is 1/3 in place of 1/2: p = 1/3 or 1/6.
        ("attacker.av_skill", 3, third),
        ("attacker.av_skill", 5, sixth),
        ("attacker.pen", 1, third),
        ("target.dmg", 3, third),
        ("target.dmg", 5, sixth),
        ("target.pen", 1, (0.0, 0.0)),
    ];
    let fields = found["fields"].as_array().unwrap();
    let steps: Vec<(&str, &Value)> = fields
        .iter()
        .flat_map(|field| {
            let steps = field["steps"].as_array().unwrap().iter();
            steps.map(|step| (field["field"].as_str().unwrap(), step))
        })
        .collect();
    assert_eq!(steps.len(), expected.len(), "{steps:?}");
    for (field, to, (kill, attacks)) in expected {
        let (_, step) = steps.iter().find(|(name, step)| *name == field && step["to"] == to).unwrap();
        assert_near(&step["kill"]["difference"], kill);
        assert_near(&step["kill"]["base"], 7.0 / 16.0);
        assert_near(&step["attacks"]["difference"], attacks);
        assert_eq!(step["kill"]["low"], Value::Null);
    }
    let order: Vec<&str> = fields.iter().map(|field| field["field"].as_str().unwrap()).collect();
    assert_eq!((order[0], order[1], order[5]), ("target.sp", "attacker.ap", "target.pen"));
}

#[test]
fn sampled_steps_have_intervals_that_hold_the_exact_number() {
    let folder = folder(&[("quarter.toml", QUARTER)]);
    let args =
        ["sensitivity", "quarter.toml", "--format", "json", "--method", "monte-carlo", "--trials", "40000"];
    let found = killcurve(folder.path(), &args).json();
    let fields = found["fields"].as_array().unwrap();
    let sp = fields.iter().find(|field| field["field"] == "target.sp").unwrap();
    let kill = &sp["steps"][0]["kill"];
    let (low, high) = (kill["low"].as_f64().unwrap(), kill["high"].as_f64().unwrap());
    // 1/16 - 7/16, with a margin of about 1.96 * sqrt(3/8 * 5/8 / 40000) = 0.0047.
    assert!(low < -0.375 && -0.375 < high && high - low < 0.011, "{low} to {high}");
    let table = killcurve(folder.path(), &["sensitivity", "quarter.toml"]);
    assert!(table.out.contains("A step changes nothing in: target.pen."), "{}", table.out);
    assert!(table.out.contains("-37.500") && table.out.contains("in percentage points"), "{}", table.out);
    assert!(table.out.contains("  attacker.av_skill  "), "no name is cut: {}", table.out);
    let read = |name: &str| fs::read_to_string(folder.path().join("reports/sensitivity-quarter").join(name));
    let page = read("sensitivity.html").unwrap();
    assert_eq!(page.matches("<figure><svg").count(), 2, "one of kills and one of attacks");
    assert!(page.contains("killcurve sensitivity quarter.toml") && page.contains("av_skill = 4"));
    assert!(read("sensitivity.svg").is_ok() && read("sensitivity_attacks.svg").is_ok());
}

#[test]
fn every_sample_roster_has_a_matrix() {
    let rosters = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/rosters");
    let elsewhere = folder(&[]);
    for system in systems::built_in() {
        let roster = rosters.join(format!("{}.toml", system.id));
        // Whether it can be played is asked here, not how likely what is: a few trials are enough.
        let args = [
            "matrix",
            roster.to_str().unwrap(),
            "--method",
            "monte-carlo",
            "--trials",
            "200",
            "--format",
            "json",
        ];
        let matrix = killcurve(elsewhere.path(), &args).json();
        let units = matrix["units"].as_array().unwrap().len();
        assert!(units >= 6, "{}: {units} units", system.id);
        let pairings = matrix["pairings"].as_array().unwrap();
        assert_eq!(pairings.len(), units * units);
        let kills = pairings.iter().filter(|pairing| pairing["kill"]["value"].as_f64() > Some(0.0)).count();
        assert!(kills >= units, "{}: {kills} of {} pairings ever kill", system.id, pairings.len());
    }
}
