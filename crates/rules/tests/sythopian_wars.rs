//! Sythopian Wars: each rule with its dice written out.

mod table;

use std::fs;
use std::path::Path;

use chance::game::Visitable;
use chance::{Game, Visit};
use results::Results;
use table::{Played, assert_close, distribution, event, faults, kills, play, solve, with_options};

struct Solve(u32);

impl Visit for Solve {
    type Out = Results;

    fn visit<G: Game>(self, game: &G) -> Results {
        exact::solve(game, self.0, exact::Limits::default()).unwrap()
    }
}

/// A scenario; the target is not activated unless `rest` says so.
fn scene(head: &str, attacker: &str, target: &str, rest: &str) -> String {
    let rest = if rest.contains("[situation]") { rest.to_owned() } else { format!("[situation]\n{rest}") };
    let rest = if rest.contains("target_activates") {
        rest
    } else {
        rest.replacen("[situation]", "[situation]\ntarget_activates = false", 1)
    };
    format!("system = \"sythopian-wars\"\n{head}\n[attacker]\n{attacker}\n[target]\n{target}\n{rest}\n")
}

fn shoot(attacker: &str, target: &str, rest: &str) -> String {
    scene("", attacker, target, rest)
}

fn melee(attacker: &str, target: &str, rest: &str) -> String {
    scene("procedure = \"melee\"", attacker, target, rest)
}

fn infantry(models: u32, resolve: u32, hp: u32, weapons: &str) -> String {
    format!("models = {models}\nresolve = {resolve}\nhp = {hp}\nweapons = [{weapons}]")
}

fn vehicle(armor: u32, hp: u32, rest: &str) -> String {
    format!("kind = \"vehicle\"\narmor = {armor}\nhp = {hp}\n{rest}")
}

/// The option under which every hit on a vehicle is a Result.
const EACH_HIT: &str = "vehicle_melee = \"each-hit\"";

/// A stunned model that never strikes back and never dies.
fn dummy(resolve: u32) -> String {
    format!("models = 1\nresolve = {resolve}\nhp = 50\nsustained = 1")
}

/// The distribution of a measure in the first round.
fn measure(text: &str, name: &str) -> Vec<f64> {
    distribution(&solve(text), 1, name)
}

/// The binomial distribution, with the product for each number of successes.
fn binomial(dice: i32, p: f64) -> Vec<f64> {
    let ways = |k: i32| (0..k).map(|i| f64::from(dice - i) / f64::from(i + 1)).product::<f64>();
    (0..=dice).map(|k| ways(k) * p.powi(k) * (1.0 - p).powi(dice - k)).collect()
}

#[track_caller]
fn assert_told(told: &Played, measures: &[(&str, u32)], events: &[&str], killed: bool) {
    assert_eq!(told.measures, [measures], "{}", told.story);
    assert_eq!((told.events.as_slice(), told.killed), (events, killed), "{}", told.story);
}

const RIFLE: &str = "{ name = \"Rifle\", rof = 1 }";
const FLAMER: &str = "{ name = \"Flamer\", rof = 1, type = \"auto\" }";

#[test]
fn the_numbers_of_the_card() {
    // Resolve 3 at Resolve 3: 3/6 * 4/6 = 1/3 for each die.
    let one = shoot(&infantry(1, 3, 1, RIFLE), &infantry(1, 3, 1, ""), "");
    assert_close(&measure(&one, "damage_points"), &[2.0 / 3.0, 1.0 / 3.0]);
    let six = shoot(&infantry(6, 3, 1, RIFLE), &infantry(9, 3, 1, ""), "");
    assert_close(&measure(&six, "damage_points"), &binomial(6, 1.0 / 3.0));
    // Resolve 4 behind a barricade, Force 1: 4 + 2 - 0 = 6+.
    let flamer = "{ rof = 1, force = 1, type = \"auto\" }";
    let barricade = shoot(&infantry(1, 3, 1, flamer), &infantry(1, 4, 1, ""), "cover = \"barricade\"");
    assert_close(&measure(&barricade, "damage_points"), &[5.0 / 6.0, 1.0 / 6.0]);
    // Bulwark at Resolve 4: 7+, 1/6 * 1/6.
    let bulwark = shoot(&infantry(1, 3, 1, FLAMER), &infantry(1, 4, 1, ""), "cover = \"bulwark\"");
    assert_close(&measure(&bulwark, "damage_points"), &[35.0 / 36.0, 1.0 / 36.0]);
}

#[test]
fn sy_1_every_face_of_a_d6_is_as_likely() {
    // A lock of at most r: r faces of 6.
    for resolve in 1..=5 {
        let text = shoot(&infantry(1, resolve, 1, RIFLE), &infantry(1, 3, 1, ""), "");
        let p = f64::from(resolve) / 6.0;
        assert_close(&measure(&text, "locks"), &[1.0 - p, p]);
    }
}

#[test]
fn sy_2_ties_of_a_roll_off_are_rolled_again() {
    let text = "system = \"sythopian-wars\"\nprocedure = \"roll-off\"\nrounds = 3";
    let told = play(&text.replace('3', "1"), "attacker 3\ntarget 3\nattacker 5\ntarget 2");
    assert_told(&told, &[], &["attacker_wins"], false);
    // Four dice: 1/6^4.
    assert_close(&[told.probability], &[1.0 / 1296.0]);
    let told = play(&text.replace('3', "1"), "attacker 1\ntarget 2");
    assert_told(&told, &[], &[], false);
    // 15/36 against 15/36, so 1/2 each; by round r 1 - 1/2^r.
    let results = solve(text);
    let wins = [1, 2, 3].map(|round| event(&results, round, "attacker_wins"));
    assert_close(&wins, &[0.5, 0.75, 0.875]);
}

#[test]
fn sy_3_where_seven_is_needed_a_six_is_rerolled_into_a_six() {
    let text = shoot(&infantry(2, 3, 1, FLAMER), &infantry(3, 4, 1, ""), "cover = \"bulwark\"");
    let told = play(&text, "damage 6\nziron 6\ndamage 6\nziron 5");
    assert_told(&told, &[("locks", 2), ("damage_points", 1), ("slain", 1)], &[], false);
    assert_close(&[told.probability], &[1.0 / 1296.0]);
    // However much is needed: 6 + 3 + 1 = 10+ is 1/36 too.
    let rest = "cover = \"bulwark\"\ndefence = \"defend\"";
    let text = shoot(&infantry(1, 3, 1, FLAMER), &infantry(3, 6, 1, ""), rest);
    assert_close(&measure(&text, "damage_points"), &[35.0 / 36.0, 1.0 / 36.0]);
}

#[test]
fn sy_4_a_test_passes_at_the_attribute_or_less_and_never_on_a_six() {
    let text = |resolve| {
        let target = format!("models = 2\nresolve = {resolve}\nhp = 3\nsustained = 2");
        scene("procedure = \"return-to-fight\"", "", &target, "")
    };
    assert_told(&play(&text(6), "return 6"), &[], &["stunned"], false);
    assert_told(&play(&text(6), "return 5"), &[("recovered", 1)], &["stunned"], false);
    assert_close(&measure(&text(6), "recovered"), &[1.0 / 6.0, 5.0 / 6.0]);
    assert_close(&measure(&text(2), "recovered"), &[4.0 / 6.0, 2.0 / 6.0]);
}

#[test]
fn sy_5_rof_dice_for_each_model_lock_at_resolve_or_less() {
    let rifles = "{ rof = 2 }";
    let text = shoot(&infantry(2, 3, 1, rifles), &infantry(5, 3, 1, ""), "");
    let told = play(&text, "lock 1 3 4 6\ndamage 3 2");
    assert_told(&told, &[("locks", 2), ("damage_points", 1), ("slain", 1)], &[], false);
    assert_close(&measure(&text, "locks"), &binomial(4, 0.5));
    // A 6 never locks, a 1 always does.
    let text = shoot(&infantry(1, 6, 1, RIFLE), &infantry(5, 3, 1, ""), "");
    assert_eq!(play(&text, "lock 6").measures, [[]]);
    assert_close(&measure(&text, "locks"), &[1.0 / 6.0, 5.0 / 6.0]);
}

#[test]
fn sy_6_locks_of_1_strike_before_the_answer_and_all_else_at_once() {
    let attacker = infantry(1, 3, 1, "{ rof = 2 }");
    let text = shoot(&attacker, &infantry(2, 3, 1, RIFLE), "reaction = \"shoot\"");
    // The 1 slays a model, the 3 another, but the second still fires and slays the attacker.
    let told = play(&text, "lock 1 3\ndamage 3\ndamage 4\nlock 2\ndamage 3");
    let both = [
        ("locks", 2),
        ("damage_points", 2),
        ("slain", 2),
        ("attacker_locks", 1),
        ("attacker_damage_points", 1),
        ("attacker_slain", 1),
    ];
    assert_told(&told, &both, &["attacker_destroyed"], true);
    assert_close(&[told.probability], &[6.0_f64.powi(-6)]);
    // One against one: the answer is prevented with 1/6 * 4/6 = 1/9, and kills with 1/3: 8/9 * 1/3.
    let duel = shoot(&infantry(1, 3, 1, RIFLE), &infantry(1, 3, 1, RIFLE), "reaction = \"shoot\"");
    let results = solve(&duel);
    assert_close(&[event(&results, 1, "attacker_destroyed")], &[8.0 / 27.0]);
    assert_close(&[results.rounds[0].kill.value], &[1.0 / 3.0]);
}

#[test]
fn sy_6_a_model_that_the_ones_stun_does_not_fire() {
    let attacker = infantry(1, 3, 9, "{ rof = 2 }");
    let text = shoot(&attacker, &infantry(2, 3, 2, RIFLE), "reaction = \"shoot\"");
    // Stunned by the 1; the other point then slays it, so that in the end nobody is stunned.
    let told = play(&text, "lock 1 2\ndamage 6\ndamage 6\nlock 6");
    assert_told(&told, &[("locks", 2), ("damage_points", 2), ("slain", 1)], &["stunned"], false);
    // Without the ones both fire.
    let told = play(&text, "lock 2 2\ndamage 6 6\nlock 6 6");
    assert_told(&told, &[("locks", 2), ("damage_points", 2), ("slain", 1)], &[], false);
}

#[test]
fn sy_7_snap_fire_is_one_die_that_locks_on_a_1() {
    let text = |kind: &str| {
        let weapon = format!("{{ rof = 3{kind} }}");
        shoot(&infantry(1, 5, 1, &weapon), &infantry(5, 3, 1, ""), "command = \"snap-fire\"")
    };
    assert_told(&play(&text(""), "lock 2"), &[], &[], false);
    assert_told(&play(&text(""), "lock 1\ndamage 2"), &[("locks", 1)], &[], false);
    assert_close(&measure(&text(""), "locks"), &[5.0 / 6.0, 1.0 / 6.0]);
    // Rapid Fire keeps its three dice, Assault its lock of 1 to 5.
    let rapid = text(", type = \"rapid-fire\"");
    assert_told(&play(&rapid, "lock 2 1 5\ndamage 2"), &[("locks", 1)], &[], false);
    assert_close(&measure(&rapid, "locks"), &binomial(3, 1.0 / 6.0));
    assert_close(&measure(&text(", type = \"assault\""), "locks"), &[1.0 / 6.0, 5.0 / 6.0]);
    // Auto: one hit, without a roll.
    assert_close(&measure(&text(", type = \"auto\""), "locks"), &[0.0, 1.0]);
}

#[test]
fn sy_8_auto_hits_without_a_roll_and_counts_as_a_1() {
    let flamer = "{ rof = 2, type = \"auto\" }";
    let text = shoot(&infantry(1, 2, 1, flamer), &infantry(2, 4, 1, RIFLE), "reaction = \"shoot\"");
    let told = play(&text, "damage 4 3\nlock 6");
    assert_told(&told, &[("locks", 2), ("damage_points", 1), ("slain", 1)], &[], false);
    // As 1s they strike first: nobody is left to answer.
    let told = play(&text, "damage 4 5");
    assert_told(&told, &[("locks", 2), ("damage_points", 2), ("slain", 2)], &[], true);
    assert_close(&[told.probability], &[1.0 / 36.0]);
}

#[test]
fn sy_9_a_snipers_lock_of_1_needs_no_damage_roll() {
    let sniper = "{ rof = 2, type = \"sniper\" }";
    let text = shoot(&infantry(1, 5, 1, sniper), &infantry(2, 4, 1, ""), "cover = \"bulwark\"");
    let told = play(&text, "lock 1 2\ndamage 5");
    assert_told(&told, &[("locks", 2), ("damage_points", 1), ("slain", 1)], &[], false);
    // 1/6 without a roll, 4/6 * 1/36 with one: 1/6 + 1/54 = 10/54.
    assert_close(&measure(&text, "damage_points"), &binomial(2, 10.0 / 54.0));
    // Against a vehicle it is one damaging Result and no double, whatever the Armor.
    let text = shoot(&infantry(1, 5, 1, sniper), &vehicle(1, 5, ""), "");
    assert_told(
        &play(&text, "lock 1 1"),
        &[("locks", 2), ("damage_points", 2), ("armor_lost", 1)],
        &[],
        true,
    );
}

#[test]
fn sy_10_a_volley_weapon_has_one_die_after_moving() {
    let volley = "{ rof = 4, type = \"volley\" }";
    let text = |situation| shoot(&infantry(1, 3, 1, volley), &infantry(5, 3, 1, ""), situation);
    assert_told(&play(&text("moved = true"), "lock 4"), &[], &[], false);
    assert_close(&measure(&text(""), "locks"), &binomial(4, 0.5));
    for moved in ["moved = true", "command = \"assault\"", "command = \"advance\""] {
        assert_close(&measure(&text(moved), "locks"), &[0.5, 0.5]);
    }
}

#[test]
fn sy_11_scatter_doubles_within_half_range() {
    let scatter = "{ rof = 2, range = 12, type = \"scatter\" }";
    let text = |situation| shoot(&infantry(1, 3, 1, scatter), &infantry(5, 3, 1, ""), situation);
    assert_told(&play(&text("distance = 6"), "lock 4 5 6 4"), &[], &[], false);
    assert_close(&measure(&text("distance = 6"), "locks"), &binomial(4, 0.5));
    assert_close(&measure(&text("distance = 7"), "locks"), &binomial(2, 0.5));
    assert_close(&measure(&text(""), "locks"), &binomial(2, 0.5));
    assert_close(&measure(&text("distance = 13"), "locks"), &[1.0]);
    // Three become six: twice as many, not two more.
    let three = shoot(&infantry(1, 3, 1, &scatter.replace("rof = 2", "rof = 3")), &infantry(9, 3, 1, ""), "");
    let near = three.replace("[situation]", "[situation]\ndistance = 6");
    assert_close(&measure(&near, "locks"), &binomial(6, 0.5));
}

#[test]
fn sy_12_grenades_are_for_the_whole_unit_beside_its_weapons() {
    let weapons = "{ rof = 1, range = 24 }, { rof = 3, force = 1, range = 8, type = \"grenade\" }";
    let text = |distance: u32| {
        let situation = format!("distance = {distance}");
        shoot(&infantry(2, 3, 1, weapons), &infantry(9, 3, 1, ""), &situation)
    };
    // Two rifles, then three grenades; Force 1 makes 2+ of 3+.
    let told = play(&text(8), "lock 1 4\ndamage 2\nlock 1 4 4\ndamage 2");
    assert_told(&told, &[("locks", 2), ("damage_points", 1), ("slain", 1)], &[], false);
    assert_close(&measure(&text(8), "locks"), &binomial(5, 0.5));
    assert_close(&measure(&text(9), "locks"), &binomial(2, 0.5));
}

#[test]
fn sy_13_a_unit_in_a_ditch_cannot_shoot_back() {
    let text = shoot(
        &infantry(1, 4, 1, RIFLE),
        &infantry(1, 3, 1, RIFLE),
        "defence = \"ditch\"\nreaction = \"shoot\"",
    );
    let fault = faults(&text);
    assert!(fault.contains("the target cannot shoot back: Ditch uses its Shoot action"), "{fault}");
    // Another unit may cover it.
    play(&text.replace("\"shoot\"", "\"covering-fire\""), "lock 6\nlock 6");
}

#[test]
fn sy_13_a_ditch_is_hit_on_a_1_and_auto_weapons_roll() {
    let text = |weapon| shoot(&infantry(1, 4, 1, weapon), &infantry(1, 3, 1, ""), "defence = \"ditch\"");
    assert_told(&play(&text(RIFLE), "lock 2"), &[], &[], false);
    assert_close(&measure(&text(RIFLE), "locks"), &[5.0 / 6.0, 1.0 / 6.0]);
    assert_told(&play(&text(FLAMER), "lock 4\ndamage 1"), &[("locks", 1)], &[], false);
    assert_close(&measure(&text(FLAMER), "locks"), &[2.0 / 6.0, 4.0 / 6.0]);
    // In Snap Fire both need a 1.
    let snap = |weapon| format!("{}command = \"snap-fire\"", text(weapon));
    assert_close(&measure(&snap(FLAMER), "locks"), &[5.0 / 6.0, 1.0 / 6.0]);
}

#[test]
fn sy_14_defend_adds_1_to_resolve() {
    let text = shoot(&infantry(1, 3, 1, RIFLE), &infantry(1, 3, 1, ""), "defence = \"defend\"");
    assert_told(&play(&text, "lock 3\ndamage 3"), &[("locks", 1)], &[], false);
    // 3/6 * 3/6.
    assert_close(&kills(&text), &[0.25]);
}

#[test]
fn sy_14_covering_fire_has_the_initiative() {
    let text = shoot(&infantry(1, 3, 1, RIFLE), &infantry(1, 3, 1, RIFLE), "reaction = \"covering-fire\"");
    // A 1 of the covering unit silences the attacker.
    let told = play(&text, "lock 1\ndamage 3");
    let slain = [("attacker_locks", 1), ("attacker_damage_points", 1), ("attacker_slain", 1)];
    assert_told(&told, &slain, &["attacker_destroyed"], false);
    // Any other lock slays it at the moment of its own shot.
    let told = play(&text, "lock 2\ndamage 3\nlock 3\ndamage 3");
    assert!(told.killed && told.events == ["attacker_destroyed"]);
    // The attacker fires with 1 - 1/6 * 4/6 = 8/9, and kills with 1/3.
    assert_close(&kills(&text), &[8.0 / 27.0]);
    assert_close(&[event(&solve(&text), 1, "attacker_destroyed")], &[1.0 / 3.0]);
}

#[test]
fn sy_15_damage_needs_resolve_less_force_and_at_best_2() {
    let text = |resolve, force| {
        let flamer = format!("{{ rof = 1, force = {force}, type = \"auto\" }}");
        shoot(&infantry(1, 3, 1, &flamer), &infantry(1, resolve, 1, ""), "")
    };
    assert_told(&play(&text(4, 1), "damage 2"), &[("locks", 1)], &[], false);
    assert_told(
        &play(&text(4, 1), "damage 3"),
        &[("locks", 1), ("damage_points", 1), ("slain", 1)],
        &[],
        true,
    );
    // 6+: 1/6; 5 - 2 = 3+: 4/6; 2 - 4 and Resolve 1: 2+, 5/6.
    for (resolve, force, faces) in [(6, 0, 1.0), (5, 2, 4.0), (2, 4, 5.0), (1, 0, 5.0)] {
        assert_close(&kills(&text(resolve, force)), &[faces / 6.0]);
    }
}

#[test]
fn sy_16_a_model_for_each_hp_and_what_is_left_stays() {
    let attacker = infantry(3, 3, 1, FLAMER);
    let text = scene("rounds = 2", &attacker, &infantry(3, 3, 2, ""), "");
    // Three points: one slain, one point left. Two more: one slain, one point left.
    let told = play(&text, "damage 3 4 5\ndamage 6 6 1");
    assert_eq!(
        told.measures,
        [
            [("locks", 3), ("damage_points", 3), ("slain", 1)],
            [("locks", 3), ("damage_points", 2), ("slain", 1)]
        ]
    );
    assert!(told.state.contains("target: Infantry { models: 1, sustained: 1, stunned: 1,"), "{}", told.state);
    assert_eq!(told.events, ["stunned"]);
    // With the last model the points that are left are lost, and nothing is stunned.
    let told = play(&shoot(&attacker, &infantry(1, 3, 2, ""), ""), "damage 3 4 5");
    assert_told(&told, &[("locks", 3), ("damage_points", 3), ("slain", 1)], &[], true);
}

#[test]
fn sy_17_the_stunned_model_tests_when_its_unit_activates() {
    let attacker = "models = 2\nresolve = 3\nhp = 3\nsustained = 1\nweapons = [{ rof = 1 }]";
    let text = shoot(attacker, &infantry(2, 4, 2, ""), "target_activates = true");
    // The attacker's test comes before its fire, the target's after it.
    let told = play(&text, "return 3\nlock 3 4\ndamage 4\nreturn 4");
    assert_told(&told, &[("locks", 1), ("damage_points", 1)], &["stunned"], false);
    assert!(told.state.contains("target: Infantry { models: 2, sustained: 0, stunned: 0,"), "{}", told.state);
    // A failed test: one model of the attacker fires.
    let told = play(&text, "return 4\nlock 4");
    assert_told(&told, &[], &[], false);
    // 1/2: two dice, 1/2: one die.
    let (one, two) = (binomial(1, 0.5), binomial(2, 0.5));
    let mixed = [0.5 * (one[0] + two[0]), 0.5 * (one[1] + two[1]), 0.5 * two[2]];
    assert_close(&measure(&text, "locks"), &mixed);
}

#[test]
fn sy_18_each_model_that_is_not_stunned_rallies() {
    let target = "models = 4\nresolve = 3\nhp = 4\nsustained = 2";
    let text = scene("procedure = \"rally\"", "", target, "");
    let told = play(&text, "rally 3 4 1");
    assert_told(&told, &[("recovered", 2)], &["stunned"], false);
    assert!(told.state.contains("sustained: 0"), "{}", told.state);
    // Three tests of 1/2, and no more than two points to lose: 1/8, 3/8, 3/8 + 1/8.
    assert_close(&measure(&text, "recovered"), &[0.125, 0.375, 0.5]);
    let vehicle = scene("procedure = \"rally\"", "", "kind = \"vehicle\"", "");
    assert!(faults(&vehicle).contains("a vehicle has no sustained damage"));
}

#[test]
fn sy_19_cover_levels_and_scenery() {
    // What a damage roll needs at Resolve 2, for each cover, levels and Force.
    let needed = [
        ("none", 0, 0, 2),
        ("rubble", 0, 0, 3),
        ("barricade", 0, 0, 4),
        ("ruins", 0, 0, 4),
        ("bulwark", 0, 0, 5),
        // Rubble leaves Force alone, scenery takes its bonus from it, never below 0.
        ("rubble", 0, 1, 2),
        ("barricade", 0, 1, 4),
        ("bulwark", 0, 4, 4),
        // From above the bonus goes, and what scenery takes from Force goes with it.
        ("bulwark", 1, 2, 4),
        ("barricade", 3, 0, 2),
        // From below it grows, in the open too.
        ("barricade", -1, 4, 4),
        ("none", -2, 0, 4),
        ("none", -2, 1, 3),
    ];
    for (cover, levels, force, needed) in needed {
        let flamer = format!("{{ rof = 1, force = {force}, type = \"auto\" }}");
        let situation = format!("cover = \"{cover}\"\nlevels = {levels}");
        let text = shoot(&infantry(1, 3, 1, &flamer), &infantry(1, 2, 1, ""), &situation);
        let p = f64::from(7 - needed) / 6.0;
        assert_close(&kills(&text), &[p]);
    }
    let text = shoot(&infantry(1, 3, 1, FLAMER), &infantry(1, 2, 1, ""), "cover = \"rubble\"");
    assert_told(&play(&text, "damage 2"), &[("locks", 1)], &[], false);
}

#[test]
fn sy_20_melee_hits_at_the_enemys_resolve_or_more() {
    // Rifles are no melee weapons: one die each.
    let text = melee(&infantry(2, 3, 1, RIFLE), &infantry(1, 4, 5, ""), "cover = \"bulwark\"");
    let told = play(&text, "strike 4 3\nstrike 2");
    assert_told(&told, &[("locks", 1), ("damage_points", 1)], &["stunned"], false);
    assert_close(&[told.probability], &[1.0 / 216.0]);
    assert_close(&measure(&text, "locks"), &binomial(2, 0.5));
    assert_close(&measure(&text, "attacker_locks"), &[2.0 / 6.0, 4.0 / 6.0]);
    // Resolve 1: a 1 hits too, unless 2+ is the best there is.
    let text = melee(&infantry(1, 3, 1, "{ att = 2 }"), &dummy(1), "");
    assert_close(&measure(&text, "locks"), &[0.0, 0.0, 1.0]);
    assert_eq!(play(&text, "strike 1 1").measures[0][0], ("locks", 2));
    let floor = with_options(&text, "melee_floor = true");
    assert_close(&measure(&floor, "locks"), &binomial(2, 5.0 / 6.0));
}

#[test]
fn sy_21_excess_hits_do_1_and_force_and_pairs_the_difference() {
    let hammers = infantry(3, 4, 9, "{ att = 1, force = 3 }");
    let swords = infantry(2, 4, 6, "{ att = 1, force = 1 }");
    let text = melee(&hammers, &swords, "");
    // Two in excess do 1 + 3 each, the pair 3 - 1.
    let told = play(&text, "strike 4 5 6\nstrike 4 1");
    let wanted = [("locks", 3), ("damage_points", 10), ("slain", 1), ("attacker_locks", 1)];
    assert_told(&told, &wanted, &["stunned"], false);
    // Hits (attacker, target): 12 = (3,0), 10 = (3,1), 8 = (3,2) or (2,0), 6 = (2,1), 4 = (2,2) or (1,0), 2 = (1,1) or (1,2).
    let (a, t) = (binomial(3, 0.5), binomial(2, 0.5));
    let damage = measure(&text, "damage_points");
    assert_close(&[damage[12], damage[10]], &[a[3] * t[0], a[3] * t[1]]);
    assert_close(&[damage[8], damage[4]], &[a[3] * t[2] + a[2] * t[0], a[2] * t[2] + a[1] * t[0]]);
    // The swords do 1 + 1 for each hit in excess, and nothing in a pair: 2 for (0,1) and (1,2), 4 for (0,2).
    let wanted = a[0] * t[1] + a[1] * t[2];
    assert_close(&measure(&text, "attacker_damage_points")[1..], &[0.0, wanted, 0.0, a[0] * t[2]]);
}

#[test]
fn sy_21_the_weapons_of_a_vehicle_are_told_apart_against_infantry() {
    // The vehicle suffers Results, its enemies points: only one side's hits are compared, by the Force of each weapon.
    let walker = vehicle(4, 3, "weapons = [{ att = 1, force = 3 }, { att = 1, force = 1 }]");
    let text = with_options(&melee(&walker, &dummy(4), ""), "melee_floor = true");
    assert_eq!(play(&text, "strike 4\nstrike 1").measures[0][1], ("damage_points", 4));
    assert_eq!(play(&text, "strike 1\nstrike 4").measures[0][1], ("damage_points", 2));
}

#[test]
fn sy_22_fast_weapons_reroll_failures_once() {
    let text = melee(&infantry(1, 3, 1, "{ att = 2, type = \"fast\" }"), &dummy(4), "");
    let told = play(&text, "strike 2\nreroll 5\nstrike 1\nreroll 3");
    assert_told(&told, &[("locks", 1), ("damage_points", 1)], &["stunned"], false);
    // 1 - 1/2 * 1/2.
    assert_close(&measure(&text, "locks"), &binomial(2, 0.75));
}

#[test]
fn sy_23_crushing_hits_on_5_at_the_latest() {
    let text = |resolve| melee(&infantry(1, 3, 1, "{ att = 1, type = \"crushing\" }"), &dummy(resolve), "");
    assert_told(&play(&text(6), "strike 5"), &[("locks", 1), ("damage_points", 1)], &["stunned"], false);
    assert_close(&measure(&text(6), "locks"), &[4.0 / 6.0, 2.0 / 6.0]);
    assert_close(&measure(&text(4), "locks"), &[0.5, 0.5]);
    // At a vehicle of Armor 9 a 5 hits and a 6 too, but only a 6 and then a 6 reaches the Armor.
    let walker = vehicle(9, 3, "");
    let text = melee(&infantry(1, 3, 1, "{ att = 2, type = \"crushing\" }"), &walker, "");
    let text = with_options(&text, EACH_HIT);
    let told = play(&text, "strike 5 6\nziron 6");
    assert_told(&told, &[("locks", 2), ("damage_points", 1), ("armor_lost", 1)], &[], false);
    assert_close(&measure(&text, "damage_points"), &binomial(2, 1.0 / 36.0));
}

#[test]
fn sy_24_slashing_rolls_a_die_for_each_enemy_in_combat() {
    let scythe = infantry(1, 6, 9, "{ att = 1, type = \"slashing\" }");
    // Three enemies, one of them stunned: three dice; the other two strike back.
    let target = "models = 3\nresolve = 4\nhp = 9\nsustained = 1";
    let told = play(&melee(&scythe, target, ""), "strike 4 3 4\nstrike 1 1");
    assert_told(&told, &[("locks", 2), ("damage_points", 2)], &["stunned"], false);
    // At most as many as are in combat.
    assert_close(&measure(&melee(&scythe, target, "in_combat = 2"), "locks"), &binomial(2, 0.5));
    // A vehicle is one.
    assert_close(&measure(&melee(&scythe, &vehicle(4, 3, ""), ""), "locks"), &[0.5, 0.5]);
    // S3: a vehicle strikes with each of its two scythes, 2 * 3 dice. Its Armor 3 makes 2+ of Resolve 4, and 3 hits are 3 points.
    let walker = vehicle(3, 3, "weapons = [{ att = 1, type = \"slashing\", count = 2 }]");
    let floor = with_options(&melee(&walker, target, ""), "melee_floor = true");
    let told = play(&floor, "strike 2 2 2 1 1 1\nstrike 1 1");
    assert_told(&told, &[("locks", 3), ("damage_points", 3)], &["stunned"], false);
}

#[test]
fn a_strike_is_told_under_the_rule_of_its_weapon() {
    // Resolve 4 is hit on 4+; a 1 fails, also if it is rerolled. Grasping rolls nothing.
    for (weapon, script, words) in [
        ("", "strike 1", "SY-20: the attacker strikes, Blade: dice 1, 4+ hits: hits 0"),
        ("fast", "strike 1\nreroll 1", "SY-22: the attacker strikes, Blade: dice 1, 4+ hits: hits 0"),
        ("crushing", "strike 1", "SY-23: the attacker strikes, Blade: dice 1, 4+ hits: hits 0"),
        ("slashing", "strike 1", "SY-24: the attacker strikes, Blade: dice 1, 4+ hits: hits 0"),
        ("whip", "strike 1", "SY-25: the attacker strikes, Blade: dice 1, 4+ hits: hits 0"),
        ("grasping", "", "SY-26: the attacker strikes, Blade: dice 1, without a roll: hits 1"),
    ] {
        let weapon = if weapon.is_empty() { String::new() } else { format!(", type = \"{weapon}\"") };
        let text =
            melee(&infantry(1, 3, 1, &format!("{{ name = \"Blade\", att = 1{weapon} }}")), &dummy(4), "");
        let told = play(&text, script);
        assert!(told.story.contains(words), "{words}: {}", told.story);
    }
    let crew = vehicle(8, 2, "resolve = 4");
    let text = melee(&infantry(1, 4, 9, "{ att = 1 }"), &crew, "defence = \"crew\"");
    let told = play(&text, "strike 1\nstrike 1 1");
    assert!(told.story.contains("SY-35: the target strikes"), "{}", told.story);
    // Armor 7 and nothing added to a roll: beyond a 6.
    let told = play(&melee(&infantry(1, 4, 9, "{ att = 1 }"), &vehicle(7, 2, ""), ""), "strike 1");
    assert!(told.story.contains("a 6 and then a 6 hits"), "{}", told.story);
}

#[test]
fn sy_25_a_whip_has_an_extra_die_for_each_hit() {
    let text = |att, option| {
        let whip = format!("{{ att = {att}, type = \"whip\" }}");
        let rest = format!("[options]\nwhip = \"{option}\"\n[situation]");
        melee(&infantry(1, 3, 1, &whip), &dummy(4), &rest)
    };
    // Two dice, then one for the hit; it hits and brings no other.
    let told = play(&text(2, "once"), "strike 4 1 6");
    assert_told(&told, &[("locks", 2), ("damage_points", 2)], &["stunned"], false);
    assert_close(&measure(&text(1, "once"), "locks"), &[0.5, 0.25, 0.25]);
    // Again and again: the first die and its extra dice, then the second.
    let told = play(&text(2, "recursive"), "strike 4 6 2 1");
    assert_told(&told, &[("locks", 2), ("damage_points", 2)], &["stunned"], false);
    let chain = measure(&text(1, "recursive"), "locks");
    // k hits and a miss: 1/2^(k + 1).
    assert_close(&chain[..20], &(1..=20).map(|k| 0.5_f64.powi(k)).collect::<Vec<_>>());
}

#[test]
fn sy_26_grasping_hits_without_a_roll() {
    let text = melee(&infantry(2, 3, 1, "{ att = 2, force = 1, type = \"grasping\" }"), &dummy(6), "");
    let told = play(&text, "");
    assert_told(&told, &[("locks", 4), ("damage_points", 8)], &["stunned"], false);
    // At a vehicle each hit rolls a D6 for its Result: 3 + 1 reaches 4, 2 + 1 does not.
    let text =
        melee(&infantry(1, 3, 1, "{ att = 2, force = 1, type = \"grasping\" }"), &vehicle(4, 3, ""), "");
    let text = with_options(&text, EACH_HIT);
    let told = play(&text, "damage 3 2");
    assert_told(&told, &[("locks", 2), ("damage_points", 1), ("armor_lost", 1)], &[], false);
    assert_close(&measure(&text, "damage_points"), &binomial(2, 4.0 / 6.0));
}

#[test]
fn sy_27_defensive_makes_hits_of_the_enemys_failures() {
    let shield = infantry(1, 4, 9, "{ att = 1, type = \"defensive\" }");
    let text = melee(&infantry(2, 4, 9, ""), &shield, "");
    // Two failures are two hits, beside the die of the weapon itself.
    let told = play(&text, "strike 1 3\nstrike 4");
    assert_told(&told, &[("attacker_locks", 3), ("attacker_damage_points", 3)], &[], false);
    // Hits on the attacker: failures of two dice and one die of its own, all 1/2.
    assert_close(&measure(&text, "attacker_locks"), &binomial(3, 0.5));
    // A Fast die that fails twice is one failure; the extra die of a Whip is one more.
    let text = melee(&infantry(1, 4, 9, "{ att = 1, type = \"fast\" }"), &shield, "");
    assert_eq!(play(&text, "strike 1\nreroll 2\nstrike 1").measures[0][0], ("attacker_locks", 1));
    let text = melee(&infantry(1, 4, 9, "{ att = 2, type = \"whip\" }"), &shield, "");
    assert_eq!(play(&text, "strike 1 6 1\nstrike 1").measures[0][1], ("attacker_locks", 2));
    // Two dice hit and bring two more: one hits, and the other is the only failure.
    let told = play(&text, "strike 4 6 5 1\nstrike 1");
    assert!(told.measures[0].contains(&("locks", 3)), "{}", told.story);
    assert!(told.measures[0].contains(&("attacker_locks", 1)), "{}", told.story);
    // Stunned models do not parry.
    let stunned = format!("{}\nsustained = 1", infantry(1, 4, 9, "{ att = 1, type = \"defensive\" }"));
    assert_told(&play(&melee(&infantry(2, 4, 9, ""), &stunned, ""), "strike 1 3"), &[], &["stunned"], false);
}

#[test]
fn sy_28_hits_out_of_reach_count_but_do_no_damage() {
    let pikes = infantry(2, 4, 9, "{ att = 1, force = 1, range = 2 }");
    let hammers = infantry(2, 4, 9, "{ att = 1, force = 3, range = 1 }");
    let text = melee(&pikes, &hammers, "distance = 2");
    // One against two: the hammer in excess does nothing, nor does the pair.
    let told = play(&text, "strike 4 1\nstrike 5 5");
    assert_told(&told, &[("locks", 1), ("attacker_locks", 2)], &[], false);
    // Two against one: the pike in excess does 1 + 1.
    let told = play(&text, "strike 4 4\nstrike 5 1");
    assert_told(&told, &[("locks", 2), ("damage_points", 2), ("attacker_locks", 1)], &["stunned"], false);
    // Damage to the hammers: 4 for (2,0), 2 for (1,0) and (2,1); never any to the pikes.
    let hits = binomial(2, 0.5);
    let damage = measure(&text, "damage_points");
    assert_close(&damage[1..], &[0.0, hits[1] * hits[0] + hits[2] * hits[1], 0.0, hits[2] * hits[0]]);
    assert_close(&measure(&text, "attacker_damage_points"), &[1.0]);
    // Bare hands reach 1".
    let text = melee(&infantry(1, 4, 9, ""), &dummy(4), "distance = 2");
    assert_told(&play(&text, "strike 6"), &[("locks", 1)], &["stunned"], false);
}

#[test]
fn sy_29_results_wear_armor_down() {
    let cannon = infantry(1, 3, 1, "{ rof = 2, force = 6, type = \"auto\" }");
    let text =
        |options: &str| shoot(&cannon, &vehicle(4, 3, ""), &format!("[options]\n{options}\n[situation]"));
    // 1 + 6 is no double of 4: one Armor for both.
    let told = play(&text(""), "damage 1 1");
    assert_told(&told, &[("locks", 2), ("damage_points", 2), ("armor_lost", 1)], &[], false);
    // 2 + 6 is a double, 6 + 6 a triple: 1 plain + 2 doubles, and an HP.
    let told = play(&text(""), "damage 2 6");
    let wanted = [("locks", 2), ("damage_points", 2), ("armor_lost", 3), ("hp_lost", 1)];
    assert_told(&told, &wanted, &["minor_system", "major_system"], false);
    // Doubles are 5/6 of the rolls: 1 Armor, 2 or 3.
    assert_close(&measure(&text(""), "armor_lost")[1..], &binomial(2, 5.0 / 6.0));
    assert_close(&measure(&text(""), "hp_lost"), &binomial(2, 1.0 / 6.0));
    // Option double_costs = "instead": the doubles alone.
    let told = play(&text("double_costs = \"instead\""), "damage 2 6");
    assert_eq!(told.measures[0][2], ("armor_lost", 2));
    let doubles = binomial(2, 5.0 / 6.0);
    let wanted = [doubles[0] + doubles[1], doubles[2]];
    assert_close(&measure(&text("double_costs = \"instead\""), "armor_lost")[1..], &wanted);
    // Option vehicle_force = "armor": 2+ damages, 4+ is a double, 6 a triple.
    let told = play(&text("vehicle_force = \"armor\""), "damage 1 3");
    assert_told(&told, &[("locks", 2), ("damage_points", 1), ("armor_lost", 1)], &[], false);
    assert_close(&measure(&text("vehicle_force = \"armor\""), "damage_points"), &binomial(2, 5.0 / 6.0));
    assert_close(&measure(&text("vehicle_force = \"armor\""), "hp_lost"), &binomial(2, 1.0 / 6.0));
}

#[test]
fn sy_29_armor_is_that_at_the_start_of_the_attack() {
    let rifle = infantry(1, 3, 1, "{ rof = 2, type = \"auto\" }");
    let text = scene("rounds = 2", &rifle, &vehicle(3, 3, ""), "");
    // Armor 3: a 6 is a double. Armor 1 in the next attack: a 3 is a triple, the 1 plain.
    let told = play(&text, "damage 6 2\ndamage 1 3");
    let second = [("locks", 2), ("damage_points", 2), ("armor_lost", 1), ("hp_lost", 1)];
    assert_eq!(told.measures[0], [("locks", 2), ("damage_points", 1), ("armor_lost", 2)]);
    assert_eq!(told.measures[1], second);
    assert!(told.killed);
}

#[test]
fn sy_30_shunt_field_and_extra_armor() {
    let locks = |force: u32, rest: &str| {
        let rifle = format!("{{ rof = 1, force = {force} }}");
        let target = vehicle(4, 3, "facing_rules = [\"shunt-field\"]");
        measure(&shoot(&infantry(1, 2, 1, &rifle), &target, rest), "locks")[1]
    };
    // On Force: 4/6; a 1 always, a 6 never; a barricade takes 2 from Force.
    assert_close(&[locks(4, ""), locks(0, ""), locks(9, "")], &[4.0 / 6.0, 1.0 / 6.0, 5.0 / 6.0]);
    assert_close(&[locks(4, "cover = \"barricade\"")], &[2.0 / 6.0]);
    // (D6 + 5) / 2 rounded up is 3, 4, 4, 5, 5, 6: always 3, a double on a 6.
    let cannon = infantry(1, 3, 1, "{ rof = 1, force = 5, type = \"auto\" }");
    let text = shoot(&cannon, &vehicle(3, 3, "facing_rules = [\"extra-armor\"]"), "");
    assert_told(
        &play(&text, "damage 5"),
        &[("locks", 1), ("damage_points", 1), ("armor_lost", 1)],
        &[],
        false,
    );
    assert_close(&measure(&text, "armor_lost"), &[0.0, 5.0 / 6.0, 1.0 / 6.0]);
    // Armor 4 and Force 0: 3 at the most, so a 6 and then a 6.
    let text = shoot(&infantry(1, 3, 1, FLAMER), &vehicle(4, 3, "facing_rules = [\"extra-armor\"]"), "");
    assert_close(&measure(&text, "damage_points"), &[35.0 / 36.0, 1.0 / 36.0]);
}

#[test]
fn sy_31_without_hp_a_six_for_any_major_damage_explodes() {
    let cannon = infantry(1, 3, 1, "{ rof = 2, force = 2, type = \"auto\" }");
    // Armor 1: each Result of 3 or more is a triple. Both count, though one HP was left.
    let text = shoot(&cannon, &vehicle(1, 1, ""), "");
    let told = play(&text, "damage 1 1\nexplosion 5 6");
    let wanted = [("locks", 2), ("damage_points", 2), ("armor_lost", 1), ("hp_lost", 1)];
    assert_told(&told, &wanted, &["minor_system", "major_system", "exploded"], true);
    assert_close(&[event(&solve(&text), 1, "exploded")], &[1.0 - 25.0 / 36.0]);
    // One major damage, one die.
    let cannon = infantry(1, 3, 1, "{ rof = 1, force = 2, type = \"auto\" }");
    assert_close(&[event(&solve(&shoot(&cannon, &vehicle(1, 1, ""), "")), 1, "exploded")], &[1.0 / 6.0]);
    // Armor 0 alone destroys without a die.
    let text = shoot(&infantry(1, 3, 1, FLAMER), &vehicle(1, 2, ""), "");
    let told = play(&text, "damage 1");
    assert_told(&told, &[("locks", 1), ("damage_points", 1), ("armor_lost", 1)], &[], true);
}

#[test]
fn sy_31_an_explosion_rolls_for_each_model_with_threat_as_force() {
    let head = "procedure = \"explosion\"";
    let wreck = vehicle(4, 2, "threat = 2");
    // Resolve 4 and rubble, Threat 2: 3+, for the stunned model too; the Defend does not help.
    let target = "models = 2\nresolve = 4\nhp = 2\nsustained = 1";
    let text = scene(head, &wreck, target, "cover = \"rubble\"\ndefence = \"defend\"");
    let told = play(&text, "damage 3 2");
    assert_told(&told, &[("damage_points", 1), ("slain", 1)], &["stunned"], false);
    assert_close(&measure(&text, "damage_points"), &binomial(2, 4.0 / 6.0));
    // A vehicle is one model: D6 + 2 against Armor 4, a double on a 6.
    let text = scene(head, &wreck, &vehicle(4, 2, ""), "");
    assert_told(
        &play(&text, "damage 6"),
        &[("damage_points", 1), ("armor_lost", 2)],
        &["minor_system"],
        false,
    );
    assert_close(&measure(&text, "armor_lost"), &[1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0]);
    assert!(faults(&scene(head, &vehicle(4, 2, ""), target, "")).contains("`threat` is missing"));
}

#[test]
fn sy_32_ramming_rolls_as_many_dice_as_the_cover_bonus() {
    let head = "procedure = \"ramming-speed\"";
    let text = |cover: &str| scene(head, "", &vehicle(4, 2, ""), &format!("cover = \"{cover}\"\nlevels = 2"));
    let told = play(&text("bulwark"), "damage 4 3 1");
    assert_told(&told, &[("damage_points", 1), ("armor_lost", 1)], &[], false);
    for (cover, dice) in [("none", 0), ("rubble", 1), ("barricade", 2), ("ruins", 2), ("bulwark", 3)] {
        assert_close(&measure(&text(cover), "damage_points"), &binomial(dice, 0.5));
    }
    assert!(faults(&scene(head, "", &infantry(1, 3, 1, ""), "")).contains("only a vehicle"));
}

#[test]
fn sy_33_a_shield_negates_with_a_die_below_the_lock() {
    let text = shoot(&infantry(1, 5, 1, RIFLE), &infantry(1, 3, 1, ""), "defence = \"shield\"");
    assert_told(&play(&text, "lock 4\nshield 3"), &[("locks", 1)], &[], false);
    let told = play(&text, "lock 4\nshield 4\ndamage 3");
    assert_told(&told, &[("locks", 1), ("damage_points", 1), ("slain", 1)], &[], true);
    // Nothing is below a 1.
    assert_told(&play(&text, "lock 1\ndamage 2"), &[("locks", 1)], &[], false);
    // A lock of v passes with (7 - v)/6: (6 + 5 + 4 + 3 + 2)/36 * 4/6.
    assert_close(&kills(&text), &[20.0 / 36.0 * 4.0 / 6.0]);
    assert_close(&measure(&text, "locks"), &[1.0 / 6.0, 5.0 / 6.0]);
}

#[test]
fn sy_34_melee_at_a_vehicle_hits_its_armor_and_the_roll_is_the_result() {
    let fists = infantry(2, 3, 9, "{ att = 1, force = 4 }");
    let text = with_options(&melee(&fists, &vehicle(4, 3, ""), ""), EACH_HIT);
    // 4 + 4 is a double of 4; a 3 does not hit.
    let told = play(&text, "strike 4 3");
    assert_told(&told, &[("locks", 1), ("damage_points", 1), ("armor_lost", 2)], &["minor_system"], false);
    assert_close(&measure(&text, "locks"), &binomial(2, 0.5));
    // Armor 7: a 6 and then a 6.
    let text = with_options(&melee(&fists, &vehicle(7, 3, ""), ""), EACH_HIT);
    let told = play(&text, "strike 6\nziron 6\nstrike 6\nziron 1");
    assert_told(&told, &[("locks", 1), ("damage_points", 1), ("armor_lost", 1)], &[], false);
    assert_close(&measure(&text, "locks"), &binomial(2, 1.0 / 36.0));
}

#[test]
fn sy_34_a_vehicles_own_rolls_add_its_armor() {
    let walker = vehicle(3, 3, "weapons = [{ att = 1, force = 2 }]");
    // 3 + 3 reaches Resolve 6: 4/6; a 1 reaches Resolve 4, unless 2+ is the best there is.
    let hits = |resolve, options| {
        let text = with_options(&melee(&walker, &dummy(resolve), ""), options);
        measure(&text, "locks")[1]
    };
    assert_close(&[hits(6, ""), hits(4, ""), hits(4, "melee_floor = true")], &[4.0 / 6.0, 1.0, 5.0 / 6.0]);
    // Its hits and the infantry's are compared for the damage to the infantry: one pair, Force 2 against 1.
    let text = melee(&walker, &infantry(1, 6, 9, "{ att = 1, force = 1 }"), "");
    let text = with_options(&text, EACH_HIT);
    let told = play(&text, "strike 3\nstrike 3");
    let wanted = [
        ("locks", 1),
        ("damage_points", 1),
        ("attacker_locks", 1),
        ("attacker_damage_points", 1),
        ("attacker_armor_lost", 1),
    ];
    assert_told(&told, &wanted, &["stunned"], false);
    // Against a vehicle the Armor is in the Result too: 1 + 3 + 2 is a double of 3, but a 1 does not hit.
    let text = with_options(
        &melee(&walker, &vehicle(3, 3, ""), ""),
        "melee_floor = true\nvehicle_melee = \"each-hit\"",
    );
    let told = play(&text, "strike 2");
    assert_told(&told, &[("locks", 1), ("damage_points", 1), ("armor_lost", 2)], &["minor_system"], false);
    // 2 to 6 hit; 2 to 6, + 5, are 7 to 11: all doubles of 3, and 4, 5, 6 triples.
    assert_close(&measure(&text, "armor_lost"), &[1.0 / 6.0, 0.0, 5.0 / 6.0]);
    assert_close(&measure(&text, "hp_lost"), &[0.5, 0.5]);
}

#[test]
fn sy_34_hits_on_a_vehicle_and_its_own_are_compared() {
    let fists = infantry(2, 3, 9, "{ att = 1, force = 4 }");
    let text = melee(&fists, &vehicle(3, 3, "facing = \"energy\""), "");
    // Both in excess: 1 + 4 points each cost 1 Armor, once; Force makes no double of a 5, but a 6 is one: 1 more and the minor system.
    let wanted = [("locks", 2), ("damage_points", 10), ("armor_lost", 1)];
    assert_told(&play(&text, "strike 5 4"), &wanted, &[], false);
    let wanted = [("locks", 2), ("damage_points", 10), ("armor_lost", 2)];
    assert_told(&play(&text, "strike 5 6"), &wanted, &["minor_system"], false);
    // Armor 3: hits at 4/6. None lost at (2/6)^2; 2 or 3 by one or two sixes.
    let lost = measure(&text, "armor_lost");
    assert_close(&lost, &[4.0 / 36.0, 1.0 - 4.0 / 36.0 - 11.0 / 36.0, 10.0 / 36.0, 1.0 / 36.0]);
    // A triple is a 6 at Armor 2: 1 for the point, 1 for the double, and an HP. At Armor 7 a 6 and then a 6 hits.
    let text = melee(&infantry(1, 3, 9, ""), &vehicle(2, 3, ""), "");
    let wanted = [("locks", 1), ("damage_points", 1), ("armor_lost", 2), ("hp_lost", 1)];
    assert_told(&play(&text, "strike 6"), &wanted, &["minor_system", "major_system"], true);
    let text = melee(&fists, &vehicle(7, 3, ""), "");
    let wanted = [("locks", 1), ("damage_points", 5), ("armor_lost", 1)];
    assert_told(&play(&text, "strike 6\nziron 6\nstrike 6\nziron 1"), &wanted, &[], false);
    assert_close(
        &measure(&text, "armor_lost"),
        &[(35.0_f64 / 36.0).powi(2), 1.0 - (35.0_f64 / 36.0).powi(2)],
    );
}

#[test]
fn sy_34_a_vehicles_hits_cancel_those_on_it() {
    // Resolve 6 with Armor 3 added: the walker hits on 3+. One hit each: Force 2 against 0, so the pair costs its enemy alone.
    let walker = vehicle(3, 3, "weapons = [{ att = 1, force = 2 }]");
    let text = melee(&infantry(1, 6, 9, ""), &walker, "");
    let wanted = [("locks", 1), ("attacker_locks", 1), ("attacker_damage_points", 2)];
    assert_told(&play(&text, "strike 6\nstrike 3"), &wanted, &[], false);
    // Unanswered, the 6 is a double of Armor 3.
    let wanted = [("locks", 1), ("damage_points", 1), ("armor_lost", 2)];
    assert_told(&play(&text, "strike 6\nstrike 2"), &wanted, &["minor_system"], false);
    // It hits at 4/6 and the walker misses at 2/6; a 6 costs 2. One pair won by Force costs 1 Armor, and no double counts.
    assert_close(&measure(&text, "armor_lost"), &[1.0 - 4.0 / 18.0, 3.0 / 18.0, 1.0 / 18.0]);
    let stronger = melee(&infantry(1, 6, 9, "{ att = 1, force = 3 }"), &walker, "");
    let wanted = [("locks", 1), ("damage_points", 1), ("armor_lost", 1), ("attacker_locks", 1)];
    assert_told(&play(&stronger, "strike 6\nstrike 3"), &wanted, &[], false);
    // Of equal Force the higher roll is the hit in excess: the double counts, though it was rolled last.
    let two = melee(&infantry(2, 6, 9, ""), &walker, "");
    let told = play(&two, "strike 3 6\nstrike 3");
    assert_eq!(told.measures[0][..3], [("locks", 2), ("damage_points", 1), ("armor_lost", 2)]);
    // Extra Armor halves the roll: 6 / 2 is no double of 3.
    let thick = two.replace("weapons = [{ att = 1, force = 2 }]", "facing_rules = [\"extra-armor\"]");
    let told = play(&thick, "strike 3 6");
    assert_eq!(told.measures[0], [("locks", 2), ("damage_points", 2), ("armor_lost", 1)]);
    // A hit without a roll rolls a D6 for its double or triple.
    let grip = melee(&infantry(1, 6, 9, "{ att = 2, type = \"grasping\" }"), &vehicle(3, 3, ""), "");
    let told = play(&grip, "damage 6 1");
    assert_eq!(told.measures[0], [("locks", 2), ("damage_points", 2), ("armor_lost", 2)]);
}

#[test]
fn sy_35_a_crew_strikes_with_hp_dice_and_suffers_in_hp() {
    let swords = infantry(2, 4, 9, "{ att = 1, force = 1 }");
    let target = vehicle(8, 2, "resolve = 3\nweapons = [{ att = 9 }]");
    let text = melee(&swords, &target, "defence = \"crew\"");
    // Two hits against one: 1 + 1 in excess, the pair 1 - 0; two HP were there.
    let told = play(&text, "strike 3 4\nstrike 5 1");
    let wanted = [("locks", 2), ("damage_points", 3), ("hp_lost", 2), ("attacker_locks", 1)];
    assert_told(&told, &wanted, &[], true);
    assert_close(&measure(&text, "locks"), &binomial(2, 4.0 / 6.0));
    assert_close(&measure(&text, "attacker_locks"), &binomial(2, 0.5));
    // Killed by 2 points: (2,0) 4, (2,1) 3, (2,2) 2, (1,0) 2.
    let (a, t) = (binomial(2, 4.0 / 6.0), binomial(2, 0.5));
    assert_close(&kills(&text), &[a[2] + a[1] * t[0]]);
    assert!(
        faults(&melee(&swords, &vehicle(8, 2, ""), "defence = \"crew\"")).contains("`resolve` is missing")
    );
}

#[test]
fn sy_36_a_fallen_model_is_stunned_and_costs_a_point() {
    let target = format!("{}\nsustained = 1", infantry(2, 3, 2, RIFLE));
    let text = shoot(&infantry(1, 3, 1, RIFLE), &target, "reaction = \"shoot\"");
    // One of the two answers; one more point slays.
    let told = play(&text, "lock 2\ndamage 3\nlock 4");
    assert_told(&told, &[("locks", 1), ("damage_points", 1), ("slain", 1)], &["stunned"], false);
    assert_close(&[event(&solve(&text), 1, "stunned")], &[1.0]);
    // Stunned, a model of the target fires: 1/2.
    assert_close(&measure(&text, "attacker_locks"), &[0.5, 0.5]);
    assert!(
        faults(&text.replace("sustained = 1", "sustained = 2"))
            .contains("less than the models' 2 hit points")
    );
}

#[test]
fn every_scenario_is_solved_with_all_its_mass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/sythopian-wars");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 12);
    for file in files {
        let scenario =
            scenario::load(&file, &[]).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
        assert!(scenario.header.description.is_some(), "{}", file.display());
        for run in &scenario.runs {
            let results = run.matchup.visit(Solve(run.rounds));
            for (round, measure) in
                results.rounds.iter().flat_map(|round| round.measures.iter().map(move |m| (round, m)))
            {
                let mass: f64 = measure.probabilities.iter().map(|probability| probability.value).sum();
                let at = format!("{}, {}: {}", file.display(), run.label, measure.name);
                assert!((mass - 1.0).abs() < 1e-12, "{at}: {mass}");
                assert!((0.0..=1.0).contains(&round.kill.value), "{at}");
            }
        }
    }
}

#[test]
fn sy_37_a_stunned_model_may_stand_up() {
    let unit = format!("{}\nsustained = 1", infantry(2, 3, 2, RIFLE));
    let text = with_options(
        &scene("procedure = \"return-to-fight\"\nrounds = 2", "", &unit, ""),
        "stunned_recover = \"stand-up\"",
    );
    // Once it stands no test is made, and the damage stays.
    let told = play(&text, "return 3");
    assert_eq!(told.measures, [vec![], vec![]]);
    assert!(
        told.story.contains("SY-37") && told.state.contains("sustained: 1, stunned: 0"),
        "{}",
        told.state
    );
    assert_close(&measure(&text, "recovered"), &[1.0]);
    // Both models shoot back; one more point slays one.
    let text = with_options(
        &scene(
            "",
            &infantry(1, 3, 1, RIFLE),
            &unit,
            "reaction = \"shoot\"\ntarget_activates = true\nrounds = 2",
        ),
        "stunned_recover = \"stand-up\"",
    )
    .replace("rounds = 2\n", "");
    let told = play(&text, "lock 6\nlock 4\nreturn 3");
    assert!(told.state.contains("models: 2, sustained: 1, stunned: 0"), "{}", told.state);
    // A Rally: the first success stands the model up, the second takes off the point.
    let rally = with_options(
        &scene("procedure = \"rally\"", "", &format!("{}\nsustained = 2", infantry(3, 3, 3, "")), ""),
        "stunned_recover = \"stand-up\"",
    );
    let told = play(&rally, "rally 1 2");
    assert_eq!(told.measures, [[("recovered", 1)]]);
    // Two tests at 1/2: recovered 1 only where both pass.
    assert_close(&measure(&rally, "recovered"), &[0.75, 0.25]);
}

#[test]
fn sy_38_each_attack_may_stun_one_more() {
    let sniper = infantry(1, 3, 1, "{ rof = 1, type = \"sniper\" }");
    let text = with_options(
        &scene("rounds = 2", &sniper, &infantry(3, 3, 3, RIFLE), ""),
        "stunned_models = \"each-attack\"",
    );
    // Two points by two attacks: two of three models are stunned; the third point would slay one of them.
    let told = play(&text, "lock 1\nlock 1");
    assert!(told.state.contains("models: 3, sustained: 2, stunned: 2"), "{}", told.state);
    assert!(told.story.contains("SY-38"), "{}", told.story);
    let told = play(&text.replace("rounds = 2", "rounds = 3"), "lock 1\nlock 1\nlock 1");
    assert!(told.state.contains("models: 2, sustained: 0, stunned: 0"), "{}", told.state);
    // Both test when the unit is activated: 2 points go where both pass.
    let both = text.replace("target_activates = false", "target_activates = true");
    let told = play(&both, "lock 1\nreturn 6\nlock 1\nreturn 1 2");
    assert!(told.state.contains("sustained: 0, stunned: 0"), "{}", told.state);
    // One attack at a lock of 1 in each round (1/6), tests at 1/2: the option changes no number of the first round.
    let one = both.replace("each-attack", "one");
    assert_close(&[event(&solve(&both), 1, "stunned")], &[event(&solve(&one), 1, "stunned")]);
}

/// Three rifles of which one is a cannon with two dice, under a hit without a roll that counts before they fire.
fn cannon_under_fire(models: u32, hp: u32, rest: &str) -> String {
    let weapons = "{ name = \"Rifle\", rof = 1 }, { name = \"Cannon\", count = 1, rof = 2 }";
    let flamer = "{ rof = 1, force = 9, type = \"auto\" }";
    let text =
        shoot(&infantry(models, 3, hp, weapons), &infantry(1, 6, 9, flamer), "reaction = \"covering-fire\"");
    with_options(&text.replacen("[attacker]", &format!("{rest}\n[attacker]"), 1), "casualties = \"closest\"")
}

#[test]
fn sy_39_the_closest_may_be_any_model() {
    let text = cannon_under_fire(3, 1, "");
    // One of three falls: the cannon, and two rifles fire.
    let told = play(&text, "damage 2\nclosest 1\nlock 6 6");
    assert_eq!(
        told.measures,
        [[("attacker_locks", 1), ("attacker_damage_points", 1), ("attacker_slain", 1)]]
    );
    // 1/6, 1/3, 1/6^2.
    assert_close(&[told.probability], &[1.0 / 6.0 / 3.0 / 36.0]);
    play(&text, "damage 2\nclosest other\nlock 6 6\nlock 6");
    // Nobody falls: 1/6, four dice. Else two dice with 1/3, or three.
    let mix = |shares: [(f64, i32); 3]| -> Vec<f64> {
        let of = |(share, dice): (f64, i32), k| share * binomial(dice, 0.5).get(k).unwrap_or(&0.0);
        (0..=4).map(|k| shares.iter().map(|&part| of(part, k)).sum()).collect()
    };
    let closest = mix([(1.0 / 6.0, 4), (5.0 / 18.0, 2), (5.0 / 9.0, 3)]);
    assert_close(&measure(&text, "locks"), &closest);
    let last = text.replace("closest", "specials-last");
    assert_close(&measure(&last, "locks"), &mix([(1.0 / 6.0, 4), (5.0 / 6.0, 3), (0.0, 0)]));
}

#[test]
fn sy_39_the_stunned_model_is_drawn_and_falls_next() {
    // Of two models with 2 HP one is stunned: the cannon or the rifle. It stands up again, or falls without a draw.
    let text = cannon_under_fire(2, 2, "rounds = 2");
    let told = play(&text, "damage 2\nclosest 1\nlock 6\nreturn 3\ndamage 1\nlock 6 6\nlock 6");
    assert_close(&[told.probability], &[0.5 / 6_f64.powi(7)]);
    play(&text, "damage 2\nclosest 1\nlock 6\nreturn 6\ndamage 2\nlock 6");
    play(&text, "damage 2\nclosest other\nlock 6 6\nreturn 6\ndamage 2\nlock 6 6");
    // Hit twice, and the test between fails with 1/2: one model is slain, the other has the rifle or the cannon.
    let results = solve(&text);
    let slain = 5.0 / 6.0 * 0.5 * 5.0 / 6.0;
    // Both act: no hit in either round, or one in round 1 alone, whose model stood up.
    let both = 1.0 / 6.0 / 6.0 + 5.0 / 6.0 * 0.5 / 6.0;
    // One is stunned: hit in round 2 only, or in both with a passed test between, or in round 1 with a failed one.
    let stunned = 1.0 / 6.0 * 5.0 / 6.0 + 5.0 / 6.0 * 0.5 * 5.0 / 6.0 + 5.0 / 6.0 * 0.5 / 6.0;
    let alone = f64::midpoint(slain, stunned);
    let of = |dice: i32, k: usize| binomial(dice, 0.5).get(k).copied().unwrap_or(0.0);
    let locks: Vec<f64> = (0..=3).map(|k| alone * (of(1, k) + of(2, k)) + both * of(3, k)).collect();
    assert_close(&distribution(&results, 2, "locks"), &locks);
}

#[test]
fn sy_39_carriers_that_cannot_be_followed_are_refused() {
    let text = cannon_under_fire(1, 1, "").replace("count = 1", "count = 2");
    assert!(faults(&text).contains("2 models carry weapons with a `count`, but the unit has 1"));
    let many = "{ count = 1, rof = 1 }, ".repeat(4);
    let text =
        cannon_under_fire(9, 1, "").replacen("{ name = \"Rifle\"", &format!("{many}{{ name = \"Rifle\""), 1);
    assert!(faults(&text).contains("at most 4 weapons with a `count`"));
}

#[test]
fn sy_40_a_charge_is_fire_and_then_melee() {
    let guard = "{ rof = 1, force = 9, type = \"auto\" }, { att = 1 }";
    let charge = |rounds: u32, models: u32, rest: &str| {
        let head = format!("procedure = \"charge\"\nrounds = {rounds}");
        scene(&head, &infantry(models, 4, 1, "{ att = 1 }"), &infantry(models, 4, 1, guard), rest)
    };
    // Two hits without a roll slay one of two; the other strikes before more falls.
    let text = charge(1, 2, "reaction = \"shoot\"");
    let told = play(&text, "damage 2 1\nstrike 4\nstrike 1 1");
    let wanted = [
        ("attacker_locks", 2),
        ("attacker_damage_points", 1),
        ("attacker_slain", 1),
        ("locks", 1),
        ("damage_points", 1),
        ("slain", 1),
    ];
    let found: Vec<_> = told.measures[0].iter().filter(|(_, value)| *value > 0).copied().collect();
    assert_eq!(found, wanted, "{}", told.story);
    assert_close(&[told.probability], &[1.0 / 6_f64.powi(5)]);
    // One against one: the fire slays with 5/6; else each side alone hits with 1/4. In round 2 nobody fires.
    let results = solve(&charge(2, 1, "reaction = \"shoot\""));
    let killed = 1.0 / 6.0 / 4.0;
    assert_close(&[results.rounds[0].kill.value, results.rounds[1].kill.value], &[killed, killed * 1.5]);
    assert_close(&[event(&results, 1, "attacker_destroyed")], &[5.0 / 6.0 + killed]);
    // The fire's hit, and the one of melee.
    assert_close(&distribution(&results, 1, "attacker_locks"), &[0.0, 11.0 / 12.0, 1.0 / 12.0]);
    // Nobody fires, or another unit does; a bare hand reaches 1" wherever the charge began.
    assert_close(&kills(&charge(1, 1, "")), &[0.25]);
    assert_close(&kills(&charge(1, 1, "reaction = \"covering-fire\"\ndistance = 9")), &[killed]);
    let ditch = charge(1, 1, "reaction = \"shoot\"\ndefence = \"ditch\"");
    assert!(faults(&ditch).contains("the target cannot shoot back"));
}

#[test]
fn sy_41_models_may_strike_at_other_units() {
    let text = |rest| melee(&infantry(3, 4, 9, "{ att = 1 }"), &infantry(3, 4, 9, "{ att = 1 }"), rest);
    play(&text("attackers_elsewhere = 2"), "strike 4\nstrike 1 1 1");
    play(&text("targets_elsewhere = 3"), "strike 4 4 4");
    // Of two that are in combat one strikes elsewhere.
    assert_close(&measure(&text("in_combat = 2\nattackers_elsewhere = 1"), "locks"), &binomial(1, 0.5));
}
