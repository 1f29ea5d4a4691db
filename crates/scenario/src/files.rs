//! Where the texts of files come from: the disk, or a set of texts in memory.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::input::{read_regular, read_text};

/// A source of files. An error is the reason why a file cannot be read, to follow "cannot read …:".
pub trait Files {
    /// Reads a file that another file names.
    fn read(&self, path: &Path) -> Result<String, String>;

    /// Reads a file that a user names. On a disk it may be a pipe.
    fn read_named_by_user(&self, path: &Path) -> Result<String, String> {
        self.read(path)
    }
}

/// The files of this machine.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> Result<String, String> {
        read_regular(path)
    }

    fn read_named_by_user(&self, path: &Path) -> Result<String, String> {
        read_text(path)
    }
}

/// Texts by their paths. No file of the machine is read.
///
/// ```
/// use std::collections::BTreeMap;
/// use std::path::Path;
///
/// let roster = "system = \"space-infantry\"\n[gun]\nap = 3\nav_skill = 3\n";
/// let scenario = r#"
///     system = "space-infantry"
///     attacker = { use = "../rosters/space.toml#gun" }
///     target = { heavy_armor = true, dmg = 4, sp = 2 }
/// "#;
/// let texts = BTreeMap::from([
///     ("rosters/space.toml".to_owned(), roster.to_owned()),
///     ("scenarios/titan.toml".to_owned(), scenario.to_owned()),
/// ]);
/// let file = scenario::File { path: Path::new("scenarios/titan.toml"), files: &texts };
/// assert_eq!(scenario::load(file, &[]).unwrap().runs.len(), 1);
/// ```
impl Files for BTreeMap<String, String> {
    fn read(&self, path: &Path) -> Result<String, String> {
        let found = plain(path).and_then(|path| self.get(&path));
        found.cloned().ok_or_else(|| "there is no such file".to_owned())
    }
}

/// A path without `.` and `..`; `None` if it leads out of the folder that it starts from.
fn plain(path: &Path) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts.join("/"))
}

/// A file that a user names. A path alone is a file on the disk.
#[derive(Clone, Copy)]
pub struct File<'a> {
    /// The path.
    pub path: &'a Path,
    /// Where it and the files that it names are read.
    pub files: &'a dyn Files,
}

impl<'a> From<&'a Path> for File<'a> {
    fn from(path: &'a Path) -> Self {
        Self { path, files: &Disk }
    }
}

impl<'a> From<&'a PathBuf> for File<'a> {
    fn from(path: &'a PathBuf) -> Self {
        Self::from(path.as_path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_a_set_of_texts() {
        assert_eq!(plain(Path::new("a/./b/../c.toml")).as_deref(), Some("a/c.toml"));
        for path in ["../a.toml", "a/../../b.toml", "/etc/passwd"] {
            assert_eq!(plain(Path::new(path)), None, "{path}");
        }
    }
}
