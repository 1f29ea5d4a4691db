//! The texts that a plan carries.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use scenario::Files;

use crate::command_line::with_slashes;

/// Texts by the paths under which they are read.
pub type Texts = BTreeMap<String, String>;

/// Passes on what other files give, and keeps it.
pub struct Kept<'a> {
    files: &'a dyn Files,
    texts: RefCell<Texts>,
}

impl<'a> Kept<'a> {
    /// Keeps nothing yet.
    pub fn new(files: &'a dyn Files) -> Self {
        Self { files, texts: RefCell::default() }
    }

    /// What was read.
    pub fn texts(self) -> Texts {
        self.texts.into_inner()
    }

    fn keep(&self, path: &Path, read: Result<String, String>) -> Result<String, String> {
        if let Ok(text) = &read {
            self.texts.borrow_mut().insert(with_slashes(path), text.clone());
        }
        read
    }
}

impl Files for Kept<'_> {
    fn read(&self, path: &Path) -> Result<String, String> {
        self.keep(path, self.files.read(path))
    }

    fn read_named_by_user(&self, path: &Path) -> Result<String, String> {
        self.keep(path, self.files.read_named_by_user(path))
    }
}

/// The texts of a plan as files: each under the very path by which it was read, wherever that leads.
pub struct Planned<'a>(pub &'a Texts);

impl Files for Planned<'_> {
    fn read(&self, path: &Path) -> Result<String, String> {
        self.0.get(&with_slashes(path)).cloned().ok_or_else(|| "the plan does not hold it".to_owned())
    }
}
