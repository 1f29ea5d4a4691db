//! Results of battles, and fair prices of units.
//!
//! [`battle_results`] turns the tallies of an engine into what a designer asks of a battle. [`balance_mixed`] finds fair prices in
//! battles of random mixed armies: points win the same, whatever they are spent on. [`balance`] finds prices in battles of armies of one
//! kind each: a unit wins half of its battles at equal points.

mod battle_results;
mod engine;
mod matrix;
mod mixed;
mod prices;
mod pure_battles;
mod roster;
mod rounding;

pub use battle_results::battle_results;
pub use engine::{Pairing, Players, Rules, Score, players};
pub use mixed::{MixedSearch, Watch, balance_mixed, fair_prices, price_worth_mixed};
pub use prices::{Appraisal, Arena, BATCH, Budget, Encounter, Search, balance, price_worth};
pub use roster::{ArmyList, Roster, Situation, Unit};
