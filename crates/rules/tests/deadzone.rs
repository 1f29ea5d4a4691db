//! Deadzone: each rule with its dice written out.

mod table;

use std::fs;
use std::path::{Path, PathBuf};

use chance::by_hand::{ByHand, Faces, Script};
use chance::dice::{Pools, Roll, Shows};
use chance::game::Visitable;
use chance::{Chance, Duel, Events, Flow, FromSetup, Game, System, Visit};
use results::Results;
use rules::deadzone::{Condition, Event, Matchup, State};
use table::{Played, assert_close, distribution, event, faults, kills, play, solve, valid};

// Numbers by hand: what the card says about one die, and nothing of the program's.

/// One die with a stat: P(0) = q and P(k) = q / 8^k + (8-s)/8 / 8^(k-1), with q = (s-1)/8.
fn one_die(stat: i32) -> Vec<f64> {
    let q = f64::from(stat - 1) / 8.0;
    let later = |k: i32| q / 8_f64.powi(k) + f64::from(8 - stat) / 8.0 / 8_f64.powi(k - 1);
    std::iter::once(q).chain((1..24).map(later)).collect()
}

/// The sum of as many dice, by counting every combination.
fn dice(number: usize, stat: i32) -> Vec<f64> {
    (0..number).fold(vec![1.0], |sum, _| {
        let die = one_die(stat);
        let mut next = vec![0.0; sum.len() + die.len() - 1];
        for (a, p) in sum.iter().enumerate() {
            for (b, q) in die.iter().enumerate() {
                next[a + b] += p * q;
            }
        }
        next
    })
}

/// The margin of `ours` over `theirs`, 0 for a draw or loss.
fn margin(ours: &[f64], theirs: &[f64]) -> Vec<f64> {
    let mut margins = vec![0.0; ours.len()];
    for (a, p) in ours.iter().enumerate() {
        for (b, q) in theirs.iter().enumerate() {
            margins[a.saturating_sub(b)] += p * q;
        }
    }
    margins
}

/// What is left of margins after Armour.
fn behind(armour: usize, margins: &[f64]) -> Vec<f64> {
    let mut damage = vec![0.0; margins.len()];
    for (m, p) in margins.iter().enumerate() {
        damage[m.saturating_sub(armour)] += p;
    }
    damage
}

/// Sums a distribution from a value on.
fn from(value: usize, distribution: &[f64]) -> f64 {
    distribution[value..].iter().sum()
}

/// Asserts the probability of a script in which `faces` d8s fell and `other` is the chance of everything else.
#[track_caller]
fn assert_faces(told: &Played, faces: i32, other: f64) {
    let found = told.probability * 8_f64.powi(faces);
    assert!((found - other).abs() < 1e-12, "{found} is not {other}");
}

/// Asserts the head of a distribution; what is beyond it is below 1e-12 in both.
#[track_caller]
fn assert_distribution(found: &[f64], wanted: &[f64]) {
    let at = |list: &[f64], place: usize| list.get(place).copied().unwrap_or_default();
    for place in 0..found.len().max(wanted.len()) {
        let (found, wanted) = (at(found, place), at(wanted, place));
        assert!((found - wanted).abs() < 1e-12, "at {place}: {found} is not {wanted}");
    }
}

fn scenario(procedure: &str, rounds: u32, attacker: &str, target: &str, rest: &str) -> String {
    format!(
        "system = \"deadzone\"\nprocedure = \"{procedure}\"\nrounds = {rounds}\n[attacker]\n{attacker}\n[target]\n{target}\n{rest}"
    )
}

fn shoot(rounds: u32, attacker: &str, target: &str, rest: &str) -> String {
    scenario("shoot", rounds, attacker, target, rest)
}

fn fight(rounds: u32, attacker: &str, target: &str, rest: &str) -> String {
    scenario("fight", rounds, attacker, target, &format!("[situation]\ndefence = \"fight\"\n{rest}"))
}

/// Rounds in which the attacker scores one success and the target none, with what follows.
const HIT: &str = "shoot 4 1 1\nsurvive 1 1 1\n";
const MISS: &str = "shoot 1 1 1\nsurvive 1 1 1\n";
/// A vehicle without Armour, so that one success is one injury.
const TANK: &str = "kind = \"vehicle\"\nvehicle = 4\nsurvive = 5";

/// A match-up that does not begin with fresh units.
#[derive(Clone)]
struct Later {
    game: Matchup,
    start: State,
}

impl Later {
    fn new(text: &str, change: impl FnOnce(&mut State)) -> Self {
        let systems::Matchup::Deadzone(game) = valid(text).runs[0].matchup.clone() else {
            panic!("another system")
        };
        let mut start = game.start();
        change(&mut start);
        Self { game, start }
    }

    fn play(&self, script: &str) -> (State, String) {
        let mut hand = ByHand::new(self.game.pools(), Script::parse(script).unwrap());
        let mut state = self.start;
        self.game.round(&mut state, &mut hand);
        let story: Vec<String> = hand.story.iter().map(ToString::to_string).collect();
        hand.faces.finish().unwrap();
        (state, story.join("\n"))
    }

    fn solve(&self, rounds: u32) -> Results {
        exact::solve(self, rounds, exact::Limits::default()).unwrap()
    }
}

impl Game for Later {
    type State = State;

    fn system(&self) -> &System {
        self.game.system()
    }

    fn procedure(&self) -> &str {
        self.game.procedure()
    }

    fn pools(&self) -> &Pools {
        self.game.pools()
    }

    fn start(&self) -> State {
        self.start
    }

    fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        self.game.step(state, chance)
    }

    fn is_killed(&self, state: &State) -> bool {
        self.game.is_killed(state)
    }

    fn is_over(&self, state: &State) -> bool {
        self.game.is_over(state)
    }

    fn events(&self, state: &State) -> Events {
        self.game.events(state)
    }
}

#[test]
fn dz_1_an_eight_adds_a_die_again_and_again() {
    let text = shoot(1, "shoot = 4", "survive = 4\narmour = 9", "");
    // The first die is 8, 8, 3: two successes. Then a miss and a 4.
    let told = play(&text, "shoot 8 8 3 1 4\nsurvive 3 3 8 8 8 2");
    assert_eq!(told.measures, [[("attacker_successes", 3), ("target_successes", 3)]]);
    // Eleven dice, each face 1/8.
    assert_faces(&told, 11, 1.0);
    for stat in 2..=8 {
        let rest = "[situation]\nattacker_dice = -2";
        let results = solve(&shoot(1, &format!("shoot = {stat}"), "survive = 4", rest));
        assert_distribution(&distribution(&results, 1, "attacker_successes"), &one_die(stat));
        // Mean (9-s)/7.
        assert_close(&[results.rounds[0].measures[0].mean.value], &[f64::from(9 - stat) / 7.0]);
    }
}

#[test]
fn dz_1_explode_once_adds_one_die_only() {
    let rest = "[situation]\nattacker_dice = -2\n[options]\nexplode = \"once\"";
    let text = shoot(1, "shoot = 4", "survive = 4\narmour = 9", rest);
    let told = play(&text, "shoot 8 8\nsurvive 8 4 1 1");
    assert_eq!(told.measures, [[("attacker_successes", 2), ("target_successes", 2)]]);
    // None: 1-3. One: 4-7, or 8 and 1-3. Two: 8 and 4-8.
    let wanted = [3.0 / 8.0, 4.0 / 8.0 + 1.0 / 8.0 * 3.0 / 8.0, 1.0 / 8.0 * 5.0 / 8.0];
    assert_close(&distribution(&solve(&text), 1, "attacker_successes"), &wanted);
}

#[test]
fn dz_1_the_number_of_sides_and_the_face_that_explodes_are_options() {
    let with = |stat: u32, options: &str| {
        let rest = format!("[situation]\nattacker_dice = -2\n[options]\n{options}");
        shoot(1, &format!("shoot = {stat}"), "survive = 4\narmour = 9", &rest)
    };
    // A d6 at 4+ whose 6 adds a die: m = 3/6 + m/6.
    let six = solve(&with(4, "sides = 6\nexploding_face = 6"));
    assert_close(&[six.rounds[0].measures[0].mean.value], &[3.0 / 5.0]);
    // A d10 at 9+ whose 4 adds a die, though it fails: none with 7/10 + 1/10 of the same.
    let ten = solve(&with(9, "sides = 10\nexploding_face = 4"));
    assert_close(&[ten.rounds[0].measures[0].mean.value], &[2.0 / 9.0]);
    assert_close(&distribution(&ten, 1, "attacker_successes")[..1], &[7.0 / 9.0]);
    // No face of a d6 is an 8.
    let none = solve(&with(4, "sides = 6"));
    assert_close(&distribution(&none, 1, "attacker_successes"), &[0.5, 0.5]);
    let told =
        play(&with(9, "sides = 10\nexploding_face = 4\nexplode = \"once\""), "shoot 4 4\nsurvive 4 9 4 2 10");
    assert_eq!(told.measures, [[("target_successes", 4)]]);
    assert!(faults(&with(7, "sides = 6")).contains("a whole number from 2 to 6"));
}

#[test]
fn dz_2_modifiers_change_the_number_of_dice() {
    let with = |attacker: i32, target: i32| {
        let rest = format!("[situation]\nattacker_dice = {attacker}\ntarget_dice = {target}");
        shoot(1, "shoot = 5\nweapons = [{ dice = 1 }]", "survive = 5\narmour = 9", &rest)
    };
    // 3 + 1 + 1 dice against 3 - 1.
    let told = play(&with(1, -1), "shoot 5 5 4 4 6\nsurvive 4 5");
    assert_eq!(
        told.measures,
        [[("attacker_successes", 3), ("target_successes", 1), ("potential_damage", 2)]]
    );
    // 3 - 4 + 1 dice are none, and so are fewer: no successes.
    for none in [-4, -50] {
        let told = play(&with(none, 0), "survive 4 5 5");
        assert_eq!(told.measures, [[("target_successes", 2)]]);
    }
    let results = solve(&with(2, 1));
    assert_distribution(&distribution(&results, 1, "attacker_successes"), &dice(6, 5));
    assert_distribution(&distribution(&results, 1, "target_successes"), &dice(4, 5));
}

#[test]
fn dz_3_the_difference_is_potential_damage_and_a_draw_misses() {
    let text = shoot(1, "shoot = 4", "survive = 5\narmour = 9", "");
    let told = play(&text, "shoot 4 4 7\nsurvive 5 4 4");
    assert_eq!(
        told.measures,
        [[("attacker_successes", 3), ("target_successes", 1), ("potential_damage", 2)]]
    );
    for words in [
        "DZ-3: the attacker's Shoot, 3 dice at 4+: 3 successes",
        "DZ-3: the target's Survive, 3 dice at 5+: 1 success",
        "DZ-3: 3 against 1: potential damage 2",
    ] {
        assert!(told.story.contains(words), "{}", told.story);
    }
    let told = play(&text, "shoot 4 1 1\nsurvive 5 4 4");
    assert_eq!(told.measures, [[("attacker_successes", 1), ("target_successes", 1)]]);
    let told = play(&text, "shoot 1 1 1\nsurvive 5 5 4");
    assert_eq!(told.measures, [[("target_successes", 2)]]);
    let found = distribution(&solve(&text), 1, "potential_damage");
    assert_distribution(&found, &margin(&dice(3, 4), &dice(3, 5)));
}

#[test]
fn dz_3_the_option_takes_all_successes_of_the_winner() {
    let rest = "[options]\npotential = \"attacker-successes\"";
    let text = shoot(1, "shoot = 4", "survive = 5\narmour = 9", rest);
    let told = play(&text, "shoot 4 4 7\nsurvive 5 4 5");
    let wanted = [("attacker_successes", 3), ("target_successes", 2), ("potential_damage", 3)];
    assert_eq!(told.measures, [wanted]);
    let told = play(&text, "shoot 4 1 1\nsurvive 5 4 4");
    assert_eq!(told.measures, [[("attacker_successes", 1), ("target_successes", 1)]]);
    // Potential k: k successes against fewer.
    let (ours, theirs) = (dice(3, 4), dice(3, 5));
    let mut wanted: Vec<f64> = (0..20).map(|k| ours[k] * theirs[..k].iter().sum::<f64>()).collect();
    wanted[0] = 1.0 - from(1, &wanted);
    assert_distribution(&distribution(&solve(&text), 1, "potential_damage"), &wanted);
}

#[test]
fn dz_4_one_who_uses_survive_deals_no_damage() {
    let text =
        scenario("fight", 1, "fight = 4", "fight = 2\nsurvive = 5\nweapons = [{ ap = 9, dice = 9 }]", "");
    // Survive has neither the weapon's dice nor its AP.
    let told = play(&text, "fight 1 1 1\nsurvive 5 5 8 5");
    assert_eq!(told.measures, [[("target_successes", 4)]]);
    assert!(told.events.is_empty());
    assert_close(&[event(&solve(&text), 1, "attacker_destroyed")], &[0.0]);
    let told = play(&text, "fight 4 4 1\nsurvive 1 1 1");
    assert!(told.killed);
    // Damage 2 or more kills: the margin of 3 at 4+ over 3 at 5+.
    assert_close(&kills(&text), &[from(2, &margin(&dice(3, 4), &dice(3, 5)))]);
}

#[test]
fn dz_4_fight_against_fight_hurts_whoever_loses() {
    let attacker = "fight = 4\narmour = 1\nweapons = [{ ap = 1, dice = 1 }]";
    let target = "fight = 5\narmour = 2\nweapons = [{ ap = 1 }]";
    let text = fight(2, attacker, target, "attacker_dice = -1");
    // The target wins by 1, which AP 1 brings through Armour 1: the attacker is injured, which is no event.
    let told = play(&text, "fight 1 1 1\nstrike-back 5 1 1\nfight 1 1 1\nstrike-back 5 1 1");
    assert_eq!(told.measures, [[("target_successes", 1)], [("target_successes", 1)]]);
    assert_eq!(told.events, ["attacker_destroyed"]);
    assert!(!told.killed);
    // The attacker wins by 3: 3 - (2 - 1) kills.
    let once = text.replace("rounds = 2", "rounds = 1");
    let told = play(&once, "fight 4 4 4\nstrike-back 1 1 1");
    assert_eq!(told.measures, [[("attacker_successes", 3), ("potential_damage", 3), ("damage", 2)]]);
    assert!(told.killed);
    let (ours, theirs) = (dice(3, 4), dice(3, 5));
    assert_close(&kills(&once), &[from(2, &behind(1, &margin(&ours, &theirs)))]);
    assert_close(&[event(&solve(&once), 1, "attacker_destroyed")], &[from(2, &margin(&theirs, &ours))]);
    // A run ends with the attacker: the chance of a kill in round 2 needs both alive after round 1.
    let (wins, loses) = (behind(1, &margin(&ours, &theirs)), margin(&theirs, &ours));
    let end = from(2, &wins);
    let alive_and_fresh = 1.0 - from(1, &wins) - from(1, &loses);
    // Target injured: 1 kills. Attacker injured: 2 kill the target as before.
    let wanted = end + alive_and_fresh * end + wins[1] * from(1, &wins) + loses[1] * end;
    assert_close(&kills(&text), &[end, wanted]);
}

#[test]
fn dz_4_all_successes_of_the_winner_count_for_the_target_too() {
    let rest = "[options]\npotential = \"attacker-successes\"";
    let told = play(&fight(1, "fight = 4", "fight = 4", rest), "fight 4 1 1\nstrike-back 4 4 1");
    assert_eq!(told.events, ["attacker_destroyed"]);
}

#[test]
fn dz_4_a_non_combatant_uses_survive_and_does_not_attack() {
    let target = "fight = 2\nsurvive = 6\nnon_combatant = true\nweapons = [{ dice = 5 }]";
    let told = play(&fight(1, "fight = 4", target, ""), "fight 1 1 1\nsurvive 6 6 5");
    assert_eq!(told.measures, [[("target_successes", 2)]]);
    assert!(told.events.is_empty());
    for procedure in ["shoot", "fight", "indirect", "grenade", "blaze-away"] {
        let text = scenario(
            procedure,
            2,
            "shoot = 4\nfight = 4\nnon_combatant = true",
            "survive = 4\nfight = 4",
            "",
        );
        let told = play(&text, "");
        assert!(told.measures.iter().all(Vec::is_empty) && told.events.is_empty(), "{procedure}");
    }
}

#[test]
fn dz_5_the_worked_example_of_a_vehicle_with_armour_3() {
    let text = shoot(
        1,
        "shoot = 4\nweapons = [{ name = \"Cannon\", ap = 2 }]",
        "kind = \"vehicle\"\nvehicle = 4\nsurvive = 5\narmour = 3",
        "",
    );
    let told = play(&text, "shoot 4 4 4\nsurvive 1 1 1\ncatastrophe 3");
    assert_eq!(told.measures, [[("attacker_successes", 3), ("potential_damage", 3), ("damage", 2)]]);
    assert_eq!(told.events, ["injured"]);
    assert!(!told.killed);
    // Two of eight faces bring Catastrophic Damage: given these dice, result 1 comes with 2/8 * 1/8.
    for face in 1..=8 {
        let script = format!("shoot 4 4 4\nsurvive 1 1 1\ncatastrophe {face}");
        let end = if face <= 2 { "\nresult 1" } else { "" };
        let told = play(&text, &format!("{script}{end}"));
        assert_eq!(told.events.contains(&"engines_damaged"), face <= 2);
    }
    assert_distribution(
        &distribution(&solve(&text), 1, "damage"),
        &behind(1, &margin(&dice(3, 4), &dice(3, 5))),
    );
}

#[test]
fn dz_5_ap_beyond_armour_adds_nothing() {
    let text =
        |ap| shoot(3, &format!("shoot = 4\nweapons = [{{ ap = {ap} }}]"), "survive = 4\narmour = 2", "");
    assert_close(&kills(&text(2)), &kills(&text(5)));
    assert!((0..2).all(|ap| kills(&text(ap))[2] < kills(&text(ap + 1))[2]));
}

#[test]
fn dz_6_one_injures_two_kill_and_so_does_a_second_injury() {
    let text = shoot(2, "shoot = 4", "survive = 5", "");
    let told = play(&text, &format!("{HIT}{HIT}"));
    let hit = [("attacker_successes", 1), ("potential_damage", 1), ("damage", 1)];
    assert_eq!(told.measures, [hit, hit]);
    assert_eq!(told.events, ["injured"]);
    assert!(told.killed);
    let told = play(&text, "shoot 4 4 1\nsurvive 1 1 1");
    assert!(told.killed && told.events.is_empty());
    // Dead at once, or injured and hurt again.
    let d = margin(&dice(3, 4), &dice(3, 5));
    let dead = from(2, &d);
    assert_close(&kills(&text), &[dead, dead + d[1] * from(1, &d) + d[0] * dead]);
    // Injured by round 2: a 1 in either round, the first having not killed.
    let injured = solve(&text);
    assert_close(
        &[event(&injured, 1, "injured"), event(&injured, 2, "injured")],
        &[d[1], d[1] + d[0] * d[1]],
    );
}

#[test]
fn dz_7_a_vehicle_gathers_injuries() {
    let text = shoot(2, "shoot = 4", &TANK.replace('4', "3"), "");
    let two = "shoot 4 4 1\nsurvive 1 1 1\n";
    let told = play(&text, &format!("{two}catastrophe 3\n{two}"));
    let hit = [("attacker_successes", 2), ("potential_damage", 2), ("damage", 2)];
    assert_eq!(told.measures, [hit, hit]);
    assert!(told.killed && told.events == ["injured"]);
    // Vehicle (1) dies of any injury, with no roll for Catastrophic Damage.
    let light = shoot(1, "shoot = 4", &TANK.replace('4', "1"), "");
    assert!(play(&light, HIT).killed);
    assert_close(&kills(&light), &[from(1, &margin(&dice(3, 4), &dice(3, 5)))]);
}

#[test]
fn dz_8_catastrophic_damage_comes_on_at_most_the_injuries_so_far() {
    let text = shoot(3, "shoot = 4", TANK, "");
    let told = play(&text, &format!("{HIT}catastrophe 2\n{HIT}catastrophe 3\n{MISS}"));
    assert_eq!(told.events, ["injured"]);
    // Twice (1/8)^6 for the dice of a hit and 1/8 for the die, then (1/8)^6.
    assert_faces(&told, 20, 1.0);
    let told = play(&text, &format!("{HIT}catastrophe 2\n{HIT}catastrophe 2\nresult 4\n{MISS}"));
    assert_eq!(told.events, ["scanners_shot", "injured"]);
    // By round 1: damage d of 1, 2, 3 with d/8, and each result with 1/8.
    let d = margin(&dice(3, 4), &dice(3, 5));
    let wanted = (d[1] + 2.0 * d[2] + 3.0 * d[3]) / 8.0 / 8.0;
    assert_close(&[event(&solve(&text), 1, "engines_damaged")], &[wanted]);
}

#[test]
fn dz_8_eight_injuries_make_it_certain() {
    let text = shoot(1, "shoot = 4", &TANK.replace('4', "100"), "[situation]\nattacker_dice = 6");
    let told = play(&text, "shoot 4 4 4 4 4 4 4 4 1\nsurvive 1 1 1\ncatastrophe 8\nresult 1");
    assert_eq!(told.events, ["engines_damaged", "injured"]);
    let d = margin(&dice(9, 4), &dice(3, 5));
    let comes: f64 = (0..).zip(&d).map(|(d, p)| f64::from(d).min(8.0) / 8.0 * p).sum();
    assert_close(&[event(&solve(&text), 1, "engines_damaged")], &[comes / 8.0]);
}

#[test]
fn dz_9_each_result_of_the_table_is_an_eighth() {
    let text = shoot(1, "shoot = 4", TANK, "");
    let names = [
        "engines_damaged",
        "weapons_damaged",
        "weapon_destroyed",
        "scanners_shot",
        "crew_panic",
        "immobilised",
        "fire",
        "fuel_breach",
    ];
    let results = solve(&text);
    let first = event(&results, 1, names[0]);
    for (number, name) in (1..).zip(names) {
        let told = play(&text, &format!("{HIT}catastrophe 1\nresult {number}"));
        assert_eq!(told.events, [name, "injured"]);
        assert_eq!(told.killed, number == 8);
        assert!(told.story.contains(&format!("result {number}, ")), "{}", told.story);
        // (1/8)^6 for the hit, 1/8 for the die and 1/8 for the table.
        assert_faces(&told, 8, 1.0);
        assert_close(&[event(&results, 1, name)], &[first]);
    }
}

#[test]
fn dz_10_damaged_engines_stay_and_change_no_attack() {
    let text = shoot(2, "shoot = 4", TANK, "");
    let told = play(&text, &format!("{HIT}catastrophe 1\nresult 1\n{HIT}catastrophe 1\nresult 1"));
    assert_eq!(told.events, ["engines_damaged", "injured"]);
    assert!(told.story.contains("damaged engines: each move needs 5+"), "{}", told.story);
    // A vehicle with damaged engines attacks as before.
    let fresh = shoot(1, "shoot = 4\nkind = \"vehicle\"", "survive = 4", "");
    let later = Later::new(&fresh, |state| state.attacker.suffered.add(Event::EnginesDamaged));
    assert_close(&[later.solve(1).rounds[0].kill.value], &kills(&fresh));
}

#[test]
fn dz_11_damaged_weapons_need_5_before_each_attack() {
    let walker = format!("{TANK}\nfight = 4");
    let text = fight(3, &walker, "fight = 4\narmour = 9", "");
    let lost = "fight 1 1 1\nstrike-back 4 1 1\n";
    let drawn = "fight 4 1 1\nstrike-back 4 1 1\n";
    let told =
        play(&text, &format!("{lost}catastrophe 1\nresult 2\nweapons-work 4\nweapons-work 5\n{drawn}"));
    let wanted: [&[_]; 3] =
        [&[("target_successes", 1)], &[], &[("attacker_successes", 1), ("target_successes", 1)]];
    assert_eq!(told.measures, wanted);
    // What happens to the attacker is no event.
    assert!(told.events.is_empty());
    // 1-4 loses the action: the successes are 0 with 1/2, and with 1/2 those of three dice.
    for procedure in ["shoot", "fight", "blaze-away"] {
        let text = scenario(procedure, 1, &format!("{walker}\nshoot = 4"), "survive = 4", "");
        let later = Later::new(&text, |state| state.attacker.suffered.add(Event::WeaponsDamaged));
        let mut wanted: Vec<f64> = dice(3, 4).iter().map(|p| p / 2.0).collect();
        wanted[0] += 0.5;
        assert_distribution(&distribution(&later.solve(1), 1, "attacker_successes"), &wanted);
    }
    // An explosion is no use of a weapon.
    let text = scenario("explosion", 1, &walker, "survive = 4", "");
    let later = Later::new(&text, |state| state.attacker.suffered.add(Event::WeaponsDamaged));
    assert_distribution(&distribution(&later.solve(1), 1, "attacker_successes"), &dice(3, 4));
}

#[test]
fn dz_12_a_weapon_at_random_is_gone() {
    let target =
        format!("{TANK}\nfight = 4\nweapons = [{{ name = \"Claw\", dice = 1 }}, {{ name = \"Saw\" }}]");
    let text = fight(3, "fight = 4", &target, "");
    // It strikes back with the Claw's extra die, then with the Saw, and at last with nothing.
    let script = "fight 4 1 1\nstrike-back 1 1 1 1\ncatastrophe 1\nresult 3\nweapon 1\n\
                  fight 4 1 1\nstrike-back 1 1 1\ncatastrophe 1\nresult 3\nweapon 2\n\
                  fight 4 1 1\nstrike-back 1 1 1\ncatastrophe 1\nresult 3";
    let told = play(&text, script);
    assert_eq!(told.events, ["weapon_destroyed", "injured"]);
    assert!(
        told.story.contains("loses its Claw") && told.story.contains("has no weapon left"),
        "{}",
        told.story
    );
    // 7 + 6 + 6 dice, three pairs of d8s, and one of two weapons; the last weapon is certain.
    assert_faces(&told, 25, 0.5);
    // Nothing listed: the event all the same.
    let told = play(&shoot(1, "shoot = 4", TANK, ""), &format!("{HIT}catastrophe 1\nresult 3"));
    assert_eq!(told.events, ["weapon_destroyed", "injured"]);
}

#[test]
fn dz_12_an_attacker_uses_its_next_weapon() {
    let weapons = "weapons = [{ name = \"Laser\", ap = 2, dice = 2 }, { name = \"Gun\", ap = 1 }]";
    let text = shoot(1, &format!("shoot = 4\nkind = \"vehicle\"\n{weapons}"), "survive = 4\narmour = 2", "");
    let kill =
        |gone| Later::new(&text, |state| state.attacker.weapons_gone = gone).solve(1).rounds[0].kill.value;
    let by = |number, armour| from(2, &behind(armour, &margin(&dice(number, 4), &dice(3, 4))));
    assert_close(&[kill(0), kill(0b01), kill(0b10), kill(0b11)], &[by(5, 0), by(3, 1), by(5, 0), by(3, 2)]);
}

#[test]
fn dz_13_scanners_cost_one_die_to_shoot_and_blaze_away() {
    let text = shoot(2, "shoot = 4", TANK, "");
    let told = play(&text, &format!("{HIT}catastrophe 1\nresult 4\n{HIT}catastrophe 1\nresult 4"));
    assert_eq!(told.events, ["scanners_shot", "injured"]);
    let walker = format!("{TANK}\nshoot = 4\nfight = 4\nweapons = [{{ frag = 3, indirect = true }}]");
    for (procedure, number) in
        [("shoot", 2), ("blaze-away", 2), ("fight", 3), ("indirect", 3), ("explosion", 3)]
    {
        let text = scenario(procedure, 1, &walker, "survive = 4", "");
        let later = Later::new(&text, |state| state.attacker.suffered.add(Event::ScannersShot));
        let mut wanted = dice(number, 4);
        if procedure == "indirect" {
            // The throw has all its three dice; it fails with (3/8)^3.
            let fails = (3.0_f64 / 8.0).powi(3);
            wanted = wanted.iter().map(|p| p * (1.0 - fails)).collect();
            wanted[0] += fails;
        }
        assert_distribution(&distribution(&later.solve(1), 1, "attacker_successes"), &wanted);
    }
}

#[test]
fn dz_14_panic_in_a_stuck_or_burning_vehicle_destroys_it() {
    let text = shoot(2, "shoot = 4", TANK, "");
    for stuck in [6, 7] {
        let told = play(&text, &format!("{HIT}catastrophe 1\nresult {stuck}\n{HIT}catastrophe 1\nresult 5"));
        let name = if stuck == 6 { "immobilised" } else { "fire" };
        assert_eq!(told.events, ["crew_panic", name, "fuel_breach", "injured"]);
        assert!(told.killed);
    }
    // The other way round nobody gives it up, and panic alone is no kill.
    let told = play(&text, &format!("{HIT}catastrophe 1\nresult 5\n{HIT}catastrophe 1\nresult 6"));
    assert_eq!(told.events, ["crew_panic", "immobilised", "injured"]);
    assert!(!told.killed);
    // With injuries to spare only the table kills. c is the chance of Catastrophic Damage after d injuries.
    let tough = shoot(2, "shoot = 4", &TANK.replace('4', "100"), "");
    let d = margin(&dice(3, 4), &dice(3, 5));
    let c = |injuries: usize| injuries.min(8) as f64 / 8.0;
    let (mut first, mut second) = (0.0, 0.0);
    for one in 0..30 {
        first += d[one] * c(one) / 8.0;
        for two in 1..30 {
            // Alive after the first, then an 8; or a 6 or 7, then a 5.
            let ends = (1.0 - c(one) / 8.0) * (1.0 / 8.0) + c(one) * (2.0 / 8.0) * (1.0 / 8.0);
            second += d[one] * d[two] * c(one + two) * ends;
        }
    }
    assert_close(&kills(&tough), &[first, first + second]);
}

#[test]
fn dz_15_fire_burns_from_the_next_round_on_if_the_option_says_so() {
    let attacker = "shoot = 4\nweapons = [{ long_reload = true }]";
    let plain = shoot(2, attacker, &format!("{TANK}\narmour = 2").replace('4', "9"), "");
    let ablaze = "shoot 4 4 4\nsurvive 1 1 1\ncatastrophe 1\nresult 7\n";
    let told = play(&plain, ablaze);
    assert_eq!(told.events, ["fire", "injured"]);
    // Three dice at 4+ against Survive, AP 1 at Armour 2: 3 - 0 - 1 injuries, with no roll for DZ-8.
    let burning = format!("{plain}[options]\nburning = \"three-dice\"");
    let told = play(&burning, &format!("{ablaze}fire 4 4 4\nfire-survive 4 4 4"));
    assert_eq!(told.measures[1], [("damage", 2)]);
    assert!(told.state.contains("injuries: 3"), "{}", told.state);
    // Round 1 sets it on fire with d/8 * 1/8; in round 2 the attacker reloads and only the fire does damage.
    let d = behind(2, &margin(&dice(3, 4), &dice(3, 5)));
    let ignites: f64 = (1..9).map(|injuries| d[injuries] * injuries as f64 / 64.0).sum();
    let mut wanted: Vec<f64> =
        behind(1, &margin(&dice(3, 4), &dice(3, 5))).iter().map(|p| p * ignites).collect();
    wanted[0] += 1.0 - ignites;
    let results = solve(&burning);
    assert_close(&[event(&results, 1, "fire")], &[ignites]);
    assert_distribution(&distribution(&results, 2, "damage"), &wanted);
}

#[test]
fn dz_15_fire_adds_to_the_damage_of_the_round_and_counts_for_dz_8() {
    let target = format!("{TANK}\narmour = 1").replace('4', "9");
    let text = shoot(3, "shoot = 4", &target, "[options]\nburning = \"three-dice\"");
    let two = "shoot 4 4 1\nsurvive 1 1 1\n";
    // Injuries: 1, then 1 and 2 of the fire, then 1: five in all, so that a 5 is Catastrophic Damage.
    let script = format!(
        "{two}catastrophe 1\nresult 7\n{two}catastrophe 8\nfire 4 4 1\nfire-survive 1 1 1\n{two}catastrophe 5\nresult 8"
    );
    let told = play(&text, &script);
    assert_eq!(told.measures[0].last(), Some(&("damage", 1)));
    assert_eq!(told.measures[1].last(), Some(&("damage", 3)));
    // A destroyed vehicle burns no more.
    assert_eq!(told.measures[2].last(), Some(&("damage", 1)));
    assert!(told.killed);
}

#[test]
fn dz_15_fire_destroys_without_a_fuel_breach_and_burns_an_attacker_too() {
    let rest = "[options]\nburning = \"three-dice\"";
    let text = shoot(2, "shoot = 4", TANK, rest);
    let told = play(&text, &format!("{HIT}catastrophe 1\nresult 7\n{MISS}fire 4 4 4\nfire-survive 1 1 1"));
    assert_eq!(told.events, ["fire", "injured"]);
    assert!(told.killed);
    let text = fight(2, &format!("{TANK}\nfight = 4"), "fight = 4", rest);
    let script = "fight 1 1 1\nstrike-back 4 1 1\ncatastrophe 1\nresult 7\n\
                  fight 4 4 1\nstrike-back 1 1 1\nfire 4 4 4\nfire-survive 1 1 1";
    let told = play(&text, script);
    // Both fall in one round.
    assert_eq!(told.events, ["attacker_destroyed"]);
    assert!(told.killed);
}

#[test]
fn dz_15_a_vehicle_by_itself_ends_its_round() {
    let rest = "[options]\nburning = \"three-dice\"";
    let systems::Matchup::Deadzone(game) = &valid(&shoot(1, "shoot = 4", TANK, rest)).runs[0].matchup else {
        panic!("another system")
    };
    let script = Script::parse("fire 4 1 1\nfire-survive 1 1 1").unwrap();
    let mut hand = ByHand::new(game.pools(), script);
    let mut unit = Condition { injuries: 1, ..Condition::default() };
    unit.suffered.add(Event::Fire);
    game.end_round(&mut unit, &mut (), &mut hand);
    assert!(unit.burning && unit.injuries == 1);
    game.end_round(&mut unit, &mut (), &mut hand);
    assert_eq!(unit.injuries, 2);
    hand.faces.finish().unwrap();
}

#[test]
fn dz_16_a_fuel_breach_blows_up_among_the_others() {
    let rest = "[bystander]\nsurvive = 5\narmour = 1\n[situation]\nothers_in_cube = 2";
    let text = shoot(1, "shoot = 4\nweapons = [{ ap = 5 }]", TANK, rest);
    // Five dice; the first bystander: 3 - 1 - 1 injures him, the second: 3 - 0 - 1 kills.
    let script = format!(
        "{HIT}catastrophe 1\nresult 8\nfrag 4 4 4 1 1\nbystander-survive 5 1 1\nthrown 3\nbystander-survive 1 1 1"
    );
    let told = play(&text, &script);
    assert_eq!(told.events, ["fuel_breach", "injured", "bystander_killed"]);
    assert_eq!(told.measures, [[("attacker_successes", 1), ("potential_damage", 1), ("damage", 1)]]);
    assert!(told.story.contains("fuel breach: the vehicle blows up"), "{}", told.story);
    // The frag is rolled once for both: for f successes each lives with P(f - survive - 1 < 2).
    let d = margin(&dice(3, 4), &dice(3, 5));
    let breach = (d[1] + 2.0 * d[2] + 3.0 * d[3]) / 64.0;
    let survive = dice(3, 5);
    let lives = |f: usize| survive.iter().enumerate().filter(|(s, _)| f < s + 3).map(|(_, p)| p).sum::<f64>();
    let killed: f64 = dice(5, 4).iter().enumerate().map(|(f, p)| p * (1.0 - lives(f).powi(2))).sum();
    let results = solve(&text);
    assert_close(&[event(&results, 1, "fuel_breach")], &[breach]);
    assert_close(&[event(&results, 1, "bystander_killed")], &[breach * killed]);
    // The grenade's dice are an option.
    let told = play(
        &format!("{text}\n[options]\nfrag_grenade_dice = 0"),
        &format!(
            "{HIT}catastrophe 1\nresult 8\nfrag 1 1\nbystander-survive 1 1 1\nthrown 1\nbystander-survive 1 1 1\nthrown 1"
        ),
    );
    assert_eq!(told.events, ["fuel_breach", "injured"]);
}

#[test]
fn dz_16_an_attackers_fuel_breach_hurts_nobody() {
    let rest = "others_in_cube = 2\n[bystander]\nsurvive = 5";
    let told = play(
        &fight(1, &format!("{TANK}\nfight = 4"), "fight = 4", rest),
        "fight 1 1 1\nstrike-back 4 1 1\ncatastrophe 1\nresult 8",
    );
    assert_eq!(told.events, ["attacker_destroyed"]);
}

#[test]
fn dz_17_who_survives_a_blast_is_thrown_and_pinned() {
    let text = scenario("explosion", 1, "", "survive = 5\narmour = 1", "");
    let told = play(&text, "frag 4 4 1\nsurvive 1 1 1\nthrown 6");
    assert_eq!(told.measures, [[("attacker_successes", 2), ("potential_damage", 2), ("damage", 1)]]);
    assert_eq!(told.events, ["injured", "pinned"]);
    // 3 + 3 dice and the direction.
    assert_faces(&told, 7, 1.0);
    // Pinned without damage as well; the dead are not.
    assert_eq!(play(&text, "frag 1 1 1\nsurvive 1 1 1\nthrown 6").events, ["pinned"]);
    assert!(play(&text, "frag 4 4 4\nsurvive 1 1 1").events.is_empty());
    let dies = from(2, &behind(1, &margin(&dice(3, 4), &dice(3, 5))));
    assert_close(&[event(&solve(&text), 1, "pinned")], &[1.0 - dies]);
}

#[test]
fn dz_23_a_blast_may_separate_a_crew() {
    let text = scenario("explosion", 1, "", "kind = \"csw\"\nsurvive = 5\narmour = 9", "");
    let script = "frag 1 1 1\nsurvive 1 1 1\nsurvive 1 1 1\nthrown 6\nthrown";
    assert_eq!(play(&text, &format!("{script} 2")).events, ["pinned", "crew_separated"]);
    assert_eq!(play(&text, &format!("{script} 6")).events, ["pinned"]);
    // Armour 9 saves both. The loader lands in one of 7 other cubes of 8.
    let wild = scenario(
        "explosion",
        1,
        "",
        "kind = \"csw\"\nsurvive = 2\narmour = 10",
        "[options]\nexplode = \"once\"",
    );
    assert_close(&[event(&solve(&wild), 1, "crew_separated")], &[7.0 / 8.0]);
}

#[test]
fn dz_23_a_separated_crew_moves_together_and_then_fires() {
    let csw = "kind = \"csw\"\nshoot = 4\nweapons = [{ range = 6 }]";
    let text = |rounds, rest: &str| scenario("shoot", rounds, csw, "survive = 4", rest);
    let apart = "[situation]\ncrew_separated = true";
    let told = play(&text(2, apart), "shoot 1 1 1\nsurvive 1 1 1");
    assert!(told.story.contains("DZ-23"), "{}", told.story);
    // One round later everything is as it would have been.
    let (late, soon) = (kills(&text(3, apart)), kills(&text(2, "")));
    assert_close(&late, &[0.0, soon[0], soon[1]]);
    let model = scenario("shoot", 1, "shoot = 4", "survive = 4", apart);
    assert!(faults(&model).contains("only the crew of a CSW can be separated"));
}

#[test]
fn dz_18_one_success_is_on_target_and_none_scatters() {
    let mortar = "shoot = 6\nweapons = [{ range = 6 }, { name = \"Mortar\", ap = 1, dice = 2, range = 10, frag = 4, indirect = true }]";
    let rest = "[situation]\ndistance = 6\nattacker_dice = 2\ntarget_dice = 3";
    let text = scenario("indirect", 1, mortar, "survive = 4\narmour = 2", rest);
    // Three dice for the throw and four of the frag, no modifier anywhere; 4 - 1 - (2 - 1).
    let told = play(&text, "throw 5 6 1\nfrag 4 4 4 4\nsurvive 4 1 1");
    let wanted = [("attacker_successes", 4), ("target_successes", 1), ("potential_damage", 3), ("damage", 2)];
    assert_eq!(told.measures, [wanted]);
    assert!(told.killed);
    let told = play(&text, "throw 5 5 1\nscatter 2");
    assert_eq!(told.measures, [[]]);
    assert_eq!(told.events, ["scattered"]);
    // Three dice below 6: (5/8)^3; twice in two rounds.
    let two = solve(&text.replace("rounds = 1", "rounds = 2"));
    let astray = (5.0_f64 / 8.0).powi(3);
    let kill = (1.0 - astray) * from(2, &behind(1, &margin(&dice(4, 4), &dice(3, 4))));
    assert_close(&[event(&two, 1, "scattered"), two.rounds[0].kill.value], &[astray, kill]);
    assert_close(&[event(&two, 2, "scattered")], &[astray + (1.0 - astray - kill) * astray]);
}

#[test]
fn dz_18_an_indirect_shot_needs_more_than_half_the_range() {
    let mortar = "shoot = 4\nweapons = [{ name = \"Mortar\", range = 6, frag = 3, indirect = true }]";
    let at = |procedure, distance| {
        scenario(procedure, 1, mortar, "survive = 4", &format!("[situation]\ndistance = {distance}"))
    };
    for (procedure, distance, fires) in [
        ("indirect", 3, false),
        ("indirect", 4, true),
        ("indirect", 6, true),
        ("indirect", 7, false),
        ("grenade", 1, true),
        ("grenade", 7, false),
        ("shoot", 3, true),
        ("shoot", 7, false),
        ("blaze-away", 7, false),
    ] {
        let missed = match procedure {
            _ if !fires => "",
            "indirect" | "grenade" => "throw 1 1 1\nscatter 1",
            _ => MISS,
        };
        let told = play(&at(procedure, distance), missed);
        assert_eq!(
            told.events.contains(&"scattered"),
            fires && missed.contains("scatter"),
            "{procedure} {distance}"
        );
    }
    // An odd range: 7 allows 4 and not 3.
    let odd = at("indirect", 3).replace("range = 6", "range = 7");
    assert!(play(&odd, "").events.is_empty());
    assert_eq!(
        play(&odd.replace("distance = 3", "distance = 4"), "throw 1 1 1\nscatter 8").events,
        ["scattered"]
    );
}

#[test]
fn dz_19_a_frag_is_rolled_once_and_each_model_survives_for_itself() {
    let rest = "[bystander]\nsurvive = 6\narmour = 2\n[situation]\nothers_in_cube = 2";
    let text = scenario("explosion", 2, "weapons = [{ frag = 4, ap = 1 }]", "survive = 4\narmour = 9", rest);
    // Against each bystander 3 - survive - (2 - 1).
    let first = "frag 4 4 4 1\nsurvive 1 1 1\nthrown 1\nbystander-survive 6 1 1\nthrown 2\nbystander-survive 6 6 1\nthrown 3\n";
    // The injured one rolls first next time, and dies of 1.
    let told = play(&text, &format!("{first}frag 4 4 4 1\nsurvive 1 1 1\nthrown 1\nbystander-survive 6 1 1"));
    let round = vec![("attacker_successes", 3), ("potential_damage", 3)];
    assert_eq!(told.measures, [round.clone(), round]);
    assert_eq!(told.events, ["pinned", "bystander_killed"]);
    // Both rounds by hand: for f successes a man is unhurt, injured or dead; both men with the same f.
    let survive = dice(3, 6);
    let at = |f: usize| {
        let mut outcome = [0.0; 3];
        survive.iter().enumerate().for_each(|(s, p)| outcome[f.saturating_sub(s + 1).min(2)] += p);
        outcome
    };
    let (mut none, mut one, mut two) = (0.0, 0.0, 0.0);
    for (f, p) in dice(4, 4).iter().enumerate() {
        let [unhurt, injured, _] = at(f);
        none += p * unhurt * unhurt;
        one += p * 2.0 * unhurt * injured;
        two += p * injured * injured;
    }
    let mut alive = 0.0;
    for (f, p) in dice(4, 4).iter().enumerate() {
        let [unhurt, injured, _] = at(f);
        let (fresh, hurt) = (unhurt + injured, unhurt);
        alive += p * (none * fresh * fresh + one * fresh * hurt + two * hurt * hurt);
    }
    let results = solve(&text);
    let found = [event(&results, 1, "bystander_killed"), event(&results, 2, "bystander_killed")];
    assert_close(&found, &[1.0 - none - one - two, 1.0 - alive]);
}

#[test]
fn dz_19_the_weapon_decides_the_dice_and_the_ap() {
    let thrown = |weapons: &str, rest: &str| {
        let text = scenario(
            "grenade",
            1,
            &format!("shoot = 2\nweapons = [{weapons}]"),
            "survive = 8\narmour = 9",
            rest,
        );
        distribution(&solve(&text), 1, "attacker_successes")
    };
    let rifle = "{ name = \"Rifle\", ap = 9 }";
    // All three dice of the throw show 1: (1/8)^3.
    let astray = 8_f64.powi(-3);
    let landed = |number| {
        let mut successes: Vec<f64> = dice(number, 4).iter().map(|p| p * (1.0 - astray)).collect();
        successes[0] += astray;
        successes
    };
    // The first with `frag`; without one a frag grenade.
    assert_distribution(&thrown(&format!("{rifle}, {{ frag = 5 }}, {{ frag = 6 }}"), ""), &landed(5));
    assert_distribution(&thrown(rifle, ""), &landed(3));
    assert_distribution(&thrown(rifle, "[options]\nfrag_grenade_dice = 1"), &landed(1));
    // A named weapon goes before that, with its own AP and a grenade's dice.
    let named = scenario(
        "grenade",
        1,
        &format!("shoot = 2\nweapons = [{{ frag = 5 }}, {rifle}]"),
        "survive = 8\narmour = 9",
        "[situation]\nweapon = \"Rifle\"",
    );
    let told = play(&named, "throw 2 1 1\nfrag 4 4 1\nsurvive 1 1 1");
    assert_eq!(told.measures, [[("attacker_successes", 2), ("potential_damage", 2), ("damage", 2)]]);
    // An unnamed grenade has AP 0.
    let told = play(
        &named.replace("[situation]\nweapon = \"Rifle\"", "").replace("frag = 5", "ap = 9"),
        "throw 2 1 1\nfrag 4 4 1\nsurvive 1 1 1\nthrown 1",
    );
    assert_eq!(told.measures, [[("attacker_successes", 2), ("potential_damage", 2)]]);
}

#[test]
fn dz_19_both_men_of_a_csw_stand_in_the_cube() {
    let text = scenario("explosion", 2, "", "kind = \"csw\"\nsurvive = 5\narmour = 1", "");
    // The gunner: 3 - 0 - 1 is death; the loader: 3 - 1 - 1 an injury, and he takes the weapon.
    let script = "frag 4 4 4\nsurvive 1 1 1\nsurvive 5 1 1\nthrown 1\n";
    let told = play(&text, &format!("{script}frag 4 4 1\nsurvive 1 1 1"));
    assert_eq!(told.measures[0], [("attacker_successes", 3), ("potential_damage", 3), ("damage", 2)]);
    assert_eq!(told.events, ["injured", "pinned", "loader_lost"]);
    assert!(told.killed);
    // In one round both die: the frag is common to both.
    let survive = dice(3, 5);
    let dies = |f: usize| survive.iter().enumerate().filter(|(s, _)| f >= s + 3).map(|(_, p)| p).sum::<f64>();
    let both: f64 = dice(3, 4).iter().enumerate().map(|(f, p)| p * dies(f).powi(2)).sum();
    let one: f64 = dice(3, 4).iter().enumerate().map(|(f, p)| p * (1.0 - (1.0 - dies(f)).powi(2))).sum();
    let results = solve(&text);
    assert_close(&[results.rounds[0].kill.value, event(&results, 1, "loader_lost")], &[both, one]);
    // Bystanders of that kind are dead when both are.
    let rest = "[bystander]\nkind = \"csw\"\nsurvive = 5\narmour = 1\n[situation]\nothers_in_cube = 1";
    let beside = scenario("explosion", 1, "", "kind = \"vehicle\"\nvehicle = 1", rest);
    assert_close(&[event(&solve(&beside), 1, "bystander_killed")], &[both]);
}

#[test]
fn dz_20_vehicles_feel_no_blast() {
    let rest = "[bystander]\nsurvive = 5\n[situation]\nothers_in_cube = 1";
    let text = scenario("explosion", 1, "", TANK, rest);
    let told = play(&text, "frag 4 4 4\nbystander-survive 1 1 1");
    assert_eq!(told.measures, [[("attacker_successes", 3)]]);
    assert_eq!(told.events, ["bystander_killed"]);
    // A vehicle beside the target rolls nothing.
    let rest = "[bystander]\nkind = \"vehicle\"\n[situation]\nothers_in_cube = 3";
    let told = play(&scenario("explosion", 1, "", "survive = 5", rest), "frag 4 4 4\nsurvive 1 1 1");
    assert!(told.killed && told.events.is_empty());
}

#[test]
fn dz_21_blaze_away_pins_and_suppresses() {
    let text = scenario("blaze-away", 1, "shoot = 4\nweapons = [{ ap = 9, dice = 1 }]", "survive = 5", "");
    let told = play(&text, "shoot 4 4 4 1\nsurvive 5 5 1");
    assert_eq!(told.measures, [[("attacker_successes", 3), ("target_successes", 2)]]);
    assert_eq!(told.events, ["pinned"]);
    assert_eq!(play(&text, "shoot 4 4 1 1\nsurvive 5 1 1").events, ["pinned", "suppressed"]);
    assert_eq!(play(&text, "shoot 4 1 1 1\nsurvive 1 1 1").events, ["pinned", "suppressed"]);
    assert!(play(&text, "shoot 4 1 1 1\nsurvive 5 1 1").events.is_empty());
    assert!(play(&text, "shoot 1 1 1 1\nsurvive 1 1 1").events.is_empty());
    let (ours, theirs) = (dice(4, 4), dice(3, 5));
    let chance = |wins: fn(usize, usize) -> bool| {
        let pairs = ours.iter().enumerate().flat_map(|a| theirs.iter().enumerate().map(move |t| (a, t)));
        pairs.filter(|((a, _), (t, _))| wins(*a, *t)).map(|((_, p), (_, q))| p * q).sum::<f64>()
    };
    let results = solve(&text);
    let found =
        [event(&results, 1, "pinned"), event(&results, 1, "suppressed"), results.rounds[0].kill.value];
    assert_close(&found, &[chance(|a, t| a > t), chance(|a, t| a > t && a >= 2 * t), 0.0]);
    // A vehicle is a Construct.
    let told = play(&scenario("blaze-away", 1, "shoot = 4", TANK, ""), "shoot 4 4 4\nsurvive 1 1 1");
    assert_eq!(told.measures, [[("attacker_successes", 3)]]);
    assert!(told.events.is_empty());
}

#[test]
fn dz_22_the_loader_takes_the_gunners_place() {
    let text = shoot(3, "shoot = 4", "kind = \"csw\"\nsurvive = 5", "");
    let deadly = "shoot 4 4 1\nsurvive 1 1 1\n";
    let told = play(&text, &format!("{deadly}{HIT}{HIT}"));
    assert_eq!(told.events, ["injured", "loader_lost"]);
    assert!(told.killed);
    // Only the gunner is shot at: ever so much damage kills one man.
    let told = play(&text, &format!("shoot 8 8 8 4 4 4\nsurvive 1 1 1\n{MISS}{MISS}"));
    assert_eq!(told.events, ["loader_lost"]);
    assert!(!told.killed);
    // A fresh man dies of 2, an injured one of 1. Two men dead in three rounds, by what each round can do.
    let d = margin(&dice(3, 4), &dice(3, 5));
    let (zero, one, two) = (d[0], d[1], from(2, &d));
    let some = one + two;
    // Killed in round 2: 2, 2. In three rounds also: 0 somewhere before the end, or a 1 finished by 1+ then 2, or
    // 2 and then a 1 finished by 1+.
    let in_two = two * two;
    let in_three = in_two + 2.0 * zero * two * two + one * some * two + two * one * some;
    assert_close(&kills(&text), &[0.0, in_two, in_three]);
    // The first man dead by round 2.
    assert_close(&[event(&solve(&text), 2, "loader_lost")], &[two + zero * two + one * some]);
}

#[test]
fn dz_22_one_man_alone_has_long_reload() {
    // Blaze Away, which nobody dies of, so that every round is played.
    let team = "kind = \"csw\"\nshoot = 4\nweapons = [{ name = \"Gun\" }]";
    let text = scenario("blaze-away", 1, team, "survive = 5", "");
    let alone = Later::new(&text, |state| state.attacker.loader = None);
    let (state, _) = alone.play(MISS);
    assert!(state.attacker.reloading);
    let (state, story) = Later { start: state, ..alone.clone() }.play("");
    assert!(!state.attacker.reloading && story.contains("reloads"), "{story}");
    // Rounds 1 and 3 are as those of a full crew, round 2 has no shot.
    let results = alone.solve(3);
    for (round, wanted) in [(1, dice(3, 4)), (2, vec![1.0]), (3, dice(3, 4))] {
        assert_distribution(&distribution(&results, round, "attacker_successes"), &wanted);
    }
    let crew = Later::new(&text, |_| ()).solve(2);
    assert_distribution(&distribution(&crew, 2, "attacker_successes"), &dice(3, 4));
}

#[test]
fn long_reload_fires_every_other_round() {
    let attacker =
        "shoot = 4\nfight = 4\nweapons = [{ frag = 3, long_reload = true, indirect = true }, { frag = 2 }]";
    for (procedure, shot) in [
        ("shoot", MISS),
        ("blaze-away", MISS),
        ("indirect", "throw 1 1 1\nscatter 1\n"),
        ("grenade", "throw 1 1 1\nscatter 1\n"),
    ] {
        let text = scenario(procedure, 4, attacker, "survive = 4", "");
        let told = play(&text, &format!("{shot}{shot}"));
        assert_eq!(told.story.matches("reloads").count(), 2, "{}", told.story);
    }
    // It does not count in a fight, nor for an explosion.
    let miss = "fight 1 1 1\nsurvive 1 1 1\n";
    play(&scenario("fight", 2, attacker, "survive = 4", ""), &format!("{miss}{miss}"));
    let dud = "frag 1 1 1\nsurvive 1 1 1\nthrown 1\n";
    play(&scenario("explosion", 2, attacker, "survive = 4", ""), &format!("{dud}{dud}"));
}

#[test]
fn a_named_weapon_is_used_while_it_works() {
    let weapons = "weapons = [{ name = \"Laser\", ap = 3 }, { name = \"Gun\", dice = 2 }]";
    let walker = format!("{TANK}\nfight = 4\n{weapons}");
    let text = fight(2, &walker, "fight = 4\narmour = 3", "weapon = \"Gun\"");
    // The Gun is lost; the Laser is next, with AP 3 and no extra die.
    let script = "fight 1 1 1 1 1\nstrike-back 4 1 1\ncatastrophe 1\nresult 3\nweapon 2\nfight 4 4 1\nstrike-back 1 1 1";
    let told = play(&text, script);
    assert_eq!(told.measures[1], [("attacker_successes", 2), ("potential_damage", 2), ("damage", 2)]);
    assert!(told.killed);
    // A named weapon that cannot fire indirectly is not replaced by one that can.
    let mortars = "shoot = 4\nweapons = [{ name = \"Mortar\", indirect = true }, { name = \"Gun\" }]";
    let text = scenario("indirect", 1, mortars, "survive = 4", "[situation]\nweapon = \"Gun\"");
    assert!(play(&text, "").events.is_empty());
    let text = scenario("indirect", 1, mortars, "survive = 4", "[situation]\nweapon = \"Mortar\"");
    assert_eq!(play(&text, "throw 1 1 1\nscatter 4").events, ["scattered"]);
}

#[test]
fn the_numbers_of_three_dice_against_three() {
    let equal = |stat: u32| {
        let text = shoot(1, &format!("shoot = {stat}"), &format!("survive = {stat}"), "");
        distribution(&solve(&text), 1, "potential_damage")
    };
    let found = equal(4);
    for (found, card) in found.iter().zip([0.6295, 0.2092, 0.1104, 0.0387]) {
        assert!((found - card).abs() < 5e-5, "{found} is not {card}");
    }
    assert_distribution(&found, &margin(&dice(3, 4), &dice(3, 4)));
    // The very same at 5+ against 5+.
    assert_distribution(&equal(5), &margin(&dice(3, 5), &dice(3, 5)));
    assert_distribution(&equal(5), &found);
}

#[test]
fn more_ap_never_lowers_the_kill_probability() {
    let kill = |ap: u32| {
        kills(&shoot(
            3,
            &format!("shoot = 4\nweapons = [{{ ap = {ap} }}]"),
            &format!("{TANK}\narmour = 4"),
            "",
        ))[2]
    };
    assert!((0..4).all(|ap| kill(ap) < kill(ap + 1)));
}

#[test]
fn what_is_missing_is_named() {
    let missing = |text: &str, fields: &[&str]| {
        let faults = faults(text);
        for field in fields {
            assert!(faults.contains(&format!("`{field}` is missing")), "{field}: {faults}");
        }
    };
    missing(&shoot(1, "", "kind = \"vehicle\"", ""), &["shoot", "survive", "vehicle"]);
    missing(&scenario("fight", 1, "", "", ""), &["fight", "survive"]);
    missing(&fight(1, "", "", ""), &["fight"]);
    missing(&scenario("grenade", 1, "", "", ""), &["shoot", "survive"]);
    missing(&shoot(1, "shoot = 4", "survive = 4", "[situation]\nothers_in_cube = 1"), &["bystander"]);
    let beside = "[bystander]\narmour = 1\n[situation]\nothers_in_cube = 1";
    missing(&scenario("explosion", 1, "", "survive = 4", beside), &["survive"]);
    let burning = "[options]\nburning = \"three-dice\"";
    missing(&fight(1, "fight = 4", "kind = \"vehicle\"\nvehicle = 2\nfight = 4", burning), &["survive"]);
    missing(&fight(1, "kind = \"vehicle\"\nfight = 4", "fight = 4", ""), &["vehicle"]);
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = |text: &str, says: &str| assert!(faults(text).contains(says), "{}", faults(text));
    wrong(
        &shoot(
            1,
            "shoot = 4\nweapons = [{ name = \"Rifle\" }]",
            "survive = 4",
            "[situation]\nweapon = \"Rifel\"",
        ),
        "did you mean `Rifle`?",
    );
    wrong(&shoot(1, "shoot = 9", "survive = 4", ""), "a whole number from 2 to 8");
    wrong(&shoot(1, "shoot = 4", "survive = 4\narmour = 11", ""), "a whole number from 0 to 10");
    wrong(&shoot(1, "shoot = 4", "survive = 4\narmor = 1", ""), "did you mean `armour`?");
    wrong(&shoot(1, "shoot = 4\nweapons = [{ frags = 1 }]", "survive = 4", ""), "did you mean `frag`?");
}

/// `Later` forgets nothing between steps, the match-up itself does.
#[test]
fn what_is_forgotten_changes_no_number() {
    let walker = "kind = \"vehicle\"\nvehicle = 3\nfight = 4\nshoot = 4\nsurvive = 5\nweapons = [{ ap = 1 }, { dice = 1 }]";
    let rest = "[bystander]\nsurvive = 5\n[situation]\ndefence = \"fight\"\nothers_in_cube = 2";
    let burning = format!("{rest}\n[options]\nburning = \"three-dice\"\nexplode = \"once\"");
    for (procedure, target, rest) in [
        ("fight", walker, &*burning),
        ("fight", "kind = \"csw\"\nfight = 4", "[situation]\ndefence = \"fight\""),
        ("shoot", walker, rest),
        ("explosion", "kind = \"csw\"\nsurvive = 5", rest),
    ] {
        let text = scenario(procedure, 4, walker, target, rest);
        let (all, some) = (Later::new(&text, |_| ()).solve(4), solve(&text));
        for (round, (all, some)) in all.rounds.iter().zip(&some.rounds).enumerate() {
            let mut found = vec![some.kill.value];
            let mut wanted = vec![all.kill.value];
            found.extend(some.events.iter().map(|event| event.probability.value));
            wanted.extend(all.events.iter().map(|event| event.probability.value));
            found.extend(some.measures.iter().map(|measure| measure.mean.value));
            wanted.extend(all.measures.iter().map(|measure| measure.mean.value));
            assert!(round < 3 || some.kill.value > 0.0, "{procedure}");
            assert_close(&found, &wanted);
        }
    }
}

/// A generator good enough to try things out.
struct Lots(u64);

impl Lots {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn of<'a>(&mut self, names: &[&'a str]) -> &'a str {
        names[self.below(names.len() as u64) as usize]
    }

    fn unit(&mut self) -> String {
        let mut unit = format!(
            "kind = \"{}\"\nvehicle = {}\narmour = {}\nnon_combatant = {}\n",
            self.of(&["model", "vehicle", "csw"]),
            self.below(5) + 1,
            self.below(11),
            self.below(9) == 0,
        );
        for stat in ["shoot", "fight", "survive"] {
            unit.extend([stat, " = ", &(self.below(7) + 2).to_string(), "\n"]);
        }
        let weapon = |lots: &mut Self| {
            format!(
                "{{ name = \"W\", ap = {}, dice = {}, range = {}, frag = {}, indirect = {}, long_reload = {} }}",
                lots.below(21),
                lots.below(41) as i64 - 20,
                lots.below(9),
                lots.below(9),
                lots.below(2) == 0,
                lots.below(3) == 0,
            )
        };
        let weapons: Vec<String> = (0..[0, 1, 2, 16][self.below(4) as usize]).map(|_| weapon(self)).collect();
        unit + &format!("weapons = [{}]\n", weapons.join(", "))
    }
}

impl Faces for Lots {
    fn pick(&mut self, _: &Roll, ways: &[u64], _: &dyn Fn(usize) -> Shows) -> usize {
        let there: Vec<usize> = (0..ways.len()).filter(|&face| ways[face] > 0).collect();
        there[self.below(there.len() as u64) as usize]
    }
}

/// Scenarios of every sort are played to the end, whatever falls.
#[test]
fn no_scenario_and_no_dice_are_too_much() {
    let mut lots = Lots(7);
    for _ in 0..400 {
        let text = format!(
            "system = \"deadzone\"\nprocedure = \"{}\"\n[attacker]\n{}[target]\n{}[bystander]\n{}[situation]\n\
             attacker_dice = {}\ntarget_dice = {}\ndistance = {}\ndefence = \"{}\"\nothers_in_cube = {}\n[options]\n\
             explode = \"{}\"\npotential = \"{}\"\nfrag_grenade_dice = {}\nburning = \"{}\"\n",
            lots.of(&["shoot", "fight", "indirect", "grenade", "explosion", "blaze-away"]),
            lots.unit(),
            lots.unit(),
            lots.unit(),
            lots.below(101) as i64 - 50,
            lots.below(101) as i64 - 50,
            lots.below(9),
            lots.of(&["survive", "fight"]),
            lots.below(21),
            lots.of(&["recursive", "once"]),
            lots.of(&["difference", "attacker-successes"]),
            lots.below(51),
            lots.of(&["none", "three-dice"]),
        );
        let Later { game, start } = Later::new(&text, |_| ());
        let (mut state, mut hand) = (start, ByHand::new(game.pools(), Lots(lots.below(1 << 30))));
        for _ in 0..20 {
            if game.is_over(&state) {
                break;
            }
            game.round(&mut state, &mut hand);
            let mut told: Vec<usize> = hand.measures.drain(..).map(|(measure, _)| measure).collect();
            told.sort_unstable();
            assert!(told.windows(2).all(|pair| pair[0] != pair[1]), "a measure is told twice:\n{text}");
        }
        // What can happen is what the procedure lists.
        let procedure = game.system().procedures.iter().find(|known| known.name.name == game.procedure());
        let listed = procedure.unwrap().events.iter().map(|&event| 1 << event).sum::<u32>();
        assert_eq!(game.events(&state).bits() & !listed, 0, "{text}");
    }
}

struct Solved(u32);

impl Visit for Solved {
    type Out = Result<Results, exact::Unsolved>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        exact::solve(game, self.0, exact::Limits::default())
    }
}

#[test]
fn every_sample_scenario_is_solved_exactly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/deadzone");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 8);
    for path in files {
        let scenario =
            scenario::load(&path, &[]).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
        assert!(scenario.header.description.is_some(), "{}", path.display());
        for run in &scenario.runs {
            let results = run.matchup.visit(Solved(run.rounds)).unwrap();
            for round in &results.rounds {
                assert!((0.0..=1.0).contains(&round.kill.value));
                for measure in &round.measures {
                    let mass: f64 = measure.probabilities.iter().map(|p| p.value).sum();
                    assert!((mass - 1.0).abs() < 1e-12, "{} {}: {mass}", path.display(), run.label);
                }
            }
        }
    }
}

#[test]
fn the_starter_is_a_valid_scenario() {
    assert!(valid(&Matchup::system_of(&()).starter).runs.len() > 2);
}

#[test]
fn dz_10_damaged_engines_move_on_5_or_more() {
    let text =
        "system = \"deadzone\"\nprocedure = \"move\"\nrounds = 2\n[target]\nkind = \"vehicle\"\nvehicle = 4";
    let told = play(text, "engines 5\nengines 4");
    assert_eq!(told.measures, [vec![("moves", 1)], vec![]]);
    assert_close(&[told.probability], &[1.0 / 64.0]);
    // 4 of 8 faces, in each round anew.
    let results = solve(text);
    for round in [1, 2] {
        assert_close(&distribution(&results, round, "moves"), &[0.5, 0.5]);
    }
    assert!(
        faults(&text.replace("\"vehicle\"\nvehicle = 4", "\"model\"")).contains("only a vehicle has engines")
    );
}
