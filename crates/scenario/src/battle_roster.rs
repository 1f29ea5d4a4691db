//! A roster whose units fight each other: match-ups of every pair of units in every situation, from which prices are computed.

use std::path::Path;

use chance::battle::{BattleSetup, Order, Policy, UnitSetup};
use chance::fields::Value;
use systems::AnyMatchups;

use crate::armies::{self, Army, army_points};
use crate::diagnostic::{Diagnostics, Invalid, Source};
use crate::document::{Entry, Node};
use crate::files::{Disk, File};
use crate::header::Header;
use crate::input::{Input, OpenInput, open, read};
use crate::limits;
use crate::refusals::notes;
use crate::roster::{NOT_UNITS, check_unit, settable};
use crate::situations::{self, Situation};
use crate::steps::{NumberStep, each_step};
use crate::unit::{Card, RosterUnit};
use crate::values::{choice, simulation};

/// A roster whose units fight each other.
#[derive(Clone, Debug)]
pub struct BattleRoster {
    /// What the file says about itself.
    pub header: Header,
    /// The units.
    pub units: Vec<RosterUnit>,
    /// The situations in which they meet.
    pub situations: Vec<SituationBattles>,
    /// The largest number of trials of each battle that the file asks for.
    pub trials: Option<u64>,
    /// The seed that the file asks for.
    pub seed: Option<u64>,
    /// Who attacks first in a round.
    pub order: Order,
    /// How units choose their targets.
    pub policy: Policy,
    /// The points of an army when prices are computed.
    pub army_points: Option<f64>,
    /// Armies to fight against when prices are computed.
    pub armies: Vec<Army>,
    /// Which units cannot fight which, and why.
    pub notes: Vec<String>,
    /// The fields of each unit.
    pub(crate) nodes: Vec<Node>,
    pub(crate) options: Option<Value>,
    pub(crate) procedure: Option<Value>,
}

/// A situation of a roster, with the match-ups of all units.
#[derive(Clone, Debug)]
pub struct SituationBattles {
    /// The name.
    pub name: String,
    pub(crate) fields: Option<Value>,
    pub(crate) procedure: Option<Value>,
    /// How often it comes, beside the others, when prices are computed.
    pub weight: f64,
    /// Every unit against every unit, itself included.
    pub matchups: AnyMatchups,
}

/// Reads and checks a roster whose units fight each other. `set` holds overrides such as `titan.dmg=5`.
pub fn load_battle_roster<'a>(file: impl Into<File<'a>>, set: &[String]) -> Result<BattleRoster, Invalid> {
    read_battle_roster(open(file.into())?.input(set))
}

/// Checks the text of a roster whose units fight each other. `stem` is the name of a roster that gives none.
pub fn parse_battle_roster(
    source: Source,
    stem: &str,
    folder: &Path,
    set: &[String],
) -> Result<BattleRoster, Invalid> {
    read_battle_roster(Input { source, stem, folder, files: &Disk, set })
}

fn read_battle_roster(input: Input<'_>) -> Result<BattleRoster, Invalid> {
    // A roster's `rounds` are those of its matrix. The length of battles for prices is an option of the command line.
    let settable = |root: &Node| Some(settable(root).into_iter().filter(|key| key != "rounds").collect());
    read(input, settable, check)
}

fn check(input: &OpenInput<'_>, diagnostics: &mut Diagnostics) -> Option<BattleRoster> {
    let root = &input.root;
    let (units, nodes) = read_units(input, diagnostics);
    let situations = situations::all(root, diagnostics);
    let armies = armies::read(root, &units, diagnostics);
    if situations.len() > limits::SITUATIONS {
        let message =
            format!("a field has at most {} situations, this has {}", limits::SITUATIONS, situations.len());
        diagnostics.add(root.span.clone(), message, None);
    }
    let (trials, seed) = simulation(root, diagnostics);
    check_trials(root, trials, diagnostics);
    let mut roster = BattleRoster {
        header: input.header(&[], diagnostics),
        units,
        situations: Vec::new(),
        trials,
        seed,
        order: choice(root, "order", Order::AtOnce, diagnostics),
        policy: choice(root, "policy", Policy::Weakest, diagnostics),
        army_points: army_points(root, diagnostics),
        armies,
        notes: Vec::new(),
        nodes,
        options: root.get("options").map(Node::value),
        procedure: root.get("procedure").map(Node::value),
    };
    if !diagnostics.list.is_empty() {
        return None;
    }
    for situation in situations {
        roster.add_situation(situation, root, diagnostics);
    }
    roster.notes.sort();
    roster.notes.dedup();
    Some(roster)
}

fn read_units(input: &OpenInput<'_>, diagnostics: &mut Diagnostics) -> (Vec<RosterUnit>, Vec<Node>) {
    let mut units = Vec::new();
    let mut nodes = Vec::new();
    for entry in input.root.entries().iter().filter(|entry| !NOT_UNITS.contains(&entry.key.as_str())) {
        if input.system.further_units.iter().any(|unit| *unit == entry.key) {
            diagnostics.add(entry.key_span.clone(), format!("a battle has no {}", entry.key), None);
        } else if check_unit(entry, diagnostics).is_some() {
            let mut node = entry.node.clone();
            units.push(RosterUnit { key: entry.key.clone(), card: Card::take_from(&mut node, diagnostics) });
            nodes.push(node);
        }
    }
    if units.len() < 2 || units.len() > limits::FIELD {
        let message = format!("a field needs 2 to {} units, this has {}", limits::FIELD, units.len());
        diagnostics.add(input.root.span.clone(), message, None);
    }
    (units, nodes)
}

fn check_trials(root: &Node, trials: Option<u64>, diagnostics: &mut Diagnostics) {
    let at = root.get("simulation").and_then(|simulation| simulation.get("trials"));
    if let (Some(trials), Some(node)) = (trials, at)
        && !limits::BATTLE_TRIALS.contains(&trials)
    {
        let (least, most) = (limits::BATTLE_TRIALS.start(), limits::BATTLE_TRIALS.end());
        let message = format!("each battle for a price takes from {least} to {most} trials");
        diagnostics.add(node.span.clone(), message, None);
    }
}

impl BattleRoster {
    /// The largest number of units of a side.
    pub const MOST_UNITS: u32 = limits::UNITS / 5;

    /// The roster with each number of a unit one less, and one more. Steps that the rules refuse in any battle are left out.
    pub fn steps(&self, unit: usize) -> Vec<(NumberStep, Self)> {
        let mut steps = Vec::new();
        for (step, node) in each_step(&self.header.system, &self.nodes[unit]) {
            let mut roster = self.clone();
            roster.nodes[unit] = node;
            if roster.rebuild_matchups() {
                steps.push((step, roster));
            }
        }
        steps
    }

    /// Adds a situation with its match-ups. `root` is the roster's tree, for faults.
    fn add_situation(&mut self, situation: Situation, root: &Node, diagnostics: &mut Diagnostics) {
        let Situation { name, procedure, fields, weight } = situation;
        let mut tree = root.clone();
        if let Some(node) = &fields {
            let key = "situation".to_owned();
            tree.set(Entry { key, key_span: node.span.clone(), node: node.clone() });
        }
        let procedure = procedure.map(|entry| entry.node.value());
        let fields = fields.as_ref().map(Node::value);
        let (matchups, notes) = self.match_all(fields.as_ref(), procedure.as_ref(), &tree, diagnostics);
        self.notes.extend(notes);
        self.situations.push(SituationBattles { name, fields, procedure, weight, matchups });
    }

    /// Makes all match-ups anew. Returns false if the rules refuse one that they accepted before.
    fn rebuild_matchups(&mut self) -> bool {
        let number = self.units.len();
        let root = Node::table(self.nodes[0].span.clone());
        for place in 0..self.situations.len() {
            let situation = &self.situations[place];
            let mut refused = Diagnostics::default();
            let (fields, procedure) = (situation.fields.as_ref(), situation.procedure.as_ref());
            let (matchups, _) = self.match_all(fields, procedure, &root, &mut refused);
            let same = |pair: usize| {
                let (attacker, target) = (pair / number, pair % number);
                matchups.can_attack(attacker, target) == situation.matchups.can_attack(attacker, target)
            };
            if !refused.list.is_empty() || !(0..number * number).all(same) {
                return false;
            }
            self.situations[place].matchups = matchups;
        }
        true
    }

    /// Matches every unit with every unit; also returns which of them cannot fight, and why. `root` is the roster's tree, for faults.
    pub(crate) fn match_all(
        &self,
        fields: Option<&Value>,
        procedure: Option<&Value>,
        root: &Node,
        diagnostics: &mut Diagnostics,
    ) -> (AnyMatchups, Vec<String>) {
        let unit_setup = |(unit, node): (&RosterUnit, &Node)| {
            let own = || unit.card.procedure.clone().or_else(|| self.procedure.clone());
            let procedure = procedure.cloned().or_else(own);
            UnitSetup { side: 0, count: 1, points: 1.0, procedure, unit: node.value() }
        };
        let setup = BattleSetup {
            units: self.units.iter().zip(&self.nodes).map(unit_setup).collect(),
            situation: fields.cloned(),
            options: self.options.clone(),
            order: self.order,
            policies: [self.policy; 2],
        };
        let (matchups, mut refusals) = self.header.system.matchups(&setup);
        // A unit that cannot attack its like is told by what it cannot do to others.
        refusals.retain(|refusal| refusal.attacker != refusal.target);
        let names: Vec<&str> = self.units.iter().map(RosterUnit::name).collect();
        let nodes: Vec<&Node> = self.nodes.iter().collect();
        let mut notes = notes(&refusals, &names, &nodes, root, diagnostics);
        for second in 0..names.len() {
            for first in 0..second {
                if !matchups.can_attack(first, second) && !matchups.can_attack(second, first) {
                    notes.push(format!("{} and {} do not fight", names[first], names[second]));
                }
            }
        }
        (matchups, notes)
    }
}
