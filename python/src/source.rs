//! Input files: on the disk, or made of a dictionary.

use std::path::{Path, PathBuf};

use pyo3::FromPyObject;
use results::InputKind;
use scenario::{Disk, File, Files};

/// A file that a caller names, with its text if there is no such file. Files that it names are on the disk.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Source {
    path: PathBuf,
    text: Option<String>,
}

impl Source {
    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file.
    pub fn file(&self) -> File<'_> {
        File { path: &self.path, files: self }
    }

    /// Returns an error if the input is clearly of another kind.
    pub fn expect(&self, wanted: InputKind) -> Result<(), desk::Failure> {
        let Some(found) = scenario::kind(self.file()).filter(|&found| found != wanted) else { return Ok(()) };
        let path = scenario::printable(&self.path.to_string_lossy());
        let words = format!("error: {path} is a {}, and a {} is needed", found.name(), wanted.name());
        Err(desk::Failure::Input(words))
    }

    fn own(&self, path: &Path) -> Option<String> {
        self.text.clone().filter(|_| path == self.path)
    }
}

impl Files for Source {
    fn read(&self, path: &Path) -> Result<String, String> {
        self.own(path).map_or_else(|| Disk.read(path), Ok)
    }

    fn read_named_by_user(&self, path: &Path) -> Result<String, String> {
        self.own(path).map_or_else(|| Disk.read_named_by_user(path), Ok)
    }
}
