//! Sampling until an answer is narrow enough, without peeking.
//!
//! Intervals are too narrow if sampling stops as soon as they are narrow enough, because it then stops early by luck. So the
//! size of the sample is fixed before it is drawn. A small pilot shows roughly how large the kill probabilities are. The number of
//! trials follows from the least favourable values that it allows. Then the pilot is thrown away and that many new trials are
//! played. The ordinary 95 % Wilson interval holds as it does for any planned sample.

use chance::Game;
use results::Estimate;

use crate::estimate::{self, proportion};
use crate::{BATCH, Plan, Tally, simulate};

/// How narrow intervals must be, and how many trials that may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// The largest half width of the 95 % interval of each round's kill probability.
    pub half_width: f64,
    /// The largest number of trials.
    pub max_trials: u64,
}

/// A sample whose size was planned.
#[derive(Debug)]
pub struct PlannedSample {
    /// The sample.
    pub tally: Tally,
    /// Whether every interval is as narrow as requested.
    pub narrow: bool,
}

/// The number of trials of the pilot.
const PILOT: u64 = 16 * BATCH;

/// The probability that the pilot misleads about a kill probability.
const PILOT_LEVEL: f64 = 1e-4;

fn half_width(estimate: &Estimate) -> f64 {
    estimate.error.map_or(0.0, |error| (error.high - error.low) / 2.0)
}

/// The number of trials, in whole batches, after which the interval of a probability `p` is narrow enough.
fn needed(p: f64, half_width: f64) -> u64 {
    let wide =
        |trials: u64| self::half_width(&proportion((p * trials as f64).round() as u64, trials)) > half_width;
    let mut batches = 1_u64;
    while wide(batches * BATCH) && batches < 1 << 40 {
        batches *= 2;
    }
    let mut least = batches / 2;
    // Each batch makes the interval narrower, so the first number that is enough is found by halving the range.
    while least + 1 < batches {
        let middle = least + (batches - least) / 2;
        if wide(middle * BATCH) { least = middle } else { batches = middle }
    }
    batches * BATCH
}

/// Samples every round's kill probability with the requested precision. Calls `expect` with the planned number of trials.
pub fn sample_to<G: Game>(
    game: &G,
    rounds: u32,
    seed: u64,
    precision: Precision,
    expect: &impl Fn(u64),
    progress: &(impl Fn(u64) + Sync),
) -> PlannedSample {
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
            return PlannedSample { tally, narrow };
        }
        // The value nearest to a half that the pilot allows has the widest interval.
        let worst = kills.iter().map(|&kills| {
            let (low, high) = estimate::wilson(kills, trials, estimate::reach(PILOT_LEVEL));
            0.5_f64.clamp(low, high)
        });
        let wanted = worst.map(|p| needed(p, precision.half_width)).max().unwrap_or(BATCH);
        // If the intervals are still too wide, this sample is the pilot of the next.
        first_batch += size.div_ceil(BATCH);
        size = wanted.max(if planned { trials * 2 } else { 0 }).min(precision.max_trials);
        expect(size);
        tally = simulate(game, Plan { rounds, trials: size, seed, first_batch }, progress);
    }
}
