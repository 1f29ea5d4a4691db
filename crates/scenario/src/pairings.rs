//! A roster played against itself: every unit attacks every unit.
//!
//! The procedure, rounds, situation and options at the top of a roster hold for all pairings, and so does a table named like
//! a further unit of the system, such as `bystander`. A unit that lacks what an attack or a defence needs is no fault of the
//! file: its cells are empty, each with its reasons.

use std::path::Path;

use crate::diagnostic::{Diagnostics, Invalid, Source, unknown};
use crate::document::{Entry, Node};
use crate::files::{Disk, File};
use crate::header::Header;
use crate::input::{Input, OpenInput, open, read};
use crate::limits;
use crate::matchup::try_run;
use crate::refusals::reason;
use crate::roster::{NOT_UNITS, Rosters, check_unit, settable};
use crate::scenario::Run;
use crate::situations::{self, Situation};
use crate::unit::{Card, RosterUnit};
use crate::values::whole_field;

/// Every unit of a roster against every unit.
#[derive(Clone, Debug)]
pub struct Pairings {
    /// What the file says about itself.
    pub header: Header,
    /// The number of rounds.
    pub rounds: u32,
    /// The name of the situation that is played, if the roster lists situations.
    pub situation: Option<String>,
    /// The names of the other situations.
    pub other_situations: Vec<String>,
    /// The units.
    pub units: Vec<RosterUnit>,
    /// The runs by attacker, then target; or the reasons why there is none.
    pub cells: Vec<Vec<Result<Run, Vec<String>>>>,
}

/// Reads a roster file and pairs its units. `set` holds overrides such as `titan.dmg=5` or `rounds=3`. `situation` names the situation
/// that is played; the first is played if it is `None`.
pub fn load_pairings<'a>(
    file: impl Into<File<'a>>,
    set: &[String],
    situation: Option<&str>,
) -> Result<Pairings, Invalid> {
    read_pairings(open(file.into())?.input(set), situation)
}

/// Pairs the units of a roster's text. `stem` is the name of a roster that gives none.
pub fn parse_pairings(
    source: Source,
    stem: &str,
    folder: &Path,
    set: &[String],
    situation: Option<&str>,
) -> Result<Pairings, Invalid> {
    read_pairings(Input { source, stem, folder, files: &Disk, set }, situation)
}

fn read_pairings(input: Input<'_>, situation: Option<&str>) -> Result<Pairings, Invalid> {
    read(input, |root| Some(settable(root)), |input, diagnostics| check(input, situation, diagnostics))
}

fn check(input: &OpenInput<'_>, situation: Option<&str>, diagnostics: &mut Diagnostics) -> Option<Pairings> {
    let root = &input.root;
    let is_common = |entry: &&Entry| {
        NOT_UNITS.contains(&entry.key.as_str())
            || input.system.further_units.iter().any(|unit| *unit == entry.key)
    };
    let (common, entries): (Vec<&Entry>, Vec<&Entry>) = root.entries().iter().partition(is_common);
    for entry in &entries {
        if diagnostics.is_full() {
            return None;
        }
        check_unit(entry, diagnostics);
    }
    let rounds = whole_field(root, "rounds", 1, limits::ROUNDS.into(), diagnostics).unwrap_or(1) as u32;
    check_size(entries.len(), rounds, root, diagnostics);
    let unit = |entry: &&Entry| {
        let card = Card::take_from(&mut entry.node.clone(), diagnostics);
        RosterUnit { key: entry.key.clone(), card }
    };
    let units: Vec<RosterUnit> = entries.iter().map(unit).collect();
    let mut situations = situations::listed(root, diagnostics);
    let played = chosen(root, &situations, situation, diagnostics);
    if !diagnostics.list.is_empty() {
        return None;
    }
    let table = common_table(root, &common, played.map(|place| &situations[place]));
    let cells = check_cells(input, &table, &entries, &units, diagnostics)?;
    let situation = played.map(|place| situations.remove(place).name);
    let other_situations = situations.into_iter().map(|other| other.name).collect();
    Some(Pairings {
        header: input.header(&[], diagnostics),
        rounds,
        situation,
        other_situations,
        units,
        cells,
    })
}

fn check_size(units: usize, rounds: u32, root: &Node, diagnostics: &mut Diagnostics) {
    let pairings = units * units;
    if pairings > limits::RUNS {
        diagnostics.add(root.span.clone(), format!("more than {} pairings", limits::RUNS), None);
    }
    if units == 0 {
        let help = "write each as a table, such as `[heavy-weapons]`".to_owned();
        diagnostics.add(root.span.clone(), "the roster has no units", Some(help));
    }
    if pairings as u64 * u64::from(rounds) > limits::ROUNDS_IN_ALL {
        let message = format!("the pairings have more than {} rounds together", limits::ROUNDS_IN_ALL);
        diagnostics.add(root.span.clone(), message, Some("ask for fewer rounds, or fewer units".to_owned()));
    }
}

/// The entries that hold for all pairings, as the tree of a scenario without units.
fn common_table(root: &Node, common: &[&Entry], situation: Option<&Situation>) -> Node {
    let mut table = Node::table(root.span.clone());
    for &entry in common.iter().filter(|entry| !["order", "policy"].contains(&entry.key.as_str())) {
        table.set(entry.clone());
    }
    if let Some(Situation { fields: Some(fields), procedure, .. }) = situation {
        if let Some(entry) = procedure {
            table.set(entry.clone());
        }
        table.set(Entry { key: "situation".to_owned(), key_span: fields.span.clone(), node: fields.clone() });
    }
    table
}

/// Checks the units of a tree one by one, each against itself. A unit that lacks a field is fine.
pub fn check_units(input: &OpenInput<'_>, diagnostics: &mut Diagnostics) {
    let (units, common): (Vec<&Entry>, Vec<&Entry>) =
        input.root.entries().iter().partition(|entry| !NOT_UNITS.contains(&entry.key.as_str()));
    let table = common_table(&input.root, &common, None);
    for unit in units {
        if diagnostics.is_full() {
            return;
        }
        let faults = diagnostics.list.len();
        Card::take_from(&mut unit.node.clone(), diagnostics);
        if check_unit(unit, diagnostics).is_some() && diagnostics.list.len() == faults {
            let tree = against(&table, unit, unit);
            check_cell(&tree, input, [unit.key.as_str(); 2], diagnostics);
        }
    }
}

/// The tree of a scenario in which one unit attacks another.
fn against(table: &Node, attacker: &Entry, target: &Entry) -> Node {
    let mut tree = table.clone();
    tree.set(Entry { key: "attacker".to_owned(), ..attacker.clone() });
    tree.set(Entry { key: "target".to_owned(), ..target.clone() });
    tree
}

type Cell = Result<Run, Vec<String>>;

fn check_cells(
    input: &OpenInput<'_>,
    table: &Node,
    entries: &[&Entry],
    units: &[RosterUnit],
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Vec<Cell>>> {
    let mut cells = Vec::with_capacity(units.len());
    for (attacker, attacking) in entries.iter().zip(units) {
        let mut row = Vec::with_capacity(units.len());
        for (target, attacked) in entries.iter().zip(units) {
            let tree = against(table, attacker, target);
            row.push(check_cell(&tree, input, [attacking.name(), attacked.name()], diagnostics)?);
        }
        cells.push(row);
    }
    Some(cells)
}

fn check_cell(
    tree: &Node,
    input: &OpenInput<'_>,
    [attacker, target]: [&str; 2],
    diagnostics: &mut Diagnostics,
) -> Option<Cell> {
    Some(match try_run(tree, input, &mut Rosters::default(), diagnostics)? {
        Ok(run) => Ok(Run { label: format!("{attacker} against {target}"), ..run }),
        Err(refused) => {
            let reasons = refused.problems.iter().map(|problem| reason(problem, attacker, target, ""));
            Err(reasons.collect::<Option<Vec<String>>>().unwrap_or_else(|| {
                refused.report(diagnostics);
                Vec::new()
            }))
        }
    })
}

/// The place of the situation that is played; `None` if the roster lists none.
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
