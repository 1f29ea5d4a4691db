//! What can be wrong with a value.

use super::FromValue;

/// Something wrong with a value, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The place of the value, with dots and brackets: `attacker.weapons[1].dice`.
    pub path: String,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The field is needed.
    Missing {
        /// The values that are allowed.
        expected: String,
        /// When it is needed, in words that follow "needed".
        why: &'static str,
    },
    /// Something else was expected.
    Expected(String),
    /// There is no such name.
    Unknown {
        /// The name that was found.
        found: String,
        /// The names that are known.
        known: Vec<String>,
    },
    /// More entries than allowed.
    TooMany {
        /// The largest number allowed.
        limit: usize,
    },
    /// Values that do not fit together.
    Conflict(String),
}

/// All that is wrong with a match-up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Adds a fault at a path.
    pub fn add(&mut self, path: impl Into<String>, fault: Fault) {
        self.0.push(Problem { path: path.into(), fault });
    }

    /// Adds a problem: something else was expected.
    pub fn expected(&mut self, path: impl Into<String>, expected: impl Into<String>) {
        self.add(path, Fault::Expected(expected.into()));
    }

    /// Adds a problem: a field of a section must be given.
    pub fn missing<T: FromValue>(&mut self, path: &str, why: &'static str) {
        self.add(path, Fault::Missing { expected: T::KIND.to_string(), why });
    }

    /// Returns the value; adds a problem if there is none.
    pub fn need<T: FromValue>(&mut self, value: Option<T>, path: &str, why: &'static str) -> Option<T> {
        if value.is_none() {
            self.missing::<T>(path, why);
        }
        value
    }

    /// Returns the value if there is no problem.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Self> {
        match value {
            Some(value) if self.0.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}
