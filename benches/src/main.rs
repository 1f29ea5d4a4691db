//! What killcurve costs, in draws of the bare generator.
//!
//! Every figure stands beside two others from the same run, because machines differ and are noisy: a draw of the bare generator, and a
//! naive loop that rolls die by die. Each line carries a checksum, so that a faster result is known to be the same result.
//!
//! `cargo run --release -p benches` prints one line of CSV for each case.

mod naive;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Game, Matchup, Visit};
use scenario::Source;
use simulator::{Plan, Tally};

/// A case to be measured.
struct Workload {
    name: &'static str,
    scenario: &'static str,
    naive: fn(&mut Xoshiro256PlusPlus, u32) -> u32,
}

const WORKLOADS: &[Workload] = &[
    Workload { name: "W1", scenario: include_str!("../workloads/w1.toml"), naive: naive::space_infantry },
    Workload { name: "W2", scenario: include_str!("../workloads/w2.toml"), naive: naive::dust_warfare },
    Workload { name: "W3", scenario: include_str!("../workloads/w3.toml"), naive: naive::deadzone },
];

/// The best of several runs: what the machine can do when nothing disturbs it. In nanoseconds for each of `times`.
fn best<T>(times: u64, mut run: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut last = None;
    for _ in 0..5 {
        let start = Instant::now();
        last = Some(black_box(run()));
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / times as f64);
    }
    (best, last.expect("it ran"))
}

fn bare() -> f64 {
    const DRAWS: u64 = 50_000_000;
    let (ns, _) = best(DRAWS, || {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..DRAWS).fold(0, |sum: u64, _| sum ^ generator.next_u64())
    });
    ns
}

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

fn print(workload: &str, rounds: u32, engine: &str, threads: usize, ns: f64, bare: f64, checksum: &str) {
    println!("{workload},{rounds},{engine},{threads},{ns:.3},{bare:.3},{:.2},{checksum}", ns / bare);
}

fn matchup(text: &str) -> Matchup {
    let source = Source { name: "workload".to_owned(), text: text.to_owned() };
    match scenario::parse(source, "workload", Path::new(""), &[]) {
        Ok(scenario) => scenario.runs[0].matchup.clone(),
        Err(invalid) => panic!("{}", invalid.render(false)),
    }
}

fn main() {
    const TRIALS: u64 = 4_000_000;
    println!("workload,rounds,engine,threads,ns,ns_bare,ratio,checksum");
    for workload in WORKLOADS {
        let matchup = matchup(workload.scenario);
        for rounds in [1, 4] {
            let draw = bare();
            for threads in [1, 2] {
                let pool =
                    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
                let plan = Plan { rounds, trials: TRIALS, seed: 7, first_batch: 0 };
                let (ns, tally) = best(TRIALS, || pool.install(|| matchup.visit(Sample(plan))));
                let kills = tally.killed_by(rounds as usize - 1);
                print(workload.name, rounds, "sampled", threads, ns, draw, &kills.to_string());
            }
            let (ns, kills) = best(TRIALS, || {
                let mut generator = Xoshiro256PlusPlus::seed_from_u64(7);
                (0..TRIALS).map(|_| u64::from((workload.naive)(&mut generator, rounds))).sum::<u64>()
            });
            print(workload.name, rounds, "naive", 1, ns, draw, &kills.to_string());
            let (ns, kill) =
                best(200, || (0..200).map(|_| black_box(matchup.visit(Solve(rounds)))).sum::<f64>() / 200.0);
            print(workload.name, rounds, "exact", 1, ns, draw, &format!("{kill:.12}"));
        }
    }
}
