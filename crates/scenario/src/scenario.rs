//! Scenario files: one attacker against one target, with variants, a sweep and expectations.

use std::path::Path;

use chance::fields::Value;
use chance::game::Visitable;
use chance::{Game, PlayFault, System, Text, Visit};
use results::Origin;
use systems::Matchup;

use crate::diagnostic::{Diagnostics, Invalid, Source, unknown};
use crate::document::Node;
use crate::drafts::{Draft, Drafts};
use crate::expect::{self, Expect};
use crate::files::{Disk, File};
use crate::game_file;
use crate::header::Header;
use crate::input::{Input, OpenInput, open, read};
use crate::limits;
use crate::matchup::check_run;
use crate::overrides::{Override, apply};
use crate::roster::Rosters;
use crate::swept;
use crate::unit::Card;

/// A scenario, checked and ready to be played.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What the file says about itself.
    pub header: Header,
    /// The base, then each variant, then each cell of the sweep.
    pub runs: Vec<Run>,
    /// The fields that are swept, in the order of the file.
    pub sweep: Vec<String>,
    /// Each variant over the same cells, if one or two fields are swept. These are not among the runs.
    pub swept_variants: Vec<SweptVariant>,
    /// Why `swept_variants` is empty, if there are variants and a sweep.
    pub not_swept: Option<String>,
    /// The expectations.
    pub expects: Vec<Expect>,
}

/// A variant over the cells of the sweep.
#[derive(Clone, Debug)]
pub struct SweptVariant {
    /// The variant's name.
    pub name: String,
    /// Its cells, in the order of the sweep, without those that the rules refuse.
    pub runs: Vec<Run>,
}

impl Scenario {
    /// All match-ups: the runs, then those of each swept variant.
    pub fn all_runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().chain(self.swept_variants.iter().flat_map(|variant| &variant.runs))
    }
}

/// One match-up of a scenario.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of the scenario, or of the roster.
    pub scenario: Text,
    /// `base`, the variant's name, or the cell's values.
    pub label: String,
    /// The part of the scenario that it belongs to.
    pub origin: Origin,
    /// The fields that differ from the base.
    pub settings: Vec<(String, Value)>,
    /// The match-up.
    pub matchup: Matchup,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of trials that the file asks for.
    pub trials: Option<u64>,
    /// The seed that the file asks for.
    pub seed: Option<u64>,
    /// The attacker's name and points.
    pub attacker: Card,
    /// The target's name and points.
    pub target: Card,
}

impl Run {
    /// Returns what is known to go wrong whenever the run is played.
    pub(crate) fn fault(&self) -> Option<PlayFault> {
        self.matchup.visit(FaultOf)
    }
}

struct FaultOf;

impl Visit for FaultOf {
    type Out = Option<PlayFault>;

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        game.fault()
    }
}

/// The entries at the top of a scenario, but for further units of its system.
pub(crate) const KEYS: &[&str] = &[
    "system",
    "game",
    "name",
    "description",
    "note",
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

/// Reads and checks a scenario file. `set` holds overrides such as `attacker.pen=2`.
pub fn load<'a>(file: impl Into<File<'a>>, set: &[String]) -> Result<Scenario, Invalid> {
    read_scenario(open(file.into())?.input(set))
}

/// Checks the text of a scenario. `stem` is the name of a scenario that gives none; paths of rosters start from `folder`.
pub fn parse(source: Source, stem: &str, folder: &Path, set: &[String]) -> Result<Scenario, Invalid> {
    read_scenario(Input { source, stem, folder, files: &Disk, set })
}

fn read_scenario(input: Input<'_>) -> Result<Scenario, Invalid> {
    // What overrides of a scenario set is checked together with what its variants set.
    read(input, |_| None, check)
}

fn check(input: &OpenInput<'_>, diagnostics: &mut Diagnostics) -> Option<Scenario> {
    let root = &input.root;
    check_keys(root, &input.system, diagnostics)?;
    let mut sections = vec!["attacker", "target", "situation", "options", "simulation"];
    sections.extend(input.system.further_units.iter().map(Text::as_str));
    let drafts = Drafts::read(root, &sections, diagnostics);
    if drafts.len() > limits::RUNS {
        let message = format!("{} runs are asked for, and at most {} are played", drafts.len(), limits::RUNS);
        diagnostics.add(root.get("sweep").unwrap_or(root).span.clone(), message, None);
        return None;
    }
    let mut rosters = Rosters::default();
    let runs = check_runs(input, &drafts, &sections, &mut rosters, diagnostics)?;
    check_rounds(root, &runs, diagnostics);
    if !diagnostics.list.is_empty() {
        return None;
    }
    let expects = expect::read(root, &runs, diagnostics);
    let header = input.header(std::slice::from_ref(&rosters), diagnostics);
    if !diagnostics.list.is_empty() {
        return None;
    }
    let (swept_variants, not_swept) = swept::variants(input, &drafts, &mut rosters, diagnostics);
    Some(Scenario { header, runs, sweep: drafts.swept_fields(), swept_variants, not_swept, expects })
}

/// Adds a fault for each entry at the top that is not known. Returns `None` if there is no use in reading on.
fn check_keys(root: &Node, system: &System, diagnostics: &mut Diagnostics) -> Option<()> {
    if let Some(sides) = root.entry("side") {
        let help = "play it with `killcurve battle`".to_owned();
        diagnostics.add(sides.key_span.clone(), "a file with sides is a battle, not a scenario", Some(help));
        return None;
    }
    let known: Vec<&str> =
        KEYS.iter().copied().chain(system.further_units.iter().map(Text::as_str)).collect();
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

fn check_runs(
    input: &OpenInput<'_>,
    drafts: &Drafts,
    sections: &[&str],
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Run>> {
    let plain = input.root.without(&["variant", "sweep", "expect"]);
    let mut runs = Vec::with_capacity(drafts.len());
    for (number, (origin, Draft { label, overrides })) in drafts.all().enumerate() {
        for found in overrides {
            check_override(found, sections, diagnostics);
        }
        let tree = apply(&plain, overrides);
        let run = check_run(&tree, input, rosters, diagnostics);
        let settings = overrides.iter().map(|found| found.setting()).collect();
        let run = run.map(|run| Run { label: label.clone(), origin, settings, ..run });
        if let Some((run, fault)) = run.as_ref().and_then(|run| run.fault().map(|fault| (run, fault))) {
            game_file::report(fault, run, diagnostics);
        }
        runs.extend(run);
        // Later runs mostly repeat the faults of earlier ones.
        if diagnostics.is_full() || (number >= limits::FAULTS && !diagnostics.list.is_empty()) {
            return None;
        }
    }
    Some(runs)
}

/// Checks that a variant or a sweep sets fields of units and the like, and no whole section.
fn check_override(found: &Override, sections: &[&str], diagnostics: &mut Diagnostics) {
    let section = found.section();
    let known: Vec<&str> = sections.iter().chain(&["procedure", "rounds"]).copied().collect();
    if !known.contains(&section) {
        let (message, help) = unknown("field to set", section, &known);
        diagnostics.add(found.entry.key_span.clone(), message, help);
    } else if sections.contains(&found.path.as_str()) {
        let message = format!("expected a group of fields for `{section}`");
        let help = format!("set its fields, such as `{section}.name = …`");
        diagnostics.add(found.entry.node.span.clone(), message, Some(help));
    }
}

fn check_rounds(root: &Node, runs: &[Run], diagnostics: &mut Diagnostics) {
    let rounds: u64 = runs.iter().map(|run| u64::from(run.rounds)).sum();
    if rounds > limits::ROUNDS_IN_ALL {
        let message = format!(
            "{} runs have {rounds} rounds together, and at most {} are played",
            runs.len(),
            limits::ROUNDS_IN_ALL
        );
        let help = "ask for fewer rounds, or sweep fewer values".to_owned();
        diagnostics.add(root.get("sweep").unwrap_or(root).span.clone(), message, Some(help));
    }
}
