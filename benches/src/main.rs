//! What killcurve costs, in draws of the bare generator.
//!
//! Every figure stands beside two others from the same run, because machines differ and are noisy: a draw of the bare generator, and a
//! naive loop that rolls die by die. Each line carries a checksum, so that a faster result is known to be the same result.
//!
//! `cargo run --release -p benches` prints one line of CSV for each case; with the name of a workload, for that one alone.

use benches::timing::{Timed, in_turns};
use benches::{Sample, Solve, WORKLOADS, Workload, matchup};
use chance::game::Visitable;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use simulator::Plan;
use systems::Matchup;

/// Trials of which the kills are the checksum of a sampled run.
const CHECKED: u64 = 4_000_000;
/// Trials of each thread in one measurement, as many as a run has by default: what is learned before sampling is at its fastest is in the figure.
const TRIALS: u64 = 1_000_000;

fn main() {
    let only = std::env::args().nth(1);
    println!("workload,rounds,engine,threads,ns,ns_bare,ratio,checksum");
    for workload in WORKLOADS.iter().filter(|known| only.as_deref().is_none_or(|only| only == known.name)) {
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
    let sample = |trials| {
        let plan = Plan { rounds, trials, seed: 7, first_batch: 0 };
        matchup.visit(Sample(plan)).killed_by(rounds as usize - 1)
    };
    let naive = |trials| (workload.naive)(&mut Xoshiro256PlusPlus::seed_from_u64(7), rounds, trials);
    let solve = || matchup.visit(Solve(rounds)).unwrap_or(f64::NAN);
    let mut cases = [
        Timed::new(TRIALS, || one.install(|| sample(TRIALS))),
        Timed::new(2 * TRIALS, || two.install(|| sample(2 * TRIALS))),
        Timed::new(TRIALS, || naive(TRIALS)),
        Timed::new(1, || solve().to_bits()),
    ];
    let draw = in_turns(&mut cases);
    let names = [("sampled", 1), ("sampled", 2), ("naive", 1), ("exact", 1)];
    let sampled = sample(CHECKED).to_string();
    let checksums = [sampled.clone(), sampled, naive(CHECKED).to_string(), format!("{:.12}", solve())];
    for ((case, (engine, threads)), checksum) in cases.iter().zip(names).zip(checksums) {
        let (name, ns) = (workload.name, case.ns());
        println!("{name},{rounds},{engine},{threads},{ns:.3},{draw:.3},{:.2},{checksum}", ns / draw);
    }
}
