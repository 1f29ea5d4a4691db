//! The largest sizes that rules and battles allow where no rule book sets one.
//!
//! A number beyond them is a typing error. The ranges of single fields are declared with the fields, and the limits of files in
//! `scenario::limits`.

/// Characters in a name.
pub const NAME: usize = 500;
/// Faults of a file that are reported; further ones are only counted.
pub const FAULTS: usize = 100;
/// Units of a battle, both sides together.
pub const UNITS: u32 = 200;
/// Different sums of points that a side of a battle can lose.
pub const SUMS: usize = 4_096;
