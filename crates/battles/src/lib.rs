//! Battles of many units: what comes of them, and what units should cost.
//!
//! A battle is a game like any other, so the engines play it; here their answers are put together into what a designer asks of a battle.
//! Prices are sought by battles of equal points: a unit's price is fair if it wins half of them against its field.

mod fought;
mod grounds;
mod matrix;
mod prices;

pub use fought::fought;
pub use grounds::Grounds;
pub use prices::{Arena, BATCH, Bout, Budget, Search, Unit, balance, price_worth};
