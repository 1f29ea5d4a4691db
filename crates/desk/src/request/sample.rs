//! The samples, and games to begin with.

use std::collections::BTreeMap;
use std::path::Path;

use chance::fields::Value as FieldValue;
use results::InputKind;
use samples::SAMPLES;
use scenario::File;
use serde_json::{Value, json};

use super::{Answer, texts};
use crate::failure::Failure;

/// Every sample: its path, its kind and what it says about itself.
pub fn list() -> Vec<Value> {
    let all = all();
    SAMPLES.iter().map(|&(path, text)| about(path, text, &all)).collect()
}

fn about(path: &str, text: &str, all: &BTreeMap<String, String>) -> Value {
    let values = scenario::values(text);
    let said = |key: &str| match values.as_ref().and_then(|values| values.get(key)) {
        Some(FieldValue::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let file = File { path: Path::new(path), files: all };
    let is_game = scenario::is_game_file(file);
    let kind = if is_game { Some("game") } else { scenario::kind(file).map(InputKind::name) };
    json!({
        "path": path,
        "kind": kind,
        "name": said("title").or_else(|| said("name")),
        "about": said("about").or_else(|| said("description")),
        "system": said("system"),
    })
}

/// A sample with all files that it names.
pub fn open(path: &str) -> Answer {
    let files = texts::closure(Path::new(path), &all()).map_err(|reason| {
        Failure::Input(format!("error: cannot read {}: {reason}", scenario::printable(path)))
    })?;
    Ok(json!({ "file": path, "files": files }))
}

/// The files of a game to begin with; its scenario is the one to open.
pub fn new_game(name: &str) -> Answer {
    let files = gamefile::starter(name).ok_or_else(|| {
        let help = "lower-case letters, digits and hyphens, such as `my-game`";
        let name = scenario::printable(name);
        Failure::Input(format!("error: `{name}` cannot be the name of a game\nhelp: {help}"))
    })?;
    let first = files[1].0.clone();
    Ok(json!({ "file": first, "files": BTreeMap::from(files) }))
}

fn all() -> BTreeMap<String, String> {
    SAMPLES.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
}
