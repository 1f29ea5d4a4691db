//! Rosters: files with units that scenarios and battles take by `use = "rosters/space-infantry.toml#heavy-weapons"`.
//!
//! A roster is a TOML file with the system at the top and a table for each unit. A unit that is taken keeps its own fields
//! where it names them beside `use`; the roster fills in the others. The other entries at the top of a roster serve
//! commands that play the roster against itself.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use chance::dice::Pools;
use results::InputKind;

use crate::diagnostic::{Diagnostics, Source, Span, printable, quoted, unknown};
use crate::document::{self, Content, Entry, Node};
use crate::files::{File, Files};
use crate::header::has_same_rules;
use crate::input::OpenInput;
use crate::limits;
use crate::overrides::set_field;
use crate::values::text_field;

/// The entries at the top of a roster that are no units.
pub const NOT_UNITS: &[&str] = &[
    "system",
    "game",
    "name",
    "description",
    "note",
    "procedure",
    "rounds",
    "order",
    "policy",
    "situation",
    "options",
    "simulation",
    "army_points",
    "army",
];

/// The rosters read so far, and the dice that the runs of a file share.
#[derive(Debug, Default)]
pub struct Rosters {
    known: Vec<(PathBuf, Option<Rc<Node>>)>,
    notes: Vec<String>,
    /// The dice of the first run.
    pub dice: Option<Arc<Pools>>,
}

impl Rosters {
    /// The notes of all rosters read so far.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Fills in what a unit takes from a roster. Returns `None`, with a fault in `diagnostics`, if there is no such unit.
    pub fn resolve(
        &mut self,
        unit: &Node,
        input: &OpenInput<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        let Some(entry) = unit.entry("use") else { return Some(unit.clone()) };
        let span = &entry.node.span;
        let (roster, key) = self.find(&entry.node, input, diagnostics)?;
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
        refuse_use(found, diagnostics)?;
        let mut whole = found.node.clone();
        for entry in unit.entries().iter().filter(|entry| entry.key != "use") {
            set_field(&mut whole, entry.clone());
        }
        // A missing field is reported where the scenario uses the unit.
        whole.span = unit.span.clone();
        Some(whole)
    }

    /// The roster and the unit's key that `use` names.
    fn find<'a>(
        &mut self,
        reference: &'a Node,
        input: &OpenInput<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Rc<Node>, &'a str)> {
        let span = &reference.span;
        let Some((file, key)) = reference.text().and_then(|text| text.split_once('#')) else {
            let help = "such as `use = \"rosters/space-infantry.toml#heavy-weapons\"`".to_owned();
            diagnostics.add(span.clone(), "expected a roster file, a hash, and the unit's key", Some(help));
            return None;
        };
        // A scenario from a stranger must not bring lines of other files into an error message or onto a page.
        if Path::new(file).extension().is_none_or(|end| end != "toml") {
            let message = format!("{} is not a roster: its name does not end in .toml", quoted(file));
            diagnostics.add(span.clone(), message, None);
            return None;
        }
        let path = input.folder.join(file);
        let roster = self.roster(&path, input.files, span, diagnostics)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        if !has_same_rules(&roster, folder, input.files, &input.system) {
            if input.system.game_file().is_some() {
                let message = format!("{} is not a roster of the same game", quoted(file));
                let help = "a roster names the game's file, relative to itself: `game = \"…\"`".to_owned();
                diagnostics.add(span.clone(), message, Some(help));
                return None;
            }
            let system = &input.system.id;
            let message = format!("{} is not a roster of {system}", quoted(file));
            let help = format!("a roster begins with `system = \"{system}\"`");
            diagnostics.add(span.clone(), message, Some(help));
            return None;
        }
        Some((roster, key))
    }

    fn roster(
        &mut self,
        path: &Path,
        files: &dyn Files,
        span: &Span,
        diagnostics: &mut Diagnostics,
    ) -> Option<Rc<Node>> {
        if let Some((_, node)) = self.known.iter().find(|(known, _)| known == path) {
            return node.clone();
        }
        if self.known.len() == limits::ROSTERS {
            let message = format!("units come from more than {} rosters", limits::ROSTERS);
            diagnostics.add(span.clone(), message, None);
            return None;
        }
        let node = match files.read(path) {
            Ok(text) => {
                let before = diagnostics.list.len();
                let source = Source { name: printable(&path.to_string_lossy()), text };
                let node = document::parse(source, diagnostics);
                self.notes.extend(text_field(&node, "note", diagnostics));
                (diagnostics.list.len() == before).then(|| Rc::new(node))
            }
            Err(reason) => {
                let message = format!("cannot read {}: {reason}", quoted(&path.to_string_lossy()));
                diagnostics.add(span.clone(), message, None);
                None
            }
        };
        self.known.push((path.to_owned(), node.clone()));
        node
    }
}

/// Adds a fault if a roster's unit takes from another roster.
fn refuse_use(unit: &Entry, diagnostics: &mut Diagnostics) -> Option<()> {
    let Some(entry) = unit.node.entry("use") else { return Some(()) };
    diagnostics.add(entry.key_span.clone(), "a roster's unit cannot take from another roster", None);
    None
}

/// Checks an entry of a roster that is played against itself: a unit is a table of its own fields.
pub fn check_unit(unit: &Entry, diagnostics: &mut Diagnostics) -> Option<()> {
    if !matches!(unit.node.content, Content::Table(_)) {
        let (message, help) = unknown("field", &unit.key, NOT_UNITS);
        diagnostics.add(unit.key_span.clone(), message, help);
        return None;
    }
    refuse_use(unit, diagnostics)
}

/// The keys that overrides of a roster may begin with: entries that are no units, and all that the roster has.
pub fn settable(root: &Node) -> Vec<String> {
    let units = root.entries().iter().map(|entry| entry.key.as_str());
    NOT_UNITS.iter().copied().chain(units).map(str::to_owned).collect()
}

/// Returns the kind of a file by its tables; `None` if it is not valid TOML, or has no table that tells.
pub fn kind<'a>(file: impl Into<File<'a>>) -> Option<InputKind> {
    let root = peek(file.into())?;
    if root.get("side").is_some() {
        Some(InputKind::Battle)
    } else if root.get("attacker").is_some() || root.get("target").is_some() {
        Some(InputKind::Scenario)
    } else {
        has_units(&root).then_some(InputKind::Roster)
    }
}

/// Returns whether a file is a roster: it has units, but neither attacker nor target. A file that cannot be read is no roster,
/// so that it is reported and not skipped; nor is a scenario that needs no units.
pub fn is_roster(path: &Path) -> bool {
    peek(path.into()).is_some_and(|root| has_units(&root))
}

/// Returns whether a file is a roster, or a battle, which has sides.
pub fn is_roster_or_battle(path: &Path) -> bool {
    peek(path.into()).is_some_and(|root| root.get("side").is_some() || has_units(&root))
}

/// The entries of a file, if it is valid TOML.
fn peek(file: File<'_>) -> Option<Node> {
    let text = file.files.read(file.path).ok()?;
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(Source { name: String::new(), text }, &mut diagnostics);
    diagnostics.list.is_empty().then_some(root)
}

fn has_units(root: &Node) -> bool {
    let is_unit = |entry: &Entry| {
        let reserved = NOT_UNITS.iter().chain(crate::scenario::KEYS).any(|known| *known == entry.key);
        matches!(entry.node.content, Content::Table(_)) && !reserved
    };
    let pairs = ["attacker", "target", "side"].iter().any(|&key| root.get(key).is_some());
    !pairs && root.entries().iter().any(is_unit)
}
