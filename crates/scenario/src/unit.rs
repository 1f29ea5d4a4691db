//! Units: the fields that they have in every system, and their entries in a roster.

use chance::fields::Value;

use crate::diagnostic::Diagnostics;
use crate::document::{Content, Node};
use crate::limits;
use crate::values::{number_field, text_field};

/// The fields that units of every system have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// The name.
    pub name: Option<String>,
    /// The cost in points.
    pub points: Option<f64>,
    /// How the unit attacks in a battle: a procedure, or a list of which the first that can harm the target is used.
    pub procedure: Option<Value>,
    /// The unit's weight among the opponents of others when prices are computed.
    pub weight: Option<f64>,
    /// Whether the price is given, and not computed.
    pub fixed: bool,
}

impl Card {
    const KEYS: &[&str] = &["name", "points", "procedure", "weight", "fixed"];

    /// Moves these fields out of a unit: the fields of its system are left.
    pub(crate) fn take_from(unit: &mut Node, diagnostics: &mut Diagnostics) -> Self {
        let fixed = unit.get("fixed").is_some_and(|node| match node.content {
            Content::Plain(Value::Flag(fixed)) => fixed,
            _ => {
                diagnostics.add(node.span.clone(), "expected true or false", None);
                false
            }
        });
        let card = Self {
            name: text_field(unit, "name", diagnostics),
            points: number_field(unit, "points", limits::POINTS, diagnostics),
            procedure: unit.get("procedure").map(Node::value),
            weight: number_field(unit, "weight", limits::POINTS, diagnostics),
            fixed,
        };
        unit.remove(Self::KEYS);
        card
    }
}

/// A unit of a roster.
#[derive(Clone, Debug, PartialEq)]
pub struct RosterUnit {
    /// The key in the file.
    pub key: String,
    /// The name, points and the like.
    pub card: Card,
}

impl RosterUnit {
    /// The name, or the key if there is none.
    pub fn name(&self) -> &str {
        self.card.name.as_deref().unwrap_or(&self.key)
    }
}

/// Fields that only count in a roster, and why.
pub(crate) const FOR_PRICES: [(&str, &str); 2] = [
    ("weight", "it belongs to a unit of a roster, for `killcurve balance`"),
    ("fixed", "it belongs to a unit of a roster, for `killcurve balance`"),
];

/// Adds a fault for each of these fields of a unit. A unit may still bring them along unused from a roster.
pub(crate) fn refuse_fields(unit: &Node, keys: &[(&str, &str)], diagnostics: &mut Diagnostics) {
    for (key, help) in keys {
        if let Some(entry) = unit.entry(key) {
            let message = format!("`{key}` of a unit is not used here");
            diagnostics.add(entry.key_span.clone(), message, Some((*help).to_owned()));
        }
    }
}
