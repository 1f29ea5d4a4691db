//! Fields inside lists, such as weapons, set by place and by name.

use std::path::{Path, PathBuf};

use chance::game::Visitable;
use chance::{Game, Visit};
use results::{Results, Value};
use scenario::{Run, Scenario, Source, load, load_steps, parse};
use simulator::Plan;

fn samples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let systems = ["deadzone", "dust-warfare", "rules-crusade", "space-infantry", "sythopian-wars"];
    let files = systems.iter().flat_map(|system| std::fs::read_dir(root.join(system)).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Plays a game a few times. Equal match-ups give equal results.
struct Sampled(u32);

impl Visit for Sampled {
    type Out = Results;

    fn visit<G: Game>(self, game: &G) -> Results {
        let plan = Plan { rounds: self.0, trials: 300, seed: 1, first_batch: 0 };
        simulator::simulate(game, plan, &|_| ()).results(game.system(), game.procedure(), 1)
    }
}

fn played(run: &Run) -> Results {
    run.matchup.visit(Sampled(run.rounds.min(3)))
}

/// `killcurve sensitivity` prints paths such as `attacker.weapons[0].ap`; each can be set, in every list of every system that has lists.
#[test]
fn every_number_in_a_list_can_be_set_by_the_path_that_is_printed() {
    let (mut checked, mut systems) = (0, std::collections::HashSet::new());
    for file in samples() {
        let steps = load_steps(&file, &[]).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
        for stepped in steps.iter().filter(|stepped| stepped.step.field.contains('[')) {
            let set = format!("{}={}", stepped.step.field, stepped.step.to);
            let scenario = load(&file, std::slice::from_ref(&set))
                .unwrap_or_else(|invalid| panic!("{set}: {}", invalid.render(false)));
            assert_eq!(played(&scenario.runs[0]), played(&stepped.run), "{}: {set}", file.display());
            checked += 1;
            systems.insert(scenario.header.system.id.to_string());
        }
    }
    assert!(checked > 50 && systems.len() == 4, "{checked} {systems:?}");
}

const VOLLEY: &str = r#"
    system = "deadzone"
    rounds = 3
    [attacker]
    shoot = 4
    weapons = [{ name = "Big gun", ap = 0, range = 8 }, { name = "Foot", ap = 1 }]
    [target]
    kind = "vehicle"
    vehicle = 4
    survive = 5
    armour = 3
    [situation]
    distance = 6
"#;

fn scenario(text: &str, set: &[&str]) -> Result<Scenario, String> {
    let set: Vec<String> = set.iter().map(|&set| set.to_owned()).collect();
    let source = Source { name: "a.toml".to_owned(), text: text.to_owned() };
    parse(source, "a", Path::new(""), &set).map_err(|invalid| invalid.render(false))
}

#[test]
fn weapons_are_set_by_place_and_by_name_in_settings_variants_and_sweeps() {
    let changed = VOLLEY.replace("ap = 0", "ap = 3");
    let changed = played(&scenario(&changed, &[]).unwrap().runs[0]);
    assert_ne!(changed, played(&scenario(VOLLEY, &[]).unwrap().runs[0]));
    for set in ["attacker.weapons[0].ap=3", "attacker.weapons.Big gun.ap=3"] {
        assert_eq!(played(&scenario(VOLLEY, &[set]).unwrap().runs[0]), changed, "{set}");
    }
    for variant in [
        "\"attacker.weapons[0].ap\" = 3",
        "attacker.\"weapons[0].ap\" = 3",
        "attacker.weapons.\"Big gun\".ap = 3",
        "\"attacker.weapons.Big gun.ap\" = 3",
    ] {
        let text = format!("{VOLLEY}\n[[variant]]\nname = \"v\"\n{variant}\n");
        let found = scenario(&text, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(played(&found.runs[1]), changed, "{variant}");
        let text = format!("{VOLLEY}\n[sweep]\n\"attacker.weapons[0].ap\" = [0, 3]\n");
        let found = scenario(&text, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.sweep, ["attacker.weapons[0].ap"]);
        assert_eq!(found.runs[2].settings, [("attacker.weapons[0].ap".to_owned(), Value::Whole(3))]);
        assert_eq!(played(&found.runs[2]), changed);
    }
}

#[test]
fn a_path_that_leads_nowhere_is_shown_whole() {
    for set in [
        "attacker.weapons[2].ap=3",
        "attacker.weapons.Bow.ap=3",
        "attacker.weapons[x].ap=3",
        "attacker.weapons[0]x=3",
    ] {
        let error = scenario(VOLLEY, &[set]).unwrap_err();
        let path = set.split_once('=').unwrap().0;
        assert!(error.contains(set) && error.contains(&"^".repeat(path.len())), "{error}");
    }
    let error = scenario(VOLLEY, &["attacker.weapons[0].app=2"]).unwrap_err();
    assert!(error.contains("there is no field `app`") || error.contains("did you mean `ap`"), "{error}");
}
