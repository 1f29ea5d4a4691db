//! The header of an input file: its rules, name, description and note.

use std::path::Path;

use results::{Fingerprint, InputKind, Method, Provenance};
use systems::Rulebook;

use crate::diagnostic::{Diagnostics, Source, Span, printable, quoted, unknown};
use crate::document::Node;
use crate::files::Files;

/// The keys of the header, which every kind of file may have.
pub const KEYS: [&str; 5] = ["system", "game", "name", "description", "note"];

/// What every kind of input file says about itself.
#[derive(Clone, Debug)]
pub struct Header {
    /// The name given in the file, or the file's own name without its ending.
    pub name: String,
    /// The description.
    pub description: Option<String>,
    /// Notes that readers of results must see: the file's own, then those of the rosters that its units come from.
    pub notes: Vec<String>,
    /// The rules.
    pub system: Rulebook,
    /// The text of the file.
    pub text: String,
    /// The fingerprint of everything that was read: the file, overrides from the command line, and rosters.
    pub hash: String,
}

impl Header {
    /// Returns where a result of this file comes from. `version` is that of the program that `command` calls.
    pub fn provenance(
        &self,
        kind: InputKind,
        methods: Vec<Method>,
        version: &str,
        command: String,
    ) -> Provenance {
        Provenance {
            kind,
            name: self.name.clone(),
            description: self.description.clone(),
            notes: self.notes.clone(),
            system_id: self.system.id.to_string(),
            system_title: self.system.title.to_string(),
            hash: self.hash.clone(),
            version: version.to_owned(),
            methods,
            command,
            input: self.text.clone(),
        }
    }
}

/// Finds the rules that a file is played by. Readers of every kind of file call this function; `folder` is the file's folder.
pub fn system(
    root: &Node,
    folder: &Path,
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
) -> Option<Rulebook> {
    if let Some(game) = root.get("game") {
        if let Some(system) = root.entry("system") {
            let help = Some("remove one of them".to_owned());
            let message = "a file is played by `system` or by `game`, not by both";
            diagnostics.add(system.key_span.clone(), message, help);
            return None;
        }
        return game_file(game, folder, files, diagnostics);
    }
    let ids: Vec<&str> = systems::built_in().map(|system| system.id.as_str()).collect();
    let Some(node) = root.get("system") else {
        let help = format!("add `system = \"…\"` at the top: one of {}", ids.join(", "));
        diagnostics.add(root.span.clone(), "the file does not say which system it is for", Some(help));
        return None;
    };
    let text = node.text().unwrap_or_default();
    let found = Rulebook::built_in(text);
    if found.is_none() {
        let (message, help) = unknown("system", text, &ids);
        diagnostics.add(node.span.clone(), message, help);
    }
    found
}

/// Reads the game file that `game = "path"` names.
fn game_file(
    node: &Node,
    folder: &Path,
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
) -> Option<Rulebook> {
    let Some(file) = node.text() else {
        let help = "such as `game = \"games/my-game.toml\"`".to_owned();
        diagnostics.add(node.span.clone(), "expected the path of a game file", Some(help));
        return None;
    };
    // A scenario from a stranger must not bring lines of other files into an error message or onto a page.
    if Path::new(file).extension().is_none_or(|end| end != "toml") {
        let message = format!("{} is not a game file: its name does not end in .toml", quoted(file));
        diagnostics.add(node.span.clone(), message, None);
        return None;
    }
    let path = folder.join(file);
    let text = match files.read(&path) {
        Ok(text) => text,
        Err(reason) => {
            let message = format!("cannot read {}: {reason}", quoted(&path.to_string_lossy()));
            diagnostics.add(node.span.clone(), message, None);
            return None;
        }
    };
    read_game(Source { name: printable(&path.to_string_lossy()), text }, diagnostics)
}

/// Checks a game file; its mistakes are added to the diagnostics.
pub fn read_game(source: Source, diagnostics: &mut Diagnostics) -> Option<Rulebook> {
    let number = diagnostics.sources.len();
    let read = gamefile::read(&source.name, &source.text);
    diagnostics.sources.push(source);
    match read {
        Ok(game) => Some(Rulebook::of_file(game)),
        Err(mistakes) => {
            for mistake in mistakes {
                let span = Span { source: number, range: mistake.span.range() };
                diagnostics.add(span, mistake.message, mistake.help);
            }
            None
        }
    }
}

/// Returns whether a roster, which stands in `folder`, names the same rules as the file that takes units from it.
pub fn has_same_rules(roster: &Node, folder: &Path, files: &dyn Files, system: &Rulebook) -> bool {
    match (roster.get("system"), roster.get("game"), system.game_file()) {
        (Some(named), None, None) => named.text() == Some(system.id.as_str()),
        // Paths of one file may be written in different ways, so its text decides.
        (None, Some(game), Some(known)) => game
            .text()
            .filter(|file| Path::new(file).extension().is_some_and(|end| end == "toml"))
            .and_then(|file| files.read(&folder.join(file)).ok())
            .is_some_and(|text| text == known.text),
        _ => false,
    }
}

/// Hashes all texts: enough to tell whether two results come from the same input.
pub fn fingerprint(sources: &[Source]) -> String {
    let mut all = Fingerprint::default();
    for source in sources {
        all.add(source.text.as_bytes());
        all.add(&[0]);
    }
    all.to_string()
}
