//! The largest sizes that a file may ask for, where no rule book sets one.
//!
//! They keep any file answerable: a number beyond them is a slip of the pen. The limits of single fields
//! stand with the fields, in each system's `units.rs`.

/// Rounds of a scenario.
pub const ROUNDS: u32 = 200;
/// Trials of one Monte Carlo run.
pub const TRIALS: u64 = 10_000_000_000;
/// Runs of one scenario: the base, its variants and the cells of its sweep.
pub const RUNS: usize = 20_000;
/// Characters in a name.
pub const NAME: usize = 200;
/// Bytes of a scenario or roster file.
pub const FILE: u64 = 4 * 1024 * 1024;
/// Units of a battle, both sides together.
pub const UNITS: u32 = 200;
/// Different sums of points that a side of a battle can lose.
pub const SUMS: usize = 4_096;
