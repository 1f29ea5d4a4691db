//! Scenario files: what they mean, and what is said when they are wrong.

use std::fs;
use std::path::Path;

use chance::fields::Value;
use results::Origin;
use scenario::{Claim, Invalid, Scenario, Source};

const BASE: &str = "system = \"space-infantry\"\n[attacker]\nap = 3\nav_skill = 3\n[target]\nheavy_armor = true\ndmg = 4\nsp = 2\n";

fn parse(text: &str, set: &[&str]) -> Result<Scenario, Invalid> {
    let set: Vec<String> = set.iter().map(ToString::to_string).collect();
    scenario::parse(Source { name: "test.toml".into(), text: text.into() }, "test", Path::new(""), &set)
}

fn valid(text: &str, set: &[&str]) -> Scenario {
    parse(text, set).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)))
}

fn wrong(text: &str, set: &[&str]) -> String {
    parse(text, set).expect_err("it should be refused").render(false)
}

#[test]
fn a_scenario_has_a_base_then_variants_then_cells() {
    let text = format!(
        "{BASE}[[variant]]\nname = \"sharp\"\nattacker.pen = 1\n[[variant]]\nrounds = 2\n\
         [sweep]\n\"attacker.pen\" = [0, 1]\n\"target.dmg\" = \"3..=5\"\n"
    );
    let scenario = valid(&text, &[]);
    let labels: Vec<&str> = scenario.runs.iter().map(|run| run.label.as_str()).collect();
    assert_eq!(labels[..3], ["base", "sharp", "variant 2"]);
    // The first field varies slowest.
    assert_eq!(
        labels[3..6].join("|"),
        "attacker.pen = 0, target.dmg = 3|attacker.pen = 0, target.dmg = 4|attacker.pen = 0, target.dmg = 5"
    );
    assert_eq!(labels.len(), 9);
    assert_eq!(scenario.runs[1].settings, [("attacker.pen".to_owned(), Value::Whole(1))]);
    assert_eq!((scenario.runs[0].rounds, scenario.runs[2].rounds), (1, 2));
    assert_eq!(scenario.runs[8].origin, Origin::Cell);
    assert_eq!(scenario.sweep, ["attacker.pen", "target.dmg"]);
    assert_eq!(scenario.header.name, "test");
}

#[test]
fn a_sweep_may_be_written_without_quotes() {
    let scenario = valid(&format!("{BASE}[sweep]\nattacker.pen = [0, 1]\nrounds = [1, 2]\n"), &[]);
    assert_eq!(scenario.runs.len(), 5);
    assert_eq!(scenario.sweep, ["attacker.pen", "rounds"]);
}

#[test]
fn the_command_line_sets_any_field() {
    let scenario = valid(
        BASE,
        &["attacker.pen=2", "rounds = 5", "situation.range=melee", "attacker.name=\"Big = gun\""],
    );
    assert_eq!(scenario.runs[0].rounds, 5);
    assert_eq!(scenario.runs[0].attacker.name.as_deref(), Some("Big = gun"));
    let shown = wrong(BASE, &["attacker.pem=2"]);
    assert!(shown.contains("--set") && shown.contains("did you mean `pen`?"), "{shown}");
    assert!(wrong(BASE, &["attacker.pen"]).contains("such as `attacker.pen=2`"));
    assert!(wrong(BASE, &["attacker.pen=many"]).contains("a whole number from 0 to 10"));
    assert!(wrong(BASE, &["attakcer.pen=1"]).contains("did you mean `attacker`?"));
}

#[test]
fn several_faults_are_shown_together_each_with_line_and_caret() {
    let text = "system = \"space-infantry\"\n[attacker]\nap = 99\nav_skil = 3\n[target]\nheavy_armor = \"yes\"\n[situation]\nrange = \"meele\"\n";
    let shown = wrong(text, &[]);
    for part in [
        "test.toml:3:6",
        "a whole number from 1 to 20",
        "test.toml:4:1",
        "did you mean `av_skill`?",
        "test.toml:6:15",
        "true or false",
        "test.toml:8:9",
        "did you mean `melee`?",
        "^",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

#[test]
fn faults_of_a_variant_are_shown_in_the_variant() {
    let shown = wrong(&format!("{BASE}[[variant]]\nname = \"x\"\nattacker.ap = 0\n"), &[]);
    assert!(shown.contains("test.toml:11:15") && shown.contains("from 1 to 20"), "{shown}");
    let shown = wrong(&format!("{BASE}[sweep]\n\"attacker.pen\" = [1, 99]\n"), &[]);
    assert!(shown.contains("test.toml:10:22"), "{shown}");
    let shown = wrong(&format!("{BASE}[[variant]]\nsituation = 3\n"), &[]);
    assert!(shown.contains("expected a group of fields"), "{shown}");
}

#[test]
fn what_is_asked_for_is_limited() {
    assert!(wrong(&format!("{BASE}[sweep]\n\"attacker.ap\" = \"1..=99999999999\"\n"), &[]).contains("20000"));
    let three = "\"attacker.ap\" = \"1..=200\"\n\"attacker.pen\" = \"0..=200\"\n";
    assert!(wrong(&format!("{BASE}[sweep]\n{three}"), &[]).contains("more than 20000 cells"));
    assert!(wrong(&format!("rounds = 201\n{BASE}"), &[]).contains("from 1 to 200"));
    assert!(
        wrong(&format!("{BASE}[simulation]\ntrials = 99999999999999\n"), &[])
            .contains("from 1 to 1000000000000")
    );
}

#[test]
fn every_slip_gets_an_answer() {
    for (text, part) in [
        ("", "does not say which system"),
        ("system = 3", "there is no system"),
        ("system = \"space-infanty\"", "did you mean `space-infantry`?"),
        ("system = \"space-infantry", "test.toml:1"),
        ("system = \"space-infantry\"\nsystem = \"space-infantry\"", "duplicate key"),
        ("system = \"space-infantry\"\nattacker = 3\n[target]\nhp = 1", "a group of fields"),
        ("system = \"space-infantry\"\nsweep = 3", "a sweep is a group"),
        ("system = \"space-infantry\"\nvariant = 3", "double brackets"),
        ("system = \"space-infantry\"\nrounds = 99999999999999999999", "too large"),
        ("system = \"space-infantry\"\nname = 2020-01-01", "date"),
        ("system = \"space-infantry\"\nronuds = 3", "did you mean `rounds`?"),
        ("system = \"space-infantry\"\n[attacker]\npoints = nan", "expected points"),
        ("system = \"space-infantry\"\n[simulation]\nsede = 1", "did you mean `seed`?"),
    ] {
        let shown = wrong(text, &[]);
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

#[test]
fn units_come_from_rosters() {
    let folder = std::env::temp_dir().join(format!("killcurve-rosters-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let roster = "system = \"space-infantry\"\n[gun]\nname = \"Gun\"\npoints = 10\nap = 2\nav_skill = 3\n[chain]\nuse = \"x#y\"\n";
    fs::write(folder.join("roster.toml"), roster).unwrap();
    fs::write(folder.join("other.toml"), "system = \"deadzone\"\n[gun]\nap = 1\n").unwrap();
    let load = |attacker: &str| {
        let text = format!("system = \"space-infantry\"\n[target]\nhp = 1\n[attacker]\n{attacker}\n");
        scenario::parse(Source { name: "test.toml".into(), text }, "test", &folder, &[])
    };
    let scenario = load("use = \"roster.toml#gun\"\npoints = 12")
        .unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
    assert_eq!(scenario.runs[0].attacker.name.as_deref(), Some("Gun"));
    assert_eq!(scenario.runs[0].attacker.points, Some(12.0));
    for (attacker, part) in [
        ("use = \"roster.toml#gum\"", "did you mean `gun`?"),
        ("use = \"missing.toml#gun\"", "there is no such file"),
        ("use = \"other.toml#gun\"", "is not a roster of space-infantry"),
        ("use = \"roster.toml\"", "a hash"),
        ("use = \"roster.toml#chain\"", "cannot take from another roster"),
        ("use = 3", "a hash"),
    ] {
        let shown = load(attacker).expect_err("it should be refused").render(false);
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    // A variant that takes another unit drops what the base says of the first.
    let text = "ap = 9\nav_skill = 6\n[[variant]]\nname = \"gun\"\nattacker.use = \"roster.toml#gun\"";
    let scenario = load(text).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
    assert_eq!(scenario.runs[1].attacker.name.as_deref(), Some("Gun"));
    assert!(format!("{:?}", scenario.runs[1].matchup).contains("ap: 2"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_must_stay_true_is_read_in_long_and_in_short() {
    let text = format!(
        "rounds = 3\n{BASE}[[variant]]\nname = \"sharp\"\nattacker.pen = 1\n\
         [[expect]]\nquantity = \"kill\"\nround = 2\nbetween = [0.4, 0.6]\n\
         [[expect]]\nkill.round = 2\nbetween = [0.4, 0.6]\n\
         [[expect]]\nrun = \"sharp\"\nquantity = \"attacks_to_kill.median\"\nat_most = 2\n\
         [[expect]]\nwounds.mean.round = 1\nat_least = 0.5\n\
         [[expect]]\nrun = \"sharp\"\nbeats = \"base\"\n"
    );
    let scenario = valid(&text, &[]);
    let [long, short, median, mean, beats] = &scenario.expects[..] else { panic!("{:?}", scenario.expects) };
    assert_eq!(long, short);
    assert_eq!((long.run, long.round, long.claim), (0, 2, Claim::Within { low: 0.4, high: 0.6 }));
    assert_eq!((median.run, median.quantity.as_str()), (1, "attacks_to_kill.median"));
    assert_eq!(median.claim, Claim::Within { low: f64::NEG_INFINITY, high: 2.0 });
    assert_eq!((mean.round, mean.quantity.as_str()), (1, "wounds.mean"));
    // Where no round is named it is the last one.
    assert_eq!((beats.run, beats.round, beats.claim), (1, 3, Claim::Beats(0)));
    assert_eq!(beats.words(&scenario.runs), "sharp: kill in round 3 above that of base");
}

#[test]
fn a_slip_in_an_expectation_is_shown_where_it_is() {
    for (expect, place, part) in [
        ("quantity = \"kil\"\nat_least = 0", "test.toml:10:12", "did you mean `kill`?"),
        ("quantity = \"wound.mean\"\nat_least = 0", "test.toml:10:12", "did you mean `wounds.mean`?"),
        ("kil.round = 1\nat_least = 0", "test.toml:10:1", "did you mean `kill`?"),
        ("kill.rond = 1\nat_least = 0", "test.toml:10:6", "did you mean `round`?"),
        ("quantity = \"kill\"\nbetwen = [0, 1]", "test.toml:11:1", "did you mean `between`?"),
        ("quantity = \"kill\"\nbetween = [1, 0]", "test.toml:11:11", "nothing is at least 1 and at most 0"),
        ("quantity = \"kill\"\nbetween = 1", "test.toml:11:11", "two numbers"),
        ("quantity = \"kill\"\nat_least = \"1\"", "test.toml:11:12", "expected a number"),
        ("quantity = \"kill\"\nat_least = 1\nbeats = \"base\"", "test.toml:11:12", "do not go together"),
        ("quantity = \"kill\"", "test.toml:9", "needs something to hold"),
        ("at_least = 1", "test.toml:9", "needs a quantity"),
        ("quantity = \"kill\"\nround = 2\nat_least = 0", "test.toml:11:9", "from 1 to 1"),
        ("beats = \"bas\"", "test.toml:10:9", "did you mean `base`?"),
        ("beats = \"base\"", "test.toml:10:9", "cannot beat itself"),
        (
            "quantity = \"attacks_to_kill.p90\"\nround = 1\nat_least = 0",
            "test.toml:11:9",
            "of all rounds together",
        ),
    ] {
        let shown = wrong(&format!("{BASE}[[expect]]\n{expect}\n"), &[]);
        assert!(shown.contains(place) && shown.contains(part), "{place}, {part} are not in\n{shown}");
    }
    assert!(wrong(&format!("{BASE}[expect]\nquantity = \"kill\"\n"), &[]).contains("[[expect]]"));
}

#[test]
fn notes_come_from_the_file_and_from_each_roster_once() {
    let folder = std::env::temp_dir().join(format!("killcurve-notes-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let unit = |note: &str| {
        format!(
            "system = \"space-infantry\"\nnote = \"{note}\"\n[gun]\nap = 2\nav_skill = 3\ndmg = 4\nsp = 2\n"
        )
    };
    fs::write(folder.join("a.toml"), unit("dice are assumed")).unwrap();
    fs::write(folder.join("b.toml"), unit("points are assumed")).unwrap();
    let notes = |note: &str, target: &str| {
        let text = format!(
            "system = \"space-infantry\"\n{note}\n[attacker]\nuse = \"a.toml#gun\"\n\
             [target]\nheavy_armor = true\nuse = \"{target}#gun\"\n[sweep]\nattacker.pen = [0, 1]\n"
        );
        let source = Source { name: "test.toml".into(), text };
        let found = scenario::parse(source, "test", &folder, &[]);
        found.unwrap_or_else(|invalid| panic!("{}", invalid.render(false))).header.notes
    };
    assert_eq!(notes("", "a.toml"), ["dice are assumed"]);
    assert_eq!(notes("note = \"by hand\"", "b.toml"), ["by hand", "dice are assumed", "points are assumed"]);
    let side = "[[side]]\n[[side.unit]]\nuse = \"a.toml#gun\"\nheavy_armor = true\n";
    let battle = format!("system = \"space-infantry\"\n{side}{side}");
    let source = Source { name: "test.toml".into(), text: battle };
    let battle = scenario::parse_battle(source, "test", &folder, &[]);
    let battle = battle.unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
    assert_eq!(battle.header.notes, ["dice are assumed"]);
    let roster = scenario::load_pairings(&folder.join("b.toml"), &[], None).unwrap();
    assert_eq!(roster.header.notes, ["points are assumed"]);
    assert!(wrong(&format!("note = 3\n{BASE}"), &[]).contains("expected a text"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_fingerprint_follows_all_that_goes_in() {
    let plain = valid(BASE, &[]).header.hash;
    assert_eq!(plain, valid(BASE, &[]).header.hash);
    assert_ne!(plain, valid(&format!("{BASE}\n"), &[]).header.hash);
    assert_ne!(plain, valid(BASE, &["rounds=1"]).header.hash);
}

#[test]
fn starters_are_valid_and_schemas_know_their_fields() {
    for system in systems::built_in() {
        valid(&system.starter, &[]);
        let schema = scenario::schema(system);
        for field in system.unit.iter() {
            assert!(schema["properties"]["attacker"]["properties"][&*field.name]["description"].is_string());
        }
        assert_eq!(schema["properties"]["system"]["const"], *system.id);
        let expect = &schema["properties"]["expect"]["items"]["properties"];
        assert_eq!(expect["round"]["type"], "integer");
        assert_eq!(expect["between"]["minItems"], 2);
    }
}
