//! Finds scenario files below folders.

use std::fs;
use std::path::{Path, PathBuf};

use crate::output::Failure;

/// The scenarios that were found.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, in the order of their names.
    pub files: Vec<PathBuf>,
    /// The number of rosters and battles, which are skipped.
    pub skipped: usize,
}

/// Finds scenarios. A file is taken as it is, and a folder is searched; rosters, battles, folders named `rosters` and hidden
/// folders are skipped.
pub fn find(paths: &[PathBuf]) -> Result<Found, Failure> {
    let mut found = Found::default();
    for path in paths {
        if path.is_dir() {
            search(path, &mut found)?;
        } else {
            found.files.push(path.clone());
        }
    }
    if found.files.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::Input(format!("error: there is no scenario in {}", names.join(", "))));
    }
    Ok(found)
}

fn search(folder: &Path, found: &mut Found) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::Input(format!("error: cannot read {}: {error}", folder.display()));
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        // Links to folders are not followed, because they may form a circle.
        entries.push((entry.path(), entry.file_type().map_err(failed)?.is_dir()));
    }
    entries.sort();
    for (path, is_folder) in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_folder {
            if name != "rosters" && !name.starts_with('.') {
                search(&path, found)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "toml") && path.is_file() {
            if scenario::is_roster_or_battle(&path) {
                found.skipped += 1;
            } else {
                found.files.push(path);
            }
        }
    }
    Ok(())
}
