//! One run: from a tree of values to a match-up that the rules accept.

use std::sync::Arc;

use chance::dice::Pools;
use chance::fields::{Fault, Problem, Setup};
use chance::{System, Text};
use results::Origin;

use crate::diagnostic::{Diagnostics, describe};
use crate::document::{self, Node};
use crate::input::OpenInput;
use crate::limits;
use crate::roster::Rosters;
use crate::scenario::Run;
use crate::unit::{Card, FOR_PRICES, refuse_fields};
use crate::values::{simulation, whole_field};

/// Checks one run. What the rules refuse is shown where it was written.
pub fn check_run(
    root: &Node,
    input: &OpenInput<'_>,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Run> {
    let [weight, fixed] = FOR_PRICES;
    let procedure = ("procedure", "write `procedure` at the top of the scenario");
    for unit in units_of(&input.system).filter_map(|unit| root.get(&unit)) {
        refuse_fields(unit, &[procedure, weight, fixed], diagnostics);
    }
    match try_run(root, input, rosters, diagnostics)? {
        Ok(run) => Some(run),
        Err(refused) => {
            refused.report(diagnostics);
            None
        }
    }
}

/// The names of a scenario's units: attacker, target, and the further units of the system.
pub fn units_of(system: &System) -> impl Iterator<Item = Text> {
    ["attacker".into(), "target".into()].into_iter().chain(system.further_units.iter().cloned())
}

/// A run that the rules refuse.
pub struct Refused {
    /// The scenario, with the fields that its units take from rosters.
    pub whole: Node,
    /// The reasons.
    pub problems: Vec<Problem>,
}

impl Refused {
    /// Adds the reasons to `diagnostics`.
    pub fn report(&self, diagnostics: &mut Diagnostics) {
        let mut absent: Vec<(&str, Vec<String>)> = Vec::new();
        for Problem { path, fault } in &self.problems {
            let section = path.split_once('.').filter(|(section, _)| self.whole.get(section).is_none());
            if let (Some((section, field)), Fault::Missing { .. }) = (section, fault) {
                let field = format!("`{field}`");
                match absent.iter_mut().find(|(known, _)| *known == section) {
                    Some((_, fields)) => fields.push(field),
                    None => absent.push((section, vec![field])),
                }
                continue;
            }
            let by_key =
                matches!(fault, Fault::Unknown { found, .. } if path.ends_with(&format!(".{found}")));
            let (message, help) = describe(path, fault);
            diagnostics.add(self.whole.locate(path, by_key), message, help);
        }
        for (section, fields) in absent {
            let help = format!("add a table [{section}] with {}", fields.join(", "));
            let message = format!("the file has no [{section}]");
            diagnostics.add(self.whole.span.clone(), message, Some(help));
        }
    }
}

/// Checks one run and returns what the rules refuse, without adding it to `diagnostics`. `None` if the rules could not be asked.
pub fn try_run(
    root: &Node,
    input: &OpenInput<'_>,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Result<Run, Refused>> {
    let rounds = whole_field(root, "rounds", 1, limits::ROUNDS.into(), diagnostics).unwrap_or(1) as u32;
    let (trials, seed) = simulation(root, diagnostics);
    let mut setup = Setup { procedure: root.get("procedure").map(Node::value), sections: Vec::new() };
    let mut whole = root.clone();
    let mut cards = [Card::default(), Card::default()];
    for (number, section) in units_of(&input.system).enumerate() {
        let Some(entry) = root.entry(&section) else { continue };
        let mut unit = rosters.resolve(&entry.node, input, diagnostics)?;
        let card = Card::take_from(&mut unit, diagnostics);
        if let Some(place) = cards.get_mut(number) {
            *place = card;
        }
        setup.sections.push((section, unit.value()));
        whole.set(document::Entry { node: unit, ..entry.clone() });
    }
    for section in ["situation", "options"] {
        setup.sections.extend(root.get(section).map(|node| (section.into(), node.value())));
    }
    Some(match input.system.matchup(&setup, Pools::beside(rosters.dice.as_ref())) {
        Ok(matchup) => {
            rosters.dice.get_or_insert_with(|| Arc::new(matchup.pools().clone()));
            let [attacker, target] = cards;
            let (label, origin, settings) = (String::new(), Origin::Base, Vec::new());
            let scenario = input.name.clone().into();
            Ok(Run { scenario, label, origin, settings, matchup, rounds, trials, seed, attacker, target })
        }
        Err(problems) => Err(Refused { whole, problems: problems.0 }),
    })
}
