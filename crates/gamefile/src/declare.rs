//! From the sections of a game file to what they declare.

mod effects;
mod fields;
mod system;
mod values;

use crate::ast::{Block, Expr, Function};
use crate::declared::{Combination, Declared, Procedure, Record, State};
use crate::document::{self, Group, Item};
use crate::limits;
use crate::mistake::{Mistakes, Span};
use crate::{names, parse};

pub use effects::{count_effects, know_texts};
pub use system::kind as kind_of;

/// What may stand at the top of a game file.
const SECTIONS: &[&str] = &[
    "game",
    "title",
    "about",
    "dead",
    "damage",
    "funnel",
    "unit",
    "record",
    "situation",
    "options",
    "state",
    "derived",
    "dice",
    "table",
    "measures",
    "events",
    "common",
    "procedure",
    "upkeep",
];

/// Reads all declarations. What could not be read is left out, and the mistakes say why.
pub fn declare(file: &str, mistakes: &mut Mistakes) -> Option<Declared> {
    let table = document::parse(file, mistakes)?;
    let root = Group::root(file, &table);
    root.known(SECTIONS, mistakes);
    let mut reader = Reader { root, mistakes, texts: Vec::new() };
    reader.read()
}

/// Reads sections one after the other.
struct Reader<'a, 'm> {
    root: Group<'a>,
    mistakes: &'m mut Mistakes,
    /// Every text so far; its place is its number.
    texts: Vec<String>,
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self) -> Option<Declared> {
        let id = self.id();
        let title = self.words("title").unwrap_or_else(|| id.clone().unwrap_or_default());
        let about = self.words("about").unwrap_or_default();
        let record_names = self.record_names();
        let unit = self.fields("unit", &record_names, true);
        let situation = self.fields("situation", &record_names, false);
        let options = self.fields("options", &record_names, false);
        let records = self.records(&record_names);
        let states = self.states();
        let derived = self.derived();
        self.one_name_each(&unit, &states, &derived);
        let dice = self.dice();
        let tables = self.tables();
        let measures = self.described("measures", limits::MEASURES);
        let events = self.described("events", limits::EVENTS);
        for (name, _, span) in &measures {
            names::check_variable(name, *span, "a measure, whose name is a variable's", self.mistakes);
        }
        for (name, _, span) in &events {
            names::check_text(name, *span, "an event", self.mistakes);
        }
        let functions = self.functions();
        let (procedures, about_procedures) = self.procedures();
        let upkeep = self.upkeep();
        let dead = self.dead();
        let damage = self.root.get("damage").and_then(|item| self.measure(item, &measures));
        let funnel = self.funnel(&measures);
        if procedures.is_empty() && self.mistakes.is_empty() {
            let help = "write `[procedure.attack]` with `play = '''…'''`";
            self.mistakes.help(self.root.span, "the game has no procedure", help);
        }
        let names = |list: &[(String, String, Span)]| list.iter().map(|(name, ..)| name.clone()).collect();
        let mut declared = Declared {
            system: system::empty(),
            damage,
            funnel,
            dead: dead?,
            unit,
            situation,
            options,
            records,
            states,
            derived,
            dice,
            tables,
            measures: names(&measures),
            events: names(&events),
            functions,
            procedures,
            upkeep,
            texts: std::mem::take(&mut self.texts),
        };
        let words = system::Words { id: id?, title, about, about_procedures, measures, events };
        declared.system = system::describe(&declared, words);
        Some(declared)
    }

    fn id(&mut self) -> Option<String> {
        let Some(item) = self.root.get("game") else {
            let help = "add `game = \"name-of-the-game\"` at the top";
            self.mistakes.help(self.root.span, "this is no game file: it has no `game`", help);
            return None;
        };
        let id = item.text(self.mistakes)?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if id.is_empty() || id.len() > limits::NAME || !id.chars().all(plain) {
            let help = "lower-case letters, digits and hyphens, such as `my-game`";
            self.mistakes.help(item.span, "this cannot be the id of a game", help);
        }
        Some(id.to_owned())
    }

    /// A text at the top.
    fn words(&mut self, key: &str) -> Option<String> {
        let item = self.root.get(key)?;
        let text = item.text(self.mistakes)?;
        if text.chars().count() > limits::DESCRIPTION {
            let message = format!("longer than {} characters", limits::DESCRIPTION);
            self.mistakes.add(item.span, message);
        }
        Some(text.to_owned())
    }

    /// A section, if it is there.
    fn section(&mut self, key: &str) -> Option<Group<'a>> {
        let entries = self.root.entries(self.mistakes);
        let &(_, span, item) = entries.iter().find(|(known, ..)| *known == key)?;
        item.group(span, self.mistakes)
    }

    /// Names with their meaning: measures, events.
    fn described(&mut self, section: &str, most: usize) -> Vec<(String, String, Span)> {
        let Some(group) = self.section(section) else { return Vec::new() };
        let mut found = Vec::new();
        for (key, span, item) in group.entries(self.mistakes) {
            let about = item.text(self.mistakes).unwrap_or_default();
            found.push((key.to_owned(), about.to_owned(), span));
        }
        if let Some((_, _, span)) = found.get(most) {
            self.mistakes.add(*span, format!("a game has at most {most} {section}"));
            found.truncate(most);
        }
        found
    }

    fn measure(&mut self, item: Item<'a>, measures: &[(String, String, Span)]) -> Option<usize> {
        let name = item.text(self.mistakes)?;
        let found = measures.iter().position(|(known, ..)| known == name);
        if found.is_none() {
            let known = measures.iter().map(|(known, ..)| known.as_str());
            self.mistakes.unknown(item.span, "measure", name, known);
        }
        found
    }

    fn funnel(&mut self, measures: &[(String, String, Span)]) -> Vec<usize> {
        let Some(items) = self.root.get("funnel").and_then(|item| item.list(self.mistakes)) else {
            return Vec::new();
        };
        items.into_iter().filter_map(|item| self.measure(item, measures)).collect()
    }

    fn dead(&mut self) -> Option<Expr> {
        let Some(item) = self.root.get("dead") else {
            let help = "add `dead = \"left == 0\"`, with a test of the unit's own names";
            self.mistakes.help(self.root.span, "the game does not say when a unit is dead", help);
            return None;
        };
        self.expression(item)
    }

    /// An expression in a text; `true` and `false` may stand without quotes, and whole numbers.
    fn expression(&mut self, item: Item<'a>) -> Option<Expr> {
        if let Some(number) = item.whole() {
            return Some(Expr { span: item.span, node: crate::ast::Node::Number(number) });
        }
        let text = item.placed(self.mistakes)?;
        parse::expression(&text, self.mistakes)
    }

    fn records(&mut self, record_names: &[(String, Span)]) -> Vec<Record> {
        let Some(group) = self.section("record") else { return Vec::new() };
        let mut records = Vec::new();
        for (name, span, item) in group.entries(self.mistakes) {
            let (mut fields, mut states) = (Vec::new(), Vec::new());
            let entries = item.group(span, self.mistakes).map(|group| group.entries(self.mistakes));
            for (key, key_span, item) in entries.unwrap_or_default() {
                let is_state = matches!(item.value, toml::de::DeValue::Table(table) if table.iter().any(|(key, _)| key.get_ref() == "start"));
                if is_state {
                    states.extend(self.state(key, key_span, item));
                } else {
                    fields.extend(self.field(key, key_span, item, record_names, false));
                }
            }
            records.push(Record { name: name.to_owned(), fields, states });
        }
        records
    }

    fn record_names(&mut self) -> Vec<(String, Span)> {
        let Some(group) = self.section("record") else { return Vec::new() };
        let entries = group.entries(self.mistakes);
        for &(name, span, _) in &entries {
            names::check(name, span, "a record", self.mistakes);
        }
        entries.into_iter().map(|(name, span, _)| (name.to_owned(), span)).collect()
    }

    fn states(&mut self) -> Vec<State> {
        let Some(group) = self.section("state") else { return Vec::new() };
        let entries = group.entries(self.mistakes);
        entries.into_iter().filter_map(|(key, span, item)| self.state(key, span, item)).collect()
    }

    fn state(&mut self, key: &str, span: Span, item: Item<'a>) -> Option<State> {
        let group = item.group(span, self.mistakes)?;
        group.known(&["start", "whole", "together", "about"], self.mistakes);
        names::check(key, span, "a state", self.mistakes);
        let Some(start) = group.get("start") else {
            let help = "such as `{ start = \"models * hp\", whole = \"0..=100\" }`";
            self.mistakes.help(span, format!("`{key}` does not say how it starts"), help);
            return None;
        };
        let start = self.expression(start);
        let (low, high) = match group.get("whole") {
            Some(item) => fields::range(item, self.mistakes)?,
            None => (0, 9_999),
        };
        let together = match group.get("together").map(|item| (item, item.text(self.mistakes))) {
            None | Some((_, None | Some("add"))) => Combination::Add,
            Some((_, Some("most"))) => Combination::Most,
            Some((_, Some("least"))) => Combination::Least,
            Some((item, Some(other))) => {
                self.mistakes.unknown(item.span, "way to put together", other, ["add", "most", "least"]);
                Combination::Add
            }
        };
        Some(State { name: key.to_owned(), start: start?, low, high, together })
    }

    fn derived(&mut self) -> Vec<(String, Expr)> {
        let Some(group) = self.section("derived") else { return Vec::new() };
        let mut found = Vec::new();
        for (key, span, item) in group.entries(self.mistakes) {
            names::check(key, span, "a derived value", self.mistakes);
            let read = self.expression(item);
            found.extend(read.map(|read| (key.to_owned(), read)));
        }
        found
    }

    fn functions(&mut self) -> Vec<Function> {
        let Some(group) = self.section("common") else { return Vec::new() };
        group.known(&["about", "play"], self.mistakes);
        let Some(item) = group.get("play") else {
            self.mistakes.help(group.span, "[common] has no `play`", "write `play = '''…'''` with functions");
            return Vec::new();
        };
        let Some(text) = item.placed(self.mistakes) else { return Vec::new() };
        let functions = parse::functions(&text, self.mistakes).unwrap_or_default();
        for (place, function) in functions.iter().enumerate() {
            if functions[..place].iter().any(|known| known.name == function.name) {
                self.mistakes.add(function.span, format!("two functions are called `{}`", function.name));
            }
        }
        functions
    }

    fn play(&mut self, group: Group<'a>) -> Option<(Block, Span)> {
        group.known(&["about", "play"], self.mistakes);
        let Some(item) = group.get("play") else {
            let help = "write `play = '''…'''` with what is done";
            self.mistakes.help(group.span, "this section has no `play`", help);
            return None;
        };
        let text = item.placed(self.mistakes)?;
        Some((parse::block(&text, self.mistakes)?, item.span))
    }

    fn procedures(&mut self) -> (Vec<Procedure>, Vec<String>) {
        let Some(group) = self.section("procedure") else { return (Vec::new(), Vec::new()) };
        let (mut procedures, mut about) = (Vec::new(), Vec::new());
        for (name, span, item) in group.entries(self.mistakes) {
            names::check_text(name, span, "a procedure", self.mistakes);
            let Some(group) = item.group(span, self.mistakes) else { continue };
            let words = group.get("about").and_then(|item| item.text(self.mistakes)).unwrap_or_default();
            let Some((body, span)) = self.play(group) else { continue };
            procedures.push(Procedure { name: name.to_owned(), body, span });
            about.push(words.to_owned());
        }
        (procedures, about)
    }

    fn upkeep(&mut self) -> Option<Block> {
        let group = self.section("upkeep")?;
        let (body, _) = self.play(group)?;
        (!body.is_empty()).then_some(body)
    }

    /// The number of a text; a new one if it is not known.
    fn text_id(&mut self, text: &str) -> i64 {
        let known = self.texts.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        }) as i64
    }

    fn one_name_each(
        &mut self,
        unit: &[crate::declared::Field],
        states: &[State],
        derived: &[(String, Expr)],
    ) {
        let all: Vec<&str> = unit
            .iter()
            .map(|field| field.name.as_str())
            .chain(states.iter().map(|state| state.name.as_str()))
            .chain(derived.iter().map(|(name, _)| name.as_str()))
            .collect();
        let twice: Vec<String> = (1..all.len())
            .filter(|&place| all[..place].contains(&all[place]))
            .map(|place| all[place].to_owned())
            .collect();
        for section in ["state", "derived"] {
            let Some(group) = self.section(section) else { continue };
            for (key, span, _) in group.entries(self.mistakes) {
                if twice.iter().any(|name| name == key) {
                    let help = "fields, state and derived values of a unit have different names";
                    self.mistakes.help(span, format!("a unit has two things called `{key}`"), help);
                }
            }
        }
    }
}
