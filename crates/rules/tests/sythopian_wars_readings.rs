//! Sythopian Wars: readings of the rules where several meet, what is refused, and laws that hold everywhere.

mod table;

use table::{assert_close, distribution, event, faults, kills, play, solve, with_options};

/// The option under which every hit on a vehicle is a Result.
const EACH_HIT: &str = "vehicle_melee = \"each-hit\"";

fn scene(head: &str, attacker: &str, target: &str, rest: &str) -> String {
    format!(
        "system = \"sythopian-wars\"\n{head}\n[attacker]\n{attacker}\n[target]\n{target}\n[situation]\ntarget_activates = false\n{rest}\n"
    )
}

fn infantry(models: u32, resolve: u32, hp: u32, weapons: &str) -> String {
    format!("models = {models}\nresolve = {resolve}\nhp = {hp}\nweapons = [{weapons}]")
}

fn vehicle(armor: u32, hp: u32, rest: &str) -> String {
    format!("kind = \"vehicle\"\nresolve = 3\narmor = {armor}\nhp = {hp}\n{rest}")
}

fn measure(text: &str, name: &str) -> Vec<f64> {
    distribution(&solve(text), 1, name)
}

const RIFLE: &str = "{ rof = 1 }";

#[test]
fn sy_5_special_weapons_are_the_last_to_fall_silent() {
    let weapons = "{ name = \"Rifle\", rof = 1 }, { name = \"Cannon\", count = 1, rof = 2, force = 9 }";
    let attacker = |models| format!("{}\nsustained = 1", infantry(models, 3, 2, weapons));
    // Two of three act: the cannon (2+), then a rifle (4+).
    let text = scene("", &attacker(3), &infantry(3, 4, 1, ""), "");
    let told = play(&text, "return 6\nlock 1 6\ndamage 2\nlock 1\ndamage 2");
    assert_eq!(told.measures, [[("locks", 2), ("damage_points", 1), ("slain", 1)]]);
    // One of two acts: the cannon alone.
    let text = scene("", &attacker(2), &infantry(3, 4, 1, ""), "");
    assert_eq!(play(&text, "return 6\nlock 6 6").measures, [[]]);
}

#[test]
fn sy_5_who_carries_a_special_weapon_fires_nothing_else() {
    let weapons = "{ rof = 1 }, { count = 1, rof = 2, range = 6, heavy = true }, { rof = 9 }";
    let locks =
        |rest| measure(&scene("", &infantry(3, 3, 1, weapons), &infantry(9, 3, 1, ""), rest), "locks").len();
    // Two rifles and two dice; out of range, or heavy after moving, two rifles alone. The third weapon is not used.
    assert_eq!([locks(""), locks("distance = 7"), locks("moved = true")], [5, 3, 3]);
}

#[test]
fn sy_6_once_either_side_has_fallen_nothing_changes() {
    let duel =
        scene("rounds = 2", &infantry(1, 3, 1, RIFLE), &infantry(1, 3, 1, RIFLE), "reaction = \"shoot\"");
    let results = solve(&duel);
    // Over after round 1: killed 1/3 + attacker destroyed 8/27 - both 2/9 * 1/3 = 15/27, so round 2 locks with 12/27 * 1/2.
    assert_close(&distribution(&results, 2, "locks"), &[1.0 - 6.0 / 27.0, 6.0 / 27.0]);
    // 12/27 of round 1's chances once more.
    let again = 1.0 + 12.0 / 27.0;
    assert_close(&[event(&results, 2, "attacker_destroyed")], &[8.0 / 27.0 * again]);
    assert_close(&[results.rounds[1].kill.value], &[again / 3.0]);
}

#[test]
fn sy_7_major_targeting_damage_leaves_snap_fire() {
    let flames = "facing = \"targeting\"\nweapons = [{ rof = 2, type = \"auto\" }]";
    let text = |rounds: u32, weapon: &str| {
        let (attacker, target) = (infantry(1, 3, 50, weapon), vehicle(4, 3, flames));
        scene(&format!("rounds = {rounds}"), &attacker, &target, "reaction = \"shoot\"")
    };
    // Locks of 1 count at once. A plain Result of 7: the answer is two hits without a roll.
    let cannon = text(1, "{ rof = 1, force = 6, type = \"auto\" }");
    assert_eq!(play(&cannon, "damage 1\ndamage 2 2").measures[0][3], ("attacker_locks", 2));
    // 8 is a double of 4: Auto is lost, and two locks are rolled. 12 is a triple: one die, and a 2 is no 1.
    assert_eq!(play(&cannon, "damage 2\nlock 3 4\ndamage 2").events, ["minor_system"]);
    assert_eq!(play(&cannon, "damage 6\nlock 2").events, ["minor_system", "major_system"]);
    // Other locks count from the next round on.
    let rifle = text(2, "{ rof = 1, force = 6 }");
    let told = play(&rifle, "lock 2\ndamage 6\ndamage 2 2\nlock 6\nlock 2");
    assert_eq!(told.measures[0].last(), Some(&("attacker_locks", 2)));
    assert_eq!(told.measures[1], []);
}

#[test]
fn sy_8_what_minor_targeting_damage_took_stays_lost() {
    // Nothing that hits the attacker hampers it, and its hit counts before the answer: 7 to 12 against Armor 6.
    let attacker = vehicle(20, 9, "weapons = [{ rof = 1, force = 6, type = \"auto\" }]");
    let target = vehicle(6, 9, "facing = \"targeting\"\nweapons = [{ rof = 1, type = \"auto\" }]");
    let results = solve(&scene("rounds = 2", &attacker, &target, "reaction = \"shoot\""));
    let locks = |round| distribution(&results, round, "attacker_locks")[1];
    // A 6 is a double: Auto is lost, and Resolve 3 locks with 1/2.
    assert_close(&[locks(1)], &[5.0 / 6.0 + 1.0 / 6.0 * 0.5]);
    // After a double Armor 4: a 6 is a triple, and Snap Fire locks with 1/6; else 1/2, also after a 1, which is no double.
    let damaged = 1.0 / 6.0 * (1.0 / 6.0) + 5.0 / 6.0 * 0.5;
    // Else Armor 5, of which 4 to 6 are doubles.
    let whole = 0.5 * 0.5 + 0.5;
    assert_close(&[locks(2)], &[1.0 / 6.0 * damaged + 5.0 / 6.0 * whole]);
}

#[test]
fn sy_14_another_unit_covers_the_target_whole_in_every_round() {
    let text = scene(
        "rounds = 2",
        &infantry(2, 3, 9, "{ rof = 1, force = 9 }"),
        &infantry(2, 3, 1, RIFLE),
        "reaction = \"covering-fire\"",
    );
    // The target loses a model, the unit that covers it does not.
    let told = play(&text, "lock 6 6\nlock 2 6\ndamage 2\nlock 6 6\nlock 6 6");
    assert_eq!(told.measures, [vec![("locks", 1), ("damage_points", 1), ("slain", 1)], vec![]]);
}

#[test]
fn sy_19_cover_may_help_the_targets_own_locks() {
    let locks = |attacker: &str, reaction: &str, helps: bool| {
        let rest = format!(
            "reaction = \"{reaction}\"\ncover = \"rubble\"\ndefence = \"defend\"\n[options]\ncover_helps_lock = {helps}"
        );
        measure(&scene("", attacker, &infantry(1, 2, 1, RIFLE), &rest), "attacker_locks")[1]
    };
    let infantry = infantry(1, 3, 1, "");
    // On 2, or on 2 + 1 + 1; not for a covering unit, and not against a Shunt Field.
    assert_close(
        &[locks(&infantry, "shoot", false), locks(&infantry, "shoot", true)],
        &[2.0 / 6.0, 4.0 / 6.0],
    );
    assert_close(&[locks(&infantry, "covering-fire", true)], &[2.0 / 6.0]);
    let shunted = vehicle(4, 2, "facing_rules = [\"shunt-field\"]");
    assert_close(&[locks(&shunted, "shoot", true)], &[1.0 / 6.0]);
}

#[test]
fn sy_19_an_attacker_above_has_cover_from_the_answer() {
    let text = scene(
        "",
        &infantry(1, 2, 1, ""),
        &infantry(1, 5, 1, "{ rof = 1, force = 1, type = \"auto\" }"),
        "reaction = \"shoot\"\nlevels = 3",
    );
    // 2 + 3 - 1 = 4+: no scenery, so Force stays.
    assert_close(&[event(&solve(&text), 1, "attacker_destroyed")], &[0.5]);
}

#[test]
fn sy_27_the_first_listed_defensive_weapon_of_a_striking_model_parries() {
    let weapons =
        "{ att = 1, type = \"defensive\" }, { count = 1, att = 1, force = 2, type = \"defensive\" }";
    let text =
        |models| scene("procedure = \"melee\"", &infantry(1, 4, 9, ""), &infantry(models, 4, 9, weapons), "");
    // Both are in use: the first, Force 0, does 1.
    let told = play(&text(2), "strike 1\nstrike 1\nstrike 1");
    assert_eq!(told.measures, [[("attacker_locks", 1), ("attacker_damage_points", 1)]]);
    // One model strikes, with the special one: 1 + 2.
    let told = play(&text(1), "strike 1\nstrike 1");
    assert_eq!(told.measures, [[("attacker_locks", 1), ("attacker_damage_points", 3)]]);
}

#[test]
fn sy_30_facing_rules_hold_in_melee() {
    let fists = |force: u32| infantry(1, 3, 9, &format!("{{ att = 1, force = {force} }}"));
    // Extra Armor: 4+ hits Armor 4, but (6 + 0) / 2 does not reach it: a 6 and then a 6 damages.
    let text =
        scene("procedure = \"melee\"", &fists(0), &vehicle(4, 3, "facing_rules = [\"extra-armor\"]"), "");
    let text = with_options(&text, EACH_HIT);
    let told = play(&text, "strike 6\nziron 6");
    assert_eq!(told.measures, [[("locks", 1), ("damage_points", 1), ("armor_lost", 1)]]);
    assert_eq!(play(&text, "strike 5").measures, [[("locks", 1)]]);
    assert_close(&measure(&text, "locks"), &[0.5, 0.5]);
    assert_close(&measure(&text, "damage_points"), &[35.0 / 36.0, 1.0 / 36.0]);
    // Force taken from Armor: a 6 hits Armor 6 and is the triple of 6 - 4.
    let text =
        scene("procedure = \"melee\"", &fists(4), &vehicle(6, 3, ""), "[options]\nvehicle_force = \"armor\"");
    let text = with_options(&text, EACH_HIT);
    assert_close(&measure(&text, "hp_lost"), &[5.0 / 6.0, 1.0 / 6.0]);
}

#[test]
fn sy_31_armor_and_hp_may_both_be_gone() {
    // Armor 1 and HP 2 under two triples: two dice, though Armor is gone as well.
    let cannon = infantry(1, 3, 1, "{ rof = 2, force = 2, type = \"auto\" }");
    let text = scene("", &cannon, &vehicle(1, 2, ""), "");
    let told = play(&text, "damage 1 1\nexplosion 1 1");
    assert_eq!(told.measures, [[("locks", 2), ("damage_points", 2), ("armor_lost", 1), ("hp_lost", 2)]]);
    assert!(told.killed && !told.events.contains(&"exploded"));
}

#[test]
fn sy_33_energy_damage_ends_the_shield_in_the_next_round() {
    let cannon = infantry(1, 5, 1, "{ rof = 1, force = 6 }");
    let text = scene("rounds = 2", &cannon, &vehicle(4, 5, "facing = \"energy\""), "defence = \"shield\"");
    // A double of 4, then no shield die any more.
    let told = play(&text, "lock 5\nshield 5\ndamage 2\nlock 5\ndamage 1");
    assert_eq!(told.measures.len(), 2);
    assert_eq!(told.events, ["minor_system", "major_system"]);
    let text = text.replace("facing = \"energy\"", "facing = \"propulsion\"");
    play(&text, "lock 5\nshield 5\ndamage 2\nlock 5\nshield 1");
}

#[test]
fn sy_34_hits_out_of_reach_do_a_vehicle_no_damage() {
    let text = scene("procedure = \"melee\"", &infantry(1, 3, 9, ""), &vehicle(4, 3, ""), "distance = 2");
    assert_eq!(play(&text, "strike 6").measures, [[("locks", 1)]]);
    let text = text.replace("distance = 2", "distance = 1");
    assert_eq!(play(&text, "strike 6").measures, [[("locks", 1), ("damage_points", 1), ("armor_lost", 1)]]);
}

#[test]
fn sy_35_a_crew_strikes_a_vehicle_by_results() {
    let walker = vehicle(3, 2, "weapons = [{ att = 1, force = 1 }]");
    let text = scene("procedure = \"melee\"", &walker, &vehicle(9, 2, ""), "defence = \"crew\"");
    let text = with_options(&text, EACH_HIT);
    // 2 + Armor 3 strikes Resolve 3. The crew's 6 is a double of Armor 3, its 2 a miss; one pair: Force 1 against 0.
    let told = play(&text, "strike 2\nstrike 6 2");
    let wanted = [
        ("locks", 1),
        ("damage_points", 1),
        ("hp_lost", 1),
        ("attacker_locks", 1),
        ("attacker_damage_points", 1),
        ("attacker_armor_lost", 2),
    ];
    assert_eq!(told.measures, [wanted]);
}

#[test]
fn a_story_tells_locks_damage_and_models() {
    let text = scene("", &infantry(2, 3, 1, "{ name = \"Rifle\", rof = 1 }"), &infantry(3, 3, 2, ""), "");
    let told = play(&text.replace("rof = 1", "rof = 2"), "lock 1 2 3 6\ndamage 3 4 5");
    for words in [
        "Rifle: dice 4, 1 to 3 locks: locks 3",
        "damage rolls 3, 3+ does a point: points 3",
        "slain 1, models left 2, sustained damage 1, one model stunned",
    ] {
        assert!(told.story.contains(words), "{}", told.story);
    }
}

#[test]
fn more_force_never_lowers_the_kill_probability() {
    for target in [infantry(2, 6, 1, ""), vehicle(5, 2, "")] {
        let kill = |force: u32| {
            let weapon = format!("{{ rof = 1, force = {force} }}");
            kills(&scene("rounds = 3", &infantry(3, 4, 1, &weapon), &target, ""))[2]
        };
        assert!((0..12).all(|force| kill(force) <= kill(force + 1) + 1e-15));
    }
}

#[test]
fn what_is_missing_is_named() {
    let text = faults("system = \"sythopian-wars\"\n[situation]\nreaction = \"shoot\"");
    for field in ["models", "resolve", "hp"] {
        assert_eq!(text.matches(&format!("`{field}`")).count(), 2, "{text}");
    }
    let text = faults("system = \"sythopian-wars\"\nprocedure = \"melee\"\n[attacker]\nkind = \"vehicle\"");
    assert!(text.contains("`armor` is missing"), "{text}");
    // An attacker that nobody answers needs no hit points.
    let target = infantry(1, 3, 1, "");
    assert_close(
        &kills(&scene("", "models = 1\nresolve = 3\nweapons = [{ rof = 1 }]", &target, "")),
        &[1.0 / 3.0],
    );
}

#[test]
fn weapons_that_cannot_be_are_refused() {
    let refused = |weapon: &str| faults(&scene("", &infantry(1, 3, 1, weapon), &infantry(1, 3, 1, ""), ""));
    assert!(refused("{ rof = 1, att = 1 }").contains("`rof` or `att`, not both"));
    assert!(refused("{ force = 1 }").contains("needs `rof` if it is fired"));
    assert!(refused("{ rof = 1, type = \"whip\" }").contains("for melee weapons"));
    assert!(refused("{ att = 1, type = \"auto\" }").contains("for ranged weapons"));
    assert!(refused("{ rof = 1, tipe = \"auto\" }").contains("did you mean `type`?"));
    assert!(refused("{ rof = 21 }").contains("a whole number from 1 to 20"));
}

#[test]
fn whatever_meets_whatever_has_mass_1() {
    let ranged = ["auto", "rapid-fire", "assault", "sniper", "volley", "scatter", "grenade"];
    let close = ["fast", "crushing", "slashing", "whip", "grasping", "defensive"];
    let weapon = |sort: &str, kind: &str| {
        format!("{{ {sort} = 1, force = 3, count = 1, range = 2, type = \"{kind}\" }}")
    };
    let unit = |kind: &str, facing: &str, place: usize| {
        let weapons = [weapon("rof", ranged[place % 7]), weapon("att", close[place % 6])].join(", ");
        format!(
            "kind = \"{kind}\"\nmodels = 2\nresolve = {}\nhp = 2\narmor = 3\nthreat = 2\nsustained = 1\n\
             facing = \"{facing}\"\nfacing_rules = [\"shunt-field\", \"extra-armor\"]\nweapons = [{weapons}]",
            place % 6 + 1
        )
    };
    let mut place: usize = 0;
    for (attacker, target) in
        [("infantry", "infantry"), ("infantry", "vehicle"), ("vehicle", "infantry"), ("vehicle", "vehicle")]
    {
        for defence in ["none", "defend", "ditch", "shield", "crew"] {
            for reaction in ["none", "shoot", "covering-fire"] {
                for procedure in ["shoot", "melee", "explosion"] {
                    for options in [
                        "",
                        "vehicle_force = \"armor\"\ndouble_costs = \"instead\"\nwhip = \"recursive\"\ncover_helps_lock = true",
                    ] {
                        place += 1;
                        if (defence, reaction, procedure) == ("ditch", "shoot", "shoot") {
                            continue; // refused
                        }
                        let command = ["shoot", "assault", "advance", "snap-fire"][place % 4];
                        let cover = ["none", "rubble", "ruins", "bulwark"][place % 4];
                        let text = format!(
                            "system = \"sythopian-wars\"\nprocedure = \"{procedure}\"\nrounds = 2\n[attacker]\n{}\n[target]\n{}\n\
                             [situation]\ndefence = \"{defence}\"\nreaction = \"{reaction}\"\ncommand = \"{command}\"\n\
                             cover = \"{cover}\"\nlevels = {}\ndistance = 1\n[options]\n{options}",
                            unit(attacker, "targeting", place),
                            unit(target, "energy", place + 3),
                            place as i32 % 3 - 1,
                        );
                        for round in solve(&text).rounds {
                            for measure in round.measures {
                                let mass: f64 = measure.probabilities.iter().map(|p| p.value).sum();
                                assert!((mass - 1.0).abs() < 1e-12, "{}: {mass}\n{text}", measure.name);
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_starter_is_a_valid_scenario() {
    let starter = systems::built_in().find(|system| system.id == "sythopian-wars").unwrap().starter.as_str();
    // The base, one variant, and 4 * 4 cells.
    assert_eq!(table::valid(starter).runs.len(), 18);
    assert!(kills(starter)[2] > 0.0);
}
