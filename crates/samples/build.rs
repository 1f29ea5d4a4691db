//! Lists the sample files of the repository, so that each is a text of the crate.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))?;
    let mut paths = Vec::new();
    for folder in ["scenarios", "games"] {
        collect(&root.join(folder), &mut paths)?;
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    paths.sort();
    let mut list = "&[\n".to_owned();
    for path in &paths {
        let name: Vec<_> = path
            .strip_prefix(&root)
            .iter()
            .flat_map(|path| path.iter())
            .map(|part| part.to_string_lossy())
            .collect();
        let _ = writeln!(list, "    ({:?}, include_str!({:?})),", name.join("/"), path.display().to_string());
    }
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("samples.rs"), list + "]\n")
}

/// Adds the TOML files below a folder.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|end| end == "toml") {
            paths.push(path);
        }
    }
    Ok(())
}
