//! What scenarios expect, and whether it holds: lines for people and `JUnit` XML for machines.

use minijinja::{Value, context};
use results::{ERROR_LEVEL, Estimate, NumberKind, Standing};

use crate::grid::{self, Column, Ink};
use crate::{ReportError, Style, digits, html, names, phrases};

/// A scenario and what came of its expectations.
#[derive(Clone, Debug, PartialEq)]
pub struct Guarded {
    /// Its file.
    pub file: String,
    /// Its name, or its file's.
    pub scenario: String,
    /// Its expectations, or why it could not be played.
    pub judged: Result<Vec<Judged>, String>,
}

/// An expectation that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What is expected, in words.
    pub expectation: String,
    /// What was found; `None` where the number does not exist.
    pub found: Option<Estimate>,
    /// What kind of number it is.
    pub kind: NumberKind,
    /// Whether it is the difference to another run.
    pub difference: bool,
    /// Whether it holds.
    pub standing: Standing,
    /// Trials, if it was sampled.
    pub trials: Option<u64>,
}

impl Judged {
    fn verdict(&self) -> &'static str {
        match self.standing {
            Standing::In => "in",
            Standing::Out => "OUT",
            Standing::Unclear => "too close to tell",
        }
    }

    fn shown(&self) -> String {
        let Some(found) = self.found else { return "there is no such number".to_owned() };
        let number = match (self.kind, self.difference) {
            _ if found.value.is_infinite() => "after the last round".to_owned(),
            (NumberKind::Probability, true) => crate::digits::percentage_points(&found),
            (NumberKind::Probability, false) => digits::percent_with_margin(&found),
            (NumberKind::Amount, _) => digits::number_with_margin(&found),
        };
        match self.trials {
            Some(trials) => format!("{number}, {}", phrases::count_of(trials, "trial")),
            None => number,
        }
    }
}

/// What was expected and found, for people.
pub fn guard_table(guarded: &[Guarded], width: usize, style: Style) -> String {
    let mut text = String::new();
    let mut counts = [0_u64; 3];
    let mut broken = 0;
    for one in guarded {
        let title = format!("{} ({})", names::line(&one.scenario), names::line(&one.file));
        let judged = match &one.judged {
            Ok(judged) if judged.is_empty() => continue,
            Ok(judged) => judged,
            Err(_) => {
                text +=
                    &format!("{}\n  could not be played\n", style.paint(&style.text(&title), Ink::Strong));
                broken += 1;
                continue;
            }
        };
        text += &format!("{}\n", style.paint(&style.text(&title), Ink::Strong));
        let columns = [Column::left("").ink(Ink::Strong), Column::left("expected"), Column::left("found")];
        let rows: Vec<Vec<String>> = judged
            .iter()
            .map(|judged| vec![judged.verdict().to_owned(), names::line(&judged.expectation), judged.shown()])
            .collect();
        for line in grid::lines(&columns, &rows, width, style).iter().skip(1) {
            text += &format!("{line}\n");
        }
        for judged in judged {
            counts[judged.standing as usize] += 1;
        }
    }
    let [held, out, unclear] = counts;
    let mut sum = format!("{held} in, {out} out, {unclear} too close to tell");
    if broken > 0 {
        sum += &format!(", {}", phrases::count_of(broken, "broken file"));
    }
    text += &format!("{}\n", style.paint(&sum, Ink::Strong));
    let sampled = |one: &Guarded| one.judged.iter().flatten().any(|judged| judged.trials.is_some());
    if guarded.iter().any(sampled) {
        let confidence = digits::plain(100.0 * (1.0 - ERROR_LEVEL));
        let words = format!(
            "sampled numbers: a verdict has a confidence of {confidence} % over all looks; ± is the interval of the last look"
        );
        text += &format!("{}\n", style.paint(&words, Ink::Faint));
    }
    text
}

/// The same as `JUnit` XML: an expectation that does not hold is a failure, an unclear one is skipped, a broken file is an error.
pub fn guard_junit(guarded: &[Guarded]) -> Result<String, ReportError> {
    let suite = |one: &Guarded| {
        let (judged, broken) = match &one.judged {
            Ok(judged) => (judged.as_slice(), None),
            Err(why) => (&[][..], Some(names::lines(why))),
        };
        let cases: Vec<Value> = judged
            .iter()
            .map(|judged| {
                context! {
                    name => names::line(&judged.expectation),
                    verdict => judged.verdict(),
                    failed => judged.standing == Standing::Out,
                    skipped => judged.standing == Standing::Unclear,
                    found => judged.shown(),
                }
            })
            .collect();
        let count = |standing| judged.iter().filter(|judged| judged.standing == standing).count();
        context! {
            name => names::line(&one.scenario),
            file => names::line(&one.file),
            tests => cases.len() + usize::from(broken.is_some()),
            failures => count(Standing::Out),
            skipped => count(Standing::Unclear),
            cases,
            broken,
        }
    };
    html::filled("junit.xml", context! { suites => guarded.iter().map(suite).collect::<Vec<Value>>() })
}
