//! Battles of many units, by hand and against single attacks.

mod table;

use std::path::Path;

use chance::by_hand::{ByHand, Script};
use chance::duel::Duel;
use chance::game::Visitable;
use chance::{Events, Flow, Game, Visit};
use results::Results;
use scenario::{BattleFile, Source, parse_battle};
use systems::AnyBattle;
use table::{assert_close, event, kills};

fn battle(text: &str) -> BattleFile {
    let source = Source { name: "battle.toml".into(), text: text.into() };
    parse_battle(source, "battle", Path::new(""), &[])
        .unwrap_or_else(|invalid| panic!("{}", invalid.render(false)))
}

struct Solve(u32);

impl Visit for Solve {
    type Out = Results;

    fn visit<G: Game>(self, game: &G) -> Results {
        exact::solve(game, self.0, exact::Limits::default()).unwrap()
    }
}

fn solve(text: &str, rounds: u32) -> Results {
    battle(text).battle.visit(Solve(rounds))
}

/// A side of so many units that hit on 4+ with one die and die of one wound.
fn duellists(order: &str, counts: [u32; 2]) -> String {
    let side = |count| {
        format!("[[side]]\n[[side.unit]]\ncount = {count}\npoints = 10\nap = 1\nfire_skill = 4\nhp = 1\n")
    };
    let [first, second] = counts.map(side);
    format!("system = \"space-infantry\"\nprocedure = \"standard\"\norder = \"{order}\"\n{first}{second}")
}

#[test]
fn at_once_both_may_fall() {
    // Each hits with 1/2: both fall 1/4, one alone 1/4 each, nobody 1/4; then the same again.
    let results = solve(&duellists("at-once", [1, 1]), 2);
    assert_close(&[event(&results, 1, "first_won"), event(&results, 1, "second_won")], &[0.25, 0.25]);
    assert_close(&[event(&results, 1, "both_gone")], &[0.25]);
    assert_close(&[event(&results, 2, "first_won"), event(&results, 2, "both_gone")], &[0.3125, 0.3125]);
    // Once decided it is over: in the second round ends what was open, 1/4 of all; the first falls in 2/4 of that, wins in 1/4.
    let units = table::distribution(&results, 2, "first_units");
    assert_close(&units, &[13.0 / 16.0, 2.0 / 16.0, 1.0 / 16.0]);
}

#[test]
fn who_attacks_first_has_the_advantage() {
    // The first hits with 1/2; if it misses, the second hits with 1/2. Second first: the other way round.
    for (order, won) in [("first", [0.5, 0.25]), ("second", [0.25, 0.5])] {
        let results = solve(&duellists(order, [1, 1]), 1);
        assert_close(&[event(&results, 1, "first_won"), event(&results, 1, "second_won")], &won);
    }
}

#[test]
fn numbers_tell_and_nobody_shoots_the_dead() {
    // Two against one, at once: the one falls unless both miss, 3/4; one of the two falls with 1/2. Units left of the first side, in
    // battles that end in this round: 1 or 2, each 3/4 * 1/2. A report is one more than the number.
    let results = solve(&duellists("at-once", [2, 1]), 1);
    assert_close(&[event(&results, 1, "first_won")], &[0.75]);
    assert_close(&table::distribution(&results, 1, "first_units"), &[0.25, 0.0, 0.375, 0.375]);
    // It destroys 10 points for 20: not earned. The other would have earned its 10 with one kill.
    assert_close(&[event(&results, 1, "first_earned"), event(&results, 1, "second_earned")], &[0.0, 0.5]);
    // One against one that is counted anew is the same battle.
    let recounted = battle(&duellists("at-once", [1, 1])).battle.recounted(&[2, 1]).unwrap();
    assert_close(&[event(&recounted.visit(Solve(1)), 1, "first_won")], &[0.75]);
}

/// Plays the first round of a battle with the dice of a script; says who is left, unit by unit.
struct Play(Script);

impl Visit for Play {
    type Out = String;

    fn visit<G: Game>(self, game: &G) -> String {
        let mut hand = ByHand::new(game.pools(), self.0);
        let mut state = game.start();
        game.round(&mut state, &mut hand);
        hand.faces.finish().unwrap();
        format!("{state:?}")
    }
}

fn play(battle: &AnyBattle, script: &str) -> String {
    battle.visit(Play(Script::parse(script).unwrap()))
}

/// One shooter with five dice of 2+ against a tough cheap unit, a weak one and a dear one.
fn choice(policy: &str, shooters: u32) -> String {
    format!(
        "system = \"space-infantry\"\nprocedure = \"standard\"\norder = \"first\"\n\
         [[side]]\npolicy = \"{policy}\"\n[[side.unit]]\ncount = {shooters}\nap = 1\nfire_skill = 2\nhp = 9\n\
         [[side]]\n[[side.unit]]\npoints = 5\nhp = 3\n[[side.unit]]\npoints = 6\nhp = 2\n[[side.unit]]\npoints = 9\nhp = 4\n"
    )
}

#[test]
fn policies_choose_their_targets() {
    let left = |policy: &str, shooters: u32, script: &str| {
        let text = play(&battle(&choice(policy, shooters)).battle, script);
        let units = text.split("Condition { wounds: ").skip(1 + shooters as usize);
        units.map(|unit| unit.split(',').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // The weakest has 2 hit points, the dearest costs 9; spread, each is attacked before one is attacked again.
    assert_eq!(left("weakest", 1, "attack 2"), ["0", "1", "0"]);
    assert_eq!(left("dearest", 1, "attack 2"), ["0", "0", "1"]);
    assert_eq!(left("spread", 3, "attack 2 2 2"), ["1", "1", "1"]);
    // Two wounds kill the weakest; the third goes to the next, who has 3.
    assert_eq!(left("weakest", 3, "attack 2 2 2"), ["1", "0"]);
    // Units are numbered over both sides: 4 is the third of the second side.
    assert_eq!(left("random", 1, "target 4\nattack 2"), ["0", "0", "1"]);
}

#[test]
fn nobody_shoots_at_what_it_cannot_harm() {
    // Heavy Armor takes no wound of a standard attack, though it has the least left to be destroyed.
    let text = |policy: &str| {
        format!(
            "system = \"space-infantry\"\nprocedure = \"standard\"\norder = \"first\"\n\
             [[side]]\npolicy = \"{policy}\"\n[[side.unit]]\nap = 1\nfire_skill = 2\nhp = 9\n\
             [[side]]\n[[side.unit]]\npoints = 9\nheavy_armor = true\n[[side.unit]]\npoints = 6\nhp = 2\n"
        )
    };
    for policy in ["weakest", "dearest", "spread"] {
        let left = play(&battle(&text(policy)).battle, "attack 2");
        let wounds: Vec<&str> = left.split("Condition { wounds: ").skip(1).map(|unit| &unit[..1]).collect();
        assert_eq!(wounds, ["0", "0", "1"], "{policy}");
    }
}

/// A state made anew in the room of another.
struct Again(Script);

impl Visit for Again {
    type Out = ();

    fn visit<G: Game>(self, game: &G) {
        let mut hand = ByHand::new(game.pools(), self.0);
        let start = game.start();
        let mut state = game.start();
        game.round(&mut state, &mut hand);
        assert_ne!(format!("{state:?}"), format!("{start:?}"));
        state.clone_from(&start);
        assert_eq!(format!("{state:?}"), format!("{start:?}"));
    }
}

#[test]
fn a_battle_begins_anew() {
    battle(&choice("weakest", 1)).battle.visit(Again(Script::parse("attack 2").unwrap()));
}

/// An attack on somebody who cannot strike back, as a scenario and as a battle of one against one.
fn harmless(system: &str, top: &str, attacker: &str, target: &str, rest: &str) -> (String, String) {
    let scenario = format!(
        "system = \"{system}\"\nrounds = 4\n{top}\n[attacker]\n{attacker}\n[target]\n{target}\n{rest}"
    );
    let battle = format!(
        "system = \"{system}\"\norder = \"first\"\n{top}\n{rest}\n[[side]]\n[[side.unit]]\n{attacker}\n[[side]]\n[[side.unit]]\n{target}\n"
    );
    (scenario, battle)
}

#[test]
fn a_battle_against_the_harmless_is_a_scenario() {
    let cases = [
        harmless("space-infantry", "", "ap = 3\nav_skill = 3", "heavy_armor = true\ndmg = 4\nsp = 2", ""),
        harmless(
            "deadzone",
            "",
            "shoot = 4\nweapons = [{ ap = 2, dice = 1, long_reload = true }]",
            "kind = \"vehicle\"\nvehicle = 4\nsurvive = 5\narmour = 1\nnon_combatant = true\nshoot = 5",
            "[options]\nburning = \"three-dice\"",
        ),
        harmless(
            "dust-warfare",
            "",
            "weapons = [{ name = \"gun\", attack = \"6/1\", traits = [\"incendiary\"] }, { name = \"shell\", attack = \"4/1\", traits = [\"reload\"] }]",
            "type = \"vehicle\"\narmor = 4\nhit_points = 6",
            "",
        ),
        harmless(
            "dust-warfare",
            "",
            "weapons = [{ name = \"gun\", attack = \"7/1\" }]",
            "armor = 2\nminiatures = 5\nhit_points = 2",
            "[situation]\ncover = \"soft\"",
        ),
        harmless(
            "rules-crusade",
            "",
            "weapons = [{ dice = \"2R+1W\" }, { dice = \"3R\", traits = [\"load\"] }]\ndice = \"2R\"",
            "dice = \"2R\"\nhits = 3",
            "[options]\ndeck = { crew = 4, drive = 4, hull = 4, weapon = 4, fire = 4 }",
        ),
        harmless(
            "sythopian-wars",
            "",
            "models = 4\nresolve = 4\nhp = 1\nweapons = [{ rof = 2, force = 1, range = 24 }]",
            "models = 3\nresolve = 4\nhp = 3",
            "[situation]\ndistance = 12",
        ),
    ];
    for (scenario, battle) in cases {
        let wanted = kills(&scenario);
        let results = solve(&battle, 4);
        let found: Vec<f64> = (1..=4).map(|round| event(&results, round, "first_won")).collect();
        assert!(wanted[3] > 0.0 && wanted[3] < 1.0, "the case should tell: {wanted:?}");
        assert_close(&found, &wanted);
    }
}

#[test]
fn what_befalls_a_unit_at_once_adds_up() {
    let systems::Matchup::Deadzone(tank) =
        &table::valid("system = \"deadzone\"\n[attacker]\nshoot = 5\n[target]\nkind = \"vehicle\"\nvehicle = 4\nsurvive = 5").runs[0].matchup
    else {
        panic!("another system")
    };
    let hurt = |injuries| rules::deadzone::Condition { injuries, ..Default::default() };
    assert_eq!(tank.combine(hurt(1), hurt(2), hurt(2)).injuries, 3);
    assert!(tank.combine(hurt(1), hurt(3), hurt(2)).destroyed);
    // A weapon lost to each of two attacks: both are gone.
    let without = |weapons_gone| rules::deadzone::Condition { weapons_gone, ..Default::default() };
    assert_eq!(tank.combine(without(0), without(0b01), without(0b10)).weapons_gone, 0b11);
    // DZ-14: immobilised by whom it attacked or by who attacked it, its crew would give it up in a panic.
    let immobilised = |stuck| rules::deadzone::Condition { stuck, ..Default::default() };
    for (acted, suffered) in [(false, false), (true, false), (false, true)] {
        let both = tank.combine(immobilised(false), immobilised(acted), immobilised(suffered));
        assert_eq!(both.stuck, acted || suffered);
    }

    let squad = "models = 5\nresolve = 4\nhp = 3\nweapons = [{ rof = 1, force = 1, range = 24 }]";
    let text =
        format!("system = \"sythopian-wars\"\nprocedure = \"melee\"\n[attacker]\n{squad}\n[target]\n{squad}");
    let systems::Matchup::SythopianWars(squad) = &table::valid(&text).runs[0].matchup else {
        panic!("another system")
    };
    let left = |models, sustained| rules::sythopian_wars::Condition::Infantry {
        models,
        sustained,
        stunned: u8::from(sustained > 0),
        carriers: rules::sythopian_wars::Carriers::default(),
    };
    // 15 HP; one loses 4, the other 5: 6 are left, two whole models.
    assert_eq!(squad.combine(left(5, 0), left(4, 1), left(4, 2)), left(2, 0));
    // It recovers a point of two and loses 4: 13 + 1 - 4 = 10 HP, four models, one with two points of damage.
    assert_eq!(squad.combine(left(5, 2), left(5, 1), left(4, 3)), left(4, 2));

    let walker = "kind = \"vehicle\"\narmor = 5\nhp = 4\nresolve = 4\nweapons = [{ rof = 1, force = 1 }]";
    let text = format!("system = \"sythopian-wars\"\n[attacker]\n{walker}\n[target]\n{walker}\n");
    let systems::Matchup::SythopianWars(walker) = &table::valid(&text).runs[0].matchup else {
        panic!("another system")
    };
    let left =
        |armor, hp, minor, majors| rules::sythopian_wars::Condition::Vehicle { armor, hp, minor, majors };
    // Losses of Armor 1 and 2, of HP 1 and 2, major effects 1 and 2 beside the one before.
    let both = walker.combine(left(5, 4, false, 1), left(4, 3, true, 2), left(3, 2, false, 3));
    assert_eq!(both, left(2, 1, true, 4));
    let both = walker.combine(left(2, 1, false, 0), left(0, 0, false, 0), left(1, 0, true, 0));
    assert_eq!(both, left(0, 0, true, 0));

    let men = "miniatures = 5\nhit_points = 2\narmor = 2\nweapons = [{ name = \"gun\", attack = \"3/1\" }]";
    let text = format!("system = \"dust-warfare\"\n[attacker]\n{men}\n[target]\n{men}");
    let systems::Matchup::DustWarfare(men) = &table::valid(&text).runs[0].matchup else {
        panic!("another system")
    };
    let hurt = |lost, wounds| rules::dust_warfare::Condition { lost, wounds, ..Default::default() };
    // 10 hit points, 3 and 4 lost: 3 are left, two men, one of them wounded.
    assert_eq!(men.combine(hurt(0, 0), hurt(1, 1), hurt(2, 0)), hurt(3, 1));

    let text = "system = \"rules-crusade\"\nprocedure = \"ram\"\n[attacker]\ndice = \"2R\"\nhits = 4\n[target]\ndice = \"2R\"\nhits = 4";
    let systems::Matchup::RulesCrusade(tank) = &table::valid(text).runs[0].matchup else {
        panic!("another system")
    };
    let drawn = |cards, hull| rules::rules_crusade::Condition { cards, hull, ..Default::default() };
    let both = tank.combine(drawn(1, 0), drawn(2, 1), drawn(2, 0));
    assert_eq!((both.cards, both.hull, both.destroyed), (3, 1, false));
    assert!(tank.combine(drawn(1, 0), drawn(3, 0), drawn(2, 0)).destroyed);
    // What happened in either attack has happened.
    let with = |events| rules::rules_crusade::Condition {
        happened: Events::from_bits(events),
        ..Default::default()
    };
    assert_eq!(tank.combine(with(0), with(0b01), with(0b10)).happened, Events::from_bits(0b11));

    // A troop of three dice has lost one before, and one more to each attack; or none but to the second.
    let text = "system = \"rules-crusade\"\nprocedure = \"rush\"\n[attacker]\ndice = \"3R\"\n[target]\ndice = \"3R\"";
    let systems::Matchup::RulesCrusade(troop) = &table::valid(text).runs[0].matchup else {
        panic!("another system")
    };
    let short = |lost| rules::rules_crusade::Condition { lost, ..Default::default() };
    assert!(troop.combine(short(1), short(2), short(2)).destroyed);
    assert!(!troop.combine(short(1), short(1), short(2)).destroyed);
    assert_eq!([troop.remaining(&short(0)), troop.remaining(&short(2))], [3, 1]);
}

#[test]
fn a_crew_that_is_hurt_at_once_keeps_its_men_apart() {
    let text = "system = \"deadzone\"\n[attacker]\nshoot = 5\n[target]\nkind = \"csw\"\nsurvive = 5";
    let systems::Matchup::Deadzone(crew) = &table::valid(text).runs[0].matchup else {
        panic!("another system")
    };
    let men = |injuries, loader| rules::deadzone::Condition { injuries, loader, ..Default::default() };
    let both = |acted, suffered| {
        let both = crew.combine(men(0, Some(0)), acted, suffered);
        (both.injuries, both.loader, both.destroyed)
    };
    // Two injuries kill a man. The gunner is hurt by the one attack, the loader by the other.
    assert_eq!(both(men(1, Some(0)), men(0, Some(1))), (1, Some(1), false));
    // The gunner dies of both, and the loader takes his place.
    assert_eq!(both(men(1, Some(0)), men(1, Some(1))), (1, None, false));
    // The loader dies of both; then both men do.
    assert_eq!(both(men(0, Some(1)), men(0, Some(1))), (0, None, false));
    let (_, loader, destroyed) = both(men(1, Some(1)), men(1, Some(1)));
    assert_eq!((loader, destroyed), (None, true));
    // One attack costs a man, the other nothing.
    assert_eq!(both(men(1, None), men(0, Some(0))), (1, None, false));
    assert_eq!(both(men(0, Some(0)), men(1, None)), (1, None, false));
    // What they had before counts once.
    let worn = crew.combine(men(1, Some(1)), men(1, Some(1)), men(1, Some(1)));
    assert_eq!((worn.injuries, worn.loader, worn.destroyed), (1, Some(1), false));
    // One injury more for the gunner, two for the loader.
    assert_eq!([crew.remaining(&men(1, Some(0))), crew.remaining(&men(1, None))], [3, 1]);
}

#[test]
fn what_is_left_of_a_unit() {
    let text = "system = \"space-infantry\"\n[attacker]\nap = 3\nav_skill = 3\n[target]\nheavy_armor = true\ndmg = 4\nsp = 3";
    let systems::Matchup::SpaceInfantry(tank) = &table::valid(text).runs[0].matchup else {
        panic!("another system")
    };
    let hurt = |wounds| rules::space_infantry::Condition { wounds, destroyed: false };
    assert_eq!([tank.remaining(&hurt(0)), tank.remaining(&hurt(2)), tank.remaining(&hurt(3))], [3, 1, 0]);

    let text = "system = \"deadzone\"\n[attacker]\nshoot = 5\n[target]\nkind = \"vehicle\"\nvehicle = 4\nsurvive = 5";
    let systems::Matchup::Deadzone(tank) = &table::valid(text).runs[0].matchup else {
        panic!("another system")
    };
    let hurt = |injuries| rules::deadzone::Condition { injuries, ..Default::default() };
    assert_eq!([tank.remaining(&hurt(0)), tank.remaining(&hurt(3))], [4, 1]);

    let text = "system = \"dust-warfare\"\n[attacker]\nweapons = [{ name = \"gun\", attack = \"3/1\" }]\n[target]\nminiatures = 5\nhit_points = 2\narmor = 2";
    let systems::Matchup::DustWarfare(men) = &table::valid(text).runs[0].matchup else {
        panic!("another system")
    };
    let hurt = |lost, wounds| rules::dust_warfare::Condition { lost, wounds, ..Default::default() };
    // Five men of two hit points.
    assert_eq!([men.remaining(&hurt(0, 0)), men.remaining(&hurt(3, 1))], [10, 3]);

    let text = "system = \"rules-crusade\"\nprocedure = \"ram\"\n[attacker]\ndice = \"2R\"\nhits = 4\n[target]\ndice = \"2R\"\nhits = 4";
    let systems::Matchup::RulesCrusade(tank) = &table::valid(text).runs[0].matchup else {
        panic!("another system")
    };
    let drawn = |cards| rules::rules_crusade::Condition { cards, ..Default::default() };
    assert_eq!([tank.remaining(&drawn(0)), tank.remaining(&drawn(3))], [4, 1]);
}

#[test]
fn the_points_that_a_side_can_lose() {
    // Units of 5, 6 and 9 points, some of them or all.
    let battle = battle(&choice("weakest", 1)).battle;
    assert_eq!(battle.sums(1).all(), [0.0, 5.0, 6.0, 9.0, 11.0, 14.0, 15.0, 20.0]);
    assert_eq!([battle.sums(0).total(), battle.sums(1).total()], [0.0, 20.0]);
    assert_eq!([battle.sums(1).place(11.0), battle.sums(1).place(20.0)], [4, 7]);
    assert_eq!(battle.sums(1).at(4), 11.0);
}

#[test]
fn a_reaction_uses_ammunition_beside_what_was_used_before() {
    let men = "armor = 2\nminiatures = 5\nhit_points = 2\nweapons = [{ name = \"gun\", attack = \"3/1\" }]";
    let text = format!("system = \"dust-warfare\"\n[attacker]\n{men}\n[target]\n{men}");
    let systems::Matchup::DustWarfare(men) = &table::valid(&text).runs[0].matchup else {
        panic!("another system")
    };
    let used = |reacted, empty| rules::dust_warfare::Condition { reacted, empty, ..Default::default() };
    let empty =
        |after, before| men.finish_attack(&men.begin_attack(used(false, 0), after, ()), before).target.empty;
    assert_eq!(empty(used(true, 0b10), used(false, 0b01)), 0b11);
    // It reacted to another attack, or not at all: this one has used nothing.
    assert_eq!(empty(used(true, 0b10), used(true, 0b01)), 0b01);
    assert_eq!(empty(used(false, 0b10), used(false, 0b01)), 0b01);
}

#[test]
fn the_fallen_of_a_battle_take_their_weapons_with_them_unless_the_file_says_otherwise() {
    let text = |options: &str| {
        format!(
            "system = \"dust-warfare\"\norder = \"first\"\n[options]\n{options}\n\
             [[side]]\n[[side.unit]]\nhit_points = 9\nweapons = [{{ name = \"gun\", attack = \"1/1\" }}]\n\
             [[side]]\n[[side.unit]]\nminiatures = 2\nabilities = [\"zombie\"]\nweapons = [{{ name = \"claw\", attack = \"1/1\", count = 2 }}]\n"
        )
    };
    // One of two zombies, who have no markers, falls. The other strikes with the one weapon that is left, or with both.
    let hit = "attack hit\narmor blank\n";
    play(&battle(&text("")).battle, &format!("{hit}attack blank"));
    play(&battle(&text("cheat_death = \"hit\"")).battle, &format!("{hit}attack blank"));
    play(&battle(&text("weapon_losses = \"none\"")).battle, &format!("{hit}attack blank blank"));
}

#[test]
fn who_cannot_attack_or_does_not_reach_harms_nobody() {
    let can_harm = |attacker: &str, distance: u32| {
        let text = format!(
            "system = \"deadzone\"\n[attacker]\nshoot = 5\n{attacker}\n[target]\nsurvive = 5\n[situation]\ndistance = {distance}"
        );
        let systems::Matchup::Deadzone(meeting) = &table::valid(&text).runs[0].matchup else {
            panic!("another system")
        };
        let fresh = rules::deadzone::Condition::default();
        meeting.can_harm(&fresh, &fresh)
    };
    // DZ-4: a Non-combatant cannot attack at all. D4: nor can a weapon beyond its range.
    let rifle = "weapons = [{ range = 3 }]";
    assert!(can_harm(rifle, 3));
    assert!(!can_harm(rifle, 4));
    assert!(!can_harm(&format!("non_combatant = true\n{rifle}"), 3));
    // Dust Warfare: a line fires up to its range.
    for (distance, wanted) in [(12, true), (13, false)] {
        let text = format!(
            "system = \"dust-warfare\"\n[attacker]\nweapons = [{{ attack = \"1/1\", range = 12 }}]\n[target]\n[situation]\ndistance = {distance}"
        );
        let systems::Matchup::DustWarfare(meeting) = &table::valid(&text).runs[0].matchup else {
            panic!("another system")
        };
        let fresh = rules::dust_warfare::Condition::default();
        assert_eq!(meeting.can_harm(&fresh, &fresh), wanted);
    }
}

#[test]
fn the_attack_of_one_kind_on_another_is_found() {
    let battle = battle(&choice("weakest", 1)).battle;
    // The shooter hits on 2+ with one die a round; its three enemies have 3, 2 and 4 hit points, and none of them attacks.
    let killed = |target| battle.attack(0, target).unwrap().visit(Solve(4)).rounds[3].kill.value;
    let p: f64 = 5.0 / 6.0;
    let at_least = |hits: i32| {
        let ways = [1.0, 4.0, 6.0, 4.0, 1.0];
        (hits..=4).map(|k| ways[k as usize] * p.powi(k) * (1.0 - p).powi(4 - k)).sum::<f64>()
    };
    assert_close(&[killed(1), killed(2), killed(3)], &[at_least(3), at_least(2), at_least(4)]);
    assert!(battle.attack(1, 0).is_none() && battle.attack(0, 0).is_none());
}

#[test]
fn a_unit_attacks_each_enemy_by_the_first_of_its_procedures_that_can_harm_it() {
    let text = |procedures: &str| {
        format!(
            "system = \"space-infantry\"\norder = \"first\"\n\
             [[side]]\n[[side.unit]]\nprocedure = [{procedures}]\nap = 1\nfire_skill = 2\nav_skill = 2\nhp = 9\n\
             [[side]]\n[[side.unit]]\nheavy_armor = true\ndmg = 1\nsp = 2\n"
        )
    };
    // SI-6: a standard attack does nothing to Heavy Armor. SI-3: any number pierces DMG 1.
    let both = "\"standard\", \"anti-vehicle\"";
    let left = play(&battle(&text(both)).battle, "attack 2\npenetration 1");
    assert_eq!(left.split("Condition { wounds: ").nth(2).map(|unit| &unit[..1]), Some("1"), "{left}");
    // There are two procedures to choose from.
    let source = Source { name: "battle.toml".into(), text: text(&format!("{both}, \"standard\"")) };
    let refused = parse_battle(source, "battle", Path::new(""), &[]).unwrap_err().render(false);
    assert!(refused.contains("more than 2 entries"), "{refused}");
}

#[test]
fn who_attacks_nobody_has_the_time_to_reload() {
    let text = "system = \"deadzone\"\n[attacker]\nshoot = 5\n[target]\nsurvive = 5";
    let systems::Matchup::Deadzone(meeting) = &table::valid(text).runs[0].matchup else {
        panic!("another system")
    };
    let mut unit = rules::deadzone::Condition { reloading: true, ..Default::default() };
    meeting.idle(&mut unit, &mut ByHand::new(meeting.pools(), Script::parse("").unwrap()));
    assert!(!unit.reloading);
}

#[test]
fn a_blinded_vehicle_rerolls_nothing_in_a_sustained_attack() {
    let meeting = |situation: &str| {
        let unit = "type = \"vehicle\"\narmor = 2\nhit_points = 9\nweapons = [{ attack = \"1/1\" }]";
        let text = format!(
            "system = \"dust-warfare\"\n[attacker]\n{unit}\n[target]\n{unit}\n[situation]\n{situation}"
        );
        let systems::Matchup::DustWarfare(meeting) = table::valid(&text).runs[0].matchup.clone() else {
            panic!("another system")
        };
        meeting
    };
    let attack = meeting("action = \"sustained\"");
    let engage = |attacker, script: &str| {
        let mut hand = ByHand::new(attack.pools(), Script::parse(script).unwrap());
        let mut state = attack.begin_attack(attacker, attack.fresh(), ());
        while attack.attack_step(&mut state, &mut hand) == Flow::Next {}
        hand.faces.finish()
    };
    assert_eq!(engage(attack.fresh(), "attack blank\nreroll blank"), Ok(()));
    let blinded = meeting("effects = [\"blinded\"]").start().target;
    assert_eq!(engage(blinded, "attack blank"), Ok(()));
}
