//! The pictures of a sensitivity: a tornado of the kill probability, and one of the attacks to kill.
//!
//! A bar reaches from what one less makes of it to what one more does. Where a number has one step only, the bar begins at the number as it is.

use results::{Comparison, Error, Estimate, Quantity};

use super::{Sensitivity, Swing, kill};
use crate::chart::{Bar, Tornado, tornado};
use crate::{Chart, ReportError, names, phrases};

/// What of a comparison is drawn.
type Effect = fn(&Comparison) -> Option<&Quantity>;

const ATTACKS: Effect = |comparison| Some(&comparison.attacks);

/// The tornados; none of a number that no step moves.
pub(super) fn charts(sensitivity: &Sensitivity) -> Result<Vec<Chart>, ReportError> {
    let source = sensitivity.source();
    let rounds = phrases::count_of(sensitivity.rounds.into(), "round");
    let pictures: [(&str, &str, String, Effect); 2] = [
        ("sensitivity", "What a step is worth: kills", format!("Killed within {rounds}"), kill),
        (
            "sensitivity_attacks",
            "What a step is worth: attacks",
            format!("Attacks until the kill, or the end of {rounds}"),
            ATTACKS,
        ),
    ];
    let mut charts = Vec::new();
    for (name, title, axis, of) in pictures {
        let Some(base) = sensitivity.comparisons().find_map(of).map(|quantity| quantity.base) else {
            continue;
        };
        let percent = name == "sensitivity";
        let bars = bars(sensitivity, base, of, if percent { 1.0 } else { f64::INFINITY });
        if bars.is_empty() {
            continue;
        }
        let subtitle =
            "Each number one less and one more; those that change nothing are left out.".to_owned();
        let picture = Tornado { title: title.to_owned(), subtitle, axis, base, percent, bars };
        charts.push(tornado(&source, name, &picture)?);
    }
    Ok(charts)
}

/// A bar for each number that moves what is drawn, the largest change first; `most` is the largest that it can be.
fn bars(sensitivity: &Sensitivity, base: Estimate, of: Effect, most: f64) -> Vec<Bar> {
    let moves =
        |(_, comparison): &(i64, Comparison)| of(comparison).is_some_and(|q| q.difference.value != 0.0);
    let moving = sensitivity.ordered().into_iter().filter(|swing| swing.steps.iter().any(moves));
    moving
        .map(|swing| {
            let (low_label, low) = end(swing, false, base, of, most);
            let (high_label, high) = end(swing, true, base, of, most);
            Bar { label: names::field(&swing.field, swing.part.as_deref()), low_label, high_label, low, high }
        })
        .collect()
}

/// What the number becomes at one end of a bar, and what is drawn there.
fn end(swing: &Swing, up: bool, base: Estimate, of: Effect, most: f64) -> (String, Estimate) {
    let found = swing.steps.iter().find(|(to, _)| (*to > swing.from) == up);
    let stepped =
        |(to, comparison): &(i64, Comparison)| Some((to.to_string(), stepped(of(comparison)?, most)));
    found.and_then(stepped).unwrap_or_else(|| (swing.from.to_string(), base))
}

/// A number after a step. Both errors count in full: the pair says how they add up in the difference, not in the sum.
fn stepped(Quantity { base, difference }: &Quantity, most: f64) -> Estimate {
    let value = (base.value + difference.value).clamp(0.0, most);
    let sampled = base.error.is_some() || difference.error.is_some();
    let sum = |end: fn(&Estimate) -> Option<f64>| {
        let of = |estimate: &Estimate| end(estimate).unwrap_or(estimate.value);
        (of(base) + of(difference)).clamp(0.0, most)
    };
    let standard = [base, difference].iter().filter_map(|one| one.error).map(|error| error.standard).sum();
    let error = sampled.then(|| Error { low: sum(Estimate::low), high: sum(Estimate::high), standard });
    Estimate { value, error }
}

#[cfg(test)]
mod tests {
    use results::{InputKind, Provenance};

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
            provenance: Provenance {
                kind: InputKind::Scenario,
                name: "Titan".to_owned(),
                description: None,
                notes: Vec::new(),
                system_id: "space-infantry".to_owned(),
                system_title: "Space Infantry".to_owned(),
                hash: "0".repeat(64),
                version: "0".to_owned(),
                methods: Vec::new(),
                command: "killcurve sensitivity titan.toml".to_owned(),
                input: String::new(),
            },
            rounds: 2,
            swings,
        }
    }

    #[test]
    fn bars_reach_from_one_less_to_one_more() {
        let found = sensitivity(vec![
            swing("still", &[(2, 0.0), (4, 0.0)]),
            swing("small", &[(4, 0.125)]),
            swing("large", &[(2, -0.25), (4, 0.25)]),
        ]);
        let bars = bars(&found, Estimate::exact(0.5), kill, 1.0);
        let ends: Vec<_> =
            bars.iter().map(|bar| (bar.label.as_str(), bar.low.value, bar.high.value)).collect();
        assert_eq!(ends, [("large", 0.25, 0.75), ("small", 0.5, 0.625)]);
        assert_eq!((bars[1].low_label.as_str(), bars[1].high_label.as_str()), ("3", "4"));
        // No step changes how many attacks there are.
        let names: Vec<String> = charts(&found).unwrap().into_iter().map(|chart| chart.name).collect();
        assert_eq!(names, ["sensitivity"]);
        assert!(charts(&sensitivity(vec![swing("still", &[(2, 0.0)])])).unwrap().is_empty());
    }

    #[test]
    fn attacks_have_a_picture_of_their_own() {
        let mut moved = swing("large", &[(2, -0.25), (4, 0.25)]);
        moved.steps[1].1.attacks =
            Quantity { base: Estimate::exact(3.5), difference: Estimate::exact(-1.25) };
        let found = sensitivity(vec![moved]);
        let bars = bars(&found, Estimate::exact(3.5), ATTACKS, f64::INFINITY);
        // The first step has a base of 0.5 and no difference; the second goes from 3.5 to 2.25.
        assert_eq!((bars[0].low.value, bars[0].high.value), (0.5, 2.25));
        let names: Vec<String> = charts(&found).unwrap().into_iter().map(|chart| chart.name).collect();
        assert_eq!(names, ["sensitivity", "sensitivity_attacks"]);
    }

    #[test]
    fn both_errors_count_after_a_step() {
        let estimate =
            |value, low, high| Estimate { value, error: Some(Error { low, high, standard: 0.25 }) };
        let found = stepped(
            &Quantity { base: estimate(0.5, 0.375, 0.625), difference: estimate(0.25, 0.125, 0.5) },
            1.0,
        );
        assert_eq!((found.value, found.low(), found.high()), (0.75, Some(0.5), Some(1.0)));
    }
}
