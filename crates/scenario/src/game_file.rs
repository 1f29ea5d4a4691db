//! Games that were written by users: their files by themselves.

use std::path::Path;

use systems::Rulebook;

use crate::diagnostic::{Diagnostics, Invalid, Source};
use crate::document;
use crate::header;
use crate::input::{open, read_text};

/// Returns whether a file is a game by itself: it gives the game an id, where files that are played name the game's file.
pub fn is_game_file(path: &Path) -> bool {
    let Ok(text) = read_text(path) else { return false };
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(Source { name: String::new(), text }, &mut diagnostics);
    let names_file = |file: &str| Path::new(file).extension().is_some_and(|end| end == "toml");
    root.get("game").and_then(document::Node::text).is_some_and(|game| !names_file(game))
}

/// Reads and checks a game file by itself.
pub fn load_game(path: &Path) -> Result<Rulebook, Invalid> {
    let (source, ..) = open(path)?;
    let mut diagnostics = Diagnostics::default();
    header::read_game(source, &mut diagnostics).ok_or(Invalid::Faults(diagnostics))
}

/// Returns the rules of a game file, or those that another file is played by.
pub fn load_rules(path: &Path) -> Result<Rulebook, Invalid> {
    let (source, _, folder) = open(path)?;
    if is_game_file(path) {
        return load_game(path);
    }
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(source, &mut diagnostics);
    let found = header::system(&root, folder, &mut diagnostics);
    found.filter(|_| diagnostics.list.is_empty()).ok_or(Invalid::Faults(diagnostics))
}
