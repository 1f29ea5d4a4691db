//! Armies of a roster, for prices: how many points they have, and lists to play against.

use crate::diagnostic::{Diagnostics, unknown};
use crate::document::{Content, Node};
use crate::limits;
use crate::unit::RosterUnit;
use crate::values::{number_field, text_field, whole_field};

/// An army that somebody plays, as `[[army]]` of a roster.
#[derive(Clone, Debug, PartialEq)]
pub struct Army {
    /// The name, or `army` and a number.
    pub name: String,
    /// How often it is met, beside the others.
    pub weight: f64,
    /// The units by their places in the roster, and how many of each.
    pub units: Vec<(usize, u32)>,
}

/// The largest number of units of an army.
const MOST_UNITS: u64 = chance::limits::UNITS as u64 / 4;

/// The points of an army, if the roster gives them.
pub fn army_points(root: &Node, diagnostics: &mut Diagnostics) -> Option<f64> {
    let points = number_field(root, "army_points", limits::POINTS, diagnostics)?;
    if points <= 0.0 {
        let span = root.get("army_points").map_or_else(|| root.span.clone(), |node| node.span.clone());
        diagnostics.add(span, "an army needs more than 0 points", None);
        return None;
    }
    Some(points)
}

/// The armies that a roster lists.
pub fn read(root: &Node, units: &[RosterUnit], diagnostics: &mut Diagnostics) -> Vec<Army> {
    let Some(node) = root.get("army") else { return Vec::new() };
    let Content::List(list) = &node.content else {
        let help = Some(
            "write `[[army]]`, and under it a unit's key and how many there are: `rifles = 4`".to_owned(),
        );
        diagnostics.add(node.span.clone(), "armies are a list", help);
        return Vec::new();
    };
    if list.len() > limits::ARMIES {
        let message = format!("a roster has at most {} armies, this has {}", limits::ARMIES, list.len());
        diagnostics.add(node.span.clone(), message, None);
        return Vec::new();
    }
    (1..).zip(list).filter_map(|(number, node)| army(number, node, units, diagnostics)).collect()
}

fn army(number: usize, node: &Node, units: &[RosterUnit], diagnostics: &mut Diagnostics) -> Option<Army> {
    let name = text_field(node, "name", diagnostics).unwrap_or_else(|| format!("army {number}"));
    let weight = number_field(node, "weight", limits::POINTS, diagnostics).unwrap_or(1.0);
    let mut counts = Vec::new();
    let known: Vec<&str> = units.iter().map(|unit| unit.key.as_str()).collect();
    for entry in node.entries().iter().filter(|entry| !["name", "weight"].contains(&entry.key.as_str())) {
        match known.iter().position(|&key| key == entry.key) {
            Some(unit) => {
                let count = whole_field(node, &entry.key, 1, MOST_UNITS, diagnostics)?;
                counts.push((unit, count as u32));
            }
            None => {
                let (message, help) = unknown("unit", &entry.key, &known);
                diagnostics.add(entry.key_span.clone(), message, help);
            }
        }
    }
    let all: u64 = counts.iter().map(|&(_, count)| u64::from(count)).sum();
    if all == 0 || all > MOST_UNITS {
        let message = format!("an army has 1 to {MOST_UNITS} units, this has {all}");
        diagnostics.add(node.span.clone(), message, None);
        return None;
    }
    Some(Army { name, weight, units: counts })
}
