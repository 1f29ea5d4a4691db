//! The runs of a scenario before they are checked: the base, then each variant, then each cell of the sweep.

use std::rc::Rc;

use chance::fields::Value;
use results::Origin;

use crate::diagnostic::Diagnostics;
use crate::document::{Content, Entry, Node};
use crate::limits;
use crate::overrides::{Override, of_table};
use crate::values::text_field;

/// A run before it is checked.
#[derive(Clone, Debug)]
pub struct Draft {
    /// `base`, the variant's name, or the cell's values.
    pub label: String,
    /// How it differs from the base. The cells of a sweep share what they have in common.
    pub overrides: Vec<Rc<Override>>,
}

/// All runs of a scenario before they are checked.
pub struct Drafts {
    /// The base.
    pub base: Draft,
    /// The variants.
    pub variants: Vec<Draft>,
    /// The cells of the sweep.
    pub cells: Vec<Draft>,
}

impl Drafts {
    /// Reads the variants and the sweep of a scenario. Overrides set fields of `sections`.
    pub fn read(root: &Node, sections: &[&str], diagnostics: &mut Diagnostics) -> Self {
        Self {
            base: Draft { label: "base".to_owned(), overrides: Vec::new() },
            variants: variants(root, sections, diagnostics),
            cells: cells(root, sections, diagnostics),
        }
    }

    /// The number of runs.
    pub fn len(&self) -> usize {
        1 + self.variants.len() + self.cells.len()
    }

    /// All of them in order.
    pub fn all(&self) -> impl Iterator<Item = (Origin, &Draft)> {
        let variants = self.variants.iter().map(|draft| (Origin::Variant, draft));
        let cells = self.cells.iter().map(|draft| (Origin::Cell, draft));
        std::iter::once((Origin::Base, &self.base)).chain(variants).chain(cells)
    }

    /// The fields that the sweep sets, in the order of the file.
    pub fn swept_fields(&self) -> Vec<String> {
        let first = self.cells.first().into_iter().flat_map(|cell| &cell.overrides);
        first.map(|found| found.path.clone()).collect()
    }
}

fn variants(root: &Node, sections: &[&str], diagnostics: &mut Diagnostics) -> Vec<Draft> {
    let Some(node) = root.get("variant") else { return Vec::new() };
    let Content::List(list) = &node.content else {
        diagnostics.add(
            node.span.clone(),
            "variants are a list",
            Some("write `[[variant]]` in double brackets".to_owned()),
        );
        return Vec::new();
    };
    if list.len() > limits::RUNS {
        diagnostics.add(node.span.clone(), format!("more than {} variants", limits::RUNS), None);
        return Vec::new();
    }
    let mut drafts: Vec<Draft> = Vec::new();
    for (number, variant) in (1..).zip(list) {
        if !matches!(variant.content, Content::Table(_)) {
            diagnostics.add(variant.span.clone(), "a variant is a group of fields", None);
            continue;
        }
        let label = match variant.get("name") {
            None => format!("variant {number}"),
            Some(_) => match text_field(variant, "name", diagnostics) {
                Some(text) => text,
                None => continue,
            },
        };
        let overrides = of_table(variant, sections).into_iter().filter(|found| found.path != "name");
        drafts.push(Draft { label, overrides: overrides.map(Rc::new).collect() });
    }
    drafts
}

/// The cells of the sweep: the first field varies slowest.
fn cells(root: &Node, sections: &[&str], diagnostics: &mut Diagnostics) -> Vec<Draft> {
    let Some(sweep) = root.get("sweep") else { return Vec::new() };
    if !matches!(sweep.content, Content::Table(_)) {
        diagnostics.add(sweep.span.clone(), "a sweep is a group of fields, each with a list of values", None);
        return Vec::new();
    }
    let mut axes: Vec<Axis> = Vec::new();
    for field in of_table(sweep, sections) {
        match values(&field.entry.node) {
            Ok(values) => axes.push(Axis { field, values }),
            Err(message) => {
                let help = "write a list such as [1, 2, 3], or a range such as \"3..=6\"".to_owned();
                diagnostics.add(field.entry.node.span.clone(), message, Some(help));
            }
        }
    }
    if let Some((message, help)) = too_large(&axes) {
        diagnostics.add(sweep.span.clone(), message, Some(help.to_owned()));
        return Vec::new();
    }
    if axes.is_empty() {
        return Vec::new();
    }
    let mut cells = vec![Vec::new()];
    for axis in &axes {
        let overrides = axis.overrides();
        let finer = cells.iter().flat_map(|cell: &Vec<Rc<Override>>| {
            overrides.iter().map(|found| cell.iter().chain([found]).map(Rc::clone).collect())
        });
        cells = finer.collect();
    }
    cells.into_iter().map(|overrides| Draft { label: cell_label(&overrides), overrides }).collect()
}

/// A field of the sweep and its values.
struct Axis {
    field: Override,
    values: Vec<Node>,
}

impl Axis {
    /// An override for each value, to be shared by cells.
    fn overrides(&self) -> Vec<Rc<Override>> {
        let Entry { key, key_span, .. } = &self.field.entry;
        let one = |value: &Node| {
            let entry = Entry { key: key.clone(), key_span: key_span.clone(), node: value.clone() };
            Rc::new(Override { path: self.field.path.clone(), entry })
        };
        self.values.iter().map(one).collect()
    }
}

/// Why a sweep has too many cells, or cells that are too large, and what to do about it.
fn too_large(axes: &[Axis]) -> Option<(String, &'static str)> {
    let size = axes.iter().try_fold(1_usize, |size, axis| size.checked_mul(axis.values.len()));
    let Some(cells) = size.filter(|&size| size <= limits::RUNS) else {
        let message = format!("the sweep has more than {} cells", limits::RUNS);
        return Some((message, "sweep fewer values or fewer fields"));
    };
    let bytes = axes.iter().fold(0_usize, |sum, axis| {
        let once: usize = axis.values.iter().map(Node::size).sum();
        sum.saturating_add(once.saturating_mul(cells / axis.values.len()))
    });
    (bytes > limits::SWEPT).then(|| {
        let message = "the values are too long to be repeated in every cell of the sweep".to_owned();
        (message, "sweep fewer values, or shorter ones")
    })
}

/// The values of a swept field: a list, or a range such as `3..=6`.
fn values(node: &Node) -> Result<Vec<Node>, String> {
    match &node.content {
        Content::List(values) if values.is_empty() => Err("a sweep needs at least one value".to_owned()),
        Content::List(values) => Ok(values.clone()),
        _ => {
            let range = node.text().and_then(|text| {
                let (from, to) = text.split_once("..=")?;
                Some((from.trim().parse::<i64>().ok()?, to.trim().parse::<i64>().ok()?))
            });
            let (from, to) = range.ok_or("expected the values to sweep over")?;
            if from > to {
                return Err(format!("the range is empty: {from} is above {to}"));
            }
            if to.checked_sub(from).is_none_or(|size| size >= limits::RUNS as i64) {
                return Err(format!("the range has more than {} values", limits::RUNS));
            }
            let value =
                |whole| Node { span: node.span.clone(), content: Content::Plain(Value::Whole(whole)) };
            Ok((from..=to).map(value).collect())
        }
    }
}

fn cell_label(overrides: &[Rc<Override>]) -> String {
    let parts =
        overrides.iter().map(|found| format!("{} = {}", found.path, written(&found.entry.node.value())));
    parts.collect::<Vec<_>>().join(", ")
}

/// A value in short, for labels.
pub fn written(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Whole(whole) => whole.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::List(values) => format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Table(entries) => match entries.iter().find(|(key, _)| key == "name") {
            Some((_, name)) => written(name),
            None => {
                let parts = entries.iter().map(|(key, value)| format!("{key} {}", written(value)));
                format!("({})", parts.collect::<Vec<_>>().join(", "))
            }
        },
    }
}
