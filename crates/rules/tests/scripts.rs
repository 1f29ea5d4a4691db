//! Scripts and stories: what does not fit is an error with a position, and a told play replays.

mod table;

use chance::by_hand::{ByHand, Faces, Script, ScriptError};
use chance::dice::{Die, Pools, Roll, Shows};
use chance::game::Visitable;
use chance::{Chance, Game, Visit};

const FIRST: Roll = Roll::new("first", "TOY-1");

fn roll(script: &str, dice: u32) -> Result<u32, ScriptError> {
    let pools = Pools::default();
    let pool = pools.add(Die::new(FIRST, 6, |n| n >= 4));
    let mut hand = ByHand::new(&pools, Script::parse(script)?);
    let count = hand.pool(pool, dice).count();
    hand.faces.finish().map(|()| count)
}

#[test]
fn a_script_that_fits() {
    assert_eq!(roll("first 1 4 # a remark\n\n# another\nfirst 6", 3), Ok(2));
}

#[test]
fn a_script_that_does_not_fit_says_where() {
    assert_eq!(
        roll("\nsecond 4", 1),
        Err(ScriptError::TooEarly { line: 2, found: "second".into(), wanted: "first".into() })
    );
    assert_eq!(roll("first 4 4", 3), Err(ScriptError::TooFew { wanted: "first".into(), after: 2 }));
    assert_eq!(roll("first 4\nfirst 4 4", 1), Err(ScriptError::Unused { line: 2, left: 2 }));
    let wrong = roll("first 7", 1).unwrap_err();
    assert_eq!(wrong.to_string(), "line 1: no face shows \"7\"; this die has 1 2 3 4 5 6");
    assert_eq!(roll("first", 1), Err(ScriptError::NoDice { line: 1 }));
}

#[test]
fn dice_that_bring_dice_are_named_one_by_one() {
    let pools = Pools::default();
    let second = Roll::new("second", "TOY-2");
    let explode = Die::new(FIRST, 8, |n| n >= 5).again(|face| face.shows == Shows::Number(8));
    let reroll = Die::new(FIRST, 6, |n| n >= 5).reroll_misses(&second);
    let (explode, reroll) = (pools.add(explode), pools.add(reroll));
    let script = Script::parse("first 8 8 4 5 1\nsecond 6").unwrap();
    let mut hand = ByHand::new(&pools, script);
    // 8, 8 and then a 4 that ends it: two. A 5: one more.
    assert_eq!(hand.pool(explode, 2).count(), 3);
    assert_eq!(hand.pool(reroll, 1).count(), 1);
    assert_eq!(hand.faces.finish(), Ok(()));
}

#[test]
fn dice_whose_faces_are_points_add_up() {
    let pools = Pools::default();
    let faces = [(0_u8, 3), (1, 1), (2, 1), (3, 1)]
        .map(|(points, ways)| (Shows::Number(points.into()), ways, points));
    let red = pools.add(Die::with_faces(FIRST, faces));
    let mut hand = ByHand::new(&pools, Script::parse("first 3 0 2 1").unwrap());
    // 3 + 0 + 2 + 1.
    assert_eq!(hand.pool(red, 4).count(), 6);
    assert_eq!(hand.faces.finish(), Ok(()));
}

/// Plays with thrown dice, then replays the story as a script.
struct Replay {
    rounds: u32,
    seed: u64,
}

/// A small generator of faces, so that the rules' own tests need no engine.
struct Thrown(u64);

impl chance::by_hand::Faces for Thrown {
    fn pick(&mut self, _: &Roll, ways: &[u64], _: &dyn Fn(usize) -> Shows) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut left = (self.0 >> 33) % ways.iter().sum::<u64>();
        ways.iter()
            .position(|&ways| {
                let here = left < ways;
                left = left.saturating_sub(ways);
                here
            })
            .unwrap()
    }
}

impl Visit for Replay {
    type Out = ();

    fn visit<G: Game>(self, game: &G) {
        let mut thrown = ByHand::new(game.pools(), Thrown(self.seed));
        let mut state = game.start();
        let mut played = 0;
        while played < self.rounds && !game.is_killed(&state) && !game.is_over(&state) {
            game.round(&mut state, &mut thrown);
            played += 1;
        }
        let story = thrown.story.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let script = Script::parse(&story).unwrap();
        let mut again = ByHand::new(game.pools(), script);
        let mut replayed = game.start();
        for _ in 0..played {
            game.round(&mut replayed, &mut again);
            assert!(!again.faces.has_failed(), "{:?}\n{story}", again.faces.finish());
        }
        assert_eq!(again.faces.finish(), Ok(()), "{story}");
        assert_eq!(state, replayed, "{story}");
        assert_eq!(thrown.measures, again.measures);
    }
}

#[test]
fn a_told_play_replays_to_the_same_end() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut played = 0;
    for system in systems::built_in() {
        for file in std::fs::read_dir(folder.join(&*system.id)).unwrap() {
            let path = file.unwrap().path();
            let scenario =
                scenario::load(&path, &[]).unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
            for run in scenario.runs.iter().take(10) {
                for seed in 0..20 {
                    run.matchup.visit(Replay { rounds: run.rounds, seed });
                    played += 1;
                }
            }
        }
    }
    assert!(played > 100);
}

#[test]
fn a_card_that_is_gone_cannot_be_drawn_and_a_script_knows_when_it_ends() {
    let pools = Pools::default();
    let cards = ["fire", "hull"];
    let draw = |script: &str, ways: [u32; 2]| {
        let mut hand = ByHand::new(&pools, Script::parse(script).unwrap());
        assert!(!hand.faces.is_used_up());
        let drawn = hand.draw(FIRST, &ways, |card| Shows::word(cards[card]));
        let used_up = hand.faces.is_used_up();
        hand.faces.finish().map(|()| (drawn, used_up))
    };
    assert_eq!(draw("first hull", [1, 1]), Ok((1, true)));
    let fault = ScriptError::WrongFace { line: 1, found: "hull".into(), allowed: "fire".into() };
    assert_eq!(draw("first hull", [1, 0]), Err(fault));
}

#[test]
fn a_script_has_failed_from_the_first_die_that_does_not_fit() {
    let pools = Pools::default();
    let pool = pools.add(Die::new(FIRST, 6, |n| n >= 4));
    let mut hand = ByHand::new(&pools, Script::parse("first 4 7 5").unwrap());
    hand.pool(pool, 1);
    assert!(!hand.faces.has_failed());
    hand.pool(pool, 1);
    assert!(hand.faces.has_failed());
}
