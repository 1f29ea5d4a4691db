//! A JSON Schema of a system's scenario files, for editors.

use chance::System;
use chance::fields::{Field, Kind, Name};
use serde_json::{Map, Value, json};

use crate::expect::FIELDS;
use crate::limits;
use crate::matchup::units_of;

/// The schema of a system's scenario files.
pub fn schema(system: &System) -> Value {
    let is_game = systems::Rulebook::built_in(&system.id).is_none();
    let unit = unit(system);
    let procedures: Vec<Name> = system.procedures.iter().map(|procedure| procedure.name.clone()).collect();
    let any = json!({ "type": ["object", "string", "integer", "number", "boolean", "array"] });
    let mut top = Map::new();
    let rules = if is_game { "game" } else { "system" };
    top.insert(rules.into(), if is_game { json!({ "type": "string", "pattern": "\\.toml$", "description": "The file of the game, relative to this file." }) } else { json!({ "const": *system.id, "description": *system.about }) });
    top.insert(
        "name".into(),
        json!({ "type": "string", "description": "The scenario's name; the file's name if it is missing." }),
    );
    top.insert("description".into(), json!({ "type": "string", "description": "What it is about." }));
    top.insert("note".into(), json!({ "type": "string", "description": "A note that every report shows, such as which numbers are assumed." }));
    top.insert(
        "procedure".into(),
        describe(
            choice(&procedures),
            "What is played in a round.",
            Some(&format!("{:?}", procedures[0].name)),
        ),
    );
    top.insert("rounds".into(), json!({ "type": "integer", "minimum": 1, "maximum": limits::ROUNDS, "default": 1, "description": "Attacks in sequence; what they did carries over." }));
    for section in units_of(system) {
        top.insert(section.to_string(), unit.clone());
    }
    top.insert("situation".into(), table(&*system.situation, &system.unit));
    top.insert("options".into(), table(&*system.options, &system.unit));
    top.insert("simulation".into(), json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "trials": { "type": "integer", "minimum": 1, "maximum": limits::TRIALS, "description": "How often a Monte Carlo run plays the scenario." },
            "seed": { "type": "integer", "minimum": 0, "description": "The same seed gives the same numbers." },
        },
    }));
    top.insert("variant".into(), json!({
        "type": "array",
        "description": "The scenario with other values.",
        "items": { "type": "object", "properties": { "name": { "type": "string" } }, "additionalProperties": any },
    }));
    top.insert(
        "sweep".into(),
        json!({
            "type": "object",
            "description": "Fields and the values that each takes; every combination is played.",
            "additionalProperties": { "type": ["array", "string", "object"] },
        }),
    );
    top.insert("expect".into(), expect());
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("killcurve scenario: {}", system.title),
        "type": "object",
        "required": [rules],
        "additionalProperties": false,
        "properties": top,
    })
}

/// The expectations. A quantity may also come first, with a dot, as in `kill.round = 3`.
fn expect() -> Value {
    let number = json!({ "type": "number" });
    let of = |field: &str| match field {
        "round" => json!({ "type": "integer", "minimum": 1, "maximum": limits::ROUNDS }),
        "between" => json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": number }),
        "at_least" | "at_most" => number.clone(),
        _ => json!({ "type": "string" }),
    };
    let properties: Map<String, Value> =
        FIELDS.iter().map(|&(field, doc)| (field.into(), describe(of(field), doc, None))).collect();
    json!({
        "type": "array",
        "description": "Expectations that `killcurve guard` checks.",
        "items": { "type": "object", "properties": properties, "additionalProperties": { "type": "object" } },
    })
}

fn unit(system: &System) -> Value {
    let mut unit = table(&*system.unit, &system.unit);
    if let Some(properties) = unit["properties"].as_object_mut() {
        properties.insert("name".into(), json!({ "type": "string", "description": "The unit's name." }));
        properties.insert(
            "points".into(),
            json!({ "type": "number", "minimum": 0, "description": "What it costs." }),
        );
        let about = "A unit of a roster: its file, a hash, its key. Fields beside it replace the roster's.";
        properties.insert("use".into(), json!({ "type": "string", "description": about }));
    }
    unit
}

/// A group of fields. `unit` has the fields of a unit, for fields that hold a whole unit.
fn table<'a>(fields: impl IntoIterator<Item = &'a Field>, unit: &[Field]) -> Value {
    let properties: Map<String, Value> = fields
        .into_iter()
        .map(|field| {
            let default = field.default.as_deref();
            (field.name.to_string(), describe(kind(&field.kind, unit), &field.doc, default))
        })
        .collect();
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn describe(mut schema: Value, doc: &str, default: Option<&str>) -> Value {
    schema["description"] = doc.into();
    if let Some(default) = default.and_then(|text| serde_json::from_str::<Value>(text).ok()) {
        schema["default"] = default;
    }
    schema
}

fn choice(names: &[Name]) -> Value {
    let each: Vec<Value> =
        names.iter().map(|name| json!({ "const": *name.name, "description": *name.doc })).collect();
    json!({ "oneOf": each })
}

fn kind(of: &Kind, unit: &[Field]) -> Value {
    match of {
        Kind::Whole { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Choice(names) => choice(names),
        Kind::Pattern { what, regex } => json!({ "type": "string", "pattern": **regex, "title": **what }),
        Kind::List { of, max } => json!({ "type": "array", "maxItems": max, "items": kind(of, unit) }),
        Kind::Table(fields) => table(&**fields, unit),
        Kind::Unit { beside } => table(unit.iter().chain(&**beside), unit),
        Kind::Either(kinds) => json!({ "anyOf": kinds.iter().map(|of| kind(of, unit)).collect::<Vec<_>>() }),
    }
}

/// The schema of game files.
pub fn game_schema() -> Value {
    let text = |words: &str| json!({ "type": "string", "description": words });
    let words = |words: &str| json!({ "type": "object", "description": words, "additionalProperties": { "type": "string" } });
    let range = json!({ "type": "string", "pattern": "^-?[0-9]+\\.\\.=-?[0-9]+$" });
    let texts = json!({ "type": "array", "minItems": 1, "items": { "type": "string" } });
    let state = json!({
        "type": "object",
        "required": ["start"],
        "additionalProperties": false,
        "properties": {
            "start": { "type": ["string", "integer"], "description": "An expression over the unit's own fields." },
            "whole": range,
            "together": { "enum": ["add", "most", "least"] },
            "about": { "type": "string" },
        },
    });
    let field = json!({
        "type": "object",
        "properties": {
            "whole": range,
            "flag": { "const": true },
            "choice": texts,
            "tags": texts,
            "list": { "type": "string", "description": "The record that each entry is." },
            "dice": { "const": true },
            "default": {},
            "about": { "type": "string" },
        },
        "additionalProperties": false,
    });
    let fields =
        |words: &str| json!({ "type": "object", "description": words, "additionalProperties": field });
    let play = json!({
        "type": "object",
        "required": ["play"],
        "additionalProperties": false,
        "properties": { "about": { "type": "string" }, "play": { "type": "string" } },
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "killcurve game",
        "type": "object",
        "required": ["game", "dead", "procedure"],
        "additionalProperties": false,
        "properties": {
            "game": text("The id of the game: lower-case letters, digits and hyphens."),
            "title": text("Its name."),
            "about": text("One sentence about it."),
            "dead": text("When a unit is dead: a test of its own names."),
            "damage": text("The measure that counts as damage where attacks are compared."),
            "funnel": { "type": "array", "items": { "type": "string" }, "description": "The path of an attack, as measures." },
            "unit": fields("The fields of a unit."),
            "record": { "type": "object", "additionalProperties": { "type": "object", "additionalProperties": { "anyOf": [field, state] } } },
            "situation": fields("The fields of the situation."),
            "options": fields("The knobs of the rules."),
            "state": { "type": "object", "additionalProperties": state },
            "derived": words("Expressions over a unit's own names."),
            "dice": { "type": "object", "additionalProperties": { "type": "array", "minItems": 1, "items": { "type": ["string", "integer"] } } },
            "table": { "type": "object", "additionalProperties": { "type": ["array", "object"] } },
            "measures": words("What is counted in a round."),
            "events": words("What may have happened by the end of a round."),
            "common": play,
            "procedure": { "type": "object", "minProperties": 1, "additionalProperties": play },
            "upkeep": play,
        },
    })
}
