//! The value of an overridden field.
//!
//! A plain copy of what a scenario file can say, so that this crate needs to know no file format. It serialises
//! to plain JSON and shows itself on one line.

use std::fmt;

use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use crate::Run;

/// The value of an overridden field.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// Any number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Setting>),
    /// A table, in the order of the file.
    Table(Vec<(String, Setting)>),
}

impl Setting {
    /// As plain JSON.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Flag(flag) => Value::from(*flag),
            Self::Whole(number) => Value::from(*number),
            Self::Number(number) => Value::from(*number),
            Self::Text(text) => Value::from(text.as_str()),
            Self::List(items) => items.iter().map(Self::to_value).collect(),
            Self::Table(fields) => {
                fields.iter().map(|(name, value)| (name.clone(), value.to_value())).collect()
            }
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Self::Table(fields) => {
                f.write_str("{")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}{name}={value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

impl Serialize for Setting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

/// A run's settings on one line, e.g. `attacker.pen=1; target.dmg=4`.
pub(crate) fn line(settings: &[(String, Setting)]) -> String {
    let pairs: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join("; ")
}

/// What a run sets a field to.
pub(crate) fn of<'a>(run: &'a Run, field: &str) -> Option<&'a Setting> {
    run.settings.iter().find(|(name, _)| name == field).map(|(_, value)| value)
}

/// A value as a number, where it is one.
pub(crate) fn number(setting: &Setting) -> Option<f64> {
    match *setting {
        Setting::Whole(number) => Some(number as f64),
        Setting::Number(number) => Some(number).filter(|number| number.is_finite()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_show_on_one_line_and_serialise_to_plain_json() {
        let table = Setting::Table(vec![
            ("ap".to_owned(), Setting::Whole(3)),
            ("of".to_owned(), Setting::List(vec![Setting::Flag(true), Setting::Number(1.5)])),
        ]);
        assert_eq!(table.to_string(), "{ap=3, of=[true, 1.5]}");
        assert_eq!(serde_json::to_string(&table).unwrap(), r#"{"ap":3,"of":[true,1.5]}"#);
        let settings =
            [("target.dmg".to_owned(), Setting::Whole(4)), ("a".to_owned(), Setting::Text("x".to_owned()))];
        assert_eq!(line(&settings), "target.dmg=4; a=x");
    }
}
