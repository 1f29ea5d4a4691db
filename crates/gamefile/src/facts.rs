//! What a scenario says, checked against the fields of its game.

use chance::fields::{Fault, Problems, Setup, Value};

use crate::compile::own_die;
use crate::declare::kind_of;
use crate::declared::{Declared, DiceText, Field, FieldKind, State};
use crate::limits;
use crate::program::DieKind;

/// The value of a field.
#[derive(Clone, Debug)]
pub enum Fact {
    /// A number; of a flag 0 or 1, of a choice the number of its text, of dice the die.
    Number(i64),
    /// The numbers of texts.
    Tags(Vec<i64>),
    /// Entries of a list, each with its fields.
    Entries(Vec<Vec<Option<Fact>>>),
}

/// All that a scenario says.
#[derive(Debug, Default)]
pub struct Facts {
    /// The attacker's fields, then the target's.
    pub units: [Vec<Option<Fact>>; 2],
    /// The situation.
    pub situation: Vec<Option<Fact>>,
    /// The options.
    pub options: Vec<Option<Fact>>,
    /// Dice that are not plain.
    pub dice: Vec<DieKind>,
}

/// A number that a unit remembers, or an entry of one of its lists.
#[derive(Clone, Debug)]
pub struct Slot<'p> {
    /// What is declared of it.
    pub state: &'p State,
    /// The list and the entry that it belongs to, if it is not the unit's own.
    pub entry: Option<(usize, usize)>,
}

/// The slots of a unit: its own, then those of each list, entry by entry.
pub fn slots<'p>(declared: &'p Declared, lengths: impl Fn(usize) -> usize) -> Vec<Slot<'p>> {
    let mut slots: Vec<Slot<'p>> = declared.states.iter().map(|state| Slot { state, entry: None }).collect();
    for (place, field) in declared.unit.iter().enumerate() {
        if let FieldKind::List(record) = field.kind {
            for entry in 0..lengths(place) {
                let states = declared.records[record].states.iter();
                slots.extend(states.map(|state| Slot { state, entry: Some((place, entry)) }));
            }
        }
    }
    slots
}

impl Facts {
    /// Reads a scenario; what is wrong with it is added to the problems.
    pub fn read(declared: &Declared, setup: &Setup, problems: &mut Problems) -> Self {
        let dice = (0..declared.dice.len()).map(DieKind::Own).collect();
        let mut reader = Reader { declared, dice, problems };
        let units = ["attacker", "target"].map(|section| reader.section(setup, section, &declared.unit));
        let situation = reader.section(setup, "situation", &declared.situation);
        let options = reader.section(setup, "options", &declared.options);
        Self { units, situation, options, dice: reader.dice }
    }

    /// How many entries a list of a unit has.
    pub fn length(&self, side: usize, field: usize) -> usize {
        match self.units[side].get(field) {
            Some(Some(Fact::Entries(entries))) => entries.len(),
            _ => 0,
        }
    }
}

struct Reader<'p, 'm> {
    declared: &'p Declared,
    dice: Vec<DieKind>,
    problems: &'m mut Problems,
}

impl Reader<'_, '_> {
    fn section(&mut self, setup: &Setup, section: &str, fields: &[Field]) -> Vec<Option<Fact>> {
        let found = setup.sections.iter().find(|(name, _)| *name == section);
        let empty = Value::Table(Vec::new());
        let value = found.map_or(&empty, |(_, value)| value);
        if !matches!(value, Value::Table(_)) {
            self.problems.expected(section, "a group of fields");
            return vec![None; fields.len()];
        }
        self.group(value, section, fields, false)
    }

    fn group(&mut self, table: &Value, path: &str, fields: &[Field], named: bool) -> Vec<Option<Fact>> {
        if let Value::Table(entries) = table {
            for (name, _) in entries {
                let known = fields.iter().any(|field| field.name == *name) || named && name == "name";
                if !known && self.problems.0.len() < chance::limits::FAULTS {
                    let known = fields.iter().map(|field| field.name.clone()).collect();
                    self.problems
                        .add(format!("{path}.{name}"), Fault::Unknown { found: name.clone(), known });
                }
            }
        }
        let fact = |field: &Field| {
            let path = format!("{path}.{}", field.name);
            let value = table.get(&field.name).or(field.default.as_ref())?;
            self.fact(value, &path, &field.kind)
        };
        fields.iter().map(fact).collect()
    }

    fn fact(&mut self, value: &Value, path: &str, kind: &FieldKind) -> Option<Fact> {
        let found = match (kind, value) {
            (FieldKind::Whole(low, high), Value::Whole(whole)) if (*low..=*high).contains(whole) => {
                Some(Fact::Number(*whole))
            }
            (FieldKind::Flag, Value::Flag(flag)) => Some(Fact::Number((*flag).into())),
            (FieldKind::Choice(known), Value::Text(text)) => {
                return self.text(text, path, known).map(Fact::Number);
            }
            (FieldKind::Tags(known), Value::List(values)) => {
                let mut tags = Vec::new();
                for (place, value) in values.iter().enumerate() {
                    let path = format!("{path}[{place}]");
                    let Value::Text(text) = value else {
                        self.problems.expected(path, "a text in quotes");
                        return None;
                    };
                    tags.push(self.text(text, &path, known)?);
                }
                Some(Fact::Tags(tags))
            }
            (FieldKind::List(_), Value::List(values)) if values.len() > limits::LIST => {
                self.problems.add(path, Fault::TooMany { limit: limits::LIST });
                return None;
            }
            (&FieldKind::List(record), Value::List(values)) => {
                let mut entries = Vec::new();
                let declared = self.declared;
                for (place, value) in values.iter().enumerate() {
                    let path = format!("{path}[{place}]");
                    if !matches!(value, Value::Table(_)) {
                        self.problems.expected(path, "a group of fields");
                        return None;
                    }
                    entries.push(self.group(value, &path, &declared.records[record].fields, true));
                }
                Some(Fact::Entries(entries))
            }
            (FieldKind::Dice, Value::Whole(whole)) if (0..=limits::FACE).contains(whole) => {
                Some(self.die(DieKind::Sum(DiceText { count: 0, sides: 1, plus: *whole })))
            }
            (FieldKind::Dice, Value::Text(text)) => {
                let own = self.declared.dice.iter().position(|die| die.name == *text);
                let own = own.map(|place| Fact::Number(own_die(place)));
                own.or_else(|| DiceText::read(text).map(|dice| self.die(DieKind::Sum(dice))))
            }
            _ => None,
        };
        if found.is_none() {
            let mut expected = kind_of(kind, self.declared).to_string();
            if let FieldKind::Tags(known) = kind {
                expected = format!("a list of texts: {}", known.join(", "));
            }
            self.problems.expected(path, expected);
        }
        found
    }

    fn text(&mut self, text: &str, path: &str, known: &[String]) -> Option<i64> {
        if known.iter().any(|known| known == text) {
            return self.declared.text_id(text);
        }
        let fault = Fault::Unknown { found: text.to_owned(), known: known.to_vec() };
        self.problems.add(path, fault);
        None
    }

    /// The number of a die.
    fn die(&mut self, kind: DieKind) -> Fact {
        if let DieKind::Sum(DiceText { count: 1, sides, plus: 0 }) = kind {
            return Fact::Number(sides);
        }
        self.dice.push(kind);
        Fact::Number(1 - self.dice.len() as i64)
    }
}
