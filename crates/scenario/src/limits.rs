//! The largest sizes that a file or a command may ask for.
//!
//! They keep every file answerable: a number beyond them is a typing error. What is within them is read quickly and in little
//! memory; work that takes long all the same is announced before it begins.

pub use chance::limits::{FAULTS, NAME, SUMS, UNITS};

/// Rounds of a scenario.
pub const ROUNDS: u32 = 200;
/// Rounds of all runs of a scenario together: what a report has to hold.
pub const ROUNDS_IN_ALL: u64 = 120_000;
/// Trials of one Monte Carlo run.
pub const TRIALS: u64 = 1_000_000_000_000;
/// The largest seed that a file may name: what TOML can write.
pub const SEED: u64 = i64::MAX as u64;
/// Runs of one scenario: the base, its variants and the cells of its sweep.
pub const RUNS: usize = 20_000;
/// What the cells of a sweep set, all together: bytes of text, and as many for each value.
pub const SWEPT: usize = 8 * 1024 * 1024;
/// Expectations of one scenario.
pub const EXPECTS: usize = 1_000;
/// Points of a unit.
pub const POINTS: f64 = 1_000_000.0;
/// Characters in a description.
pub const DESCRIPTION: usize = 2_000;
/// Bytes of a scenario or roster file, or of a script of dice.
pub const FILE: u64 = 1024 * 1024;
/// Bytes of the results that a guard compares with.
pub const BASELINE: u64 = 1024 * 1024 * 1024;
/// Roster files that one scenario takes units from.
pub const ROSTERS: usize = 100;
/// How deep values may be nested, and how many parts a dotted key may have: one less than this. The TOML reader sets it.
pub const NESTING: usize = 80;
/// Entries of a table in a file.
pub const ENTRIES: usize = 1_000;
/// Threads to play on.
pub const THREADS: u16 = 1_024;
/// Units of a roster whose prices are sought: every pair of them fights.
pub const FIELD: usize = 60;
/// Situations of a roster whose prices are sought: every pair fights in each of them.
pub const SITUATIONS: usize = 10;
/// Trials of each battle, at the most, where prices are sought.
pub const BATTLE_TRIALS: std::ops::RangeInclusive<u64> = 1_024..=10_000_000;
/// Armies that a roster lists to play against.
pub const ARMIES: usize = 100;
