//! A roster played against itself: every unit attacks every unit.
//!
//! What stands at the top of a roster beside its units (the procedure, rounds, situation, options) holds for all pairings, and so does a table
//! named like a further unit of the system, such as `bystander`. A unit that lacks what an attack or a defence needs makes no file wrong: it
//! leaves empty cells, each with its reasons.

use std::path::Path;

use rules::fields::{Fault, Problem};
use rules::{System, limits};

use crate::battle::overridden;
use crate::diagnostic::{Diagnostics, Invalid, Source, unknown};
use crate::document::{Content, Entry, Node};
use crate::field::{Situation, listed_situations};
use crate::matchup::{card, text_field, try_run, whole_field};
use crate::roster::{NOT_UNITS, Rosters};
use crate::{Card, Run, fingerprint, open, system, with_faults};

/// A unit of a roster.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Its key in the file.
    pub key: String,
    /// Its name and points.
    pub card: Card,
}

impl Player {
    /// Its name, or its key.
    pub fn name(&self) -> &str {
        self.card.name.as_deref().unwrap_or(&self.key)
    }
}

/// Every unit of a roster against every unit.
#[derive(Clone, Debug)]
pub struct Pairings {
    /// The roster's name, or its file's.
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// The rules it is played by.
    pub system: &'static System,
    /// How many rounds are played.
    pub rounds: u32,
    /// The situation that is played, where the roster lists some, by its name.
    pub situation: Option<String>,
    /// The names of the others.
    pub other_situations: Vec<String>,
    /// The units.
    pub players: Vec<Player>,
    /// The runs by attacker, then target; or why there is none.
    pub cells: Vec<Vec<Result<Run, Vec<String>>>>,
    /// The file's text.
    pub text: String,
    /// A fingerprint of all that went in.
    pub hash: String,
}

/// Reads a roster file and pairs its units; `set` holds overrides such as `titan.dmg=5` or `rounds=3`. Of several situations the one of
/// this name is played, or the first.
pub fn load_pairings(path: &Path, set: &[String], situation: Option<&str>) -> Result<Pairings, Invalid> {
    let (source, stem) = open(path)?;
    parse_pairings(source, &stem, set, situation)
}

/// Pairs the units of a roster from its text. `stem` is its name where it gives none.
pub fn parse_pairings(
    source: Source,
    stem: &str,
    set: &[String],
    situation: Option<&str>,
) -> Result<Pairings, Invalid> {
    with_faults(source, |root, diagnostics| pair(root, stem, set, situation, diagnostics))
}

fn pair(
    root: &Node,
    stem: &str,
    set: &[String],
    situation: Option<&str>,
    diagnostics: &mut Diagnostics,
) -> Option<Pairings> {
    let system = system(root, diagnostics)?;
    let units = root.entries().iter().map(|entry| entry.key.as_str());
    let settable: Vec<&str> = NOT_UNITS.iter().copied().chain(units).collect();
    let root = overridden(root, set, &settable, diagnostics);
    let shared = |key: &str| NOT_UNITS.contains(&key) || system.further_units.contains(&key);
    let (common, units): (Vec<&Entry>, Vec<&Entry>) =
        root.entries().iter().partition(|entry| shared(&entry.key));
    for entry in &units {
        if diagnostics.is_full() {
            return None;
        }
        if !matches!(entry.node.content, Content::Table(_)) {
            let (message, help) = unknown("field", &entry.key, NOT_UNITS);
            diagnostics.add(entry.key_span.clone(), message, help);
        } else if let Some(entry) = entry.node.entry("use") {
            diagnostics.add(entry.key_span.clone(), "a roster's unit cannot take from another roster", None);
        }
    }
    if units.len() * units.len() > limits::RUNS {
        diagnostics.add(root.span.clone(), format!("more than {} pairings", limits::RUNS), None);
    }
    if units.is_empty() {
        let help = "write each as a table, such as `[heavy-weapons]`".to_owned();
        diagnostics.add(root.span.clone(), "the roster has no units", Some(help));
    }
    let name = text_field(&root, "name", diagnostics).unwrap_or_else(|| stem.to_owned());
    let description = text_field(&root, "description", diagnostics);
    let rounds = whole_field(&root, "rounds", 1, limits::ROUNDS.into(), diagnostics).unwrap_or(1) as u32;
    if (units.len() * units.len()) as u64 * u64::from(rounds) > limits::ROUNDS_IN_ALL {
        let message = format!("the pairings have more than {} rounds together", limits::ROUNDS_IN_ALL);
        diagnostics.add(root.span.clone(), message, Some("ask for fewer rounds, or fewer units".to_owned()));
    }
    let players: Vec<Player> = units
        .iter()
        .map(|unit| Player { key: unit.key.clone(), card: card(&mut unit.node.clone(), diagnostics) })
        .collect();
    let mut situations = listed_situations(&root, diagnostics);
    let played = chosen(&root, &situations, situation, diagnostics);
    if !diagnostics.list.is_empty() {
        return None;
    }
    let mut table = Node::table(root.span.clone());
    for entry in common.into_iter().filter(|entry| !["order", "policy"].contains(&entry.key.as_str())) {
        table.set(entry.clone());
    }
    if let Some(situation) = played.as_ref().and_then(|place| situations.get(*place)) {
        let Situation { fields, procedure, .. } = situation;
        if let Some(entry) = procedure {
            table.set(entry.clone());
        }
        table.set(Entry { key: "situation".to_owned(), key_span: fields.span.clone(), node: fields.clone() });
    }
    let mut cells = Vec::with_capacity(units.len());
    for (attacker, attacking) in units.iter().zip(&players) {
        let mut row = Vec::with_capacity(units.len());
        for (target, attacked) in units.iter().zip(&players) {
            let mut tree = table.clone();
            tree.set(Entry { key: "attacker".to_owned(), ..(*attacker).clone() });
            tree.set(Entry { key: "target".to_owned(), ..(*target).clone() });
            // A roster's units take from no roster, so there is no folder to look into.
            let run = try_run(&tree, system, Path::new(""), &mut Rosters::default(), diagnostics)?;
            row.push(match run {
                Ok(run) => {
                    let label = format!("{} against {}", attacking.name(), attacked.name());
                    Ok(Run { label, ..run })
                }
                Err(refused) => {
                    let reasons = refused.problems.iter().map(|problem| reason(problem, attacking, attacked));
                    Err(reasons.collect::<Option<Vec<String>>>().unwrap_or_else(|| {
                        refused.tell(diagnostics);
                        Vec::new()
                    }))
                }
            });
        }
        cells.push(row);
    }
    let hash = fingerprint(&diagnostics.sources);
    let text = diagnostics.sources[0].text.clone();
    let situation = played.map(|place| situations.remove(place).name);
    let other_situations = situations.into_iter().map(|other| other.name).collect();
    Some(Pairings {
        name,
        description,
        system,
        rounds,
        situation,
        other_situations,
        players,
        cells,
        text,
        hash,
    })
}

/// The place of the situation that is played; none where the roster lists none.
fn chosen(
    root: &Node,
    situations: &[Situation],
    name: Option<&str>,
    diagnostics: &mut Diagnostics,
) -> Option<usize> {
    let Some(name) = name else { return (!situations.is_empty()).then_some(0) };
    let found = situations.iter().position(|situation| situation.name == name);
    if found.is_none() {
        let known: Vec<&str> = situations.iter().map(|situation| situation.name.as_str()).collect();
        let (message, help) = unknown("situation", name, &known);
        let help =
            if known.is_empty() { Some("the roster lists no `[[situation]]`".to_owned()) } else { help };
        diagnostics.add(root.get("situation").unwrap_or(root).span.clone(), message, help);
    }
    found
}

/// Why a pairing cannot be played, in words; `None` where the file itself is wrong.
fn reason(problem: &Problem, attacker: &Player, target: &Player) -> Option<String> {
    let (section, field) = problem.path.split_once('.').unwrap_or(("", &problem.path));
    let who = match section {
        "attacker" => format!("{} cannot attack: ", attacker.name()),
        "target" => format!("{} cannot be attacked: ", target.name()),
        _ => String::new(),
    };
    match &problem.fault {
        Fault::Missing { why, .. } => Some(format!("{who}`{field}` is missing, needed {why}")),
        Fault::Conflict(words) => Some(format!("{who}{words}")),
        Fault::Expected(_) | Fault::Unknown { .. } | Fault::TooMany { .. } => None,
    }
}
