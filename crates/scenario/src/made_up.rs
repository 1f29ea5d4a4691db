//! Made-up units of a roster: copies of a unit with other numbers.

use chance::fields::{Field, Kind};

use crate::battle_roster::BattleRoster;
use crate::diagnostic::{Diagnostics, unknown};
use crate::document::Node;
use crate::steps::{numbers, with_number_at};
use crate::unit::{Card, RosterUnit};

/// A whole number that every unit of a roster has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterNumber {
    /// The field, such as `weapons[0].ap`.
    pub field: String,
    /// The number of each unit, in the order of the roster.
    pub values: Vec<i64>,
}

impl BattleRoster {
    /// The whole numbers that every unit has, in the order of the system's fields.
    pub fn shared_numbers(&self) -> Vec<RosterNumber> {
        let system = &self.header.system;
        let of_units: Vec<Vec<(String, i64)>> = self.nodes.iter().map(|node| numbers(system, node)).collect();
        let Some(first) = of_units.first() else { return Vec::new() };
        let value = |unit: &Vec<(String, i64)>, field: &str| {
            unit.iter().find(|(known, _)| known == field).map(|(_, value)| *value)
        };
        let shared = |(field, _): &(String, i64)| {
            let values: Option<Vec<i64>> = of_units.iter().map(|unit| value(unit, field)).collect();
            Some(RosterNumber { field: field.clone(), values: values? })
        };
        first.iter().filter_map(shared).collect()
    }

    /// Why a field is no number that every unit has, with a suggestion.
    pub fn why_no_number(&self, field: &str) -> (String, Option<String>) {
        let own = |field: &Field| field.name.to_string();
        let fields = &self.header.system.unit;
        let top = field.split(['.', '[']).next().unwrap_or_default();
        match fields.iter().find(|known| own(known) == top) {
            Some(found) if found.name.as_str() == field && !matches!(found.kind, Kind::Whole { .. }) => {
                (format!("`{field}` is no number: a formula is of numbers"), None)
            }
            Some(_) => {
                let lacking = self.units.iter().zip(&self.nodes).find(|(_, node)| {
                    !numbers(&self.header.system, node).iter().any(|(known, _)| known == field)
                });
                let who = lacking.map(|(unit, _)| format!(": {} has none", crate::printable(unit.name())));
                (format!("`{field}` is no whole number of every unit{}", who.unwrap_or_default()), None)
            }
            None => {
                let known: Vec<String> =
                    self.shared_numbers().into_iter().map(|number| number.field).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                unknown("field", field, &known)
            }
        }
    }

    /// The roster with a further unit: a copy of one with these numbers. `None` if the rules refuse it.
    pub fn with_made_up(&self, unit: usize, numbers: &[(String, i64)]) -> Option<Self> {
        let mut roster = self.clone();
        let mut node = self.nodes[unit].clone();
        for (field, to) in numbers {
            node = with_number_at(&self.header.system, &node, field, *to)?;
        }
        let copied = &self.units[unit];
        roster.units.push(RosterUnit {
            // No key of a file has a space before it.
            key: " made up".to_owned(),
            card: Card {
                name: Some("made up".to_owned()),
                fixed: false,
                weight: None,
                ..copied.card.clone()
            },
        });
        roster.nodes.push(node);
        let root = Node::table(roster.nodes[0].span.clone());
        for place in 0..roster.situations.len() {
            let situation = roster.situations[place].clone();
            let mut refused = Diagnostics::default();
            let (fields, procedure) = (situation.fields.as_ref(), situation.procedure.as_ref());
            let (matchups, _) = roster.match_all(fields, procedure, &root, &mut refused);
            if !refused.list.is_empty() {
                return None;
            }
            roster.situations[place].matchups = matchups;
        }
        Some(roster)
    }
}
