//! Changes to a text, and values as JSON.

use chance::fields::Value as FieldValue;
use scenario::{Edit, Step};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Answer;
use crate::failure::Failure;

/// A change of one value. Its path holds names of fields, and places in lists counted from 0.
#[derive(Deserialize)]
pub struct Change {
    path: Vec<Value>,
    /// The new value; `null` removes the old one.
    value: Value,
}

/// The text with changed values.
pub fn edited(text: &str, changes: Vec<Change>) -> Answer {
    let edits: Option<Vec<Edit>> = changes.into_iter().map(edit).collect();
    let refused = |message: &str| Failure::Input(format!("error: {message}"));
    let edits = edits.ok_or_else(|| refused("a change has a path of names and places, and a value"))?;
    let text = scenario::edited(text, &edits).map_err(|message| refused(&message))?;
    Ok(json!({ "text": text }))
}

fn edit(change: Change) -> Option<Edit> {
    let step = |step: Value| match step {
        Value::String(field) => Some(Step::Field(field)),
        Value::Number(place) => Some(Step::Entry(usize::try_from(place.as_u64()?).ok()?)),
        _ => None,
    };
    let path = change.path.into_iter().map(step).collect::<Option<Vec<Step>>>()?;
    let value = match change.value {
        Value::Null => None,
        value => Some(field_value(value)?),
    };
    Some(Edit { path, value })
}

fn field_value(value: Value) -> Option<FieldValue> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => FieldValue::Flag(flag),
        Value::Number(number) => {
            number.as_i64().map(FieldValue::Whole).or_else(|| number.as_f64().map(FieldValue::Number))?
        }
        Value::String(text) => FieldValue::Text(text),
        Value::Array(values) => FieldValue::List(values.into_iter().map(field_value).collect::<Option<_>>()?),
        Value::Object(entries) => {
            let entry = |(key, value)| Some((key, field_value(value)?));
            FieldValue::Table(entries.into_iter().map(entry).collect::<Option<_>>()?)
        }
    })
}

/// A value of a file as JSON.
pub fn json(value: &FieldValue) -> Value {
    match value {
        FieldValue::Flag(flag) => Value::from(*flag),
        FieldValue::Whole(number) => Value::from(*number),
        FieldValue::Number(number) => Value::from(*number),
        FieldValue::Text(text) => Value::from(text.as_str()),
        FieldValue::List(items) => items.iter().map(json).collect(),
        FieldValue::Table(entries) => {
            entries.iter().map(|(name, value)| (name.clone(), json(value))).collect()
        }
    }
}
