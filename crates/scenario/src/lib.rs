//! Scenario files: TOML in, checked match-ups out.
//!
//! A file is parsed into a tree in which every value knows where it stands. Overrides, variants and sweeps change the tree,
//! never the text, so a fault is shown where it was written, be it in the file, in a roster or on the command line. The
//! rules check the values; this crate says what is wrong in the words of the file.

mod diagnostic;
mod document;
mod roster;
mod runs;
mod schema;

use std::path::Path;

use rules::fields::{Fault, Setup, Value};
use rules::{Matchup, SYSTEMS, System, limits};

use diagnostic::describe;
pub use diagnostic::unknown;
pub use diagnostic::{Diagnostic, Diagnostics, Invalid, Source, Span, printable};
use document::{Content, Node};
use roster::Rosters;
pub use runs::written;
pub use schema::schema;

/// A scenario, checked.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name, or its file's.
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// The rules it is played by.
    pub system: &'static System,
    /// The base, then each variant, then each cell of the sweep.
    pub runs: Vec<Run>,
    /// The fields that are swept, in the order of the file.
    pub sweep: Vec<String>,
    /// The file's text.
    pub text: String,
    /// A fingerprint of all that went in: file, rosters, settings of the command line.
    pub hash: String,
}

/// One match-up of a scenario.
#[derive(Clone, Debug)]
pub struct Run {
    /// `base`, the variant's name, or the cell's settings.
    pub label: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The fields that differ from the base.
    pub settings: Vec<(String, Value)>,
    /// What is played.
    pub matchup: Matchup,
    /// How many rounds.
    pub rounds: u32,
    /// Trials that the file asks for.
    pub trials: Option<u64>,
    /// The seed that the file asks for.
    pub seed: Option<u64>,
    /// The attacker's name and points.
    pub attacker: Card,
    /// The target's name and points.
    pub target: Card,
}

/// What kind of run it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The scenario as it stands.
    Base,
    /// A variant.
    Variant,
    /// A cell of the sweep.
    Cell,
}

/// What every system's units have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// Its name.
    pub name: Option<String>,
    /// What it costs.
    pub points: Option<f64>,
}

/// What may stand at the top of every scenario.
const TOP: &[&str] = &[
    "system",
    "name",
    "description",
    "procedure",
    "rounds",
    "attacker",
    "target",
    "situation",
    "options",
    "simulation",
    "variant",
    "sweep",
];

/// Reads and checks a scenario file; `set` holds overrides such as `attacker.pen=2`.
pub fn load(path: &Path, set: &[String]) -> Result<Scenario, Invalid> {
    let name = path.display().to_string();
    let text = roster::read(path).map_err(|reason| Invalid::Unreadable { path: name.clone(), reason })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let stem = path.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    parse(Source { name, text }, &stem, folder, set)
}

/// Checks a scenario from its text. `stem` is its name where it gives none, `folder` where rosters are looked for.
pub fn parse(source: Source, stem: &str, folder: &Path, set: &[String]) -> Result<Scenario, Invalid> {
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(source, &mut diagnostics);
    let scenario =
        if diagnostics.list.is_empty() { check(&root, stem, folder, set, &mut diagnostics) } else { None };
    match scenario {
        Some(scenario) if diagnostics.list.is_empty() => Ok(scenario),
        _ => Err(Invalid::Faults(diagnostics)),
    }
}

fn check(
    root: &Node,
    stem: &str,
    folder: &Path,
    set: &[String],
    diagnostics: &mut Diagnostics,
) -> Option<Scenario> {
    let system = system(root, diagnostics)?;
    let mut sections = vec!["attacker", "target", "situation", "options", "simulation"];
    sections.extend(system.further_units);
    let arguments: Vec<_> = set.iter().filter_map(|text| runs::argument(text, diagnostics)).collect();
    let root = runs::apply(root, &arguments);
    let known: Vec<&str> = TOP.iter().chain(system.further_units).copied().collect();
    for entry in root.entries() {
        if !known.contains(&entry.key.as_str()) {
            let (message, help) = unknown("field", &entry.key, &known);
            diagnostics.add(entry.key_span.clone(), message, help);
        }
    }
    let name = text_field(&root, "name", diagnostics).unwrap_or_else(|| stem.to_owned());
    let description = text_field(&root, "description", diagnostics);
    let drafts = runs::drafts(&root, &sections, diagnostics);
    let variants = root.get("variant").map_or(0, |node| match &node.content {
        Content::List(list) => list.len(),
        _ => 0,
    });
    let mut rosters = Rosters::default();
    let mut checked = Vec::with_capacity(drafts.len());
    let mut sweep = Vec::new();
    for (number, draft) in drafts.into_iter().enumerate() {
        for setting in &draft.settings {
            let section = setting.path.split_once('.').map_or(setting.path.as_str(), |(section, _)| section);
            let top = ["procedure", "rounds"];
            let known: Vec<&str> = sections.iter().chain(&top).copied().collect();
            if !known.contains(&section) {
                let (message, help) = unknown("field to set", section, &known);
                diagnostics.add(setting.entry.key_span.clone(), message, help);
            } else if sections.contains(&setting.path.as_str()) {
                let help = format!("set its fields, such as `{section}.name = …`");
                diagnostics.add(
                    setting.entry.node.span.clone(),
                    format!("expected a group of fields for `{section}`"),
                    Some(help),
                );
            }
        }
        let origin = match number {
            0 => Origin::Base,
            n if n <= variants => Origin::Variant,
            _ => Origin::Cell,
        };
        if origin == Origin::Cell && sweep.is_empty() {
            sweep = draft.settings.iter().map(|setting| setting.path.clone()).collect();
        }
        let tree = runs::apply(&root, &draft.settings);
        let settings = draft.settings.iter().map(|s| (s.path.clone(), s.entry.node.value())).collect();
        let run = check_run(&tree, system, folder, &mut rosters, diagnostics);
        checked.extend(run.map(|run| Run { label: draft.label, origin, settings, ..run }));
        if diagnostics.list.len() > 100 {
            return None;
        }
    }
    let hash = fingerprint(&diagnostics.sources);
    let text = diagnostics.sources[0].text.clone();
    Some(Scenario { name, description, system, runs: checked, sweep, text, hash })
}

fn system(root: &Node, diagnostics: &mut Diagnostics) -> Option<&'static System> {
    let ids: Vec<&str> = SYSTEMS.iter().map(|system| system.id).collect();
    let Some(node) = root.get("system") else {
        let help = format!("add `system = \"…\"` at the top: one of {}", ids.join(", "));
        diagnostics.add(root.span.clone(), "the scenario does not say which system it is of", Some(help));
        return None;
    };
    let text = node.text().unwrap_or_default();
    let found = SYSTEMS.iter().find(|system| system.id == text);
    if found.is_none() {
        let (message, help) = unknown("system", text, &ids);
        diagnostics.add(node.span.clone(), message, help);
    }
    found
}

fn text_field(root: &Node, key: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let node = root.get(key)?;
    match node.text() {
        Some(text) if text.chars().count() > limits::NAME * 10 => {
            diagnostics.add(node.span.clone(), format!("longer than {} characters", limits::NAME * 10), None);
            None
        }
        Some(text) => Some(text.to_owned()),
        None => {
            diagnostics.add(node.span.clone(), "expected a text in quotes", None);
            None
        }
    }
}

fn whole_field(root: &Node, key: &str, min: u64, max: u64, diagnostics: &mut Diagnostics) -> Option<u64> {
    let node = root.get(key)?;
    match node.content {
        Content::Plain(Value::Whole(whole)) if whole >= 0 && (min..=max).contains(&(whole as u64)) => {
            Some(whole as u64)
        }
        _ => {
            diagnostics.add(node.span.clone(), format!("expected a whole number from {min} to {max}"), None);
            None
        }
    }
}

/// A unit's name and points, taken out of its fields.
fn card(unit: &mut Node, diagnostics: &mut Diagnostics) -> Card {
    let name = text_field(unit, "name", diagnostics);
    let points = unit.get("points").and_then(|node| {
        let points = match node.content {
            Content::Plain(Value::Whole(whole)) => whole as f64,
            Content::Plain(Value::Number(number)) => number,
            _ => f64::NAN,
        };
        if (0.0..=1e6).contains(&points) {
            return Some(points);
        }
        diagnostics.add(node.span.clone(), "expected points from 0 to 1000000", None);
        None
    });
    if let Content::Table(entries) = &mut unit.content {
        entries.retain(|entry| entry.key != "name" && entry.key != "points");
    }
    Card { name, points }
}

/// Checks one run.
fn check_run(
    root: &Node,
    system: &'static System,
    folder: &Path,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Run> {
    let rounds = whole_field(root, "rounds", 1, limits::ROUNDS.into(), diagnostics).unwrap_or(1) as u32;
    let (mut trials, mut seed) = (None, None);
    if let Some(simulation) = root.get("simulation") {
        for entry in
            simulation.entries().iter().filter(|entry| !["trials", "seed"].contains(&entry.key.as_str()))
        {
            let (message, help) = unknown("field", &entry.key, &["trials", "seed"]);
            diagnostics.add(entry.key_span.clone(), message, help);
        }
        trials = whole_field(simulation, "trials", 1, limits::TRIALS, diagnostics);
        seed = whole_field(simulation, "seed", 0, i64::MAX as u64, diagnostics);
    }
    let mut setup = Setup { procedure: root.get("procedure").map(Node::value), sections: Vec::new() };
    let mut whole = root.clone();
    let mut cards = [Card::default(), Card::default()];
    let units = ["attacker", "target"].iter().chain(system.further_units);
    for (number, &section) in units.enumerate() {
        let Some(entry) = root.entry(section) else { continue };
        let mut unit = rosters.resolve(&entry.node, system.id, folder, diagnostics)?;
        let card = card(&mut unit, diagnostics);
        if let Some(place) = cards.get_mut(number) {
            *place = card;
        }
        setup.sections.push((section, unit.value()));
        whole.set(document::Entry { node: unit, ..entry.clone() });
    }
    for section in ["situation", "options"] {
        setup.sections.extend(root.get(section).map(|node| (section, node.value())));
    }
    match Matchup::new(system.id, &setup)? {
        Ok(matchup) => {
            let [attacker, target] = cards;
            let (label, origin, settings) = (String::new(), Origin::Base, Vec::new());
            Some(Run { label, origin, settings, matchup, rounds, trials, seed, attacker, target })
        }
        Err(problems) => {
            for problem in problems.0 {
                let by_key = matches!(&problem.fault, Fault::Unknown { found, .. } if problem.path.ends_with(&format!(".{found}")));
                let (message, help) = describe(&problem.path, &problem.fault);
                diagnostics.add(whole.locate(&problem.path, by_key), message, help);
            }
            None
        }
    }
}

/// 64 bits of FNV-1a over all texts: enough to tell whether two results come from the same input.
fn fingerprint(sources: &[Source]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in sources.iter().flat_map(|source| source.text.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}
