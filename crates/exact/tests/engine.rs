//! The exact engine on games that are solved on paper.

mod toys;

use chance::dice::{Die, Pool, Shows};
use chance::{Chance, Flow, Game};
use exact::{Limits, Unsolved, solve};
use results::Method;
use toys::{Measure, Play, ROLL, SECOND, Toy, exploding, red, white};

fn rolled<G: Game>(game: &G) -> Vec<f64> {
    let results = solve(game, 1, Limits::default()).unwrap();
    results.rounds[0].measures[0].probabilities.iter().map(|p| p.value).collect()
}

#[track_caller]
fn assert_close(found: &[f64], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len(), "{found:?} is not {wanted:?}");
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-14), "{found:?} is not {wanted:?}");
}

/// Rolls some dice of the first pool and counts.
struct Count(u32);

impl Toy for Count {
    type State = ();

    fn step<C: Chance>(&self, pools: &[Pool], (): &mut (), chance: &mut C) -> Flow {
        let count = chance.pool(pools[0], self.0).count();
        chance.measure(Measure::Rolled, count);
        Flow::RoundOver
    }
}

#[test]
fn one_exploding_d8() {
    // P(0) = (s-1)/8; P(k) = q/8^k + (8-s)/8 / 8^(k-1), the last 8 failing or a plain success ending the run.
    let found = rolled(&Play::new(Count(1), [exploding(5)]));
    let q = 4.0 / 8.0;
    for (k, p) in found.iter().enumerate().take(12) {
        let eighth = 0.125_f64.powi(k as i32);
        let wanted = if k == 0 { q } else { q * eighth + 3.0 / 8.0 * eighth * 8.0 };
        assert!((p - wanted).abs() < 1e-15, "{k}: {p} is not {wanted}");
    }
    // Mean (9 - s)/7, and the result reports how much was cut off.
    let results = solve(&Play::new(Count(1), [exploding(5)]), 1, Limits::default()).unwrap();
    assert!((results.rounds[0].measures[0].mean.value - 4.0 / 7.0).abs() < 1e-13);
    let Method::Exact { truncated, .. } = results.method else { panic!("exact") };
    assert!(truncated > 0.0 && truncated < 1e-13, "{truncated}");
}

#[test]
fn rerolled_misses_and_extra_dice_for_hits() {
    let hit = |n: u8| n >= 5;
    let combat = || Die::new(ROLL, 6, hit);
    // 1/3 + 2/3 * 1/3 = 5/9.
    assert_close(&rolled(&Play::new(Count(1), [combat().reroll_misses(&SECOND)])), &[4.0 / 9.0, 5.0 / 9.0]);
    // A hit brings a die that brings none: 2/3, 1/3 * 2/3, 1/3 * 1/3.
    let laser = combat().then(|face| face.score.count() > 0, combat().named(&SECOND));
    assert_close(&rolled(&Play::new(Count(1), [laser])), &[2.0 / 3.0, 2.0 / 9.0, 1.0 / 9.0]);
}

#[test]
fn two_dice_against_two_dice() {
    /// 2 red against 2 white; the hits are the difference.
    struct Contest;
    impl Toy for Contest {
        type State = ();
        fn step<C: Chance>(&self, pools: &[Pool], (): &mut (), chance: &mut C) -> Flow {
            let attack = chance.total(&[(pools[0], 2)], |_, _, _| ()).count();
            let defence = chance.total(&[(pools[1], 2)], |_, _, _| ()).count();
            chance.measure(Measure::Rolled, attack.saturating_sub(defence));
            Flow::RoundOver
        }
    }
    // By counting all 36 * 36 pairs of faces.
    let (red_faces, white_faces) = ([0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 1, 2]);
    let mut counted = [0_u32; 7];
    for a in red_faces {
        for b in red_faces {
            for c in white_faces {
                for d in white_faces {
                    counted[(a + b - c - d).max(0) as usize] += 1;
                }
            }
        }
    }
    let wanted = counted.map(|count| f64::from(count) / 1296.0);
    assert_close(&rolled(&Play::new(Contest, [red(), white()])), &wanted);
    // The Rules Crusade card rounds them: .4282, .1790, .1605, .1327, .0563.
    assert!((wanted[0] - 0.4282).abs() < 5e-5 && (wanted[4] - 0.0563).abs() < 5e-5);
}

#[test]
fn a_mixed_total_is_one_request() {
    struct Mixed;
    impl Toy for Mixed {
        type State = ();
        fn step<C: Chance>(&self, pools: &[Pool], (): &mut (), chance: &mut C) -> Flow {
            let total = chance.total(&[(pools[0], 2), (pools[1], 1)], |_, _, _| ()).count();
            chance.measure(Measure::Rolled, total);
            Flow::RoundOver
        }
    }
    let results = solve(&Play::new(Mixed, [red(), white()]), 1, Limits::default()).unwrap();
    // Totals 0 to 8: nine paths, not 7 * 3.
    let Method::Exact { paths, .. } = results.method else { panic!("exact") };
    assert_eq!(paths, 9);
}

#[test]
fn a_deck_is_drawn_without_returning() {
    /// Draws two of four cards, one of which is the bomb.
    struct Deck;
    impl Toy for Deck {
        type State = ([u8; 2], bool);
        fn step<C: Chance>(&self, _: &[Pool], (gone, bomb): &mut Self::State, chance: &mut C) -> Flow {
            let left = [1 - u32::from(gone[0]), 3 - u32::from(gone[1])];
            let card = chance.draw(ROLL, &left, |card| Shows::word(["bomb", "blank"][card]));
            gone[card] += 1;
            *bomb |= card == 0;
            Flow::RoundOver
        }
        fn killed((_, bomb): &Self::State) -> bool {
            *bomb
        }
    }
    let results = solve(&Play::new(Deck, []), 4, Limits::default()).unwrap();
    let kills: Vec<f64> = results.rounds.iter().map(|round| round.kill.value).collect();
    assert_close(&kills, &[0.25, 0.5, 0.75, 1.0]);
    let happened: Vec<f64> = results.rounds.iter().map(|round| round.events[0].probability.value).collect();
    assert_close(&happened, &kills);
    // (1 + 2 + 3 + 4) / 4.
    assert!((results.attacks_to_kill.mean.unwrap().value - 2.5).abs() < 1e-12);
    assert_eq!((results.attacks_to_kill.p10, results.attacks_to_kill.median), (Some(1), Some(2)));
}

#[test]
fn ties_are_rolled_again_without_end_or_truncation() {
    struct RollOff;
    impl Toy for RollOff {
        type State = bool;
        fn step<C: Chance>(&self, _: &[Pool], won: &mut bool, chance: &mut C) -> Flow {
            let (mine, yours) = (chance.die(ROLL, 6, |n| n), chance.die(SECOND, 6, |n| n));
            if mine == yours {
                return Flow::Next;
            }
            chance.measure(Measure::Rolled, mine.into());
            *won |= mine > yours;
            Flow::RoundOver
        }
        fn killed(won: &bool) -> bool {
            *won
        }
    }
    let results = solve(&Play::new(RollOff, []), 1, Limits::default()).unwrap();
    assert!((results.rounds[0].kill.value - 0.5).abs() < 1e-15);
    // Each number beats or loses to five others.
    let sixth = 1.0 / 6.0;
    let found: Vec<f64> = results.rounds[0].measures[0].probabilities.iter().map(|p| p.value).collect();
    assert_close(&found, &[0.0, sixth, sixth, sixth, sixth, sixth, sixth]);
    assert!(matches!(results.method, Method::Exact { truncated, .. } if truncated == 0.0));
}

#[test]
fn rules_that_never_end_are_an_error() {
    struct Forever;
    impl Toy for Forever {
        type State = ();
        fn step<C: Chance>(&self, _: &[Pool], (): &mut (), _: &mut C) -> Flow {
            Flow::Next
        }
    }
    assert_eq!(solve(&Play::new(Forever, []), 1, Limits::default()), Err(Unsolved::Endless));
}

/// Whether any two of some d6 are alike: die by die inside, one answer outside.
struct Doubles(u32);

impl Toy for Doubles {
    type State = bool;

    fn step<C: Chance>(&self, _: &[Pool], doubles: &mut bool, chance: &mut C) -> Flow {
        let dice = self.0;
        let alike = chance.part(dice, move |chance| {
            let mut seen = 0_u8;
            (0..dice).any(|_| {
                let bit = chance.die(ROLL, 6, |n| if seen >> n & 1 == 1 { 0 } else { 1 << n });
                seen |= bit;
                bit == 0
            })
        });
        *doubles |= alike;
        Flow::RoundOver
    }

    fn killed(doubles: &bool) -> bool {
        *doubles
    }
}

#[test]
fn a_part_is_one_branch_for_each_answer() {
    for (dice, wanted) in [(2, 1.0 / 6.0), (3, 4.0 / 9.0), (4, 13.0 / 18.0)] {
        let results = solve(&Play::new(Doubles(dice), []), 1, Limits::default()).unwrap();
        assert!((results.rounds[0].kill.value - wanted).abs() < 1e-14);
    }
}

/// Counts its rounds.
struct Clock;
impl Toy for Clock {
    type State = u32;
    fn step<C: Chance>(&self, _: &[Pool], time: &mut u32, _: &mut C) -> Flow {
        *time += 1;
        Flow::RoundOver
    }
}

#[test]
fn the_limits_hold_inside_and_outside_of_parts() {
    let paths = |paths| Limits { paths, ..Limits::default() };
    for limit in [1, 5, 50] {
        let unsolved = solve(&Play::new(Doubles(6), []), 1, paths(limit)).unwrap_err();
        assert!(matches!(unsolved, Unsolved::TooLarge { round: 1, .. }), "{unsolved}");
    }
    assert!(solve(&Play::new(Count(10), [red()]), 1, paths(31)).is_ok());
    let unsolved = solve(&Play::new(Count(10), [red()]), 1, paths(30)).unwrap_err();
    assert!(matches!(unsolved, Unsolved::TooLarge { states: 1, paths: 31, round: 1, .. }), "{unsolved}");
    let states = |states| Limits { states, ..Limits::default() };
    assert!(solve(&Play::new(Clock, []), 9, states(10)).is_ok());
    let unsolved = solve(&Play::new(Clock, []), 10, states(10)).unwrap_err();
    assert!(matches!(unsolved, Unsolved::TooLarge { states: 11, round: 10, .. }), "{unsolved}");
}

#[test]
fn a_known_state_is_not_played_again() {
    let results = solve(&Play::new(Count(3), [red()]), 200, Limits::default()).unwrap();
    assert!(matches!(results.method, Method::Exact { states: 1, paths: 10, .. }), "{:?}", results.method);
}

#[test]
fn an_interrupted_solution_counts_as_many_paths_as_an_uninterrupted_one() {
    let whole = solve(&Play::new(Doubles(4), []), 3, Limits::default()).unwrap();
    for paths in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] {
        let game = Play::new(Doubles(4), []);
        let mut solver = exact::Solver::new(&game, 3);
        // Each attempt but the last ends somewhere in a step or in a part of one.
        let _ = solver.solve(Limits { paths, ..Limits::default() });
        let _ = solver.solve(Limits { paths: 2 * paths, ..Limits::default() });
        assert_eq!(solver.solve(Limits::default()).unwrap(), whole, "interrupted at {paths} paths");
    }
}
