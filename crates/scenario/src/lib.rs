//! Scenario files: TOML in, checked match-ups out.
//!
//! A file is parsed into a tree in which every value knows where it stands. Overrides, variants and sweeps change the tree,
//! never the text, so a fault is shown where it was written, be it in the file, in a roster or on the command line. The
//! rules check the values; this crate says what is wrong in the words of the file.

mod battle;
mod diagnostic;
mod document;
mod expect;
mod field;
mod matchup;
mod pairings;
mod roster;
mod runs;
mod schema;
mod steps;
mod swept;

use std::path::Path;

use rules::fields::Value;
use rules::{Matchup, SYSTEMS, System, limits};

pub use battle::{Army, BattleFile, Listed, load_battle, parse_battle};
pub use diagnostic::unknown;
pub use diagnostic::{Diagnostic, Diagnostics, Invalid, Source, Span, printable};
use document::{Content, Node};
pub use expect::{Claim, Expect};
pub use field::{Context, Field, load_field, parse_field};
use matchup::{check_run, text_field};
pub use pairings::{Pairings, Player, load_pairings, parse_pairings};
use roster::Rosters;
pub use roster::{is_roster, is_roster_or_battle, read as read_text};
pub use runs::written;
pub use schema::schema;
pub use steps::{Changed, Stepped, load_steps};

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
    /// Each variant over the same cells, where one or two fields are swept. These are not among the runs.
    pub swept_variants: Vec<SweptVariant>,
    /// Why there are none, where there are variants and a sweep.
    pub not_swept: Option<String>,
    /// What must stay true.
    pub expects: Vec<Expect>,
    /// The file's text.
    pub text: String,
    /// A fingerprint of all that went in: file, rosters, settings of the command line.
    pub hash: String,
}

/// A variant over the cells of the sweep.
#[derive(Clone, Debug)]
pub struct SweptVariant {
    /// The variant's name.
    pub name: String,
    /// Its cells, in the order of the sweep; those that the rules refuse are left out.
    pub runs: Vec<Run>,
}

impl Scenario {
    /// All that is played: the runs, then those of each swept variant.
    pub fn all_runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().chain(self.swept_variants.iter().flat_map(|variant| &variant.runs))
    }
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
    /// How it attacks in a battle: a procedure, or a list of them, of which the first is used that can harm the target.
    pub procedure: Option<Value>,
    /// How much it counts among the opponents of others where prices are sought.
    pub weight: Option<f64>,
    /// Whether its price is given, where prices are sought.
    pub fixed: bool,
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
    "expect",
];

/// Reads and checks a scenario file; `set` holds overrides such as `attacker.pen=2`.
pub fn load(path: &Path, set: &[String]) -> Result<Scenario, Invalid> {
    let (source, stem) = open(path)?;
    parse(source, &stem, path.parent().unwrap_or(Path::new("")), set)
}

/// Checks a scenario from its text. `stem` is its name where it gives none, `folder` where rosters are looked for.
pub fn parse(source: Source, stem: &str, folder: &Path, set: &[String]) -> Result<Scenario, Invalid> {
    with_faults(source, |root, diagnostics| check(root, stem, folder, set, diagnostics))
}

/// A file's text, and its name without an ending.
fn open(path: &Path) -> Result<(Source, String), Invalid> {
    let name = printable(&path.to_string_lossy());
    let text = roster::read(path).map_err(|reason| Invalid::Unreadable { path: name.clone(), reason })?;
    let stem = path.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    Ok((Source { name, text }, stem))
}

/// Makes something of a text, or says all that is wrong with it.
fn with_faults<T>(
    source: Source,
    make: impl FnOnce(&Node, &mut Diagnostics) -> Option<T>,
) -> Result<T, Invalid> {
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(source, &mut diagnostics);
    let made = if diagnostics.list.is_empty() { make(&root, &mut diagnostics) } else { None };
    match made {
        Some(made) if diagnostics.list.is_empty() => Ok(made),
        _ => Err(Invalid::Faults(diagnostics)),
    }
}

/// Tells what stands at the top of a scenario and is not known there; `None` if it is no use to look on.
fn known_at_top(root: &Node, system: &System, diagnostics: &mut Diagnostics) -> Option<()> {
    if let Some(sides) = root.entry("side") {
        let help = "play it with `killcurve battle`".to_owned();
        diagnostics.add(sides.key_span.clone(), "a file with sides is a battle, not a scenario", Some(help));
        return None;
    }
    let known: Vec<&str> = TOP.iter().chain(system.further_units).copied().collect();
    for entry in root.entries() {
        if diagnostics.is_full() {
            return None;
        }
        if !known.contains(&entry.key.as_str()) {
            let (message, help) = unknown("field", &entry.key, &known);
            diagnostics.add(entry.key_span.clone(), message, help);
        }
    }
    Some(())
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
    known_at_top(&root, system, diagnostics)?;
    let name = text_field(&root, "name", diagnostics).unwrap_or_else(|| stem.to_owned());
    let description = text_field(&root, "description", diagnostics);
    let drafts = runs::drafts(&root, &sections, diagnostics);
    let variants = root.get("variant").map_or(0, |node| match &node.content {
        Content::List(list) => list.len(),
        _ => 0,
    });
    if drafts.len() > limits::RUNS {
        let message = format!("{} runs are asked for, and at most {} are played", drafts.len(), limits::RUNS);
        diagnostics.add(root.get("sweep").unwrap_or(&root).span.clone(), message, None);
        return None;
    }
    let plain = root.without(&["variant", "sweep", "expect"]);
    let mut rosters = Rosters::default();
    let mut checked = Vec::with_capacity(drafts.len());
    let mut sweep = Vec::new();
    for (number, draft) in drafts.iter().enumerate() {
        for setting in &draft.settings {
            let section = setting.path.split_once('.').map_or(setting.path.as_str(), |(section, _)| section);
            let known: Vec<&str> = sections.iter().chain(&["procedure", "rounds"]).copied().collect();
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
        let tree = runs::apply(&plain, &draft.settings);
        let settings = draft.settings.iter().map(|s| (s.path.clone(), s.entry.node.value())).collect();
        let run = check_run(&tree, system, folder, &mut rosters, diagnostics);
        checked.extend(run.map(|run| Run { label: draft.label.clone(), origin, settings, ..run }));
        // Where something is wrong already, the runs that follow mostly have the same fault.
        if diagnostics.is_full() || (number >= limits::FAULTS && !diagnostics.list.is_empty()) {
            return None;
        }
    }
    let rounds: u64 = checked.iter().map(|run| u64::from(run.rounds)).sum();
    if rounds > limits::ROUNDS_IN_ALL {
        let message = format!(
            "{} runs have {rounds} rounds together, and at most {} are played",
            checked.len(),
            limits::ROUNDS_IN_ALL
        );
        let help = "ask for fewer rounds, or sweep fewer values".to_owned();
        diagnostics.add(root.get("sweep").unwrap_or(&root).span.clone(), message, Some(help));
    }
    // What is expected of a run can only be checked where all runs are fine.
    let expects =
        if diagnostics.list.is_empty() { expect::read(&root, &checked, diagnostics) } else { Vec::new() };
    let hash = fingerprint(&diagnostics.sources);
    let (swept_variants, not_swept) = if diagnostics.list.is_empty() {
        let (variants, cells) = drafts[1..].split_at(variants);
        let fine = swept::Fine { root: &root, variants, cells, system, folder };
        swept::variants(&fine, &mut rosters, diagnostics)
    } else {
        (Vec::new(), None)
    };
    Some(Scenario {
        name,
        description,
        system,
        runs: checked,
        sweep,
        swept_variants,
        not_swept,
        expects,
        text: diagnostics.sources[0].text.clone(),
        hash,
    })
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

/// 64 bits of FNV-1a over all texts: enough to tell whether two results come from the same input.
fn fingerprint(sources: &[Source]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in sources.iter().flat_map(|source| source.text.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}
