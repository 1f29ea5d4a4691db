//! A TOML file as tables whose keys and values know where they stand.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::limits;
use crate::mistake::{Mistakes, Span};
use crate::text::PlacedText;

/// A value and its place.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub value: &'a DeValue<'a>,
    /// The whole file.
    pub file: &'a str,
}

/// A key, its place, and its value.
pub type Entry<'a> = (&'a str, Span, Item<'a>);

/// A table.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    /// Its head, for what it lacks.
    pub span: Span,
    table: &'a DeTable<'a>,
    file: &'a str,
}

/// Reads a file as TOML.
pub fn parse<'a>(file: &'a str, mistakes: &mut Mistakes) -> Option<Spanned<DeTable<'a>>> {
    match DeTable::parse(file) {
        Ok(table) => Some(table),
        Err(error) => {
            let first = 0..file.find('\n').unwrap_or(file.len());
            mistakes.add(error.span().unwrap_or(first).into(), error.message().to_owned());
            None
        }
    }
}

impl<'a> Group<'a> {
    /// The whole file.
    pub fn root(file: &'a str, table: &'a Spanned<DeTable<'a>>) -> Self {
        let first = 0..file.find('\n').unwrap_or(file.len());
        Self { span: first.into(), table: table.get_ref(), file }
    }

    /// The entries in the order of the file. More than the limit are a mistake.
    pub fn entries(self, mistakes: &mut Mistakes) -> Vec<Entry<'a>> {
        let entry = |(key, value): (&'a Spanned<Cow<'a, str>>, &'a Spanned<DeValue<'a>>)| {
            let span = key.span().into();
            (
                key.get_ref().as_ref(),
                span,
                Item { span: value.span().into(), value: value.get_ref(), file: self.file },
            )
        };
        let mut entries: Vec<Entry<'a>> = self.table.iter().map(entry).collect();
        entries.sort_by_key(|&(_, span, _)| span.start);
        if entries.len() > limits::ENTRIES {
            let span = entries[limits::ENTRIES].1;
            mistakes.add(span, format!("this is one of more than {} entries", limits::ENTRIES));
            entries.truncate(limits::ENTRIES);
        }
        entries
    }

    /// The entry of a key.
    pub fn get(self, key: &str) -> Option<Item<'a>> {
        let (_, value) = self.table.iter().find(|(known, _)| known.get_ref() == key)?;
        Some(Item { span: value.span().into(), value: value.get_ref(), file: self.file })
    }

    /// Says which keys are not known.
    pub fn known(self, known: &[&str], mistakes: &mut Mistakes) {
        for (key, span, _) in self.entries(mistakes) {
            if !known.contains(&key) {
                mistakes.unknown(span, "entry", key, known.iter().copied());
            }
        }
    }
}

impl<'a> Item<'a> {
    /// The table, whose head is at `span`; or that one was expected.
    pub fn group(self, span: Span, mistakes: &mut Mistakes) -> Option<Group<'a>> {
        match self.value {
            DeValue::Table(table) => Some(Group { span, table, file: self.file }),
            _ => {
                mistakes.add(self.span, "expected a group of entries: `{ … }`");
                None
            }
        }
    }

    /// The text, or that one was expected.
    pub fn text(self, mistakes: &mut Mistakes) -> Option<&'a str> {
        match self.value {
            DeValue::String(text) => Some(text.as_ref()),
            _ => {
                mistakes.add(self.span, "expected a text in quotes");
                None
            }
        }
    }

    /// The text with the place of each character.
    pub fn placed(self, mistakes: &mut Mistakes) -> Option<PlacedText> {
        let text = self.text(mistakes)?;
        Some(PlacedText::new(self.file, self.span, text))
    }

    /// The whole number, if it is one that fits.
    pub fn whole(self) -> Option<i64> {
        match self.value {
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).ok(),
            _ => None,
        }
    }

    /// The entries of a list; or that one was expected.
    pub fn list(self, mistakes: &mut Mistakes) -> Option<Vec<Item<'a>>> {
        let DeValue::Array(values) = self.value else {
            mistakes.add(self.span, "expected a list: `[ … ]`");
            return None;
        };
        if let Some(first) = values.get(limits::ENTRIES) {
            let message = format!("this is one of more than {} entries", limits::ENTRIES);
            mistakes.add(first.span().into(), message);
            return None;
        }
        let item = |value: &'a Spanned<DeValue<'a>>| Item {
            span: value.span().into(),
            value: value.get_ref(),
            file: self.file,
        };
        Some(values.iter().map(item).collect())
    }
}
