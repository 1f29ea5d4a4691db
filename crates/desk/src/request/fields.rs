//! The fields that rules declare, as JSON for forms.

use chance::System;
use chance::battle::{Order, Policy};
use chance::fields::{Field, Kind, Name, Named};
use serde_json::{Value, json};
use systems::Rulebook;

use super::Answer;
use crate::failure::Failure;

/// The built-in systems, each with its title and a sentence.
pub fn systems() -> Vec<Value> {
    let one = |system: &System| json!({ "id": *system.id, "title": *system.title, "about": *system.about, "starter": *system.starter });
    systems::built_in().map(one).collect()
}

/// The fields of a built-in system.
pub fn built_in(id: &str) -> Answer {
    let found = Rulebook::built_in(id);
    found.map(|rules| json!({ "rules": of(&rules) })).ok_or_else(|| {
        let known: Vec<&str> = systems::built_in().map(|system| system.id.as_str()).collect();
        let (message, help) = scenario::unknown("system", id, &known);
        let help = help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        Failure::Input(format!("error: {message}{help}"))
    })
}

/// The fields of some rules.
pub fn of(system: &System) -> Value {
    let procedures: Vec<&Name> = system.procedures.iter().map(|procedure| &procedure.name).collect();
    let measures = |list: &[usize], names: &[Name]| -> Vec<Value> {
        list.iter().filter_map(|&index| names.get(index)).map(name).collect()
    };
    let reported = system.procedures.iter().map(|procedure| {
        let mut about = name(&procedure.name);
        about["measures"] = measures(&procedure.measures, &system.measures).into();
        about["events"] = measures(&procedure.events, &system.events).into();
        about
    });
    json!({
        "id": *system.id,
        "title": *system.title,
        "about": *system.about,
        "procedures": reported.collect::<Vec<_>>(),
        "default_procedure": procedures.first().map(|first| &*first.name),
        "further_units": system.further_units.iter().map(|unit| &**unit).collect::<Vec<_>>(),
        "unit": fields(&system.unit),
        "situation": fields(&system.situation),
        "options": fields(&system.options),
        "not_in_battles": system.battles.not_in_situation.iter().map(|field| &**field).collect::<Vec<_>>(),
        "max_rounds": scenario::limits::ROUNDS,
        "orders": Order::NAMES.iter().map(name).collect::<Vec<_>>(),
        "policies": Policy::NAMES.iter().map(name).collect::<Vec<_>>(),
    })
}

fn name(name: &Name) -> Value {
    json!({ "name": *name.name, "doc": *name.doc })
}

fn fields(fields: &[Field]) -> Vec<Value> {
    fields.iter().map(field).collect()
}

fn field(field: &Field) -> Value {
    // Defaults are written as a file would, which for all of them is JSON, too.
    let default = field.default.as_deref().and_then(|text| serde_json::from_str::<Value>(text).ok());
    json!({ "name": *field.name, "doc": *field.doc, "default": default, "kind": kind(&field.kind) })
}

fn kind(kind: &Kind) -> Value {
    let each = |kinds: &[Kind]| kinds.iter().map(self::kind).collect::<Vec<_>>();
    match kind {
        Kind::Whole { min, max } => json!({ "type": "whole", "min": min, "max": max }),
        Kind::Flag => json!({ "type": "flag" }),
        Kind::Text => json!({ "type": "text" }),
        Kind::Choice(names) => {
            json!({ "type": "choice", "names": names.iter().map(name).collect::<Vec<_>>() })
        }
        Kind::Pattern { what, regex } => json!({ "type": "pattern", "what": **what, "regex": **regex }),
        Kind::List { of, max } => json!({ "type": "list", "of": self::kind(of), "max": max }),
        Kind::Table(inner) => json!({ "type": "table", "fields": fields(inner) }),
        Kind::Unit { beside } => json!({ "type": "unit", "fields": fields(beside) }),
        Kind::Either(kinds) => json!({ "type": "either", "of": each(kinds) }),
    }
}
