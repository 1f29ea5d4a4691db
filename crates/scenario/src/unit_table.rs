//! Units as rows of a table: a column for each field, such as `points` or `weapons[0].ap`.
//!
//! The cells become a tree whose values know their places in the table, so that the rules check a spreadsheet as they check a
//! roster, and a fault is shown in the cell.

use std::fmt::Write as _;
use std::path::Path;

use chance::fields::Value;

use crate::diagnostic::{Diagnostics, Invalid, Source, Span};
use crate::document::{self, Content, Entry, Node};
use crate::files::{Disk, File};
use crate::input::{OpenInput, TreeInput, open, read_tree, source_of};
use crate::limits;
use crate::pairings::check_units;
use crate::roster::NOT_UNITS;
use crate::sheet::{Cell, Sheet};

/// Columns whose cells are texts, even if they look like numbers.
const TEXTS: [&str; 2] = ["key", "name"];

/// Reads units from a table and returns the text of a roster. `rules` is the line that names its rules: `system` or `game` and the
/// name. `folder` is where the roster will stand.
pub fn import_units<'a>(
    file: impl Into<File<'a>>,
    rules: (&str, &str),
    folder: &Path,
) -> Result<String, Invalid> {
    let source = source_of(file.into())?;
    let mut diagnostics = Diagnostics::default();
    let sheet = Sheet::read(&source.text);
    diagnostics.sources.push(source);
    let units = Table { sheet: &sheet }.units(&mut diagnostics);
    if !diagnostics.list.is_empty() {
        return Err(Invalid::Faults(diagnostics));
    }
    let span = Span { source: 0, range: 0..0 };
    let mut root = Node::table(span.clone());
    let text = Content::Plain(Value::Text(rules.1.to_owned()));
    root.set(Entry { key: rules.0.to_owned(), key_span: span.clone(), node: Node { span, content: text } });
    units.iter().for_each(|unit| root.set(unit.clone()));
    let input = TreeInput { stem: "", folder, files: &Disk, set: &[] };
    let check = |input: &OpenInput<'_>, diagnostics: &mut Diagnostics| {
        check_units(input, diagnostics);
        Some(())
    };
    read_tree(&root, diagnostics, &input, |_| None, check)?;
    let mut roster = format!("{} = {}\n", rules.0, toml(&Value::Text(rules.1.to_owned())));
    for Entry { key, node, .. } in &units {
        write_unit(&mut roster, key, node);
    }
    Ok(roster)
}

/// Returns the units of a roster as rows of cells, after a row of the columns' names.
pub fn export_units<'a>(roster: impl Into<File<'a>>) -> Result<Vec<Vec<String>>, Invalid> {
    let opened = open(roster.into())?;
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(opened.input(&[]).source, &mut diagnostics);
    let is_unit = |entry: &&Entry| {
        matches!(entry.node.content, Content::Table(_)) && !NOT_UNITS.contains(&entry.key.as_str())
    };
    let units: Vec<&Entry> = root.entries().iter().filter(is_unit).collect();
    if units.is_empty() && diagnostics.list.is_empty() {
        diagnostics.add(root.span.clone(), "the roster has no units", None);
    }
    if !diagnostics.list.is_empty() {
        return Err(Invalid::Faults(diagnostics));
    }
    let mut columns: Vec<String> = ["key", "name", "points"].map(str::to_owned).to_vec();
    let mut rows: Vec<Vec<(String, String)>> = Vec::new();
    for unit in units {
        let mut cells = vec![("key".to_owned(), unit.key.clone())];
        add_cells("", &unit.node.value(), &mut cells);
        let mut place = 0;
        for (name, _) in &cells {
            if let Some(known) = columns.iter().position(|column| column == name) {
                place = known + 1;
            } else {
                columns.insert(place, name.clone());
                place += 1;
            }
        }
        rows.push(cells);
    }
    let cell = |row: &[(String, String)], column: &String| {
        row.iter().find(|(name, _)| name == column).map_or_else(String::new, |(_, text)| text.clone())
    };
    columns.retain(|column| rows.iter().any(|row| row.iter().any(|(name, _)| name == column)));
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| columns.iter().map(|column| cell(row, column)).collect()).collect();
    Ok(std::iter::once(columns).chain(rows).collect())
}

/// Adds a cell for each value inside a value.
fn add_cells(path: &str, value: &Value, cells: &mut Vec<(String, String)>) {
    match value {
        Value::Table(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                add_cells(&path, value, cells);
            }
        }
        Value::List(items)
            if !items.is_empty() && items.iter().all(|item| matches!(item, Value::Table(_))) =>
        {
            for (place, item) in items.iter().enumerate() {
                add_cells(&format!("{path}[{place}]"), item, cells);
            }
        }
        Value::Text(text) => cells.push((path.to_owned(), text.clone())),
        other => cells.push((path.to_owned(), toml(other))),
    }
}

/// A sheet whose first row names the columns.
struct Table<'a> {
    sheet: &'a Sheet,
}

impl Table<'_> {
    /// The units, each as the entry of a roster.
    fn units(&self, diagnostics: &mut Diagnostics) -> Vec<Entry> {
        let Some((header, rows)) = self.sheet.rows.split_first().filter(|(_, rows)| !rows.is_empty()) else {
            let help = "a row of the names of fields, then a row for each unit".to_owned();
            diagnostics.add(Span { source: 0, range: 0..0 }, "the table has no units", Some(help));
            return Vec::new();
        };
        if !header.iter().any(|cell| TEXTS.contains(&cell.text.as_str())) {
            let help = "name a column `key` or `name`".to_owned();
            diagnostics.add(span(&header[0]), "no column says what the units are called", Some(help));
        }
        for (place, cell) in header.iter().enumerate() {
            if !cell.text.is_empty() && header[..place].iter().any(|other| other.text == cell.text) {
                diagnostics.add(span(cell), format!("a second column is called `{}`", cell.text), None);
            }
        }
        let mut units: Vec<Entry> = Vec::new();
        for row in rows.iter().take(limits::ENTRIES) {
            if diagnostics.is_full() {
                break;
            }
            let Some(unit) = self.unit(header, row, diagnostics) else { continue };
            if NOT_UNITS.contains(&unit.key.as_str()) {
                diagnostics.add(unit.key_span, format!("`{}` cannot be the key of a unit", unit.key), None);
            } else if units.iter().any(|other| other.key == unit.key) {
                let help = "give each a key of its own, in a column `key`".to_owned();
                let message = format!("a second unit has the key `{}`", unit.key);
                diagnostics.add(unit.key_span, message, Some(help));
            } else {
                units.push(unit);
            }
        }
        if let Some(row) = rows.get(limits::ENTRIES) {
            diagnostics.add(
                span(&row[0]),
                format!("this is one of more than {} units", limits::ENTRIES),
                None,
            );
        }
        units
    }

    fn unit(&self, header: &[Cell], row: &[Cell], diagnostics: &mut Diagnostics) -> Option<Entry> {
        if let Some(cell) = row.get(header.len()..)?.iter().find(|cell| !cell.text.is_empty()) {
            diagnostics.add(span(cell), "this cell is in no column", None);
        }
        let named = |column: &str| {
            let place = header.iter().position(|cell| cell.text == column)?;
            row.get(place).filter(|cell| !cell.text.is_empty())
        };
        let Some(called) = named("key").or_else(|| named("name")) else {
            diagnostics.add(span(&row[0]), "this unit has neither a key nor a name", None);
            return None;
        };
        let key = if named("key").is_some() { called.text.clone() } else { key_of(&called.text) };
        let mut unit = Node::table(span(called));
        for (column, cell) in header.iter().zip(row) {
            if cell.text.is_empty() || column.text == "key" {
                continue;
            }
            let is_text = TEXTS.contains(&column.text.as_str());
            let value = if is_text { Value::Text(cell.text.clone()) } else { self.value(&cell.text) };
            let new = Entry {
                key: column.text.clone(),
                key_span: span(column),
                node: Node::from_value(&value, &span(cell)),
            };
            if let Err(message) = put(&mut unit, &column.text, &new) {
                diagnostics.add(span(cell), message, None);
            }
        }
        Some(Entry { key, key_span: span(called), node: unit })
    }

    /// The value of a cell.
    fn value(&self, text: &str) -> Value {
        match text {
            "true" | "TRUE" | "True" => return Value::Flag(true),
            "false" | "FALSE" | "False" => return Value::Flag(false),
            _ => {}
        }
        if let Ok(whole) = text.parse::<i64>() {
            return Value::Whole(whole);
        }
        // Where commas do not part cells, they may stand in numbers.
        let point = if self.separator_is_comma() { text.to_owned() } else { text.replace(',', ".") };
        let looks_like_a_number = text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
        if let Some(number) = point.parse::<f64>().ok().filter(|_| looks_like_a_number) {
            return Value::Number(number);
        }
        if text.starts_with(['[', '{']) {
            let mut faults = Diagnostics::default();
            let source = Source { name: String::new(), text: format!("value = {text}") };
            let parsed = document::parse(source, &mut faults);
            if let (Some(node), true) = (parsed.get("value"), faults.list.is_empty()) {
                return node.value();
            }
        }
        Value::Text(text.to_owned())
    }

    fn separator_is_comma(&self) -> bool {
        self.sheet.separator == ','
    }
}

fn span(cell: &Cell) -> Span {
    Span { source: 0, range: cell.range.clone() }
}

/// A name as the key of a unit: `Heavy Weapons` is `heavy-weapons`.
fn key_of(name: &str) -> String {
    let words = name.to_lowercase();
    let words: Vec<&str> =
        words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Puts a value where a path such as `weapons[0].ap` leads, and makes the tables and lists on the way.
fn put(node: &mut Node, path: &str, new: &Entry) -> Result<(), String> {
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let (key, rest) = path.split_at(end);
    if key.is_empty() {
        return Err(format!("the name of this column, `{}`, leads nowhere", new.key));
    }
    if rest.is_empty() {
        node.set(Entry { key: key.to_owned(), ..new.clone() });
        return Ok(());
    }
    let (place, rest) = match rest.strip_prefix('[') {
        None => (None, &rest[1..]),
        Some(inner) => {
            let parts = inner.split_once(']');
            let place = parts.and_then(|(place, _)| place.parse::<usize>().ok());
            let rest = parts.and_then(|(_, rest)| rest.strip_prefix('.'));
            let (Some(place), Some(rest)) = (place, rest) else {
                return Err(format!(
                    "the name of this column, `{}`, leads nowhere: write `{key}[0].field`",
                    new.key
                ));
            };
            (Some(place), rest)
        }
    };
    if node.get(key).is_none() {
        let content = if place.is_some() { Content::List(Vec::new()) } else { Content::Table(Vec::new()) };
        let inner = Node { span: new.node.span.clone(), content };
        node.set(Entry { key: key.to_owned(), key_span: new.key_span.clone(), node: inner });
    }
    let Content::Table(entries) = &mut node.content else {
        return Err("this is no group of fields".to_owned());
    };
    let inner = entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node);
    match (inner, place) {
        (Some(inner), None) if matches!(inner.content, Content::Table(_)) => put(inner, rest, new),
        (Some(Node { content: Content::List(items), .. }), Some(place)) => {
            if place > items.len() {
                return Err(format!(
                    "`{key}[{}]` is empty in this row, and `{key}[{place}]` is not",
                    items.len()
                ));
            }
            if place == items.len() {
                items.push(Node::table(new.node.span.clone()));
            }
            put(&mut items[place], rest, new)
        }
        _ => Err(format!("`{key}` is one thing in this column and another in an earlier one")),
    }
}

/// Writes a unit: its fields, then a table for each item of its lists.
fn write_unit(text: &mut String, key: &str, unit: &Node) {
    let key = bare_or_quoted(key);
    let _ = writeln!(text, "\n[{key}]");
    let is_list_of_tables = |value: &Value| matches!(value, Value::List(items) if !items.is_empty() && items.iter().all(|item| matches!(item, Value::Table(_))));
    let Value::Table(fields) = unit.value() else { return };
    let (lists, plain): (Vec<_>, Vec<_>) = fields.iter().partition(|(_, value)| is_list_of_tables(value));
    for (name, value) in plain {
        let _ = writeln!(text, "{} = {}", bare_or_quoted(name), toml(value));
    }
    for (name, value) in lists {
        let Value::List(items) = value else { continue };
        for item in items {
            let _ = writeln!(text, "\n[[{key}.{}]]", bare_or_quoted(name));
            let Value::Table(fields) = item else { continue };
            for (name, value) in fields {
                let _ = writeln!(text, "{} = {}", bare_or_quoted(name), toml(value));
            }
        }
    }
}

fn bare_or_quoted(key: &str) -> String {
    let is_bare =
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_bare { key.to_owned() } else { toml(&Value::Text(key.to_owned())) }
}

/// A value as TOML writes it on one line.
fn toml(value: &Value) -> String {
    match value {
        Value::Text(text) => {
            let mut quoted = String::from("\"");
            for letter in text.chars() {
                match letter {
                    '"' | '\\' => quoted.extend(['\\', letter]),
                    control if control.is_control() => {
                        let _ = write!(quoted, "\\u{:04X}", u32::from(control));
                    }
                    plain => quoted.push(plain),
                }
            }
            quoted + "\""
        }
        Value::List(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::Table(entries) => {
            let entry = |(key, value): &(String, Value)| format!("{} = {}", bare_or_quoted(key), toml(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Number(number) => format!("{number:?}"),
        plain => plain.to_string(),
    }
}
