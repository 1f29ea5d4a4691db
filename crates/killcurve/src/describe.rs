//! `killcurve systems`: what scenario files may say, from the fields and rules that a system declares.

use std::fmt::Write as _;

use chance::System;
use chance::fields::{Field, Kind, Name};

/// All systems, a line each.
pub fn overview() -> String {
    let mut text = String::from("Systems:\n");
    for system in systems::built_in() {
        let _ = writeln!(text, "  {:<16} {}", system.id, system.about);
    }
    text + "\n`killcurve systems SYSTEM` lists its procedures, fields and options;\n\
            `killcurve systems SYSTEM weapons` lists one field, `killcurve systems SYSTEM rules` the rules;\n\
            `killcurve new SYSTEM` writes a scenario to begin with.\n"
}

/// One system in full, without its rules. `named` is the word by which it was found: its id, or the path of a game file.
pub fn system(system: &System, named: &str) -> String {
    let key = if *system.id == *named { "system" } else { "game" };
    let named = scenario::printable(named);
    let mut text = format!("{} ({key} = {named:?})\n{}\n", system.title, system.about);
    for section in sections(system).iter().filter(|section| section.names[0] != "rules") {
        section.write(&mut text);
    }
    if let (Some(first), Some(last)) = (system.rules.first(), system.rules.last()) {
        let id = &system.id;
        let _ = writeln!(
            text,
            "\nrules: {} to {}; `killcurve systems {id} rules` lists them, `killcurve systems {id} {}` one",
            first.name, last.name, last.name
        );
    }
    text
}

/// One part of a system: a rule by its id, a section, or a field wherever it occurs. `None` if there is no such part.
pub fn part(system: &System, name: &str) -> Option<String> {
    if let Some(rule) = system.rules.iter().find(|rule| rule.name.eq_ignore_ascii_case(name)) {
        return Some(format!("{}  {}\n", rule.name, rule.doc));
    }
    let mut text = String::new();
    for section in sections(system) {
        if section.names.contains(&name) {
            section.write(&mut text);
        } else if let Content::Fields(list) = section.content {
            let mut path = Vec::new();
            write_named(&mut text, &section.title, list, name, &mut path);
        }
    }
    (!text.is_empty()).then(|| text.trim_start().to_owned())
}

/// The names that [`part`] knows, rules included.
pub fn parts(system: &System) -> Vec<&str> {
    let mut known: Vec<&str> = Vec::new();
    for section in sections(system) {
        known.extend(&section.names);
        if let Content::Fields(list) = section.content {
            add_names(list, &mut known);
        }
    }
    known.extend(system.rules.iter().map(|rule| rule.name.as_str()));
    known
}

/// A part of the listing with a title of its own.
struct Section<'a> {
    /// What a user may call it.
    names: Vec<&'a str>,
    title: String,
    content: Content<'a>,
}

enum Content<'a> {
    Names(Vec<&'a Name>),
    Fields(&'a [Field]),
}

fn sections(system: &System) -> Vec<Section<'_>> {
    let mut units = vec!["attacker", "target"];
    units.extend(system.further_units.iter().map(chance::Shared::as_str));
    let title = units.iter().map(|unit| format!("[{unit}]")).collect::<Vec<_>>().join(", ");
    units.push("unit");
    let procedures = system.procedures.iter().map(|procedure| &procedure.name).collect();
    let names = |name, title: &str, list| Section {
        names: vec![name],
        title: title.to_owned(),
        content: Content::Names(list),
    };
    let fields = |name, list| Section {
        names: vec![name],
        title: format!("[{name}]"),
        content: Content::Fields(list),
    };
    vec![
        names("procedure", "procedure (the first is the default)", procedures),
        Section { names: units, title, content: Content::Fields(&system.unit) },
        fields("situation", &system.situation),
        fields("options", &system.options),
        names("measures", "measures, in each round", system.measures.iter().collect()),
        names("events", "events, by the end of a round", system.events.iter().collect()),
        names("rules", "rules", system.rules.iter().collect()),
    ]
}

impl Section<'_> {
    fn write(&self, text: &mut String) {
        let mut lines = String::new();
        match &self.content {
            Content::Names(list) => write_names(&mut lines, list, "", 2),
            Content::Fields(list) => write_fields(&mut lines, list, 2),
        }
        if !lines.is_empty() {
            let _ = write!(text, "\n{}\n{lines}", self.title);
        }
    }
}

/// Names with their meanings, set in by so many columns, each behind a mark.
fn write_names(text: &mut String, list: &[&Name], mark: &str, indent: usize) {
    let shown =
        |name: &Name| if mark.is_empty() { name.name.to_string() } else { format!("{:?}", name.name) };
    let width = list.iter().map(|name| shown(name).len()).max().unwrap_or(0);
    for name in list {
        let _ = writeln!(text, "{:indent$}{mark}{:<width$}  {}", "", shown(name), name.doc);
    }
}

/// Fields with their meanings and kinds, set in by so many columns.
fn write_fields(text: &mut String, list: &[Field], indent: usize) {
    let width = list.iter().map(|field| field.name.len()).max().unwrap_or(0);
    for field in list {
        let default =
            field.default.as_ref().map(|default| format!(" [default: {default}]")).unwrap_or_default();
        let _ = writeln!(text, "{:indent$}{:<width$}  {}{default}", "", field.name, field.doc);
        write_kind(text, &field.kind, indent + width + 2);
    }
}

fn write_kind(text: &mut String, kind: &Kind, indent: usize) {
    match kind {
        Kind::Choice(names) => write_names(text, &names.iter().collect::<Vec<_>>(), "= ", indent),
        Kind::Table(inner) => write_fields(text, inner, indent),
        Kind::Unit { beside } => {
            let _ = writeln!(text, "{:indent$}= the fields of [target]; of its own:", "");
            write_fields(text, beside, indent + 2);
        }
        Kind::List { of, .. } if matches!(**of, Kind::Choice(_) | Kind::Table(_)) => {
            write_kind(text, of, indent);
        }
        Kind::Either(kinds) if kinds.iter().any(|kind| matches!(kind, Kind::Table(_))) => {
            for (place, kind) in kinds.iter().enumerate() {
                if place > 0 {
                    let _ = writeln!(text, "{:indent$}or a group of fields:", "");
                }
                write_kind(text, kind, indent);
            }
        }
        kind => {
            let _ = writeln!(text, "{:indent$}= {kind}", "");
        }
    }
}

/// The groups of fields inside a kind.
fn inner(kind: &Kind) -> Vec<&[Field]> {
    match kind {
        Kind::Table(inner) | Kind::Unit { beside: inner } => vec![inner],
        Kind::List { of, .. } => inner(of),
        Kind::Either(kinds) => kinds.iter().flat_map(inner).collect(),
        _ => Vec::new(),
    }
}

fn add_names<'a>(list: &'a [Field], known: &mut Vec<&'a str>) {
    for field in list {
        known.push(&field.name);
        for list in inner(&field.kind) {
            add_names(list, known);
        }
    }
}

/// Writes every field of this name, each under the path that leads to it.
fn write_named<'a>(text: &mut String, title: &str, list: &'a [Field], name: &str, path: &mut Vec<&'a str>) {
    for field in list {
        if field.name == *name {
            let mut place = String::new();
            for field in path.iter() {
                let _ = write!(place, " {field}:");
            }
            let _ = writeln!(text, "\n{title}{place}");
            write_fields(text, std::slice::from_ref(field), 2);
            continue;
        }
        path.push(&field.name);
        for list in inner(&field.kind) {
            write_named(text, title, list, name, path);
        }
        path.pop();
    }
}
