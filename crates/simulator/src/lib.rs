//! Seeded sampling on all cores.
//!
//! Trials are played in batches of fixed size, each with a generator of its own, and counted in whole numbers. So a seed gives the
//! same bytes on one thread or many, on this machine or another. The sampler remembers the consequences of each roll. A trial
//! that rolls nothing new neither calls the rules nor allocates.
//!
//! The games of this example come from a scenario file; [`simulate`] takes any [`Game`].
//!
//! ```
//! use std::path::Path;
//!
//! use chance::game::Visitable;
//! use chance::{Game, Visit};
//!
//! /// Samples one attack and returns how many trials were kills.
//! struct Kills;
//!
//! impl Visit for Kills {
//!     type Out = u64;
//!
//!     fn visit<G: Game>(self, game: &G) -> u64 {
//!         let plan = simulator::Plan { rounds: 1, trials: 90_000, seed: 7, first_batch: 0 };
//!         simulator::simulate(game, plan, &|_| ()).killed_by(0)
//!     }
//! }
//!
//! let text = "system = \"space-infantry\"\n[attacker]\nap = 1\nav_skill = 3\npen = 1\n\
//!             [target]\nheavy_armor = true\ndmg = 4\nsp = 1";
//! let source = scenario::Source { name: "example".into(), text: text.into() };
//! let scenario = scenario::parse(source, "example", Path::new(""), &[]).unwrap_or_else(|_| panic!());
//! // 4/9 of 90,000 are 40,000, with a standard deviation of 149.
//! let kills = scenario.runs[0].matchup.visit(Kills);
//! assert!(kills.abs_diff(40_000) < 750);
//! ```

mod agreement;
mod binomial;
#[cfg(test)]
mod coverage;
mod dice;
mod estimate;
mod generator;
mod level;
mod log;
mod mean;
mod memory;
mod pair_tally;
mod paired;
mod player;
mod precision;
mod sampled;
mod tables;
mod tally;

use std::sync::atomic::{AtomicU64, Ordering};

use chance::Game;
use rayon::prelude::*;

pub use agreement::agreement;
pub use dice::Dice;
pub use estimate::{proportion, proportion_at};
pub use generator::Generator;
use generator::Words;
pub use level::at_level;
pub use mean::Observed;
pub use paired::{Paired, Version, compare};
use player::Player;
pub use precision::{NextStage, PlannedSample, Precision, Stage, sample_on, sample_to};
pub use tally::Tally;

/// The number of trials in a batch, which share a generator. A change of it changes every seeded result.
pub const BATCH: u64 = 1024;

/// The number of slots that a thread remembers. Each takes 52 bytes and its notes. Rolls beyond it are played by the rules every time.
const MEMORY_SLOTS: usize = 1 << 17;

/// How much to sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of rounds of each trial, at least 1.
    pub rounds: u32,
    /// The number of trials.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// The first batch to play; 0 unless the sample continues another one.
    pub first_batch: u64,
}

/// Plays a match-up many times. `progress` is called with the number of trials as batches are begun, from any thread.
pub fn simulate<G: Game>(game: &G, plan: Plan, progress: &(impl Fn(u64) + Sync)) -> Tally {
    let batches = plan.trials.div_ceil(BATCH);
    let next = AtomicU64::new(0);
    // Idle workers take the next batch. Counts are added up, so it does not matter which worker plays which batch.
    let work = |_| {
        let mut player = Player::new(game, plan.rounds, MEMORY_SLOTS);
        player.play(|| {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            let trials = (batch < batches).then(|| BATCH.min(plan.trials - batch * BATCH))?;
            progress(trials);
            Some((Words::new(plan.seed, plan.first_batch + batch), trials as u32))
        });
        player.tally()
    };
    let workers = batches.min(rayon::current_num_threads() as u64);
    let none = || Tally::new(plan.rounds, game.system());
    (0..workers).into_par_iter().map(work).reduce(none, |all, more| all.and(&more))
}

/// Plays a match-up in batches of the given size, and returns a tally for each batch. Batches with the same number use the same
/// random numbers.
pub fn simulate_apart<G: Game>(game: &G, plan: Plan, size: u64) -> Vec<Tally> {
    // A few trials of a battle rarely repeat a roll.
    let mut player = Player::new(game, plan.rounds, 0);
    let mut one = |batch: u64| {
        let mut generator = Some((Words::new(plan.seed, batch), size as u32));
        player.play(|| generator.take());
        player.tally()
    };
    let batches = plan.trials.div_ceil(size);
    (plan.first_batch..plan.first_batch + batches).map(&mut one).collect()
}
