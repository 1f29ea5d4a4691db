//! How the designer's commands play, from their common options.

use std::io::IsTerminal;

use crate::args::{CompareMethod, Method, Playing};
use crate::play::How;
use crate::run::{limits, options};

impl Playing {
    /// How to play.
    pub fn how(&self) -> How {
        let method = match self.method {
            CompareMethod::Auto => Method::Auto,
            CompareMethod::Exact => Method::Exact,
            CompareMethod::MonteCarlo => Method::MonteCarlo,
        };
        How {
            method,
            trials: self.trials,
            seed: self.seed,
            precision: None,
            limits: limits(method, self.max_paths),
            progress: !self.quiet && std::io::stderr().is_terminal(),
            announce: !self.quiet,
        }
    }

    /// The options as they are typed, but for those that change no number.
    pub fn words(&self) -> String {
        let method = match self.method {
            CompareMethod::Auto => None,
            CompareMethod::Exact => Some("exact"),
            CompareMethod::MonteCarlo => Some("monte-carlo"),
        };
        options(method, self.trials, self.seed, self.max_paths, &self.set)
    }
}
