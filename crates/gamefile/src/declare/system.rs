//! A game as data, for help, checks and the schema of its scenarios.

use chance::fields::{Field as Described, Kind, Name, Value};
use chance::game::{BattleRules, Procedure};
use chance::{Shared, System, Text};

use crate::declared::{Declared, Field, FieldKind};
use crate::limits;
use crate::mistake::Span;

/// What the file says in words.
pub struct Words {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// About each procedure.
    pub about_procedures: Vec<String>,
    /// The measures.
    pub measures: Vec<(String, String, Span)>,
    /// The events.
    pub events: Vec<(String, String, Span)>,
}

/// A system without anything.
pub fn empty() -> System {
    System {
        id: "".into(),
        title: "".into(),
        about: "".into(),
        procedures: chance::shared::List::EMPTY,
        further_units: chance::shared::List::EMPTY,
        unit: chance::shared::List::EMPTY,
        situation: chance::shared::List::EMPTY,
        options: chance::shared::List::EMPTY,
        measures: chance::shared::List::EMPTY,
        events: chance::shared::List::EMPTY,
        rules: chance::shared::List::EMPTY,
        starter: "".into(),
        battles: BattleRules {
            procedures: chance::shared::List::EMPTY,
            not_in_situation: chance::shared::List::EMPTY,
            options: chance::shared::List::EMPTY,
        },
    }
}

/// The game as data. What a procedure counts is added once its program is known.
pub fn describe(declared: &Declared, words: Words) -> System {
    let name = |(name, doc, _): &(String, String, Span)| named(name, doc);
    let procedure = |(procedure, about): (&crate::declared::Procedure, &String)| Procedure {
        name: named(&procedure.name, about),
        measures: chance::shared::List::EMPTY,
        events: chance::shared::List::EMPTY,
        funnel: chance::shared::List::EMPTY,
        damage: None,
    };
    let fields = |fields: &[Field]| fields.iter().map(|field| described(field, declared)).collect();
    let procedures = declared.procedures.iter().zip(&words.about_procedures).map(procedure);
    System {
        procedures: procedures.collect(),
        unit: fields(&declared.unit),
        situation: fields(&declared.situation),
        options: fields(&declared.options),
        measures: words.measures.iter().map(name).collect(),
        events: words.events.iter().map(name).collect(),
        rules: chance::shared::List::EMPTY,
        starter: starter(declared).into(),
        battles: BattleRules {
            procedures: declared.procedures.iter().map(|procedure| text(&procedure.name)).collect(),
            not_in_situation: chance::shared::List::EMPTY,
            options: chance::shared::List::EMPTY,
        },
        id: words.id.into(),
        title: words.title.into(),
        about: words.about.into(),
        further_units: chance::shared::List::EMPTY,
    }
}

fn text(text: &str) -> Text {
    text.to_owned().into()
}

fn named(name: &str, doc: &str) -> Name {
    Name { name: text(name), doc: text(doc) }
}

fn names(texts: &[String]) -> Kind {
    Kind::Choice(texts.iter().map(|name| named(name, "")).collect())
}

fn described(field: &Field, declared: &Declared) -> Described {
    let default = field.default.as_ref().map(|value| written(value).into());
    Described { name: text(&field.name), doc: text(&field.about), kind: kind(&field.kind, declared), default }
}

/// What may stand in a field, as data.
pub fn kind(kind: &FieldKind, declared: &Declared) -> Kind {
    match kind {
        &FieldKind::Whole(min, max) => Kind::Whole { min, max },
        FieldKind::Flag => Kind::Flag,
        FieldKind::Choice(texts) => names(texts),
        FieldKind::Tags(texts) => Kind::List { of: Shared::Counted(names(texts).into()), max: texts.len() },
        FieldKind::List(record) => {
            let mut fields: Vec<Described> = Vec::new();
            if let Some(record) = declared.records.get(*record) {
                fields.extend(record.fields.iter().map(|field| described(field, declared)));
                if !record.fields.iter().any(|field| field.name == "name") {
                    let doc = text("Its name");
                    fields.push(Described { name: text("name"), doc, kind: Kind::Text, default: None });
                }
            }
            Kind::List { of: Shared::Counted(Kind::Table(fields.into()).into()), max: limits::LIST }
        }
        FieldKind::Dice => {
            let whole = Kind::Whole { min: 0, max: limits::FACE };
            let what = "dice, such as \"2\", \"d3\" or \"2d6+1\"".into();
            let regex = "^([0-9]+|[0-9]*d[0-9]+([+-][0-9]+)?)$".into();
            let mut kinds = vec![whole, Kind::Pattern { what, regex }];
            if !declared.dice.is_empty() {
                let own: Vec<String> = declared.dice.iter().map(|die| die.name.clone()).collect();
                kinds.push(names(&own));
            }
            Kind::Either(kinds.into())
        }
    }
}

/// A value as a file would write it.
fn written(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Whole(whole) => whole.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::List(values) => format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Table(entries) => {
            let entry = |(key, value): &(String, Value)| format!("{key} = {}", written(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A scenario to begin with: every field that has no default, with its least value.
fn starter(declared: &Declared) -> String {
    let mut lines = vec![
        "game = \"game.toml\"".to_owned(),
        "name = \"A first attack\"".to_owned(),
        "rounds = 3".to_owned(),
    ];
    for side in ["attacker", "target"] {
        lines.push(format!(
            "\n[{side}]\nname = \"{}\"",
            if side == "attacker" { "Attacker" } else { "Target" }
        ));
        for field in declared.unit.iter().filter(|field| field.default.is_none()) {
            lines.push(format!("{} = {}", field.name, least(field)));
        }
    }
    for (section, fields) in [("situation", &declared.situation), ("options", &declared.options)] {
        let needed: Vec<&Field> = fields.iter().filter(|field| field.default.is_none()).collect();
        if !needed.is_empty() {
            lines.push(format!("\n[{section}]"));
            lines.extend(needed.iter().map(|field| format!("{} = {}", field.name, least(field))));
        }
    }
    lines.join("\n") + "\n"
}

fn least(field: &Field) -> String {
    match &field.kind {
        FieldKind::Whole(low, _) => low.to_string(),
        FieldKind::Choice(texts) => format!("{:?}", texts.first().cloned().unwrap_or_default()),
        FieldKind::Dice => "\"d6\"".to_owned(),
        FieldKind::Flag | FieldKind::Tags(_) | FieldKind::List(_) => String::new(),
    }
}
