//! Battle files: two sides, each a list of units with counts, and how they fight.

use std::path::Path;

use chance::battle::{BattleSetup, NoBattle, Order, Policy, UnitSetup};
use systems::AnyBattle;

use crate::diagnostic::{Diagnostics, Invalid, Source, Span, printable};
use crate::document::{Content, Node};
use crate::files::{Disk, File};
use crate::header::{self, Header};
use crate::input::{Input, OpenInput, open, read};
use crate::limits;
use crate::refusals::notes;
use crate::roster::Rosters;
use crate::unit::{Card, FOR_PRICES, refuse_fields};
use crate::values::{choice, known_fields, simulation, text_field, whole_field};

/// A battle, checked and ready to be played.
#[derive(Clone, Debug)]
pub struct BattleFile {
    /// What the file says about itself.
    pub header: Header,
    /// The largest number of rounds.
    pub rounds: u32,
    /// The number of trials that the file asks for.
    pub trials: Option<u64>,
    /// The seed that the file asks for.
    pub seed: Option<u64>,
    /// Who attacks first in a round.
    pub order: Order,
    /// Both sides.
    pub sides: [BattleSide; 2],
    /// The battle itself.
    pub battle: AnyBattle,
    /// Which units cannot attack which, and why.
    pub notes: Vec<String>,
}

/// One side of a battle.
#[derive(Clone, Debug)]
pub struct BattleSide {
    /// The name.
    pub name: String,
    /// How units choose their targets.
    pub policy: Policy,
    /// The units.
    pub units: Vec<UnitCount>,
}

/// Units of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitCount {
    /// The name.
    pub name: String,
    /// How many there are.
    pub count: u32,
    /// The cost of each.
    pub points: Option<f64>,
}

impl BattleSide {
    /// The cost of the side; `None` if a unit has no points.
    pub fn points(&self) -> Option<f64> {
        self.units.iter().map(|unit| Some(unit.points? * f64::from(unit.count))).sum()
    }
}

/// The rounds of a battle that gives no number.
pub const ROUNDS: u32 = 20;

/// The entries at the top of a battle that overrides may set.
const SETTABLE: [&str; 6] = ["procedure", "rounds", "order", "situation", "options", "simulation"];
const SIDE_KEYS: &[&str] = &["name", "policy", "unit"];

/// Reads and checks a battle file. `set` holds overrides such as `rounds=8` or `situation.cover=hard`.
pub fn load_battle<'a>(file: impl Into<File<'a>>, set: &[String]) -> Result<BattleFile, Invalid> {
    read_battle(open(file.into())?.input(set))
}

/// Checks the text of a battle. `stem` is the name of a battle that gives none; paths of rosters start from `folder`.
pub fn parse_battle(
    source: Source,
    stem: &str,
    folder: &Path,
    set: &[String],
) -> Result<BattleFile, Invalid> {
    read_battle(Input { source, stem, folder, files: &Disk, set })
}

fn read_battle(input: Input<'_>) -> Result<BattleFile, Invalid> {
    let settable = |_: &Node| Some(SETTABLE.iter().map(|&key| key.to_owned()).collect());
    read(input, settable, check)
}

/// A unit of a side, with its fields and their places in the file.
struct Entered {
    side: usize,
    count: u32,
    card: Card,
    node: Node,
}

/// The units of both sides as they were read.
#[derive(Default)]
struct Sides {
    list: Vec<BattleSide>,
    entered: Vec<Entered>,
    // Each side reads its rosters anew, and the fingerprint covers both readings.
    rosters: Vec<Rosters>,
}

impl Sides {
    fn names(&self) -> Vec<&str> {
        self.list.iter().flat_map(|side| &side.units).map(|unit| unit.name.as_str()).collect()
    }
}

fn check(input: &OpenInput<'_>, diagnostics: &mut Diagnostics) -> Option<BattleFile> {
    let root = &input.root;
    known_fields(root, &[&header::KEYS[..], &SETTABLE, &["side"]].concat(), diagnostics);
    let rounds = whole_field(root, "rounds", 1, limits::ROUNDS.into(), diagnostics);
    let (trials, seed) = simulation(root, diagnostics);
    let order = choice(root, "order", Order::AtOnce, diagnostics);
    let sides = read_sides(input, diagnostics)?;
    if !diagnostics.list.is_empty() {
        return None;
    }
    let (battle, notes) = setup(input, &sides, order, diagnostics)?;
    Some(BattleFile {
        header: input.header(&sides.rosters, diagnostics),
        rounds: rounds.map_or(ROUNDS, |rounds| rounds as u32),
        trials,
        seed,
        order,
        sides: sides.list.try_into().ok()?,
        battle,
        notes,
    })
}

fn read_sides(input: &OpenInput<'_>, diagnostics: &mut Diagnostics) -> Option<Sides> {
    let found = input.root.get("side");
    let Some(Node { content: Content::List(list), .. }) =
        found.filter(|node| matches!(&node.content, Content::List(list) if list.len() == 2))
    else {
        let help = "write `[[side]]` twice, each with its units as `[[side.unit]]`".to_owned();
        diagnostics.add(found.unwrap_or(&input.root).span.clone(), "a battle has two sides", Some(help));
        return None;
    };
    let mut sides = Sides::default();
    for side in list {
        read_side(side, input, &mut sides, diagnostics);
    }
    Some(sides)
}

fn read_side(side: &Node, input: &OpenInput<'_>, sides: &mut Sides, diagnostics: &mut Diagnostics) {
    let place = sides.list.len();
    known_fields(side, SIDE_KEYS, diagnostics);
    let name = text_field(side, "name", diagnostics).unwrap_or_else(|| format!("Side {}", place + 1));
    let policy = choice(side, "policy", Policy::Weakest, diagnostics);
    let mut rosters = Rosters::default();
    let mut units = Vec::new();
    let listed = side.get("unit");
    if let Some(Node { content: Content::List(list), .. }) = listed {
        for unit in list {
            let Some(unit) = read_unit(unit, place, input, &mut rosters, diagnostics) else { continue };
            let name = unit.card.name.clone().unwrap_or_else(|| format!("unit {}", units.len() + 1));
            units.push(UnitCount { name, count: unit.count, points: unit.card.points });
            sides.entered.push(unit);
        }
    } else {
        let help = "write `[[side.unit]]` for each kind of unit".to_owned();
        diagnostics.add(listed.unwrap_or(side).span.clone(), "a side needs a list of units", Some(help));
    }
    sides.list.push(BattleSide { name, policy, units });
    sides.rosters.push(rosters);
}

fn read_unit(
    unit: &Node,
    side: usize,
    input: &OpenInput<'_>,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Entered> {
    if !matches!(unit.content, Content::Table(_)) {
        diagnostics.add(unit.span.clone(), "a unit is a group of fields", None);
        return None;
    }
    refuse_fields(unit, &FOR_PRICES, diagnostics);
    let mut node = rosters.resolve(unit, input, diagnostics)?;
    let count = whole_field(&node, "count", 1, limits::UNITS.into(), diagnostics).unwrap_or(1) as u32;
    node.remove(&["count"]);
    let card = Card::take_from(&mut node, diagnostics);
    Some(Entered { side, count, card, node })
}

/// Matches every unit with every enemy. Returns the battle, and which units cannot attack which.
fn setup(
    input: &OpenInput<'_>,
    sides: &Sides,
    order: Order,
    diagnostics: &mut Diagnostics,
) -> Option<(AnyBattle, Vec<String>)> {
    let root = &input.root;
    let units: u64 = sides.entered.iter().map(|unit| u64::from(unit.count)).sum();
    if units > limits::UNITS.into() {
        // Checked first: matching every pair of too many units would take long.
        diagnostics.add(root.span.clone(), too_many(units), None);
        return None;
    }
    let setup = BattleSetup {
        units: sides.entered.iter().map(|unit| unit_setup(unit, root)).collect(),
        situation: root.get("situation").map(Node::value),
        options: root.get("options").map(Node::value),
        order,
        policies: [sides.list.first()?.policy, sides.list.get(1)?.policy],
    };
    let (battle, refusals) = input.system.battle(&setup);
    let nodes: Vec<&Node> = sides.entered.iter().map(|unit| &unit.node).collect();
    let notes = notes(&refusals, &sides.names(), &nodes, root, diagnostics);
    match battle {
        Ok(battle) => {
            let names = sides.names().into_iter().map(|name| printable(name).into());
            Some((battle.with_names(names.collect()), notes))
        }
        Err(reason) => {
            let (span, words, help) = no_battle(&reason, sides, root, &notes);
            diagnostics.add(span, words, help);
            None
        }
    }
}

/// A unit attacks by its own procedure, or by the file's.
fn unit_setup(unit: &Entered, root: &Node) -> UnitSetup {
    UnitSetup {
        side: unit.side,
        count: unit.count,
        points: unit.card.points.unwrap_or(0.0),
        procedure: unit.card.procedure.clone().or_else(|| root.get("procedure").map(Node::value)),
        unit: unit.node.value(),
    }
}

/// Why there is no battle: the place, the message and the help.
fn no_battle(
    reason: &NoBattle,
    sides: &Sides,
    root: &Node,
    notes: &[String],
) -> (Span, String, Option<String>) {
    let whole = root.span.clone();
    match *reason {
        NoBattle::Empty { side } => (whole, format!("side {} has no units", side + 1), None),
        NoBattle::TooMany { units } => (whole, too_many(units), None),
        NoBattle::Idle { troop } => {
            let words = format!("{} can neither attack nor be attacked", sides.names()[troop]);
            (sides.entered[troop].node.span.clone(), words, Some(notes.join("\n")))
        }
        NoBattle::Sums { side } => {
            let words = format!("the points of side {} add up to too many different sums", side + 1);
            (whole, words, Some("round the points".to_owned()))
        }
    }
}

fn too_many(units: u64) -> String {
    format!("{units} units; a battle has at most {}", limits::UNITS)
}
