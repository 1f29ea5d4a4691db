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
    /// The units.
    pub players: Vec<Player>,
    /// The runs by attacker, then target; or why there is none.
    pub cells: Vec<Vec<Result<Run, Vec<String>>>>,
    /// The file's text.
    pub text: String,
    /// A fingerprint of all that went in.
    pub hash: String,
}

/// Reads a roster file and pairs its units; `set` holds overrides such as `titan.dmg=5` or `rounds=3`.
pub fn load_pairings(path: &Path, set: &[String]) -> Result<Pairings, Invalid> {
    let (source, stem) = open(path)?;
    parse_pairings(source, &stem, set)
}

/// Pairs the units of a roster from its text. `stem` is its name where it gives none.
pub fn parse_pairings(source: Source, stem: &str, set: &[String]) -> Result<Pairings, Invalid> {
    with_faults(source, |root, diagnostics| pair(root, stem, set, diagnostics))
}

fn pair(root: &Node, stem: &str, set: &[String], diagnostics: &mut Diagnostics) -> Option<Pairings> {
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
    if !diagnostics.list.is_empty() {
        return None;
    }
    let mut table = Node::table(root.span.clone());
    for entry in common.into_iter().filter(|entry| !["order", "policy"].contains(&entry.key.as_str())) {
        table.set(entry.clone());
    }
    // Of several situations the first holds here.
    if let Some(Node { content: Content::List(situations), .. }) = root.get("situation")
        && let Some(first) = situations.first()
    {
        let mut first = first.clone();
        if let Content::Table(entries) = &mut first.content {
            for entry in entries.iter().filter(|entry| entry.key == "procedure") {
                table.set(entry.clone());
            }
            entries.retain(|entry| entry.key != "procedure" && entry.key != "name");
        }
        table.set(Entry { key: "situation".to_owned(), key_span: first.span.clone(), node: first });
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
    Some(Pairings { name, description, system, rounds, players, cells, text, hash })
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
