//! Loads a scenario, solves it exactly, samples it, and prints both kill probabilities.
//!
//! ```sh
//! cargo run -p scenario --example solve scenarios/space-infantry/titan-with-costs.toml
//! ```

use std::path::Path;
use std::process::ExitCode;

use chance::game::Visitable;
use chance::{Game, Visit};
use results::{Estimate, Results};
use simulator::Plan;

/// Solves a game exactly, within limits of states and paths.
struct Exact {
    rounds: u32,
}

impl Visit for Exact {
    type Out = Result<Results, exact::Unsolved>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        exact::solve(game, self.rounds, exact::Limits::default())
    }
}

/// Plays a game many times. The same seed gives the same numbers.
struct Sampled(Plan);

impl Visit for Sampled {
    type Out = Results;

    fn visit<G: Game>(self, game: &G) -> Results {
        let tally = simulator::simulate(game, self.0, &|_| ());
        tally.results(game.system(), game.procedure(), self.0.seed)
    }
}

fn shown(kill: Estimate) -> String {
    match kill.error {
        None => format!("{:.6}", kill.value),
        Some(error) => {
            format!("{:.6}, from {:.6} to {:.6} with 95 % confidence", kill.value, error.low, error.high)
        }
    }
}

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("usage: solve SCENARIO");
        return ExitCode::FAILURE;
    };
    let scenario = match scenario::load(Path::new(&file), &[]) {
        Ok(scenario) => scenario,
        Err(invalid) => {
            eprintln!("{}", invalid.render(false));
            return ExitCode::FAILURE;
        }
    };
    println!("{} ({})", scenario.header.name, scenario.header.system.title);
    for run in &scenario.runs {
        let rounds = run.rounds;
        match run.matchup.visit(Exact { rounds }) {
            Ok(results) => {
                let kill = results.rounds.last().map(|round| round.kill);
                println!("{}: exact {}", run.label, kill.map(shown).unwrap_or_default());
            }
            Err(unsolved) => println!("{}: no exact answer, {unsolved}", run.label),
        }
        let plan = Plan { rounds, trials: 100_000, seed: 1, first_batch: 0 };
        let kill = run.matchup.visit(Sampled(plan)).rounds.last().map(|round| round.kill);
        println!("{}: sampled {}", run.label, kill.map(shown).unwrap_or_default());
    }
    ExitCode::SUCCESS
}
