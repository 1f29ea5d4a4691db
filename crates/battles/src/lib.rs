//! Results of battles, and fair prices of units.
//!
//! [`battle_results`] turns the tallies of an engine into what a designer asks of a battle. [`balance_mixed`] finds fair prices in
//! battles of random mixed armies: points win the same, whatever they are spent on. [`balance`] finds prices in battles of armies of one
//! kind each: a unit wins half of its battles at equal points.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::path::Path;
//!
//! use battles::{MixedSearch, Roster, Situation, Unit, fair_prices};
//!
//! let text = r#"
//!     system = "space-infantry"
//!     procedure = "standard"
//!     rifles = { points = 10, fixed = true, ap = 3, fire_skill = 4, hp = 4 }
//!     veterans = { points = 10, ap = 3, fire_skill = 3, hp = 4 }
//! "#;
//! let texts = BTreeMap::from([("roster.toml".to_owned(), text.to_owned())]);
//! let read = scenario::load_battle_roster(scenario::File { path: Path::new("roster.toml"), files: &texts }, &[]);
//! let read = read.unwrap();
//! let unit = |unit: &scenario::RosterUnit| Unit { now: unit.card.points, weight: 1.0, fixed: unit.card.fixed };
//! let roster = Roster {
//!     units: read.units.iter().map(unit).collect(),
//!     situations: read
//!         .situations
//!         .into_iter()
//!         .map(|at| Situation { name: at.name, weight: at.weight, matchups: at.matchups })
//!         .collect(),
//!     rounds: 60,
//!     army_points: None,
//!     lists: Vec::new(),
//! };
//! let search = MixedSearch {
//!     precision: 0.1,
//!     matters: 0.05,
//!     max_battles: 100_000,
//!     seed: 1,
//!     steps: Vec::new(),
//!     variants: false,
//! };
//! let prices = fair_prices(&roster, &search, &());
//! // The price of rifles is given. Veterans hit with four faces of six where rifles hit with three.
//! let veterans = prices[1].unwrap();
//! assert!(prices[0].is_none() && veterans.low() > Some(10.5));
//! ```

mod battle_results;
mod engine;
mod formula;
mod matrix;
mod mixed;
mod prices;
mod pure_battles;
mod roster;
mod rounding;

pub use battle_results::battle_results;
pub use engine::{Pairing, Players, Rules, Score, players};
pub use formula::{FormulaFit, Sample, Terms, fit_formula};
pub use mixed::{
    ListSearch, MOST_UNITS, MixedSearch, Versions, Watch, balance_mixed, fair_prices, price_changes,
    price_worth_mixed, unbeaten_lists,
};
pub use prices::{Appraisal, Arena, BATCH, Budget, Encounter, Search, balance, price_worth};
pub use roster::{ArmyList, Roster, Situation, Unit};
