//! A match-up as a file gives it.

use super::{FromValue, Problems, Value};
use crate::shared::Text;

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
