//! Units as tables of a spreadsheet, and what they may cost target by target.

use std::fs;

use crate::{assert_near, folder, killcurve};

#[test]
fn units_come_from_a_spreadsheet_and_go_back_into_one() {
    let table = "name,points,shoot,survive,weapons[0].name,weapons[0].ap,weapons[1].name,weapons[1].ap\n\
        Strider,30,4,4,Gun,2,\"Rocket, big\",3\nTrooper,7.5,5,5,Rifle,0,,\n";
    let folder = folder(&[("units.csv", table)]);
    let at = folder.path();
    let ran = killcurve(at, &["import", "units.csv", "--system", "deadzone", "-o", "roster.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let roster = fs::read_to_string(at.join("roster.toml")).unwrap();
    assert!(
        roster.starts_with("system = \"deadzone\"\n\n[strider]\nname = \"Strider\"\npoints = 30\n"),
        "{roster}"
    );
    assert!(roster.contains("[[strider.weapons]]\nname = \"Rocket, big\"\nap = 3\n"), "{roster}");
    assert!(
        roster.contains("points = 7.5\n") && roster.matches("[[trooper.weapons]]").count() == 1,
        "{roster}"
    );
    assert_eq!(killcurve(at, &["check", "roster.toml"]).code, 0);
    assert_eq!(killcurve(at, &["import", "units.csv", "--system", "deadzone", "-o", "roster.toml"]).code, 2);
    let back = killcurve(at, &["export", "roster.toml", "-o", "-"]);
    assert_eq!(back.code, 0, "{}", back.err);
    let keyed = back.out.lines().map(|line| line.split_once(',').unwrap().1.to_owned() + "\n");
    assert_eq!(keyed.collect::<String>(), table);
    assert!(back.out.starts_with("key,") && back.out.contains("\nstrider,Strider,30,"), "{}", back.out);
    fs::write(at.join("back.csv"), &back.out).unwrap();
    let again = killcurve(at, &["import", "back.csv", "--system", "deadzone", "-o", "-"]);
    assert_eq!(again.out, roster);
}

#[test]
fn every_sample_roster_survives_the_way_through_a_table() {
    let folder = folder(&[]);
    let at = folder.path();
    for system in systems::built_in() {
        let id = system.id.as_str();
        assert_eq!(killcurve(at, &["new", id, "--roster"]).code, 0);
        let roster = format!("{id}-roster.toml");
        assert_eq!(killcurve(at, &["export", &roster, "-o", "units.csv", "--force"]).code, 0, "{id}");
        let ran = killcurve(at, &["import", "units.csv", "--system", id, "-o", "again.toml", "--force"]);
        assert_eq!(ran.code, 0, "{id}: {}", ran.err);
        let first = killcurve(at, &["export", &roster, "-o", "-"]).out;
        assert_eq!(killcurve(at, &["export", "again.toml", "-o", "-"]).out, first, "{id}");
        let matrix = |roster: &str| {
            let args = [
                "matrix",
                roster,
                "--rounds",
                "2",
                "--trials",
                "500",
                "--method",
                "monte-carlo",
                "--format",
                "csv",
            ];
            let csv = killcurve(at, &args).out;
            csv.lines()
                .skip(1)
                .map(|row| row.split(',').skip(7).take(3).collect::<Vec<_>>().join(","))
                .collect::<Vec<_>>()
        };
        assert_eq!(matrix(&roster), matrix("again.toml"), "{id}");
    }
}

#[test]
fn a_fault_in_a_table_is_shown_in_its_cell() {
    for (table, place, words) in [
        ("name;points;ap\nGun;3,5;4+\n", "units.csv:2:9", "write 4: the plus is understood"),
        ("name,app\nGun,3\n", "units.csv:1:6", "did you mean `ap`?"),
        ("points,ap\n3,3\n", "units.csv:1:1", "no column says what the units are called"),
        ("name,ap\nGun,3\ngun,4\n", "units.csv:3:1", "a second unit has the key `gun`"),
        ("name,ap\nGun,3,4\n", "units.csv:2:7", "this cell is in no column"),
        ("name,ap,ap\nGun,3,4\n", "units.csv:1:9", "a second column is called `ap`"),
        ("name,ap\n", "units.csv:1:1", "the table has no units"),
        ("name,ap[0\nGun,3\n", "units.csv:2:5", "leads nowhere"),
    ] {
        let folder = folder(&[("units.csv", table)]);
        let ran = killcurve(folder.path(), &["import", "units.csv", "--system", "space-infantry"]);
        assert_eq!(ran.code, 2, "{table}: {}", ran.out);
        assert!(ran.err.contains(place) && ran.err.contains(words), "{table}: {}", ran.err);
        assert!(!folder.path().join("units.toml").exists());
    }
    let folder = folder(&[("units.xlsx", "PK")]);
    let ran = killcurve(folder.path(), &["import", "units.xlsx", "--system", "space-infantry"]);
    assert!(ran.code == 2 && ran.err.contains("save the sheet as CSV"), "{}", ran.err);
    let ran = killcurve(folder.path(), &["import", "units.xlsx", "--system", "space"]);
    assert_eq!(ran.code, 2);
}

/// One RN of 4+ to hit, then one of 4+ to go through: 1/4 in every round. The sharp one goes through on 3+: 1/3. The blunt one
/// has no chance against a DMG of 7.
const GUNS: &str = "system = \"space-infantry\"\nrounds = 3\n\
    [gun]\nap = 1\nav_skill = 4\npoints = 12\n[sharp]\nap = 1\nav_skill = 4\npen = 1\npoints = 20\n\
    [tank]\nheavy_armor = true\ndmg = 4\nsp = 1\n[fort]\nheavy_armor = true\ndmg = 7\nsp = 1\n";

#[test]
fn a_price_is_found_at_which_one_unit_is_as_good_as_another() {
    let folder = folder(&[("guns.toml", GUNS)]);
    let at = folder.path();
    let args = ["compare", "--per-point", "sharp", "gun", "--targets", "guns.toml"];
    let found = killcurve(at, &[&args[..], &["--format", "json"]].concat()).json();
    let target = |name: &str| {
        let targets = found["targets"].as_array().unwrap();
        targets.iter().find(|target| target["target"] == name).unwrap().clone()
    };
    let tank = target("tank");
    assert_near(&tank["kills_per_attack"]["value"], 1.0 / 3.0);
    assert_near(&tank["other_kills_per_attack"]["value"], 0.25);
    // 12 points for 1/4 are 16 for 1/3.
    assert_near(&tank["price"]["value"], 16.0);
    assert_eq!(
        (&tank["price"]["low"], &tank["verdict"]),
        (&serde_json::Value::Null, &"worse for its points".into())
    );
    // Only the sharp one goes through: a 7 is a 6 with its penetration.
    let fort = target("fort");
    assert_eq!(
        (&fort["price"], &fort["reason"]),
        (&serde_json::Value::Null, &"the other never kills it".into())
    );
    let table = killcurve(at, &args);
    assert_eq!(table.code, 0, "{}", table.err);
    assert!(table.out.contains("At which price is sharp as good as gun?"), "{}", table.out);
    assert!(table.out.contains("16.000") && table.out.contains("worse for its points"), "{}", table.out);
    let files = at.join("reports/per-point-sharp-against-gun");
    for name in ["per-point.html", "per-point.csv", "per-point.json", "per-point.svg"] {
        assert!(files.join(name).is_file(), "{name}");
    }
    let sampled = [&args[..], &["--method", "monte-carlo", "--trials", "40000", "--format", "json"]].concat();
    let found = killcurve(at, &sampled).json();
    let price =
        found["targets"].as_array().unwrap().iter().find(|one| one["target"] == "tank").unwrap()["price"]
            .clone();
    let (low, high) = (price["low"].as_f64().unwrap(), price["high"].as_f64().unwrap());
    assert!(low < 16.0 && 16.0 < high && high - low < 0.6, "{low} to {high}");
}

#[test]
fn a_price_needs_two_units_and_points() {
    let folder = folder(&[("guns.toml", GUNS)]);
    let at = folder.path();
    for (units, words) in [
        (["sharp", "gum"], "did you mean `gun`?"),
        (["gun", "gun"], "two different units are needed"),
        (["gun", "tank"], "tank has no points"),
    ] {
        let ran = killcurve(at, &["compare", "--per-point", units[0], units[1], "--targets", "guns.toml"]);
        assert!(ran.code == 2 && ran.err.contains(words), "{}", ran.err);
    }
    assert_eq!(killcurve(at, &["compare", "--per-point", "gun", "sharp"]).code, 2);
    assert_eq!(killcurve(at, &["compare"]).code, 2);
}
