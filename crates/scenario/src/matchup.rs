//! One run: from a tree of values to a match-up that the rules accept.

use std::path::Path;

use rules::fields::{Fault, Problem, Setup, Value};
use rules::{Matchup, System, limits};

use crate::diagnostic::{Diagnostics, describe, unknown};
use crate::document::{self, Content, Node};
use crate::roster::Rosters;
use crate::{Card, Origin, Run};

/// A text that may be missing.
pub fn text_field(root: &Node, key: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let node = root.get(key)?;
    let longest = if key == "description" { limits::DESCRIPTION } else { limits::NAME };
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

/// A unit's name and points, taken out of its fields.
pub fn card(unit: &mut Node, diagnostics: &mut Diagnostics) -> Card {
    let name = text_field(unit, "name", diagnostics);
    let points = unit.get("points").and_then(|node| {
        let points = match node.content {
            Content::Plain(Value::Whole(whole)) => whole as f64,
            Content::Plain(Value::Number(number)) => number,
            _ => f64::NAN,
        };
        if (0.0..=limits::POINTS).contains(&points) {
            return Some(points);
        }
        diagnostics.add(node.span.clone(), format!("expected points from 0 to {}", limits::POINTS), None);
        None
    });
    if let Content::Table(entries) = &mut unit.content {
        entries.retain(|entry| entry.key != "name" && entry.key != "points");
    }
    Card { name, points }
}

/// Checks one run; what is wrong with it is shown where it was written.
pub fn check_run(
    root: &Node,
    system: &'static System,
    folder: &Path,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Run> {
    match try_run(root, system, folder, rosters, diagnostics)? {
        Ok(run) => Some(run),
        Err(refused) => {
            refused.tell(diagnostics);
            None
        }
    }
}

/// A run that the rules refuse.
pub struct Refused {
    /// The scenario with what its units take from rosters.
    whole: Node,
    /// What the rules say of it.
    pub problems: Vec<Problem>,
}

impl Refused {
    /// Adds all that is wrong.
    pub fn tell(&self, diagnostics: &mut Diagnostics) {
        for problem in &self.problems {
            let by_key = matches!(&problem.fault, Fault::Unknown { found, .. } if problem.path.ends_with(&format!(".{found}")));
            let (message, help) = describe(&problem.path, &problem.fault);
            diagnostics.add(self.whole.locate(&problem.path, by_key), message, help);
        }
    }
}

/// As [`check_run`], but what the rules refuse is given back and not told. `None` if it does not come so far.
pub fn try_run(
    root: &Node,
    system: &'static System,
    folder: &Path,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Result<Run, Refused>> {
    let rounds = whole_field(root, "rounds", 1, limits::ROUNDS.into(), diagnostics).unwrap_or(1) as u32;
    let (mut trials, mut seed) = (None, None);
    if let Some(simulation) = root.get("simulation") {
        for entry in
            simulation.entries().iter().filter(|entry| !["trials", "seed"].contains(&entry.key.as_str()))
        {
            let (message, help) = unknown("field", &entry.key, &["trials", "seed"]);
            diagnostics.add(entry.key_span.clone(), message, help);
        }
        trials = whole_field(simulation, "trials", 1, limits::TRIALS, diagnostics);
        seed = whole_field(simulation, "seed", 0, limits::SEED, diagnostics);
    }
    let mut setup = Setup { procedure: root.get("procedure").map(Node::value), sections: Vec::new() };
    let mut whole = root.clone();
    let mut cards = [Card::default(), Card::default()];
    let units = ["attacker", "target"].iter().chain(system.further_units);
    for (number, &section) in units.enumerate() {
        let Some(entry) = root.entry(section) else { continue };
        let mut unit = rosters.resolve(&entry.node, system.id, folder, diagnostics)?;
        let card = card(&mut unit, diagnostics);
        if let Some(place) = cards.get_mut(number) {
            *place = card;
        }
        setup.sections.push((section, unit.value()));
        whole.set(document::Entry { node: unit, ..entry.clone() });
    }
    for section in ["situation", "options"] {
        setup.sections.extend(root.get(section).map(|node| (section, node.value())));
    }
    Some(match Matchup::new(system.id, &setup)? {
        Ok(matchup) => {
            let [attacker, target] = cards;
            let (label, origin, settings) = (String::new(), Origin::Base, Vec::new());
            Ok(Run { label, origin, settings, matchup, rounds, trials, seed, attacker, target })
        }
        Err(problems) => Err(Refused { whole, problems: problems.0 }),
    })
}
