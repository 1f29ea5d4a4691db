//! The overridden fields of a run: on one line, as JSON, and as numbers.

use results::Value;
use serde_json::Value as Json;

use crate::Run;

/// The value as plain JSON.
pub(crate) fn json(value: &Value) -> Json {
    match value {
        Value::Flag(flag) => Json::from(*flag),
        Value::Whole(number) => Json::from(*number),
        Value::Number(number) => Json::from(*number),
        Value::Text(text) => Json::from(text.as_str()),
        Value::List(items) => items.iter().map(json).collect(),
        Value::Table(entries) => entries.iter().map(|(name, value)| (name.clone(), json(value))).collect(),
    }
}

/// A run's settings on one line, e.g. `attacker.pen=1; target.dmg=4`.
pub(crate) fn line(settings: &[(String, Value)]) -> String {
    let pairs: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join("; ")
}

/// The value that a run sets a field to.
pub(crate) fn of<'a>(run: &'a Run, field: &str) -> Option<&'a Value> {
    run.settings.iter().find(|(name, _)| name == field).map(|(_, value)| value)
}

/// A value as a number, where it is one.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match *value {
        Value::Whole(number) => Some(number as f64),
        Value::Number(number) => Some(number).filter(|number| number.is_finite()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_show_on_one_line_and_serialise_to_plain_json() {
        let table = Value::Table(vec![
            ("ap".to_owned(), Value::Whole(3)),
            ("of".to_owned(), Value::List(vec![Value::Flag(true), Value::Number(1.5)])),
        ]);
        assert_eq!(table.to_string(), "{ap=3, of=[true, 1.5]}");
        assert_eq!(json(&table).to_string(), r#"{"ap":3,"of":[true,1.5]}"#);
        let settings =
            [("target.dmg".to_owned(), Value::Whole(4)), ("a".to_owned(), Value::Text("x".to_owned()))];
        assert_eq!(line(&settings), "target.dmg=4; a=x");
    }
}
