//! Files that other files name.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Component, Path};

use scenario::{File, Files};

/// A file and all files that it names, by their paths.
pub type Closure = BTreeMap<String, String>;

/// Notes what is read.
struct Noted<'a> {
    files: &'a dyn Files,
    read: RefCell<Closure>,
}

impl Files for Noted<'_> {
    fn read(&self, path: &Path) -> Result<String, String> {
        let text = self.files.read(path)?;
        self.read.borrow_mut().insert(plain(path), text.clone());
        Ok(text)
    }
}

/// Returns the texts of a file and of all files that are read to check it. The check may find faults; if so, files that are named after
/// them may be missing.
pub fn closure(path: &Path, files: &dyn Files) -> Result<Closure, String> {
    let noted = Noted { files, read: RefCell::default() };
    noted.read(path)?;
    let _ = super::check::about(File { path, files: &noted }, &[]);
    Ok(noted.read.into_inner())
}

/// The path without `.` and `..`, with slashes.
fn plain(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    parts.join("/")
}
