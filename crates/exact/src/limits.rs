//! How much an exact solution may cost, and the error if that is not enough.

use std::fmt;

/// How much work an exact solution may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of distinct states.
    pub states: usize,
    /// The largest number of paths through steps. A million take about a tenth of a second.
    pub paths: u64,
}

impl Default for Limits {
    /// Limits that take a second or two to reach.
    fn default() -> Self {
        Self { states: 400_000, paths: 10_000_000 }
    }
}

impl Limits {
    /// For callers that require an exact answer: about a minute, and a gigabyte or two.
    pub const EXACT_ONLY: Self = Self { states: 6_000_000, paths: 300_000_000 };
}

/// Why there is no exact solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// It takes more than the limits allow. No more than that was spent.
    TooLarge {
        /// The states reached so far.
        states: usize,
        /// The paths played so far, or those that other work cost as much as.
        paths: u64,
        /// The round in which the limit was reached.
        round: u32,
        /// The limits.
        limits: Limits,
    },
    /// The rules never end a round.
    Endless,
}

impl Unsolved {
    /// Whether the limit on states was reached, so that more paths would not help.
    pub fn met_states(&self) -> bool {
        matches!(self, Self::TooLarge { states, limits, .. } if *states > limits.states)
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { states, paths, round, limits } => {
                write!(
                    f,
                    "too large to solve exactly: {states} states and {paths} paths by round {round}, "
                )?;
                if self.met_states() {
                    write!(f, "and no more than {} states are followed", limits.states)
                } else {
                    write!(f, "and no more than {} paths are", limits.paths)
                }
            }
            Self::Endless => f.write_str("the rules never end a round"),
        }
    }
}

impl std::error::Error for Unsolved {}
