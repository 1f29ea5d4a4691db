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

/// One sample of a planned size: the pilot, or a sample whose size the one before it has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The first batch; no other stage plays the same batches.
    pub first_batch: u64,
    /// The number of trials.
    pub trials: u64,
}

/// What follows from a stage that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStage {
    /// The sample is the answer. `narrow`: every interval is as narrow as requested.
    Done {
        /// Whether every interval is as narrow as requested.
        narrow: bool,
    },
    /// This stage is to be played, and the sample is thrown away.
    Play(Stage),
}

impl Stage {
    /// The pilot.
    pub fn pilot(precision: Precision) -> Self {
        Self { first_batch: 0, trials: PILOT.min(precision.max_trials) }
    }

    /// Decides what follows from the sample of this stage.
    pub fn next(self, tally: &Tally, precision: Precision) -> NextStage {
        let trials = tally.trials();
        let kills = tally.killed_by_each_round();
        let planned = self.first_batch > 0;
        let narrow =
            kills.iter().all(|&kills| half_width(&proportion(kills, trials)) <= precision.half_width);
        if planned && narrow || trials >= precision.max_trials {
            return NextStage::Done { narrow };
        }
        // The value nearest to a half that the pilot allows has the widest interval.
        let worst = kills.iter().map(|&kills| {
            let (low, high) = estimate::wilson(kills, trials, estimate::reach(PILOT_LEVEL));
            0.5_f64.clamp(low, high)
        });
        let wanted = worst.map(|p| needed(p, precision.half_width)).max().unwrap_or(BATCH);
        // If the intervals are still too wide, this sample is the pilot of the next.
        let first_batch = self.first_batch + self.trials.div_ceil(BATCH);
        let trials = wanted.max(if planned { trials * 2 } else { 0 }).min(precision.max_trials);
        NextStage::Play(Self { first_batch, trials })
    }
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
    let play = |Stage { first_batch, trials }| {
        expect(trials);
        simulate(game, Plan { rounds, trials, seed, first_batch }, progress)
    };
    let pilot = Stage::pilot(precision);
    sample_on(pilot, play(pilot), precision, play)
}

/// Goes on from a stage that was played until the intervals are narrow enough. `play` plays a stage.
pub fn sample_on(
    mut stage: Stage,
    mut tally: Tally,
    precision: Precision,
    play: impl Fn(Stage) -> Tally,
) -> PlannedSample {
    loop {
        match stage.next(&tally, precision) {
            NextStage::Done { narrow } => return PlannedSample { tally, narrow },
            NextStage::Play(next) => (stage, tally) = (next, play(next)),
        }
    }
}
