//! The base of a scenario with one whole number of one unit a step up or down.
//!
//! Which numbers there are is known from the fields that the rules declare, lists of weapons included. A step that the
//! rules refuse is left out.

use std::path::Path;

use rules::System;
use rules::fields::{Field, Kind, Value};

use crate::diagnostic::{Diagnostics, Invalid};
use crate::document::{Entry, Node};
use crate::matchup::try_run;
use crate::roster::Rosters;
use crate::runs;
use crate::{Run, open, system, with_faults};

/// A run that differs from the base in one number by one.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// The field, such as `attacker.weapons[0].ap`.
    pub field: String,
    /// What the field belongs to, where that has a name of its own, such as a weapon.
    pub part: Option<String>,
    /// The number in the base.
    pub from: i64,
    /// The number in this run.
    pub to: i64,
    /// The run.
    pub run: Run,
}

/// Every step of a scenario file's base, in the order of the system's fields, down before up.
pub fn load_steps(path: &Path, set: &[String]) -> Result<Vec<Stepped>, Invalid> {
    let (source, _) = open(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    with_faults(source, |root, diagnostics| {
        let system = system(root, diagnostics)?;
        let arguments: Vec<_> = set.iter().filter_map(|text| runs::argument(text, diagnostics)).collect();
        let root = runs::apply(root, &arguments);
        let mut rosters = Rosters::default();
        let mut steps = Vec::new();
        for section in ["attacker", "target"] {
            let Some(entry) = root.entry(section) else { continue };
            let unit = rosters.resolve(&entry.node, system.id, folder, diagnostics)?;
            for (Changed { field, part, from, to }, node) in each_step(system, &unit) {
                let mut tree = root.clone();
                tree.set(Entry { node, ..entry.clone() });
                steps.extend(step(&tree, system, folder, &mut rosters).map(|run| Stepped {
                    field: format!("{section}{field}"),
                    part,
                    from,
                    to,
                    run: Run { label: "base".to_owned(), ..run },
                }));
            }
        }
        Some(steps)
    })
}

/// A number of a unit that is one more or one less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The field, with a dot before it, such as `.weapons[0].ap`.
    pub field: String,
    /// What the field belongs to, where that has a name of its own, such as a weapon.
    pub part: Option<String>,
    /// The number as it was.
    pub from: i64,
    /// The number as it is.
    pub to: i64,
}

/// The unit with each of its whole numbers one less and one more, in the order of the system's fields.
pub(crate) fn each_step(system: &'static System, unit: &Node) -> Vec<(Changed, Node)> {
    let mut places = Vec::new();
    inside(system.unit, &unit.value(), &Place::default(), &mut places);
    let mut steps = Vec::new();
    for (place, from) in places {
        for to in [from - 1, from + 1] {
            let field = place.parts.iter().map(Part::written).collect();
            steps.push((Changed { field, part: place.name.clone(), from, to }, changed(unit, &place, to)));
        }
    }
    steps
}

fn step(tree: &Node, system: &'static System, folder: &Path, rosters: &mut Rosters) -> Option<Run> {
    // What is wrong with a step is of no interest: there is no such step.
    let mut refused = Diagnostics::default();
    try_run(tree, system, folder, rosters, &mut refused)?.ok().filter(|_| refused.list.is_empty())
}

/// Where a number stands in a unit.
#[derive(Clone, Debug, Default)]
struct Place {
    parts: Vec<Part>,
    name: Option<String>,
}

#[derive(Clone, Debug)]
enum Part {
    Field(&'static str),
    Entry(usize),
}

impl Part {
    fn written(&self) -> String {
        match self {
            Self::Field(name) => format!(".{name}"),
            Self::Entry(number) => format!("[{number}]"),
        }
    }
}

impl Place {
    fn and(&self, part: Part) -> Self {
        let parts = self.parts.iter().cloned().chain([part]).collect();
        Self { parts, name: self.name.clone() }
    }
}

/// The whole numbers of a group of fields, defaults included.
fn inside(fields: &'static [Field], table: &Value, at: &Place, found: &mut Vec<(Place, i64)>) {
    for field in fields {
        let place = at.and(Part::Field(field.name));
        match (table.get(field.name), field.default.and_then(|text| text.parse().ok())) {
            (Some(value), _) => of_value(&field.kind, value, &place, found),
            (None, Some(default)) if matches!(field.kind, Kind::Whole { .. }) => found.push((place, default)),
            (None, _) => {}
        }
    }
}

fn of_value(kind: &'static Kind, value: &Value, at: &Place, found: &mut Vec<(Place, i64)>) {
    match (kind, value) {
        (Kind::Whole { .. }, Value::Whole(whole)) => found.push((at.clone(), *whole)),
        (Kind::Table(fields), Value::Table(_)) => {
            let name = match value.get("name") {
                Some(Value::Text(name)) => Some(name.clone()),
                _ => at.name.clone(),
            };
            inside(fields, value, &Place { name, ..at.clone() }, found);
        }
        (Kind::List { of, .. }, Value::List(values)) => {
            for (number, value) in values.iter().enumerate() {
                of_value(of, value, &at.and(Part::Entry(number)), found);
            }
        }
        (Kind::Either(kinds), _) => {
            let before = found.len();
            for kind in *kinds {
                if found.len() == before {
                    of_value(kind, value, at, found);
                }
            }
        }
        _ => {}
    }
}

/// The unit with another number at a place.
fn changed(unit: &Node, place: &Place, to: i64) -> Node {
    let mut changed = unit.clone();
    if let Some((&Part::Field(field), rest)) = place.parts.split_first() {
        let mut value = unit.get(field).map_or(Value::Whole(to), Node::value);
        put(&mut value, rest, to);
        let node = Node::from_value(&value, &unit.span);
        changed.set(Entry { key: field.to_owned(), key_span: unit.span.clone(), node });
    }
    changed
}

fn put(value: &mut Value, parts: &[Part], to: i64) {
    match (parts.split_first(), value) {
        (None, value) => *value = Value::Whole(to),
        (Some((Part::Entry(number), rest)), Value::List(values)) => {
            if let Some(value) = values.get_mut(*number) {
                put(value, rest, to);
            }
        }
        (Some((Part::Field(name), rest)), Value::Table(entries)) => {
            match entries.iter_mut().find(|(key, _)| key == name) {
                Some((_, value)) => put(value, rest, to),
                None => entries.push(((*name).to_owned(), Value::Whole(to))),
            }
        }
        _ => {}
    }
}
