//! The situations of a roster: one `[situation]`, or several as `[[situation]]`, each with a `name` and perhaps a
//! `procedure` and a `weight`.

use crate::diagnostic::Diagnostics;
use crate::document::{Content, Entry, Node};
use crate::limits;
use crate::values::{number_field, text_field};

/// A situation of a roster.
pub struct Situation {
    /// The name, or `situation` and a number.
    pub name: String,
    /// How units attack in it.
    pub procedure: Option<Entry>,
    /// How often it comes, beside the others, when prices are computed.
    pub weight: f64,
    /// The fields of the rules; `None` if the roster has no situation at all.
    pub fields: Option<Node>,
}

impl Situation {
    fn new(name: String, node: &Node, weight: f64) -> Self {
        let mut fields = node.clone();
        fields.remove(&["name", "procedure", "weight"]);
        Self { name, procedure: node.entry("procedure").cloned(), weight, fields: Some(fields) }
    }
}

/// The situations that a roster lists by name; empty if it has one for all, or none.
pub fn listed(root: &Node, diagnostics: &mut Diagnostics) -> Vec<Situation> {
    let Some(Node { content: Content::List(list), .. }) = root.get("situation") else { return Vec::new() };
    let named = |(number, node): (usize, &Node)| {
        let name = text_field(node, "name", diagnostics);
        let weight = number_field(node, "weight", limits::POINTS, diagnostics).unwrap_or(1.0);
        if weight <= 0.0 {
            diagnostics.add(node.span.clone(), "a situation needs a weight above 0", None);
        }
        Situation::new(name.unwrap_or_else(|| format!("situation {number}")), node, weight)
    };
    (1..).zip(list).map(named).collect()
}

/// The situations in which units meet: those that the roster lists, or one that is called `everywhere`.
pub fn all(root: &Node, diagnostics: &mut Diagnostics) -> Vec<Situation> {
    let everywhere = "everywhere".to_owned();
    match root.get("situation") {
        Some(Node { content: Content::List(_), .. }) => listed(root, diagnostics),
        Some(node) => vec![Situation::new(everywhere, node, 1.0)],
        None => vec![Situation { name: everywhere, procedure: None, weight: 1.0, fields: None }],
    }
}
