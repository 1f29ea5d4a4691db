//! What units should cost: prices at which battles of equal points are won half the time.
//!
//! How often so many of one unit beat so many of another does not depend on prices; prices only say how many meet how many. So battles are
//! fought once for each pair of counts, in batches that share their luck, and all that is asked of prices is answered from them: fair prices, their
//! intervals (from how they differ from batch to batch), other situations, rounded prices, the metagame.

mod answers;
mod ledger;
mod metagame;
mod square_law;
mod tug;
mod worth;

use std::ops::Range;

use results::{Estimate, PriceVerdict, Priced, Prices, SituationPrices};

use answers::{circles, estimate, most_and_least, rest, rounded, scores};
use ledger::Ledger;
use tug::{Pulled, Tug};
pub use worth::price_worth;

/// Where battles are fought.
pub trait Arena: Sync {
    /// How often the first unit of a bout wins, a draw being half, in each of these batches of [`BATCH`] trials; `None` if the two do not
    /// fight. Batches with the same seed and number share their luck.
    fn scores(&self, bout: Bout, seed: u64, batches: Range<u64>) -> Option<Vec<f64>>;

    /// How many targets an attacker destroys in one attack, on the average; `None` if it cannot attack it.
    fn kill_rate(&self, situation: usize, attacker: usize, target: usize, seed: u64) -> Option<f64>;
}

/// Trials of a batch.
pub const BATCH: u64 = 32;

/// So many of one unit against so many of another. The first stands before the second in the roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bout {
    /// The situation, by its place.
    pub situation: usize,
    /// The units, by their places.
    pub units: [usize; 2],
    /// How many of each.
    pub counts: [u32; 2],
}

/// A unit whose price is sought, or given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// What it costs now.
    pub now: Option<f64>,
    /// How much it counts among the opponents of others.
    pub weight: f64,
    /// Whether its price is given.
    pub fixed: bool,
}

/// How many units meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// As many of the dearer unit; of the cheaper as many as the same points buy.
    pub army: u32,
    /// No more than this of any.
    pub most: u32,
}

/// What is sought, and how well.
#[derive(Clone, Debug)]
pub struct Search {
    /// How many units meet.
    pub budget: Budget,
    /// How wide the interval of a price may be, as a share of it.
    pub precision: f64,
    /// No more batches than this for each battle.
    pub max_batches: u64,
    /// The seed.
    pub seed: u64,
    /// The situations.
    pub situations: Vec<String>,
    /// The prices that the house uses, if they are to be rounded: multiples of one number, or a list.
    pub steps: Vec<f64>,
}

/// Batches of the search; the prices found with so few are then refined.
const SCOUTING: u64 = 8;
/// Batches of the first answer that has an interval.
const FIRST: u64 = 32;

/// Fair prices for a roster. `progress` is called with words on what is going on.
pub fn balance<A: Arena>(arena: &A, units: &[Unit], search: &Search, progress: &dyn Fn(&str)) -> Prices {
    let all: Vec<usize> = (0..search.situations.len()).collect();
    let mut ledger = Ledger::new(arena, search.seed, search.budget);
    progress("the square law");
    let rates = square_law::Rates::new(arena, units.len(), &all, search.seed);
    let law = rates.prices(units);
    let harmless: Vec<bool> = (0..units.len()).map(|unit| rates.is_harmless(unit)).collect();
    let free: Vec<bool> =
        units.iter().zip(&harmless).map(|(unit, harmless)| !unit.fixed && !harmless).collect();
    let mut tug = Tug {
        units,
        free,
        absent: harmless,
        situations: all.clone(),
        logs: law.clone(),
        held: vec![false; units.len()],
    };
    tug.pull(&mut ledger, SCOUTING);
    let mut batches = FIRST;
    let pulled = loop {
        progress(&format!("{} battles for each pairing", batches * BATCH));
        let pulled = tug.pull(&mut ledger, batches);
        if pulled.is_narrow(search.precision) || batches * 2 > search.max_batches {
            break pulled;
        }
        batches *= 2;
    };
    let narrow = pulled.is_narrow(search.precision);
    let pulled = tug.at_rest(&mut ledger, pulled.batches(), true);
    progress("another seed, to confirm");
    let confirmed = confirm(arena, &tug, &pulled, search, batches);
    progress("each situation");
    let situations = if all.len() < 2 {
        Vec::new()
    } else {
        let alone = |situation: usize| {
            let mut tug = Tug { situations: vec![situation], ..tug.clone() };
            tug.pull(&mut ledger, SCOUTING);
            tug.pull(&mut ledger, batches);
            let pulled = tug.at_rest(&mut ledger, batches, true);
            let fair = (0..units.len()).map(|unit| pulled.price(unit)).collect();
            SituationPrices { name: search.situations[situation].clone(), fair }
        };
        all.iter().copied().map(alone).collect()
    };
    progress("what follows from it");
    let matrix = scores(&mut ledger, &tug, batches);
    let rounding =
        (!search.steps.is_empty()).then(|| rounded(&mut ledger, &tug, &pulled, &search.steps, batches));
    let metagame = metagame::metagame(&mut ledger, &tug, batches).unwrap_or_default();
    let priced = (0..units.len()).map(|unit| {
        let fair = pulled.price(unit);
        let extremes = most_and_least(&matrix[unit]);
        Priced {
            now: units[unit].now,
            fixed: units[unit].fixed,
            square_law: (!tug.absent[unit]).then(|| law[unit].exp()),
            verdict: verdict(&units[unit], fair, search.precision),
            fair,
            confirmed: confirmed[unit],
            best: extremes.map(|[best, _]| best),
            worst: extremes.map(|[_, worst]| worst),
        }
    });
    Prices {
        units: priced.collect(),
        situations,
        residual: rest(&matrix),
        circles: circles(&matrix),
        scores: matrix,
        rounding,
        metagame,
        trials: batches * BATCH,
        seed: search.seed,
        narrow,
    }
}

fn verdict(unit: &Unit, fair: Option<Estimate>, precision: f64) -> PriceVerdict {
    let (Some(now), false) = (unit.now, unit.fixed) else { return PriceVerdict::NotAsked };
    let Some(fair) = fair else { return PriceVerdict::CannotTell };
    let (low, high) = (fair.low().unwrap_or(fair.value), fair.high().unwrap_or(fair.value));
    if now < low {
        PriceVerdict::TooCheap
    } else if now > high {
        PriceVerdict::TooDear
    } else if high - low <= precision * fair.value {
        PriceVerdict::Fair
    } else {
        PriceVerdict::CannotTell
    }
}

/// How often each unit wins at its fair price in battles with another seed. The interval allows for the error of the prices, which
/// were made to fit the first battles: their scores, a half by construction, err as much.
fn confirm<A: Arena>(
    arena: &A,
    tug: &Tug<'_>,
    pulled: &Pulled,
    search: &Search,
    batches: u64,
) -> Vec<Option<Estimate>> {
    let mut ledger = Ledger::new(arena, search.seed ^ CONFIRMATION, search.budget);
    let again = tug.scores(&mut ledger, batches);
    let differences = again.iter().zip(&pulled.scores).zip(&pulled.prices);
    differences
        .zip(&tug.free)
        .map(|(((again, before), price), free)| {
            price.filter(|_| *free)?;
            let (again, before) = (again.as_ref()?, before.as_ref()?);
            let apart: Vec<f64> =
                again.iter().zip(before).map(|(again, before)| 0.5 + again - before).collect();
            Some(estimate(&apart))
        })
        .collect()
}

/// Makes another seed of a seed.
const CONFIRMATION: u64 = 0x5eed_c0de_0000_0001;
