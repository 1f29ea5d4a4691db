//! Pairs of units that the rules refuse: what a unit lacks, in words.
//!
//! A unit that lacks a field cannot attack, or cannot be attacked; the file is not wrong. A field that no rule knows, or a
//! value out of range, is a fault of the file.

use chance::battle::Refusal;
use chance::fields::{Fault, Problem};

use crate::diagnostic::Diagnostics;
use crate::document::{Entry, Node};
use crate::matchup::Refused;

/// Says what an attacker or a target lacks; `None` if the file is wrong. `otherwise` begins the sentence where neither unit
/// is to blame.
pub fn reason(problem: &Problem, attacker: &str, target: &str, otherwise: &str) -> Option<String> {
    let (section, field) = problem.path.split_once('.').unwrap_or(("", &problem.path));
    let who = match section {
        "attacker" => format!("{attacker} cannot attack: "),
        "target" => format!("{target} cannot be attacked: "),
        _ => otherwise.to_owned(),
    };
    match &problem.fault {
        Fault::Missing { why, .. } => Some(format!("{who}`{field}` is missing, needed {why}")),
        Fault::Conflict(words) => Some(format!("{who}{words}")),
        Fault::Expected(_) | Fault::Unknown { .. } | Fault::TooMany { .. } => None,
    }
}

/// Says which units of a battle cannot attack which, sorted and without repetition. Faults of the file go to `diagnostics`.
pub fn notes(
    refusals: &[Refusal],
    names: &[&str],
    nodes: &[&Node],
    root: &Node,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for Refusal { attacker, target, problems } in refusals {
        let (attacking, attacked) = (names[*attacker], names[*target]);
        let otherwise = format!("{attacking} cannot attack {attacked}: ");
        let mut faults = Vec::new();
        for problem in problems {
            match reason(problem, attacking, attacked, &otherwise) {
                Some(note) => notes.push(note),
                None => faults.push(problem.clone()),
            }
        }
        let mut whole = root.clone();
        for (key, unit) in [("attacker", *attacker), ("target", *target)] {
            let node = nodes[unit].clone();
            whole.set(Entry { key: key.to_owned(), key_span: node.span.clone(), node });
        }
        Refused { whole, problems: faults }.report(diagnostics);
    }
    notes.sort();
    notes.dedup();
    notes
}
