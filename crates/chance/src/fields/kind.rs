//! Names and fields as data.

use std::fmt;

use crate::shared::{self, Shared, Text};

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

/// A place in a list of names, such as a measure or an event.
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
        /// The smallest number allowed.
        min: i64,
        /// The largest number allowed.
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
        /// The largest number of entries.
        max: usize,
    },
    /// A group of fields.
    Table(shared::List<Field>),
    /// A further unit: all fields of a unit, and some of its own.
    Unit {
        /// Its own fields. One with the name of a unit's field replaces that.
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
    /// The values that it allows.
    pub kind: Kind,
    /// The value if the field is missing, as a file would write it.
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
