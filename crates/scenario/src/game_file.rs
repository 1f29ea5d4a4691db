//! Games that were written by users: their files by themselves.

use std::path::Path;

use chance::PlayFault;
use systems::Rulebook;

use crate::diagnostic::{Diagnostics, Invalid, Source, Span, printable};
use crate::document;
use crate::files::File;
use crate::header;
use crate::input::source_of;
use crate::scenario::Run;

/// Returns whether a file is a game by itself: it gives the game an id, where files that are played name the game's file.
pub fn is_game_file<'a>(file: impl Into<File<'a>>) -> bool {
    source_of(file.into()).is_ok_and(is_game)
}

fn is_game(source: Source) -> bool {
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(source, &mut diagnostics);
    let names_file = |file: &str| Path::new(file).extension().is_some_and(|end| end == "toml");
    root.get("game").and_then(document::Node::text).is_some_and(|game| !names_file(game))
}

/// Reads and checks a game file by itself.
pub fn load_game<'a>(file: impl Into<File<'a>>) -> Result<Rulebook, Invalid> {
    let source = source_of(file.into())?;
    let mut diagnostics = Diagnostics::default();
    header::read_game(source, &mut diagnostics).ok_or(Invalid::Faults(diagnostics))
}

/// Says in which run of which scenario something went wrong.
pub fn where_it_happened(label: &str, scenario: &str) -> String {
    format!("this happened in the run `{}` of `{}`", printable(label), printable(scenario))
}

/// Adds what goes wrong in a run of a game, with the place in the game's file.
pub fn report(fault: PlayFault, run: &Run, diagnostics: &mut Diagnostics) {
    let known = diagnostics.sources.iter().position(|source| source.text == fault.text);
    let source = known.unwrap_or_else(|| {
        diagnostics.sources.push(Source { name: fault.file, text: fault.text });
        diagnostics.sources.len() - 1
    });
    let help = where_it_happened(&run.label, &run.scenario);
    diagnostics.add(Span { source, range: fault.range }, fault.message, Some(help));
}

/// Returns the rules of a game file, or those that another file is played by.
pub fn load_rules<'a>(file: impl Into<File<'a>>) -> Result<Rulebook, Invalid> {
    let file = file.into();
    let source = source_of(file)?;
    let mut diagnostics = Diagnostics::default();
    if is_game(source.clone()) {
        return header::read_game(source, &mut diagnostics).ok_or(Invalid::Faults(diagnostics));
    }
    let root = document::parse(source, &mut diagnostics);
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let found = header::system(&root, folder, file.files, &mut diagnostics);
    found.filter(|_| diagnostics.list.is_empty()).ok_or(Invalid::Faults(diagnostics))
}
