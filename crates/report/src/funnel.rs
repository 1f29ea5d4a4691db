//! Where the shots go: how much of an attack is left after each step, from its first dice to what it does.
//!
//! Each step has its mean and the share that is lost since the step before. A step may also be larger than the one
//! before, e.g. where a hit does two points of damage; then the factor is shown. The terminal, the chart and
//! the page take their numbers from here.

use results::{Error, Estimate, Round, Step, Text};

use crate::{Run, digits, names};

/// A step of a run, and how it differs from the step before.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stage {
    pub(crate) name: Text,
    pub(crate) mean: Estimate,
    pub(crate) change: Change,
}

/// How a step differs from the step before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    /// Nothing is before it.
    First,
    /// This share is lost.
    Lost(Estimate),
    /// The factor by which it exceeds the step before.
    Times(Estimate),
    /// Nothing was left to lose.
    Unknown,
}

/// The steps of a run in its first round.
pub(crate) fn in_first(run: &Run) -> Vec<Stage> {
    run.results.rounds.first().map_or_else(Vec::new, |round| staged(round.funnel.iter().cloned()))
}

/// The steps of a run summed over its rounds; none where there is one round only.
pub(crate) fn in_all(run: &Run) -> Vec<Stage> {
    let rounds = &run.results.rounds;
    let Some(first) = rounds.first().filter(|_| rounds.len() > 1) else { return Vec::new() };
    let summed = first.funnel.iter().map(|step| {
        let same = |round: &Round| round.funnel.iter().find(|other| other.name == step.name).cloned();
        let means = rounds.iter().filter_map(same).map(|step| step.mean);
        Step { name: step.name.clone(), mean: means.reduce(sum).unwrap_or(step.mean) }
    });
    staged(summed)
}

/// The names of all steps of some runs.
pub(crate) fn step_names<'a>(runs: &[&'a Run]) -> Vec<&'a str> {
    let rounds = runs.iter().filter_map(|run| run.results.rounds.first());
    names::distinct(rounds.flat_map(|round| round.funnel.iter().map(|step| &*step.name)))
}

fn staged(steps: impl Iterator<Item = Step>) -> Vec<Stage> {
    let mut before: Option<Estimate> = None;
    steps
        .map(|Step { name, mean }| {
            let change = before.map_or(Change::First, |before| Change::between(before, mean));
            before = Some(mean);
            Stage { name, mean, change }
        })
        .collect()
}

impl Change {
    fn between(before: Estimate, after: Estimate) -> Self {
        if before.value <= 0.0 || !before.value.is_finite() || !after.value.is_finite() {
            return Self::Unknown;
        }
        let ratio = after.value / before.value;
        // The widest that both intervals allow: the two means come from the same trials, and nobody knows how they go together.
        let error = after.error.zip(before.error).map(|(after, before)| Error {
            low: after.low.max(0.0) / before.high,
            high: after.high / before.low.max(f64::MIN_POSITIVE),
            standard: ratio * (after.standard + before.standard),
        });
        if ratio > 1.0 + 1e-12 {
            return Self::Times(Estimate { value: ratio, error });
        }
        Self::Lost(Estimate {
            value: (1.0 - ratio).max(0.0),
            error: error.map(|error| Error {
                low: (1.0 - error.high).max(0.0),
                high: 1.0 - error.low,
                standard: error.standard,
            }),
        })
    }

    /// The share that is lost; below 0 where it is more.
    pub(crate) fn lost(&self) -> Option<f64> {
        match self {
            Self::Lost(share) => Some(share.value),
            Self::Times(ratio) => Some(1.0 - ratio.value),
            Self::First | Self::Unknown => None,
        }
    }

    /// The share in percent, `x1.8` where it is more, and nothing for the first.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::First => String::new(),
            Self::Lost(share) => digits::percent(share),
            Self::Times(ratio) if ratio.error.is_none() => format!("x{}", digits::plain(ratio.value)),
            Self::Times(ratio) => format!("x{}", digits::number(ratio)),
            Self::Unknown => digits::missing().to_owned(),
        }
    }

    /// As [`Self::shown`], without context: `50.00 % lost`.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::Lost(_) => format!("{} lost", self.shown()),
            Self::Unknown => String::new(),
            Self::First | Self::Times(_) => self.shown(),
        }
    }
}

/// A sum whose interval is as wide as both together: rounds depend on each other, and this is the most they can err.
fn sum(left: Estimate, right: Estimate) -> Estimate {
    let error = left.error.zip(right.error).map(|(left, right)| Error {
        low: left.low + right.low,
        high: left.high + right.high,
        standard: left.standard + right.standard,
    });
    Estimate { value: left.value + right.value, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(steps: &[(&'static str, f64)]) -> Vec<Stage> {
        staged(steps.iter().map(|&(name, mean)| Step { name: name.into(), mean: Estimate::exact(mean) }))
    }

    #[test]
    fn what_is_lost_is_a_share_of_the_step_before() {
        let stages = exact(&[("draws", 3.0), ("hits", 1.5), ("wounds", 1.5), ("kills", 0.0), ("more", 0.0)]);
        let shown: Vec<String> = stages.iter().map(|stage| stage.change.shown()).collect();
        assert_eq!(shown, ["", "50.00 %", "0 %", "100 %", "–"]);
    }

    #[test]
    fn a_larger_step_is_told_by_how_many_times() {
        // 2.7 / 1.5
        let stages = exact(&[("hits", 1.5), ("damage", 2.7)]);
        assert_eq!(stages[1].change.shown(), "x1.8");
        assert_eq!(stages[1].change.in_words(), "x1.8");
    }

    #[test]
    fn a_share_has_no_digit_that_its_interval_does_not_support() {
        let mean = |value: f64, half: f64| Estimate {
            value,
            error: Some(Error { low: value - half, high: value + half, standard: half / 2.0 }),
        };
        // From 1.38 / 3.03 to 1.62 / 2.97: 45.5 % to 54.5 %, so that no decimal is told.
        let steps = [
            Step { name: "a".into(), mean: mean(3.0, 0.03) },
            Step { name: "b".into(), mean: mean(1.5, 0.12) },
        ];
        let stages = staged(steps.into_iter());
        assert_eq!(stages[1].change.in_words(), "50 % lost");
        let Change::Lost(Estimate { error: Some(error), .. }) = stages[1].change else { panic!() };
        assert!((error.low - (1.0 - 1.62 / 2.97)).abs() < 1e-12);
        assert!((error.high - (1.0 - 1.38 / 3.03)).abs() < 1e-12);
    }

    #[test]
    fn a_sum_errs_at_most_as_much_as_its_parts() {
        let part = Estimate { value: 1.0, error: Some(Error { low: 0.75, high: 1.5, standard: 0.25 }) };
        let error = sum(part, part).error.unwrap();
        assert_eq!((error.low, error.high, error.standard), (1.5, 3.0, 0.5));
        assert_eq!(sum(Estimate::exact(1.0), Estimate::exact(2.0)), Estimate::exact(3.0));
    }
}
