//! From one file to its runs: the base, then each variant, then each cell of the sweep.

use std::borrow::Borrow;
use std::rc::Rc;

use rules::fields::Value;
use rules::limits;

use crate::diagnostic::{Diagnostics, Source, Span};
use crate::document::{self, Content, Entry, Node};
use crate::matchup::text_field;

/// A field and what it is set to.
#[derive(Clone, Debug)]
pub struct Setting {
    /// `section.field`, or a field that stands at the top.
    pub path: String,
    /// The field's own entry, wherever it was written.
    pub entry: Entry,
}

/// A run before it is checked.
#[derive(Clone, Debug)]
pub struct Draft {
    /// `base`, the variant's name, or the cell's settings.
    pub label: String,
    /// What differs from the base; the cells of a sweep share what they have in common.
    pub settings: Vec<Rc<Setting>>,
}

/// The settings that a table of overrides makes, such as a variant: `attacker.pen = 2` or `rounds = 3`.
fn settings(table: &Node, sections: &[&str]) -> Vec<Setting> {
    let mut found = Vec::new();
    for entry in table.entries() {
        if let Some((_, field)) = entry.key.split_once('.') {
            let field = Entry { key: field.to_owned(), ..entry.clone() };
            found.push(Setting { path: entry.key.clone(), entry: field });
        } else if sections.contains(&entry.key.as_str()) && matches!(entry.node.content, Content::Table(_)) {
            for field in entry.node.entries() {
                found.push(Setting { path: format!("{}.{}", entry.key, field.key), entry: field.clone() });
            }
        } else {
            found.push(Setting { path: entry.key.clone(), entry: entry.clone() });
        }
    }
    found
}

/// Puts settings into a scenario. To set `use` takes another unit: what the base says of it is dropped.
pub fn apply<S: Borrow<Setting>>(root: &Node, settings: &[S]) -> Node {
    let mut root = root.clone();
    let settings = || settings.iter().map(Borrow::borrow);
    let anew = settings().filter_map(|setting: &Setting| setting.path.strip_suffix(".use"));
    for section in anew {
        let span = root.get(section).map_or_else(|| root.span.clone(), |node| node.span.clone());
        root.set(Entry { key: section.to_owned(), key_span: span.clone(), node: Node::table(span) });
    }
    for setting in settings() {
        let entry = setting.entry.clone();
        let Some((section, _)) = setting.path.split_once('.') else {
            root.set(entry);
            continue;
        };
        let mut table = match root.get(section) {
            Some(node) if matches!(node.content, Content::Table(_)) => node.clone(),
            _ => Node::table(entry.key_span.clone()),
        };
        let span = entry.key_span.clone();
        table.set(entry);
        root.set(Entry { key: section.to_owned(), key_span: span, node: table });
    }
    root
}

/// Reads `attacker.pen=2` as it stands on the command line.
pub fn argument(text: &str, diagnostics: &mut Diagnostics) -> Option<Setting> {
    let span = |range| Span { source: diagnostics.sources.len(), range };
    let source = Source { name: "--set".to_owned(), text: text.to_owned() };
    let Some((path, value)) = text.split_once('=') else {
        let span = span(0..text.len());
        diagnostics.sources.push(source);
        diagnostics.add(span, "expected a field and a value", Some("such as `attacker.pen=2`".to_owned()));
        return None;
    };
    let path_span = span(0..path.len());
    let (path, trimmed) = (path.trim().to_owned(), value.trim());
    // A bare word needs no quotes here, for the shell has eaten them.
    let quoted = format!("value = {trimmed}");
    let mut trial = Diagnostics::default();
    let parsed = document::parse(Source { name: String::new(), text: quoted }, &mut trial);
    let value_span = span(text.len() - value.len()..text.len());
    let content = match parsed.get("value") {
        Some(node) if trial.list.is_empty() && parsed.entries().len() == 1 => {
            Node::from_value(&node.value(), &value_span).content
        }
        _ => Content::Plain(Value::Text(trimmed.to_owned())),
    };
    diagnostics.sources.push(source);
    let field = path.split_once('.').map_or(path.as_str(), |(_, field)| field).to_owned();
    let node = Node { span: value_span, content };
    Some(Setting { entry: Entry { key: field, key_span: path_span, node }, path })
}

/// All runs of a scenario.
pub fn drafts(root: &Node, sections: &[&str], diagnostics: &mut Diagnostics) -> Vec<Draft> {
    let mut drafts = vec![Draft { label: "base".to_owned(), settings: Vec::new() }];
    drafts.extend(variants(root, sections, diagnostics));
    drafts.extend(cells(root, sections, diagnostics));
    drafts
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
        let settings =
            settings(variant, sections).into_iter().filter(|setting| setting.path != "name").map(Rc::new);
        drafts.push(Draft { label, settings: settings.collect() });
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
    let mut axes: Vec<(Setting, Vec<Node>)> = Vec::new();
    for setting in settings(sweep, sections) {
        match axis(&setting.entry.node) {
            Ok(values) => axes.push((setting, values)),
            Err(message) => {
                let help = "write a list such as [1, 2, 3], or a range such as \"3..=6\"".to_owned();
                diagnostics.add(setting.entry.node.span.clone(), message, Some(help));
            }
        }
    }
    let size = axes.iter().try_fold(1_usize, |size, (_, values)| size.checked_mul(values.len()));
    if size.is_none_or(|size| size > limits::RUNS) {
        let message = format!("the sweep has more than {} cells", limits::RUNS);
        diagnostics.add(sweep.span.clone(), message, Some("sweep fewer values or fewer fields".to_owned()));
        return Vec::new();
    }
    if axes.is_empty() {
        return Vec::new();
    }
    let cells_in_all: usize = axes.iter().map(|(_, values)| values.len()).product();
    let set_in_all = axes.iter().fold(0_usize, |sum, (_, values)| {
        let once: usize = values.iter().map(Node::size).sum();
        sum.saturating_add(once.saturating_mul(cells_in_all / values.len()))
    });
    if set_in_all > limits::SWEPT {
        let message = "the values are too long to be repeated in every cell of the sweep";
        diagnostics.add(sweep.span.clone(), message, Some("sweep fewer values, or shorter ones".to_owned()));
        return Vec::new();
    }
    let mut cells = vec![Vec::new()];
    for (setting, values) in &axes {
        let set = |value: &Node| {
            // Not `..setting.entry.clone()`: that would copy the whole axis for every value.
            let Entry { key, key_span, .. } = &setting.entry;
            let entry = Entry { key: key.clone(), key_span: key_span.clone(), node: value.clone() };
            Rc::new(Setting { path: setting.path.clone(), entry })
        };
        let values: Vec<Rc<Setting>> = values.iter().map(set).collect();
        let mut finer = Vec::with_capacity(cells.len() * values.len());
        for cell in &cells {
            for value in &values {
                let mut cell: Vec<Rc<Setting>> = cell.clone();
                cell.push(Rc::clone(value));
                finer.push(cell);
            }
        }
        cells = finer;
    }
    cells.into_iter().map(|settings| Draft { label: cell_label(&settings), settings }).collect()
}

fn axis(node: &Node) -> Result<Vec<Node>, String> {
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

fn cell_label(settings: &[Rc<Setting>]) -> String {
    let parts =
        settings.iter().map(|setting| format!("{} = {}", setting.path, written(&setting.entry.node.value())));
    parts.collect::<Vec<_>>().join(", ")
}

/// A value in short, as a label shows it.
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
