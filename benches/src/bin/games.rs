//! What games that are read from a file cost, beside the built-in system that one of them is.
//!
//! `cargo run --release -p benches --bin games` prints one line of CSV for each case; with the name of a workload, for that one alone. G1 is W1 as a game file. G2 has 40 shots of two
//! weapons, d6 damage and a roll that ignores wounds, at ten models of two hit points. G3 makes forty saves one by one.

use std::path::Path;

use benches::timing::{Timed, in_turns};
use benches::{Sample, Solve, WORKLOADS, matchup};
use chance::game::Visitable;
use scenario::Source;
use simulator::Plan;
use systems::Matchup;

/// Trials of a sampled case.
const TRIALS: u64 = 1_000_000;

const G2: &str = include_str!("../../workloads/g2.toml");
const G3: &str = include_str!("../../workloads/g3.toml");

/// The match-up of a scenario whose paths start at the workloads.
fn of_file(text: &str) -> Matchup {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("workloads");
    let source = Source { name: "workload".to_owned(), text: text.to_owned() };
    match scenario::parse(source, "workload", &folder, &[]) {
        Ok(scenario) => scenario.runs[0].matchup.clone(),
        Err(invalid) => panic!("{}", invalid.render(false)),
    }
}

fn main() {
    let g1 = WORKLOADS[0]
        .scenario
        .replace("system = \"space-infantry\"", "game = \"../../games/space-infantry/game.toml\"");
    let games = [
        ("W1", matchup(WORKLOADS[0].scenario)),
        ("G1", of_file(&g1)),
        ("G2", of_file(G2)),
        ("G3", of_file(G3)),
    ];
    let plan = Plan { rounds: 4, trials: TRIALS, seed: 7, first_batch: 0 };
    let sample = |game: &Matchup| game.visit(Sample(plan)).killed_by(3);
    let solve = |game: &Matchup| game.visit(Solve(4)).unwrap_or(f64::NAN);
    let only = std::env::args().nth(1);
    let mut names = Vec::new();
    let mut cases = Vec::new();
    for (name, game) in games.iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name)) {
        names.push(format!("{name},exact"));
        cases.push(Timed::new(1, move || solve(game).to_bits()));
        // G2 and G3 have more paths than are remembered: what they cost is the rules played anew.
        if matches!(*name, "W1" | "G1") {
            names.push(format!("{name},sampled"));
            cases.push(Timed::new(TRIALS, move || sample(game)));
        }
    }
    if only.as_deref().is_none_or(|only| only == "read") {
        names.push("G2,read".to_owned());
        cases.push(Timed::new(1, || u64::from(matches!(of_file(G2), Matchup::GameFile(_)))));
    }
    let draw = in_turns(&mut cases);
    println!("case,engine,ns,ns_bare");
    for (case, name) in cases.iter().zip(names) {
        println!("{name},{:.1},{draw:.3}", case.ns());
    }
}
