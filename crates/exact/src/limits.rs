//! How much an exact solution may cost, and what is said where that is not enough.

use std::fmt;

/// How much work an exact solution may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Distinct states.
    pub states: usize,
    /// Ways through a step; a million take about a tenth of a second.
    pub paths: u64,
}

impl Default for Limits {
    /// What nobody minds waiting for: a second or two.
    fn default() -> Self {
        Self { states: 400_000, paths: 10_000_000 }
    }
}

impl Limits {
    /// For who asks for an exact answer and nothing else: a minute or so, and a gigabyte or two.
    pub const EXACT_ONLY: Self = Self { states: 6_000_000, paths: 300_000_000 };
}

/// Why there is no exact solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// It takes more than the limits allow; nothing was spent beyond them.
    TooLarge {
        /// States reached so far.
        states: usize,
        /// Ways played so far, or as many as other work would have taken.
        paths: u64,
        /// The round in which it was given up.
        round: u32,
        /// What was exceeded.
        limits: Limits,
    },
    /// The rules never come to the end of a round.
    Endless,
}

impl Unsolved {
    /// Whether more paths would not help, for the limit on states was met.
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
            Self::Endless => f.write_str("the rules never come to the end of a round"),
        }
    }
}

impl std::error::Error for Unsolved {}
