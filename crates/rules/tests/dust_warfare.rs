//! Dust Warfare: each rule with its dice written out.

mod table;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use chance::game::Visitable;
use chance::{Game, Visit};
use table::{assert_close, distribution, event, faults, kills, play, scenario, solve, with_options};

const HIT: f64 = 1.0 / 3.0;
const BLANK: f64 = 2.0 / 3.0;

const SQUAD: &str = "armor = 1\nminiatures = 5";
const TANK: &str = "type = \"vehicle\"\narmor = 2\nhit_points = 20";
const PLANE: &str = "type = \"aircraft\"\narmor = 1\nhit_points = 20";

/// A weapon line: `attack = "2/1"` and what else it has.
fn gun(line: &str) -> String {
    format!("weapons = [{{ {line} }}]")
}

/// An attack without activation and end phase.
fn attack(attacker: &str, target: &str, situation: &str) -> String {
    format!(
        "system = \"dust-warfare\"\n[attacker]\n{attacker}\n[target]\n{target}\n[situation]\n\
         target_activates = false\n{situation}"
    )
}

/// A scenario without attacker.
fn alone(procedure: &str, target: &str, situation: &str) -> String {
    format!(
        "system = \"dust-warfare\"\nprocedure = \"{procedure}\"\n[target]\n{target}\n[situation]\n{situation}"
    )
}

fn rounds(rounds: u32, text: &str) -> String {
    text.replacen('\n', &format!("\nrounds = {rounds}\n"), 1)
}

/// The same with activation and end phase.
fn activating(text: &str) -> String {
    text.replace("target_activates = false\n", "")
}

/// The hits of the first round.
fn hits(text: &str) -> Vec<f64> {
    distribution(&solve(text), 1, "hits")
}

/// What a script reports of one measure in its last round.
#[track_caller]
fn last(text: &str, script: &str, measure: &str) -> u32 {
    let told = play(text, script);
    let found = told.measures.last().unwrap().iter().find(|(name, _)| *name == measure);
    found.map_or(0, |&(_, value)| value)
}

fn binomial(dice: u32, p: f64) -> Vec<f64> {
    let mut sums = vec![1.0];
    for _ in 0..dice {
        let missed = sums.iter().map(|sum| sum * (1.0 - p)).chain([0.0]);
        let hit = std::iter::once(0.0).chain(sums.iter().map(|sum| sum * p));
        sums = missed.zip(hit).map(|(missed, hit)| missed + hit).collect();
    }
    sums
}

#[test]
fn dw_1_a_hit_is_one_in_three_and_inverted_two_in_three() {
    let plain = attack(&gun("attack = \"1/1\""), SQUAD, "");
    let told = play(&plain, "attack blank");
    assert_eq!(told.measures, [[]]);
    assert_close(&[told.probability], &[BLANK]);
    assert_close(&hits(&plain), &[BLANK, HIT]);
    let inverted = attack(&gun("attack = \"1/1\", traits = [\"rocket-punch\"]"), SQUAD, "");
    assert_eq!(last(&inverted, "attack blank\narmor blank", "hits"), 1);
    assert_eq!(last(&inverted, "attack hit", "hits"), 0);
    assert_close(&hits(&inverted), &[HIT, BLANK]);
}

#[test]
fn dw_2_a_die_is_rerolled_once_and_the_second_result_stands() {
    let text = attack(&gun("attack = \"1/1\""), SQUAD, "action = \"sustained\"");
    let told = play(&text, "attack blank\nreroll blank");
    assert_eq!(told.measures, [[]]);
    assert_close(&[told.probability], &[BLANK * BLANK]);
    // Only misses are rerolled: 1/3 + 2/3 * 1/3.
    assert_close(&hits(&text), &[4.0 / 9.0, 5.0 / 9.0]);
}

#[test]
fn dw_3_fewer_hits_initiate_and_equal_hits_are_rolled_again() {
    let text = "system = \"dust-warfare\"\nprocedure = \"initiative\"\nrounds = 2\n[attacker]\nunits = 2\n[target]\n";
    let one = text.replace("rounds = 2\n", "");
    let told = play(
        &one,
        "attacker-initiative hit blank\ntarget-initiative hit\nattacker-initiative blank blank\ntarget-initiative hit",
    );
    assert_eq!(told.events, ["attacker_initiates"]);
    // The tie 1/3 * 2/3 * 1/3, then 2/3 * 2/3 * 1/3.
    assert_close(&[told.probability], &[HIT * BLANK * HIT * BLANK * BLANK * HIT]);
    assert!(play(&one, "attacker-initiative hit blank\ntarget-initiative blank").events.is_empty());
    // 0 against 1: 4/27. More for the attacker: 1-0 8/27, 2-0 2/27, 2-1 1/27. Together 15/27.
    let results = solve(text);
    assert_close(&[event(&results, 1, "attacker_initiates")], &[4.0 / 15.0]);
    assert_close(&[event(&results, 2, "attacker_initiates")], &[1.0 - (11.0 / 15.0) * (11.0 / 15.0)]);
    assert_close(&distribution(&results, 2, "attacker_orders"), &[0.0, 12.0 / 15.0, 3.0 / 15.0]);
}

#[test]
fn dw_4_an_order_for_each_hit_at_least_one_and_one_for_a_command_squad() {
    let text = |abilities: &str| {
        format!(
            "system = \"dust-warfare\"\nprocedure = \"initiative\"\n[attacker]\nunits = 3\n[target]\n{abilities}"
        )
    };
    let script = "attacker-initiative hit hit hit\ntarget-initiative blank";
    assert_eq!(play(&text(""), script).measures, [[("attacker_orders", 3), ("target_orders", 1)]]);
    let told = play(&text("abilities = [\"command-squad\"]"), script);
    assert_eq!(told.measures, [[("attacker_orders", 3), ("target_orders", 2)]]);
}

#[test]
fn dw_5_each_hit_removes_a_marker_and_the_end_phase_one_more() {
    let text = alone("suppression", SQUAD, "suppression = 3");
    let told = play(&text, "suppression hit blank blank");
    assert_eq!(told.measures, [[("hits", 1), ("suppression", 1)]]);
    assert_eq!(told.events, ["suppressed"]);
    // 1/3 * 2/3 * 2/3
    assert_close(&[told.probability], &[4.0 / 27.0]);
    assert_close(&hits(&text), &binomial(3, HIT));
    let hero = alone("suppression", &format!("{SQUAD}\nhero = true"), "suppression = 3");
    assert_eq!(play(&hero, "suppression blank blank hit").measures, [[("hits", 2)]]);
    assert_close(&hits(&hero), &binomial(3, BLANK));
    // A hero alone, a Zombie and a vehicle have no markers.
    for target in ["hero = true", "miniatures = 5\nabilities = [\"zombie\"]", TANK] {
        let told = play(&alone("suppression", target, "suppression = 3"), "");
        assert_eq!((told.measures, told.events.len()), (vec![vec![]], 0));
    }
}

#[test]
fn dw_6_more_markers_than_miniatures_are_a_retreat() {
    let text = |target: &str| alone("suppression", &format!("miniatures = 2\n{target}"), "suppression = 3");
    assert_eq!(play(&text(""), "suppression blank blank blank").events, ["suppressed", "retreating"]);
    assert_eq!(play(&text(""), "suppression hit blank blank").events, ["suppressed"]);
    // Only if none of the three goes: (2/3)^3.
    assert_close(&[event(&solve(&text("")), 1, "retreating")], &[8.0 / 27.0]);
    for steadfast in ["hero = true", "abilities = [\"heroic-stand\"]"] {
        assert_close(&[event(&solve(&text(steadfast)), 1, "retreating")], &[0.0]);
    }
    // The fallen do not count: of five, two live.
    let fallen = alone("suppression", SQUAD, "suppression = 3\ndamage = 3");
    assert_close(&[event(&solve(&fallen), 1, "retreating")], &[8.0 / 27.0]);
}

#[test]
fn dw_7_an_overrun_rolls_the_armor_and_each_hit_is_a_marker() {
    let overrun = |target: &str| {
        let text = attack("type = \"vehicle\"\narmor = 3", target, "suppression = 1");
        activating(&text.replacen('\n', "\nprocedure = \"overrun\"\n", 1))
    };
    let told = play(&overrun(SQUAD), "overrun hit hit blank\nsuppression blank hit blank");
    // 1 + 2 markers, one off by a die, one in the end phase.
    assert_eq!(told.measures, [[("hits", 2), ("suppression", 1)]]);
    assert_eq!(told.events, ["suppressed"]);
    assert_close(&hits(&overrun(SQUAD)), &binomial(3, HIT));
    let zombies = overrun("miniatures = 5\nabilities = [\"zombie\"]");
    assert_eq!(play(&zombies, "overrun hit hit blank").measures, [[("hits", 2)]]);
    let text = "system = \"dust-warfare\"\nprocedure = \"overrun\"\n[attacker]\n[target]\ntype = \"vehicle\"";
    let words = faults(text);
    assert!(
        words.contains("\"vehicle\" in \"overrun\"") && words.contains("\"soldier\" in \"overrun\""),
        "{words}"
    );
}

#[test]
fn dw_8_lines_add_up() {
    let weapons = "weapons = [{ count = 2, attack = \"1/1\" }, { attack = \"1/3\" }]";
    let text = attack(weapons, "armor = 2\nminiatures = 5", "");
    let told = play(&text, "attack hit blank\nattack hit\narmor hit blank");
    let wanted = [
        ("hits", 2),
        ("damage_before_armor", 4),
        ("armor_negated", 1),
        ("damage", 3),
        ("casualties", 3),
        ("suppression", 1),
    ];
    assert_eq!(told.measures, [wanted]);
    // 1/3 * 2/3 * 1/3, then 1/3 * 2/3.
    assert_close(&[told.probability], &[2.0 / 27.0 * 2.0 / 9.0]);
    // Damage 0: (2/3)^3; 1: 2 * 1/3 * 2/3 * 2/3; 2: 1/9 * 2/3; 3, 4, 5 with the second line's hit.
    let damage = distribution(&solve(&text), 1, "damage_before_armor");
    assert_close(&damage, &[8.0 / 27.0, 8.0 / 27.0, 2.0 / 27.0, 4.0 / 27.0, 4.0 / 27.0, 1.0 / 27.0]);
}

#[test]
fn dw_9_a_sustained_attack_rerolls_misses() {
    let text = attack(&gun("attack = \"2/1\""), SQUAD, "action = \"sustained\"");
    let told = play(&text, "attack blank\nreroll hit\nattack hit\narmor blank");
    assert_eq!(told.measures[0][0], ("hits", 2));
    // 2/3 * 1/3, 1/3, 2/3.
    assert_close(&[told.probability], &[4.0 / 81.0]);
    assert_close(&hits(&text), &binomial(2, 5.0 / 9.0));
}

#[test]
fn dw_10_a_spray_rolls_a_die_for_each_living_miniature_and_weapon() {
    let spray = gun("count = 2, attack = \"spray/1\"");
    let text = rounds(2, &attack(&spray, "miniatures = 3", ""));
    // Six dice, one casualty; then four, and the marker is soft cover.
    let script =
        "attack hit blank blank blank blank blank\narmor blank\nattack hit hit blank blank\narmor blank";
    let told = play(&text, script);
    assert_eq!(
        told.measures[1],
        [("hits", 2), ("damage_before_armor", 2), ("damage", 1), ("casualties", 1), ("suppression", 2)]
    );
    assert_close(&hits(&text), &binomial(6, HIT));
    // A vehicle is one miniature.
    assert_close(&hits(&attack(&spray, TANK, "")), &binomial(2, HIT));
}

#[test]
fn dw_11_spotter_rocket_punch_and_fighting_spirit_invert() {
    let with = |abilities: &str, line: &str, situation: &str| {
        let attacker = format!("abilities = [{abilities}]\n{}", gun(&format!("attack = \"1/1\"{line}")));
        attack(&attacker, "miniatures = 40", situation)
    };
    assert_close(&hits(&with("\"spotter\"", "", "")), &[HIT, BLANK]);
    assert_close(&hits(&with("\"spotter\"", ", range = \"C\"", "distance = 3")), &[BLANK, HIT]);
    // With a reroll of misses 1 - 1/9; two inversions are one.
    let sustained = "action = \"sustained\"";
    assert_close(
        &hits(&with("\"spotter\"", ", traits = [\"rocket-punch\"]", sustained)),
        &[1.0 / 9.0, 8.0 / 9.0],
    );
    // Rocket Punch is of its line only.
    let two = "weapons = [{ attack = \"1/1\", traits = [\"rocket-punch\"] }, { attack = \"1/1\" }]";
    let told = play(&attack(two, SQUAD, ""), "attack blank\nattack blank\narmor blank");
    assert_eq!(told.measures[0][0], ("hits", 1));
    // Fighting Spirit: the first attack, if it is not sustained.
    let spirit = solve(&rounds(2, &with("\"fighting-spirit\"", "", "")));
    assert_close(&distribution(&spirit, 1, "hits"), &[HIT, BLANK]);
    assert_close(&distribution(&spirit, 2, "hits"), &[BLANK, HIT]);
    assert_close(&hits(&with("\"fighting-spirit\"", "", sustained)), &[4.0 / 9.0, 5.0 / 9.0]);
}

#[test]
fn dw_12_take_aim_inverts_in_place_of_the_reroll() {
    let attacker = format!("abilities = [\"take-aim\"]\n{}", gun("attack = \"2/1\""));
    let text = attack(&attacker, SQUAD, "action = \"sustained\"");
    let told = play(&text, "attack blank hit\narmor blank");
    assert_eq!(told.measures[0][0], ("hits", 1));
    assert_close(&[told.probability], &[BLANK * HIT * BLANK]);
    assert_close(&hits(&text), &binomial(2, BLANK));
    assert_close(&hits(&attack(&attacker, SQUAD, "")), &binomial(2, HIT));
    // Inverted already: 2/3, not 8/9.
    let both = attacker.replace("\"take-aim\"", "\"take-aim\", \"spotter\"");
    assert_close(&hits(&attack(&both, SQUAD, "action = \"sustained\"")), &binomial(2, BLANK));
}

#[test]
fn dw_13_berserk_and_air_superiority_reroll() {
    let with = |ability: &str| format!("abilities = [\"{ability}\"]\n{}", gun("attack = \"1/1\""));
    let text = rounds(2, &attack(&with("berserk"), "miniatures = 9", ""));
    let told = play(&text, "attack blank\nreroll hit\narmor blank\nattack blank");
    assert_eq!(told.measures[0][0], ("hits", 1));
    assert_close(&distribution(&solve(&text), 1, "hits"), &[4.0 / 9.0, 5.0 / 9.0]);
    assert_close(&distribution(&solve(&text), 2, "hits"), &[BLANK, HIT]);
    let aircraft = rounds(2, &attack(&with("air-superiority"), PLANE, ""));
    for round in [1, 2] {
        assert_close(&distribution(&solve(&aircraft), round, "hits"), &[4.0 / 9.0, 5.0 / 9.0]);
    }
    assert_close(&hits(&attack(&with("air-superiority"), TANK, "")), &[BLANK, HIT]);
}

#[test]
fn dw_14_a_laser_rolls_an_extra_die_for_each_hit() {
    let laser = gun("attack = \"2/1\", traits = [\"laser\"]");
    let text = attack(&laser, SQUAD, "");
    let told = play(&text, "attack hit\nextra hit\nattack blank\narmor blank");
    assert_eq!(told.measures[0][0], ("hits", 2));
    // A die: 0 at 2/3, 1 at 1/3 * 2/3, 2 at 1/3 * 1/3.
    let (a, b, c) = (6.0 / 9.0, 2.0 / 9.0, 1.0 / 9.0);
    assert_close(&hits(&text), &[a * a, 2.0 * a * b, b * b + 2.0 * a * c, 2.0 * b * c, c * c]);
    // After the reroll, never rerolled itself: 4/9, 5/9 * 2/3, 5/9 * 1/3.
    let sustained = attack(&gun("attack = \"1/1\", traits = [\"laser\"]"), SQUAD, "action = \"sustained\"");
    assert_eq!(last(&sustained, "attack blank\nreroll hit\nextra blank\narmor blank", "hits"), 1);
    assert_close(&hits(&sustained), &[4.0 / 9.0, 10.0 / 27.0, 5.0 / 27.0]);
    // Inverted as the line is: 1/3, 2/3 * 1/3, 2/3 * 2/3.
    let punch = attack(&gun("attack = \"1/1\", traits = [\"laser\", \"rocket-punch\"]"), SQUAD, "");
    assert_close(&hits(&punch), &[3.0 / 9.0, 2.0 / 9.0, 4.0 / 9.0]);
}

#[test]
fn dw_15_frenzy_is_a_laser_for_every_line() {
    let frenzy = |line: &str| format!("abilities = [\"frenzy\"]\n{}", gun(line));
    let plain = attack(&frenzy("attack = \"1/1\""), SQUAD, "");
    assert_eq!(last(&plain, "attack hit\nextra hit\narmor blank", "hits"), 2);
    assert_close(&hits(&plain), &[6.0 / 9.0, 2.0 / 9.0, 1.0 / 9.0]);
    // A laser has one extra die, not two.
    let laser = attack(&frenzy("attack = \"1/1\", traits = [\"laser\"]"), SQUAD, "");
    assert_close(&hits(&laser), &[6.0 / 9.0, 2.0 / 9.0, 1.0 / 9.0]);
}

#[test]
fn dw_16_double_dice_and_what_they_cost() {
    let with = |ability: &str, line: &str| format!("abilities = [\"{ability}\"]\n{}", gun(line));
    let all = rounds(2, &attack(&with("all-in-one", "attack = \"2/1\""), "miniatures = 30", ""));
    assert_close(&distribution(&solve(&all), 1, "hits"), &binomial(4, HIT));
    assert_close(&distribution(&solve(&all), 2, "hits"), &binomial(2, HIT));
    // Doubled, silent, ordinary.
    let charged = with("supercharged", "attack = \"1/1\", traits = [\"tesla\"]");
    let charged = rounds(3, &attack(&charged, "miniatures = 30", ""));
    play(&charged, "attack blank blank\nattack blank");
    let charged = solve(&charged);
    assert_close(&distribution(&charged, 1, "hits"), &binomial(2, HIT));
    assert_close(&distribution(&charged, 2, "hits"), &[1.0]);
    assert_close(&distribution(&charged, 3, "hits"), &binomial(1, HIT));
    // Not for other lines.
    assert_close(&hits(&attack(&with("supercharged", "attack = \"1/1\""), SQUAD, "")), &binomial(1, HIT));
    // Overcharge: doubled and not rerolled, every other round.
    let phaser = gun("attack = \"1/1\", traits = [\"phaser\"]");
    let over = rounds(3, &attack(&phaser, "miniatures = 30", "action = \"sustained\"\novercharge = true"));
    play(&over, "attack blank blank\nattack blank blank");
    assert_close(&hits(&over), &binomial(2, HIT));
    assert_close(&distribution(&solve(&over), 2, "hits"), &[1.0]);
    assert_close(&hits(&attack(&phaser, SQUAD, "overcharge = true")), &binomial(1, HIT));
}

#[test]
fn dw_17_snipers_and_headshots_pass_armor_and_cover() {
    let with = |ability: &str, line: &str| format!("abilities = [\"{ability}\"]\n{}", gun(line));
    let sniper = attack(&with("sniper", "attack = \"3/1\""), SQUAD, "cover = \"hard\"");
    let told = play(&sniper, "attack hit hit hit");
    assert_eq!(told.measures[0][2..4], [("damage", 3), ("casualties", 3)]);
    // Half of all the line's dice, rounded up: 3 * 3 = 9 make 5.
    let headshot = attack(&with("headshot", "count = 3, attack = \"3/1\""), SQUAD, "cover = \"hard\"");
    let told = play(&headshot, "attack hit hit blank blank blank");
    assert_eq!(told.measures[0][2..4], [("damage", 2), ("casualties", 2)]);
    // After the doubling: 3 dice make 6, then 3.
    let both = "abilities = [\"headshot\", \"all-in-one\"]\n".to_owned() + &gun("attack = \"3/1\"");
    assert_close(&hits(&attack(&both, SQUAD, "")), &binomial(3, HIT));
}

#[test]
fn dw_18_armor_dice() {
    let hull =
        |abilities: &str| format!("type = \"vehicle\"\narmor = 2\nhit_points = 9\nabilities = [{abilities}]");
    let all = "\"damage-resilient\", \"dozer-blade\"";
    let armor = |attacker: &str, target: &str, situation: &str| {
        let text = attack(attacker, target, situation);
        distribution(&solve(&text), 1, "armor_negated").len() - 1
    };
    // 9 damage, so that every armor hit negates: the longest distribution is the number of dice.
    let plain = gun("attack = \"9/1\"");
    let penetrator = gun("attack = \"9/1\", traits = [\"penetrator\"]");
    assert_eq!(armor(&plain, &hull(""), ""), 2);
    assert_eq!(armor(&plain, &hull(all), ""), 4);
    assert_eq!(armor(&plain, &hull(all), "arc = \"side\""), 3);
    assert_eq!(armor(&penetrator, &hull(all), ""), 2);
    assert_eq!(armor(&penetrator, &hull(all), "arc = \"side\""), 2);
    assert_eq!(armor(&penetrator, &hull(all), "distance = 24"), 2);
    assert_eq!(armor(&penetrator, &hull(all), "distance = 25"), 4);
    let ace = format!("abilities = [\"schwerpunkt\"]\n{plain}");
    assert_eq!(armor(&ace, &hull(all), ""), 2);
    assert_eq!(armor(&penetrator, "type = \"aircraft\"\narmor = 3\nhit_points = 9", ""), 2);
    assert_eq!(armor(&penetrator, "armor = 4\nminiatures = 9", ""), 4);
    for (attacker, target, situation) in [
        (gun("attack = \"9/1\", traits = [\"phaser\"]"), hull(all), ""),
        (plain.clone(), hull(all), "arc = \"rear\""),
        (plain.clone(), hull(all), "effects = [\"hull_breach\"]"),
    ] {
        assert_eq!(armor(&attacker, &target, situation), 0);
    }
    assert_eq!(armor(&plain, "type = \"aircraft\"\narmor = 3\nhit_points = 9", "arc = \"rear\""), 3);
    // Each hit negates one: 2 damage, armor 2: both negated at 1/9.
    let told = play(
        &attack(&gun("attack = \"1/3\""), &hull(""), ""),
        "attack hit\narmor hit blank\ntable blank blank blank",
    );
    assert_eq!(
        told.measures,
        [[("hits", 1), ("damage_before_armor", 3), ("armor_negated", 1), ("damage", 2)]]
    );
    assert_close(&[told.probability], &[HIT * HIT * BLANK * BLANK * BLANK * BLANK]);
}

#[test]
fn dw_19_heroic_stand_inverts_always_and_a_panzer_ace_once() {
    let text = |ability: &str| {
        let target = format!("type = \"vehicle\"\nhit_points = 20\nabilities = [\"{ability}\"]");
        rounds(2, &attack(&gun("attack = \"1/1\""), &target, ""))
    };
    let round = "attack hit\narmor blank\n";
    let stand = play(&text("heroic-stand"), &round.repeat(2));
    assert!(stand.measures.iter().all(|round| round.contains(&("armor_negated", 1))));
    let ace = play(&text("panzer-ace"), &format!("{}table blank", round.repeat(2)));
    assert!(ace.measures[0].contains(&("armor_negated", 1)) && ace.measures[1].contains(&("damage", 1)));
    // One hit at 1/3, negated at 2/3; the ace is fresh in round 2 if round 1 missed (2/3).
    let negated = |ability: &str| distribution(&solve(&text(ability)), 2, "armor_negated")[1];
    assert_close(&[negated("heroic-stand")], &[HIT * BLANK]);
    assert_close(&[negated("panzer-ace")], &[HIT * (BLANK * BLANK + HIT * HIT)]);
}

#[test]
fn dw_20_cover_and_what_changes_it() {
    let rifle = gun("attack = \"4/1\"");
    let squad = |fields: &str| format!("miniatures = 5\n{fields}");
    // Four hits, no armor hit: 4 less the reductions.
    let taken = |attacker: &str, target: &str, situation: &str, armor: &str| {
        last(&attack(attacker, target, situation), &format!("attack hit hit hit hit\n{armor}"), "damage")
    };
    let plain = |target: &str, situation: &str| taken(&rifle, &squad(target), situation, "armor blank");
    assert_eq!(plain("", ""), 4);
    assert_eq!(plain("", "cover = \"soft\""), 3);
    assert_eq!(plain("", "cover = \"hard\""), 2);
    assert_eq!(plain("team = true", ""), 4);
    assert_eq!(plain("team = true", "cover = \"soft\""), 2);
    assert_eq!(plain("", "suppression = 1"), 3);
    assert_eq!(plain("", "suppression = 3\ncover = \"soft\""), 2);
    assert_eq!(plain("", "suppression = 1\ncover = \"hard\""), 2);
    assert_eq!(plain("team = true", "suppression = 1"), 3);
    assert_eq!(plain("abilities = [\"zombie\"]", "cover = \"soft\"\nsuppression = 1"), 4);
    assert_eq!(plain("abilities = [\"zombie\"]", "cover = \"hard\""), 3);
    let stand = squad("abilities = [\"heroic-stand\"]");
    assert_eq!(taken(&rifle, &stand, "suppression = 1", "armor hit"), 4);
    // Hit the Dirt is one step, with a marker or without; not for those who are suppressed already.
    assert_eq!(plain("", "reaction = \"hit-the-dirt\""), 3);
    assert_eq!(plain("", "suppression = 1\nreaction = \"hit-the-dirt\""), 3);
    assert_eq!(taken(&rifle, &stand, "suppression = 1\nreaction = \"hit-the-dirt\"", "armor hit"), 3);
    assert_eq!(plain("abilities = [\"zombie\"]", "reaction = \"hit-the-dirt\""), 4);
    let alone = "hero = true\nhit_points = 9";
    assert_eq!(taken(&rifle, alone, "reaction = \"hit-the-dirt\"", "armor blank"), 3);
    // Entrench and Legendary Tactician.
    assert_eq!(plain("abilities = [\"entrench\"]", ""), 4);
    assert_eq!(plain("abilities = [\"entrench\"]", "entrenched = true"), 3);
    assert_eq!(plain("abilities = [\"legendary-tactician\"]", ""), 4);
    assert_eq!(plain("abilities = [\"legendary-tactician\"]", "cover = \"soft\""), 2);
    assert_eq!(plain("abilities = [\"legendary-tactician\"]", "suppression = 1"), 3);
    // Where no armor roll may be made, only Entrench against a Phaser.
    let dug_in = squad("abilities = [\"entrench\", \"legendary-tactician\"]");
    let situation = "cover = \"soft\"\nentrenched = true";
    let phaser = gun("attack = \"4/1\", traits = [\"phaser\"]");
    assert_eq!(taken(&phaser, &dug_in, situation, ""), 2);
    assert_eq!(taken(&format!("abilities = [\"sniper\"]\n{rifle}"), &dug_in, situation, ""), 4);
    // Cover does not count; the other two do.
    for line in
        ["traits = [\"burst\"]", "traits = [\"grenade\"]", "range = \"C\"", "traits = [\"close-combat\"]"]
    {
        let attacker = gun(&format!("attack = \"4/1\", {line}"));
        let near = |cover: &str| format!("cover = \"{cover}\"\ndistance = 3\nentrenched = true");
        assert_eq!(taken(&attacker, &squad(""), &near("hard"), "armor blank"), 4, "{line}");
        assert_eq!(taken(&attacker, &dug_in, &near("hard"), "armor blank"), 2, "{line}");
    }
    // Radiation: soft cover takes nothing from the ray, hard cover from all.
    let ray = "weapons = [{ attack = \"3/1\", traits = [\"radiation\"] }, { attack = \"1/1\" }]";
    assert_eq!(taken(ray, &squad(""), "cover = \"soft\"", "armor blank"), 3);
    assert_eq!(taken(ray, &squad(""), "cover = \"hard\"", "armor blank"), 2);
    assert_eq!(taken(ray, &squad("team = true"), "cover = \"soft\"", "armor blank"), 3);
    assert_eq!(taken(ray, &squad("team = true"), "cover = \"soft\"\nsuppression = 1", "armor blank"), 2);
}

#[test]
fn dw_21_who_falls() {
    let squad = |more: &str| {
        let text = attack(&gun("attack = \"1/3\""), "miniatures = 3\nhit_points = 2", "damage = 1");
        format!("{text}\n[options]\n{more}")
    };
    // 1 + 3 of 6 points: two points are left, on one miniature or on two.
    let script = "attack hit\narmor blank";
    assert_eq!(last(&squad(""), script, "casualties"), 2);
    assert_eq!(last(&squad("damage_assignment = \"spread\""), script, "casualties"), 1);
    // Armor and reductions never make damage.
    let hard = attack(&gun("attack = \"1/1\""), SQUAD, "cover = \"hard\"");
    let told = play(&hard, "attack hit\narmor hit");
    assert_eq!(
        told.measures,
        [[("hits", 1), ("damage_before_armor", 1), ("armor_negated", 1), ("suppression", 1)]]
    );
    // A vehicle is destroyed at its hit points; the damage is not cut off at them.
    let car = rounds(2, &attack(&gun("attack = \"1/5\""), "type = \"vehicle\"\nhit_points = 4", ""));
    let told = play(&car, "attack blank\nattack hit\narmor blank");
    assert!(told.killed && told.measures[1].contains(&("damage", 5)));
    // Armor 1 cannot save it: a hit kills.
    assert_close(&kills(&car), &[HIT, 1.0 - BLANK * BLANK]);
}

#[test]
fn dw_22_a_marker_for_a_hit_and_always_for_a_grenade() {
    let text = attack(&gun("attack = \"1/1\""), SQUAD, "");
    let told = play(&text, "attack hit\narmor hit");
    assert!(told.measures[0].contains(&("suppression", 1)));
    assert_eq!(told.events, ["suppressed"]);
    assert!(play(&text, "attack blank").events.is_empty());
    let grenade = attack(&gun("attack = \"1/1\", traits = [\"grenade\"]"), SQUAD, "");
    assert_eq!(last(&grenade, "attack blank", "suppression"), 1);
    assert_eq!(last(&grenade, "attack hit\narmor hit", "suppression"), 1);
    assert_close(&[event(&solve(&grenade), 1, "suppressed")], &[1.0]);
    // The dead gain none; nor does the hero who is left alone.
    let last_man = play(&attack(&gun("attack = \"1/1\""), "", ""), "attack hit\narmor blank");
    assert!(last_man.killed && last_man.events.is_empty());
    let hero = attack(&gun("attack = \"1/1\""), "miniatures = 2\nhero = true", "suppression = 2");
    assert_eq!(last(&hero, "attack blank", "suppression"), 2);
    let hero = hero.replace("1/1", "1/2");
    assert_eq!(last(&hero, "attack hit\narmor blank", "suppression"), 0);
}

#[test]
fn dw_23_cheat_death_once() {
    let text = |options: &str| {
        let target = "miniatures = 5\nabilities = [\"cheat-death\"]";
        rounds(2, &format!("{}\n{options}", attack(&gun("attack = \"1/2\""), target, "")))
    };
    let told = play(&text(""), "attack hit\ncheat-death blank\nattack hit\narmor blank");
    assert_eq!(told.measures[0], [("hits", 1), ("damage_before_armor", 2), ("suppression", 1)]);
    // The marker of the first attack is soft cover.
    assert!(told.measures[1].contains(&("damage", 1)));
    assert_eq!(told.events, ["suppressed", "cheated_death"]);
    assert_close(&[told.probability], &[HIT * BLANK * HIT * BLANK]);
    let told = play(&text(""), "attack hit\ncheat-death hit\narmor hit\nattack blank");
    assert!(told.measures[0].contains(&("damage", 1)) && !told.events.contains(&"cheated_death"));
    // A hit comes in the first two rounds at 1 - 4/9; then a blank.
    assert_close(&[event(&solve(&text("")), 2, "cheated_death")], &[5.0 / 9.0 * BLANK]);
    let hit = "[options]\ncheat_death = \"hit\"";
    assert_close(&[event(&solve(&text(hit)), 2, "cheated_death")], &[5.0 / 9.0 * HIT]);
}

#[test]
fn dw_45_apes_take_no_markers_but_have_cover() {
    for ability in ["blutkreuz-ape", "blutkreuz-ubertoten"] {
        let squad = format!("miniatures = 5\nabilities = [\"{ability}\"]");
        // Two hits, hard cover takes both: no marker, and no step worse as for Zombies.
        let text = attack(&gun("attack = \"2/1\""), &squad, "cover = \"hard\"\nsuppression = 3");
        let told = play(&text, "attack hit hit\narmor blank");
        assert_eq!(told.measures[0], [("hits", 2), ("damage_before_armor", 2)]);
        assert!(told.events.is_empty() && told.story.contains("DW-45"), "{}", told.story);
        assert_close(&[event(&solve(&text), 1, "suppressed")], &[0.0]);
        // It cannot hit the dirt, so soft cover stays soft: one of two is taken off.
        let dirt = attack(&gun("attack = \"2/1\""), &squad, "cover = \"soft\"\nreaction = \"hit-the-dirt\"");
        assert_eq!(last(&dirt, "attack hit hit\narmor blank", "damage"), 1);
    }
}

#[test]
fn dw_46_markers_do_not_improve_the_cover_of_a_flying_unit() {
    let taken = |ability: &str, situation: &str| {
        let squad = format!("miniatures = 5\nabilities = [{ability}]");
        last(&attack(&gun("attack = \"2/1\""), &squad, situation), "attack hit hit\narmor blank", "damage")
    };
    assert_eq!(taken("", "suppression = 1"), 1);
    assert_eq!(taken("\"flight\"", "suppression = 1"), 2);
    assert_eq!(taken("\"flight\"", "suppression = 1\ncover = \"soft\""), 1);
    // Hit the Dirt is a step of its own.
    assert_eq!(taken("\"flight\"", "reaction = \"hit-the-dirt\""), 1);
    // One die at a unit with one marker, armor 1: a hit (1/3) that the armor misses (2/3) kills; a grounded unit is in soft cover.
    let kill = |ability: &str| {
        let text = attack(
            &gun("attack = \"1/1\""),
            &format!("miniatures = 1\nabilities = [{ability}]"),
            "suppression = 1",
        );
        kills(&text)[0]
    };
    assert_close(&[kill(""), kill("\"flight\"")], &[0.0, HIT * BLANK]);
}

#[test]
fn dw_47_a_low_aircraft_is_attacked_as_a_vehicle() {
    let profile = "profile = { vehicle = [\"1/1\", \"2/2\", \"3/1\", \"4/1\", \"5/1\", \"6/1\", \"7/1\"], aircraft = [\"-\", \"-\", \"-\"] }";
    let plane = |low: &str| format!("type = \"aircraft\"\narmor = 2\nhit_points = 9\n{low}");
    // High, the line reads "-"; low, it is that of a vehicle with armor 2. The damage table stays the aircraft's.
    let high = play(&attack(&gun(profile), &plane(""), ""), "");
    assert_eq!(high.measures, [[]; 1]);
    let text = attack(&gun(profile), &plane("low = true"), "arc = \"rear\"");
    let told = play(&text, "attack hit blank\narmor blank blank\ntable hit blank");
    assert_eq!(told.events, ["damaged_fire_control"]);
    assert!(told.measures[0].contains(&("damage", 2)), "an armor roll is made in its rear: {}", told.story);
    assert_close(&distribution(&solve(&text), 1, "hits"), &binomial(2, HIT));
    let fault = faults(&attack("", "low = true", ""));
    assert!(fault.contains("only an aircraft flies low"), "{fault}");
}

#[test]
fn dw_48_a_burning_vehicle_attacks_those_it_overruns() {
    let text = |target: &str, situation: &str| {
        format!(
            "system = \"dust-warfare\"\nprocedure = \"overrun\"\n[attacker]\ntype = \"vehicle\"\narmor = 2\n[target]\n{target}\n\
             [situation]\ntarget_activates = false\n{situation}"
        )
    };
    let burning = text("miniatures = 3", "attacker_on_fire = true");
    let told = play(&burning, "overrun hit blank\nburning-overrun hit hit blank\narmor blank");
    // Two of three fall; a marker for the overrun's hit, one for the fire's.
    assert_eq!(told.measures[0], [("hits", 1), ("damage", 2), ("casualties", 2), ("suppression", 2)]);
    assert_eq!(told.events, ["suppressed"]);
    assert_close(&[told.probability], &[HIT * BLANK * HIT * HIT * BLANK * BLANK]);
    // Alone: a hit (1/3) that the armor does not negate (2/3) kills. Soft cover saves.
    let one = |situation: &str| kills(&text("", &format!("attacker_on_fire = true\n{situation}")))[0];
    assert_close(&[one(""), one("cover = \"soft\"")], &[HIT * BLANK, 0.0]);
    assert_close(&kills(&text("", "")), &[0.0]);
    // Effects are refused on soldiers, as in an attack.
    let fault = faults(&text("", "effects = [\"external_fire\"]"));
    assert!(fault.contains("cannot have the effect \"external_fire\""), "{fault}");
}

#[test]
fn dw_49_a_hero_has_hit_points_of_his_own() {
    let squad = "miniatures = 3\nhit_points = 1\nhero = true\nhero_hit_points = 4";
    // Three damage: two miniatures and one of the hero's four points; three more kill him.
    let text = rounds(2, &attack(&gun("attack = \"3/1\""), squad, ""));
    let told = play(&text, "attack hit hit hit\narmor blank\nattack hit hit hit\narmor blank");
    assert!(told.measures[0].contains(&("casualties", 2)) && told.measures[1].contains(&("casualties", 1)));
    assert!(
        told.killed && told.story.contains("DW-49: the hero is left, with 3 hit points"),
        "{}",
        told.story
    );
    // Six damage in all, no armor hit: (1/27 * 2/3)^2; without a hero's points three in one round.
    assert_close(&[kills(&text)[1]], &[(HIT.powi(3) * BLANK).powi(2)]);
    let plain = text.replace("hero_hit_points = 4", "");
    assert_close(&[kills(&plain)[0]], &[HIT.powi(3) * BLANK]);
    // Spread: each loses what it can without falling, the hero three.
    let spread =
        rounds(1, &attack(&gun("attack = \"3/1\""), squad, "[options]\ndamage_assignment = \"spread\""));
    assert!(
        !play(&spread, "attack hit hit hit\narmor blank").measures[0]
            .iter()
            .any(|(name, _)| *name == "casualties")
    );
}

#[test]
fn dw_50_cover_needs_half_of_the_unit_obscured() {
    let taken = |obscured: u32, script: &str| {
        let situation = format!("cover = \"soft\"\nobscured = {obscured}");
        last(&attack(&gun("attack = \"2/1\""), "miniatures = 5", &situation), script, "damage")
    };
    assert_eq!(taken(2, "attack hit hit\narmor blank"), 2);
    assert_eq!(taken(3, "attack hit hit\narmor blank"), 1);
    // Those in the open fall first: of 5, 2 are obscured; after a casualty 2 of 4 are half. Apes have no markers to improve cover.
    let apes = "miniatures = 5\nabilities = [\"blutkreuz-ape\"]";
    let text = rounds(2, &attack(&gun("attack = \"1/1\""), apes, "cover = \"soft\"\nobscured = 2"));
    let told = play(&text, "attack hit\narmor blank\nattack hit\narmor blank");
    assert!(
        told.measures[0].contains(&("damage", 1))
            && !told.measures[1].iter().any(|(name, _)| *name == "damage")
    );
    // Damage in round 2 only where round 1 did none: 1/3 * 2/3 each.
    let p = HIT * BLANK;
    assert_close(&distribution(&solve(&text), 2, "damage"), &[1.0 - (1.0 - p) * p, (1.0 - p) * p]);
}

#[test]
fn dw_51_miniatures_out_of_sight_take_no_damage() {
    let text = rounds(2, &attack(&gun("attack = \"3/1\""), "miniatures = 3", "blocked = 2"));
    let told = play(&text, "attack hit hit hit\narmor blank\nattack hit blank blank\narmor blank");
    assert!(told.measures[0].contains(&("casualties", 1)) && !told.killed);
    assert!(!told.measures[1].iter().any(|(name, _)| *name == "casualties"));
    assert_close(&kills(&text), &[0.0, 0.0]);
    // One falls unless no hit passes the armor die: no hit 8/27, one hit and armor 12/27 * 1/3.
    let none = 8.0 / 27.0 + 12.0 / 27.0 * HIT;
    assert_close(&distribution(&solve(&text), 1, "casualties"), &[none, 1.0 - none]);
}

#[test]
fn dw_52_a_detonation_hits_the_attacker_nearby() {
    let attacker = format!("miniatures = 3\n{}", gun("attack = \"1/5\""));
    let text = |distance: u32, option: bool| {
        let rest = format!("distance = {distance}\n[options]\ndetonation_hits_attacker = {option}");
        attack(&attacker, TANK, &rest)
    };
    let script = "attack hit\narmor blank blank\ntable hit hit hit hit hit";
    let told = play(&text(12, true), &format!("{script}\ndetonation hit hit blank blank blank\narmor hit"));
    assert!(told.measures[0].contains(&("attacker_casualties", 1)), "{}", told.story);
    for plain in [text(13, true), text(12, false)] {
        assert_eq!(play(&plain, script).events, ["detonation"]);
    }
    // A hit (1/3); with 5 damage or 4 or 3 after armor 2 the table has 5 dice, all hits: 1/243. Of the five dice at one man with
    // armor 1, he lives without a hit, or with one (80/243) that the armor (1/3) negates.
    let one = attack(&gun("attack = \"1/5\""), TANK, "[options]\ndetonation_hits_attacker = true");
    let dies = 1.0 - 32.0 / 243.0 - 80.0 / 243.0 / 3.0;
    assert_close(&[event(&solve(&one), 1, "attacker_killed")], &[HIT / 243.0 * dies]);
}

#[test]
fn dw_53_bombs_fall_once_and_several_are_a_sustained_attack() {
    let text = |bombs: u32, rest: &str| {
        let plane = format!(
            "type = \"aircraft\"\nabilities = [\"all-in-one\"]\nweapons = [{{ count = {bombs}, attack = \"1/1\", \
             traits = [\"bomb\"] }}, {{ attack = \"1/1\" }}]"
        );
        rounds(2, &attack(&plane, SQUAD, rest))
    };
    // Two bombs, rerolled; then the gun, whose first attack All in One doubles.
    let told = play(&text(2, ""), "attack hit blank\nreroll blank\narmor hit\nattack blank blank");
    assert!(told.story.contains("DW-53"), "{}", told.story);
    assert_close(&[told.probability], &[HIT * BLANK * BLANK * HIT * BLANK * BLANK]);
    // A single bomb is not rerolled, and nobody hits the dirt under it.
    play(&text(1, "reaction = \"hit-the-dirt\""), "attack blank\nattack blank blank");
    let results = solve(&text(2, ""));
    assert_close(&distribution(&results, 1, "hits"), &binomial(2, 5.0 / 9.0));
    assert_close(&distribution(&results, 2, "hits"), &binomial(2, HIT));
    // Out of range they are kept.
    let far = text(1, "").replace("count = 1,", "range = 6,");
    assert_close(&distribution(&solve(&far), 1, "hits"), &binomial(2, HIT));
    let soldiers = attack(&gun("attack = \"1/1\", traits = [\"bomb\"]"), SQUAD, "");
    assert!(faults(&soldiers).contains("only an aircraft that flies high drops bombs"));
}

#[test]
fn dw_54_a_new_leader_costs_a_marker() {
    let lost = alone("suppression", SQUAD, "leader_lost = true");
    let told = play(&rounds(2, &lost), "suppression hit");
    assert_eq!((told.measures, told.events), (vec![vec![("hits", 1)], vec![]], vec!["suppressed"]));
    assert_close(&distribution(&solve(&lost), 1, "hits"), &[BLANK, HIT]);
    // The leader falls first: a marker for the hit and one for the leader.
    let text = activating(&attack(&gun("attack = \"1/1\""), SQUAD, "[options]\nleader_falls = \"first\""));
    let told = play(&text, "attack hit\narmor blank\nsuppression hit blank");
    assert_close(&[told.probability], &[HIT * BLANK * HIT * BLANK]);
    // A miniature falls: 1/3 * 2/3; of two markers one is left after two blanks and the end phase: 4/9.
    assert_close(&distribution(&solve(&text), 1, "suppression"), &[1.0 - 8.0 / 81.0, 8.0 / 81.0]);
    // The leader falls last: the one marker goes in the end phase at the latest.
    let last = text.replace("\"first\"", "\"last\"");
    assert_close(&distribution(&solve(&last), 1, "suppression"), &[1.0]);
    let tank = alone("suppression", TANK, "leader_lost = true");
    assert!(faults(&tank).contains("only soldiers take a suppression marker for their leader"));
}

#[test]
fn dw_55_fire_is_split_between_two_targets() {
    let guns =
        "weapons = [{ attack = \"1/1\" }, { attack = \"1/1\", traits = [\"reload\"], second_target = true }]";
    let second = "second_target = { miniatures = 2, cover = \"none\" }";
    let text = rounds(2, &attack(guns, SQUAD, second));
    // The second target first; its line has no ammunition in round 2.
    let told = play(&text, "attack hit\narmor blank\nattack blank\nattack blank");
    assert_eq!(told.measures, [vec![("second_damage", 1), ("second_casualties", 1)], vec![]]);
    assert_close(&[told.probability], &[HIT * BLANK * BLANK * BLANK]);
    let results = solve(&text);
    assert_close(&distribution(&results, 1, "second_casualties"), &[7.0 / 9.0, 2.0 / 9.0]);
    assert_close(&distribution(&results, 1, "hits"), &[BLANK, HIT]);
    assert_close(&distribution(&results, 2, "second_casualties"), &[1.0]);
    // Both must hit and pass the armor of one man: 2/9.
    let one = attack(guns, SQUAD, "second_target = { }");
    assert_close(&[event(&solve(&one), 1, "second_killed")], &[2.0 / 9.0]);
    // Soft cover takes the one damage.
    let cover = attack(guns, SQUAD, "second_target = { cover = \"soft\" }");
    assert_close(&[event(&solve(&cover), 1, "second_killed")], &[0.0]);
    // A hit leaves a marker, of which the second target rolls a die at its activation.
    let active = activating(&attack(guns, SQUAD, second));
    play(&active, "attack hit\narmor blank\nattack blank\nsuppression blank");
    // All in One doubles both parts of the first attack, and no other.
    let once =
        text.replace("weapons = [", "abilities = [\"all-in-one\"]\nweapons = [").replace("\"reload\"", "");
    play(&once, "attack blank blank\nattack blank blank\nattack blank\nattack blank");
    // Without a line for the target itself there is an attack on the second one alone.
    let alone = attack(
        "weapons = [{ attack = \"1/1\", traits = [\"reload\"], second_target = true }]",
        SQUAD,
        second,
    );
    play(&rounds(3, &alone), "attack blank\nattack blank");
}

#[test]
fn dw_55_what_cannot_be_split_is_refused() {
    let guns = "weapons = [{ attack = \"1/1\", second_target = true }]";
    assert!(faults(&attack(guns, SQUAD, "")).contains("the situation has no `second_target`"));
    let with =
        |target: &str, rest: &str| faults(&attack(guns, target, &format!("second_target = {{ }}\n{rest}")));
    assert!(with(TANK, "riders = { }").contains("riders or a second target, not both"));
    assert!(with(SQUAD, "[options]\nweapon_losses = \"cheapest-first\"").contains("must be \"none\""));
    let tank = attack(guns, SQUAD, "second_target = { type = \"vehicle\" }");
    assert!(faults(&tank).contains("\"soldier\""));
}

#[test]
fn dw_56_passengers_suffer_the_detonation_and_the_end_of_an_aircraft() {
    let inside = "riders = { miniatures = 2 }\nriders_inside = true";
    let text = attack(&gun("attack = \"1/5\""), TANK, inside);
    // No roll against riders for the damage; five dice for the detonation.
    let script = "attack hit\narmor blank blank\ntable hit hit hit hit hit\n\
                  detonation hit blank blank blank blank\narmor blank";
    let told = play(&text, script);
    assert!(told.measures[0].contains(&("rider_casualties", 1)), "{}", told.story);
    // They leave a wreck, and fall with an aircraft: a hit (1/3) of damage 3 on 3 hit points without an armor hit (2/3).
    let wreck = |kind: &str| {
        let target = format!("type = \"{kind}\"\nhit_points = 3");
        event(&solve(&attack(&gun("attack = \"1/3\""), &target, inside)), 1, "riders_killed")
    };
    assert_close(&[wreck("vehicle"), wreck("aircraft")], &[0.0, HIT * BLANK]);
    let nobody = attack(&gun("attack = \"1/3\""), TANK, "riders_inside = true");
    assert!(faults(&nobody).contains("there are no `riders`"));
}

#[test]
fn dw_16_all_in_one_may_leave_a_marker() {
    let attacker = format!("miniatures = 3\nabilities = [\"all-in-one\"]\n{}", gun("attack = \"1/1\""));
    let text = |options: &str, situation: &str| {
        rounds(
            2,
            &attack(
                &attacker,
                "miniatures = 9",
                &format!("action = \"sustained\"\n{situation}\n[options]\n{options}"),
            ),
        )
    };
    // Double dice, misses rerolled. Suppressed in round 2, its sustained attack is a plain one: no reroll.
    let first = "attack blank\nreroll blank\nattack blank\nreroll blank\n";
    let told = play(&text("all_in_one_marker = true", ""), &format!("{first}attack blank"));
    assert!(told.story.contains("leaves a suppression marker"), "{}", told.story);
    play(&text("", ""), &format!("{first}attack blank\nreroll blank"));
    // The end phase takes the marker.
    let active = activating(&text("all_in_one_marker = true", ""));
    play(&active, &format!("{first}attack blank\nreroll blank"));
    // Hits of round 2: 1/3 with the marker, 5/9 without.
    let hits = |options: &str| distribution(&solve(&text(options, "")), 2, "hits")[1];
    assert_close(&[hits("all_in_one_marker = true"), hits("")], &[HIT, 5.0 / 9.0]);
}

#[test]
fn dw_24_demolition_removes_defences_too() {
    let weapons = "weapons = [{ attack = \"2/1\", traits = [\"demolition\"] }, { attack = \"1/1\" }]";
    let text = attack(weapons, SQUAD, "");
    let told = play(&text, "attack hit hit\nattack hit\narmor blank");
    let wanted = [("hits", 3), ("damage_before_armor", 3), ("defences_removed", 2), ("damage", 3)];
    assert_eq!(told.measures[0][..4], wanted);
    assert_close(&distribution(&solve(&text), 1, "defences_removed"), &binomial(2, HIT));
}

#[test]
fn dw_25_the_damage_table() {
    let text = |situation: &str| attack(&gun("attack = \"2/2\""), TANK, situation);
    let told = play(&text(""), "attack hit hit\narmor blank blank\ntable hit blank hit blank");
    assert_eq!(told.events, ["external_fire"]);
    // 4 dice after two hits (1/9): 32/81, 24/81, 8/81, 1/81; 2 dice after one (4/9), unless both armor dice hit (1/9): 4/9, 1/9.
    let damaged = 4.0 / 9.0 * 8.0 / 9.0;
    let results = solve(&text(""));
    let found = ["blinded", "external_fire", "weapon_damaged", "drive_damaged", "detonation"];
    assert_close(
        &found.map(|name| event(&results, 1, name)),
        &[
            1.0 / 9.0 * 32.0 / 81.0 + damaged * 4.0 / 9.0,
            1.0 / 9.0 * 24.0 / 81.0 + damaged * 1.0 / 9.0,
            1.0 / 9.0 * 8.0 / 81.0,
            1.0 / 9.0 * 1.0 / 81.0,
            0.0,
        ],
    );
    // Cover takes dice, and an effect that it has gives way to the next lesser one.
    let soft = "cover = \"soft\"\neffects = [\"weapon_damaged\", \"external_fire\"]";
    let told = play(&text(soft), "attack hit hit\narmor blank blank\ntable hit hit hit");
    assert_eq!(told.events, ["blinded", "external_fire", "weapon_damaged"]);
    let all = "effects = [\"external_fire\", \"blinded\"]";
    let told = play(&text(all), "attack hit blank\narmor blank blank\ntable hit hit");
    assert_eq!(told.events, ["blinded", "external_fire"]);
    // Armor does not take dice, but without damage none are rolled, unless the option says so.
    let script = "attack hit blank\narmor hit hit";
    play(&text(""), script);
    play(&text("[options]\ntable_roll = \"when-hit\""), &format!("{script}\ntable blank blank"));
    // Hits needed are an option too.
    let script = "attack hit blank\narmor hit blank";
    let strict = text("[options]\ndamage_table = [0, 2, 4, 6, 8, 10, 12]");
    assert_eq!(play(&strict, &format!("{script}\ntable hit hit")).events, ["blinded"]);
    assert!(play(&strict, &format!("{script}\ntable hit blank")).events.is_empty());
    // The destroyed have no table roll.
    let car = attack(&gun("attack = \"2/2\""), "type = \"vehicle\"\nhit_points = 2", "");
    assert!(play(&car, "attack hit hit\narmor blank").killed);
}

#[test]
fn dw_25_many_dice_are_rolled_in_turns() {
    // 45 dice: 40, then 5, unless the last line is reached before.
    let text = attack(&gun("attack = \"3/15\""), &TANK.replace("20", "60"), "");
    let hits = |hits: usize, dice: usize| "hit ".repeat(hits) + &"blank ".repeat(dice - hits);
    let begin = "attack hit hit hit\narmor blank blank\ntable";
    let told = play(&text, &format!("{begin} {}\ntable {}", hits(5, 40), hits(1, 5)));
    assert_eq!(told.events, ["hull_breach"]);
    assert_eq!(play(&text, &format!("{begin} {}", hits(6, 40))).events, ["hull_breach"]);
    // As if all were rolled at once: after three hits (1/27), 45 dice show at least six.
    let rest: f64 = [binomial(15, HIT), binomial(30, HIT), binomial(45, HIT)]
        .iter()
        .zip([12.0, 6.0, 1.0])
        .map(|(sums, ways)| ways / 27.0 * (1.0 - sums[..6].iter().sum::<f64>()))
        .sum();
    assert_close(&[event(&solve(&text), 1, "hull_breach")], &[rest]);
}

#[test]
fn dw_26_a_tank_killer_inverts_the_table() {
    let text = attack(&gun("attack = \"1/2\", traits = [\"tank-killer\"]"), TANK, "");
    let told = play(&text, "attack hit\narmor hit blank\ntable blank blank");
    assert_eq!(told.events, ["external_fire"]);
    assert_close(&[told.probability], &[HIT * HIT * BLANK * BLANK * BLANK]);
    // Two armor hits (1/9) leave no damage and no table roll.
    let results = solve(&text);
    assert_close(&[event(&results, 1, "blinded")], &[HIT * 8.0 / 9.0 * 4.0 / 9.0]);
    assert_close(&[event(&results, 1, "external_fire")], &[HIT * 8.0 / 9.0 * 4.0 / 9.0]);
    // It counts for the attack even if its own line misses.
    let two = "weapons = [{ attack = \"1/1\", traits = [\"tank-killer\"] }, { attack = \"1/1\" }]";
    let told = play(&attack(two, TANK, ""), "attack blank\nattack hit\narmor blank blank\ntable blank");
    assert_eq!(told.events, ["blinded"]);
}

#[test]
fn dw_27_incendiary_damage_is_fire() {
    let line = gun("attack = \"1/3\", traits = [\"incendiary\"]");
    let text = rounds(2, &attack(&line, TANK, ""));
    // No table roll, and none when it burns already.
    let told = play(&text, "attack hit\narmor blank blank\nattack hit\narmor hit hit");
    assert_eq!(told.events, ["external_fire"]);
    // Without damage the table is rolled for if the option says so; aircraft do not burn.
    let small = attack(&line.replace("1/3", "1/1"), TANK, "");
    assert!(play(&small, "attack hit\narmor hit blank").events.is_empty());
    let small = with_options(&small, "table_roll = \"when-hit\"");
    assert_eq!(play(&small, "attack hit\narmor hit blank\ntable hit").events, ["blinded"]);
    let plane = attack(&line, PLANE, "");
    assert_eq!(
        play(&plane, "attack hit\narmor blank\ntable hit blank blank").events,
        ["damaged_fire_control"]
    );
    // 1/3; in two rounds 1 - (2/3)^2: armor 2 cannot negate 3.
    assert_close(&[event(&solve(&text), 2, "external_fire")], &[5.0 / 9.0]);
}

#[test]
fn dw_28_fire_does_one_damage_in_each_activation() {
    let text = attack("", "type = \"vehicle\"\nhit_points = 2", "effects = [\"external_fire\"]");
    let told = play(&activating(&rounds(3, &text)), "");
    assert_eq!(told.measures, [vec![], vec![("casualties", 1)]]);
    assert!(told.killed);
    assert_close(&kills(&activating(&rounds(2, &text))), &[0.0, 1.0]);
    assert_close(&kills(&rounds(2, &text)), &[0.0, 0.0]);
    // A fire burns in the round in which it breaks out: 2 of 3 points, then the third.
    let line = gun("attack = \"1/3\", traits = [\"incendiary\"]");
    let text = activating(&attack(&line, "type = \"vehicle\"\nhit_points = 3", ""));
    let told = play(&text, "attack hit\narmor hit");
    assert!(told.killed && told.measures[0].contains(&("damage", 2)));
}

#[test]
fn dw_29_a_die_decides_who_chooses_the_weapon() {
    let attacker = format!("miniatures = 30\n{}", gun("attack = \"1/3\""));
    let target = "type = \"vehicle\"\narmor = 1\nhit_points = 20\n\
                  weapons = [{ attack = \"1/1\" }, { attack = \"3/1\" }, { attack = \"2/1\" }]";
    let text = rounds(2, &activating(&attack(&attacker, target, "reaction = \"attack\"")));
    let first = "attack blank\nattack blank blank blank\nattack blank blank\n\
                 attack hit\narmor blank\ntable hit hit hit";
    // The attacker takes the best (3 dice), the defender gives up the least (1 die).
    let told = play(&text, &format!("{first}\nweapon hit\nattack blank\nattack blank blank\nattack blank"));
    assert_eq!(told.events, ["weapon_damaged", "attacker_chose_weapon"]);
    let told = play(
        &text,
        &format!("{first}\nweapon blank\nattack blank blank blank\nattack blank blank\nattack blank"),
    );
    assert_eq!(told.events, ["weapon_damaged"]);
    // 1/3 * 1/27, then 1/3.
    let once = attack(&gun("attack = \"1/3\""), TANK, "");
    assert_close(&[event(&solve(&once), 1, "weapon_damaged")], &[HIT / 27.0]);
    assert_close(&[event(&solve(&once), 1, "attacker_chose_weapon")], &[HIT / 27.0 * HIT]);
}

#[test]
fn dw_30_a_detonation_hurts_soldiers_nearby() {
    let around = "bystanders = { count = 2, miniatures = 2 }\nriders = { miniatures = 4, hit_points = 2 }";
    let text = attack(&gun("attack = \"1/5\""), TANK, around);
    // The damage sprays the riders first; then riders and both units suffer 5 dice.
    let script = "attack hit\narmor blank blank\nriders blank blank blank blank\ntable hit hit hit hit hit\n\
                  detonation hit hit hit blank blank\narmor blank\n\
                  detonation hit hit blank blank blank\narmor blank\n\
                  detonation hit blank blank blank blank\narmor hit";
    let told = play(&text, script);
    let counted = |name| told.measures[0].iter().find(|(found, _)| *found == name).map(|&(_, value)| value);
    assert_eq!(counted("rider_casualties"), Some(1));
    assert_eq!(counted("bystander_casualties"), Some(2));
    assert_eq!(told.events, ["detonation", "bystander_killed"]);
    // A unit of one survives 5 dice if none hits, or one that armor negates.
    let lone = attack(&gun("attack = \"1/5\""), TANK, "bystanders = { }");
    let alive = BLANK.powi(5) + 5.0 * HIT * BLANK.powi(4) * HIT;
    // Detonation: a hit and 5 of 5 table dice.
    let detonation = HIT * HIT.powi(5);
    let results = solve(&lone);
    assert_close(&[event(&results, 1, "detonation")], &[detonation]);
    assert_close(&[event(&results, 1, "bystander_killed")], &[detonation * (1.0 - alive)]);
    // Any hit brings Cheat Death, which fails at 1/3; only then the rest matters.
    let lucky =
        solve(&attack(&gun("attack = \"1/5\""), TANK, "bystanders = { abilities = [\"cheat-death\"] }"));
    assert_close(&[event(&lucky, 1, "bystander_killed")], &[detonation * (1.0 - alive) * HIT]);
}

#[test]
fn dw_31_a_hull_breach_lets_everything_in() {
    let weapons =
        "weapons = [{ name = \"gun\", attack = \"1/2\" }, { name = \"rifle\", count = 2, attack = \"-\" }]";
    let breach = "effects = [\"hull_breach\"]";
    let told = play(&attack(weapons, TANK, breach), "attack hit\nattack hit blank\ntable blank blank blank");
    assert_eq!(told.measures, [[("hits", 2), ("damage_before_armor", 3), ("damage", 3)]]);
    // Aircraft: "-" stays silent, each hit does one more.
    let told = play(&attack(weapons, PLANE, breach), "attack hit\ntable blank blank blank");
    assert_eq!(told.measures, [[("hits", 1), ("damage_before_armor", 3), ("damage", 3)]]);
    play(&attack(weapons, TANK, ""), "attack blank");
    // A trait counts when its line fires, and only then.
    let phaser = "weapons = [{ attack = \"1/1\" }, { attack = \"-\", traits = [\"tank-killer\"] }]";
    let told = play(&attack(phaser, TANK, breach), "attack hit\nattack blank\ntable blank");
    assert_eq!(told.events, ["blinded", "hull_breach"]);
    let told = play(&attack(phaser, TANK, ""), "attack hit\narmor blank blank\ntable blank");
    assert!(told.events.is_empty());
}

#[test]
fn dw_32_the_aircraft_table() {
    let text = attack(&gun("attack = \"1/6\""), PLANE, "");
    let names = [
        "damaged_fire_control",
        "damaged_engine",
        "damaged_weapon",
        "forced_low",
        "detonation",
        "hull_breach",
    ];
    for (hits, name) in (1..).zip(names) {
        let dice = "hit ".repeat(hits) + &"blank ".repeat(6 - hits);
        let weapon = if name == "damaged_weapon" { "weapon blank" } else { "" };
        let told = play(&text, &format!("attack hit\narmor blank\ntable {dice}\n{weapon}"));
        assert_eq!(told.events, [name]);
    }
    let found = names.map(|name| event(&solve(&text), 1, name));
    assert_close(&found, &binomial(6, HIT)[1..].iter().map(|p| HIT * p).collect::<Vec<_>>());
    // Damaged Fire Control: the attacker counts as in soft cover against its reaction.
    let plane = format!("{PLANE}\n{}", gun("attack = \"2/1\""));
    let squad = format!("miniatures = 9\n{}", gun("attack = \"1/1\""));
    let blinded = attack(&squad, &plane, "reaction = \"attack\"\neffects = [\"damaged_fire_control\"]");
    assert_eq!(last(&blinded, "attack hit hit\narmor blank\nattack blank", "reaction_damage"), 1);
}

#[test]
fn dw_33_flight_hazards() {
    let plane = "type = \"aircraft\"\narmor = 3\nhit_points = 6";
    let text = |more: &str, situation: &str| alone("flight-hazard", &format!("{plane}\n{more}"), situation);
    let told = play(&text("", "cover = \"soft\""), "armor hit hit blank");
    let wanted = [("damage_before_armor", 4), ("armor_negated", 2), ("damage", 2)];
    assert_eq!(told.measures, [wanted]);
    // 8 damage in two rounds, 6 kill: at most two of six armor dice hit.
    let two = rounds(2, &text("", "cover = \"soft\""));
    let at_most_two: f64 = binomial(6, HIT)[..3].iter().sum();
    assert_close(&kills(&two), &[0.0, at_most_two]);
    assert_close(&distribution(&solve(&two), 1, "armor_negated"), &binomial(3, HIT));
    let hard = play(&text("", "cover = \"hard\""), "");
    assert!(hard.killed && hard.measures == [[("casualties", 1)]]);
    assert!(play(&text("", ""), "").measures == [[]]);
    // Panzer Ace once, Damage Resilient; no roll after a hull breach.
    let ace = rounds(2, &text("abilities = [\"panzer-ace\", \"damage-resilient\"]", "cover = \"soft\""));
    let told = play(&ace, "armor blank blank blank hit\narmor blank blank blank blank");
    assert!(told.measures[0].contains(&("armor_negated", 3)) && told.measures[1].contains(&("damage", 4)));
    let breach = text("", "cover = \"soft\"\neffects = [\"hull_breach\"]\ndamage = 2");
    assert!(play(&breach, "").killed);
}

#[test]
fn dw_34_riders_suffer_whenever_the_vehicle_is_damaged() {
    let riders = "riders = { armor = 2, miniatures = 3 }";
    let text = rounds(2, &attack(&gun("attack = \"1/3\""), TANK, riders));
    let script = "attack hit\narmor blank blank\nriders hit hit blank\narmor hit blank\ntable blank blank blank\n\
                  attack hit\narmor blank blank\nriders hit hit\narmor blank blank\ntable blank blank blank";
    let told = play(&text, script);
    assert!(told.measures[0].contains(&("rider_casualties", 1)));
    assert!(told.measures[1].contains(&("rider_casualties", 2)));
    assert_eq!(told.events, ["riders_killed"]);
    // A rider dies of a damage to the vehicle at 1/3 * (its armor fails) 2/3: the vehicle is damaged at 1/3.
    let one = attack(&gun("attack = \"1/3\""), TANK, "riders = { }");
    assert_close(&[event(&solve(&one), 1, "riders_killed")], &[HIT * HIT * BLANK]);
    // Fire and the destroying attack count too, negated damage does not.
    let fire = activating(&attack("", TANK, "effects = [\"external_fire\"]\nriders = { }"));
    assert_eq!(play(&fire, "riders hit\narmor blank").events, ["external_fire", "riders_killed"]);
    let negated = attack(&gun("attack = \"1/1\""), TANK, "riders = { }");
    play(&negated, "attack hit\narmor hit blank");
    let destroyed = attack(&gun("attack = \"1/3\""), "type = \"vehicle\"", "riders = { }");
    let told = play(&destroyed, "attack hit\narmor blank\nriders hit\narmor blank");
    assert!(told.killed && told.events == ["riders_killed"]);
}

fn repair(attacker: &str, target: &str) -> String {
    format!(
        "system = \"dust-warfare\"\nprocedure = \"repair\"\n[attacker]\nabilities = [{attacker}]\n[target]\n\
         type = \"vehicle\"\nhit_points = 6\nabilities = [{target}]\n[situation]\ndamage = 2\n\
         effects = [\"blinded\", \"external_fire\"]"
    )
}

#[test]
fn dw_35_a_mechanic_removes_an_effect_and_perhaps_damage() {
    let text = rounds(2, &repair("\"mechanic\"", ""));
    let told = play(&text, "repair hit\nrepair blank");
    assert_eq!(
        told.measures,
        [vec![("repaired", 1), ("damage_left", 1), ("effects_left", 1)], vec![("damage_left", 1)],]
    );
    assert_close(&[told.probability], &[HIT * BLANK]);
    let results = solve(&text);
    assert_close(&distribution(&results, 1, "repaired"), &[BLANK, HIT]);
    assert_close(&distribution(&results, 2, "damage_left"), &[1.0 / 9.0, 4.0 / 9.0, 4.0 / 9.0]);
    let expert = repair("\"mechanic\", \"expert-repair\"", "");
    assert_close(&distribution(&solve(&expert), 1, "repaired"), &[HIT, BLANK]);
    assert!(faults(&repair("", "\"mechanic\"")).contains("nobody repairs"));
}

#[test]
fn dw_36_self_repair() {
    let told = play(&repair("", "\"self-repair\""), "repair hit");
    assert_eq!(told.measures, [[("repaired", 1), ("damage_left", 1), ("effects_left", 1)]]);
    assert_close(&[told.probability], &[HIT]);
    let expert = repair("", "\"self-repair\", \"expert-repair\"");
    assert_close(&distribution(&solve(&expert), 1, "repaired"), &[HIT, BLANK]);
    // Without damage no die.
    let whole = repair("", "\"self-repair\"").replace("damage = 2\n", "");
    assert_eq!(play(&whole, "").measures, [[("effects_left", 1)]]);
}

#[test]
fn dw_37_tank_head_repairs_on_a_blank() {
    let told = play(&repair("\"tank-head\"", ""), "repair blank");
    assert_eq!(told.measures, [[("repaired", 1), ("damage_left", 1), ("effects_left", 1)]]);
    // With Expert Repair inverted once, not twice.
    for abilities in ["\"tank-head\"", "\"tank-head\", \"expert-repair\""] {
        assert_close(&distribution(&solve(&repair(abilities, "")), 1, "repaired"), &[HIT, BLANK]);
    }
}

#[test]
fn dw_38_a_medic() {
    let squad = "miniatures = 3\nhit_points = 2\nabilities = [\"medic\"]";
    let text = rounds(3, &alone("heal", squad, "damage = 3\nsuppression = 1"));
    // One lost, one wounded: first the casualty returns, then the wound is healed.
    let told = play(&text, "heal hit\nheal hit\nheal hit");
    assert_eq!(told.measures, [vec![("returned", 1)], vec![("healed", 1)], vec![]]);
    assert_close(&[told.probability], &[HIT.powi(3)]);
    let results = solve(&text);
    assert_close(&distribution(&results, 1, "returned"), &[BLANK, HIT]);
    // In round 2 the casualty returns if it had not; the wound is healed if it had.
    assert_close(&distribution(&results, 2, "returned"), &[1.0 - BLANK * HIT, BLANK * HIT]);
    assert_close(&distribution(&results, 2, "healed"), &[1.0 - HIT * HIT, HIT * HIT]);
    // Spread out, 3 of 6 points are on all three: a returned miniature has all its hit points.
    let spread = alone("heal", squad, "damage = 5\n[options]\ndamage_assignment = \"spread\"");
    let told = play(&rounds(3, &spread), "heal hit\nheal hit\nheal hit");
    assert_eq!(told.measures, [[("returned", 1)], [("returned", 1)], [("healed", 1)]]);
    assert!(faults(&alone("heal", SQUAD, "")).contains("nobody heals"));
}

#[test]
fn dw_39_regeneration() {
    let text = alone("regenerate", "hit_points = 6", "damage = 2");
    let told = play(&text, "regenerate hit blank");
    assert_eq!(told.measures, [[("restored", 1), ("damage_left", 1)]]);
    assert_close(&distribution(&solve(&text), 1, "restored"), &binomial(2, HIT));
    // 5 damage: two of three are dead, the third has one wound; the dead stay dead.
    for options in ["", "[options]\ndamage_assignment = \"spread\""] {
        let squad = alone("regenerate", "miniatures = 3\nhit_points = 2", &format!("damage = 5\n{options}"));
        assert_eq!(play(&rounds(2, &squad), "regenerate hit").measures, [vec![("restored", 1)], vec![]]);
    }
}

#[test]
fn dw_40_tracks_are_stopped_on_a_hit() {
    let text = |abilities: &str| {
        rounds(2, &alone("difficult-terrain", &format!("type = \"vehicle\"\nabilities = [{abilities}]"), ""))
    };
    let told = play(&text("\"tracks\""), "terrain blank\nterrain hit");
    assert_eq!(told.measures, [vec![], vec![("stops", 1)]]);
    assert_eq!(told.events, ["stopped"]);
    let results = solve(&text("\"tracks\""));
    assert_close(&distribution(&results, 2, "stops"), &[BLANK, HIT]);
    assert_close(&[event(&results, 1, "stopped"), event(&results, 2, "stopped")], &[HIT, 5.0 / 9.0]);
    for never in ["\"tracks\", \"dozer-blade\"", "\"wheels\", \"panzer-ace\""] {
        assert!(play(&text(never), "").events.is_empty());
    }
    for neither in ["", "\"tracks\", \"wheels\""] {
        assert!(faults(&text(neither)).contains("either \"tracks\" or \"wheels\""));
    }
}

#[test]
fn dw_41_wheels_are_stopped_on_a_blank() {
    let text = alone("difficult-terrain", "type = \"vehicle\"\nabilities = [\"wheels\"]", "");
    assert_eq!(play(&text, "terrain blank").measures, [[("stops", 1)]]);
    assert_close(&distribution(&solve(&text), 1, "stops"), &[HIT, BLANK]);
}

#[test]
fn dw_42_a_reaction_attack_is_simultaneous() {
    let side = |attack: &str| gun(&format!("attack = \"{attack}\", range = 16"));
    let text = attack(&side("1/1"), &side("1/1"), "reaction = \"attack\"");
    // The target's dice first; both die all the same.
    let told = play(&text, "attack hit\narmor blank\nattack hit\narmor blank");
    assert!(told.killed);
    assert_eq!(told.events, ["attacker_killed"]);
    let wanted =
        [("reaction_damage", 1), ("reaction_casualties", 1), ("hits", 1), ("damage_before_armor", 1)];
    assert_eq!(told.measures[0][..4], wanted);
    // Each dies at 1/3 * 2/3, whatever the other does.
    let results = solve(&text);
    assert_close(&[results.rounds[0].kill.value, event(&results, 1, "attacker_killed")], &[2.0 / 9.0; 2]);
    // An eliminated attacker attacks no more; without an end phase there is one reaction in all.
    let squad = format!("miniatures = 5\n{}", side("1/1"));
    let dead = rounds(2, &attack(&side("1/1"), &squad, "reaction = \"attack\""));
    play(&dead, "attack hit\narmor blank\nattack blank");
    play(&dead, "attack blank\nattack blank\nattack blank");
    // With one it reacts again, unless suppressed; not beyond 12 inches; not without a line that fires.
    play(&activating(&dead), "attack blank\nattack blank\nattack blank\nattack blank");
    let held = attack(&side("1/1"), &squad, "reaction = \"attack\"\nsuppression = 1");
    play(&held, "attack blank");
    play(&attack(&side("1/1"), &squad, "reaction = \"attack\"\ndistance = 13"), "attack blank");
    let claws = format!("miniatures = 5\n{}", gun("attack = \"1/1\", range = \"C\""));
    play(&attack(&side("1/1"), &claws, "reaction = \"attack\""), "attack blank");
    // A close combat attack is answered by close combat lines only.
    let knife = gun("attack = \"2/1\", range = \"C\"");
    let near = "reaction = \"attack\"\ndistance = 2";
    play(&attack(&knife, &squad, near), "attack blank blank");
    play(&attack(&knife, &claws, near), "attack blank\nattack blank blank");
    // The attacker's own defence counts: Cheat Death, which fails here, and Damage Resilient.
    let tough = format!("abilities = [\"damage-resilient\", \"cheat-death\"]\n{}", side("1/1"));
    let told = play(
        &attack(&tough, &squad, "reaction = \"attack\""),
        "attack hit\ncheat-death hit\narmor hit blank\nattack blank",
    );
    assert!(told.events.is_empty());
}

#[test]
fn dw_42_the_fallen_take_the_cheapest_weapons_with_them() {
    let attacker = "miniatures = 3\nweapons = [{ attack = \"2/1\" }, { count = 2, attack = \"1/1\" }]";
    let target = format!("miniatures = 30\n{}", gun("count = 2, attack = \"1/1\""));
    let situation = "reaction = \"attack\"\n[options]\nweapon_losses = \"cheapest-first\"";
    let text = rounds(3, &activating(&attack(attacker, &target, situation)));
    // Each round the reaction's two dice come first. They fire once more with all that they had: 2 dice and 2 of 1.
    let all = "attack blank blank\nattack blank blank\n";
    let silent = "attack blank blank\n";
    // One falls: a weapon of one die is left beside the best.
    let one = format!("{silent}attack blank blank\nattack blank\n");
    let told = play(&text, &format!("attack hit blank\narmor blank\n{all}{one}{one}"));
    assert_eq!(told.measures[0][..2], [("reaction_damage", 1), ("reaction_casualties", 1)]);
    // Two fall: only the best weapon is left.
    let two = format!("{silent}attack blank blank\n");
    let told = play(&text, &format!("attack hit hit\narmor blank\n{all}{two}{two}"));
    assert_eq!(told.measures[0][..2], [("reaction_damage", 2), ("reaction_casualties", 2)]);
    // By default they leave their weapons to the living.
    let kept = text.replace("cheapest-first", "none");
    play(&kept, &format!("attack hit hit\narmor blank\n{all}{silent}{all}{silent}{all}"));
}

#[test]
fn dw_42_a_line_without_a_weapon_left_is_not_in_the_attack() {
    let attacker =
        "miniatures = 2\nweapons = [{ attack = \"2/1\" }, { attack = \"1/1\", traits = [\"grenade\"] }]";
    let target = format!("miniatures = 30\n{}", gun("attack = \"1/1\""));
    let situation = "reaction = \"attack\"\n[options]\nweapon_losses = \"cheapest-first\"";
    let text = rounds(2, &attack(attacker, &target, situation));
    // Who carries the grenades falls to the reaction, and throws once more: a marker without a hit. Then there is none to throw.
    let told = play(&text, "attack hit\narmor blank\nattack blank blank\nattack blank\nattack blank blank");
    let first = vec![("reaction_damage", 1), ("reaction_casualties", 1), ("suppression", 1)];
    assert_eq!(told.measures, [first, vec![("suppression", 1)]]);
}

#[test]
fn what_is_listed_twice_holds_once() {
    let shot = |traits: &str, abilities: &str| {
        let weapon = gun(&format!("attack = \"3/1\", traits = [{traits}]"));
        solve(&attack(&format!("abilities = [{abilities}]\n{weapon}"), SQUAD, "")).rounds
    };
    assert_eq!(shot("\"laser\", \"laser\"", ""), shot("\"laser\"", ""));
    assert_eq!(shot("", "\"frenzy\", \"frenzy\""), shot("", "\"frenzy\""));
    assert_ne!(shot("", "\"frenzy\""), shot("", ""));
}

#[test]
fn dw_43_tesla_gives_up_the_reroll() {
    let weapons = "weapons = [{ attack = \"1/1\", traits = [\"tesla\"] }, { attack = \"1/1\" }]";
    let text = attack(weapons, SQUAD, "action = \"sustained\"");
    play(&text, "attack blank\nattack blank\nreroll blank");
    // 2/3 * 4/9; 1/3 * 4/9 + 2/3 * 5/9; 1/3 * 5/9.
    assert_close(&hits(&text), &[8.0 / 27.0, 14.0 / 27.0, 5.0 / 27.0]);
    // Nor does Take Aim invert it.
    let aimed = attack(&format!("abilities = [\"take-aim\"]\n{weapons}"), SQUAD, "action = \"sustained\"");
    assert_close(&hits(&aimed), &[2.0 / 9.0, 5.0 / 9.0, 2.0 / 9.0]);
}

#[test]
fn dw_44_artillery_fires_indirectly_without_the_reroll() {
    let weapons = "weapons = [{ attack = \"2/1\", traits = [\"artillery\"] }, { attack = \"9/1\" }]";
    let at = |distance: u32, more: &str| {
        let attacker = format!("abilities = [\"take-aim\", \"berserk\", \"fighting-spirit\"]\n{weapons}");
        attack(&attacker, SQUAD, &format!("distance = {distance}\n{more}"))
    };
    let indirect = at(100, "indirect = true\naction = \"sustained\"");
    play(&indirect, "attack blank blank");
    assert_close(&hits(&indirect), &binomial(2, HIT));
    // Never closer than 12 inches; then there is no attack at all.
    play(&at(11, "indirect = true"), "");
    // Directly up to 36 inches, with all that an attack has.
    let direct = |distance| hits(&at(distance, "")).len() - 1;
    assert_eq!([11, 12, 36, 37].map(direct), [9, 11, 11, 9]);
}

#[test]
fn reload_fires_every_other_round_and_a_magazine_needs_an_end_phase() {
    let silent = |weapon_trait: &str, activates: bool| {
        let text =
            attack(&gun(&format!("attack = \"1/1\", traits = [\"{weapon_trait}\"]")), "miniatures = 9", "");
        let text = rounds(4, &text);
        let results = solve(&if activates { activating(&text) } else { text });
        (1..=4).map(|round| distribution(&results, round, "hits").len() == 1).collect::<Vec<_>>()
    };
    let every_other = [false, true, false, true];
    assert_eq!(silent("reload", true), every_other);
    assert_eq!(silent("reload", false), every_other);
    assert_eq!(silent("magazine-reload", true), [false; 4]);
    assert_eq!(silent("magazine-reload", false), every_other);
}

#[test]
fn the_numbers_of_the_card() {
    // 4 dice: at least one hit 65/81. Sustained: 5/9 per die.
    let four = attack(&gun("count = 4, attack = \"1/1\""), SQUAD, "");
    assert_close(&[1.0 - hits(&four)[0]], &[65.0 / 81.0]);
    let sustained = attack(&gun("attack = \"4/1\""), SQUAD, "action = \"sustained\"");
    assert_close(&hits(&sustained), &binomial(4, 5.0 / 9.0));
    // Two hits of damage 2 (1/9): 4 table dice. 3 and 4 hits come of no fewer dice.
    let results = solve(&attack(&gun("attack = \"2/2\""), TANK, ""));
    let both = 1.0 / 9.0;
    assert_close(&[event(&results, 1, "drive_damaged") / both], &[1.0 / 81.0]);
    assert_close(&[event(&results, 1, "weapon_damaged") / both], &[8.0 / 81.0]);
    // One line of 1/4 has 4 table dice whenever it hits.
    let one = solve(&attack(&gun("attack = \"1/4\""), TANK, ""));
    let effects = ["blinded", "external_fire", "weapon_damaged", "drive_damaged"];
    let lines = effects.map(|name| event(&one, 1, name) / HIT);
    assert_close(&lines, &[32.0 / 81.0, 24.0 / 81.0, 8.0 / 81.0, 1.0 / 81.0]);
    assert_close(&[1.0 - lines.iter().sum::<f64>()], &[16.0 / 81.0]);
    // Laser: n dice give n * 1/3 * 4/3 hits on average.
    let laser = solve(&attack(&gun("attack = \"7/1\", traits = [\"laser\"]"), SQUAD, ""));
    assert_close(&[laser.rounds[0].measures[0].mean.value], &[7.0 * HIT * 4.0 / 3.0]);
}

#[test]
fn a_rule_switched_off_is_the_plain_rule() {
    let plain = attack(&gun("attack = \"5/2\""), SQUAD, "cover = \"soft\"");
    for (field, off) in [
        ("cover = \"soft\"", "cover = \"soft\"\novercharge = true"),
        ("cover = \"soft\"", "cover = \"soft\"\nentrenched = true"),
        ("attack = \"5/2\"", "attack = \"5/2\", traits = [\"incendiary\", \"tank-killer\", \"penetrator\"]"),
        ("miniatures = 5", "miniatures = 5\nabilities = [\"medic\", \"tracks\", \"entrench\"]"),
    ] {
        let (found, wanted) = (solve(&plain.replace(field, off)), solve(&plain));
        assert_eq!(found.rounds, wanted.rounds, "{off}");
    }
}

#[test]
fn more_cover_never_raises_the_kill_probability() {
    let kill = |cover: &str, armor: u32| {
        let target = format!("miniatures = 4\narmor = {armor}");
        kills(&rounds(
            3,
            &activating(&attack(&gun("attack = \"6/1\""), &target, &format!("cover = \"{cover}\""))),
        ))[2]
    };
    for armor in 1..=4 {
        assert!(kill("none", armor) > kill("soft", armor) && kill("soft", armor) > kill("hard", armor));
    }
}

#[test]
fn an_attack_is_told_line_by_line() {
    let weapons = "weapons = [{ name = \"cannon\", attack = \"1/2\", traits = [\"tank-killer\"] }, { name = \"MG\", attack = \"2/1\" }]";
    let text =
        activating(&attack(weapons, "type = \"vehicle\"\narmor = 2\nhit_points = 9", "cover = \"soft\""));
    let told = play(&text, "attack hit\nattack hit blank\narmor hit blank\ntable blank hit");
    for words in [
        "DW-8: cannon, 1 die: 1 hit of damage 2",
        "DW-8: MG, 2 dice: 1 hit of damage 1",
        "DW-18: armor roll, 2 dice: 1 hit",
        "DW-21: 3 damage, cover 1, armor 1, other reductions 0: 1 taken, none lost",
        "DW-25: damage table, 2 dice, inverted: 1 hit",
        "DW-25: line 1 of the damage table is reached",
        "DW-25: the damage table brings blinded",
    ] {
        assert!(told.story.contains(words), "{}", told.story);
    }
}

#[test]
fn eight_lines_of_twenty_dice_are_solved() {
    let lines: Vec<_> = (1..=8).map(|damage| format!("{{ attack = \"20/{damage}\" }}")).collect();
    let text = attack(&format!("weapons = [{}]", lines.join(", ")), &TANK.replace("20", "200"), "");
    let begin = Instant::now();
    let results = solve(&text);
    // Well under a second where nothing else runs; this leaves room for a busy machine.
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert_close(&distribution(&results, 1, "hits")[..161], &binomial(160, HIT));
    // 160/3 hits of damage 4.5 on average.
    let mean = results.rounds[0].measures[1].mean.value;
    assert!((mean - 240.0).abs() < 1e-9);
}

#[test]
fn what_is_wrong_is_named() {
    let ok = gun("attack = \"1/1\"");
    for (attacker, target, situation, words) in [
        ("abilities = [\"snipper\"]", SQUAD, "", "did you mean `sniper`?"),
        (gun("attack = \"1/1\", traits = [\"lazer\"]").as_str(), SQUAD, "", "did you mean `laser`?"),
        (&gun("attack = \"0/1\""), SQUAD, "", "dice and damage of each hit"),
        (&gun("attack = \"03/1\""), SQUAD, "", "dice and damage of each hit"),
        (&gun("attack = \"+3/1\""), SQUAD, "", "dice and damage of each hit"),
        (&gun("attack = \"100/1\""), SQUAD, "", "dice and damage of each hit"),
        (&gun("attack = \"3/21\""), SQUAD, "", "dice and damage of each hit"),
        (&gun("attack = \"1/1\", profile = { }"), SQUAD, "", "either `attack` or `profile`"),
        (&gun("name = \"x\""), SQUAD, "", "`attack` is missing"),
        (&gun("profile = { soldier = [\"1/1\"] }"), SQUAD, "", "4 entries"),
        (&gun("attack = \"1/1\", range = \"D\""), SQUAD, "", "\"C\" for close combat"),
        (&gun("attack = \"1/1\", range = \"C\", traits = [\"artillery\"]"), SQUAD, "", "either artillery"),
        (&ok, "armor = 5", "", "from 1 to 4"),
        (&ok, "type = \"aircraft\"\narmor = 4", "", "from 1 to 3"),
        (&ok, SQUAD, "damage = 5", "below 5"),
        (&ok, SQUAD, "effects = [\"blinded\"]", "cannot have the effect"),
        (&ok, PLANE, "effects = [\"blinded\"]", "cannot have the effect"),
        (&ok, SQUAD, "riders = { }", "nobody rides"),
        (&ok, TANK, "riders = { type = \"vehicle\" }", "only soldiers"),
        (&ok, TANK, "riders = { count = 2 }", "there is no field `count`"),
        (&ok, TANK, "bystanders = { cout = 2 }", "did you mean `count`?"),
        (&ok, TANK, "bystanders = { armor = 7 }", "from 1 to 4"),
        (&ok, TANK, "[options]\ndamage_table = [0, 1, 1, 2, 3, 4, 5]", "each above the one before"),
        (&ok, TANK, "[options]\ndamage_table = [0, 1]", "7 whole numbers"),
        (&gun("count = 20, attack = \"99/20\", traits = [\"laser\"]"), TANK, "", "the most for an attack"),
        (
            &format!("abilities = [\"all-in-one\"]\n{}", gun("count = 20, attack = \"99/1\"")),
            TANK,
            "",
            "the most for a line",
        ),
    ] {
        let found = faults(&attack(attacker, target, situation));
        assert!(found.contains(words), "{words}: {found}");
    }
    let lines = |count| format!("weapons = [{}]", vec!["{ attack = \"1/1\" }"; count].join(", "));
    assert!(scenario(&attack(&lines(16), SQUAD, "")).is_ok());
    assert!(faults(&attack(&lines(17), SQUAD, "")).contains("more than 16 entries"));
    let named = |letters| gun(&format!("name = \"{}\", attack = \"1/1\"", "x".repeat(letters)));
    let (longest, longer) = (chance::limits::NAME, chance::limits::NAME + 1);
    assert!(scenario(&attack(&named(longest), SQUAD, "")).is_ok());
    assert!(faults(&attack(&named(longer), SQUAD, "")).contains("a text of at most 500 characters"));
    assert!(faults("system = \"dust-warfare\"\n[target]").contains("`attacker` is missing"));
    assert!(scenario(&alone("regenerate", "", "")).is_ok());
    assert!(faults(&alone("repair", SQUAD, "")).contains("\"vehicle\" or \"aircraft\""));
    assert!(faults(&alone("flight-hazard", TANK, "")).contains("\"aircraft\" in"));
}

/// Solves a run, and asserts that every distribution has the mass 1.
struct Masses {
    rounds: u32,
    label: String,
}

impl Visit for Masses {
    type Out = ();

    fn visit<G: Game>(self, game: &G) {
        let results = exact::solve(game, self.rounds, exact::Limits::default()).unwrap();
        for round in &results.rounds {
            assert!((0.0..=1.0).contains(&round.kill.value), "{}", self.label);
            for measure in &round.measures {
                let mass: f64 = measure.probabilities.iter().map(|p| p.value).sum();
                assert!((mass - 1.0).abs() < 1e-12, "{}: {} has the mass {mass}", self.label, measure.name);
            }
        }
    }
}

/// The rules that a text names: `DW-5`, or `DW-5 to DW-7`.
fn rules_named(text: &str) -> BTreeSet<u32> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .filter(|word| !word.is_empty())
        .collect();
    let rule = |place: usize| words.get(place).and_then(|word| word.strip_prefix("DW-")?.parse::<u32>().ok());
    let range = |place: usize| {
        let first = rule(place)?;
        let last = if words.get(place + 1) == Some(&"to") { rule(place + 2) } else { None };
        Some(first..=last.unwrap_or(first))
    };
    (0..words.len()).filter_map(range).flatten().collect()
}

#[test]
fn every_scenario_is_solved_and_every_rule_takes_part() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/dust-warfare");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 12);
    let begin = Instant::now();
    let mut named = BTreeSet::new();
    for path in files {
        let scenario =
            scenario::load(&path, &[]).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
        assert!(scenario.header.description.is_some());
        named.extend(rules_named(&std::fs::read_to_string(&path).unwrap()));
        for run in &scenario.runs {
            let label = format!("{}, {}", path.file_stem().unwrap().display(), run.label);
            run.matchup.visit(Masses { rounds: run.rounds, label });
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    let system = systems::built_in().find(|system| system.id == "dust-warfare").unwrap();
    assert_eq!(named, (1..=system.rules.len() as u32).collect());
}

#[test]
fn a_close_combat_weapon_without_a_range_reaches_3_inches() {
    let at = |distance: u32| {
        let blade = gun("attack = \"1/1\", traits = [\"close-combat\"]");
        attack(&blade, SQUAD, &format!("distance = {distance}"))
    };
    assert_close(&hits(&at(3)), &[BLANK, HIT]);
    assert_close(&hits(&at(4)), &[1.0]);
}
