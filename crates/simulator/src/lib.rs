//! Seeded sampling on all cores.
//!
//! Trials are played in batches of fixed size, each with a generator of its own, and counted in whole numbers. So a seed gives the
//! same bytes on one thread or many, on this machine or another. No trial allocates.

mod agreement;
mod estimate;
mod generator;
mod paired;
mod precision;
mod sampled;
mod tables;
mod tally;

use rayon::prelude::*;
use rules::{Events, Game};

pub use agreement::agreement;
pub use estimate::{mean_error, proportion};
pub use generator::Generator;
pub use paired::{Played, compare};
pub use precision::{Precision, Reached, sample_to};
use sampled::Sampled;
use tables::Tables;
pub use tally::Tally;

/// Trials in a batch. Part of what a seed means: to change it is to change every seeded result.
pub const BATCH: u64 = 16_384;

/// How much to sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Rounds of each trial, at least 1.
    pub rounds: u32,
    /// Trials in all.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// The first batch of the seed's stream to use; 0 but for a sample that follows another.
    pub first_batch: u64,
}

/// Plays a match-up many times. `progress` is called with the number of trials after each batch, from any thread.
pub fn simulate<G: Game>(game: &G, plan: Plan, progress: &(impl Fn(u64) + Sync)) -> Tally {
    let tables = Tables::new(game.pools());
    let batches = plan.trials.div_ceil(BATCH);
    (0..batches)
        .into_par_iter()
        .map(|batch| {
            let trials = BATCH.min(plan.trials - batch * BATCH);
            let tally = play(game, plan, plan.first_batch + batch, trials, &tables);
            progress(trials);
            tally
        })
        .reduce(|| Tally::new(plan.rounds, &G::SYSTEM), Tally::and)
}

/// Plays a match-up in batches of a size of one's own, and gives what happened in each apart. Batches with the same number share their luck.
pub fn simulate_apart<G: Game>(game: &G, plan: Plan, size: u64) -> Vec<Tally> {
    let tables = Tables::new(game.pools());
    let batches = plan.trials.div_ceil(size);
    (0..batches)
        .into_par_iter()
        .map(|batch| play(game, plan, plan.first_batch + batch, size, &tables))
        .collect()
}

/// Plays one batch. Kept apart from the splitting of work, so that it has the registers for itself.
#[inline(never)]
fn play<G: Game>(game: &G, plan: Plan, batch: u64, trials: u64, tables: &Tables<'_>) -> Tally {
    let mut tally = Tally::new(plan.rounds, &G::SYSTEM);
    let mut chance = Sampled::new(Generator::new(plan.seed, batch), tables, &mut tally);
    let start = game.start();
    let mut state = start.clone();
    let last = plan.rounds as usize - 1;
    for _ in 0..trials {
        state.clone_from(&start);
        let mut before = Events::NONE;
        for round in 0..=last {
            chance.begin(round);
            game.round(&mut state, &mut chance);
            let (killed, events) = (game.is_killed(&state), game.events(&state));
            chance.end(round, killed, events.0 & !before.0);
            before = events;
            // After the last round nobody asks: a branch that cannot be foretold is spared.
            if round < last && (killed || game.is_over(&state)) {
                break;
            }
        }
    }
    tally.play(trials);
    tally
}
