//! Exact against brute force: the same rules, but die by die over every face, with nothing merged and no pool drawn at once.

use std::path::Path;

use exact::{Limits, solve};
use results::Results;
use rules::dice::{Roll, Shows};
use rules::hand::{ByHand, Faces};
use rules::{Flow, Game, Visit};
use scenario::Source;

/// Brute force adds up a million small weights, and their rounding with them.
const TOLERANCE: f64 = 1e-10;

/// Goes through all faces as an odometer does.
#[derive(Default)]
struct Odometer {
    wheels: Vec<(usize, usize)>,
    at: usize,
    weight: f64,
}

impl Odometer {
    fn advance(&mut self) -> bool {
        while let Some((face, faces)) = self.wheels.pop() {
            if face + 1 < faces {
                self.wheels.push((face + 1, faces));
                return true;
            }
        }
        false
    }
}

impl Faces for &mut Odometer {
    fn pick(&mut self, _: Roll, ways: &[u32], _: &dyn Fn(usize) -> Shows) -> usize {
        if self.at == self.wheels.len() {
            self.wheels.push((0, ways.len()));
        }
        let face = self.wheels[self.at].0;
        self.at += 1;
        self.weight *= f64::from(ways[face]) / f64::from(ways.iter().sum::<u32>());
        face
    }
}

struct Compare {
    rounds: u32,
}

impl Visit for Compare {
    type Out = u64;

    fn visit<G: Game>(self, game: &G) -> u64 {
        let rounds = self.rounds as usize;
        let results: Results = solve(game, self.rounds, Limits::default()).unwrap();
        let mut kills = vec![0.0; rounds];
        let mut means = vec![vec![0.0; G::SYSTEM.measures.len()]; rounds];
        let mut events = vec![vec![0.0; G::SYSTEM.events.len()]; rounds];
        let mut odometer = Odometer::default();
        let mut ways = 0;
        loop {
            (odometer.at, odometer.weight) = (0, 1.0);
            let mut hand = ByHand::new(game.pools(), &mut odometer);
            let mut state = game.start();
            let mut seen: Vec<(usize, usize, u32)> = Vec::new();
            let mut ends = Vec::new();
            for round in 0..rounds {
                if !(game.is_killed(&state) || game.is_over(&state)) {
                    while game.step(&mut state, &mut hand) == Flow::Next {}
                    seen.extend(hand.measures.drain(..).map(|(measure, value)| (round, measure, value)));
                }
                ends.push((game.is_killed(&state), game.events(&state)));
            }
            let weight = odometer.weight;
            ways += 1;
            for (round, measure, value) in seen {
                means[round][measure] += weight * f64::from(value);
            }
            for (round, (killed, happened)) in ends.into_iter().enumerate() {
                kills[round] += if killed { weight } else { 0.0 };
                for (event, sum) in events[round].iter_mut().enumerate() {
                    *sum += if happened.has(event) { weight } else { 0.0 };
                }
            }
            if !odometer.advance() {
                break;
            }
        }
        for (round, result) in results.rounds.iter().enumerate() {
            assert!((result.kill.value - kills[round]).abs() < TOLERANCE, "kill in round {}", round + 1);
            for measure in &result.measures {
                let index = G::SYSTEM.measures.iter().position(|known| known.name == measure.name).unwrap();
                let (found, wanted) = (measure.mean.value, means[round][index]);
                assert!((found - wanted).abs() < TOLERANCE, "{}: {found} is not {wanted}", measure.name);
            }
            for event in &result.events {
                let index = G::SYSTEM.events.iter().position(|known| known.name == event.name).unwrap();
                assert!((event.probability.value - events[round][index]).abs() < TOLERANCE, "{}", event.name);
            }
        }
        ways
    }
}

/// Compares, and gives the number of ways that brute force went.
fn brute_force(text: &str) -> u64 {
    let source = Source { name: "test".into(), text: text.into() };
    let scenario = scenario::parse(source, "test", Path::new(""), &[])
        .unwrap_or_else(|error| panic!("{}", error.render(false)));
    let run = &scenario.runs[0];
    run.matchup.visit(Compare { rounds: run.rounds })
}

#[test]
fn brute_force_space_infantry() {
    let heavy = "system = \"space-infantry\"\nrounds = 2\n[attacker]\nap = 2\nav_skill = 3\npen = 1\n\
                 [target]\nheavy_armor = true\ndmg = 4\nsp = 2";
    // One attack: a pair of RNs has 36 faces, of which 16 bring two RNs more, 16 bring one and 4 bring none.
    assert!(brute_force(heavy) > 36);
    let soft = "system = \"space-infantry\"\n[attacker]\nap = 3\nav_skill = 4\n[target]\nhp = 1\n\
                [options]\nrn_sides = 4";
    // (3 + 1 * 4)^3 ways: each RN fails, or succeeds and is followed by one of four.
    assert_eq!(brute_force(soft), 343);
}
