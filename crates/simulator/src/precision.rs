//! Sampling until an answer is narrow enough, without peeking.
//!
//! To look at a running estimate and stop when it pleases makes intervals too narrow: one stops sooner where chance has been kind. So the
//! size of the sample is fixed before it is drawn. A small pilot tells roughly how large the kill probabilities are; from the
//! least favourable values that it allows follows the number of trials; the pilot is thrown away and that many fresh trials are
//! played. The ordinary 95 % Wilson interval then holds as it does for any planned sample.

use chance::Game;
use results::Estimate;

use crate::estimate::{self, proportion};
use crate::{BATCH, Plan, Tally, simulate};

/// How narrow, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// Half of the width that the 95 % interval of each round's kill probability may have.
    pub half_width: f64,
    /// No more trials than this.
    pub max_trials: u64,
}

/// What was sampled.
#[derive(Debug)]
pub struct Reached {
    /// The sample.
    pub tally: Tally,
    /// Whether every interval is as narrow as asked.
    pub narrow: bool,
}

/// Trials of the pilot.
const PILOT: u64 = 16 * BATCH;

/// How unlikely it is that the pilot misleads about a probability.
const PILOT_LEVEL: f64 = 1e-4;

fn half_width(estimate: &Estimate) -> f64 {
    estimate.error.map_or(0.0, |error| (error.high - error.low) / 2.0)
}

/// The trials in whole batches at which a probability `p` has an interval that narrow.
fn needed(p: f64, half_width: f64) -> u64 {
    let wide =
        |trials: u64| self::half_width(&proportion((p * trials as f64).round() as u64, trials)) > half_width;
    let mut batches = 1_u64;
    while wide(batches * BATCH) && batches < 1 << 40 {
        batches *= 2;
    }
    let mut least = batches / 2;
    // Narrower with every batch: halve the range until the first that is narrow enough.
    while least + 1 < batches {
        let middle = least + (batches - least) / 2;
        if wide(middle * BATCH) { least = middle } else { batches = middle }
    }
    batches * BATCH
}

/// Samples until every round's kill probability is known to the precision asked for. `expect` is told how many trials it will take.
pub fn sample_to<G: Game>(
    game: &G,
    rounds: u32,
    seed: u64,
    precision: Precision,
    expect: &impl Fn(u64),
    progress: &(impl Fn(u64) + Sync),
) -> Reached {
    let mut first_batch = 0;
    let mut size = PILOT.min(precision.max_trials);
    expect(size);
    let mut tally = simulate(game, Plan { rounds, trials: size, seed, first_batch }, progress);
    loop {
        let kills: Vec<u64> = (0..rounds as usize).map(|round| tally.killed_by(round)).collect();
        let trials = tally.trials();
        let planned = first_batch > 0;
        let narrow =
            kills.iter().all(|&kills| half_width(&proportion(kills, trials)) <= precision.half_width);
        if planned && narrow || trials >= precision.max_trials {
            return Reached { tally, narrow };
        }
        // The value nearest to a half that the pilot allows has the widest interval.
        let worst = kills.iter().map(|&kills| {
            let (low, high) = estimate::wilson(kills, trials, estimate::reach(PILOT_LEVEL));
            0.5_f64.clamp(low, high)
        });
        let wanted = worst.map(|p| needed(p, precision.half_width)).max().unwrap_or(BATCH);
        // Should a sample planned like this still be too wide, it is a pilot for the next.
        first_batch += size.div_ceil(BATCH);
        size = wanted.max(if planned { trials * 2 } else { 0 }).min(precision.max_trials);
        expect(size);
        tally = simulate(game, Plan { rounds, trials: size, seed, first_batch }, progress);
    }
}
