//! The README and the book under `docs/`: every command prints what the page shows, every picture is the program's own, the reference
//! says what the program declares, and every link leads somewhere.
//!
//! `KILLCURVE_BLESS=1 cargo test -p killcurve --test book` writes outputs, pictures and reference anew instead of comparing them.

// The pages show commands as a shell of Linux or macOS takes them.
#![cfg(unix)]

mod commands;
mod links;
mod page;
mod reference;
mod results;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn book() -> PathBuf {
    root().join("docs/src")
}

/// All pages of the book, with folders.
fn pages() -> Vec<PathBuf> {
    let (mut pages, mut folders) = (Vec::new(), vec![book()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// Whether to write what is expected instead of comparing it.
fn bless() -> bool {
    std::env::var_os("KILLCURVE_BLESS").is_some()
}

/// Compares a file with what it should hold, or writes that into it.
fn expect_file(path: &Path, wanted: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|found| found == wanted) {
        return Ok(());
    }
    if bless() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, wanted).unwrap();
        return Ok(());
    }
    let shown = path.strip_prefix(root()).unwrap_or(path).display();
    Err(format!(
        "{shown} is not what the program makes: `KILLCURVE_BLESS=1 cargo test -p killcurve --test book` writes it anew"
    ))
}

/// Fails with all faults, if there are any.
#[track_caller]
fn no_faults(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
