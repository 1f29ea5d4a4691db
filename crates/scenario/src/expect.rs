//! Expectations: the `[[expect]]` tables of a scenario, which `killcurve guard` checks.
//!
//! An expectation gives a range for a number of one run, or names another run that it must beat.

use chance::fields::Value;
use chance::game::{Procedure, Visitable};
use chance::{Game, Text, Visit};
use results::NumberKind;

use crate::diagnostic::{Diagnostics, Span, unknown};
use crate::document::{Content, Entry, Node};
use crate::limits;
use crate::notation;
use crate::scenario::Run;
use crate::values::{text_field, whole_field};

/// An expectation about a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// The run, by its place among the scenario's runs.
    pub run: usize,
    /// The number's name, such as `kill`.
    pub quantity: String,
    /// The round at whose end the number counts.
    pub round: usize,
    /// The condition.
    pub claim: Claim,
}

/// A condition on a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Claim {
    /// It lies in this range, ends included. An end that is not given is infinite.
    Within {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// It is above that of another run.
    Beats(usize),
}

impl Expect {
    /// Writes the expectation as a sentence.
    pub fn words(&self, runs: &[Run]) -> String {
        let label = |run: usize| runs.get(run).map_or("", |run| run.label.as_str());
        let of_all = results::is_of_all_rounds(&self.quantity);
        let by = if of_all { String::new() } else { format!(" in round {}", self.round) };
        let claim = match self.claim {
            Claim::Within { low, high: f64::INFINITY } => format!("at least {low}"),
            Claim::Within { low: f64::NEG_INFINITY, high } => format!("at most {high}"),
            Claim::Within { low, high } => format!("from {low} to {high}"),
            Claim::Beats(other) => format!("above that of {}", label(other)),
        };
        format!("{}: {}{by} {claim}", label(self.run), self.quantity)
    }
}

/// The fields of an expectation, with their help.
pub const FIELDS: &[(&str, &str)] = &[
    (
        "quantity",
        "The number: kill, an event, a measure's mean such as hits.mean, or attacks_to_kill.median.",
    ),
    ("round", "The round at whose end the number counts; the last one if none is given."),
    ("run", "The run: base, or a variant's name. Without it, base."),
    ("between", "The smallest and the largest allowed value."),
    ("at_least", "The smallest allowed value."),
    ("at_most", "The largest allowed value."),
    ("beats", "A variant, or base, with a lower kill probability."),
];

/// The fields that may follow a quantity's name and a dot: `kill.round = 3`.
const AFTER_QUANTITY: &[&str] = &["round", "between", "at_least", "at_most"];

/// Reads all expectations of a scenario whose runs are valid.
pub fn read(root: &Node, runs: &[Run], diagnostics: &mut Diagnostics) -> Vec<Expect> {
    let Some(node) = root.get("expect") else { return Vec::new() };
    let Content::List(list) = &node.content else {
        let help = "write `[[expect]]` in double brackets".to_owned();
        diagnostics.add(node.span.clone(), "expectations are a list", Some(help));
        return Vec::new();
    };
    if list.len() > limits::EXPECTS {
        diagnostics.add(node.span.clone(), format!("more than {} expectations", limits::EXPECTS), None);
        return Vec::new();
    }
    list.iter().filter_map(|table| one(table, runs, diagnostics)).collect()
}

fn one(table: &Node, runs: &[Run], diagnostics: &mut Diagnostics) -> Option<Expect> {
    let faults = diagnostics.list.len();
    let mut plain = Node::table(table.span.clone());
    let fields: Vec<&str> = FIELDS.iter().map(|&(name, _)| name).collect();
    for entry in table.entries() {
        if fields.contains(&entry.key.as_str()) {
            plain.set(entry.clone());
        } else if matches!(entry.node.content, Content::Table(_)) {
            unfold(entry, &entry.key, &mut plain, diagnostics);
        } else {
            let (message, help) = unknown("field", &entry.key, &fields);
            diagnostics.add(entry.key_span.clone(), message, help);
        }
    }
    let run = labelled(&plain, "run", runs, diagnostics).unwrap_or(0);
    let quantity = quantity(&plain, runs.get(run)?, diagnostics);
    let claim = claim(&plain, runs, diagnostics);
    let last = match claim {
        Some(Claim::Beats(other)) => runs[run].rounds.min(runs[other].rounds),
        _ => runs[run].rounds,
    };
    let round = whole_field(&plain, "round", 1, last.into(), diagnostics).map_or(last, |round| round as u32);
    let (quantity, claim) = (quantity?, claim?);
    if results::kind(&quantity) == NumberKind::Probability {
        refuse_percentages(&plain, diagnostics);
    }
    let at = |field: &str| plain.get(field).map_or_else(|| table.span.clone(), |node| node.span.clone());
    if matches!(claim, Claim::Beats(_)) && quantity != results::KILL {
        let words = "`beats` compares kill probabilities, and no other quantity";
        diagnostics.add(at("quantity"), words, None);
    }
    if matches!(claim, Claim::Beats(other) if other == run) {
        diagnostics.add(at("beats"), "a run cannot beat itself", None);
    }
    if results::is_of_all_rounds(&quantity) && plain.get("round").is_some() {
        diagnostics.add(at("round"), format!("`{quantity}` is of all rounds together"), None);
    }
    (diagnostics.list.len() == faults).then_some(Expect { run, quantity, round: round as usize, claim })
}

/// Reads `kill.round = 3` as `quantity = "kill"` and `round = 3`; a name may have dots of its own.
fn unfold(entry: &Entry, name: &str, plain: &mut Node, diagnostics: &mut Diagnostics) {
    for inner in entry.node.entries() {
        if AFTER_QUANTITY.contains(&inner.key.as_str()) {
            let quantity = Content::Plain(Value::Text(name.to_owned()));
            let node = Node { span: entry.key_span.clone(), content: quantity };
            plain.set(Entry { key: "quantity".to_owned(), key_span: entry.key_span.clone(), node });
            plain.set(inner.clone());
        } else if matches!(inner.node.content, Content::Table(_)) {
            unfold(inner, &format!("{name}.{}", inner.key), plain, diagnostics);
        } else {
            let (message, help) = unknown("field", &inner.key, AFTER_QUANTITY);
            diagnostics.add(inner.key_span.clone(), message, help);
        }
    }
}

/// Returns the run that a field names.
fn labelled(table: &Node, field: &str, runs: &[Run], diagnostics: &mut Diagnostics) -> Option<usize> {
    let label = text_field(table, field, diagnostics)?;
    let found = runs.iter().position(|run| run.label == label);
    if let (None, Some(node)) = (found, table.get(field)) {
        let known: Vec<&str> = runs.iter().map(|run| run.label.as_str()).take(20).collect();
        let (message, help) = unknown("run", &label, &known);
        diagnostics.add(node.span.clone(), message, help);
    }
    found
}

fn quantity(table: &Node, run: &Run, diagnostics: &mut Diagnostics) -> Option<String> {
    let Some(node) = table.get("quantity") else {
        if table.get("beats").is_none() {
            let help = "add `quantity = \"kill\"`, or another of its numbers".to_owned();
            diagnostics.add(table.span.clone(), "an expectation needs a quantity", Some(help));
            return None;
        }
        return Some(results::KILL.to_owned());
    };
    let name = text_field(table, "quantity", diagnostics)?;
    let (measures, events) = run.matchup.visit(MeasuresAndEvents);
    let known = results::known(&measures, &events);
    if known.contains(&name) || results::is_value_of(&name, &measures) {
        return Some(name);
    }
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let (message, help) = unknown("quantity", &name, &known);
    diagnostics.add(node.span.clone(), message, help);
    None
}

fn claim(table: &Node, runs: &[Run], diagnostics: &mut Diagnostics) -> Option<Claim> {
    let ways = ["between", "at_least", "at_most", "beats"];
    let given: Vec<&str> = ways.into_iter().filter(|way| table.get(way).is_some()).collect();
    match given[..] {
        ["beats"] => labelled(table, "beats", runs, diagnostics).map(Claim::Beats),
        ["between"] => between(table.get("between")?, diagnostics),
        ["at_least" | "at_most"] | ["at_least", "at_most"] => {
            let mut end = |field: &str, otherwise: f64| match table.get(field) {
                Some(node) => number(node, diagnostics),
                None => Some(otherwise),
            };
            let (low, high) = (end("at_least", f64::NEG_INFINITY), end("at_most", f64::INFINITY));
            in_order(low?, high?, &table.get(given[0])?.span, diagnostics)
        }
        [] => {
            let help = "such as `between = [0.40, 0.60]`, `at_least = 0.4` or `beats = \"base\"`".to_owned();
            diagnostics.add(table.span.clone(), "an expectation needs something to hold", Some(help));
            None
        }
        _ => {
            let words = format!("{} do not go together", given.join(" and "));
            diagnostics.add(table.get(given[0])?.span.clone(), words, None);
            None
        }
    }
}

fn between(node: &Node, diagnostics: &mut Diagnostics) -> Option<Claim> {
    let Content::List(ends) = &node.content else {
        diagnostics.add(node.span.clone(), "expected two numbers such as [0.40, 0.60]", None);
        return None;
    };
    let [low, high] = &ends[..] else {
        diagnostics.add(node.span.clone(), "expected two numbers, the least and the most", None);
        return None;
    };
    let (low, high) = (number(low, diagnostics), number(high, diagnostics));
    in_order(low?, high?, &node.span, diagnostics)
}

/// Refuses limits of a probability that no probability reaches.
fn refuse_percentages(table: &Node, diagnostics: &mut Diagnostics) {
    for node in ["between", "at_least", "at_most"].into_iter().filter_map(|field| table.get(field)) {
        let ends = match &node.content {
            Content::List(ends) => ends.as_slice(),
            _ => std::slice::from_ref(node),
        };
        for end in ends {
            if let Content::Plain(Value::Whole(_) | Value::Number(_)) = end.content
                && let Some(number) = number(end, diagnostics).filter(|number| !(0.0..=1.0).contains(number))
            {
                diagnostics.add(
                    end.span.clone(),
                    "a probability is from 0 to 1",
                    notation::of_percent(number),
                );
            }
        }
    }
}

fn in_order(low: f64, high: f64, span: &Span, diagnostics: &mut Diagnostics) -> Option<Claim> {
    if low > high {
        diagnostics.add(span.clone(), format!("nothing is at least {low} and at most {high}"), None);
        return None;
    }
    Some(Claim::Within { low, high })
}

fn number(node: &Node, diagnostics: &mut Diagnostics) -> Option<f64> {
    match node.content {
        Content::Plain(Value::Whole(whole)) => Some(whole as f64),
        Content::Plain(Value::Number(number)) if number.is_finite() => Some(number),
        _ => {
            diagnostics.add(node.span.clone(), "expected a number", None);
            None
        }
    }
}

/// Returns the names of the measures and the events of a match-up.
struct MeasuresAndEvents;

impl Visit for MeasuresAndEvents {
    type Out = (Vec<Text>, Vec<Text>);

    fn visit<G: Game>(self, game: &G) -> Self::Out {
        let system = game.system();
        let Procedure { measures, events, .. } = system.procedure(game.procedure());
        (
            measures.iter().map(|&index| system.measures[index].name.clone()).collect(),
            events.iter().map(|&index| system.events[index].name.clone()).collect(),
        )
    }
}
