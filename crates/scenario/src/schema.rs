//! A JSON Schema of a system's scenario files, for editors.

use rules::fields::{Field, Kind, Name};
use rules::{System, limits};
use serde_json::{Map, Value, json};

use crate::expect::FIELDS;

/// The schema of a system's scenario files.
pub fn schema(system: &System) -> Value {
    let unit = unit(system);
    let procedures: Vec<Name> = system.procedures.iter().map(|procedure| procedure.name).collect();
    let any = json!({ "type": ["object", "string", "integer", "number", "boolean", "array"] });
    let mut top = Map::new();
    top.insert("system".into(), json!({ "const": system.id, "description": system.about }));
    top.insert("name".into(), json!({ "type": "string", "description": "The scenario's name; the file's name serves where it is missing." }));
    top.insert("description".into(), json!({ "type": "string", "description": "What it is about." }));
    top.insert(
        "procedure".into(),
        describe(
            choice(&procedures),
            "What is played in a round.",
            Some(&format!("{:?}", procedures[0].name)),
        ),
    );
    top.insert("rounds".into(), json!({ "type": "integer", "minimum": 1, "maximum": limits::ROUNDS, "default": 1, "description": "Attacks in sequence; what they did carries over." }));
    for section in ["attacker", "target"].iter().chain(system.further_units) {
        top.insert((*section).into(), unit.clone());
    }
    top.insert("situation".into(), table(system.situation));
    top.insert("options".into(), table(system.options));
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
        "required": ["system"],
        "additionalProperties": false,
        "properties": top,
    })
}

/// What must stay true; a quantity's name may also stand before a dot, as in `kill.round = 3`.
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
        "description": "What must stay true, for `killcurve guard`.",
        "items": { "type": "object", "properties": properties, "additionalProperties": { "type": "object" } },
    })
}

fn unit(system: &System) -> Value {
    let mut unit = table(system.unit);
    if let Some(properties) = unit["properties"].as_object_mut() {
        properties.insert("name".into(), json!({ "type": "string", "description": "The unit's name." }));
        properties.insert(
            "points".into(),
            json!({ "type": "number", "minimum": 0, "description": "What it costs." }),
        );
        let about = "A unit of a roster: its file, a hash, its key. Further fields go before the roster's.";
        properties.insert("use".into(), json!({ "type": "string", "description": about }));
    }
    unit
}

fn table(fields: &[Field]) -> Value {
    let properties: Map<String, Value> = fields
        .iter()
        .map(|field| (field.name.into(), describe(kind(field.kind), field.doc, field.default)))
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
        names.iter().map(|name| json!({ "const": name.name, "description": name.doc })).collect();
    json!({ "oneOf": each })
}

fn kind(of: Kind) -> Value {
    match of {
        Kind::Whole { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Choice(names) => choice(names),
        Kind::Pattern { what, regex } => json!({ "type": "string", "pattern": regex, "title": what }),
        Kind::List { of, max } => json!({ "type": "array", "maxItems": max, "items": kind(*of) }),
        Kind::Table(fields) => table(fields),
        Kind::Either(kinds) => json!({ "anyOf": kinds.iter().map(|&of| kind(of)).collect::<Vec<_>>() }),
    }
}
