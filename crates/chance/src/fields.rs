//! The fields of a scenario, with their types, ranges and meaning, declared once.
//!
//! [`record!`](crate::record) declares a group of fields (a unit, the situation, the options), and
//! [`choice!`](crate::choice) a fixed set of names. Each gives a Rust type, the way to read it from a file,
//! and the same facts as data for help, schema and error messages.

use std::fmt;

use crate::limits;
use crate::shared::{self, Shared, Text};

/// A value as a file gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Names and their values, in the order of the file.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// The value of a name in a table.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Table(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }
}

/// Writes the value on one line, such as `{ap=3, of=[true, 1.5]}`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::List(items) => {
                f.write_str("[")?;
                for (place, item) in items.iter().enumerate() {
                    let comma = if place == 0 { "" } else { ", " };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Self::Table(entries) => {
                f.write_str("{")?;
                for (place, (name, value)) in entries.iter().enumerate() {
                    let comma = if place == 0 { "" } else { ", " };
                    write!(f, "{comma}{name}={value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<i64> for Value {
    fn from(whole: i64) -> Self {
        Self::Whole(whole)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A name and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As files write it.
    pub name: Text,
    /// What it means.
    pub doc: Text,
}

impl Name {
    /// A name that is built into the program.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Self { name: Shared::Static(name), doc: Shared::Static(doc) }
    }

    /// A copy of a name that is built into the program, for use in constants.
    ///
    /// # Panics
    ///
    /// For a name that was read at run time.
    #[must_use]
    pub const fn constant(&self) -> Self {
        match (&self.name, &self.doc) {
            (Shared::Static(name), Shared::Static(doc)) => Self::new(name, doc),
            _ => panic!("this name is not a constant"),
        }
    }
}

/// A place in a list of names: a measure, an event.
pub trait Index: Copy {
    /// The place.
    fn index(self) -> usize;
}

impl Index for usize {
    #[inline]
    fn index(self) -> usize {
        self
    }
}

/// A fixed set of names: a choice, a system's measures, its events.
pub trait Named: Index {
    /// All of them in order; [`Index::index`] is the place in this list.
    const NAMES: &'static [Name];

    /// As files write it.
    fn name(self) -> &'static str {
        &Self::NAMES[self.index()].name
    }
}

/// The type of a field, as data.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A whole number from `min` to `max`.
    Whole {
        /// The least allowed.
        min: i64,
        /// The most allowed.
        max: i64,
    },
    /// `true` or `false`.
    Flag,
    /// Any text.
    Text,
    /// One of these names.
    Choice(shared::List<Name>),
    /// A text of a certain form, such as dice.
    Pattern {
        /// What it is, in a few words with an example.
        what: Text,
        /// The form as a regular expression.
        regex: Text,
    },
    /// A list.
    List {
        /// What each entry is.
        of: Shared<Kind>,
        /// How many there may be.
        max: usize,
    },
    /// A group of fields.
    Table(shared::List<Field>),
    /// A further unit: all fields of a unit, and these.
    Unit {
        /// What it has beside a unit's fields, or in place of one of the same name.
        beside: shared::List<Field>,
    },
    /// One or the other.
    Either(shared::List<Kind>),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Flag => f.write_str("true or false"),
            Self::Text => f.write_str("a text in quotes"),
            Self::Choice(names) if names.len() == 1 => write!(f, "{:?}", names[0].name),
            Self::Choice(names) => {
                f.write_str("one of ")?;
                for (place, name) in names.iter().enumerate() {
                    write!(f, "{}{:?}", if place == 0 { "" } else { ", " }, name.name)?;
                }
                Ok(())
            }
            Self::Pattern { what, .. } => f.write_str(what),
            Self::List { of, .. } => write!(f, "a list, each {of}"),
            Self::Table(_) | Self::Unit { .. } => f.write_str("a group of fields"),
            Self::Either(kinds) => {
                for (place, kind) in kinds.iter().enumerate() {
                    write!(f, "{}{kind}", if place == 0 { "" } else { ", or " })?;
                }
                Ok(())
            }
        }
    }
}

/// A field as data.
#[derive(Clone, Debug)]
pub struct Field {
    /// As files write it.
    pub name: Text,
    /// What it means.
    pub doc: Text,
    /// What may stand there.
    pub kind: Kind,
    /// What holds where the field is missing, as a file would write it.
    pub default: Option<Text>,
}

impl Field {
    /// A field that is built into the program.
    pub const fn built_in(
        name: &'static str,
        doc: &'static str,
        kind: Kind,
        default: Option<&'static str>,
    ) -> Self {
        let default = match default {
            Some(default) => Some(Shared::Static(default)),
            None => None,
        };
        Self { name: Shared::Static(name), doc: Shared::Static(doc), kind, default }
    }
}

/// Something wrong with a value, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where, in dots and brackets: `attacker.weapons[1].dice`.
    pub path: String,
    /// What.
    pub fault: Fault,
}

/// What can be wrong with a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The field is needed.
    Missing {
        /// What may stand there.
        expected: String,
        /// Why it is needed, to follow "needed".
        why: &'static str,
    },
    /// Something else was expected.
    Expected(String),
    /// No such name; these are known.
    Unknown {
        /// The name that was found.
        found: String,
        /// The names that are known.
        known: Vec<String>,
    },
    /// More entries than allowed.
    TooMany {
        /// The most allowed.
        limit: usize,
    },
    /// Values that do not fit together.
    Conflict(String),
}

/// All that is wrong with a match-up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Adds a fault at a path.
    pub fn add(&mut self, path: impl Into<String>, fault: Fault) {
        self.0.push(Problem { path: path.into(), fault });
    }

    /// Adds that something else was expected.
    pub fn expected(&mut self, path: impl Into<String>, expected: impl Into<String>) {
        self.add(path, Fault::Expected(expected.into()));
    }

    /// Adds that a field of a section must be given.
    pub fn missing<T: FromValue>(&mut self, path: &str, why: &'static str) {
        self.add(path, Fault::Missing { expected: T::KIND.to_string(), why });
    }

    /// The value, or that it is missing.
    pub fn need<T: FromValue>(&mut self, value: Option<T>, path: &str, why: &'static str) -> Option<T> {
        if value.is_none() {
            self.missing::<T>(path, why);
        }
        value
    }

    /// `value` if nothing is wrong.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Self> {
        match value {
            Some(value) if self.0.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

/// A type that can be read from a file.
pub trait FromValue: Sized {
    /// The type as data.
    const KIND: Kind;

    /// Reads it; what is wrong is added to `problems`.
    fn from_value(value: &Value, path: &str, problems: &mut Problems) -> Option<Self>;

    /// What holds where nothing is given.
    fn missing() -> Option<Self> {
        None
    }
}

/// Adds that something else was expected.
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

/// A field's name as files write it: Rust's own words, such as `type`, are written `r#type` in a record.
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

/// Adds every name in `table` that is not among `fields`.
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

/// A match-up as a file gives it: the procedure and the sections, not checked yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// The procedure, if one is named.
    pub procedure: Option<Value>,
    /// The sections by name: `attacker`, `target`, `situation`, `options` and further units.
    pub sections: Vec<(Text, Value)>,
}

impl Setup {
    /// Reads the procedure; the first one is the default.
    pub fn procedure<P: FromValue>(&self, first: P, problems: &mut Problems) -> Option<P> {
        match &self.procedure {
            Some(value) => P::from_value(value, "procedure", problems),
            None => Some(first),
        }
    }

    /// Reads a section that may be missing.
    pub fn optional<T: FromValue>(&self, section: &str, problems: &mut Problems) -> Option<T> {
        let (_, value) = self.sections.iter().find(|(name, _)| *name == section)?;
        T::from_value(value, section, problems)
    }

    /// Reads a section; if it is missing, every field has its default.
    pub fn section<T: FromValue>(&self, section: &str, problems: &mut Problems) -> Option<T> {
        let found = self.sections.iter().find(|(name, _)| *name == section);
        let empty = Value::Table(Vec::new());
        T::from_value(found.map_or(&empty, |(_, value)| value), section, problems)
    }
}

/// Declares a fixed set of names, each with its meaning.
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $about:literal])*
        pub enum $Type:ident { $( $(#[doc = $doc:literal])+ $Variant:ident = $name:literal, )+ }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Type { $( $(#[doc = $doc])+ $Variant, )+ }

        impl $Type {
            /// All of them in order.
            pub const ALL: &'static [Self] = &[$( Self::$Variant, )+];
        }

        impl $crate::fields::Named for $Type {
            const NAMES: &'static [$crate::fields::Name] = &[
                $( $crate::fields::Name::new($name, concat!($($doc),+).trim_ascii()), )+
            ];
        }

        impl $crate::fields::Index for $Type {
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl From<$Type> for usize {
            #[inline]
            fn from(choice: $Type) -> Self {
                choice as Self
            }
        }

        impl $crate::fields::FromValue for $Type {
            const KIND: $crate::fields::Kind =
                $crate::fields::Kind::Choice($crate::Shared::Static(<Self as $crate::fields::Named>::NAMES));

            fn from_value(
                value: &$crate::fields::Value,
                path: &str,
                problems: &mut $crate::fields::Problems,
            ) -> Option<Self> {
                $crate::fields::named(Self::ALL, value, path, problems)
            }
        }
    };
}

/// Declares a group of fields, each with its type, meaning and, after `=`, its default.
#[macro_export]
macro_rules! record {
    (
        $(#[doc = $about:literal])*
        pub struct $Type:ident {
            $( $(#[doc = $doc:literal])+ $field:ident: $Kind:ty $(= $default:literal)?, )*
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Type { $( $(#[doc = $doc])+ pub $field: $Kind, )* }

        impl $Type {
            /// The fields as data.
            pub const FIELDS: &'static [$crate::fields::Field] = &[
                $( $crate::fields::Field::built_in(
                    $crate::fields::plain(stringify!($field)),
                    concat!($($doc),+).trim_ascii(),
                    <$Kind as $crate::fields::FromValue>::KIND,
                    $crate::record!(@text $($default)?),
                ), )*
            ];
        }

        impl $crate::fields::FromValue for $Type {
            const KIND: $crate::fields::Kind = $crate::fields::Kind::Table($crate::Shared::Static(Self::FIELDS));

            fn from_value(
                value: &$crate::fields::Value,
                path: &str,
                problems: &mut $crate::fields::Problems,
            ) -> Option<Self> {
                if !matches!(value, $crate::fields::Value::Table(_)) {
                    return $crate::fields::expected(path, problems);
                }
                $crate::fields::unknown_names(value, &Self::FIELDS, path, problems);
                $( let $field = $crate::fields::field(
                    value,
                    $crate::fields::plain(stringify!($field)),
                    $crate::record!(@value $($default)?).as_ref(),
                    path,
                    problems,
                ); )*
                Some(Self { $( $field: $field?, )* })
            }
        }
    };
    (@text) => { None };
    (@text $default:literal) => { Some(stringify!($default)) };
    (@value) => { None::<$crate::fields::Value> };
    (@value $default:literal) => { Some($crate::fields::Value::from($default)) };
}
