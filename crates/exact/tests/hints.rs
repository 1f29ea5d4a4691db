//! Hints change no number. Every sample is solved as it is and with all hints taken away, and both agree to 1e-12.
//!
//! Hints save the exact engine work: parts, whose answers it computes once for each key, and [`Game::forget`], which
//! drops what no later rule reads. Without hints, a total of several kinds of dice is rolled kind by kind.
//! [`Game::is_over`] is not a hint but a rule: an attacker that was destroyed attacks no more.

use std::path::Path;

use chance::dice::{Pool, Pools, Roll, Score, Shows};
use chance::fields::Index;
use chance::game::Visitable;
use chance::{Chance, Events, Flow, Game, System, Visit};
use exact::{Limits, solve};
use results::Results;

/// Plays parts in place and totals kind by kind, as the default methods of [`Chance`] do.
struct Plain<'a, C> {
    chance: &'a mut C,
    in_matchup: bool,
}

impl<C: Chance> Chance for Plain<'_, C> {
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        self.chance.pool(pool, dice)
    }

    fn die<T: Copy + PartialEq>(&mut self, roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        self.chance.die(roll, sides, read)
    }

    fn draw(&mut self, roll: Roll, copies: &[u32], shows: impl Fn(usize) -> Shows) -> usize {
        self.chance.draw(roll, copies, shows)
    }

    fn measure(&mut self, measure: impl Index, value: u32) {
        if !self.in_matchup {
            self.chance.measure(measure, value);
        }
    }

    fn add(&mut self, measure: impl Index, value: u32) {
        if !self.in_matchup {
            self.chance.add(measure, value);
        }
    }

    fn within<T>(&mut self, _: usize, play: impl FnOnce(&mut Self) -> T) -> T {
        self.in_matchup = true;
        let answer = play(self);
        self.in_matchup = false;
        answer
    }
}

/// A game without some of its hints.
struct Without<'g, G> {
    game: &'g G,
    parts: bool,
    forgetting: bool,
}

impl<G: Game> Game for Without<'_, G> {
    type State = G::State;

    fn system(&self) -> &System {
        self.game.system()
    }

    fn procedure(&self) -> &str {
        self.game.procedure()
    }

    fn pools(&self) -> &Pools {
        self.game.pools()
    }

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn step<C: Chance>(&self, state: &mut G::State, chance: &mut C) -> Flow {
        if self.parts {
            self.game.step(state, &mut Plain { chance, in_matchup: false })
        } else {
            self.game.step(state, chance)
        }
    }

    fn forget(&self, state: &mut G::State) -> Events {
        if self.forgetting { Events::NONE } else { self.game.forget(state) }
    }

    fn is_killed(&self, state: &G::State) -> bool {
        self.game.is_killed(state)
    }

    fn is_over(&self, state: &G::State) -> bool {
        self.game.is_over(state)
    }

    fn events(&self, state: &G::State) -> Events {
        self.game.events(state)
    }
}

/// The limits of a solution without hints in this test.
const LIMITS: Limits = Limits { states: 100_000, paths: 200_000 };

/// Solves a game with its hints and without, for as many rounds as the limits allow.
struct Compare<'a> {
    name: &'a str,
    rounds: u32,
}

/// The number of rounds that were compared without parts, and without forgetting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Compared {
    parts: u32,
    forgetting: u32,
}

impl Visit for Compare<'_> {
    type Out = Compared;

    fn visit<G: Game>(self, game: &G) -> Compared {
        let compared = |parts: bool, forgetting: bool| {
            for rounds in [self.rounds, 1] {
                if rounds > self.rounds {
                    continue;
                }
                let plain = solve(&Without { game, parts, forgetting }, rounds, LIMITS);
                let hinted = solve(game, rounds, Limits::default());
                if let (Ok(plain), Ok(hinted)) = (plain, hinted) {
                    assert_same(self.name, &hinted, &plain);
                    return rounds;
                }
            }
            0
        };
        let both = compared(true, true);
        // If the game is too large without both hints, each hint is taken away by itself.
        let alone = |all: u32, parts, forgetting| {
            if all == self.rounds { all } else { compared(parts, forgetting).max(all) }
        };
        Compared { parts: alone(both, true, false), forgetting: alone(both, false, true) }
    }
}

fn assert_same(name: &str, hinted: &Results, plain: &Results) {
    let close = |what: &str, found: f64, wanted: f64| {
        assert!((found - wanted).abs() < 1e-12, "{name}, {what}: {found} with hints, {wanted} without");
    };
    assert_eq!(hinted.rounds.len(), plain.rounds.len());
    for (round, (found, wanted)) in (1..).zip(hinted.rounds.iter().zip(&plain.rounds)) {
        close(&format!("kill in round {round}"), found.kill.value, wanted.kill.value);
        assert_eq!(found.events.len(), wanted.events.len());
        for (found, wanted) in found.events.iter().zip(&wanted.events) {
            close(
                &format!("{} in round {round}", found.name),
                found.probability.value,
                wanted.probability.value,
            );
        }
        for (found, wanted) in found.funnel.iter().zip(&wanted.funnel) {
            close(&format!("{} in round {round}", found.name), found.mean.value, wanted.mean.value);
        }
        assert_eq!(found.measures.len(), wanted.measures.len());
        for (found, wanted) in found.measures.iter().zip(&wanted.measures) {
            let values = found.probabilities.len().max(wanted.probabilities.len());
            let at = |list: &[results::Estimate], value: usize| list.get(value).map_or(0.0, |p| p.value);
            for value in 0..values {
                let what = format!("{} {value} in round {round}", found.name);
                close(&what, at(&found.probabilities, value), at(&wanted.probabilities, value));
            }
        }
    }
}

/// The runs of a file that are compared: the base and some others.
const RUNS: usize = 3;

/// The largest number of rounds. Two are enough: what was forgotten in the first would matter in the second.
const ROUNDS: u32 = 2;

/// Compares the samples of a system. `less` lists the runs that cost too much to be compared for all rounds, and for how many they are;
/// `rules/tests/rules_crusade.rs` plays small units through the same procedures without either hint.
fn check(system: &str, less: &[(&str, usize, Compared)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(system);
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 3, "{}", folder.display());
    let mut found = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let scenario = scenario::load(&file, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)));
        for (place, run) in scenario.runs.iter().enumerate().take(RUNS) {
            let rounds = run.rounds.min(ROUNDS);
            let compared = run.matchup.visit(Compare { name: &name, rounds });
            if compared != (Compared { parts: rounds, forgetting: rounds }) {
                found.push((name.clone(), place, compared));
            }
        }
    }
    let less: Vec<_> =
        less.iter().map(|&(name, place, compared)| (name.to_owned(), place, compared)).collect();
    assert_eq!(found, less, "runs that were not compared for all rounds");
}

#[test]
fn hints_change_no_number_of_space_infantry() {
    check("space-infantry", &[]);
}

#[test]
fn hints_change_no_number_of_dust_warfare() {
    check("dust-warfare", &[]);
}

#[test]
fn hints_change_no_number_of_deadzone() {
    let without_parts = Compared { parts: 0, forgetting: 2 };
    check(
        "deadzone",
        &[
            // Each man of a crew is thrown into one of 8 cubes.
            ("crew-under-grenades", 0, without_parts),
            ("crew-under-grenades", 1, without_parts),
            ("csw-losing-its-loader", 1, without_parts),
        ],
    );
}

#[test]
fn hints_change_no_number_of_rules_crusade() {
    let less = |parts, forgetting| Compared { parts, forgetting };
    check(
        "rules-crusade",
        &[
            // Its weapons fail one by one: too many states.
            ("big-guns", 2, less(2, 0)),
            // All dice of a boarding check are looked through for doubles, one by one.
            ("boarding", 0, less(0, 2)),
            ("boarding", 1, less(0, 2)),
            ("boarding", 2, less(0, 2)),
            // As in "ram".
            ("crew-costs-the-attack", 0, less(2, 0)),
            ("crew-costs-the-attack", 1, less(2, 0)),
            // A card for each hit, and all cards that were drawn stay in the state.
            ("drop-pod", 0, less(1, 0)),
            ("drop-pod", 1, less(1, 0)),
            // Every man aboard is rolled for.
            ("full-transport", 0, less(0, 1)),
            ("full-transport", 1, less(0, 1)),
            ("full-transport", 2, less(0, 1)),
            // So is every bystander.
            ("guards-beside-a-transport", 0, less(0, 2)),
            ("guards-beside-a-transport", 1, less(0, 2)),
            // What each of its weapons has done stays in the state.
            ("land-raider-volley", 1, less(2, 1)),
            // Both vehicles draw cards, and all of them stay in the state.
            ("ram", 0, less(2, 0)),
            ("ram", 1, less(2, 0)),
            ("ram", 2, less(2, 0)),
        ],
    );
}

#[test]
fn hints_change_no_number_of_sythopian_wars() {
    check("sythopian-wars", &[]);
}
