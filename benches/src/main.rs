//! What killcurve costs, in draws of the bare generator.
//!
//! Every figure stands beside two others from the same run, because machines differ and are noisy: a draw of the bare generator, and a
//! naive loop that rolls die by die. Each line carries a checksum, so that a faster result is known to be the same result.
//!
//! `cargo run --release -p benches` prints one line of CSV for each case.

mod naive;
mod timing;

use std::path::Path;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Game, Matchup, Visit};
use scenario::Source;
use simulator::{Plan, Tally};
use timing::{Timed, bare};

/// A case to be measured.
struct Workload {
    name: &'static str,
    scenario: &'static str,
    naive: fn(&mut Xoshiro256PlusPlus, u32, u64) -> u64,
}

const WORKLOADS: &[Workload] = &[
    Workload { name: "W1", scenario: include_str!("../workloads/w1.toml"), naive: naive::space_infantry },
    Workload { name: "W2", scenario: include_str!("../workloads/w2.toml"), naive: naive::dust_warfare },
    Workload { name: "W3", scenario: include_str!("../workloads/w3.toml"), naive: naive::deadzone },
];

struct Sample(Plan);

impl Visit for Sample {
    type Out = Tally;

    fn visit<G: Game>(self, game: &G) -> Tally {
        simulator::simulate(game, self.0, &|_| ())
    }
}

struct Solve(u32);

impl Visit for Solve {
    type Out = f64;

    fn visit<G: Game>(self, game: &G) -> f64 {
        let results = exact::solve(game, self.0, exact::Limits::default());
        results.map_or(f64::NAN, |results| results.rounds.last().map_or(0.0, |round| round.kill.value))
    }
}

fn matchup(text: &str) -> Matchup {
    let source = Source { name: "workload".to_owned(), text: text.to_owned() };
    match scenario::parse(source, "workload", Path::new(""), &[]) {
        Ok(scenario) => scenario.runs[0].matchup.clone(),
        Err(invalid) => panic!("{}", invalid.render(false)),
    }
}

/// Trials of which the kills are the checksum of a sampled run.
const CHECKED: u64 = 4_000_000;
/// Trials of one measurement: so few that some of them are not disturbed.
const TRIALS: u64 = 16 * simulator::BATCH;

fn main() {
    let only = std::env::args().nth(1);
    println!("workload,rounds,engine,threads,ns,ns_bare,ratio,checksum");
    for workload in
        WORKLOADS.iter().filter(|workload| only.as_deref().is_none_or(|only| only == workload.name))
    {
        let matchup = matchup(workload.scenario);
        for rounds in [1, 4] {
            measure(workload, &matchup, rounds);
        }
    }
}

fn measure(workload: &Workload, matchup: &Matchup, rounds: u32) {
    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
    let (one, two) = (pool(1), pool(2));
    let sample = |trials, seed| {
        let plan = Plan { rounds, trials, seed, first_batch: 0 };
        matchup.visit(Sample(plan)).killed_by(rounds as usize - 1)
    };
    let naive = |trials| (workload.naive)(&mut Xoshiro256PlusPlus::seed_from_u64(7), rounds, trials);
    let mut cases = [
        Timed::new(TRIALS, || one.install(|| sample(TRIALS, 7))),
        Timed::new(TRIALS, || two.install(|| sample(TRIALS, 7))),
        Timed::new(TRIALS, || naive(TRIALS)),
        Timed::new(1, || matchup.visit(Solve(rounds)).to_bits()),
    ];
    let draw = bare(&mut cases);
    let kill = matchup.visit(Solve(rounds));
    let sampled = sample(CHECKED, 7).to_string();
    let names = [("sampled", 1), ("sampled", 2), ("naive", 1), ("exact", 1)];
    let checksums = [sampled.clone(), sampled, naive(CHECKED).to_string(), format!("{kill:.12}")];
    for ((case, (engine, threads)), checksum) in cases.iter().zip(names).zip(checksums) {
        let ns = case.ns();
        println!(
            "{},{rounds},{engine},{threads},{ns:.3},{draw:.3},{:.2},{checksum}",
            workload.name,
            ns / draw
        );
    }
}
