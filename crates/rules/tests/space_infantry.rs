//! Space Infantry: each rule with its dice written out.

mod table;

use table::{assert_close, distribution, faults, kills, play, solve};

const TITAN: &str = "[target]\nheavy_armor = true\ndmg = 4\nsp = 2\n";

fn attack(rounds: u32, attacker: &str, rest: &str) -> String {
    format!("system = \"space-infantry\"\nrounds = {rounds}\n[attacker]\n{attacker}\n{rest}")
}

#[test]
fn example_1_a_success_level_that_does_not_penetrate() {
    let told = play(&attack(1, "ap = 1\nav_skill = 3", TITAN), "attack 5\npenetration 3");
    assert_eq!(told.measures, [[("success_levels", 1)]]);
    assert!(!told.killed);
    assert_close(&[told.probability], &[1.0 / 6.0 * 1.0 / 6.0]);
}

#[test]
fn example_2_a_scorpio_wounds_a_titan() {
    let told = play(&attack(1, "ap = 1\nresource = \"scorpio\"", TITAN), "attack 4\npenetration 5");
    assert_eq!(told.measures, [[("success_levels", 1), ("hits", 1), ("wounds", 1)]]);
    assert!(!told.killed);
}

#[test]
fn si_1_numbers_are_uniform_and_the_range_is_an_option() {
    // 1 of 4 tokens reaches 4.
    let text = attack(1, "ap = 1\nav_skill = 4", &format!("{TITAN}[options]\nrn_sides = 4"));
    assert_close(&distribution(&solve(&text), 1, "success_levels"), &[3.0 / 4.0, 1.0 / 4.0]);
    // 17 of 20 do.
    let text = attack(1, "ap = 1\nav_skill = 4", &format!("{TITAN}[options]\nrn_sides = 20"));
    assert_close(&distribution(&solve(&text), 1, "success_levels"), &[3.0 / 20.0, 17.0 / 20.0]);
}

#[test]
fn si_2_one_draw_for_each_ap_and_one_more_in_melee() {
    let told = play(&attack(1, "ap = 2\nav_skill = 3", TITAN), "attack 2 3\npenetration 1");
    assert_eq!(told.measures, [[("success_levels", 1)]]);
    let melee = format!("{TITAN}[situation]\nrange = \"melee\"");
    let told = play(&attack(1, "ap = 2\nav_skill = 3", &melee), "attack 2 3 6\npenetration 1 2");
    assert_eq!(told.measures, [[("success_levels", 2)]]);
}

#[test]
fn si_3_rn_and_pen_reach_dmg() {
    let told = play(&attack(1, "ap = 2\nav_skill = 3\npen = 2", TITAN), "attack 3 4\npenetration 1 2");
    assert_eq!(told.measures, [[("success_levels", 2), ("hits", 1), ("wounds", 1)]]);
    // Per AP 2/3 * 1/2 = 1/3; with a Scorpio 1/2 * 1/2 = 1/4.
    let hit = |attacker| distribution(&solve(&attack(1, attacker, TITAN)), 1, "hits")[1];
    assert_close(&[hit("ap = 1\nav_skill = 3")], &[1.0 / 3.0]);
    assert_close(&[hit("ap = 1\nresource = \"scorpio\"")], &[1.0 / 4.0]);
}

#[test]
fn si_4_wounds_stay_and_destroy_at_sp() {
    let two = attack(2, "ap = 1\nav_skill = 3", TITAN);
    let told = play(&two, "attack 3\npenetration 4\nattack 6\npenetration 6");
    let wound = [("success_levels", 1), ("hits", 1), ("wounds", 1)];
    assert_eq!(told.measures, [wound, wound]);
    assert!(told.killed);
    // Two hits in two rounds: (1/3)^2.
    assert_close(&kills(&two), &[0.0, 1.0 / 9.0]);
}

#[test]
fn si_5_no_heavy_armor_dies_on_2_or_more() {
    let soft = attack(1, "ap = 2\nav_skill = 3\npen = 9", "[target]\nhp = 3");
    let told = play(&soft, "attack 3 6\ndestruction 1 2");
    assert_eq!(told.measures, [[("success_levels", 2), ("hits", 1)]]);
    assert!(told.killed);
    // Per AP 2/3 * 5/6 = 5/9: 1 - (4/9)^2.
    assert_close(&kills(&soft), &[1.0 - 16.0 / 81.0]);
    // One draw for the attack: (1 - 1/9) * 5/6.
    let once = format!("{soft}\n[options]\nsoft_target_draw = \"per-attack\"");
    assert_eq!(play(&once, "attack 3 6\ndestruction 1").measures, [[("success_levels", 2)]]);
    assert_close(&kills(&once), &[8.0 / 9.0 * 5.0 / 6.0]);
}

#[test]
fn si_6_a_standard_attack_wounds_and_cannot_hurt_heavy_armor() {
    let standard = |range: &str, target: &str| {
        let rest = format!("{target}\n[situation]\nrange = \"{range}\"");
        attack(1, "ap = 2\nfire_skill = 4\nmelee_skill = 2", &rest).replacen(
            '\n',
            "\nprocedure = \"standard\"\n",
            1,
        )
    };
    let told = play(&standard("ranged", "[target]\nhp = 2"), "attack 4 5");
    assert_eq!(told.measures, [[("success_levels", 2), ("hits", 2), ("wounds", 2)]]);
    assert!(told.killed);
    // (1/2)^2 at range; (5/6)^2 in melee, without an extra AP.
    assert_close(&kills(&standard("ranged", "[target]\nhp = 2")), &[0.25]);
    assert_close(&kills(&standard("melee", "[target]\nhp = 2")), &[25.0 / 36.0]);
    let told = play(&standard("ranged", TITAN), "attack 4 5");
    assert_eq!(told.measures, [[("success_levels", 2)]]);
    assert!(!told.killed);
}

#[test]
fn si_7_a_scorpio_replaces_skill_and_pen_but_not_ap() {
    let attacker = "ap = 2\nav_skill = 2\npen = 5\nresource = \"scorpio\"";
    let told = play(&attack(1, attacker, TITAN), "attack 3 4\npenetration 3");
    assert_eq!(told.measures, [[("success_levels", 1)]]);
}

#[test]
fn si_8_a_vehicle_attacks_either_way() {
    let vehicle = "ap = 1\nav_skill = 4\nfire_skill = 2\nheavy_armor = true\ndmg = 5\nsp = 3";
    let soft = "[target]\nhp = 1";
    // 1/2 * 5/6 with the A-V skill, 5/6 with the Fire skill.
    assert_close(&kills(&attack(1, vehicle, soft)), &[5.0 / 12.0]);
    let standard = attack(1, vehicle, soft).replacen('\n', "\nprocedure = \"standard\"\n", 1);
    assert_close(&kills(&standard), &[5.0 / 6.0]);
}

#[test]
fn the_numbers_of_three_ap_at_a_titan() {
    let results = solve(&attack(4, "ap = 3\nav_skill = 3\npen = 1", TITAN));
    // Per AP 2/3 * 2/3 = 4/9.
    let (p, q) = (4.0 / 9.0, 5.0 / 9.0);
    assert_close(
        &distribution(&results, 1, "hits"),
        &[q * q * q, 3.0 * p * q * q, 3.0 * p * p * q, p * p * p],
    );
    let kills: Vec<f64> = results.rounds.iter().map(|round| round.kill.value).collect();
    // Alive after r rounds: at most one hit in 3r draws.
    let alive = |draws: i32| q.powi(draws) + f64::from(draws) * p * q.powi(draws - 1);
    assert_close(&kills, &[3, 6, 9, 12].map(|draws| 1.0 - alive(draws)));
}

#[test]
fn more_penetration_never_lowers_the_kill_probability() {
    let kill = |pen: u32| kills(&attack(3, &format!("ap = 3\nav_skill = 4\npen = {pen}"), TITAN))[2];
    assert!((0..10).all(|pen| kill(pen) <= kill(pen + 1)));
}

#[test]
fn what_is_missing_is_named() {
    let text = faults(&attack(1, "pen = 1", "[target]\nheavy_armor = true"));
    for field in ["ap", "av_skill", "dmg", "sp"] {
        assert!(text.contains(&format!("`{field}` is missing")), "{text}");
    }
    assert!(faults(&attack(1, "ap = 1\nav_skil = 3", TITAN)).contains("did you mean `av_skill`?"));
    assert!(faults(&attack(1, "ap = 1\nav_skill = 7", TITAN)).contains("a whole number from 2 to 6"));
    assert!(faults(&attack(1, "ap = 21\nav_skill = 3", TITAN)).contains("a whole number from 1 to 20"));
}
