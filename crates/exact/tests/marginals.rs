//! What is kept beside a state: events that no rule reads, sums that are only reported, and reports of parts.

mod faces;
mod toys;

use chance::dice::{Pool, Roll};
use chance::{Chance, Events, Flow, Game, Visit};
use exact::{Limits, Solver, Unsolved, solve};
use faces::Compare;
use results::{Method, Results};
use toys::{Event, Measure, Play, ROLL, SECOND, Toy, exploding, red, white};

const LAST: Roll = Roll::new("last", "TOY-3");

/// A tank that is shot at twice in a round. Its events and its sums depend on how battered it is.
struct Tank;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Battered {
    hull: u8,
    stuck: bool,
    dead: bool,
    happened: Events,
    shots: u8,
}

impl Toy for Tank {
    type State = Battered;

    fn step<C: Chance>(&self, _: &[Pool], tank: &mut Battered, chance: &mut C) -> Flow {
        if tank.shots == 2 {
            tank.shots = 0;
            let hull = tank.hull;
            let more = chance.part(hull, |chance| {
                let (first, second) = (chance.die(SECOND, 3, |n| n), chance.die(LAST, 2, |n| n));
                chance.measure(Measure::Then, u32::from(first * second + hull));
                first == 3
            });
            tank.happened = tank.happened.with(Event::Dazed, more && tank.stuck);
            return Flow::RoundOver;
        }
        tank.shots += 1;
        match chance.die(ROLL, 4, |n| n) {
            1 => tank.happened.add(Event::Marked),
            2 => {
                tank.hull += 1;
                chance.add(Measure::Rolled, 1);
            }
            3 => {
                tank.dead |= tank.stuck;
                tank.stuck = true;
                tank.happened = tank.happened.with(Event::Dazed, tank.hull > 0);
            }
            _ => {
                chance.add(Measure::Rolled, 1);
                chance.add(Measure::Rolled, tank.hull.into());
            }
        }
        tank.dead |= tank.hull == 3;
        Flow::Next
    }

    fn killed(tank: &Battered) -> bool {
        tank.dead
    }

    fn events(tank: &Battered) -> Events {
        tank.happened.with(Event::Broken, tank.dead)
    }

    fn forget(tank: &mut Battered) -> Events {
        std::mem::take(&mut tank.happened)
    }
}

#[test]
fn brute_force_marginals() {
    let tank = Play::new(Tank, []);
    // In each round 4 * 4 * 3 * 2 paths, and none after the end.
    assert!(Compare { rounds: 3 }.visit(&tank) > 96 * 96);
    // No event is in the state: hull 0 to 3, stuck or not, dead or not, three moments.
    let results = solve(&tank, 30, Limits::default()).unwrap();
    assert!(matches!(results.method, Method::Exact { states: ..=48, .. }), "{:?}", results.method);
}

fn happened(results: &Results, round: usize, event: Event) -> f64 {
    results.rounds[round - 1].events[event as usize].probability.value
}

#[test]
fn an_event_stays_with_its_state() {
    /// Heads: marked, and never tossed again. Tails: tossed again in the next round.
    struct Coin;
    impl Toy for Coin {
        type State = (bool, Events);
        fn step<C: Chance>(&self, _: &[Pool], (done, happened): &mut Self::State, chance: &mut C) -> Flow {
            if !*done {
                *done = chance.die(ROLL, 2, |n| n == 1);
                *happened = happened.with(Event::Marked, *done);
            }
            Flow::RoundOver
        }
        fn events((_, happened): &Self::State) -> Events {
            *happened
        }
        fn forget((_, happened): &mut Self::State) -> Events {
            std::mem::take(happened)
        }
    }
    let results = solve(&Play::new(Coin, []), 3, Limits::default()).unwrap();
    // 1 - 1/2^n. Were it spread over both states, half of those who are tossed again would be marked already: 5/8 in round 2.
    for (round, wanted) in [(1, 0.5), (2, 0.75), (3, 0.875)] {
        assert!((happened(&results, round, Event::Marked) - wanted).abs() < 1e-15);
    }
}

#[test]
fn events_on_the_way_back_are_kept_and_sums_counted_each_time() {
    /// 1: marked, and again. 2: marked, and the end. 3: one more, and again. Else the end.
    struct Again;
    impl Toy for Again {
        type State = Events;
        fn step<C: Chance>(&self, _: &[Pool], happened: &mut Events, chance: &mut C) -> Flow {
            let number = chance.die(ROLL, 6, |n| n);
            *happened = happened.with(Event::Marked, number < 3);
            chance.add(Measure::Rolled, u32::from(number == 3));
            if number == 1 || number == 3 { Flow::Next } else { Flow::RoundOver }
        }
        fn events(happened: &Events) -> Events {
            *happened
        }
        fn forget(happened: &mut Events) -> Events {
            std::mem::take(happened)
        }
    }
    let results = solve(&Play::new(Again, []), 1, Limits::default()).unwrap();
    // A 3 changes nothing: of 1, 2, 4, 5, 6 two mark.
    assert!((happened(&results, 1, Event::Marked) - 0.4).abs() < 1e-14);
    // Of what is not a 1, one in five is a 3: (1/5)^k * 4/5.
    for (k, p) in results.rounds[0].measures[0].probabilities.iter().enumerate() {
        assert!((p.value - 0.2_f64.powi(k as i32) * 0.8).abs() < 1e-14, "{k}: {}", p.value);
    }
}

#[test]
fn a_tie_that_marks_is_divided_out() {
    /// 1: marked, and again. 2: marked, and the end. Else the end.
    struct Tie;
    impl Toy for Tie {
        type State = Events;
        fn step<C: Chance>(&self, _: &[Pool], happened: &mut Events, chance: &mut C) -> Flow {
            let number = chance.die(ROLL, 4, |n| n);
            *happened = happened.with(Event::Marked, number < 3);
            if number == 1 { Flow::Next } else { Flow::RoundOver }
        }
        fn events(happened: &Events) -> Events {
            *happened
        }
        fn forget(happened: &mut Events) -> Events {
            std::mem::take(happened)
        }
    }
    let results = solve(&Play::new(Tie, []), 2, Limits::default()).unwrap();
    // The first number decides: 1 or 2 of four.
    assert!((happened(&results, 1, Event::Marked) - 0.5).abs() < 1e-15);
    assert!((happened(&results, 2, Event::Marked) - 0.75).abs() < 1e-15);
}

#[test]
fn steps_that_ended_before_the_limit_are_not_played_again() {
    let tank = Play::new(Tank, []);
    let whole = solve(&tank, 5, Limits::default()).unwrap();
    let Method::Exact { paths, .. } = whole.method else { panic!("exact") };
    let mut solver = Solver::new(&tank, 5);
    let unsolved = solver.solve(Limits { paths: paths / 2, ..Limits::default() }).unwrap_err();
    assert!(matches!(unsolved, Unsolved::TooLarge { .. }) && !unsolved.met_states());
    let resumed = solver.solve(Limits::default()).unwrap();
    assert_eq!(resumed.rounds, whole.rounds);
    // Only the step that was interrupted, of six paths at most, is played twice.
    let Method::Exact { paths: again, .. } = resumed.method else { panic!("exact") };
    assert!(again <= paths + 6, "{again} paths, {paths} at once");
}

#[test]
fn no_interrupted_step_is_kept() {
    stopped_anywhere(&Play::new(Tank, []));
}

/// What is found with enough paths is the same, after however many it was tried with before.
fn stopped_anywhere<G: Game>(game: &G) {
    let whole = solve(game, 3, Limits::default()).unwrap();
    let Method::Exact { paths, .. } = whole.method else { panic!("exact") };
    for first in 0..paths {
        let mut solver = Solver::new(game, 3);
        assert!(solver.solve(Limits { paths: first, ..Limits::default() }).is_err());
        let resumed = solver.solve(Limits::default()).unwrap();
        assert_eq!(resumed.rounds, whole.rounds, "stopped after {first} of {paths} paths");
    }
}

#[test]
fn hopeless_work_is_given_up_soon() {
    /// Twelve dice one by one, each with twenty sums and more: 20^12 paths.
    struct OneByOne;
    impl Toy for OneByOne {
        type State = ();
        fn step<C: Chance>(&self, pools: &[Pool], (): &mut (), chance: &mut C) -> Flow {
            let all: u32 = (0..12).map(|_| chance.pool(pools[0], 3).count()).sum();
            chance.measure(Measure::Then, all);
            Flow::RoundOver
        }
    }
    let limits = Limits { paths: 1 << 40, ..Limits::default() };
    let unsolved = solve(&Play::new(OneByOne, [exploding(2)]), 1, limits).unwrap_err();
    assert!(matches!(unsolved, Unsolved::TooLarge { paths, .. } if paths > 1 << 40), "{unsolved}");
    // Neither is a sum computed that has more terms than the limit has paths.
    let limits = Limits { paths: 100, ..Limits::default() };
    assert!(solve(&Play::new(Sums, [red(), white()]), 1, limits).is_err());
}

/// The sum of thousands of dice.
struct Sums;

impl Toy for Sums {
    type State = ();

    fn step<C: Chance>(&self, pools: &[Pool], (): &mut (), chance: &mut C) -> Flow {
        let sum = chance.pool(pools[0], 5000).count();
        let zero = chance.pool(pools[1], 0).count();
        chance.measure(Measure::Then, u32::from(sum > 0) + zero);
        Flow::RoundOver
    }
}

#[test]
fn paths_with_the_same_result_add_up_and_so_do_their_cut_off_tails() {
    /// After a coin an exploding die: any success marks.
    struct Marks;
    impl Toy for Marks {
        type State = (bool, Events);
        fn step<C: Chance>(&self, pools: &[Pool], state: &mut Self::State, chance: &mut C) -> Flow {
            state.0 = chance.part((), |chance| chance.die(SECOND, 2, |n| n == 1));
            let successes = chance.pool(pools[0], 1).count();
            state.1 = state.1.with(Event::Marked, successes > 0);
            Flow::RoundOver
        }
        fn events((_, happened): &Self::State) -> Events {
            *happened
        }
        fn forget((_, happened): &mut Self::State) -> Events {
            std::mem::take(happened)
        }
    }
    let results = solve(&Play::new(Marks, [exploding(5)]), 1, Limits::default()).unwrap();
    // 5 to 8 of eight mark, whatever is rolled after an 8.
    assert!((happened(&results, 1, Event::Marked) - 0.5).abs() < 1e-14);
    // Heads and tails each cut off half as much as the die alone, so together as much: less than 1e-15.
    let Method::Exact { truncated, .. } = results.method else { panic!("exact") };
    assert!(truncated > 0.0 && truncated < 1e-14, "{truncated}");
}

/// Two parts with the same key and the same type of answer, one after the other: the first rolls a d6, the second a d4.
struct Pair;

impl Toy for Pair {
    type State = ();

    fn step<C: Chance>(&self, _: &[Pool], (): &mut (), chance: &mut C) -> Flow {
        let first = chance.part(7_i32, |chance| chance.die(ROLL, 6, u32::from));
        let second = chance.part(7_i32, |chance| chance.die(SECOND, 4, u32::from));
        chance.measure(Measure::Rolled, first);
        chance.measure(Measure::Then, second);
        Flow::RoundOver
    }
}

#[test]
fn parts_at_different_places_share_no_answers() {
    let pair = Play::new(Pair, []);
    assert_eq!(Compare { rounds: 1 }.visit(&pair), 6 * 4);
    let results = solve(&pair, 1, Limits::default()).unwrap();
    let means: Vec<f64> = results.rounds[0].measures.iter().map(|measure| measure.mean.value).collect();
    // The means of a d6 and of a d4.
    assert!((means[0] - 3.5).abs() < 1e-14 && (means[1] - 2.5).abs() < 1e-14, "{means:?}");
}

#[test]
fn a_part_is_played_once_for_each_key() {
    /// The first of two rounds asks for two parts of the same place and key, the second for another key.
    struct Keys;
    impl Toy for Keys {
        type State = u8;
        fn step<C: Chance>(&self, _: &[Pool], round: &mut u8, chance: &mut C) -> Flow {
            for _ in 0..2 {
                chance.part(*round, |chance| chance.die(ROLL, 6, |n| n > 4));
            }
            *round += 1;
            Flow::RoundOver
        }
    }
    let paths = |rounds| match solve(&Play::new(Keys, []), rounds, Limits::default()).unwrap().method {
        Method::Exact { paths, .. } => paths,
        Method::MonteCarlo { .. } => panic!("exact"),
    };
    // Two paths through the die, and 2 * 2 through a step of two such answers; the same again with another key.
    assert_eq!((paths(1), paths(2)), (2 + 4, 2 * (2 + 4)));
}

#[test]
fn a_path_of_many_rolls_counts_as_several() {
    /// 100 rolls that all read alike, and a part of 300 more: one path each.
    struct Long;
    impl Toy for Long {
        type State = ();
        fn step<C: Chance>(&self, _: &[Pool], (): &mut (), chance: &mut C) -> Flow {
            (0..100).for_each(|_| chance.die(ROLL, 6, |_| ()));
            chance.part((), |chance| (0..300).for_each(|_| chance.die(SECOND, 6, |_| ())));
            Flow::RoundOver
        }
    }
    // 300 rolls inside, 100 outside and the part itself: 401 rolls are 12 paths of 32.
    let within = |paths| solve(&Play::new(Long, []), 1, Limits { paths, ..Limits::default() });
    assert!(within(12).is_ok());
    assert!(within(11).is_err());
}
