//! What deserves statistics: sampling and solving, by workload and rounds. `cargo bench -p benches`

use benches::{Sample, Solve, WORKLOADS, matchup};
use chance::game::Visitable;
use divan::Bencher;
use divan::counter::ItemsCount;
use simulator::Plan;

/// Trials of one sample.
const TRIALS: u64 = 100_000;

fn main() {
    divan::main();
}

#[divan::bench(args = cases())]
fn sampled(bencher: Bencher<'_, '_>, (workload, rounds): (usize, u32)) {
    let matchup = matchup(WORKLOADS[workload].scenario);
    let plan = Plan { rounds, trials: TRIALS, seed: 7, first_batch: 0 };
    bencher.counter(ItemsCount::new(TRIALS)).bench(|| matchup.visit(Sample(plan)));
}

#[divan::bench(args = cases())]
fn exact(bencher: Bencher<'_, '_>, (workload, rounds): (usize, u32)) {
    let matchup = matchup(WORKLOADS[workload].scenario);
    bencher.bench(|| matchup.visit(Solve(rounds)));
}

/// The place of each workload, and the rounds.
fn cases() -> impl Iterator<Item = (usize, u32)> {
    (0..WORKLOADS.len()).flat_map(|workload| [(workload, 1), (workload, 4)])
}
