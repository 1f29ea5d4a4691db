//! What comes of playing a match-up: one type for exact and sampled answers.
//!
//! Both engines give [`Results`], so whatever reads them need not know which engine it was. An exact number
//! has no interval; an estimate always has one. A number that does not exist is `None`, never 0.

mod agreement;
mod battle;
mod compare;
pub mod harmless;
mod price;
mod quantity;

pub use agreement::{Agreement, LEVEL, Pair};
pub use battle::{BattleResults, BattleRound, SideResults, Spread};
pub use compare::{Comparison, Quantity, Verdict};
pub use price::{Circle, Metagame, PriceVerdict, Priced, Prices, Rounded, SituationPrices, StepWorth, Worth};
pub use quantity::{KILL, NamedNumber, NumberKind, is_of_all_rounds, is_value_of, kind, known};

/// A number, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number itself, or the best guess at it.
    pub value: f64,
    /// How far off it may be; `None` for an exact number.
    pub error: Option<Error>,
}

/// The error of an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The standard error.
    pub standard: f64,
}

impl Estimate {
    /// A number without error.
    pub const fn exact(value: f64) -> Self {
        Self { value, error: None }
    }

    /// The lower end of the interval.
    pub fn low(&self) -> Option<f64> {
        self.error.map(|error| error.low)
    }

    /// The upper end of the interval.
    pub fn high(&self) -> Option<f64> {
        self.error.map(|error| error.high)
    }

    /// So many times the number; the factor is not negative.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        let error = self.error.map(|Error { low, high, standard }| Error {
            low: low * factor,
            high: high * factor,
            standard: standard * factor,
        });
        Self { value: self.value * factor, error }
    }

    /// Where the number stands to two ends, which count as within.
    pub fn standing(&self, least: f64, most: f64) -> Standing {
        let low = self.low().unwrap_or(self.value);
        let high = self.high().unwrap_or(self.value);
        if low >= least - NOTHING && high <= most + NOTHING {
            Standing::In
        } else if high < least - NOTHING || low > most + NOTHING {
            Standing::Out
        } else {
            Standing::Unclear
        }
    }
}

/// Where a number stands to what was expected of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All of its interval is within.
    In,
    /// All of its interval is outside.
    Out,
    /// Its interval lies across an end.
    Unclear,
}

/// How a result was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Every outcome was weighed.
    Exact {
        /// Distinct states that were reached.
        states: u64,
        /// Ways through a step that were weighed.
        paths: u64,
        /// The probability, at the most, of what unbounded dice were cut off at.
        truncated: f64,
    },
    /// Outcomes were sampled.
    MonteCarlo {
        /// How many times the match-up was played.
        trials: u64,
        /// The seed of the generator.
        seed: u64,
    },
}

impl Method {
    /// As files and the command line write it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Exact { .. } => "exact",
            Self::MonteCarlo { .. } => "monte-carlo",
        }
    }

    /// The trials of a sampled result.
    pub const fn trials(&self) -> Option<u64> {
        match *self {
            Self::Exact { .. } => None,
            Self::MonteCarlo { trials, .. } => Some(trials),
        }
    }

    /// The seed of a sampled result.
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
    pub name: &'static str,
    /// The mean.
    pub mean: Estimate,
    /// The probabilities of 0, 1, 2 and so on; the last one is not 0.
    pub probabilities: Vec<Estimate>,
}

/// The probability of an event by the end of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The event's name.
    pub name: &'static str,
    /// The probability.
    pub probability: Estimate,
}

/// One round.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The probability that the target is dead at the end of this round or before.
    pub kill: Estimate,
    /// What was counted in this round.
    pub measures: Vec<Distribution>,
    /// What has happened by the end of this round.
    pub events: Vec<Event>,
    /// Where the shots went: the mean of each step of the attack in this round, the first dice first.
    pub funnel: Vec<Step>,
}

/// A step of the way from the first dice of an attack to what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What is counted, by the measure's name.
    pub name: &'static str,
    /// Its mean.
    pub mean: Estimate,
}

/// How many attacks it takes to kill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttacksToKill {
    /// The mean; `None` where the target may outlive the last round.
    pub mean: Option<Estimate>,
    /// The round by which 10 % of targets are dead; `None` where so many never are.
    pub p10: Option<u32>,
    /// The round by which half of the targets are dead.
    pub median: Option<u32>,
    /// The round by which 90 % of targets are dead.
    pub p90: Option<u32>,
    /// The probability that the target is alive after the last round.
    pub alive: Estimate,
}

/// All that is known of a match-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// How it was found.
    pub method: Method,
    /// Round by round.
    pub rounds: Vec<Round>,
    /// How long the target lives.
    pub attacks_to_kill: AttacksToKill,
}

/// What is left of a probability below this is a rounding error: exact numbers are good to 1e-12.
const NOTHING: f64 = 1e-12;

impl Results {
    /// Puts rounds together. `mean_error` gives the error of a mean from its value and the standard deviation
    /// of what it is the mean of; exact results have none.
    pub fn new(method: Method, rounds: Vec<Round>, mean_error: impl Fn(f64, f64) -> Option<Error>) -> Self {
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
        let by =
            |share: f64| kills.iter().position(|&kill| kill >= share - NOTHING).map(|round| round as u32 + 1);
        let mean = (alive.value < NOTHING).then(|| {
            // E[T] = sum of P(T > r), E[T^2] = sum of (2r + 1) P(T > r), over r = 0, 1, 2 …
            let later = || std::iter::once(1.0).chain(kills.iter().map(|kill| 1.0 - kill));
            let mean: f64 = later().sum();
            let square: f64 = later().enumerate().map(|(round, alive)| (2 * round + 1) as f64 * alive).sum();
            let deviation = (square - mean * mean).max(0.0).sqrt();
            Estimate { value: mean, error: mean_error(mean, deviation) }
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
