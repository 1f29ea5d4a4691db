//! Units against each other and against themselves: pairings of a roster, and steps of one number.

use std::fs;
use std::path::PathBuf;

use scenario::{SteppedRun, is_roster, load_pairings, load_steps};

/// A file in a folder of its own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("killcurve-units-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("file.toml");
    fs::write(&path, text).unwrap();
    path
}

const ROSTER: &str = "system = \"space-infantry\"\nrounds = 2\n[options]\nrn_sides = 8\n\
    [gun]\nname = \"Gun\"\npoints = 10\nap = 3\nav_skill = 3\nhp = 2\n\
    [tank]\nap = 2\nheavy_armor = true\ndmg = 4\nsp = 2\n";

#[test]
fn every_unit_meets_every_unit() {
    let path = file("pairings", ROSTER);
    let set = |text: &str| load_pairings(&path, &[text.to_owned()], None);
    let pairings =
        load_pairings(&path, &[], None).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
    assert_eq!(pairings.rounds, 2);
    let names: Vec<&str> = pairings.units.iter().map(scenario::RosterUnit::name).collect();
    assert_eq!(names, ["Gun", "tank"]);
    assert_eq!(pairings.units[0].card.points, Some(10.0));
    let [gun, tank] = &pairings.cells[..] else { panic!("two rows") };
    assert!(gun.iter().all(Result::is_ok));
    assert_eq!(gun[1].as_ref().unwrap().label, "Gun against tank");
    assert_eq!(gun[1].as_ref().unwrap().rounds, 2);
    // The tank has no A-V skill: it attacks nobody, and that is no fault of the file.
    for cell in tank {
        let reasons = cell.as_ref().unwrap_err();
        assert_eq!(reasons.len(), 1);
        assert!(reasons[0].starts_with("tank cannot attack: `av_skill` is missing"), "{}", reasons[0]);
    }
    assert!(set("tank.av_skill=4").unwrap().cells[1].iter().all(Result::is_ok));
    assert_eq!(set("rounds=5").unwrap().cells[0][0].as_ref().unwrap().rounds, 5);
    assert_ne!(set("rounds=5").unwrap().header.hash, pairings.header.hash);
    for (wrong, part) in [
        ("tnak.ap=1", "did you mean `tank`?"),
        ("gun.pem=1", "did you mean `pen`?"),
        ("gun.ap=99", "a whole number from 1 to 20"),
        ("rounds=0", "from 1 to 200"),
        ("gun.points=-1", "expected points"),
    ] {
        let shown = set(wrong).expect_err("it should be refused").render(false);
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    assert!(is_roster(&path));
}

#[test]
fn one_of_several_situations_is_played() {
    let situations = "system = \"space-infantry\"\nprocedure = \"anti-vehicle\"\n\
        [[situation]]\nrange = \"ranged\"\n[[situation]]\nname = \"melee\"\nprocedure = \"standard\"\nrange = \"melee\"\n";
    let units = ROSTER.strip_prefix("system = \"space-infantry\"\nrounds = 2\n").unwrap();
    let path = file("situations", &format!("{situations}{units}"));
    let of = |name: Option<&str>| load_pairings(&path, &[], name).map_err(|invalid| invalid.render(false));
    let first = of(None).unwrap();
    assert_eq!(
        (first.situation.as_deref(), &first.other_situations[..]),
        (Some("situation 1"), &["melee".to_owned()][..])
    );
    let second = of(Some("melee")).unwrap();
    assert_eq!(second.situation.as_deref(), Some("melee"));
    assert_eq!(second.other_situations, ["situation 1"]);
    // The first is an anti-vehicle attack, the second a standard one, for which nobody has the skill.
    assert!(first.cells[0][1].is_ok());
    assert!(second.cells[0][1].as_ref().unwrap_err()[0].contains("melee_skill"), "{:?}", second.cells[0][1]);
    let shown = of(Some("mele")).unwrap_err();
    assert!(shown.contains("no situation `mele`") && shown.contains("did you mean `melee`?"), "{shown}");
    // A roster that lists none has none to choose.
    let plain = load_pairings(&file("plain", ROSTER), &[], None).unwrap();
    assert_eq!((plain.situation, plain.other_situations), (None, Vec::new()));
    let shown = load_pairings(&file("plain", ROSTER), &[], Some("melee")).unwrap_err().render(false);
    assert!(shown.contains("lists no `[[situation]]`") && shown.contains("file.toml:1:"), "{shown}");
}

#[test]
fn what_is_neither_unit_nor_known_is_an_error() {
    for (text, part) in [
        ("system = \"space-infantry\"\nround = 3\n[a]\nap = 1\n", "did you mean `rounds`?"),
        ("system = \"space-infantry\"\n", "has no units"),
        ("system = \"space-infantry\"\n[a]\nuse = \"x#y\"\n", "cannot take from another"),
    ] {
        let shown =
            load_pairings(&file("wrong", text), &[], None).expect_err("it should be refused").render(false);
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

#[test]
fn every_whole_number_goes_a_step_down_and_up() {
    let text = "system = \"space-infantry\"\n[attacker]\nap = 1\nav_skill = 6\n\
                [target]\nheavy_armor = true\ndmg = 4\nsp = 2\n";
    let steps = load_steps(&file("steps", text), &[]).unwrap();
    let shown: Vec<String> = steps
        .iter()
        .map(|SteppedRun { step, .. }| format!("{} {}>{}", step.field, step.from, step.to))
        .collect();
    // AP ends at 1 and a skill at the sides of an RN; PEN is not in the file and begins at its default.
    let expected = [
        "attacker.ap 1>2",
        "attacker.av_skill 6>5",
        "attacker.pen 0>1",
        "target.pen 0>1",
        "target.dmg 4>3",
        "target.dmg 4>5",
        "target.sp 2>1",
        "target.sp 2>3",
    ];
    assert_eq!(shown, expected);
    assert!(format!("{:?}", steps[0].run.matchup).contains("ap: 2"));
    // What the command line sets is where the steps begin.
    let set = load_steps(&file("steps", text), &["attacker.ap=7".to_owned()]).unwrap();
    assert_eq!((set[0].step.from, set[0].step.to), (7, 6));
}

#[test]
fn numbers_of_weapons_go_steps_too() {
    let text = "system = \"deadzone\"\n[attacker]\nshoot = 4\n\
                weapons = [{ name = \"Rifle\", ap = 1 }, { name = \"Knife\", range = 0 }]\n\
                [target]\nsurvive = 5\n";
    let steps = load_steps(&file("weapons", text), &[]).unwrap();
    let find = |field: &str| {
        steps.iter().map(|found| &found.step).filter(|step| step.field == field).collect::<Vec<_>>()
    };
    let ap = find("attacker.weapons[0].ap");
    assert_eq!(ap.iter().map(|step| (step.from, step.to)).collect::<Vec<_>>(), [(1, 0), (1, 2)]);
    assert_eq!(ap[0].part.as_deref(), Some("Rifle"));
    // A default counts, a number that is not there does not.
    assert_eq!(find("attacker.weapons[1].dice").len(), 2);
    assert_eq!(find("attacker.weapons[1].range").len(), 1);
    assert_eq!(find("attacker.weapons[0].range").len(), 0);
}

#[test]
fn a_scenario_is_no_roster_even_if_it_is_broken() {
    assert!(!is_roster(&file("whole", "system = \"space-infantry\"\n[attacker]\n[target]\n")));
    assert!(!is_roster(&file("broken", "system = ")));
    assert!(!is_roster(&PathBuf::from("no/such/file.toml")));
}
