//! The rules die by die over every face, with nothing merged, nothing forgotten and no pool drawn at once.

use chance::by_hand::{ByHand, Faces};
use chance::dice::{Roll, Shows};
use chance::{Flow, Game, Visit};
use exact::{Limits, solve};
use results::Results;

/// Brute force adds up a million small weights, and their rounding with them.
const TOLERANCE: f64 = 1e-10;

/// More than any value of a measure here.
const VALUES: usize = 100;

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
    fn pick(&mut self, _: &Roll, copies: &[u64], _: &dyn Fn(usize) -> Shows) -> usize {
        if self.at == self.wheels.len() {
            self.wheels.push((0, copies.len()));
        }
        let face = self.wheels[self.at].0;
        self.at += 1;
        self.weight *= copies[face] as f64 / copies.iter().sum::<u64>() as f64;
        face
    }
}

/// Compares the exact result with brute force over all faces, and returns the number of paths.
pub struct Compare {
    /// Rounds to play.
    pub rounds: u32,
}

impl Visit for Compare {
    type Out = u64;

    fn visit<G: Game>(self, game: &G) -> u64 {
        let rounds = self.rounds as usize;
        let results: Results = solve(game, self.rounds, Limits::default()).unwrap();
        let mut kills = vec![0.0; rounds];
        let mut counted = vec![vec![vec![0.0; VALUES]; game.system().measures.len()]; rounds];
        let mut events = vec![vec![0.0; game.system().events.len()]; rounds];
        let mut odometer = Odometer::default();
        let mut paths = 0;
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
            paths += 1;
            for (round, measure, value) in seen {
                counted[round][measure][value as usize] += weight;
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
                let index =
                    game.system().measures.iter().position(|known| known.name == measure.name).unwrap();
                let wanted = &counted[round][index];
                // What is not reported is 0.
                for (value, wanted) in wanted.iter().enumerate().skip(1) {
                    let found = measure.probabilities.get(value).map_or(0.0, |found| found.value);
                    let name = &measure.name;
                    assert!((found - wanted).abs() < TOLERANCE, "{name} {value}: {found} is not {wanted}");
                }
                let none = 1.0 - wanted[1..].iter().sum::<f64>();
                assert!((measure.probabilities[0].value - none).abs() < TOLERANCE, "{} 0", measure.name);
            }
            for event in &result.events {
                let index = game.system().events.iter().position(|known| known.name == event.name).unwrap();
                assert!((event.probability.value - events[round][index]).abs() < TOLERANCE, "{}", event.name);
            }
        }
        paths
    }
}
