//! Fair prices in battles of mixed armies.
//!
//! Random armies of equal points meet, each pair of armies once. Prices are fair when points win the same, whatever they are spent on. A
//! scout finds them roughly, a pilot says how long the search must be and is thrown away, eight chains find them, and battles with
//! another seed check them.

mod answer;
mod armies;
mod chains;
mod check;
mod composition;
mod diff;
mod duels;
mod field;
mod lists;
mod model;
mod other_fields;
mod ready;
mod search;
mod steps;
mod verdict;
mod worth;

pub use answer::balance_mixed;
pub use diff::{Versions, price_changes};
pub use lists::{ListSearch, MOST_UNITS, unbeaten_lists};
pub use search::fair_prices;
use simulator::Generator;
pub use verdict::reach;
pub use worth::price_worth_mixed;

/// What is sought, and how well.
#[derive(Clone, Debug)]
pub struct MixedSearch {
    /// How wide the interval of a price may be, as a share of it.
    pub precision: f64,
    /// A price within this share of the fair one is fair.
    pub matters: f64,
    /// No more battles than this for the prices.
    pub max_battles: u64,
    /// The seed.
    pub seed: u64,
    /// The prices that the house uses, if they are to be rounded: multiples of one number, or a list.
    pub steps: Vec<f64>,
    /// Whether to look at other fields too: armies of other sizes, other policies, each situation alone.
    pub variants: bool,
}

/// Is told how the search gets on.
pub trait Watch: Sync {
    /// A stage of so many battles begins.
    fn stage(&self, words: &str, battles: u64);

    /// So many battles of the stage were played.
    fn played(&self, battles: u64);
}

/// Hears nothing.
impl Watch for () {
    fn stage(&self, _words: &str, _battles: u64) {}

    fn played(&self, _battles: u64) {}
}

/// Armies of which each pair fights twice, to check the prices.
const CHECKED: u64 = 10_000;

/// Makes other seeds of a seed.
const SCOUT_SEED: u64 = 0x5c00_7a11_0000_0001;
const CHECK_SEED: u64 = 0x5eed_c0de_0000_0001;

/// A generator for what is drawn beside battles.
fn generator(seed: u64, stream: u64) -> Generator {
    Generator::new(seed, stream)
}
