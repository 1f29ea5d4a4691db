//! Rules Crusade: each rule with its dice written out.

mod table;

use std::fs;
use std::path::Path;

use chance::by_hand::{ByHand, Faces};
use chance::dice::{Pool, Pools, Roll, Score, Shows};
use chance::fields::Index;
use chance::game::Visitable;
use chance::{Chance, Events, Flow, FromSetup, Game, System, Visit};
use results::Results;
use table::{assert_close, distribution, event, faults, kills, play, solve, valid};

/// A scenario of a procedure.
fn scene(procedure: &str, rounds: u32, attacker: &str, target: &str, rest: &str) -> String {
    format!(
        "system = \"rules-crusade\"\nprocedure = \"{procedure}\"\nrounds = {rounds}\n\
         [attacker]\n{attacker}\n[target]\n{target}\n{rest}"
    )
}

/// One weapon at a target.
fn shot(dice: &str, target: &str, rest: &str) -> String {
    scene("shooting", 1, &format!("weapons = [{{ dice = \"{dice}\" }}]"), target, rest)
}

/// Cards that neither burn nor move anything: the numbers are those of the roll alone.
const QUIET: &str = "[options.deck]\nweapon = 9";

const TOUGH: &str = "dice = \"1W\"\nhits = 20";

#[test]
fn rc_1_red_and_white_faces() {
    let told = play(&shot("1R+1W", TOUGH, ""), "attack 3 2\ndefence 1\ncard CREW CREW CREW CREW");
    assert_eq!(told.measures, [[("attack_total", 5), ("defence_total", 1), ("hits", 4), ("cards", 4)]]);
    assert_close(&[told.probability], &[1.0 / 6.0 * 1.0 / 6.0 * 1.0 / 6.0 * 0.2_f64.powi(4)]);
    let total = |dice| distribution(&solve(&shot(dice, TOUGH, "")), 1, "attack_total");
    assert_close(&total("1R"), &[3.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
    assert_close(&total("1W"), &[4.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
    // 12, 7, 8, 6, 2 and 1 of the 36 pairs of a red and a white face.
    assert_close(&total("1W+1R"), &[12.0, 7.0, 8.0, 6.0, 2.0, 1.0].map(|pairs| pairs / 36.0));
    assert_close(&total("0R"), &[1.0]);
}

#[test]
fn rc_2_the_lower_total_takes_the_difference() {
    let hits = |against: &str| {
        let target = format!("dice = \"{against}\"\nhits = 20");
        distribution(&solve(&shot("2R", &target, "[situation]\nturn_ends = false")), 1, "hits")
    };
    // 2R: 9, 6, 7, 8, 3, 2, 1 of 36; 2W: 16, 8, 9, 2, 1 of 36. No hit: 9*36 + 6*20 + 7*12 + 8*3 + 3*1 = 555.
    let ways = [555.0, 232.0, 208.0, 172.0, 73.0, 40.0, 16.0];
    assert_close(&hits("2W"), &ways.map(|ways| ways / 1296.0));
    // 9*36 + 6*27 + 7*21 + 8*14 + 3*6 + 2*3 + 1*1.
    assert_close(&hits("2R")[..1], &[770.0 / 1296.0]);
    // Equal: nothing. In shooting a higher defence hurts nobody.
    assert_eq!(play(&shot("1R", TOUGH, ""), "attack 1\ndefence 1").measures[0].len(), 2);
    let told = play(&shot("1R", TOUGH, ""), "attack 0\ndefence 2");
    assert_eq!(told.measures, [[("defence_total", 2)]]);
    assert_eq!(told.events, [""; 0]);
    // In a contested roll it does.
    let ram = scene("ram", 1, "dice = \"1R\"\nhits = 2", TOUGH, "");
    let told = play(&ram, "attack 0\ndefence 2\ncard HULL WEAPON");
    assert_eq!(told.measures, [[("defence_total", 2)]]);
    assert_eq!(told.events, ["attacker_destroyed"]);
    // 3/6 * 1/6 * (1/5)^2.
    assert_close(&[told.probability], &[1.0 / 12.0 / 25.0]);
}

fn jump(inches: u32, target: &str, options: &str) -> String {
    scene("jump", 1, "", target, &format!("[situation]\ninches = {inches}\n[options]\n{options}"))
}

#[test]
fn rc_3_a_jump_falls_on_doubles() {
    let one = "move_actions = 1";
    let told = play(&jump(4, one, ""), "jump 2 0 2");
    assert_eq!(told.events, ["fell"]);
    assert!(!told.killed);
    assert_close(&[told.probability], &[1.0 / 6.0 * 3.0 / 6.0 * 1.0 / 6.0]);
    assert_eq!(play(&jump(4, one, ""), "jump 0 0 3").events, [""; 0]);
    assert_eq!(play(&jump(4, one, "doubles = \"any\""), "jump 0 0 3").events, ["fell"]);
    assert_eq!(play(&jump(4, one, "doubles = \"d6\""), "jump 5 6 5").events, ["fell"]);
    // Two move actions are the default. FAST is one more, FLYER two; a HEAVY unit has one at the most.
    assert_eq!(play(&jump(4, "", ""), "jump 1 1").events, ["fell"]);
    assert_eq!(play(&jump(4, "traits = [\"heavy\"]", ""), "jump 1 0 1").events, ["fell"]);
    assert_eq!(play(&jump(5, "traits = [\"fast\"]", ""), "jump 1 1").events, ["fell"]);
    assert_eq!(play(&jump(5, "traits = [\"flyer\"]", ""), "jump 1").events, [""; 0]);
    assert_eq!(play(&jump(5, "traits = [\"flyer\", \"fast\"]", ""), "").events, [""; 0]);
    // A gap of 4": two dice of two moves, 1/12; three dice of a HEAVY unit, 2/9.
    let falls = |traits: &str| event(&solve(&jump(4, traits, "")), 1, "fell");
    assert_close(&[falls(""), falls("traits = [\"heavy\"]")], &[1.0 / 12.0, 2.0 / 9.0]);
    assert_eq!(play(&jump(4, "traits = [\"heavy\"]\nmove_actions = 3", ""), "jump 1 0 1").events, ["fell"]);
    let fell = |inches, options| event(&solve(&jump(inches, "move_actions = 0", options)), 1, "fell");
    assert_close(&[2, 3, 4].map(|dice| fell(dice, "")), &[1.0 / 12.0, 2.0 / 9.0, 55.0 / 144.0]);
    let d6 = "doubles = \"d6\"";
    assert_close(&[2, 3, 4, 7].map(|dice| fell(dice, d6)), &[1.0 / 6.0, 4.0 / 9.0, 13.0 / 18.0, 1.0]);
    // Two zeros 1/4, or 3 of 36; white 2 of 36; white with zeros 16 + 2 of 36.
    assert_close(&[fell(2, "doubles = \"any\"")], &[1.0 / 3.0]);
    assert_close(&[fell(2, "check_die = \"white\"")], &[1.0 / 18.0]);
    assert_close(&[fell(2, "check_die = \"white\"\ndoubles = \"any\"")], &[1.0 / 2.0]);
    // Each round is a new jump: 1 - (11/12)^3.
    let thrice = jump(4, "", "").replace("rounds = 1", "rounds = 3");
    assert_close(&[event(&solve(&thrice), 3, "fell")], &[1.0 - (11.0_f64 / 12.0).powi(3)]);
}

#[test]
fn rc_4_an_over_run_hurts_both_unless_it_is_evaded() {
    let over_run = |situation: &str| {
        let attacker = "dice = \"1R\"\nhits = 2\nmove_actions = 2";
        let target = "dice = \"2W\"\nmelee = \"1R\"";
        scene("over-run", 1, attacker, target, &format!("[situation]\nmoves_spent = 1\n{situation}"))
    };
    // Base die and one white die for the move, against melee.
    let told = play(&over_run(""), "attack 0 1\ndefence 3\ncard CREW DRIVE\nwipeout 0 1 2");
    assert_eq!(told.measures, [[("attack_total", 1), ("defence_total", 3)]]);
    assert_eq!(told.events, ["attacker_destroyed"]);
    // 1R+1W: 0 in 12 and 1 in 7 of 36. Two hits back: 1/6 * 12/36 + 1/6 * 19/36.
    let destroyed = |text: &str| event(&solve(&format!("{text}\n{QUIET}")), 1, "attacker_destroyed");
    assert_close(&[destroyed(&over_run(""))], &[31.0 / 216.0]);
    let told = play(&over_run("evade = true"), "attack 0 1\ndefence 3 2");
    assert_eq!(told.measures, [[("attack_total", 1), ("defence_total", 5)]]);
    assert_eq!(told.events, [""; 0]);
    assert_close(&[destroyed(&over_run("evade = true"))], &[0.0]);
    // Both base dice of the troop are gone.
    assert!(play(&over_run("evade = true"), "attack 3 1\ndefence 1 1").killed);
    // A red bonus die for the move and for evading.
    let red = format!("{}\n[options]\nbonus_die = \"red\"", over_run("evade = true"));
    assert_eq!(play(&red, "attack 0 3\ndefence 0 3").measures, [[("attack_total", 3), ("defence_total", 3)]]);
    // Without a move action nothing is rolled.
    let stuck = over_run("").replace("move_actions = 2", "move_actions = 0").replace("moves_spent = 1", "");
    assert_eq!(play(&stuck, "").measures, [[]]);
}

#[test]
fn rc_5_a_ram_is_base_dice_and_moves_against_base_dice() {
    let ram = |more: &str| {
        let target = "dice = \"1R\"\nmelee = \"5R\"\nhits = 4";
        let moves = if more.is_empty() { "move_actions = 1" } else { more };
        scene("ram", 2, &format!("dice = \"1R\"\nhits = 3\n{moves}"), target, "[situation]\nmoves_spent = 1")
    };
    let told = play(&ram(""), "attack 3 2\ndefence 1\ncard WEAPON WEAPON WEAPON WEAPON");
    assert_eq!(told.measures, [[("attack_total", 5), ("defence_total", 1), ("hits", 4), ("cards", 4)]]);
    assert!(told.killed);
    // 1/6 * 1/6 * 1/6 * (1/5)^4.
    assert_close(&[told.probability], &[1.0 / 216.0 / 625.0]);
    // Kill in one round: 4 or 5 hits. 1R+1W is 4 in 2 and 5 in 1 of 36: (2 + 1) * 1/2 + 1 * 1/6.
    assert_close(&kills(&format!("{}\n{QUIET}", ram("")))[..1], &[(3.0 / 2.0 + 1.0 / 6.0) / 36.0]);
    // A DRIVE card takes the only move action: no roll in the second round.
    let told = play(&ram(""), "attack 0 0\ndefence 1\ncard DRIVE\nwipeout 1 2");
    assert_eq!(told.measures, [vec![("defence_total", 1)], vec![]]);
    // Of two moves spent one is left, and one die for it.
    let twice = ram("move_actions = 2").replace("moves_spent = 1", "moves_spent = 2");
    let drive = "attack 0 0 0\ndefence 1\ncard DRIVE\nwipeout 1 2 0\n";
    assert_eq!(play(&twice, &format!("{drive}attack 1 2\ndefence 3")).measures[1].len(), 2);
    // With a second one it goes on, and still has the die for the move spent.
    let told = play(
        &ram("move_actions = 2"),
        "attack 0 0\ndefence 1\ncard DRIVE\nwipeout 1 2 0\nattack 1 0\ndefence 1",
    );
    assert_eq!(told.measures[1], [("attack_total", 1), ("defence_total", 1)]);
}

#[test]
fn rc_6_a_wipeout_check_has_a_die_for_each_move_and_one_more() {
    let check = |moves: u32| scene("wipeout", 1, "", &format!("move_actions = {moves}"), "");
    let told = play(&check(2), "wipeout 3 0 3");
    assert_eq!(told.events, ["wiped_out"]);
    assert_close(&[told.probability], &[1.0 / 6.0 * 1.0 / 2.0 * 1.0 / 6.0]);
    // Five dice without doubles: 1/32 + 5/16 * 1/2 + 10/8 * 1/6 + 10/4 * 1/36 = 67/144.
    let wiped_out = [1, 2, 3, 4].map(|moves| event(&solve(&check(moves)), 1, "wiped_out"));
    assert_close(&wiped_out, &[1.0 / 12.0, 2.0 / 9.0, 55.0 / 144.0, 77.0 / 144.0]);
}

#[test]
fn rc_7_moves_defend_and_range_weakens() {
    let target = "dice = \"1R\"\nhits = 3\nmove_actions = 3";
    let moved = shot("1R", target, "[situation]\ntarget_moves = 3\nrange_steps = 1");
    let told = play(&moved, "attack 3\ndefence 0 1 0\ncard HULL");
    assert_eq!(told.measures, [[("attack_total", 2), ("defence_total", 1), ("hits", 1), ("cards", 1)]]);
    // 1/6 * 3/6 * 1/6 * 4/6 * 1/5.
    assert_close(&[told.probability], &[1.0 / 72.0 * 2.0 / 3.0 / 5.0]);
    // 3 less 1 is 2, 2 less 1 is 1, all else is 0.
    assert_close(&distribution(&solve(&moved), 1, "attack_total"), &[4.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
    // Dice instead of points: the white one goes first, and none is left at 5 steps.
    let far = |steps: u32| {
        shot(
            "1R+1W",
            TOUGH,
            &format!("[situation]\nrange_steps = {steps}\n[options]\nrange_penalty = \"die\""),
        )
    };
    assert_eq!(play(&far(1), "attack 1\ndefence 1").measures[0][0], ("attack_total", 1));
    assert_eq!(play(&far(5), "defence 2").measures, [[("defence_total", 2)]]);
    // A troop has no dice for moves, and defends with what it has left.
    let troop = scene(
        "shooting",
        2,
        "weapons = [{ dice = \"2R\" }]",
        "dice = \"1R+1W\"",
        "[situation]\ntarget_moves = 3",
    );
    let told = play(&troop, "attack 1 0\ndefence 0 0\nattack 3 0\ndefence 2");
    assert!(told.killed);
    assert_eq!(told.measures[1], [("attack_total", 3), ("defence_total", 2), ("hits", 1)]);
    // DRIVE takes the second move, and with it the die, from the next round on.
    let two = "weapons = [{ dice = \"1R\", count = 2 }]";
    let slowed = scene(
        "shooting",
        2,
        two,
        "dice = \"1R\"\nhits = 9\nmove_actions = 2",
        "[situation]\ntarget_moves = 2",
    );
    let first = "attack 1\ndefence 0 0\ncard DRIVE\nwipeout 0 0 0\nattack 0\ndefence 0 1\n";
    let told = play(&slowed, &format!("{first}attack 0\ndefence 2\nattack 1\ndefence 1"));
    assert_eq!(told.measures[0], [("attack_total", 1), ("defence_total", 1), ("hits", 1), ("cards", 1)]);
    assert_eq!(told.measures[1], [("attack_total", 1), ("defence_total", 3)]);
}

#[test]
fn rc_8_area_and_line_weapons_have_one_more_die_against_a_vehicle() {
    let area = |traits: &str, target: &str, options: &str| {
        let attacker = format!("weapons = [{{ dice = \"1W\", traits = [{traits}] }}]");
        scene("shooting", 1, &attacker, target, options)
    };
    let told = play(&area("\"area\", \"line\"", TOUGH, ""), "attack 3 2\ndefence 2\ncard HULL HULL HULL");
    assert_eq!(told.measures[0][0], ("attack_total", 5));
    let white = play(&area("\"line\"", TOUGH, "[options]\narea_die = \"white\""), "attack 1 1\ndefence 2");
    assert_eq!(white.measures[0][0], ("attack_total", 2));
    assert!(!play(&area("\"area\"", "dice = \"2R\"", ""), "attack 2\ndefence 1 0").killed);
    // 3/6 * 4/6 of nothing with the red die, 4/6 without it.
    let nothing = |text: &str| distribution(&solve(text), 1, "attack_total")[0];
    let both = [area("\"area\"", TOUGH, ""), area("\"rapid\"", TOUGH, "")];
    assert_close(&both.map(|text| nothing(&text)), &[1.0 / 3.0, 2.0 / 3.0]);
}

#[test]
fn rc_9_a_rush_is_melee_against_melee_base_or_driver() {
    let rush = |target: &str, rounds| {
        let passenger = "[passenger]\ndice = \"1R\"\nmelee = \"2R\"";
        scene("rush", rounds, "dice = \"3W\"\nmelee = \"1R\"", target, passenger)
    };
    // Its own melee dice; without them its base dice.
    assert_eq!(
        play(&rush("dice = \"1W\"\nmelee = \"1R\"\nhits = 5", 1), "attack 0\ndefence 3").events,
        ["attacker_destroyed"]
    );
    assert_eq!(play(&rush("dice = \"1W\"\nhits = 5", 1), "attack 0\ndefence 2").events, [""; 0]);
    // The driver of a LOW vehicle fights with 2R, which HULL makes 1R.
    let low = rush("dice = \"1W\"\nhits = 5\ntraits = [\"low\"]\ncrew = 1", 2);
    let told = play(&low, "attack 3\ndefence 1 1\ncard HULL\nattack 0\ndefence 1");
    assert_eq!(told.measures[1], [("defence_total", 1)]);
    // Once the CREW dice have killed him it is the vehicle's own die.
    let told =
        play(&low, "attack 3\ndefence 2 0\ncard CREW\ncrew 1\nman 0\nwipeout 0 0 0\nattack 0\ndefence 1");
    assert_eq!(told.events, ["crew", "passenger_killed"]);
    // 1/6 * (1/6 * 3/6) * 1/5 * (1/6 * 3/6) * (3/6)^3 * 3/6 * 1/6.
    assert_close(&[told.probability], &[1.0 / 6.0 / 12.0 / 5.0 / 12.0 / 8.0 / 12.0]);
    // A driver who is just as good leaves it to the vehicle, and so does one who is worse.
    let equal = low.replace("dice = \"1W\"", "dice = \"2R\"").replace("rounds = 2", "rounds = 1");
    let equal = equal.replace("melee = \"2R\"", "melee = \"4W\"");
    assert_eq!(play(&equal, "attack 0\ndefence 0 3").events, ["attacker_destroyed"]);
    let own = rush("dice = \"2R\"\nhits = 5\ntraits = [\"low\"]\ncrew = 1", 1)
        .replace("melee = \"2R\"", "melee = \"3W\"");
    assert_eq!(play(&own, "attack 0\ndefence 0 3").events, ["attacker_destroyed"]);
}

#[test]
fn rc_10_basic_weapons_snap_fire_before_the_melee() {
    let rush = |attacker: &str| {
        let target = "dice = \"1R\"\nhits = 3\nweapons = [\
            { name = \"cannon\", dice = \"3R\" },\
            { name = \"bolter\", dice = \"1R\", count = 2, traits = [\"basic\", \"area\"] },\
            { name = \"flamer\", dice = \"1W\", traits = [\"basic\", \"load\"] }]";
        scene("rush", 2, attacker, target, "[situation]\nsnap_fire = true\nrange_steps = 3")
    };
    // Two bolters and the flamer at 2R, without range, area dice or the cannon; the first bolter takes a die.
    let snap = "snap-fire 1\ndefence 0 0\nsnap-fire 2\ndefence 3\nsnap-fire 0\ndefence 0\n";
    let melee = "attack 0\ndefence 0\n";
    // The flamer is not loaded in the second round, in which the last die is shot away: no melee.
    let told = play(&rush("dice = \"2R\""), &format!("{snap}{melee}snap-fire 3\ndefence 2"));
    assert_eq!(told.measures, [[]; 2]);
    assert_eq!(told.events, ["attacker_destroyed"]);
    // The area die is for vehicles.
    let walker = rush("dice = \"1W\"\nhits = 1");
    let told = play(&walker, "snap-fire 1 0\ndefence 0\ncard CREW");
    assert_eq!(told.events, ["attacker_destroyed"]);
    // Nothing of it is 1/2 * 2/3 for each shot; a troop of one white die lives through 1R in 21 of 36.
    let one = scene(
        "rush",
        1,
        "dice = \"1W\"\nmelee = \"0R\"",
        "dice = \"0R\"\nhits = 1\nweapons = [{ dice = \"1R\", traits = [\"basic\"] }]",
        "[situation]\nsnap_fire = true",
    );
    assert_close(&[event(&solve(&one), 1, "attacker_destroyed")], &[15.0 / 36.0]);
}

#[test]
fn rc_11_two_highest_faces_put_a_weapon_out_of_use() {
    let gun = |dice: &str, fail: &str, rounds| {
        let weapons = format!("weapons = [{{ dice = \"{dice}\", count = 2, fail = \"{fail}\" }}]");
        scene("shooting", rounds, &weapons, "dice = \"20R\"\nhits = 50", "")
    };
    let zeros = "0 ".repeat(20);
    // Of two copies the first jams: one shot is left for the second round.
    let jam = format!("attack 3 2\ndefence {zeros}3 3 3 3\n", zeros = "0 ".repeat(16));
    let other = format!("attack 0 0\ndefence {zeros}\n");
    let told = play(&gun("1R+1W", "jam", 2), &format!("{jam}{other}{other}"));
    assert_eq!(told.events, ["jammed"]);
    // 1/36 for the jam, (3/6 * 4/6)^2 for the others, (3/6)^56 * (1/6)^4 for the defence.
    let wanted = 1.0 / 36.0 / 9.0 * 0.5_f64.powi(56) / 1296.0;
    assert!((told.probability / wanted - 1.0).abs() < 1e-12);
    let single = |dice: &str, fail: &str| {
        let weapons = format!("weapons = [{{ dice = \"{dice}\", fail = \"{fail}\" }}]");
        let results = solve(&scene("shooting", 1, &weapons, TOUGH, "[situation]\nrange_steps = 4"));
        [event(&results, 1, "jammed"), event(&results, 1, "weapon_exploded")]
    };
    assert_close(&single("2R", "jam"), &[1.0 / 36.0, 0.0]);
    // 3 * 5 + 1 of 216.
    assert_close(&single("2R+1W", "explode"), &[0.0, 2.0 / 27.0]);
    assert_close(&single("3W", "jam-explode"), &[15.0 / 216.0, 1.0 / 216.0]);
    // With both out of use nothing is fired any more.
    let all = format!("attack 3 3\ndefence 3 3 {zeros}", zeros = "0 ".repeat(18));
    let told = play(&gun("2R", "explode", 3), &format!("{all}\n{all}"));
    assert_eq!(told.events, ["weapon_exploded"]);
    assert_eq!(told.measures[1..], [vec![], vec![]]);
}

fn fall(inches: u32, rounds: u32, target: &str, rest: &str) -> String {
    scene("fall", rounds, "", target, &format!("[situation]\ninches = {inches}\n{rest}"))
}

#[test]
fn rc_12_cards_are_drawn_and_destroy() {
    let deck = "[options.deck]\ncrew = 1\nweapon = 2";
    let told = play(&fall(12, 2, "dice = \"1R\"\nhits = 4", deck), "card CREW WEAPON\ncard WEAPON WEAPON");
    assert!(told.killed);
    assert_eq!(told.events, ["crew", "weapon"]);
    // 1/3 * 2/2, then 1/1 and, the deck being shuffled anew, 2/3.
    assert_close(&[told.probability], &[1.0 / 3.0 * 2.0 / 3.0]);
    // Two cards: a FIRE among them with returning, of one each, of five hundred each.
    let fire = |deck: &str| event(&solve(&fall(12, 1, "dice = \"9R\"\nhits = 9", deck)), 1, "fire");
    let each = |count: u32| {
        let names = ["crew", "drive", "hull", "weapon", "fire"];
        fire(&format!("[options.deck]\n{}", names.map(|name| format!("{name} = {count}")).join("\n")))
    };
    assert_close(&[fire("")], &[9.0 / 25.0]);
    assert_close(&[each(1)], &[2.0 / 5.0]);
    assert_close(&[each(500)], &[1.0 - 2000.0 / 2500.0 * 1999.0 / 2499.0]);
    assert!((fire("") - each(500)).abs() < 1e-3 && (fire("") - each(1)).abs() > 1e-2);
}

#[test]
fn a_large_deck_is_as_good_as_returning_cards() {
    let kill = |deck: &str| {
        let text = shot("2R", "dice = \"1R\"\nhits = 3", &format!("[options]\ndeck = {deck}"));
        kills(&text.replace("rounds = 1", "rounds = 4"))[3]
    };
    let counts =
        |n: u32| kill(&format!("{{ crew = {n}, drive = {n}, hull = {n}, weapon = {n}, fire = {n} }}"));
    let far = [1, 5, 50, 500].map(|count| (counts(count) - kill("\"replace\"")).abs());
    assert!(far[0] > 1e-4 && far.is_sorted_by(|a, b| a > b) && far[3] < 1e-5, "{far:?}");
}

#[test]
fn rc_13_crew_dice_against_every_man_once() {
    let target = "dice = \"1R\"\nhits = 9\npassengers = 2";
    let text = |rounds| fall(6, rounds, target, "[options.deck]\ncrew = 9\n[passenger]\ndice = \"1W\"");
    // The first man dies; the second CREW card does nothing.
    let told = play(&text(2), "card CREW\ncrew 1\nman 0\ncrew 2\nman 2\ncard CREW");
    assert_eq!(told.events, ["crew", "passenger_killed"]);
    assert_eq!(told.measures, [[("cards", 1)]; 2]);
    // 1/6 * 4/6 * 1/6 * 1/6.
    assert_close(&[told.probability], &[4.0 / 1296.0]);
    // A man dies with 1/6 * 4/6 + 1/6 * 5/6 = 1/4.
    assert_close(&[event(&solve(&text(1)), 1, "passenger_killed")], &[7.0 / 16.0]);
}

#[test]
fn rc_14_drive_checks_once_and_takes_a_move_each_time() {
    let text = fall(12, 1, "dice = \"1R\"\nhits = 9\nmove_actions = 2", "[options.deck]\ndrive = 9");
    let told = play(&text, "card DRIVE\nwipeout 1 2 1\ncard DRIVE");
    assert_eq!(told.events, ["drive", "wiped_out"]);
    assert_close(&[told.probability], &[1.0 / 216.0]);
    // One check with three dice.
    assert_close(&[event(&solve(&text), 1, "wiped_out")], &[2.0 / 9.0]);
}

#[test]
fn rc_15_hull_takes_the_weakest_die_and_leaves_bonus_dice() {
    let target = "dice = \"1R+1W\"\nhits = 9\nmove_actions = 2";
    let rest = "[situation]\ntarget_moves = 2\n[options.deck]\nhull = 9";
    let text = scene("shooting", 3, "weapons = [{ dice = \"1R\" }]", target, rest);
    let told = play(
        &text,
        "attack 1\ndefence 0 0 0\ncard HULL\nattack 2\ndefence 1 0\ncard HULL\nattack 1\ndefence 2",
    );
    assert_eq!(told.measures[2], [("attack_total", 1), ("defence_total", 2)]);
    // 1/6 * 3/6 (4/6)^2, then 1/6 * 1/6 * 4/6, then 1/6 * 1/6.
    assert_close(&[told.probability], &[1.0 / 27.0 * 1.0 / 54.0 * 1.0 / 36.0]);
}

#[test]
fn rc_16_the_best_basic_weapon_is_lost_first() {
    let target = "dice = \"0R\"\nhits = 9\nweapons = [\
        { name = \"cannon\", dice = \"5R\" },\
        { name = \"bolter\", dice = \"2W\", traits = [\"basic\"] },\
        { name = \"flamer\", dice = \"1R\", traits = [\"basic\"] },\
        { name = \"gatling\", dice = \"1R+1W\", traits = [\"basic\"] }]";
    let rest = "[situation]\nsnap_fire = true\n[options.deck]\nweapon = 9";
    let text = scene("rush", 4, "dice = \"1W\"\nmelee = \"1R\"", target, rest);
    // Of three the gatling goes first, then of equals the bolter, then the flamer, then the cannon.
    let bolter = "snap-fire 0 0\ndefence 0\n";
    let flamer = "snap-fire 0\ndefence 0\n";
    let all = format!("{bolter}{flamer}snap-fire 0 0\ndefence 0\nattack 1\ncard WEAPON\n");
    let told = play(
        &text,
        &format!(
            "{all}{bolter}{flamer}attack 1\ncard WEAPON\n{flamer}attack 2\ncard WEAPON WEAPON\nattack 0"
        ),
    );
    for words in ["its gatling is lost", "its bolter is lost", "its flamer is lost", "its cannon is lost"] {
        assert!(told.story.contains(words), "{}", told.story);
    }
}

#[test]
fn rc_17_each_fire_card_rolls_at_the_end_of_the_turn() {
    let text = |rounds, hits: u32| {
        fall(6, rounds, &format!("dice = \"1W\"\nhits = {hits}"), "[options.deck]\nfire = 9")
    };
    // One FIRE, one roll; the card that it brings rolls from the next round on. Then three of them.
    let told = play(
        &text(2, 9),
        "card FIRE\nfire 2\ndefence 1\ncard FIRE\n\
         card FIRE\nfire 0\ndefence 0\nfire 1\ndefence 1\nfire 3\ndefence 0\ncard FIRE FIRE FIRE",
    );
    assert_eq!(told.measures, [[("cards", 2)], [("cards", 4)]]);
    // 1/6 * 1/6; then 3/6 * 4/6, 1/6 * 1/6, 1/6 * 4/6.
    assert_close(&[told.probability], &[1.0 / 36.0 * 1.0 / 3.0 * 1.0 / 36.0 * 1.0 / 9.0]);
    // 1R beats 1W with 1/6 * 4/6 + 1/6 * 5/6 + 1/6 = 15/36; that is the second of two cards.
    assert_close(&kills(&text(1, 2)), &[15.0 / 36.0]);
    assert_close(&kills(&text(1, 2).replace("inches = 6", "inches = 6\nturn_ends = false")), &[0.0]);
}

#[test]
fn rc_18_the_occupants_of_a_wreck_suffer() {
    let text = shot(
        "1R",
        "dice = \"0R\"\nhits = 1\npassengers = 1\ncrew = 1",
        "[passenger]\ndice = \"1R\"\n[options.deck]\nhull = 1",
    );
    let told = play(&text, "attack 1\ncard HULL\ndestroyed 0 0 1\nman 0\ndestroyed 2 2 2\nman 3");
    assert!(told.killed);
    assert_eq!(told.events, ["hull", "passenger_killed"]);
    // 3W against 1R misses with P(3W <= 1R). 3W is 0 in 64, 1 in 48, 2 in 60, 3 in 25 of 216: 1/2 * 64 + 1/6 * (112 + 172 + 197).
    let alive = (32.0 + 481.0 / 6.0) / 216.0;
    assert_close(&[event(&solve(&text), 1, "passenger_killed")], &[0.5 * (1.0 - alive * alive)]);
    // Hurt by CREW before: one die is left for the wreck.
    let text = shot(
        "1R",
        "dice = \"0R\"\nhits = 2\npassengers = 1",
        "[passenger]\ndice = \"1R+1W\"\n[options.deck]\ncrew = 2",
    );
    let told = play(&text, "attack 2\ncard CREW\ncrew 1\nman 0 0\ncard CREW\ndestroyed 1 0 0\nman 1");
    assert_eq!(told.events, ["crew"]);
}

#[test]
fn rc_19_a_burning_wreck_explodes_and_may_set_off_the_other() {
    let men = shot(
        "1R",
        "dice = \"0R\"\nhits = 1\npassengers = 1",
        "[passenger]\ndice = \"2R\"\n[options.deck]\nfire = 9",
    );
    let told = play(&men, "attack 1\ncard FIRE\nexplosion 3 0 0\nman 1 0");
    assert_eq!(told.events, ["fire", "exploded", "passenger_killed"]);
    // 1/6 * (1/6 * 1/4) * (1/6 * 1/2).
    assert_close(&[told.probability], &[1.0 / 6.0 / 24.0 / 12.0]);
    // In a ram the other vehicle is within 3": it draws FIRE too and explodes in turn, which reaches nobody.
    let ram =
        scene("ram", 1, "dice = \"1R\"\nhits = 2", "dice = \"0R\"\nhits = 1", "[options.deck]\nfire = 9");
    let told = play(&ram, "attack 1\ncard FIRE\nexplosion 3 0 0\ndefence 1\ncard FIRE FIRE");
    assert!(told.killed);
    assert_eq!(told.measures, [[("attack_total", 1), ("hits", 1), ("cards", 1)]]);
    assert_eq!(told.events, ["fire", "exploded", "attacker_destroyed"]);
    // One FIRE only: in the same round the attacker still burns, and its end is its own.
    let told = play(
        &ram,
        "attack 1\ncard FIRE\nexplosion 1 0 0\ndefence 0\ncard FIRE\nfire 2\ndefence 1\ncard FIRE",
    );
    assert_eq!(told.events, ["fire", "exploded", "attacker_destroyed"]);
    // An attacker that explodes hits the target, which explodes in turn; the cards are the target's.
    let back =
        scene("ram", 1, "dice = \"0R\"\nhits = 1", "dice = \"1R\"\nhits = 2", "[options.deck]\nfire = 9");
    let told = play(&back, "defence 1\ncard FIRE\nexplosion 2 2 0\ndefence 1\ncard FIRE FIRE FIRE");
    assert!(told.killed);
    assert_eq!(told.measures, [[("defence_total", 1), ("cards", 3)]]);
    assert_eq!(told.events, ["fire", "exploded", "attacker_destroyed"]);
}

#[test]
fn rc_20_a_card_for_each_full_six_inches() {
    let cards = |inches| {
        distribution(
            &solve(&fall(inches, 1, "dice = \"20R\"\nhits = 9", "[options.deck]\nhull = 1")),
            1,
            "cards",
        )
    };
    assert_close(&cards(5), &[1.0]);
    assert_close(&cards(6), &[0.0, 1.0]);
    assert_close(&cards(17), &[0.0, 0.0, 1.0]);
    let told = play(&fall(14, 1, "dice = \"1R\"\nhits = 1", ""), "card HULL WEAPON");
    assert!(told.killed);
    assert_eq!(told.measures, [[("cards", 2)]]);
    assert_close(&[told.probability], &[1.0 / 25.0]);
    // Only RC-17, at the end of a turn, asks for the dice of a vehicle that falls.
    let told = play(&fall(6, 1, "hits = 2", "turn_ends = false"), "card FIRE");
    assert_eq!(told.measures, [[("cards", 1)]]);
    assert!(faults(&fall(6, 1, "hits = 2", "")).contains("`dice` is missing"));
}

fn boarding(rounds: u32, situation: &str) -> String {
    let target = "dice = \"1R\"\nmelee = \"5R\"\nhits = 3\nmove_actions = 3";
    scene(
        "boarding",
        rounds,
        "dice = \"1W\"\nmelee = \"2R\"",
        target,
        &format!("[situation]\ntarget_moves = 3\n{situation}"),
    )
}

#[test]
fn rc_21_boarding_is_a_jump_without_moves() {
    let told = play(&boarding(2, ""), "boarding 1 1 0\nboarding 0 0 0\nattack 0 1\ndefence 1");
    assert_eq!(told.events, ["fell"]);
    assert_eq!(told.measures, [vec![], vec![("attack_total", 1), ("defence_total", 1)]]);
    // (1/6)^2 * 1/2, then (1/2)^3, then 1/2 * 1/6 * 1/6.
    assert_close(&[told.probability], &[1.0 / 72.0 * 1.0 / 8.0 * 1.0 / 72.0]);
    let fell = |situation| event(&solve(&boarding(1, situation)), 1, "fell");
    assert_close(&[fell(""), fell("inches = 2")], &[2.0 / 9.0, 1.0 / 12.0]);
}

#[test]
fn rc_22_once_aboard_he_fights_against_base_dice_every_round() {
    let told = play(
        &boarding(2, "inches = 0"),
        "attack 0 1\ndefence 0\ncard HULL\nattack 3 0\ncard WEAPON CREW WEAPON",
    );
    assert!(told.killed);
    assert_eq!(told.measures[1], [("attack_total", 3), ("hits", 3), ("cards", 3)]);
    // The boarder is hurt as well: 2R 0 against 1R above 0 is 1/4 * 1/2, 2R 1 against 2 or 3 is 1/6 * 1/3, 2R 2 against 3 is 7/36 * 1/6.
    let results = solve(&boarding(1, &format!("inches = 0\n{QUIET}")));
    assert_close(&[event(&results, 1, "attacker_destroyed")], &[1.0 / 8.0 + 1.0 / 18.0 + 7.0 / 216.0]);
}

#[test]
fn rc_23_a_lost_driver_is_a_wipeout_check() {
    let text = |crew: u32, passengers: u32| {
        let target =
            format!("dice = \"1R\"\nhits = 9\nmove_actions = 2\ncrew = {crew}\npassengers = {passengers}");
        fall(6, 1, &target, "[options.deck]\ncrew = 1\n[passenger]\ndice = \"1W\"")
    };
    // After the dice against all: the driver dies, the passenger lives, three dice for two moves.
    let told = play(&text(1, 1), "card CREW\ncrew 2\nman 1\ncrew 0\nman 0\nwipeout 1 2 2");
    assert_eq!(told.events, ["crew", "wiped_out", "passenger_killed"]);
    // The second of the crew is not the driver.
    let told = play(&text(2, 0), "card CREW\ncrew 0\nman 0\ncrew 1\nman 0");
    assert_eq!(told.events, ["crew", "passenger_killed"]);
    // 1/4 that he dies, 2/9 for doubles of three dice.
    let wiped_out = |crew, passengers| event(&solve(&text(crew, passengers)), 1, "wiped_out");
    assert_close(&[wiped_out(1, 3), wiped_out(0, 3)], &[1.0 / 18.0, 0.0]);
}

#[test]
fn rc_29_a_drop_pod_deviates() {
    let text = |distance: u32, options: &str| {
        scene(
            "drop-pod",
            1,
            "",
            "dice = \"1W\"",
            &format!("[situation]\npod_distance = {distance}\n[options]\npod_dice = \"1R\"\n{options}"),
        )
    };
    let told = play(&text(7, ""), "deviation 3 4\ndirection 1\nattack 1\ndefence 0");
    assert!(told.killed, "{}", told.story);
    // 1/36, 1/12, 1/6, 4/6.
    assert_close(&[told.probability], &[1.0 / 36.0 / 12.0 / 6.0 * 4.0 / 6.0]);
    assert!(!play(&text(7, ""), "deviation 3 4\ndirection 2").killed);
    // A red die beats a white one with 1*4 + 1*5 + 1*6 = 15 of 36. Of 4 directions one leads to the target, and 5" to 9" are within
    // 2" of 7": 4 + 5 + 6 + 5 + 4 of 36.
    let four = "pod_directions = 4";
    assert_close(&kills(&text(7, four)), &[24.0 / 36.0 / 4.0 * 15.0 / 36.0]);
    // On the spot itself any direction will do, but only 2" are within 2": 1 of 36.
    assert_close(&kills(&text(0, four)), &[1.0 / 36.0 * 15.0 / 36.0]);
    // 2" in a direction of 60 degrees from a target at 2" is just 2" away: 3 of 6 directions, and 3" and 4" straight on: 2 + 3.
    // 3" at 60 degrees: 9 + 4 - 6 = 7 is more than 4.
    let six = 1.0 / 36.0 * 3.0 / 6.0 + (2.0 + 3.0) / 36.0 / 6.0;
    assert_close(&kills(&text(2, "pod_directions = 6")), &[six * 15.0 / 36.0]);
}

#[test]
fn rc_13_a_crew_card_may_cost_the_next_attack() {
    let text = |action: &str| {
        let rest = format!("[options]\ndeck = {{ crew = 9 }}\ncrew_action = \"{action}\"");
        scene("ram", 3, "dice = \"1R\"\nhits = 9", "dice = \"1W\"\nhits = 9", &rest)
    };
    // The attacker draws CREW in round 1 and does not ram in round 2; its second CREW costs nothing.
    let first = "attack 0\ndefence 1\ncard CREW\n";
    let told = play(&text("attack"), &format!("{first}attack 0\ndefence 1\ncard CREW"));
    assert_eq!(told.measures, [vec![("defence_total", 1)], vec![], vec![("defence_total", 1)]]);
    play(&text("other"), &format!("{first}attack 0\ndefence 1\ncard CREW\nattack 0\ndefence 0"));
    // The white die beats the red one with 1/6 * 3/6 + 1/6 * 4/6 = 7/36: then nothing is rolled in round 2.
    let zero = |results: &Results| distribution(results, 2, "attack_total")[0];
    let (kept, lost) = (solve(&text("other")), solve(&text("attack")));
    assert_close(&[zero(&kept), zero(&lost)], &[0.5, 7.0 / 36.0 + 29.0 / 36.0 * 0.5]);
    // In round 3 a first CREW of round 2 costs the attack; one of round 1 does so no more.
    assert_close(&[distribution(&lost, 3, "attack_total")[0]], &[0.5 + 29.0 / 36.0 * 7.0 / 36.0 * 0.5]);
}

#[test]
fn rc_24_a_drop_pod_rams_vehicles_and_blasts_troops() {
    let pod = |target: &str| {
        scene(
            "drop-pod",
            1,
            "dice = \"1R\"\nhits = 2\nmove_actions = 0",
            target,
            "[situation]\nmoves_spent = 2\ntarget_moves = 3",
        )
    };
    // No dice for moves on either side, and both can be hurt.
    let told = play(&pod("dice = \"1W\"\nhits = 3"), "attack 0\ndefence 2\ncard WEAPON CREW");
    assert_eq!(told.events, ["attacker_destroyed"]);
    // 3/6 * 1/6 for two hits back.
    let quiet = format!("{}\n{QUIET}", pod("dice = \"1W\"\nhits = 3"));
    assert_close(&[event(&solve(&quiet), 1, "attacker_destroyed")], &[1.0 / 12.0]);
    let told = play(&pod("dice = \"2W\""), "attack 1 0 1\ndefence 0 0");
    assert!(told.killed);
    let told = play(&pod("dice = \"2W\""), "attack 0 0 0\ndefence 2 2");
    assert_eq!(told.measures, [[("defence_total", 4)]]);
    assert_eq!(told.events, [""; 0]);
    let white = format!("{}\n[options]\npod_dice = \"1W\"", pod("dice = \"1W\""));
    // 1W above 1W.
    assert_close(&kills(&white), &[1.0 / 4.0]);
}

#[test]
fn rc_25_range_from_an_open_transport_is_in_the_steps() {
    // 25" is two steps of 12" and three of 8": 1R+1R less two, less three.
    let at = |steps: u32| {
        distribution(
            &solve(&shot("2R", TOUGH, &format!("[situation]\nrange_steps = {steps}"))),
            1,
            "attack_total",
        )
    };
    assert_close(&at(2), &[22.0, 8.0, 3.0, 2.0, 1.0].map(|ways| ways / 36.0));
    assert_close(&at(3), &[30.0, 3.0, 2.0, 1.0].map(|ways| ways / 36.0));
}

#[test]
fn a_dead_attacker_attacks_no_more_but_the_target_burns_on() {
    let text = scene(
        "rush",
        3,
        "dice = \"1W\"\nmelee = \"1R\"",
        "dice = \"1R\"\nhits = 3",
        "[options.deck]\nfire = 9",
    );
    let first = "attack 2\ndefence 1\ncard FIRE\nfire 0\ndefence 0\n";
    let told = play(
        &text,
        &format!(
            "{first}attack 0\ndefence 1\nfire 1\ndefence 0\ncard FIRE\nfire 0\ndefence 0\nfire 3\ndefence 2\ncard FIRE"
        ),
    );
    assert!(told.killed);
    assert_eq!(told.measures[2], [("cards", 1)]);
    assert_eq!(told.events, ["fire", "exploded", "attacker_destroyed"]);
}

#[test]
fn load_fires_every_other_round_and_snap_fires_so_too() {
    let weapons = "weapons = [{ dice = \"1R\", traits = [\"basic\", \"load\"] }, { dice = \"1W\", traits = [\"basic\"] }]";
    let shooting = scene("shooting", 3, weapons, "dice = \"0R\"\nhits = 9", QUIET);
    let both = "attack 0\nattack 1\ncard WEAPON\n";
    let told = play(&shooting, &format!("{both}attack 2\ncard WEAPON WEAPON\n{both}"));
    assert_eq!(told.measures[1], [("attack_total", 2), ("hits", 2), ("cards", 2)]);
    // 3R and 2W in three rounds: (3/6 * 1/6)^2 * 1/6.
    assert_close(&[told.probability], &[1.0 / 864.0]);
    let target = format!("dice = \"0R\"\nhits = 9\n{weapons}");
    let rush = scene("rush", 3, "dice = \"1W\"\nmelee = \"0R\"", &target, "[situation]\nsnap_fire = true");
    let (loaded, always) = ("snap-fire 0\ndefence 0\n", "snap-fire 0\ndefence 0\n");
    play(&rush, &format!("{loaded}{always}{always}{loaded}{always}"));
    // The red die is rolled in rounds 1 and 3: it hits 1W in 15 of 36, the white one in 9 of 36.
    let alive = [21.0 * 27.0 / 1296.0, 27.0 / 36.0, 21.0 * 27.0 / 1296.0];
    let destroyed = [1, 2, 3].map(|round| event(&solve(&rush), round, "attacker_destroyed"));
    assert_close(&destroyed, &[1, 2, 3].map(|rounds| 1.0 - alive[..rounds].iter().product::<f64>()));
}

#[test]
fn the_story_names_each_card_and_each_rule() {
    let text = shot("3R", "dice = \"1R\"\nhits = 5\ncrew = 1", "[passenger]\ndice = \"1R\"");
    let cards =
        "card CREW\ncrew 0\nman 0\ncard DRIVE\nwipeout 1 1 0\ncard HULL WEAPON FIRE\nexplosion 0 0 0\nman 3";
    let story = play(&text, &format!("attack 3 1 1\ndefence 0\n{cards}")).story;
    let words = [
        "RC-7: weapon 3R against 1R: 5 to 0, 5 hits",
        "draws CREW: 1 of 5",
        "draws DRIVE",
        "draws HULL",
        "draws WEAPON",
        "draws FIRE: 5 of 5",
        "doubles, it wipes out",
        "the target explodes",
        "all of them live",
    ];
    for words in words {
        assert!(story.contains(words), "{words:?} is not in\n{story}");
    }
}

#[test]
fn a_troop_needs_no_move_action_to_over_run() {
    // One red die against one white die: 15 of 36 pairs are won, 7 are lost, and each side has one die to lose.
    for (kind, kills) in [("troop", 15.0 / 36.0), ("vehicle", 0.0)] {
        let attacker = format!("kind = \"{kind}\"\nhits = 1\ndice = \"1R\"\nmove_actions = 0");
        for procedure in ["over-run", "ram"] {
            let found = solve(&scene(procedure, 1, &attacker, "dice = \"1W\"", ""));
            assert_close(&[found.rounds[0].kill.value], &[kills]);
        }
    }
}

#[test]
fn who_has_no_weapons_shoots_nothing() {
    let found = solve(&scene("shooting", 1, "dice = \"1R\"", "dice = \"1W\"", ""));
    assert_close(&[found.rounds[0].kill.value], &[0.0]);
}

#[test]
fn what_is_missing_or_impossible_is_named() {
    let wrong = |text: &str, words: &[&str]| {
        let found = faults(text);
        assert!(words.iter().all(|words| found.contains(words)), "{found}");
    };
    wrong(&scene("shooting", 1, "", "kind = \"vehicle\"", ""), &["`dice` is missing"]);
    wrong(&shot("1R", "kind = \"vehicle\"\ndice = \"1R\"", ""), &["`hits` is missing"]);
    wrong(&scene("jump", 1, "", "", ""), &["add a table [situation] with `inches`"]);
    wrong(&scene("fall", 1, "", "dice = \"1R\"\nhits = 1", ""), &["add a table [situation] with `inches`"]);
    wrong(&fall(6, 1, "dice = \"1R\"", ""), &["only a vehicle falls"]);
    wrong(&shot("1R", "dice = \"1R\"\nhits = 1\ncrew = 1", ""), &["add a table [passenger] with `dice`"]);
    wrong(
        &shot("1R", "dice = \"1R\"\nhits = 1\ncrew = 1", "[passenger]\ndice = \"9R+9W\""),
        &["from 1 to 12 base dice"],
    );
    wrong(&shot("1R", "dice = \"0W\"", ""), &["a troop without base dice is dead"]);
    wrong(&shot("1R", TOUGH, "[options]\ndeck = {}"), &["no card in the deck"]);
    wrong(&shot("1R", TOUGH, "[options]\ndeck = { engine = 1 }"), &["engine"]);
    wrong(&shot("1R", TOUGH, "[options]\ndeck = \"shuffle\""), &["\"replace\""]);
    for dice in ["", "R", "2", "2r", "2R+", "+2R", "21W", "2R1W", "-1R", "2B", "300R", "２R", "1R+€"] {
        wrong(&shot(dice, TOUGH, ""), &["dice such as \"2R+1W\""]);
    }
    wrong(&shot("1R", "dice = 2\nhits = 1", ""), &["dice such as \"2R+1W\""]);
    wrong(&shot("1R", TOUGH, "[situation]\nrange_step = 1"), &["did you mean `range_steps`?"]);
    // What a procedure does not need may be missing.
    for text in [
        scene("wipeout", 1, "", "", ""),
        scene("drop-pod", 1, "kind = \"vehicle\"", "dice = \"1R\"", ""),
        scene(
            "over-run",
            1,
            "kind = \"vehicle\"\ndice = \"1R\"",
            "dice = \"1R\"",
            "[situation]\nevade = true",
        ),
        scene("shooting", 1, "weapons = []", "dice = \"1R\"", ""),
    ] {
        solve(&text);
    }
}

/// Chance that takes no part for itself: every roll is a branch.
struct Plain<'c, C>(&'c mut C);

impl<C: Chance> Chance for Plain<'_, C> {
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        self.0.pool(pool, dice)
    }

    fn die<T: Copy + PartialEq>(&mut self, roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        self.0.die(roll, sides, read)
    }

    fn draw(&mut self, roll: Roll, ways: &[u32], shows: impl Fn(usize) -> Shows) -> usize {
        self.0.draw(roll, ways, shows)
    }

    fn measure(&mut self, measure: impl Index, value: u32) {
        self.0.measure(measure, value);
    }

    fn add(&mut self, measure: impl Index, value: u32) {
        self.0.add(measure, value);
    }

    fn within<T>(&mut self, _: usize, _: impl FnOnce(&mut Self) -> T) -> T {
        unreachable!("no battle is played")
    }
}

/// A match-up that forgets nothing and is never over before its target is dead.
struct Remembering<'g, G>(&'g G);

impl<G: Game> Game for Remembering<'_, G> {
    type State = G::State;

    fn system(&self) -> &System {
        self.0.system()
    }

    fn procedure(&self) -> &str {
        self.0.procedure()
    }

    fn pools(&self) -> &Pools {
        self.0.pools()
    }

    fn start(&self) -> G::State {
        self.0.start()
    }

    fn step<C: Chance>(&self, state: &mut G::State, chance: &mut C) -> Flow {
        self.0.step(state, &mut Plain(chance))
    }

    fn is_killed(&self, state: &G::State) -> bool {
        self.0.is_killed(state)
    }

    fn events(&self, state: &G::State) -> Events {
        self.0.events(state)
    }
}

struct Forgets(u32);

impl Visit for Forgets {
    type Out = [results::Results; 2];

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        let limits = exact::Limits { states: 2_000_000, paths: 100_000_000 };
        let remembered = exact::solve(&Remembering(game), self.0, limits).unwrap();
        [exact::solve(game, self.0, limits).unwrap(), remembered]
    }
}

#[test]
fn brute_force_agrees_with_parts_and_with_what_is_forgotten() {
    let deck = "[options]\nfire_dice = \"1R+1W\"\nexplosion_dice = \"1R\"\ndeck = { crew = 1, drive = 1, hull = 1, weapon = 1, fire = 1 }";
    let men = "[passenger]\ndice = \"1R\"\nmelee = \"1R+1W\"";
    let vehicle = "dice = \"1R\"\nhits = 2\nmove_actions = 2\ntraits = [\"low\"]\ncrew = 1\n\
                   weapons = [{ dice = \"2W\", traits = [\"basic\", \"load\"], fail = \"jam-explode\" }, { dice = \"1W\", traits = [\"basic\"] }]";
    let troop = "dice = \"1R+1W\"";
    let rest = format!("[situation]\nsnap_fire = true\ntarget_moves = 2\nmoves_spent = 2\n{deck}\n{men}");
    for procedure in ["shooting", "rush", "over-run", "ram", "boarding", "drop-pod"] {
        for attacker in [vehicle, "dice = \"1R+1W\"\nweapons = [{ dice = \"2R\" }]"] {
            for target in [vehicle, troop] {
                let scenario = valid(&scene(procedure, 3, attacker, target, &rest));
                let [forgets, remembers] = scenario.runs[0].matchup.visit(Forgets(3));
                for (found, wanted) in forgets.rounds.iter().zip(&remembers.rounds) {
                    assert_close(&[found.kill.value], &[wanted.kill.value]);
                    let events = |round: &results::Round| {
                        round.events.iter().map(|event| event.probability.value).collect::<Vec<_>>()
                    };
                    assert_close(&events(found), &events(wanted));
                    for (found, wanted) in found.measures.iter().zip(&wanted.measures) {
                        let values = |measure: &results::Distribution| {
                            measure.probabilities.iter().map(|p| p.value).collect::<Vec<_>>()
                        };
                        assert_close(&values(found), &values(wanted));
                    }
                }
            }
        }
    }
}

#[test]
fn stronger_weapons_and_weaker_hulls_never_lower_the_kill_probability() {
    let kill = |weapon: u32, hull: u32| {
        kills(&shot(&format!("{weapon}R"), &format!("dice = \"{hull}R\"\nhits = 2"), ""))[0]
    };
    assert!((0..5).all(|dice| kill(dice, 2) <= kill(dice + 1, 2) && kill(3, dice) >= kill(3, dice + 1)));
}

#[test]
fn every_sample_scenario_is_solved_and_weighs_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/rules-crusade");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10);
    for path in files {
        let scenario =
            scenario::load(&path, &[]).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
        assert!(scenario.header.description.is_some(), "{} says what it is about", path.display());
        for run in &scenario.runs {
            let results = run
                .matchup
                .visit(Solve(run.rounds))
                .unwrap_or_else(|unsolved| panic!("{}, {}: {unsolved}", path.display(), run.label));
            for measure in results.rounds.iter().flat_map(|round| &round.measures) {
                let mass: f64 = measure.probabilities.iter().map(|probability| probability.value).sum();
                assert!(
                    (mass - 1.0).abs() < 1e-12,
                    "{}, {}: {} weighs {mass}",
                    path.display(),
                    run.label,
                    measure.name
                );
            }
        }
    }
}

#[test]
fn a_procedure_shows_the_way_of_an_attack_only_where_there_is_one() {
    let system = rules::rules_crusade::Matchup::system_of(&());
    let name = |&measure: &usize| &*system.measures[measure].name;
    let shown = |procedure| {
        let procedure = system.procedure(procedure);
        (procedure.funnel.iter().map(name).collect::<Vec<_>>(), procedure.damage.as_ref().map(name))
    };
    // A jump or a check has no attack to show the way of; a fall is its cards.
    assert_eq!(shown("jump"), (vec![], None));
    assert_eq!(shown("wipeout"), (vec![], None));
    assert_eq!(shown("fall"), (vec!["cards"], Some("cards")));
    assert_eq!(shown("ram"), (vec!["attack_total", "hits"], Some("hits")));
}

struct Solve(u32);

impl Visit for Solve {
    type Out = Result<results::Results, exact::Unsolved>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        exact::solve(game, self.0, exact::Limits::default())
    }
}

/// Faces that look random, always the same.
struct Scrambled(u64);

impl Faces for Scrambled {
    fn pick(&mut self, _: &Roll, ways: &[u64], _: &dyn Fn(usize) -> Shows) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut left = (self.0 >> 33) % ways.iter().sum::<u64>();
        ways.iter()
            .position(|&ways| {
                let found = left < ways;
                left = left.wrapping_sub(ways);
                found
            })
            .unwrap()
    }
}

/// Plays many times; the most cards of a round.
struct PlayMany(u32);

impl Visit for PlayMany {
    type Out = u32;

    fn visit<G: Game>(self, game: &G) -> u32 {
        let mut hand = ByHand::new(game.pools(), Scrambled(self.0.into()));
        let mut most = 0;
        for _ in 0..30 {
            let mut state = game.start();
            for _ in 0..self.0 {
                if game.is_killed(&state) || game.is_over(&state) {
                    break;
                }
                game.round(&mut state, &mut hand);
                let mut measures: Vec<_> = hand.measures.drain(..).collect();
                most = measures
                    .iter()
                    .filter(|&&(index, _)| index == 3)
                    .map(|&(_, cards)| cards)
                    .fold(most, u32::max);
                measures.sort_unstable();
                assert!(measures.is_sorted_by(|a, b| a.0 < b.0), "reported twice: {measures:?}");
            }
            hand.story.clear();
        }
        most
    }
}

#[test]
fn the_largest_numbers_a_file_may_hold_are_played() {
    let weapons = "{ dice = \"20R+20W\", count = 20, traits = [\"basic\", \"line\", \"load\"], fail = \"jam-explode\" }";
    let weapons = [weapons; 12].join(", ");
    let unit = |dice: &str| {
        format!(
            "dice = \"{dice}\"\nmelee = \"{dice}\"\nhits = 100\nmove_actions = 20\ntraits = [\"fast\", \"flyer\", \"low\"]\n\
             crew = 60\npassengers = 60\nweapons = [{weapons}]"
        )
    };
    let dice =
        ["destroyed", "explosion", "fire", "crew", "pod"].map(|name| format!("{name}_dice = \"20R+20W\"\n"));
    let rest = |more: &str| {
        format!(
            "[passenger]\ndice = \"6R+6W\"\nmelee = \"20R+20W\"\n[situation]\ninches = 120\nsnap_fire = true\ntarget_moves = 20\n\
             moves_spent = 20\n[options]\nbonus_die = \"red\"\n{}{more}",
            dice.concat()
        )
    };
    let decks = ["", "deck = { crew = 10000, drive = 10000, hull = 10000, weapon = 10000, fire = 10000 }"];
    for procedure in
        ["shooting", "rush", "over-run", "ram", "jump", "wipeout", "boarding", "drop-pod", "fall"]
    {
        for (strong, weak) in [("20R+20W", "0R"), ("0R", "20R+20W")] {
            for deck in decks {
                let scenario = valid(&scene(procedure, 20, &unit(strong), &unit(weak), &rest(deck)));
                let most = scenario.runs[0].matchup.visit(PlayMany(20));
                assert!(most < 256, "{procedure}: {most} cards");
            }
        }
    }
    // Exact as well, where few states are reached: 120 dice looked through for doubles, 120 men.
    let fell = scene("jump", 1, "", "move_actions = 0", "[situation]\ninches = 120");
    assert_close(&[event(&solve(&fell), 1, "fell")], &[1.0]);
    let crowd = "dice = \"1R\"\nhits = 9\ncrew = 60\npassengers = 60";
    let crowd = fall(6, 1, crowd, "[options.deck]\ncrew = 1\n[passenger]\ndice = \"1W\"");
    assert_close(&[event(&solve(&crowd), 1, "passenger_killed")], &[1.0 - 0.75_f64.powi(120)]);
}

#[test]
fn rc_26_smoke_adds_dice_in_defence() {
    let text = shot("1R", TOUGH, "[situation]\ncover_dice = \"1R+1W\"");
    let told = play(&text, "attack 3\ndefence 1 0 1\ncard HULL");
    assert_eq!(told.measures[0], [("attack_total", 3), ("defence_total", 2), ("hits", 1), ("cards", 1)]);
    assert!(told.story.contains("RC-26"), "{}", told.story);
    // A troop of 1W with 1W of cover against 1R: it dies of a hit. 2W totals 0, 1, 2: 16, 8, 9 of 36; 1R of 1, 2, 3 beats 16, 24, 33.
    let troop = shot("1R", "dice = \"1W\"", "[situation]\ncover_dice = \"1W\"");
    assert_close(&kills(&troop), &[(16.0 + 24.0 + 33.0) / 36.0 / 6.0]);
}

#[test]
fn rc_27_a_failed_jump_is_a_fall() {
    let deep = |rounds: u32, depth: u32| {
        let situation =
            format!("[situation]\ninches = 4\ndepth = {depth}\nturn_ends = false\n[options.deck]\nhull = 99");
        scene("jump", rounds, "", "hits = 2", &situation)
    };
    let told = play(&deep(1, 17), "jump 1 1\ncard HULL HULL");
    assert_eq!(
        (told.measures, told.events, told.killed),
        (vec![vec![("cards", 2)]], vec!["hull", "fell"], true)
    );
    // Two dice, 1/12: two cards at once; one card, and it jumps again, so that two failed jumps of three kill.
    assert_close(&kills(&deep(1, 17)), &[1.0 / 12.0]);
    let p = 1.0_f64 / 12.0;
    assert_close(&kills(&deep(3, 6)), &[0.0, p * p, 3.0 * p * p * (1.0 - p) + p.powi(3)]);
    assert!(
        faults(&scene(
            "jump",
            1,
            "",
            "kind = \"troop\"\ndice = \"1W\"",
            "[situation]\ninches = 4\ndepth = 6"
        ))
        .contains("only a vehicle falls")
    );
    assert!(
        faults(&scene(
            "jump",
            1,
            "",
            "kind = \"vehicle\"\ndice = \"1W\"",
            "[situation]\ninches = 4\ndepth = 6"
        ))
        .contains("hits")
    );
}

#[test]
fn rc_11_the_threshold_of_failure_is_an_option() {
    let text = |options: &str| {
        scene(
            "shooting",
            1,
            "weapons = [{ dice = \"3R\", fail = \"jam-explode\" }]",
            TOUGH,
            &format!("{QUIET}\n[options]\n{options}"),
        )
    };
    let fails = |options: &str| {
        let results = solve(&text(options).replace(QUIET, ""));
        [event(&results, 1, "jammed"), event(&results, 1, "weapon_exploded")]
    };
    // Of three dice 1, 2 or 3 sixths: 75, 15 and 1 of 216.
    assert_close(&fails(""), &[15.0 / 216.0, 1.0 / 216.0]);
    assert_close(&fails("fail_dice = 1"), &[75.0 / 216.0, 16.0 / 216.0]);
    assert_close(&fails("fail_dice = 3"), &[1.0 / 216.0, 0.0]);
}

#[test]
fn rc_28_an_explosion_hits_those_nearby() {
    let rest = "[bystander]\ndice = \"1W\"\n[situation]\nbystanders = 2\n[options.deck]\nfire = 99";
    let text = shot("1R", "dice = \"0R\"\nhits = 1", rest);
    // The FIRE card destroys and explodes: 3R against 1W, twice. 1 against 1 spares the first, 1 against 0 kills the second.
    let told = play(&text, "attack 1\ncard FIRE\nexplosion 1 0 0\nbystander 1\nexplosion 0 0 1\nbystander 0");
    assert_eq!(told.events, ["fire", "exploded", "bystander_killed"]);
    // A hit at 1/2. A man lives if his white die (4, 1, 1 of 6) is not below 3R.
    // 3R total 0 in 27 of 216, 1 in 3 * 9 = 27, 2 in 3 * 9 + 3 * 3 = 36.
    let lives = 27.0 / 216.0 + 27.0 / 216.0 * 2.0 / 6.0 + 36.0 / 216.0 * 1.0 / 6.0;
    assert_close(&[event(&solve(&text), 1, "bystander_killed")], &[0.5 * (1.0 - lives * lives)]);
    assert!(
        faults(&text.replace("[bystander]\ndice = \"1W\"\n", "")).contains("the file has no [bystander]")
    );
}
