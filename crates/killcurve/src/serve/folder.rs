//! The files of the folder that is served. Nothing outside it is read or written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use desk::request::closure;
use scenario::Files;
use serde_json::{Value, json};

use crate::atomic_write::write_file;
use crate::output::{Failure, shown};

/// Files that are listed, and how deep folders are searched.
const MAX_FILES: usize = 2_000;
const MAX_DEPTH: usize = 8;

/// A folder, by its real path.
pub struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &Path) -> Result<String, String> {
        scenario::Disk.read(&self.inside(path)?)
    }
}

impl Folder {
    /// Opens a folder.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let wrong = |why: &str| Failure::Input(format!("error: cannot serve {}: {why}", shown(folder)));
        let real = fs::canonicalize(folder).map_err(|error| wrong(&error.to_string()))?;
        if real.is_dir() { Ok(Self(real)) } else { Err(wrong("it is no folder")) }
    }

    /// The folder's path, for people.
    pub fn shown(&self) -> String {
        shown(&self.0)
    }

    /// The TOML files in the folder and below, with slashes. Hidden folders and those of build tools are skipped.
    pub fn list(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.collect(&self.0, 0, &mut found);
        found.sort();
        found
    }

    fn collect(&self, folder: &Path, depth: usize, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let Ok(kind) = entry.file_type() else { continue };
            if name.starts_with('.') || found.len() >= MAX_FILES {
                continue;
            }
            if kind.is_dir() && depth < MAX_DEPTH && name != "target" && name != "node_modules" {
                self.collect(&path, depth + 1, found);
            } else if kind.is_file() && path.extension().is_some_and(|end| end == "toml") {
                let inside = path.strip_prefix(&self.0).unwrap_or(&path);
                found.push(desk::command_line::with_slashes(inside));
            }
        }
    }

    /// Opens a file, with all files that it names. The request names its `path`.
    pub fn open_file(&self, request: &str) -> Result<Value, String> {
        let request: Value = serde_json::from_str(request).map_err(|error| error.to_string())?;
        let path = request["path"].as_str().ok_or("a path is missing")?;
        let files = closure(Path::new(path), self)?;
        Ok(json!({ "ok": true, "file": path, "files": files }))
    }

    /// Writes a file. The request holds its `path`, its `text`, and what it `was`: the text when it was opened, or nothing for a new one.
    /// If the file holds something else, nothing is written.
    pub fn save(&self, request: &str) -> Result<Value, String> {
        let request: BTreeMap<String, Option<String>> =
            serde_json::from_str(request).map_err(|error| error.to_string())?;
        let of = |key: &str| request.get(key).and_then(Option::as_deref);
        let (Some(path), Some(text)) = (of("path"), of("text")) else {
            return Err("a path or a text is missing".to_owned());
        };
        if text.len() as u64 > scenario::limits::FILE {
            return Err(format!("it is larger than {} bytes", scenario::limits::FILE));
        }
        let real = self.inside(Path::new(path))?;
        match (of("was"), real.exists()) {
            (None, true) => return Err(format!("{path} exists already")),
            (Some(was), true) if scenario::read_text(&real)? != was => {
                return Err(format!("{path} has changed on the disk since it was opened"));
            }
            _ => {}
        }
        write_file(&real, text.as_bytes().to_vec()).map_err(|failure| match failure {
            Failure::Run(words) | Failure::Input(words) => words,
            Failure::Differs | Failure::ClosedPipe => "it cannot be written".to_owned(),
        })?;
        Ok(json!({ "ok": true }))
    }

    /// The real path of a TOML file in the folder, which need not exist. An error if it would lead out of the folder.
    fn inside(&self, path: &Path) -> Result<PathBuf, String> {
        let mut parts: Vec<&std::ffi::OsStr> = Vec::new();
        let outside = || "it is outside the folder that is served".to_owned();
        for part in path.components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => drop(parts.pop().ok_or_else(outside)?),
                Component::Normal(part) if part.to_string_lossy().starts_with('.') => {
                    return Err("hidden files are not served".to_owned());
                }
                Component::Normal(part) => parts.push(part),
                Component::RootDir | Component::Prefix(_) => return Err(outside()),
            }
        }
        let Some(name) =
            parts.pop().filter(|name| Path::new(name).extension().is_some_and(|end| end == "toml"))
        else {
            return Err("only files that end in .toml are served".to_owned());
        };
        let folder = parts.iter().fold(self.0.clone(), |path, part| path.join(part));
        // Links may lead anywhere.
        let folder = fs::canonicalize(folder).map_err(|_| "there is no such folder".to_owned())?;
        let file = folder.join(name);
        let real =
            if file.exists() { fs::canonicalize(&file).map_err(|error| error.to_string())? } else { file };
        if real.starts_with(&self.0) { Ok(real) } else { Err(outside()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Folder) {
        let all = tempfile::tempdir().unwrap();
        fs::create_dir_all(all.path().join("in/deep")).unwrap();
        fs::write(all.path().join("out.toml"), "secret = 1").unwrap();
        fs::write(all.path().join("in/a.toml"), "a = 1").unwrap();
        fs::write(all.path().join("in/deep/b.toml"), "b = 1").unwrap();
        fs::write(all.path().join("in/c.txt"), "c").unwrap();
        let folder = Folder::open(&all.path().join("in")).unwrap();
        (all, folder)
    }

    #[test]
    fn nothing_outside_the_folder_is_read_or_written() {
        let (all, folder) = folder();
        assert_eq!(folder.list(), ["a.toml", "deep/b.toml"]);
        assert_eq!(folder.read(Path::new("deep/../a.toml")).unwrap(), "a = 1");
        let out = all.path().join("out.toml");
        for path in ["../out.toml", "deep/../../out.toml", "c.txt", ".hidden.toml", "", "no/such.toml"] {
            assert!(folder.read(Path::new(path)).is_err(), "{path}");
            let request = json!({ "path": path, "text": "x", "was": null }).to_string();
            assert!(folder.save(&request).is_err(), "{path}");
        }
        assert!(folder.read(&out).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&out, all.path().join("in/link.toml")).unwrap();
            std::os::unix::fs::symlink(all.path(), all.path().join("in/up")).unwrap();
            assert!(folder.read(Path::new("link.toml")).is_err());
            assert!(folder.read(Path::new("up/out.toml")).is_err());
            assert_eq!(folder.list(), ["a.toml", "deep/b.toml"]);
        }
        assert_eq!(fs::read_to_string(out).unwrap(), "secret = 1");
    }

    #[test]
    fn a_file_is_written_only_over_what_was_opened() {
        let (all, folder) = folder();
        let save = |was: Option<&str>, text: &str| {
            folder.save(&json!({ "path": "a.toml", "text": text, "was": was }).to_string())
        };
        assert!(save(None, "a = 2").unwrap_err().contains("exists already"));
        assert!(save(Some("a = 0"), "a = 2").unwrap_err().contains("has changed on the disk"));
        save(Some("a = 1"), "a = 2").unwrap();
        assert_eq!(fs::read_to_string(all.path().join("in/a.toml")).unwrap(), "a = 2");
        let new = json!({ "path": "deep/new.toml", "text": "n = 1", "was": null }).to_string();
        folder.save(&new).unwrap();
        assert_eq!(folder.list(), ["a.toml", "deep/b.toml", "deep/new.toml"]);
    }
}
