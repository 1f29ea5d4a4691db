//! The picture of a sensitivity: a tornado of the kill probability.
//!
//! A bar reaches from what one less makes of it to what one more does. Where a number has one step only, the bar begins at the number as it is.

use results::{Comparison, Error, Estimate, Quantity};

use super::{Sensitivity, Swing, kill};
use crate::chart::{Bar, Source, Tornado, tornado};
use crate::{Chart, ReportError, words};

/// The tornado; none where no step moves the kill probability.
pub(super) fn charts(sensitivity: &Sensitivity) -> Result<Vec<Chart>, ReportError> {
    let Some(base) = sensitivity.comparisons().find_map(kill).map(|kill| kill.base) else {
        return Ok(Vec::new());
    };
    let bars = bars(sensitivity, base);
    if bars.is_empty() {
        return Ok(Vec::new());
    }
    let source = Source {
        scenario: sensitivity.scenario.clone(),
        system_id: sensitivity.system_id.to_owned(),
        system_title: sensitivity.system_title.to_owned(),
        hash: sensitivity.hash.clone(),
        version: sensitivity.version.to_owned(),
        command: sensitivity.command.clone(),
        methods: sensitivity.method(),
    };
    let picture = Tornado {
        title: "What a step is worth".to_owned(),
        subtitle: "Each number one less and one more; those that change nothing are left out.".to_owned(),
        axis: format!("Killed within {}", words::counted(sensitivity.rounds.into(), "round")),
        base,
        percent: true,
        bars,
    };
    Ok(vec![tornado(&source, "sensitivity", &picture)?])
}

/// A bar for each number that moves the kill probability, the largest change first.
fn bars(sensitivity: &Sensitivity, base: Estimate) -> Vec<Bar> {
    let moving = sensitivity.ordered().into_iter().filter(|swing| swing.reach().0 > 0.0);
    moving
        .map(|swing| {
            let (low_label, low) = end(swing, false, base);
            let (high_label, high) = end(swing, true, base);
            Bar { label: swing.name(), low_label, high_label, low, high }
        })
        .collect()
}

/// What the number becomes at one end of a bar, and the kill probability there.
fn end(swing: &Swing, up: bool, base: Estimate) -> (String, Estimate) {
    let found = swing.steps.iter().find(|(to, _)| (*to > swing.from) == up);
    let stepped = |(to, comparison): &(i64, Comparison)| Some((to.to_string(), stepped(kill(comparison)?)));
    found.and_then(stepped).unwrap_or_else(|| (swing.from.to_string(), base))
}

/// A probability after a step. Both errors count in full: the pair says how they add up in the difference, not in the sum.
fn stepped(Quantity { base, difference }: &Quantity) -> Estimate {
    let value = (base.value + difference.value).clamp(0.0, 1.0);
    let sampled = base.error.is_some() || difference.error.is_some();
    let sum = |end: fn(&Estimate) -> Option<f64>| {
        let of = |estimate: &Estimate| end(estimate).unwrap_or(estimate.value);
        (of(base) + of(difference)).clamp(0.0, 1.0)
    };
    let standard = [base, difference].iter().filter_map(|one| one.error).map(|error| error.standard).sum();
    let error = sampled.then(|| Error { low: sum(Estimate::low), high: sum(Estimate::high), standard });
    Estimate { value, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swing(field: &str, steps: &[(i64, f64)]) -> Swing {
        let base = Estimate::exact(0.5);
        let quantity = |by: f64| Quantity { base, difference: Estimate::exact(by) };
        let comparison = |by: f64| Comparison {
            kill: vec![quantity(by)],
            attacks: quantity(0.0),
            damage: None,
            trials: None,
        };
        let steps = steps.iter().map(|&(to, by)| (to, comparison(by))).collect();
        Swing { field: field.to_owned(), part: None, from: 3, steps }
    }

    fn sensitivity(swings: Vec<Swing>) -> Sensitivity {
        Sensitivity {
            scenario: "Titan".to_owned(),
            system_id: "space-infantry",
            system_title: "Space Infantry",
            rounds: 2,
            swings,
            seed: None,
            hash: "0".repeat(64),
            version: "0",
            command: "killcurve sensitivity titan.toml".to_owned(),
        }
    }

    #[test]
    fn bars_reach_from_one_less_to_one_more() {
        let found = sensitivity(vec![
            swing("still", &[(2, 0.0), (4, 0.0)]),
            swing("small", &[(4, 0.125)]),
            swing("large", &[(2, -0.25), (4, 0.25)]),
        ]);
        let bars = bars(&found, Estimate::exact(0.5));
        let ends: Vec<_> =
            bars.iter().map(|bar| (bar.label.as_str(), bar.low.value, bar.high.value)).collect();
        assert_eq!(ends, [("large", 0.25, 0.75), ("small", 0.5, 0.625)]);
        assert_eq!((bars[1].low_label.as_str(), bars[1].high_label.as_str()), ("3", "4"));
        assert_eq!(charts(&found).unwrap()[0].name, "sensitivity");
        assert!(charts(&sensitivity(vec![swing("still", &[(2, 0.0)])])).unwrap().is_empty());
    }

    #[test]
    fn both_errors_count_after_a_step() {
        let estimate =
            |value, low, high| Estimate { value, error: Some(Error { low, high, standard: 0.25 }) };
        let found =
            stepped(&Quantity { base: estimate(0.5, 0.375, 0.625), difference: estimate(0.25, 0.125, 0.5) });
        assert_eq!((found.value, found.low(), found.high()), (0.75, Some(0.5), Some(1.0)));
    }
}
