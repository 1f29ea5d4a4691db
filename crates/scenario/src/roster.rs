//! Units taken from a roster: `use = "rosters/space-infantry.toml#heavy-weapons"`.
//!
//! A roster is a TOML file with the system at the top and a table for each unit. What the scenario says of a unit beside
//! `use` goes before the roster's words. What else stands at the top is for playing the roster against itself.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rules::dice::Pools;
use rules::limits;

use crate::diagnostic::{Diagnostics, Source, Span, printable, quoted, unknown};
use crate::document::{self, Content, Node};

/// What may stand at the top of a roster beside units.
pub const NOT_UNITS: &[&str] = &[
    "system",
    "name",
    "description",
    "procedure",
    "rounds",
    "order",
    "policy",
    "situation",
    "options",
    "simulation",
];

/// The rosters read so far, and what else the runs of a file share.
#[derive(Debug, Default)]
pub struct Rosters {
    known: Vec<(PathBuf, Option<Rc<Node>>)>,
    /// The dice of the first run, which the others share.
    pub dice: Option<Arc<Pools>>,
}

impl Rosters {
    /// A unit with what it takes from a roster filled in. `None` if it cannot be had; `diagnostics` say why.
    pub fn resolve(
        &mut self,
        unit: &Node,
        system: &str,
        folder: &Path,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        let Some(entry) = unit.entry("use") else { return Some(unit.clone()) };
        let span = &entry.node.span;
        let Some((file, key)) = entry.node.text().and_then(|text| text.split_once('#')) else {
            let help = "such as `use = \"rosters/space-infantry.toml#heavy-weapons\"`".to_owned();
            diagnostics.add(span.clone(), "expected a roster file, a hash, and the unit's key", Some(help));
            return None;
        };
        // A scenario from elsewhere must not bring the lines of any file into an error message, or onto a page.
        if Path::new(file).extension().is_none_or(|end| end != "toml") {
            let message = format!("{} is not a roster: its name does not end in .toml", quoted(file));
            diagnostics.add(span.clone(), message, None);
            return None;
        }
        let roster = self.roster(&folder.join(file), span, diagnostics)?;
        if roster.get("system").and_then(Node::text) != Some(system) {
            let message = format!("{} is not a roster of {system}", quoted(file));
            diagnostics.add(
                span.clone(),
                message,
                Some(format!("a roster begins with `system = \"{system}\"`")),
            );
            return None;
        }
        let units = roster.entries().iter().filter(|entry| !NOT_UNITS.contains(&entry.key.as_str()));
        let Some(found) = units.clone().find(|entry| entry.key == key) else {
            let known: Vec<&str> = units.map(|entry| entry.key.as_str()).collect();
            let (message, help) = unknown("unit", key, &known);
            diagnostics.add(span.clone(), message, help);
            return None;
        };
        if !matches!(found.node.content, Content::Table(_)) {
            diagnostics.add(found.node.span.clone(), "a unit is a group of fields", None);
            return None;
        }
        if let Some(entry) = found.node.entry("use") {
            diagnostics.add(entry.key_span.clone(), "a roster's unit cannot take from another roster", None);
            return None;
        }
        let mut whole = found.node.clone();
        for entry in unit.entries().iter().filter(|entry| entry.key != "use") {
            whole.set(entry.clone());
        }
        // A field that is missing is missing where the scenario uses the unit.
        whole.span = unit.span.clone();
        Some(whole)
    }

    fn roster(&mut self, path: &Path, span: &Span, diagnostics: &mut Diagnostics) -> Option<Rc<Node>> {
        if let Some((_, node)) = self.known.iter().find(|(known, _)| known == path) {
            return node.clone();
        }
        if self.known.len() == limits::ROSTERS {
            let message = format!("units come from more than {} rosters", limits::ROSTERS);
            diagnostics.add(span.clone(), message, None);
            return None;
        }
        let node = match read_file(path) {
            Ok(text) => {
                let before = diagnostics.list.len();
                let source = Source { name: printable(&path.to_string_lossy()), text };
                let node = document::parse(source, diagnostics);
                (diagnostics.list.len() == before).then(|| Rc::new(node))
            }
            Err(reason) => {
                diagnostics.add(
                    span.clone(),
                    format!("cannot read {}: {reason}", quoted(&path.to_string_lossy())),
                    None,
                );
                None
            }
        };
        self.known.push((path.to_owned(), node.clone()));
        node
    }
}

/// Whether a file holds units for scenarios and is none itself: it has units, but neither attacker nor target. A file that cannot
/// be read is no roster, so that it is not passed over in silence; nor is a scenario that needs no units.
pub fn is_roster(path: &Path) -> bool {
    glance(path).is_some_and(|root| holds_units(&root))
}

/// Whether a file is a roster, or a battle, which has sides.
pub fn is_roster_or_battle(path: &Path) -> bool {
    glance(path).is_some_and(|root| root.get("side").is_some() || holds_units(&root))
}

/// What stands in a file, if it can be read at all.
fn glance(path: &Path) -> Option<Node> {
    let text = read_file(path).ok()?;
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(Source { name: String::new(), text }, &mut diagnostics);
    diagnostics.list.is_empty().then_some(root)
}

fn holds_units(root: &Node) -> bool {
    let is_unit = |entry: &document::Entry| {
        let reserved = NOT_UNITS.iter().chain(crate::TOP).any(|known| *known == entry.key);
        matches!(entry.node.content, Content::Table(_)) && !reserved
    };
    let pairs = ["attacker", "target", "side"].iter().any(|&key| root.get(key).is_some());
    !pairs && root.entries().iter().any(is_unit)
}

/// Reads a text file of a sensible size. A device or a pipe is read as well, for the shell makes pipes: `killcurve run <(…)`.
pub fn read(path: &Path) -> Result<String, String> {
    let too_large = || format!("it is larger than {} bytes", limits::FILE);
    let about = std::fs::metadata(path).map_err(|error| reason(&error))?;
    if about.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if about.len() > limits::FILE {
        return Err(too_large());
    }
    let file = std::fs::File::open(path).map_err(|error| reason(&error))?;
    let mut bytes = Vec::new();
    file.take(limits::FILE + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > limits::FILE {
        return Err(too_large());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        format!("it is not UTF-8 text (line {line}, byte {} of the file)", before.len() + 1)
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// As [`read`], but of a plain file: nobody names a pipe in a roster's place, and to wait for one would be to wait for ever.
fn read_file(path: &Path) -> Result<String, String> {
    let about = std::fs::metadata(path).map_err(|error| reason(&error))?;
    if about.is_file() || about.is_dir() { read(path) } else { Err("it is not a plain file".to_owned()) }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        _ => error.to_string(),
    }
}
