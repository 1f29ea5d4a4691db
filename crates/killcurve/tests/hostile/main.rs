//! A hostile or careless user, given every chance.

mod files;
mod fit;
mod input;
mod kept;
mod large;
mod limits;
mod mutate;
mod names;
mod properties;
mod streams;
mod supply;
mod tried;

use std::fs;
use std::path::{Path, PathBuf};

/// Every sample file, rosters too.
fn samples() -> Vec<PathBuf> {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut files = Vec::new();
    for folder in
        fs::read_dir(scenarios).unwrap().map(|folder| folder.unwrap().path()).filter(|path| path.is_dir())
    {
        let found = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.extend(found.filter(|path| path.extension().is_some_and(|end| end == "toml")));
    }
    files.sort();
    assert!(files.len() > 50);
    files
}
