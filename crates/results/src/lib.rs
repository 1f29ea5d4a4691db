//! Results of match-ups, battles and price searches: one set of types for exact and sampled numbers.
//!
//! Every engine returns these types, so code that reads results does not depend on the engine. A number is an [`Estimate`]:
//! an exact one has no error, a sampled one always has. A number that does not exist is `None`, never 0.
//!
//! Numbers have names, such as `kill` or `hits.mean`, which files, tables and guards share:
//!
//! ```
//! use results::{Estimate, Method, Results, Round};
//!
//! let round = |kill| Round { kill: Estimate::exact(kill), measures: vec![], events: vec![], funnel: vec![] };
//! let method = Method::Exact { states: 3, paths: 4, truncated: 0.0 };
//! let results = Results::new(method, vec![round(0.3), round(0.6)]);
//!
//! assert_eq!(results.quantity(2, "kill"), Some(Estimate::exact(0.6)));
//! // Half of the targets are dead after two attacks. Some outlive both, so there is no mean.
//! assert_eq!(results.attacks_to_kill.median, Some(2));
//! assert_eq!(results.attacks_to_kill.mean, None);
//! ```

mod agreement;
mod battle;
mod compare;
mod diff;
mod fingerprint;
mod formula;
mod lists;
mod origin;
mod price;
pub mod printable;
mod provenance;
mod quantity;

pub use chance::Text;
pub use chance::fields::Value;

pub use agreement::{Agreement, LEVEL, Pair};
pub use battle::{BattleResults, BattleRound, SideResults, Spread};
pub use compare::{Comparison, Quantity, Row, RowKind, Verdict, verdicts};
pub use diff::{PriceChanges, PricedUnit, UnitChange};
pub use fingerprint::Fingerprint;
pub use formula::{Fitted, FormulaField, FormulaUnit, Formulas, Shape, Term};
pub use lists::{ListMix, ListVerdict, MixedList, ScoredList, UnitCounts, UnitInLists};
pub use origin::Origin;
pub use price::{
    Bond, Circle, Explained, FIELD_MATTERS, FieldVariant, Metagame, MixedField, NoPrice, PriceAnchor,
    PriceVerdict, Priced, Prices, Rounded, Rounding, SituationPrices, StepWorth, Worth,
};
pub use provenance::{InputKind, Provenance};
pub use quantity::{KILL, NamedNumber, NumberKind, is_of_all_rounds, is_value_of, kind, known};

/// The probability that an interval misses its number, and that any verdict of a family is wrong: a confidence of 95 %.
pub const ERROR_LEVEL: f64 = 0.05;

/// A number and its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The error; `None` for an exact number.
    pub error: Option<Error>,
}

/// The error of a sampled number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// The lower end of the interval, which has a confidence of 95 % if nothing else is said.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The standard error.
    pub standard: f64,
}

impl Estimate {
    /// Makes an exact number.
    pub const fn exact(value: f64) -> Self {
        Self { value, error: None }
    }

    /// Returns the lower end of the interval.
    pub fn low(&self) -> Option<f64> {
        self.error.map(|error| error.low)
    }

    /// Returns the upper end of the interval.
    pub fn high(&self) -> Option<f64> {
        self.error.map(|error| error.high)
    }

    /// Returns the number times a factor, which must not be negative.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        let error = self.error.map(|Error { low, high, standard }| Error {
            low: low * factor,
            high: high * factor,
            standard: standard * factor,
        });
        Self { value: self.value * factor, error }
    }

    /// Compares the number with a range, ends included.
    pub fn standing(&self, least: f64, most: f64) -> Standing {
        let low = self.low().unwrap_or(self.value);
        let high = self.high().unwrap_or(self.value);
        if low >= least - ROUNDING && high <= most + ROUNDING {
            Standing::In
        } else if high < least - ROUNDING || low > most + ROUNDING {
            Standing::Out
        } else {
            Standing::Unclear
        }
    }
}

/// The position of a number relative to a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The whole interval is in the range.
    In,
    /// The whole interval is outside the range.
    Out,
    /// The interval contains an end of the range.
    Unclear,
}

/// The method that produced a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// All outcomes were enumerated.
    Exact {
        /// The number of distinct states.
        states: u64,
        /// The number of paths through steps.
        paths: u64,
        /// An upper bound of the probability that was cut off where dice have no end.
        truncated: f64,
    },
    /// Outcomes were sampled.
    MonteCarlo {
        /// The number of times the match-up was played.
        trials: u64,
        /// The seed of the generator.
        seed: u64,
    },
}

impl Method {
    /// The name in files and on the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Exact { .. } => "exact",
            Self::MonteCarlo { .. } => "monte-carlo",
        }
    }

    /// Returns the trials of a sampled result.
    pub const fn trials(&self) -> Option<u64> {
        match *self {
            Self::Exact { .. } => None,
            Self::MonteCarlo { trials, .. } => Some(trials),
        }
    }

    /// Returns the seed of a sampled result.
    pub const fn seed(&self) -> Option<u64> {
        match *self {
            Self::Exact { .. } => None,
            Self::MonteCarlo { seed, .. } => Some(seed),
        }
    }
}

/// The distribution of a measure in one round.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The measure's name.
    pub name: Text,
    /// The mean.
    pub mean: Estimate,
    /// The probabilities of 0, 1, 2 and so on; the last one is not 0.
    pub probabilities: Vec<Estimate>,
}

/// The probability of an event by the end of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The event's name.
    pub name: Text,
    /// The probability.
    pub probability: Estimate,
}

/// One round.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The probability that the target is dead at the end of this round or before.
    pub kill: Estimate,
    /// The distribution of each measure in this round.
    pub measures: Vec<Distribution>,
    /// The events by the end of this round.
    pub events: Vec<Event>,
    /// The mean of each step of the attack in this round, from the first dice to the damage.
    pub funnel: Vec<Step>,
}

/// A step of an attack, between its first dice and its damage.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The measure's name.
    pub name: Text,
    /// The mean.
    pub mean: Estimate,
}

/// The number of attacks until the target is dead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttacksToKill {
    /// The mean; `None` if the target may outlive the last round.
    pub mean: Option<Estimate>,
    /// The round by which 10 % of targets are dead; `None` if that is after the last.
    pub p10: Option<u32>,
    /// The round by which half of the targets are dead.
    pub median: Option<u32>,
    /// The round by which 90 % of targets are dead.
    pub p90: Option<u32>,
    /// The probability that the target is alive after the last round.
    pub alive: Estimate,
}

/// The results of a match-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The method.
    pub method: Method,
    /// The rounds in order.
    pub rounds: Vec<Round>,
    /// The number of attacks until the target is dead.
    pub attacks_to_kill: AttacksToKill,
}

/// The largest rounding error: exact numbers are correct to 1e-12.
const ROUNDING: f64 = 1e-12;

impl Results {
    /// Computes the attacks to kill from the rounds. Their mean has no error; sampling adds it.
    pub fn new(method: Method, rounds: Vec<Round>) -> Self {
        let kills: Vec<f64> = rounds.iter().map(|round| round.kill.value).collect();
        let last = rounds.last().map_or(Estimate::exact(0.0), |round| round.kill);
        let alive = Estimate {
            value: (1.0 - last.value).max(0.0),
            error: last.error.map(|error| Error {
                low: 1.0 - error.high,
                high: 1.0 - error.low,
                standard: error.standard,
            }),
        };
        let by = |share: f64| {
            kills.iter().position(|&kill| kill >= share - ROUNDING).map(|round| round as u32 + 1)
        };
        let mean = (alive.value < ROUNDING).then(|| {
            // E[T] is the sum of P(T > r) over r = 0, 1, 2 …
            Estimate::exact(std::iter::once(1.0).chain(kills.iter().map(|kill| 1.0 - kill)).sum())
        });
        let attacks_to_kill = AttacksToKill { mean, p10: by(0.1), median: by(0.5), p90: by(0.9), alive };
        Self { method, rounds, attacks_to_kill }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_within_outside_or_across() {
        let exact = |value| Estimate::exact(value).standing(0.4, 0.6);
        assert_eq!(exact(0.5), Standing::In);
        assert_eq!(exact(0.61), Standing::Out);
        // The ends count, and what is off by rounding alone is not off.
        assert_eq!(exact(0.4), Standing::In);
        assert_eq!(exact(0.2 + 0.4), Standing::In);
        let sampled = |low: f64, high: f64| {
            let error = Some(Error { low, high, standard: 0.01 });
            Estimate { value: f64::midpoint(low, high), error }.standing(0.4, 0.6)
        };
        assert_eq!(sampled(0.41, 0.59), Standing::In);
        assert_eq!(sampled(0.59, 0.61), Standing::Unclear);
        assert_eq!(sampled(0.61, 0.63), Standing::Out);
        assert_eq!(sampled(0.3, 0.7), Standing::Unclear);
        assert_eq!(Estimate::exact(f64::INFINITY).standing(2.0, 3.0), Standing::Out);
        assert_eq!(Estimate::exact(f64::INFINITY).standing(2.0, f64::INFINITY), Standing::In);
    }
}
