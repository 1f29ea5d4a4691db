//! Dice of a game's own, and its tables.

use toml::de::DeValue;

use super::Reader;
use crate::declared::{Columns, Faces, OwnDie, Table};
use crate::document::Item;
use crate::limits;
use crate::names;

/// Entries of a row as they were read: names where they have names, numbers or numbers of texts, and whether they are texts.
struct Row {
    names: Option<Vec<i64>>,
    entries: Vec<i64>,
    texts: bool,
}

impl<'a> Reader<'a, '_> {
    /// The section `[dice]`.
    pub fn dice(&mut self) -> Vec<OwnDie> {
        let Some(group) = self.section("dice") else { return Vec::new() };
        let mut dice = Vec::new();
        for (name, span, item) in group.entries(self.mistakes) {
            names::check_variable(name, span, "a die", self.mistakes);
            let faces = self.faces(item);
            dice.extend(faces.map(|faces| OwnDie { name: name.to_owned(), faces }));
        }
        dice
    }

    fn faces(&mut self, item: Item<'a>) -> Option<Faces> {
        let items = item.list(self.mistakes)?;
        let Some(first) = items.first() else {
            self.mistakes.add(item.span, "a die has at least one face");
            return None;
        };
        if matches!(first.value, DeValue::String(_)) {
            let mut symbols = Vec::new();
            for item in items {
                let DeValue::String(text) = item.value else {
                    self.mistakes.add(item.span, "the faces of a die are all symbols or all numbers");
                    return None;
                };
                names::check_text(text, item.span, "a symbol", self.mistakes);
                symbols.push(self.text_id(text));
            }
            return Some(Faces::Symbols(symbols));
        }
        let mut numbers = Vec::new();
        for item in items {
            let Some(number) = item.whole().filter(|number| number.abs() <= limits::FACE) else {
                let message = format!("expected a whole number from -{0} to {0}", limits::FACE);
                let help = "the faces of a die are all numbers or all symbols in quotes";
                self.mistakes.help(item.span, message, help);
                return None;
            };
            numbers.push(number);
        }
        Some(Faces::Numbers(numbers))
    }

    /// The section `[table]`.
    pub fn tables(&mut self) -> Vec<Table> {
        let Some(group) = self.section("table") else { return Vec::new() };
        let mut tables = Vec::new();
        for (name, span, item) in group.entries(self.mistakes) {
            names::check(name, span, "a table", self.mistakes);
            tables.extend(self.table(name, item));
        }
        tables
    }

    fn table(&mut self, name: &str, item: Item<'a>) -> Option<Table> {
        let (row_names, items) = self.named_or_listed(item)?;
        let nested =
            items.iter().filter(|item| matches!(item.value, DeValue::Array(_) | DeValue::Table(_))).count();
        if nested != 0 && nested != items.len() {
            let help = "either every row is a list, or every row is one entry";
            self.mistakes.help(item.span, "some rows of this table are lists and others are not", help);
            return None;
        }
        let name = name.to_owned();
        if nested == 0 {
            let row = self.row(None, items)?;
            let rows = row.entries.iter().map(|&entry| vec![entry]).collect();
            return Some(Table { name, row_names, columns: Columns::One, rows, texts: row.texts });
        }
        let (mut rows, mut columns, mut texts) = (Vec::new(), None::<Option<Vec<i64>>>, None);
        for item in items {
            let (names, items) = self.named_or_listed(item)?;
            let mut row = self.row(names, items)?;
            if *texts.get_or_insert(row.texts) != row.texts {
                self.mistakes.add(item.span, "the entries of a table are all numbers or all texts");
                return None;
            }
            let columns = columns.get_or_insert_with(|| row.names.clone());
            match (&*columns, &row.names) {
                (None, None) => {}
                (Some(columns), Some(names))
                    if columns.len() == names.len() && columns.iter().all(|name| names.contains(name)) =>
                {
                    let entry = |column: &i64| {
                        names.iter().position(|name| name == column).map_or(0, |place| row.entries[place])
                    };
                    row.entries = columns.iter().map(entry).collect();
                }
                _ => {
                    self.mistakes.add(item.span, "every row of a table has the same columns");
                    return None;
                }
            }
            rows.push(row.entries);
        }
        let columns = columns.flatten().map_or(Columns::Numbered, Columns::Named);
        Some(Table { name, row_names, columns, rows, texts: texts.unwrap_or_default() })
    }

    /// The entries of a list, or of a table with their names.
    fn named_or_listed(&mut self, item: Item<'a>) -> Option<(Option<Vec<i64>>, Vec<Item<'a>>)> {
        let (names, items) = if let DeValue::Table(_) = item.value {
            let entries = item.group(item.span, self.mistakes)?.entries(self.mistakes);
            let names = entries.iter().map(|&(name, ..)| self.text_id(name)).collect();
            (Some(names), entries.into_iter().map(|(_, _, item)| item).collect())
        } else {
            (None, item.list(self.mistakes)?)
        };
        if items.is_empty() {
            self.mistakes.add(item.span, "a table has at least one entry in each row");
            return None;
        }
        Some((names, items))
    }

    fn row(&mut self, names: Option<Vec<i64>>, items: Vec<Item<'a>>) -> Option<Row> {
        let texts = matches!(items.first()?.value, DeValue::String(_));
        let mut entries = Vec::new();
        for item in items {
            let entry = match item.value {
                DeValue::String(text) if texts => {
                    names::check_text(text, item.span, "an entry of a table", self.mistakes);
                    Some(self.text_id(text))
                }
                _ if texts => None,
                _ => item.whole().filter(|number| number.abs() <= limits::NUMBER),
            };
            let Some(entry) = entry else {
                let expected = if texts { "a text, as the entries before" } else { "a whole number" };
                self.mistakes.add(item.span, format!("expected {expected}"));
                return None;
            };
            entries.push(entry);
        }
        Some(Row { names, entries, texts })
    }
}
