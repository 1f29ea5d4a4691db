//! What a value is.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::program::Arg;

/// The texts that a value may be; none if any.
pub type Texts = Option<Rc<BTreeSet<i64>>>;

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// True or false.
    Truth,
    /// One of these texts.
    Text(Texts),
    /// A die.
    Die(FacesOf),
    /// A unit: 0 is the attacker, 1 the target.
    Unit(usize),
    /// An entry of a list.
    Entry(EntryRef),
    /// Something is wrong with it, or nothing is known of it; it fits everywhere.
    Unknown,
}

/// What the faces of a die are.
#[derive(Clone, Debug, PartialEq)]
pub enum FacesOf {
    /// Numbers.
    Numbers,
    /// These symbols.
    Symbols(Texts),
    /// It depends on the scenario.
    Any,
}

/// An entry of a list of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntryRef {
    /// Whose list.
    pub side: usize,
    /// The field.
    pub list: usize,
    /// Which entry.
    pub index: Arg,
}

/// A value and what it is.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The value.
    pub arg: Arg,
    /// What it is.
    pub kind: Kind,
}

impl Typed {
    /// A number.
    pub fn number(arg: Arg) -> Self {
        Self { arg, kind: Kind::Number }
    }

    /// A truth value.
    pub fn truth(arg: Arg) -> Self {
        Self { arg, kind: Kind::Truth }
    }

    /// Nothing is known of it.
    pub fn unknown() -> Self {
        Self { arg: Arg::Number(0), kind: Kind::Unknown }
    }
}

impl Kind {
    /// In words.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Truth => "a truth value",
            Self::Text(_) => "a text",
            Self::Die(_) => "a die",
            Self::Unit(_) => "a unit",
            Self::Entry(_) => "an entry of a list",
            Self::Unknown => "something unknown",
        }
    }

    /// The kind of a variable that holds either; none if they do not fit together.
    pub fn join(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Unknown, kind) | (kind, Self::Unknown) => kind.clone(),
            (Self::Number, Self::Number) => Self::Number,
            (Self::Truth, Self::Truth) => Self::Truth,
            (Self::Text(one), Self::Text(two)) => Self::Text(either(one, two)),
            (Self::Die(one), Self::Die(two)) => Self::Die(match (one, two) {
                (FacesOf::Numbers, FacesOf::Numbers) => FacesOf::Numbers,
                (FacesOf::Symbols(one), FacesOf::Symbols(two)) => FacesOf::Symbols(either(one, two)),
                _ => FacesOf::Any,
            }),
            _ => return None,
        })
    }

    /// Whether values of both can be compared.
    pub fn compares(&self, other: &Self) -> bool {
        !matches!((self, other), (Self::Die(_) | Self::Unit(_) | Self::Entry(_), _))
            && self.join(other).is_some()
    }
}

/// One text.
#[expect(clippy::unnecessary_wraps, reason = "other texts may be any")]
pub fn one_text(text: i64) -> Texts {
    Some(Rc::new(BTreeSet::from([text])))
}

fn either(one: &Texts, two: &Texts) -> Texts {
    let (Some(one), Some(two)) = (one, two) else { return None };
    Some(if one == two { Rc::clone(one) } else { Rc::new(one.union(two).copied().collect()) })
}
