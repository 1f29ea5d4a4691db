//! A request becomes an answer.
//!
//! The command line, the page in the browser and other programs ask the same questions: what comes of a scenario, how do versions
//! differ, what comes of a battle, what should units cost? This crate decides how each is answered (exactly or by sampling, within
//! which limits) and puts the answer together. It reads no file, knows no clock and starts no thread of its own.

mod balance;
mod battle;
pub mod command_line;
mod compare;
mod diff;
mod difference;
mod engine;
mod explain;
mod failure;
mod fault;
mod formula;
mod lists;
mod matrix;
mod per_point;
mod play;
mod provenance;
pub mod request;
mod run_report;
mod sensitivity;
pub mod shards;
mod watch;

pub use balance::{Armies, BATTLE_ROUNDS, PriceOptions, Pricing, balance, worth};
pub use battle::battle;
pub use compare::compare;
pub use diff::diff;
pub use difference::{Difference, Differences, Version, differences};
pub use engine::{Method, PROBE, PlayOptions, SEED, SolveWithin, TRIALS, sample, solve};
pub use explain::{Dice, Story, explain, explain_battle};
pub use failure::Failure;
pub use fault::{refuse, refuse_endless};
pub use formula::{FormulaOptions, formula};
pub use lists::lists;
pub use matrix::{matrix, runs_of};
pub use per_point::per_point;
pub use play::{Played, play};
pub use provenance::provenance;
pub use run_report::report_of;
pub use sensitivity::sensitivity;
pub use watch::Watch;
