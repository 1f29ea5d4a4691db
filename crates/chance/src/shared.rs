//! Data that is either built into the program or read from a file.
//!
//! The five built-in systems are constants; users' own games are read at run time. Both are described by the
//! same types, so these types hold [`Shared`] data: a reference that lives as long as the program, or a counted one.
//! Cloning copies no data.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// Built-in data, or data that was read at run time.
pub enum Shared<T: ?Sized + 'static> {
    /// Built into the program.
    Static(&'static T),
    /// Read at run time.
    Counted(Arc<T>),
}

/// A text, such as a name.
pub type Text = Shared<str>;

/// A list, such as the fields of a unit.
pub type List<T> = Shared<[T]>;

impl Text {
    /// The text itself.
    pub fn as_str(&self) -> &str {
        self
    }
}

impl<T> List<T> {
    /// The empty list.
    pub const EMPTY: Self = Self::Static(&[]);
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Self::Static(data) => data,
            Self::Counted(data) => data,
        }
    }
}

impl<T: ?Sized> Clone for Shared<T> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Static(data) => Self::Static(data),
            Self::Counted(data) => Self::Counted(Arc::clone(data)),
        }
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: ?Sized + Eq> Eq for Shared<T> {}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialEq<String> for Text {
    fn eq(&self, other: &String) -> bool {
        **self == **other
    }
}

impl<T: ?Sized + Hash> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Self::Static(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::Counted(text.into())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(list: Vec<T>) -> Self {
        Self::Counted(list.into())
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Counted(items.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_and_counted_data_compare_by_content() {
        let built_in = Text::from("hits");
        let read = Text::from(String::from("hits"));
        assert_eq!(built_in, read);
        assert_eq!(format!("[{read:>6}]"), "[  hits]");
        assert_ne!(built_in, Text::from("wounds"));
    }
}
