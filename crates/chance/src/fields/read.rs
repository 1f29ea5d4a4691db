//! Types that are read from values and check them.

use super::{Fault, Field, Kind, Named, Problems, Value};
use crate::limits;
use crate::shared::Shared;

/// A type that can be read from a file.
pub trait FromValue: Sized {
    /// The type as data.
    const KIND: Kind;

    /// Reads a value. Adds everything that is wrong with it to `problems`.
    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self>;

    /// The value if none is given.
    fn missing() -> Option<Self> {
        None
    }
}

/// Adds a problem: something else was expected.
pub fn expected<T: FromValue>(path: &str, problems: &mut Problems) -> Option<T> {
    problems.expected(path, T::KIND.to_string());
    None
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Whole<const MIN: i64, const MAX: i64>(i64);

impl<const MIN: i64, const MAX: i64> Whole<MIN, MAX> {
    /// The number, for ranges without negative numbers.
    pub const fn get(self) -> u32 {
        const { assert!(MIN >= 0, "use `signed` for a range with negative numbers") };
        self.0 as u32
    }

    /// The number.
    pub const fn signed(self) -> i32 {
        self.0 as i32
    }
}

impl<const MIN: i64, const MAX: i64> FromValue for Whole<MIN, MAX> {
    const KIND: Kind = Kind::Whole { min: MIN, max: MAX };

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match *value {
            Value::Whole(whole) if (MIN..=MAX).contains(&whole) => Some(Self(whole)),
            _ => expected(path, problems),
        }
    }
}

impl FromValue for bool {
    const KIND: Kind = Kind::Flag;

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match *value {
            Value::Flag(flag) => Some(flag),
            _ => expected(path, problems),
        }
    }

    fn missing() -> Option<Self> {
        Some(false)
    }
}

impl FromValue for String {
    const KIND: Kind = Kind::Text;

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match value {
            Value::Text(text) if text.chars().count() > limits::NAME => {
                problems.expected(path, format!("a text of at most {} characters", limits::NAME));
                None
            }
            Value::Text(text) => Some(text.clone()),
            _ => expected(path, problems),
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const KIND: Kind = T::KIND;

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        T::from_value(value, path, problems).map(Some)
    }

    fn missing() -> Option<Self> {
        Some(None)
    }
}

/// A list of at most `MAX` entries.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T, const MAX: usize>(Vec<T>);

impl<T, const MAX: usize> std::ops::Deref for List<T, MAX> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: FromValue, const MAX: usize> FromValue for List<T, MAX> {
    const KIND: Kind = Kind::List { of: Shared::Static(&T::KIND), max: MAX };

    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        match value {
            Value::List(values) if values.len() <= MAX => {
                let read = |(place, value)| T::from_value(value, &format!("{path}[{place}]"), problems);
                let read: Vec<_> = values.iter().enumerate().map(read).collect();
                read.into_iter().collect::<Option<_>>().map(Self)
            }
            Value::List(_) => {
                problems.add(path, Fault::TooMany { limit: MAX });
                None
            }
            _ => expected(path, problems),
        }
    }

    fn missing() -> Option<Self> {
        Some(Self(Vec::new()))
    }
}

/// Reads a name of a fixed set.
pub fn named<T: Named>(all: &[T], value: &Value, path: &str, problems: &mut Problems) -> Option<T> {
    match value {
        Value::Text(text) => {
            let found = all.iter().copied().find(|choice| choice.name() == text);
            if found.is_none() {
                let known = T::NAMES.iter().map(|name| name.name.to_string()).collect();
                problems.add(path, Fault::Unknown { found: text.clone(), known });
            }
            found
        }
        _ => {
            problems.expected(path, Kind::Choice(Shared::Static(T::NAMES)).to_string());
            None
        }
    }
}

/// A field's name as files write it. A record writes keywords of Rust, such as `type`, as `r#type`.
pub const fn plain(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', ..] => field.split_at(2).1,
        _ => field,
    }
}

/// Reads one field of a group.
pub fn field<T: FromValue>(
    table: &Value,
    name: &str,
    default: Option<&Value>,
    path: &str,
    problems: &mut Problems,
) -> Option<T> {
    let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match table.get(name).or(default) {
        Some(value) => T::from_value(value, &path, problems),
        None => {
            let missing = T::missing();
            if missing.is_none() {
                problems.missing::<T>(&path, "always");
            }
            missing
        }
    }
}

/// Adds a problem for every name in `table` that is not among `fields`.
pub fn unknown_names<'a>(
    table: &Value,
    fields: &(impl IntoIterator<Item = &'a Field> + Clone),
    path: &str,
    problems: &mut Problems,
) {
    if let Value::Table(entries) = table {
        for (name, _) in entries {
            if problems.0.len() >= limits::FAULTS {
                return;
            }
            if !fields.clone().into_iter().any(|field| field.name == *name) {
                let known = fields.clone().into_iter().map(|field| field.name.to_string()).collect();
                problems.add(format!("{path}.{name}"), Fault::Unknown { found: name.clone(), known });
            }
        }
    }
}
