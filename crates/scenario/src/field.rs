//! A roster as a field of opponents: every unit can be sent into battle against every other, in each situation.
//!
//! A roster may give one `[situation]`, or several as `[[situation]]`, each with a `name` and, if it likes, a `procedure`.

use std::path::Path;

use rules::battle::{Muster, Order, Policy, Recruit};
use rules::fields::Value;
use rules::{AnyBattle, System, limits};

use crate::battle::{choice, notes, overridden};
use crate::diagnostic::{Diagnostics, Invalid, unknown};
use crate::document::{Content, Entry, Node};
use crate::matchup::{card, simulation, text_field};
use crate::pairings::Player;
use crate::roster::NOT_UNITS;
use crate::steps::{Changed, each_step};
use crate::{Source, fingerprint, open, system, with_faults};

/// A roster whose units can be sent into battle.
#[derive(Clone, Debug)]
pub struct Field {
    /// The roster's name, or its file's.
    pub name: String,
    /// What it is about.
    pub description: Option<String>,
    /// The rules.
    pub system: &'static System,
    /// The units.
    pub units: Vec<Player>,
    /// The situations in which they meet.
    pub contexts: Vec<Context>,
    /// The most trials of each battle that the file asks for.
    pub trials: Option<u64>,
    /// The seed that the file asks for.
    pub seed: Option<u64>,
    /// Who attacks first in a round.
    pub order: Order,
    /// How units choose their targets.
    pub policy: Policy,
    /// Who cannot fight whom, and why.
    pub notes: Vec<String>,
    /// The file's text.
    pub text: String,
    /// A fingerprint of all that went in.
    pub hash: String,
    /// Each unit's fields.
    nodes: Vec<Node>,
    options: Option<Value>,
    procedure: Option<Value>,
}

/// A situation of a roster.
#[derive(Clone, Debug)]
pub struct Context {
    /// What it is called.
    pub name: String,
    situation: Option<Value>,
    procedure: Option<Value>,
    /// A battle of one against one for each pair, by the first and the second unit; none where they cannot fight.
    battles: Vec<Option<AnyBattle>>,
}

/// Reads a roster file as a field; `set` holds overrides such as `titan.dmg=5`.
pub fn load_field(path: &Path, set: &[String]) -> Result<Field, Invalid> {
    let (source, stem) = open(path)?;
    parse_field(source, &stem, set)
}

/// Checks a roster as a field from its text. `stem` is its name where it gives none.
pub fn parse_field(source: Source, stem: &str, set: &[String]) -> Result<Field, Invalid> {
    with_faults(source, |root, diagnostics| read(root, stem, set, diagnostics))
}

fn read(root: &Node, stem: &str, set: &[String], diagnostics: &mut Diagnostics) -> Option<Field> {
    let system = system(root, diagnostics)?;
    let units = root.entries().iter().map(|entry| entry.key.as_str());
    // The rounds of a roster are those of its matrix; battles for prices have theirs on the command line.
    let common = NOT_UNITS.iter().copied().filter(|&key| key != "rounds");
    let settable: Vec<&str> = common.chain(units.filter(|&key| key != "rounds")).collect();
    let root = overridden(root, set, &settable, diagnostics);
    let mut units = Vec::new();
    let mut nodes = Vec::new();
    for entry in root.entries().iter().filter(|entry| !NOT_UNITS.contains(&entry.key.as_str())) {
        if system.further_units.contains(&entry.key.as_str()) {
            let message = format!("a battle has no {}", entry.key);
            diagnostics.add(entry.key_span.clone(), message, None);
        } else if !matches!(entry.node.content, Content::Table(_)) {
            let (message, help) = unknown("field", &entry.key, NOT_UNITS);
            diagnostics.add(entry.key_span.clone(), message, help);
        } else if let Some(entry) = entry.node.entry("use") {
            diagnostics.add(entry.key_span.clone(), "a roster's unit cannot take from another roster", None);
        } else {
            let mut node = entry.node.clone();
            units.push(Player { key: entry.key.clone(), card: card(&mut node, diagnostics) });
            nodes.push(node);
        }
    }
    if units.len() < 2 || units.len() > limits::FIELD {
        let message = format!("a field needs 2 to {} units, this has {}", limits::FIELD, units.len());
        diagnostics.add(root.span.clone(), message, None);
    }
    let contexts = contexts(&root, diagnostics);
    if contexts.len() > limits::SITUATIONS {
        let message =
            format!("a field has at most {} situations, this has {}", limits::SITUATIONS, contexts.len());
        diagnostics.add(root.span.clone(), message, None);
    }
    let (trials, seed) = simulation(&root, diagnostics);
    let at = root.get("simulation").and_then(|simulation| simulation.get("trials"));
    if let (Some(trials), Some(node)) = (trials, at)
        && !limits::BATTLE_TRIALS.contains(&trials)
    {
        let (least, most) = (limits::BATTLE_TRIALS.start(), limits::BATTLE_TRIALS.end());
        let message = format!("each battle for a price takes from {least} to {most} trials");
        diagnostics.add(node.span.clone(), message, None);
    }
    let mut field = Field {
        name: text_field(&root, "name", diagnostics).unwrap_or_else(|| stem.to_owned()),
        description: text_field(&root, "description", diagnostics),
        system,
        units,
        contexts: Vec::new(),
        trials,
        seed,
        order: choice(&root, "order", Order::AtOnce, diagnostics),
        policy: choice(&root, "policy", Policy::Weakest, diagnostics),
        notes: Vec::new(),
        text: diagnostics.sources[0].text.clone(),
        hash: fingerprint(&diagnostics.sources),
        nodes,
        options: root.get("options").map(Node::value),
        procedure: root.get("procedure").map(Node::value),
    };
    if !diagnostics.list.is_empty() {
        return None;
    }
    for (mut context, node) in contexts {
        let mut tree = root.clone();
        if let Some(node) = node {
            let key = "situation".to_owned();
            tree.set(Entry { key, key_span: node.span.clone(), node });
        }
        let number = field.units.len();
        for first in 0..number {
            for second in 0..number {
                let battle = (first < second).then(|| {
                    field.send(
                        &context,
                        [(first, &field.nodes[first]), (second, &field.nodes[second])],
                        &tree,
                        diagnostics,
                    )
                });
                let (battle, notes) = battle.unwrap_or_default();
                context.battles.push(battle);
                field.notes.extend(notes);
            }
        }
        field.contexts.push(context);
    }
    field.notes.sort();
    field.notes.dedup();
    Some(field)
}

/// A table of a roster's `[[situation]]`.
pub struct Situation {
    /// Its name, or its number.
    pub name: String,
    /// How units attack in it.
    pub procedure: Option<Entry>,
    /// What else stands in it.
    pub fields: Node,
}

impl Situation {
    fn new(name: String, node: &Node) -> Self {
        let mut fields = node.clone();
        if let Content::Table(entries) = &mut fields.content {
            entries.retain(|entry| !["name", "procedure"].contains(&entry.key.as_str()));
        }
        Self { name, procedure: node.entry("procedure").cloned(), fields }
    }
}

/// The situations that a roster lists; none where it has one for all, or none at all.
pub fn listed_situations(root: &Node, diagnostics: &mut Diagnostics) -> Vec<Situation> {
    let Some(Node { content: Content::List(list), .. }) = root.get("situation") else { return Vec::new() };
    let named = |(number, node): (usize, &Node)| {
        let name = text_field(node, "name", diagnostics);
        Situation::new(name.unwrap_or_else(|| format!("situation {number}")), node)
    };
    (1..).zip(list).map(named).collect()
}

/// The situations in which the units of a roster meet, each with what stands in it.
fn contexts(root: &Node, diagnostics: &mut Diagnostics) -> Vec<(Context, Option<Node>)> {
    let context = |situation: Situation| {
        let Situation { name, procedure, fields } = situation;
        let procedure = procedure.map(|entry| entry.node.value());
        (Context { name, situation: Some(fields.value()), procedure, battles: Vec::new() }, Some(fields))
    };
    let everywhere = "everywhere".to_owned();
    match root.get("situation") {
        Some(Node { content: Content::List(_), .. }) => {
            listed_situations(root, diagnostics).into_iter().map(context).collect()
        }
        Some(node) => vec![context(Situation::new(everywhere, node))],
        None => {
            vec![(Context { name: everywhere, situation: None, procedure: None, battles: Vec::new() }, None)]
        }
    }
}

impl Field {
    /// The battle of two units, so many of each, in a situation; none where they cannot fight, or are too many.
    pub fn battle(&self, context: usize, units: [usize; 2], counts: [u32; 2]) -> Option<AnyBattle> {
        let [first, second] = units;
        let swapped = first > second;
        let (pair, counts) =
            if swapped { ([second, first], [counts[1], counts[0]]) } else { (units, counts) };
        let battle = self.contexts[context].battles[pair[0] * self.units.len() + pair[1]].as_ref()?;
        battle.recounted(&counts).ok()
    }

    /// Every field of a unit one step down and one up, as fields with that unit changed.
    pub fn steps(&self, unit: usize) -> Vec<(Changed, Self)> {
        let mut steps = Vec::new();
        for (changed, node) in each_step(self.system, &self.nodes[unit]) {
            let mut field = self.clone();
            field.nodes[unit] = node;
            // A step that the rules refuse in any battle is no step.
            if field.fight_anew(unit) {
                steps.push((changed, field));
            }
        }
        steps
    }

    /// Makes the battles of a unit anew; false if one that was there is there no more.
    fn fight_anew(&mut self, unit: usize) -> bool {
        let number = self.units.len();
        let root = Node::table(self.nodes[unit].span.clone());
        for context in 0..self.contexts.len() {
            for other in (0..number).filter(|&other| other != unit) {
                let [first, second] = if unit < other { [unit, other] } else { [other, unit] };
                let sent = [(first, &self.nodes[first]), (second, &self.nodes[second])];
                let mut refused = Diagnostics::default();
                let (battle, _) = self.send(&self.contexts[context], sent, &root, &mut refused);
                let place = first * number + second;
                let battles = &mut self.contexts[context].battles;
                if battle.is_none() != battles[place].is_none() || !refused.list.is_empty() {
                    return false;
                }
                battles[place] = battle;
            }
        }
        true
    }

    /// One of each in battle, and why not.
    fn send(
        &self,
        context: &Context,
        units: [(usize, &Node); 2],
        root: &Node,
        diagnostics: &mut Diagnostics,
    ) -> (Option<AnyBattle>, Vec<String>) {
        let recruit = |side: usize| {
            let (unit, node) = units[side];
            let card = &self.units[unit].card;
            let own = || card.procedure.clone().or_else(|| self.procedure.clone());
            Recruit {
                side,
                count: 1,
                points: 1.0,
                procedure: context.procedure.clone().or_else(own),
                unit: node.value(),
            }
        };
        let muster = Muster {
            recruits: vec![recruit(0), recruit(1)],
            situation: context.situation.clone(),
            options: self.options.clone(),
            order: self.order,
            policies: [self.policy; 2],
        };
        let Some((battle, refusals)) = AnyBattle::muster(self.system.id, &muster) else {
            return (None, Vec::new());
        };
        let names = units.map(|(unit, _)| self.units[unit].name());
        let mut notes = notes(&refusals, &names, &units.map(|(_, node)| node), root, diagnostics);
        if battle.is_err() {
            notes.push(format!("{} and {} do not fight", names[0], names[1]));
        }
        (battle.ok(), notes)
    }

    /// The most units that a side can have.
    pub const fn most_units() -> u32 {
        limits::UNITS / 5
    }
}
