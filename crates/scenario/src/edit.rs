//! Changes to the text of a file that keep all else: comments, order and spacing.
//!
//! A form in a program beside the text changes one value at a time. Whoever wrote the text by hand finds it as it was.

use chance::fields::Value;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value as Written};

use crate::diagnostic::{Diagnostics, Source};
use crate::document;
use crate::limits;

/// A step from a group of fields to one of them, or from a list to an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field.
    Field(String),
    /// An entry of a list, counted from 0.
    Entry(usize),
}

/// A change of one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Where it stands. The entry after the last of a list is a new one.
    pub path: Vec<Step>,
    /// The new value; `None` removes the old one.
    pub value: Option<Value>,
}

/// Returns all entries of a text as a table; `None` if it is not valid TOML.
pub fn values(text: &str) -> Option<Value> {
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(Source { name: String::new(), text: text.to_owned() }, &mut diagnostics);
    diagnostics.list.is_empty().then(|| root.value())
}

/// Returns the text with changes, made in their order. An error says what could not be changed.
///
/// ```
/// use chance::fields::Value;
/// use scenario::{Edit, Step};
///
/// let text = "[attacker]\nap = 3 # three numbers are drawn\n";
/// let path = ["attacker", "ap"].map(|field| Step::Field(field.to_owned())).to_vec();
/// let edit = Edit { path, value: Some(Value::Whole(4)) };
/// assert_eq!(scenario::edited(text, &[edit]).unwrap(), "[attacker]\nap = 4 # three numbers are drawn\n");
/// ```
pub fn edited(text: &str, edits: &[Edit]) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| error.to_string())?;
    for edit in edits {
        let [Step::Field(first), rest @ ..] = edit.path.as_slice() else {
            return Err("a change begins with the name of a field".to_owned());
        };
        if edit.path.len() >= limits::NESTING {
            return Err(format!("a change has at most {} steps", limits::NESTING - 1));
        }
        if let ([], Some(Value::Table(entries))) = (rest, &edit.value) {
            put(&mut document[first.as_str()], entries);
            continue;
        }
        in_table(document.as_table_mut(), first, rest, edit.value.as_ref())?;
    }
    let text = document.to_string();
    if text.len() as u64 > limits::FILE {
        return Err(format!("the text would be larger than {} bytes", limits::FILE));
    }
    Ok(text)
}

fn in_table(
    table: &mut dyn TableLike,
    field: &str,
    rest: &[Step],
    value: Option<&Value>,
) -> Result<(), String> {
    if let ([], None) = (rest, value) {
        table.remove(field);
        return Ok(());
    }
    // An empty group stands for one that is missing: a field inside it is about to be written.
    let is_missing = table.get(field).is_none_or(Item::is_none);
    if is_missing && value.is_none() {
        return Ok(());
    }
    match (rest, value) {
        ([], Some(value)) => {
            set(table.entry(field).or_insert(Item::None), value);
            Ok(())
        }
        (rest, value) => {
            if is_missing {
                let new = if let Step::Entry(_) = rest[0] {
                    Item::Value(Array::new().into())
                } else {
                    Item::Table(Table::new())
                };
                table.insert(field, new);
            }
            let item = table.get_mut(field).ok_or_else(|| no_group(field))?;
            in_item(item, field, rest, value)
        }
    }
}

fn in_item(item: &mut Item, name: &str, path: &[Step], value: Option<&Value>) -> Result<(), String> {
    match (path, item) {
        ([Step::Field(field), rest @ ..], item) => {
            let table = item.as_table_like_mut().ok_or_else(|| no_group(name))?;
            in_table(table, field, rest, value)
        }
        ([Step::Entry(place), rest @ ..], Item::ArrayOfTables(tables)) => {
            in_tables(tables, *place, rest, value)
        }
        ([Step::Entry(place), rest @ ..], Item::Value(Written::Array(array))) => {
            in_array(array, *place, rest, value)
        }
        _ => Err(format!("`{name}` is no list")),
    }
}

fn in_tables(
    tables: &mut ArrayOfTables,
    place: usize,
    rest: &[Step],
    value: Option<&Value>,
) -> Result<(), String> {
    if place > tables.len() {
        return Err(no_entry(place));
    }
    match (rest, value) {
        ([], None) if place < tables.len() => {
            tables.remove(place);
            Ok(())
        }
        ([], Some(Value::Table(entries))) => {
            match tables.get_mut(place) {
                Some(old) => refill(old, entries),
                None => {
                    let mut table = Table::new();
                    refill(&mut table, entries);
                    tables.push(table);
                }
            }
            Ok(())
        }
        ([Step::Field(field), rest @ ..], value) => {
            if place == tables.len() {
                tables.push(Table::new());
            }
            let table = tables.get_mut(place).ok_or_else(|| no_entry(place))?;
            in_table(table, field, rest, value)
        }
        _ => Err(no_entry(place)),
    }
}

fn in_array(array: &mut Array, place: usize, rest: &[Step], value: Option<&Value>) -> Result<(), String> {
    if place > array.len() {
        return Err(no_entry(place));
    }
    match (rest, value) {
        ([], None) if place < array.len() => {
            array.remove(place);
            Ok(())
        }
        ([], Some(value)) => {
            match array.get_mut(place) {
                Some(old) => replace(old, value),
                None => array.push(written(value)),
            }
            Ok(())
        }
        (rest @ [Step::Field(_), ..], value) => {
            if place == array.len() {
                array.push(InlineTable::new());
            }
            let entry = array.get_mut(place).ok_or_else(|| no_entry(place))?;
            let Some(table) = entry.as_inline_table_mut() else { return Err(no_entry(place)) };
            let [Step::Field(field), rest @ ..] = rest else { return Err(no_entry(place)) };
            in_table(table, field, rest, value)
        }
        (rest @ [Step::Entry(inner), ..], value) => match array.get_mut(place) {
            Some(Written::Array(inner_array)) => in_array(inner_array, *inner, &rest[1..], value),
            _ => Err(no_entry(place)),
        },
        ([], None) => Err(no_entry(place)),
    }
}

/// Writes a group of fields at the top of a file as a table with a head of its own, in the place of an earlier one.
fn put(item: &mut Item, entries: &[(String, Value)]) {
    if !item.is_table() {
        *item = Item::Table(Table::new());
    }
    if let Some(table) = item.as_table_mut() {
        table.set_implicit(false);
        refill(table, entries);
    }
}

/// Replaces the fields of a table, and keeps its head.
fn refill(table: &mut Table, entries: &[(String, Value)]) {
    table.clear();
    for (key, value) in entries {
        set(table.entry(key).or_insert(Item::None), value);
    }
}

/// Sets a field, and keeps the comment beside its old value.
fn set(item: &mut Item, value: &Value) {
    match item {
        Item::Value(old) => replace(old, value),
        other => *other = Item::Value(written(value)),
    }
}

fn replace(old: &mut Written, value: &Value) {
    let decor = old.decor().clone();
    *old = written(value);
    *old.decor_mut() = decor;
}

fn written(value: &Value) -> Written {
    match value {
        Value::Flag(flag) => (*flag).into(),
        Value::Whole(whole) => (*whole).into(),
        Value::Number(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(values) => Written::Array(values.iter().map(written).collect()),
        Value::Table(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.as_str(), written(value)));
            Written::InlineTable(entries.collect())
        }
    }
}

fn no_group(name: &str) -> String {
    format!("`{name}` is no group of fields")
}

fn no_entry(place: usize) -> String {
    format!("the list has no entry {}", place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(steps: &str) -> Vec<Step> {
        let step = |step: &str| step.parse().map_or_else(|_| Step::Field(step.to_owned()), Step::Entry);
        steps.split('/').map(step).collect()
    }

    fn edit(text: &str, steps: &str, value: Option<Value>) -> Result<String, String> {
        edited(text, &[Edit { path: path(steps), value }])
    }

    fn table(entries: &[(&str, i64)]) -> Value {
        Value::Table(entries.iter().map(|&(key, value)| (key.to_owned(), Value::Whole(value))).collect())
    }

    #[test]
    fn a_value_is_replaced_and_its_comment_stays() {
        let text = "# top\n[target]\ndmg = 4   # to hit\nsp = 2\n";
        let changed = edit(text, "target/dmg", Some(Value::Whole(5))).unwrap();
        assert_eq!(changed, "# top\n[target]\ndmg = 5   # to hit\nsp = 2\n");
        assert_eq!(edit(&changed, "target/sp", None).unwrap(), "# top\n[target]\ndmg = 5   # to hit\n");
        assert_eq!(edit(text, "target/pen", None).unwrap(), text);
    }

    #[test]
    fn a_new_field_goes_into_its_group_and_a_new_group_to_the_end() {
        let text = "rounds = 2\n[target]\ndmg = 4\n";
        let changed = edit(text, "target/sp", Some(Value::Whole(2))).unwrap();
        assert_eq!(changed, "rounds = 2\n[target]\ndmg = 4\nsp = 2\n");
        let changed = edit(text, "options/rule", Some(Value::Flag(true))).unwrap();
        assert_eq!(changed, "rounds = 2\n[target]\ndmg = 4\n\n[options]\nrule = true\n");
    }

    #[test]
    fn a_whole_group_is_a_table_with_a_head() {
        let text = "name = \"x\"\n\n# the target\n[target]\ndmg = 4\n";
        let changed = edit(text, "target", Some(table(&[("sp", 2)]))).unwrap();
        assert_eq!(changed, "name = \"x\"\n\n# the target\n[target]\nsp = 2\n");
        let changed = edit(text, "gun", Some(table(&[("ap", 3)]))).unwrap();
        assert_eq!(changed, format!("{text}\n[gun]\nap = 3\n"));
    }

    #[test]
    fn entries_of_both_kinds_of_lists_are_added_changed_and_removed() {
        let inline = "[attacker]\nweapons = [{ dice = 3 }, { dice = 1 }]\n";
        let tables = "[[attacker.weapons]]\ndice = 3\n\n[[attacker.weapons]]\ndice = 1\n";
        for text in [inline, tables] {
            let changed = edit(text, "attacker/weapons/1/dice", Some(Value::Whole(9))).unwrap();
            let changed = edit(&changed, "attacker/weapons/2", Some(table(&[("dice", 5)]))).unwrap();
            let changed = edit(&changed, "attacker/weapons/0", None).unwrap();
            let weapons = Value::List(vec![table(&[("dice", 9)]), table(&[("dice", 5)])]);
            let found = values(&changed).unwrap();
            assert_eq!(
                found.get("attacker").and_then(|unit| unit.get("weapons")),
                Some(&weapons),
                "{changed}"
            );
            assert!(edit(text, "attacker/weapons/7", None).is_err());
            assert!(edit(text, "attacker/weapons/3/dice", Some(Value::Whole(1))).is_err());
        }
    }

    #[test]
    fn what_cannot_be_changed_is_an_error() {
        let text = "name = \"x\"\n";
        assert_eq!(edit(text, "name/ap", Some(Value::Whole(1))).unwrap_err(), "`name` is no group of fields");
        assert_eq!(edit(text, "name/0", Some(Value::Whole(1))).unwrap_err(), "`name` is no list");
        assert!(edited("a = = 1", &[]).is_err());
        assert!(edited(text, &[Edit { path: Vec::new(), value: None }]).is_err());
    }

    #[test]
    fn texts_are_quoted() {
        let changed = edit("", "name", Some(Value::Text("a \"b\"\n\u{1b}[31m".to_owned()))).unwrap();
        assert_eq!(
            values(&changed).unwrap().get("name"),
            Some(&Value::Text("a \"b\"\n\u{1b}[31m".to_owned()))
        );
    }
}
