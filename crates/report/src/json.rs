//! The machine-readable results.
//!
//! The names are fixed, because files and programs written by others depend on them. Numbers keep every digit,
//! a missing number is `null`, and the order of keys never changes. Characters that steer a terminal are
//! written as escapes, so that the text is safe to show and still means the same.

use std::fmt::Write as _;
use std::io;

use results::{Distribution, Error, Estimate, Event, Method, Results, Round, Step};
use serde_json::{Map, Value, json};

use crate::source::Source;
use crate::{Report, Run, SweptVariant, names, phrases, setting};

/// The results as a JSON document, run by run: a sweep has too many to be held as a whole.
pub fn json(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    let mut head = Source::of(report).fields();
    head.insert("sweep".to_owned(), json!(report.sweep));
    let head = document_text(&Value::Object(head));
    out.write_all(head.strip_suffix("\n}\n").unwrap_or(&head).as_bytes())?;
    write_list("runs", report.runs.iter().map(run), out)?;
    write_list("variant_runs", report.swept_variants.iter().flat_map(variant_runs), out)?;
    out.write_all(b"\n}\n")
}

/// Writes a list of objects as a further field of the document, one after the other.
fn write_list(name: &str, items: impl Iterator<Item = Value>, out: &mut dyn io::Write) -> io::Result<()> {
    write!(out, ",\n  \"{name}\": [")?;
    let mut text = String::new();
    let mut separator = "";
    for item in items {
        text.clear();
        write(&item, 2, &mut text);
        write!(out, "{separator}\n    {text}")?;
        separator = ",";
    }
    out.write_all(if separator.is_empty() { b"]" } else { b"\n  ]" })
}

/// The cells of a swept variant: runs that say whose they are.
fn variant_runs(variant: &SweptVariant) -> impl Iterator<Item = Value> {
    variant.runs.iter().map(|cell| {
        let mut cell = run(cell);
        cell["variant"] = json!(variant.name);
        cell
    })
}

/// A document as text that is safe to show.
pub(crate) fn document_text(document: &Value) -> String {
    let mut text = String::new();
    write(document, 0, &mut text);
    text.push('\n');
    text
}

/// A number with the ends of its interval; `null` where it is missing.
pub(crate) fn estimate(estimate: Option<Estimate>) -> Value {
    estimate.map_or(
        Value::Null,
        |known| json!({ "value": known.value, "low": known.low(), "high": known.high() }),
    )
}

fn run(run: &Run) -> Value {
    let settings: Map<String, Value> =
        run.settings.iter().map(|(name, value)| (name.clone(), setting::json(value))).collect();
    let Results { method, rounds, attacks_to_kill: attacks } = &run.results;
    let exact = match *method {
        Method::Exact { states, paths, truncated } => {
            json!({ "states": states, "paths": paths, "truncated": truncated })
        }
        Method::MonteCarlo { .. } => Value::Null,
    };
    let mean_error = attacks.mean.and_then(|mean| mean.error);
    json!({
        "label": run.label,
        "origin": run.origin.name(),
        "settings": settings,
        "attacker": run.attacker,
        "attacker_points": run.attacker_points,
        "target": run.target,
        "target_points": run.target_points,
        "method": method.name(),
        "trials": method.trials(),
        "seed": method.seed(),
        "exact": exact,
        "attacks_to_kill": {
            "mean": attacks.mean.map(|mean| mean.value),
            "mean_at_least": phrases::least_attacks(&run.results),
            "median": attacks.median,
            "p10": attacks.p10,
            "p90": attacks.p90,
            "alive": attacks.alive.value,
            "mean_interval": interval(mean_error),
            "mean_standard_error": standard(mean_error),
            "alive_interval": interval(attacks.alive.error),
            "alive_standard_error": standard(attacks.alive.error),
        },
        "rounds": rounds.iter().enumerate().map(|(index, played)| round(index + 1, played)).collect::<Vec<_>>(),
    })
}

fn round(number: usize, round: &Round) -> Value {
    json!({
        "round": number,
        "kill": {
            "probability": round.kill.value,
            "low": round.kill.low(),
            "high": round.kill.high(),
            "standard_error": standard(round.kill.error),
        },
        "measures": round.measures.iter().map(|m| (m.name.to_string(), measure(m))).collect::<Map<_, _>>(),
        "events": events(round, |estimate| json!(estimate.value)),
        "events_interval": events(round, |estimate| interval(estimate.error)),
        "events_standard_error": events(round, |estimate| standard(estimate.error)),
        "funnel": round.funnel.iter().map(step).collect::<Vec<_>>(),
    })
}

fn measure(measure: &Distribution) -> Value {
    let list = |show: fn(&Estimate) -> Value| measure.probabilities.iter().map(show).collect::<Vec<_>>();
    json!({
        "mean": measure.mean.value,
        "distribution": list(|estimate| json!(estimate.value)),
        "mean_interval": interval(measure.mean.error),
        "mean_standard_error": standard(measure.mean.error),
        "distribution_interval": list(|estimate| interval(estimate.error)),
        "distribution_standard_error": list(|estimate| standard(estimate.error)),
    })
}

fn events(round: &Round, show: impl Fn(&Estimate) -> Value) -> Map<String, Value> {
    round.events.iter().map(|Event { name, probability }| (name.to_string(), show(probability))).collect()
}

fn step(step: &Step) -> Value {
    json!({ "name": *step.name, "mean": step.mean.value, "low": step.mean.low(), "high": step.mean.high() })
}

fn interval(error: Option<Error>) -> Value {
    error.map_or(Value::Null, |error| json!([error.low, error.high]))
}

fn standard(error: Option<Error>) -> Value {
    error.map_or(Value::Null, |error| json!(error.standard))
}

/// Writes a value: objects and lists of objects over several lines, lists of numbers on one.
fn write(value: &Value, depth: usize, text: &mut String) {
    let indent = |text: &mut String, depth: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    };
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            text.push('{');
            for (index, (name, field)) in fields.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                indent(text, depth + 1);
                push_escaped(&Value::from(name.as_str()).to_string(), text);
                text.push_str(": ");
                write(field, depth + 1, text);
            }
            indent(text, depth);
            text.push('}');
        }
        Value::Array(items) if !items.is_empty() => {
            let long = items.iter().any(Value::is_object);
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push_str(if long { "," } else { ", " });
                }
                if long {
                    indent(text, depth + 1);
                }
                write(item, depth + 1, text);
            }
            if long {
                indent(text, depth);
            }
            text.push(']');
        }
        Value::String(_) => push_escaped(&value.to_string(), text),
        plain => {
            let _ = write!(text, "{plain}");
        }
    }
}

/// Adds JSON text, with what steers a terminal as `\u` escapes.
fn push_escaped(json: &str, text: &mut String) {
    for character in json.chars() {
        if names::steers(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(character);
        }
    }
}
