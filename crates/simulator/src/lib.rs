//! Seeded sampling on all cores.
//!
//! Trials are played in batches of fixed size, each with a generator of its own, and counted in whole numbers. So a seed gives the
//! same bytes on one thread or many, on this machine or another. No trial allocates.

mod agreement;
mod estimate;
mod generator;
mod notes;
mod paired;
mod precision;
mod sampled;
mod tables;
mod tally;

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use rules::{Events, Game};

pub use agreement::agreement;
pub use estimate::{mean_error, proportion};
pub use generator::Generator;
use notes::Notes;
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
    let batches = plan.trials.div_ceil(BATCH);
    let next = AtomicU64::new(0);
    // Who is free takes the next batch. Counts are added up, so it does not matter who played which.
    let work = |_| {
        let mut tally = Tally::new(plan.rounds, &G::SYSTEM);
        let mut tables = Tables::new(game.pools());
        let mut notes: Vec<_> = (0..plan.rounds).map(|_| Notes::new(G::SYSTEM.measures.len())).collect();
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= batches {
                return tally;
            }
            let trials = BATCH.min(plan.trials - batch * BATCH);
            let generator = Generator::new(plan.seed, plan.first_batch + batch);
            batch_of(game, trials, generator, &mut tables, &mut notes, &mut tally);
            progress(trials);
        }
    };
    let workers = batches.min(rayon::current_num_threads() as u64);
    let none = || Tally::new(plan.rounds, &G::SYSTEM);
    (0..workers).into_par_iter().map(work).reduce(none, |all, more| all.and(&more))
}

/// Plays a match-up in batches of a size of one's own, and gives what happened in each apart. Batches with the same number share their luck.
pub fn simulate_apart<G: Game>(game: &G, plan: Plan, size: u64) -> Vec<Tally> {
    let mut tables = Tables::new(game.pools());
    let mut notes: Vec<_> = (0..plan.rounds).map(|_| Notes::new(G::SYSTEM.measures.len())).collect();
    let mut one = |batch: u64| {
        let mut tally = Tally::new(plan.rounds, &G::SYSTEM);
        batch_of(game, size, Generator::new(plan.seed, batch), &mut tables, &mut notes, &mut tally);
        tally
    };
    let batches = plan.trials.div_ceil(size);
    (plan.first_batch..plan.first_batch + batches).map(&mut one).collect()
}

/// Plays a batch, a few trials at a time.
fn batch_of<G: Game>(
    game: &G,
    trials: u64,
    mut generator: Generator,
    tables: &mut Tables<'_>,
    notes: &mut [Notes],
    tally: &mut Tally,
) {
    let mut left = trials as usize;
    while left > 0 {
        let few = left.min(notes::TRIALS);
        generator = play(game, few, generator, tables, notes);
        tally.count(notes);
        left -= few;
    }
}

/// Plays a few trials and notes what they come to. Kept apart from the splitting of work, so that it has the registers for itself.
#[inline(never)]
fn play<G: Game>(
    game: &G,
    trials: usize,
    mut generator: Generator,
    tables: &mut Tables<'_>,
    rounds: &mut [Notes],
) -> Generator {
    const { assert!(G::SYSTEM.events.len() <= notes::EVENTS as usize) };
    let start = game.start();
    let mut state = start.clone();
    for trial in 0..trials.min(notes::TRIALS) {
        state.clone_from(&start);
        let mut before = Events::NONE;
        let mut left = rounds.len();
        for notes in &mut *rounds {
            let mut chance = Sampled {
                generator: &mut generator,
                tables,
                measures: &mut notes.measures,
                large: &mut notes.large,
                sums: &mut notes.sums,
                trial: trial as u8,
                inside: false,
            };
            game.round(&mut state, &mut chance);
            chance.note_sums();
            let (killed, events) = (game.is_killed(&state), game.events(&state));
            let ended = std::hint::select_unpredictable(killed, notes::KILLED, 0);
            notes.ends[trial] = notes::PLAYED | ended | events.0 & !before.0;
            before = events;
            left -= 1;
            // After the last round nobody asks: a branch that cannot be foretold is spared.
            if left > 0 && (killed || game.is_over(&state)) {
                break;
            }
        }
    }
    generator
}
