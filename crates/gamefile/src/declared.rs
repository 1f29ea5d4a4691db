//! What a game file declares, as data.

use chance::System;

use crate::ast::{Block, Expr, Function};
use crate::mistake::Span;

/// A number for each text of a game, so that texts compare as numbers.
pub type TextId = i64;

/// All that a game file declares.
#[derive(Debug)]
pub struct Declared {
    /// The game as data for help, checks and schema.
    pub system: System,
    /// The measure that counts as damage.
    pub damage: Option<usize>,
    /// The path of an attack, as measures.
    pub funnel: Vec<usize>,
    /// When a unit is dead.
    pub dead: Expr,
    /// The fields of a unit.
    pub unit: Vec<Field>,
    /// The fields of the situation.
    pub situation: Vec<Field>,
    /// The knobs of the rules.
    pub options: Vec<Field>,
    /// What an entry of a list holds.
    pub records: Vec<Record>,
    /// What a unit remembers.
    pub states: Vec<State>,
    /// Expressions over a unit's own names.
    pub derived: Vec<(String, Expr)>,
    /// Dice of the game's own.
    pub dice: Vec<OwnDie>,
    /// Tables.
    pub tables: Vec<Table>,
    /// The names of the measures.
    pub measures: Vec<String>,
    /// The names of the events.
    pub events: Vec<String>,
    /// Functions, each of which may call those before it.
    pub functions: Vec<Function>,
    /// Procedures; the first is the default.
    pub procedures: Vec<Procedure>,
    /// What the end of a round does to a unit.
    pub upkeep: Option<Block>,
    /// Every text of the game; its place is its number.
    pub texts: Vec<String>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: String,
    /// What it may hold.
    pub kind: FieldKind,
    /// What holds where the scenario says nothing.
    pub default: Option<chance::fields::Value>,
}

/// What a field may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A whole number from the first to the second.
    Whole(i64, i64),
    /// True or false.
    Flag,
    /// One of these texts.
    Choice(Vec<String>),
    /// Any of these texts.
    Tags(Vec<String>),
    /// A list of entries of a record.
    List(usize),
    /// Dice.
    Dice,
}

/// What an entry of a list holds.
#[derive(Debug)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// What it remembers.
    pub states: Vec<State>,
}

/// A number that a unit or an entry of a list remembers.
#[derive(Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// What it is before the first round.
    pub start: Expr,
    /// The least it can be.
    pub low: i64,
    /// The most it can be.
    pub high: i64,
    /// How a battle puts together what several attacks did at once.
    pub together: Combination,
}

/// How a battle puts together what several attacks did at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The changes are added up.
    Add,
    /// The largest value.
    Most,
    /// The smallest value.
    Least,
}

/// A die with faces of the game's own.
#[derive(Debug)]
pub struct OwnDie {
    /// Its name.
    pub name: String,
    /// What its faces show.
    pub faces: Faces,
}

/// Faces of a die: all numbers, or all symbols.
#[derive(Debug)]
pub enum Faces {
    /// Numbers.
    Numbers(Vec<i64>),
    /// Symbols.
    Symbols(Vec<TextId>),
}

/// Numbers or texts by row and column.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The names of the rows, where they have names.
    pub row_names: Option<Vec<TextId>>,
    /// Whether a row is one entry; if not, the names of the columns where they have names.
    pub columns: Columns,
    /// The rows.
    pub rows: Vec<Vec<i64>>,
    /// Whether the entries are texts.
    pub texts: bool,
}

/// How the entries of a row are told apart.
#[derive(Debug)]
pub enum Columns {
    /// A row is one entry.
    One,
    /// By number.
    Numbered,
    /// By name.
    Named(Vec<TextId>),
}

/// A procedure.
#[derive(Debug)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// What it does.
    pub body: Block,
    /// Where its text stands.
    pub span: Span,
}

impl Declared {
    /// The number of a text, if the game knows it.
    pub fn text_id(&self, text: &str) -> Option<TextId> {
        self.texts.iter().position(|known| known == text).map(|place| place as TextId)
    }

    /// The text of a number.
    pub fn text(&self, id: TextId) -> &str {
        self.texts.get(id as usize).map_or("", String::as_str)
    }

    /// The place of a unit's state.
    pub fn state(&self, name: &str) -> Option<usize> {
        self.states.iter().position(|state| state.name == name)
    }
}

/// A text of dice: `3`, `d6`, `2d6+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiceText {
    /// How many dice; none for a plain number.
    pub count: i64,
    /// Their sides.
    pub sides: i64,
    /// What is added.
    pub plus: i64,
}

impl DiceText {
    /// Reads a text of dice.
    pub fn read(text: &str) -> Option<Self> {
        let number = |text: &str| -> Option<i64> {
            let digits =
                !text.is_empty() && text.len() <= 10 && text.bytes().all(|byte| byte.is_ascii_digit());
            if digits { text.parse().ok() } else { None }
        };
        let Some((count, rest)) = text.split_once('d') else {
            let plus = number(text)?;
            return (plus <= crate::limits::FACE).then_some(Self { count: 0, sides: 1, plus });
        };
        let count = if count.is_empty() { 1 } else { number(count)? };
        let (sides, plus) = match rest.split_once(['+', '-']) {
            Some((sides, plus)) => {
                let plus = number(plus)?;
                (number(sides)?, if rest.contains('-') { -plus } else { plus })
            }
            None => (number(rest)?, 0),
        };
        let fits = (1..=crate::limits::DICE).contains(&count)
            && (2..=100).contains(&sides)
            && plus.abs() <= crate::limits::FACE;
        fits.then_some(Self { count, sides, plus })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_dice() {
        let read = |text| DiceText::read(text).map(|dice| (dice.count, dice.sides, dice.plus));
        assert_eq!(read("3"), Some((0, 1, 3)));
        assert_eq!(read("d3"), Some((1, 3, 0)));
        assert_eq!(read("2d6"), Some((2, 6, 0)));
        assert_eq!(read("2d6+1"), Some((2, 6, 1)));
        assert_eq!(read("12d100-20"), Some((12, 100, -20)));
        for wrong in [
            "", "d", "d1", "0d6", "2d", "2d6+", "2d6+1+1", "d101", "2 d6", "+3", "d6*2", "2d6d6", "x", "-3",
            "1001d6",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
