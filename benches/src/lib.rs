//! What killcurve costs: the workloads, the naive loops beside them, and how they are timed.
//!
//! `cargo run --release -p benches` measures the engines, `--bin growth` how their cost grows, `--bin command` the whole command.

pub mod naive;
pub mod timing;

use std::path::Path;

use chance::{Game, Visit};
use rand_xoshiro::Xoshiro256PlusPlus;
use scenario::Source;
use simulator::{Plan, Tally};
use systems::Matchup;

/// A case to be measured.
pub struct Workload {
    /// As the tables call it.
    pub name: &'static str,
    /// Its scenario file.
    pub scenario: &'static str,
    /// The same attack, die by die: kills in so many trials of so many rounds.
    pub naive: fn(&mut Xoshiro256PlusPlus, u32, u64) -> u64,
}

/// The cases that every table has.
pub const WORKLOADS: &[Workload] = &[
    Workload { name: "W1", scenario: include_str!("../workloads/w1.toml"), naive: naive::space_infantry },
    Workload { name: "W2", scenario: include_str!("../workloads/w2.toml"), naive: naive::dust_warfare },
    Workload { name: "W3", scenario: include_str!("../workloads/w3.toml"), naive: naive::deadzone },
];

/// Samples a match-up.
pub struct Sample(pub Plan);

impl Visit for Sample {
    type Out = Tally;

    fn visit<G: Game>(self, game: &G) -> Tally {
        simulator::simulate(game, self.0, &|_| ())
    }
}

/// Solves so many rounds of a match-up; gives the kill probability, or nothing where it is too large.
pub struct Solve(pub u32);

impl Visit for Solve {
    type Out = Option<f64>;

    fn visit<G: Game>(self, game: &G) -> Option<f64> {
        let results = exact::solve(game, self.0, exact::Limits::default());
        results.ok().and_then(|results| results.rounds.last().map(|round| round.kill.value))
    }
}

/// The match-up of a scenario.
///
/// # Panics
///
/// If the scenario is not valid.
pub fn matchup(text: &str) -> Matchup {
    let source = Source { name: "workload".to_owned(), text: text.to_owned() };
    match scenario::parse(source, "workload", Path::new(""), &[]) {
        Ok(scenario) => scenario.runs[0].matchup.clone(),
        Err(invalid) => panic!("{}", invalid.render(false)),
    }
}
