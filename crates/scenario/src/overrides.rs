//! Overrides: fields that the command line, a variant or a sweep sets to other values.

use std::borrow::Borrow;

use chance::fields::Value;

use crate::diagnostic::{Diagnostics, Source, Span, unknown};
use crate::document::{self, Content, Entry, Node};

/// A field and its new value.
#[derive(Clone, Debug)]
pub struct Override {
    /// `section.field`, or a field at the top.
    pub path: String,
    /// The field's entry, at the place where it was written.
    pub entry: Entry,
}

impl Override {
    /// The part of the path before the first dot.
    pub fn section(&self) -> &str {
        self.path.split_once('.').map_or(self.path.as_str(), |(section, _)| section)
    }

    /// The path and the value without places.
    pub fn setting(&self) -> (String, Value) {
        (self.path.clone(), self.entry.node.value())
    }
}

/// Applies the arguments of `--set` to a file. Sections that are not `settable` are faults.
pub fn apply_all(
    root: &Node,
    arguments: &[String],
    settable: Option<&[String]>,
    diagnostics: &mut Diagnostics,
) -> Node {
    let overrides: Vec<_> = arguments.iter().filter_map(|text| argument(text, diagnostics)).collect();
    if let Some(settable) = settable {
        let known: Vec<&str> = settable.iter().map(String::as_str).collect();
        for found in overrides.iter().filter(|found| !known.contains(&found.section())) {
            let (message, help) = unknown("unit or field to set", found.section(), &known);
            diagnostics.add(found.entry.key_span.clone(), message, help);
        }
    }
    apply(root, &overrides)
}

/// Puts overrides into a tree. Setting `use` replaces a unit: the fields that the file gives it are dropped first.
pub fn apply<O: Borrow<Override>>(root: &Node, overrides: &[O]) -> Node {
    let mut root = root.clone();
    let overrides = || overrides.iter().map(Borrow::borrow);
    let replaced = overrides().filter_map(|found: &Override| found.path.strip_suffix(".use"));
    for section in replaced {
        let span = root.get(section).map_or_else(|| root.span.clone(), |node| node.span.clone());
        root.set(Entry { key: section.to_owned(), key_span: span.clone(), node: Node::table(span) });
    }
    for found in overrides() {
        let entry = found.entry.clone();
        let Some((section, _)) = found.path.split_once('.') else {
            root.set(entry);
            continue;
        };
        let mut table = match root.get(section) {
            Some(node) if matches!(node.content, Content::Table(_)) => node.clone(),
            _ => Node::table(entry.key_span.clone()),
        };
        let span = entry.key_span.clone();
        set_field(&mut table, entry);
        root.set(Entry { key: section.to_owned(), key_span: span, node: table });
    }
    root
}

/// Sets a field of a unit, or a field inside it: `weapons[0].ap`, or `weapons.Gun.ap` by name. A path that leads nowhere becomes a
/// field of its own, which the check of the unit then refuses.
pub fn set_field(unit: &mut Node, entry: Entry) {
    if !set_inside(unit, &entry.key, &entry) {
        unit.set(entry);
    }
}

/// Sets what `path` leads to, from `node` on. Returns whether it leads anywhere.
fn set_inside(node: &mut Node, path: &str, new: &Entry) -> bool {
    match &mut node.content {
        Content::Table(entries) => {
            let end = path.find(['.', '[']).unwrap_or(path.len());
            let (key, rest) = path.split_at(end);
            let Some(known) = entries.iter_mut().find(|entry| entry.key == key) else {
                let is_new = rest.is_empty();
                if is_new {
                    entries.push(Entry { key: key.to_owned(), ..new.clone() });
                }
                return is_new;
            };
            match (&mut known.node.content, &new.node.content) {
                // TOML reads `weapons.Gun.ap = 2` as tables in tables.
                (Content::List(_), Content::Table(by_name)) if rest.is_empty() && !by_name.is_empty() => {
                    by_name.iter().all(|named| set_inside(&mut known.node, &format!(".{}", named.key), named))
                }
                _ if rest.is_empty() => {
                    *known = Entry { key: key.to_owned(), ..new.clone() };
                    true
                }
                (Content::Table(_), _) => {
                    rest.strip_prefix('.').is_some_and(|rest| set_inside(&mut known.node, rest, new))
                }
                _ => set_inside(&mut known.node, rest, new),
            }
        }
        Content::List(items) => match path.strip_prefix('[').and_then(|path| path.split_once(']')) {
            Some((place, rest)) => {
                let item = place.parse().ok().and_then(|place: usize| items.get_mut(place));
                item.is_some_and(|item| match rest.strip_prefix('.') {
                    Some(rest) => set_inside(item, rest, new),
                    None if rest.is_empty() => {
                        *item = new.node.clone();
                        true
                    }
                    None => false,
                })
            }
            None => path.strip_prefix('.').is_some_and(|path| set_by_name(items, path, new)),
        },
        Content::Plain(_) => false,
    }
}

/// Sets a field of the item whose name `path` begins with.
fn set_by_name(items: &mut [Node], path: &str, new: &Entry) -> bool {
    items.iter_mut().any(|item| {
        let Some(rest) = item.get("name").and_then(Node::text).and_then(|name| path.strip_prefix(name))
        else {
            return false;
        };
        match (rest.strip_prefix('.'), &new.node.content) {
            (Some(rest), _) => set_inside(item, rest, new),
            (None, Content::Table(fields)) if rest.is_empty() => {
                fields.iter().all(|field| set_inside(item, &field.key, field))
            }
            (None, _) => false,
        }
    })
}

/// Reads an argument of `--set`, such as `attacker.pen=2`.
fn argument(text: &str, diagnostics: &mut Diagnostics) -> Option<Override> {
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
    // A bare word is a text here: the shell has removed its quotes.
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
    Some(Override { entry: Entry { key: field, key_span: path_span, node }, path })
}

/// The overrides in a table such as a variant: `attacker.pen = 2` or `rounds = 3`.
pub fn of_table(table: &Node, sections: &[&str]) -> Vec<Override> {
    let mut found = Vec::new();
    for entry in table.entries() {
        if let Some((_, field)) = entry.key.split_once('.') {
            let field = Entry { key: field.to_owned(), ..entry.clone() };
            found.push(Override { path: entry.key.clone(), entry: field });
        } else if sections.contains(&entry.key.as_str()) && matches!(entry.node.content, Content::Table(_)) {
            for field in entry.node.entries() {
                found.push(Override { path: format!("{}.{}", entry.key, field.key), entry: field.clone() });
            }
        } else {
            found.push(Override { path: entry.key.clone(), entry: entry.clone() });
        }
    }
    found
}
