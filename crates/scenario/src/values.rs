//! Single values of a file, checked: texts, numbers and choices.

use chance::fields::{FromValue, Problems, Value};

use crate::diagnostic::{Diagnostics, describe, unknown};
use crate::document::{Content, Node};
use crate::limits;

/// A text that may be missing.
pub fn text_field(root: &Node, key: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let node = root.get(key)?;
    let longest = if ["description", "note"].contains(&key) { limits::DESCRIPTION } else { limits::NAME };
    match node.text() {
        Some(text) if text.chars().count() > longest => {
            diagnostics.add(node.span.clone(), format!("longer than {longest} characters"), None);
            None
        }
        Some(text) => Some(text.to_owned()),
        None => {
            diagnostics.add(node.span.clone(), "expected a text in quotes", None);
            None
        }
    }
}

/// A whole number that may be missing.
pub fn whole_field(root: &Node, key: &str, min: u64, max: u64, diagnostics: &mut Diagnostics) -> Option<u64> {
    let node = root.get(key)?;
    match node.content {
        Content::Plain(Value::Whole(whole)) if whole >= 0 && (min..=max).contains(&(whole as u64)) => {
            Some(whole as u64)
        }
        _ => {
            diagnostics.add(node.span.clone(), format!("expected a whole number from {min} to {max}"), None);
            None
        }
    }
}

/// A number that may be missing, from 0 to `most`.
pub fn number_field(root: &Node, key: &str, most: f64, diagnostics: &mut Diagnostics) -> Option<f64> {
    let node = root.get(key)?;
    let number = match node.content {
        Content::Plain(Value::Whole(whole)) => whole as f64,
        Content::Plain(Value::Number(number)) => number,
        _ => f64::NAN,
    };
    if (0.0..=most).contains(&number) {
        return Some(number);
    }
    diagnostics.add(node.span.clone(), format!("expected {key} from 0 to {most}"), None);
    None
}

/// Adds a fault for every entry of a table that is not known.
pub fn known_fields(table: &Node, known: &[&str], diagnostics: &mut Diagnostics) {
    for entry in table.entries().iter().filter(|entry| !known.contains(&entry.key.as_str())) {
        let (message, help) = unknown("field", &entry.key, known);
        diagnostics.add(entry.key_span.clone(), message, help);
    }
}

/// One of a fixed set of names that may be missing.
pub fn choice<T: FromValue>(root: &Node, key: &str, default: T, diagnostics: &mut Diagnostics) -> T {
    let Some(node) = root.get(key) else { return default };
    let mut problems = Problems::default();
    let found = T::from_value(&node.value(), key, &mut problems);
    for problem in &problems.0 {
        let (message, help) = describe(&problem.path, &problem.fault);
        diagnostics.add(node.span.clone(), message, help);
    }
    found.unwrap_or(default)
}

/// The trials and the seed that a file asks for.
pub fn simulation(root: &Node, diagnostics: &mut Diagnostics) -> (Option<u64>, Option<u64>) {
    let Some(simulation) = root.get("simulation") else { return (None, None) };
    known_fields(simulation, &["trials", "seed"], diagnostics);
    let trials = whole_field(simulation, "trials", 1, limits::TRIALS, diagnostics);
    let seed = whole_field(simulation, "seed", 0, limits::SEED, diagnostics);
    (trials, seed)
}
