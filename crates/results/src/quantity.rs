//! Names of numbers: `kill`, `hits.mean`, `hits=2`, `attacks_to_kill.median`, or an event's name.
//!
//! Names are made here and nowhere else, so that a name that one command writes can be looked up by another.

use crate::{Error, Estimate, Results};

/// The probability that the target is dead.
pub const KILL: &str = "kill";

/// The first part of names of numbers about attacks to kill.
const ATTACKS: &str = "attacks_to_kill";

/// The numbers about attacks to kill.
const OF_ATTACKS: [&str; 5] = ["mean", "median", "p10", "p90", "alive"];

/// The first part of names of an attack's steps.
const FUNNEL: &str = "funnel";

/// A number with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedNumber {
    /// The round, from 1; `None` for a number about all rounds together.
    pub round: Option<usize>,
    /// The name.
    pub name: String,
    /// The number, if it exists. A round after the last one is infinite.
    pub estimate: Option<Estimate>,
}

/// The kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// A probability.
    Probability,
    /// Any other number: a mean, or a number of attacks.
    Amount,
}

/// Returns whether a name is for all rounds together, and so takes no round.
pub fn is_of_all_rounds(name: &str) -> bool {
    name.strip_prefix(ATTACKS).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns the kind of the number with this name.
pub fn kind(name: &str) -> NumberKind {
    let (of, what) = name.rsplit_once('.').unwrap_or((name, ""));
    let amount = what == "mean" || of == FUNNEL || of == ATTACKS && what != "alive";
    if amount { NumberKind::Amount } else { NumberKind::Probability }
}

/// Returns all names of a run with these measures and events, except single values such as `hits=2`.
pub fn known<S: AsRef<str>>(measures: &[S], events: &[S]) -> Vec<String> {
    let means = measures.iter().map(|measure| mean_of(measure.as_ref()));
    let events = events.iter().map(|event| event.as_ref().to_owned());
    let attacks = OF_ATTACKS.iter().map(|what| format!("{ATTACKS}.{what}"));
    std::iter::once(KILL.to_owned()).chain(attacks).chain(means).chain(events).collect()
}

/// Returns whether a name is a single value of one of these measures, such as `hits=2`.
pub fn is_value_of(name: &str, measures: &[impl AsRef<str>]) -> bool {
    name.split_once('=').is_some_and(|(measure, value)| {
        measures.iter().any(|known| known.as_ref() == measure)
            && value.bytes().all(|digit| digit.is_ascii_digit())
            && !value.is_empty()
    })
}

fn mean_of(measure: &str) -> String {
    format!("{measure}.mean")
}

impl Results {
    /// Returns all numbers that have a name, round by round, then those of all rounds together.
    pub fn numbers(&self) -> Vec<NamedNumber> {
        let mut numbers = Vec::new();
        for (place, round) in self.rounds.iter().enumerate() {
            let mut add = |name: String, estimate| {
                numbers.push(NamedNumber { round: Some(place + 1), name, estimate: Some(estimate) });
            };
            add(KILL.to_owned(), round.kill);
            for event in &round.events {
                add(event.name.to_string(), event.probability);
            }
            for measure in &round.measures {
                add(mean_of(&measure.name), measure.mean);
                for (value, &probability) in measure.probabilities.iter().enumerate() {
                    add(format!("{}={value}", measure.name), probability);
                }
            }
            for step in &round.funnel {
                add(format!("{FUNNEL}.{}", step.name), step.mean);
            }
        }
        let attacks = [
            self.attacks_to_kill.mean,
            Some(self.dead_by(0.5)),
            Some(self.dead_by(0.1)),
            Some(self.dead_by(0.9)),
            Some(self.attacks_to_kill.alive),
        ];
        for (what, estimate) in OF_ATTACKS.iter().zip(attacks) {
            numbers.push(NamedNumber { round: None, name: format!("{ATTACKS}.{what}"), estimate });
        }
        numbers
    }

    /// Looks up a number by the end of a round. Names of all rounds together take any round.
    pub fn quantity(&self, round: usize, name: &str) -> Option<Estimate> {
        let round = (!is_of_all_rounds(name)).then_some(round);
        let found = self.numbers().into_iter().find(|number| number.round == round && number.name == name);
        if found.is_none() && name.contains('=') && round.is_some_and(|round| round <= self.rounds.len()) {
            // An exact distribution has probability 0 beyond its end.
            let known: Vec<&str> =
                self.rounds.iter().flat_map(|round| round.measures.iter().map(|m| m.name.as_str())).collect();
            return is_value_of(name, &known).then(|| Estimate::exact(0.0)).filter(|_| self.is_exact());
        }
        found.and_then(|number| number.estimate)
    }

    fn is_exact(&self) -> bool {
        self.method.trials().is_none()
    }

    /// Returns the round by which a share of targets is dead, or infinity. Its interval goes from the round in which the upper
    /// end of a kill probability reaches the share to the round in which the lower end does.
    fn dead_by(&self, share: f64) -> Estimate {
        let reached = |end: fn(&Estimate) -> f64| {
            let found = self.rounds.iter().position(|round| end(&round.kill) >= share - crate::ROUNDING);
            found.map_or(f64::INFINITY, |place| (place + 1) as f64)
        };
        let value = reached(|kill| kill.value);
        let error = (!self.is_exact()).then(|| Error {
            low: reached(|kill| kill.high().unwrap_or(kill.value)),
            high: reached(|kill| kill.low().unwrap_or(kill.value)),
            standard: f64::NAN,
        });
        Estimate { value, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Distribution, Event, Method, Round};

    fn results(kills: &[f64], half: Option<f64>) -> Results {
        let estimate = |value: f64| Estimate {
            value,
            error: half.map(|half| Error { low: value - half, high: value + half, standard: half / 2.0 }),
        };
        let method = match half {
            Some(_) => Method::MonteCarlo { trials: 100, seed: 1 },
            None => Method::Exact { states: 1, paths: 1, truncated: 0.0 },
        };
        let round = |&kill: &f64| Round {
            kill: estimate(kill),
            measures: vec![Distribution {
                name: "hits".into(),
                mean: estimate(0.75),
                probabilities: vec![estimate(0.25), estimate(0.75)],
            }],
            events: vec![Event { name: "fire".into(), probability: estimate(0.125) }],
            funnel: Vec::new(),
        };
        Results::new(method, kills.iter().map(round).collect())
    }

    #[test]
    fn numbers_are_found_by_their_names() {
        let results = results(&[0.3, 0.6], None);
        let value = |round, name| results.quantity(round, name).map(|estimate| estimate.value);
        assert_eq!(value(2, "kill"), Some(0.6));
        assert_eq!(value(1, "fire"), Some(0.125));
        assert_eq!(value(1, "hits.mean"), Some(0.75));
        assert_eq!(value(1, "hits=1"), Some(0.75));
        assert_eq!(value(1, "hits=7"), Some(0.0));
        assert_eq!(value(9, "attacks_to_kill.median"), Some(2.0));
        assert_eq!(value(1, "attacks_to_kill.p90"), Some(f64::INFINITY));
        assert_eq!(value(1, "attacks_to_kill.alive"), Some(0.4));
        // The target may outlive the last round, so there is no mean; nor is there a third round.
        assert_eq!(value(1, "attacks_to_kill.mean"), None);
        assert_eq!(value(3, "kill"), None);
        assert_eq!(value(1, "misses.mean"), None);
    }

    #[test]
    fn every_name_of_a_result_is_known_beforehand() {
        let known = known(&["hits"], &["fire"]);
        for number in results(&[0.3, 1.0], None).numbers() {
            let told = known.contains(&number.name) || is_value_of(&number.name, &["hits"]);
            assert!(told, "{}", number.name);
            assert_eq!(number.round.is_none(), is_of_all_rounds(&number.name), "{}", number.name);
        }
        assert_eq!(kind("hits.mean"), NumberKind::Amount);
        assert_eq!(kind("attacks_to_kill.alive"), NumberKind::Probability);
        assert_eq!(kind("hits=2"), NumberKind::Probability);
    }

    #[test]
    fn a_sampled_median_lies_between_rounds() {
        // 0.45 ± 0.1 may be half already, 0.55 ± 0.1 may not be half yet, 0.75 ± 0.1 surely is more.
        let median = results(&[0.45, 0.55, 0.75], Some(0.1)).quantity(1, "attacks_to_kill.median").unwrap();
        assert_eq!((median.low(), median.value, median.high()), (Some(1.0), 2.0, Some(3.0)));
    }
}
