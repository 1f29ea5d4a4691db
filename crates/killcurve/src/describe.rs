//! `killcurve systems`: what scenario files may say, from the fields that the rules declare.

use std::fmt::Write as _;

use rules::fields::{Field, Kind, Name};
use rules::{SYSTEMS, System};

/// All systems, a line each.
pub fn overview() -> String {
    let mut text = String::from("Systems:\n");
    for system in SYSTEMS {
        let _ = writeln!(text, "  {:<16} {}", system.id, system.about);
    }
    text + "\n`killcurve systems SYSTEM` lists its procedures, fields and options;\n`killcurve new SYSTEM` writes a scenario to begin with.\n"
}

/// One system in full.
pub fn system(system: &System) -> String {
    let mut text = format!("{} (system = {:?})\n{}\n", system.title, system.id, system.about);
    let procedures: Vec<Name> = system.procedures.iter().map(|procedure| procedure.name).collect();
    names(&mut text, "procedure (the first is the default)", &procedures);
    let mut units = "[attacker], [target]".to_owned();
    for unit in system.further_units {
        let _ = write!(units, ", [{unit}]");
    }
    fields(&mut text, &units, system.unit);
    fields(&mut text, "[situation]", system.situation);
    fields(&mut text, "[options]", system.options);
    names(&mut text, "measures, in each round", system.measures);
    names(&mut text, "events, by the end of a round", system.events);
    text
}

fn names(text: &mut String, title: &str, names: &[Name]) {
    if names.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{title}");
    let width = names.iter().map(|name| name.name.len()).max().unwrap_or(0);
    for name in names {
        let _ = writeln!(text, "  {:<width$}  {}", name.name, name.doc);
    }
}

fn fields(text: &mut String, title: &str, list: &[Field]) {
    if list.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{title}");
    let width = list.iter().map(|field| field.name.len()).max().unwrap_or(0);
    for field in list {
        let default = field.default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
        let _ = writeln!(text, "  {:<width$}  {}{default}", field.name, field.doc);
        match field.kind {
            Kind::Choice(names) => choices(text, names, width),
            Kind::List { of: Kind::Choice(names), .. } => choices(text, names, width),
            Kind::List { of: Kind::Table(inner), .. } => nested(text, inner, width),
            Kind::Table(inner) => nested(text, inner, width),
            kind => {
                let _ = writeln!(text, "  {:<width$}  = {kind}", "");
            }
        }
    }
}

fn choices(text: &mut String, names: &[Name], width: usize) {
    let inner = names.iter().map(|name| name.name.len() + 2).max().unwrap_or(0);
    for name in names {
        let _ = writeln!(text, "  {:<width$}  = {:<inner$}  {}", "", format!("{:?}", name.name), name.doc);
    }
}

/// The fields of a list's entries, such as weapons, set in by the width of the field that holds them.
fn nested(text: &mut String, inner: &[Field], width: usize) {
    let mut lines = String::new();
    fields(&mut lines, "", inner);
    for line in lines.trim_start().lines() {
        let _ = writeln!(text, "  {:<width$}  {line}", "");
    }
}
