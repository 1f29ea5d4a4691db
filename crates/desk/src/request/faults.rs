//! What is wrong, for a program that shows it beside the text.

use scenario::{Diagnostic, Diagnostics, Invalid, Source};
use serde_json::{Value, json};

use crate::failure::Failure;

/// A failure: the text that the command line prints, and each fault with its place.
pub fn json(failure: &Failure) -> Value {
    let faults = match failure {
        Failure::Invalid(invalid) => of(invalid),
        Failure::Input(_) | Failure::Run(_) => Vec::new(),
    };
    json!({ "text": failure.text(), "faults": faults })
}

/// Each fault with its place.
pub fn of(invalid: &Invalid) -> Vec<Value> {
    match invalid {
        Invalid::Unreadable { path, reason } => {
            vec![json!({ "file": path, "message": format!("cannot read {path}: {reason}") })]
        }
        Invalid::Faults(Diagnostics { sources, list }) => {
            list.iter().map(|fault| one(&sources[fault.span.source], fault)).collect()
        }
    }
}

/// `line` and `column` count from 1, in characters; `from` and `to` in UTF-16 units from the start, as texts of JavaScript do.
fn one(source: &Source, fault: &Diagnostic) -> Value {
    let Source { name, text } = source;
    let at = |byte: usize| text.get(..byte).unwrap_or(text);
    let before = at(fault.span.range.start);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let units = |part: &str| part.encode_utf16().count();
    json!({
        "file": name,
        "line": before.matches('\n').count() + 1,
        "column": line.chars().count() + 1,
        "from": units(before),
        "to": units(at(fault.span.range.end)),
        "message": fault.message,
        "help": fault.help,
    })
}
