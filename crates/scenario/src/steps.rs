//! The base of a scenario with one whole number of one unit a step down or up.
//!
//! The numbers are found through the fields that the rules declare, in lists such as weapons too. Steps that the rules refuse
//! are left out.

use chance::fields::{Field, Kind, Value};
use chance::{System, Text};

use crate::diagnostic::{Diagnostics, Invalid};
use crate::document::{Entry, Node};
use crate::files::File;
use crate::input::{OpenInput, open, read};
use crate::matchup::try_run;
use crate::roster::Rosters;
use crate::scenario::Run;

/// A run that differs from the base in one number by one.
#[derive(Clone, Debug)]
pub struct SteppedRun {
    /// The number; its field begins with the unit, such as `attacker.weapons[0].ap`.
    pub step: NumberStep,
    /// The run.
    pub run: Run,
}

/// A number of a unit, and the number after a step down or up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberStep {
    /// The field, such as `weapons[0].ap`.
    pub field: String,
    /// The name of the part that the field belongs to, such as a weapon.
    pub part: Option<String>,
    /// The number in the file, or its default.
    pub from: i64,
    /// The number after the step.
    pub to: i64,
}

/// Reads a scenario file and makes every step of its base: in the order of the system's fields, down before up.
pub fn load_steps<'a>(file: impl Into<File<'a>>, set: &[String]) -> Result<Vec<SteppedRun>, Invalid> {
    read(open(file.into())?.input(set), |_| None, steps)
}

fn steps(input: &OpenInput<'_>, diagnostics: &mut Diagnostics) -> Option<Vec<SteppedRun>> {
    let mut rosters = Rosters::default();
    let mut steps = Vec::new();
    for section in ["attacker", "target"] {
        let Some(entry) = input.root.entry(section) else { continue };
        let unit = rosters.resolve(&entry.node, input, diagnostics)?;
        for (step, node) in each_step(&input.system, &unit) {
            let mut tree = input.root.clone();
            tree.set(Entry { node, ..entry.clone() });
            let field = format!("{section}.{}", step.field);
            steps.extend(valid_run(&tree, input, &mut rosters).map(|run| SteppedRun {
                step: NumberStep { field, ..step },
                run: Run { label: "base".to_owned(), ..run },
            }));
        }
    }
    Some(steps)
}

/// The run of a step, unless the rules refuse it.
fn valid_run(tree: &Node, input: &OpenInput<'_>, rosters: &mut Rosters) -> Option<Run> {
    let mut refused = Diagnostics::default();
    let found = try_run(tree, input, rosters, &mut refused)?.ok();
    found.filter(|run| refused.list.is_empty() && run.fault().is_none())
}

/// The unit with each of its whole numbers one less and one more, in the order of the system's fields.
pub(crate) fn each_step(system: &System, unit: &Node) -> Vec<(NumberStep, Node)> {
    let mut places = Vec::new();
    find_in_fields(&system.unit, &unit.value(), &Place::default(), &mut places);
    let mut steps = Vec::new();
    for (place, from) in places {
        for to in [from - 1, from + 1] {
            let step = NumberStep { field: place.field(), part: place.name.clone(), from, to };
            steps.push((step, with_number(unit, &place, to)));
        }
    }
    steps
}

/// The whole numbers of a unit by their fields, in the order of the system's fields.
pub(crate) fn numbers(system: &System, unit: &Node) -> Vec<(String, i64)> {
    let mut places = Vec::new();
    find_in_fields(&system.unit, &unit.value(), &Place::default(), &mut places);
    places.into_iter().map(|(place, value)| (place.field(), value)).collect()
}

/// The unit with another number in a field; `None` if it has no number there.
pub(crate) fn with_number_at(system: &System, unit: &Node, field: &str, to: i64) -> Option<Node> {
    let mut places = Vec::new();
    find_in_fields(&system.unit, &unit.value(), &Place::default(), &mut places);
    let (place, _) = places.into_iter().find(|(place, _)| place.field() == field)?;
    Some(with_number(unit, &place, to))
}

/// The place of a number in a unit.
#[derive(Clone, Debug, Default)]
struct Place {
    parts: Vec<Part>,
    name: Option<String>,
}

#[derive(Clone, Debug)]
enum Part {
    Field(Text),
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
    /// As files write it.
    fn field(&self) -> String {
        let path: String = self.parts.iter().map(Part::written).collect();
        path.trim_start_matches('.').to_owned()
    }

    fn and(&self, part: Part) -> Self {
        let parts = self.parts.iter().cloned().chain([part]).collect();
        Self { parts, name: self.name.clone() }
    }
}

/// Finds the whole numbers in a group of fields, defaults included.
fn find_in_fields(fields: &[Field], table: &Value, at: &Place, found: &mut Vec<(Place, i64)>) {
    for field in fields {
        let place = at.and(Part::Field(field.name.clone()));
        match (table.get(&field.name), field.default.as_ref().and_then(|text| text.parse().ok())) {
            (Some(value), _) => find_in_value(&field.kind, value, &place, found),
            (None, Some(default)) if matches!(field.kind, Kind::Whole { .. }) => found.push((place, default)),
            (None, _) => {}
        }
    }
}

fn find_in_value(kind: &Kind, value: &Value, at: &Place, found: &mut Vec<(Place, i64)>) {
    match (kind, value) {
        (Kind::Whole { .. }, Value::Whole(whole)) => found.push((at.clone(), *whole)),
        (Kind::Table(fields), Value::Table(_)) => {
            let name = match value.get("name") {
                Some(Value::Text(name)) => Some(name.clone()),
                _ => at.name.clone(),
            };
            find_in_fields(fields, value, &Place { name, ..at.clone() }, found);
        }
        (Kind::List { of, .. }, Value::List(values)) => {
            for (number, value) in values.iter().enumerate() {
                find_in_value(of, value, &at.and(Part::Entry(number)), found);
            }
        }
        (Kind::Either(kinds), _) => {
            let before = found.len();
            for kind in kinds.iter() {
                if found.len() == before {
                    find_in_value(kind, value, at, found);
                }
            }
        }
        _ => {}
    }
}

/// The unit with another number at a place.
fn with_number(unit: &Node, place: &Place, to: i64) -> Node {
    let mut changed = unit.clone();
    if let Some((Part::Field(field), rest)) = place.parts.split_first() {
        let mut value = unit.get(field).map_or(Value::Whole(to), Node::value);
        set_number(&mut value, rest, to);
        let node = Node::from_value(&value, &unit.span);
        changed.set(Entry { key: field.to_string(), key_span: unit.span.clone(), node });
    }
    changed
}

fn set_number(value: &mut Value, parts: &[Part], to: i64) {
    match (parts.split_first(), value) {
        (None, value) => *value = Value::Whole(to),
        (Some((Part::Entry(number), rest)), Value::List(values)) => {
            if let Some(value) = values.get_mut(*number) {
                set_number(value, rest, to);
            }
        }
        (Some((Part::Field(name), rest)), Value::Table(entries)) => {
            match entries.iter_mut().find(|(key, _)| name == key) {
                Some((_, value)) => set_number(value, rest, to),
                None => entries.push((name.to_string(), Value::Whole(to))),
            }
        }
        _ => {}
    }
}
