//! Fair prices in battles of armies of one kind each: every unit wins half of its battles at equal points.
//!
//! The score of so many units of one kind against so many of another does not depend on prices; prices only decide the counts. So each
//! pair of counts is fought once, in batches that share their random streams, and the ledger of these battles answers every question
//! about prices: fair prices, their intervals (from the differences between batches), situations, rounding, the metagame.

mod answers;
mod ledger;
mod metagame;
mod solver;
mod square_law;
mod worth;

use std::ops::Range;

use results::{Estimate, NoPrice, PriceVerdict, Priced, Prices, SituationPrices};

use crate::roster::Unit;
pub use answers::{circles, most_and_least, rest};
use answers::{estimate, rounded, scores};
use ledger::Ledger;
pub use metagame::unbeaten;
use solver::{PriceSolver, Solution};
pub use worth::{Appraisal, price_worth};

/// A source of scores of battles.
pub trait Arena: Sync {
    /// How often the first unit of a encounter wins, a draw being half, in each of these batches of [`BATCH`] trials; `None` if the two do not
    /// fight. Batches with the same seed and number share their random streams.
    fn scores(&self, encounter: Encounter, seed: u64, batches: Range<u64>) -> Option<Vec<f64>>;

    /// How many targets an attacker destroys in one attack, on the average; `None` if it cannot attack it.
    fn kill_rate(&self, situation: usize, attacker: usize, target: usize, seed: u64) -> Option<f64>;
}

/// Trials of a batch.
pub const BATCH: u64 = 32;

/// So many of one unit against so many of another. The first stands before the second in the roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Encounter {
    /// The situation, by its place.
    pub situation: usize,
    /// The units, by their places.
    pub units: [usize; 2],
    /// How many of each.
    pub counts: [u32; 2],
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
    let mut solver = PriceSolver {
        units,
        free,
        absent: harmless,
        situations: all.clone(),
        logs: law.clone(),
        held: vec![false; units.len()],
    };
    solver.solve(&mut ledger, SCOUTING);
    // A pilot with another seed plans the length and is thrown away: a search that stops when its own interval is narrow enough stops too
    // often where the interval is too narrow by chance.
    progress("the pilot");
    let pilot = solver.clone().solve(&mut Ledger::new(arena, search.seed ^ PILOT, search.budget), FIRST);
    let planned = FIRST as f64 * RESERVE * (pilot.width() / search.precision).powi(2);
    let mut batches = FIRST;
    while (batches as f64) < planned && batches * 2 <= search.max_batches {
        batches *= 2;
    }
    progress(&format!("{} battles for each pairing", batches * BATCH));
    let solution = solver.solve(&mut ledger, batches);
    let narrow = solution.is_narrow(search.precision);
    let solution = solver.solution(&mut ledger, solution.batches(), true);
    progress("another seed, to confirm");
    let confirmed = confirm(arena, &solver, &solution, search, batches);
    progress("each situation");
    let situations = if all.len() < 2 {
        Vec::new()
    } else {
        let alone = |situation: usize| {
            let mut solver = PriceSolver { situations: vec![situation], ..solver.clone() };
            solver.solve(&mut ledger, SCOUTING);
            solver.solve(&mut ledger, batches);
            let solution = solver.solution(&mut ledger, batches, true);
            let fair = (0..units.len()).map(|unit| solution.price(unit)).collect();
            SituationPrices { name: search.situations[situation].clone(), fair }
        };
        all.iter().copied().map(alone).collect()
    };
    progress("what follows from it");
    let matrix = scores(&mut ledger, &solver, batches);
    let rounding =
        (!search.steps.is_empty()).then(|| rounded(&mut ledger, &solver, &solution, &search.steps, batches));
    let metagame = metagame::metagame(&mut ledger, &solver, batches).unwrap_or_default();
    let priced = (0..units.len()).map(|unit| {
        let fair = solution.price(unit);
        let extremes = most_and_least(&matrix[unit]);
        Priced {
            now: units[unit].now,
            fixed: units[unit].fixed,
            square_law: (!solver.absent[unit]).then(|| law[unit].exp()),
            verdict: verdict(&units[unit], fair, search.precision),
            fair,
            reason: fair
                .is_none()
                .then(|| if solver.absent[unit] { NoPrice::HarmsNobody } else { NoPrice::NotIdentified }),
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
        mixed: None,
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
    solver: &PriceSolver<'_>,
    solution: &Solution,
    search: &Search,
    batches: u64,
) -> Vec<Option<Estimate>> {
    let mut ledger = Ledger::new(arena, search.seed ^ CONFIRMATION, search.budget);
    let again = solver.scores(&mut ledger, batches);
    let differences = again.iter().zip(&solution.scores).zip(&solution.prices);
    differences
        .zip(&solver.free)
        .map(|(((again, before), price), free)| {
            price.filter(|_| *free)?;
            let (again, before) = (again.as_ref()?, before.as_ref()?);
            let apart: Vec<f64> =
                again.iter().zip(before).map(|(again, before)| 0.5 + again - before).collect();
            Some(estimate(&apart))
        })
        .collect()
}

/// The search is so many times as long as the pilot says, for the pilot's word is rough.
const RESERVE: f64 = 1.3;
/// Makes other seeds of a seed.
const PILOT: u64 = 0x9170_7000_0000_0001;
const CONFIRMATION: u64 = 0x5eed_c0de_0000_0001;
