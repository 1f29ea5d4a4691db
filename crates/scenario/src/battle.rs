//! Battle files: two sides, each a list of units with counts, and how they fight.

use std::path::Path;

use rules::battle::{Muster, NoBattle, Order, Policy, Recruit, Refusal};
use rules::fields::{Fault, FromValue, Problems};
use rules::{AnyBattle, System, limits};

use crate::diagnostic::{Diagnostics, Invalid, describe, unknown};
use crate::document::{Content, Entry, Node};
use crate::matchup::{OF_PRICES, Refused, card, text_field, whole_field, without_use};
use crate::roster::Rosters;
use crate::{Card, Source, fingerprint, open, runs, system, with_faults};

/// A battle, checked.
#[derive(Clone, Debug)]
pub struct BattleFile {
    /// Its name, or its file's.
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// The rules it is fought by.
    pub system: &'static System,
    /// The most rounds.
    pub rounds: u32,
    /// Trials that the file asks for.
    pub trials: Option<u64>,
    /// The seed that the file asks for.
    pub seed: Option<u64>,
    /// Who attacks first in a round.
    pub order: Order,
    /// Both sides.
    pub sides: [Army; 2],
    /// What is fought.
    pub battle: AnyBattle,
    /// Who cannot attack whom, and why.
    pub notes: Vec<String>,
    /// The file's text.
    pub text: String,
    /// A fingerprint of all that went in.
    pub hash: String,
}

/// One side.
#[derive(Clone, Debug)]
pub struct Army {
    /// What it is called.
    pub name: String,
    /// How it chooses its targets.
    pub policy: Policy,
    /// Its units.
    pub units: Vec<Listed>,
}

/// Units of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// What they are called.
    pub name: String,
    /// How many there are.
    pub count: u32,
    /// What each costs.
    pub points: Option<f64>,
}

impl Army {
    /// What it costs; nothing is known if a unit's points are not given.
    pub fn points(&self) -> Option<f64> {
        self.units.iter().map(|unit| Some(unit.points? * f64::from(unit.count))).sum()
    }
}

/// Rounds of a battle that does not say how many.
pub const ROUNDS: u32 = 20;

const TOP: &[&str] = &[
    "system",
    "name",
    "description",
    "procedure",
    "rounds",
    "order",
    "side",
    "situation",
    "options",
    "simulation",
];
const OF_A_SIDE: &[&str] = &["name", "policy", "unit"];

/// Reads and checks a battle file; `set` holds overrides such as `rounds=8` or `situation.cover=hard`.
pub fn load_battle(path: &Path, set: &[String]) -> Result<BattleFile, Invalid> {
    let (source, stem) = open(path)?;
    parse_battle(source, &stem, path.parent().unwrap_or(Path::new("")), set)
}

/// Checks a battle from its text. `stem` is its name where it gives none, `folder` where rosters are looked for.
pub fn parse_battle(
    source: Source,
    stem: &str,
    folder: &Path,
    set: &[String],
) -> Result<BattleFile, Invalid> {
    with_faults(source, |root, diagnostics| check(root, stem, folder, set, diagnostics))
}

/// A unit of a side, with the place where it was written.
struct Entered {
    side: usize,
    count: u32,
    card: Card,
    node: Node,
}

fn check(
    root: &Node,
    stem: &str,
    folder: &Path,
    set: &[String],
    diagnostics: &mut Diagnostics,
) -> Option<BattleFile> {
    let system = system(root, diagnostics)?;
    let settable = ["procedure", "rounds", "order", "situation", "options", "simulation"];
    let root = overridden(root, set, &settable, diagnostics);
    known_fields(&root, TOP, diagnostics);
    let name = text_field(&root, "name", diagnostics).unwrap_or_else(|| stem.to_owned());
    let description = text_field(&root, "description", diagnostics);
    let rounds = whole_field(&root, "rounds", 1, limits::ROUNDS.into(), diagnostics);
    let (trials, seed) = crate::matchup::simulation(&root, diagnostics);
    let order = choice(&root, "order", Order::AtOnce, diagnostics);
    let mut entered = Vec::new();
    let mut armies = Vec::new();
    for (number, side) in sides(&root, diagnostics)?.iter().enumerate() {
        armies.push(army(number, side, system, folder, &mut entered, diagnostics));
    }
    if !diagnostics.list.is_empty() {
        return None;
    }
    let units: u64 = entered.iter().map(|unit| u64::from(unit.count)).sum();
    if units > limits::UNITS.into() {
        // Before every unit is matched with every enemy.
        diagnostics.add(root.span.clone(), too_many(units), None);
        return None;
    }
    let muster = Muster {
        recruits: entered.iter().map(|unit| recruit(unit, &root)).collect(),
        situation: root.get("situation").map(Node::value),
        options: root.get("options").map(Node::value),
        order,
        policies: [armies.first()?.policy, armies.get(1)?.policy],
    };
    let (battle, refusals) = AnyBattle::muster(system.id, &muster)?;
    let names: Vec<&str> =
        armies.iter().flat_map(|army| &army.units).map(|unit| unit.name.as_str()).collect();
    let nodes: Vec<&Node> = entered.iter().map(|unit| &unit.node).collect();
    let notes = notes(&refusals, &names, &nodes, &root, diagnostics);
    let battle = match battle {
        Ok(battle) => battle,
        Err(reason) => {
            let (span, words, help) = match reason {
                NoBattle::Empty { side } => {
                    (root.span.clone(), format!("side {} has no units", side + 1), None)
                }
                NoBattle::TooMany { units } => (root.span.clone(), too_many(units), None),
                NoBattle::Idle { troop } => {
                    let words = format!("{} can neither attack nor be attacked", names[troop]);
                    (nodes[troop].span.clone(), words, Some(notes.join("\n")))
                }
                NoBattle::Sums { side } => {
                    let words = format!("the points of side {} add up to too many different sums", side + 1);
                    (root.span.clone(), words, Some("round the points".to_owned()))
                }
            };
            diagnostics.add(span, words, help);
            return None;
        }
    };
    let sides: [Army; 2] = armies.try_into().ok()?;
    let hash = fingerprint(&diagnostics.sources);
    let text = diagnostics.sources[0].text.clone();
    let rounds = rounds.map_or(ROUNDS, |rounds| rounds as u32);
    Some(BattleFile {
        name,
        description,
        system,
        rounds,
        trials,
        seed,
        order,
        sides,
        battle,
        notes,
        text,
        hash,
    })
}

fn too_many(units: u64) -> String {
    format!("{units} units; a battle has at most {}", limits::UNITS)
}

/// The root with the overrides of the command line, which may set these fields and sections.
pub(crate) fn overridden(
    root: &Node,
    set: &[String],
    settable: &[&str],
    diagnostics: &mut Diagnostics,
) -> Node {
    let arguments: Vec<_> = set.iter().filter_map(|text| runs::argument(text, diagnostics)).collect();
    for setting in &arguments {
        let section = setting.path.split_once('.').map_or(setting.path.as_str(), |(section, _)| section);
        if !settable.contains(&section) {
            let (message, help) = unknown("unit or field to set", section, settable);
            diagnostics.add(setting.entry.key_span.clone(), message, help);
        }
    }
    runs::apply(root, &arguments)
}

fn known_fields(table: &Node, known: &[&str], diagnostics: &mut Diagnostics) {
    for entry in table.entries().iter().filter(|entry| !known.contains(&entry.key.as_str())) {
        let (message, help) = unknown("field", &entry.key, known);
        diagnostics.add(entry.key_span.clone(), message, help);
    }
}

/// One of a fixed set of names, or what holds without it.
pub(crate) fn choice<T: FromValue>(root: &Node, key: &str, default: T, diagnostics: &mut Diagnostics) -> T {
    let Some(node) = root.get(key) else { return default };
    let mut problems = Problems::default();
    let found = T::from_value(&node.value(), key, &mut problems);
    for problem in &problems.0 {
        let (message, help) = describe(&problem.path, &problem.fault);
        diagnostics.add(node.span.clone(), message, help);
    }
    found.unwrap_or(default)
}

fn sides<'a>(root: &'a Node, diagnostics: &mut Diagnostics) -> Option<&'a [Node]> {
    let help = Some("write `[[side]]` twice, each with its units as `[[side.unit]]`".to_owned());
    let found = root.get("side");
    match found.map(|node| &node.content) {
        Some(Content::List(sides)) if sides.len() == 2 => Some(sides),
        _ => {
            let span = found.map_or_else(|| root.span.clone(), |node| node.span.clone());
            diagnostics.add(span, "a battle has two sides", help);
            None
        }
    }
}

fn army(
    number: usize,
    side: &Node,
    system: &System,
    folder: &Path,
    entered: &mut Vec<Entered>,
    diagnostics: &mut Diagnostics,
) -> Army {
    known_fields(side, OF_A_SIDE, diagnostics);
    let name = text_field(side, "name", diagnostics).unwrap_or_else(|| format!("Side {}", number + 1));
    let policy = choice(side, "policy", Policy::Weakest, diagnostics);
    let mut units = Vec::new();
    let mut rosters = Rosters::default();
    let listed = side.get("unit").map(|node| (node, &node.content));
    let Some((_, Content::List(list))) = listed else {
        let span = listed.map_or_else(|| side.span.clone(), |(node, _)| node.span.clone());
        let help = Some("write `[[side.unit]]` for each kind of unit".to_owned());
        diagnostics.add(span, "a side needs a list of units", help);
        return Army { name, policy, units };
    };
    for unit in list {
        if !matches!(unit.content, Content::Table(_)) {
            diagnostics.add(unit.span.clone(), "a unit is a group of fields", None);
            continue;
        }
        without_use(unit, &OF_PRICES, diagnostics);
        let Some(mut node) = rosters.resolve(unit, system.id, folder, diagnostics) else { continue };
        let count = whole_field(&node, "count", 1, limits::UNITS.into(), diagnostics).unwrap_or(1) as u32;
        if let Content::Table(entries) = &mut node.content {
            entries.retain(|entry| entry.key != "count");
        }
        let card = card(&mut node, diagnostics);
        let name = card.name.clone().unwrap_or_else(|| format!("unit {}", units.len() + 1));
        units.push(Listed { name, count, points: card.points });
        entered.push(Entered { side: number, count, card, node });
    }
    Army { name, policy, units }
}

/// A unit attacks in its own way, or as the file says.
fn recruit(unit: &Entered, root: &Node) -> Recruit {
    Recruit {
        side: unit.side,
        count: unit.count,
        points: unit.card.points.unwrap_or(0.0),
        procedure: unit.card.procedure.clone().or_else(|| root.get("procedure").map(Node::value)),
        unit: unit.node.value(),
    }
}

/// Why units cannot attack others. A slip in the file is told where it was written; what a unit merely lacks is given back in words.
pub(crate) fn notes(
    refusals: &[Refusal],
    names: &[&str],
    nodes: &[&Node],
    root: &Node,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for Refusal { attacker, target, problems } in refusals {
        let mut slips = Vec::new();
        for problem in problems {
            let (section, field) = problem.path.split_once('.').unwrap_or(("", &problem.path));
            let who = match section {
                "attacker" => format!("{} cannot attack: ", names[*attacker]),
                "target" => format!("{} cannot be attacked: ", names[*target]),
                _ => format!("{} cannot attack {}: ", names[*attacker], names[*target]),
            };
            match &problem.fault {
                Fault::Missing { why, .. } => notes.push(format!("{who}`{field}` is missing, needed {why}")),
                Fault::Conflict(words) => notes.push(format!("{who}{words}")),
                Fault::Expected(_) | Fault::Unknown { .. } | Fault::TooMany { .. } => {
                    slips.push(problem.clone());
                }
            }
        }
        let mut whole = root.clone();
        for (key, unit) in [("attacker", *attacker), ("target", *target)] {
            let node = nodes[unit].clone();
            whole.set(Entry { key: key.to_owned(), key_span: node.span.clone(), node });
        }
        Refused { whole, problems: slips }.tell(diagnostics);
    }
    notes.sort();
    notes.dedup();
    notes
}
