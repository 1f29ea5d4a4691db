//! One run: from a tree of values to a match-up that the rules accept.

use std::path::Path;
use std::sync::Arc;

use rules::dice::Pools;
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

/// What every system's units may have beside the system's own fields.
const OF_A_CARD: &[&str] = &["name", "points", "procedure", "weight", "fixed"];

/// Tells what a file says of a unit that only counts elsewhere; what a unit brings along from a roster may stay unused.
pub fn without_use(unit: &Node, keys: &[(&str, &str)], diagnostics: &mut Diagnostics) {
    for (key, help) in keys {
        if let Some(entry) = unit.entry(key) {
            let message = format!("`{key}` of a unit is not used here");
            diagnostics.add(entry.key_span.clone(), message, Some((*help).to_owned()));
        }
    }
}

/// Why a file that is no roster says nothing of a price that is sought.
pub const OF_PRICES: [(&str, &str); 2] = [
    ("weight", "it belongs to a unit of a roster, for `killcurve balance`"),
    ("fixed", "it belongs to a unit of a roster, for `killcurve balance`"),
];

/// The trials and the seed that a file asks for.
pub fn simulation(root: &Node, diagnostics: &mut Diagnostics) -> (Option<u64>, Option<u64>) {
    let Some(simulation) = root.get("simulation") else { return (None, None) };
    for entry in simulation.entries().iter().filter(|entry| !["trials", "seed"].contains(&entry.key.as_str()))
    {
        let (message, help) = unknown("field", &entry.key, &["trials", "seed"]);
        diagnostics.add(entry.key_span.clone(), message, help);
    }
    let trials = whole_field(simulation, "trials", 1, limits::TRIALS, diagnostics);
    let seed = whole_field(simulation, "seed", 0, limits::SEED, diagnostics);
    (trials, seed)
}

/// A unit's name, points and the like, taken out of its fields.
pub fn card(unit: &mut Node, diagnostics: &mut Diagnostics) -> Card {
    let fixed = unit.get("fixed").is_some_and(|node| match node.content {
        Content::Plain(Value::Flag(fixed)) => fixed,
        _ => {
            diagnostics.add(node.span.clone(), "expected true or false", None);
            false
        }
    });
    let card = Card {
        name: text_field(unit, "name", diagnostics),
        points: number_field(unit, "points", limits::POINTS, diagnostics),
        procedure: unit.get("procedure").map(Node::value),
        weight: number_field(unit, "weight", limits::POINTS, diagnostics),
        fixed,
    };
    if let Content::Table(entries) = &mut unit.content {
        entries.retain(|entry| !OF_A_CARD.contains(&entry.key.as_str()));
    }
    card
}

/// Checks one run; what is wrong with it is shown where it was written.
pub fn check_run(
    root: &Node,
    system: &'static System,
    folder: &Path,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Run> {
    let [weight, fixed] = OF_PRICES;
    let procedure = ("procedure", "write `procedure` at the top of the scenario");
    for unit in ["attacker", "target"].iter().chain(system.further_units).filter_map(|&unit| root.get(unit)) {
        without_use(unit, &[procedure, weight, fixed], diagnostics);
    }
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
    pub whole: Node,
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
    let (trials, seed) = simulation(root, diagnostics);
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
    Some(match Matchup::new(system.id, &setup, Pools::beside(rosters.dice.as_ref()))? {
        Ok(matchup) => {
            rosters.dice.get_or_insert_with(|| Arc::new(matchup.pools().clone()));
            let [attacker, target] = cards;
            let (label, origin, settings) = (String::new(), Origin::Base, Vec::new());
            Ok(Run { label, origin, settings, matchup, rounds, trials, seed, attacker, target })
        }
        Err(problems) => Err(Refused { whole, problems: problems.0 }),
    })
}
