//! TOML as a tree in which every value knows its place in the text.

use chance::fields::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostics, Source, Span};
use crate::{limits, notation};

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The place.
    pub span: Span,
    /// The value.
    pub content: Content,
}

/// The value of a node.
#[derive(Clone, Debug)]
pub enum Content {
    /// A value without parts.
    Plain(Value),
    /// A list.
    List(Vec<Node>),
    /// A table, in the order of the file.
    Table(Vec<Entry>),
}

/// An entry of a table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The place of the key.
    pub key_span: Span,
    /// The value.
    pub node: Node,
}

impl Node {
    /// An empty table.
    pub fn table(span: Span) -> Self {
        Self { span, content: Content::Table(Vec::new()) }
    }

    /// Returns roughly the memory that it takes: its bytes of text, and 64 for each part.
    pub fn size(&self) -> usize {
        const PART: usize = 64;
        let parts: usize = match &self.content {
            Content::Plain(Value::Text(text)) => text.len(),
            Content::Plain(_) => 0,
            Content::List(nodes) => nodes.iter().map(Self::size).sum(),
            Content::Table(entries) => entries.iter().map(|entry| entry.key.len() + entry.node.size()).sum(),
        };
        PART + parts
    }

    /// Returns the entries of a table; other values have none.
    pub fn entries(&self) -> &[Entry] {
        match &self.content {
            Content::Table(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the table without some of its entries.
    pub fn without(&self, keys: &[&str]) -> Self {
        let kept = self.entries().iter().filter(|entry| !keys.contains(&entry.key.as_str()));
        Self { span: self.span.clone(), content: Content::Table(kept.cloned().collect()) }
    }

    /// Removes some entries of a table.
    pub fn remove(&mut self, keys: &[&str]) {
        if let Content::Table(entries) = &mut self.content {
            entries.retain(|entry| !keys.contains(&entry.key.as_str()));
        }
    }

    /// The entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|entry| &entry.node)
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Plain(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Sets an entry of a table, and replaces the one with the same key.
    pub fn set(&mut self, entry: Entry) {
        if let Content::Table(entries) = &mut self.content {
            match entries.iter_mut().find(|known| known.key == entry.key) {
                Some(known) => *known = entry,
                None => entries.push(entry),
            }
        }
    }

    /// Makes a node of a value; every part has the place `span`.
    pub fn from_value(value: &Value, span: &Span) -> Self {
        let node = |value: &Value| Self::from_value(value, span);
        let content = match value {
            Value::List(values) => Content::List(values.iter().map(node).collect()),
            Value::Table(entries) => {
                let entry = |(key, value): &(String, Value)| Entry {
                    key: key.clone(),
                    key_span: span.clone(),
                    node: node(value),
                };
                Content::Table(entries.iter().map(entry).collect())
            }
            plain => Content::Plain(plain.clone()),
        };
        Self { span: span.clone(), content }
    }

    /// Returns the value without places.
    pub fn value(&self) -> Value {
        match &self.content {
            Content::Plain(value) => value.clone(),
            Content::List(nodes) => Value::List(nodes.iter().map(Self::value).collect()),
            Content::Table(entries) => {
                Value::Table(entries.iter().map(|entry| (entry.key.clone(), entry.node.value())).collect())
            }
        }
    }

    /// Returns the place of a path such as `attacker.weapons[1].dice`, or of the nearest node around it; the place of its key if
    /// `by_key`, as for unknown names.
    pub fn locate(&self, path: &str, by_key: bool) -> Span {
        // An override that leads nowhere is an entry whose key is the whole path.
        if let Some(entry) = self.entry(path).filter(|_| by_key) {
            return entry.key_span.clone();
        }
        let (head, rest) = match path.find(['.', '[']) {
            Some(0) if path.starts_with('[') => {
                let end = path.find(']').unwrap_or(path.len() - 1);
                (&path[..=end], path[end + 1..].trim_start_matches('.'))
            }
            Some(at) => (&path[..at], path[at..].trim_start_matches('.')),
            None => (path, ""),
        };
        let index = || head.strip_prefix('[')?.strip_suffix(']')?.parse::<usize>().ok();
        let part = match &self.content {
            Content::List(nodes) => index().and_then(|index| nodes.get(index)).map(|node| (node, &node.span)),
            _ => self.entry(head).map(|entry| (&entry.node, &entry.key_span)),
        };
        match part {
            Some((_, key_span)) if rest.is_empty() && by_key => key_span.clone(),
            Some((node, _)) if rest.is_empty() => node.span.clone(),
            Some((node, _)) => node.locate(rest, by_key),
            None => self.span.clone(),
        }
    }
}

/// Parses a text as TOML. Adds faults to `diagnostics` and returns the parts that are valid.
pub fn parse(source: Source, diagnostics: &mut Diagnostics) -> Node {
    let number = diagnostics.sources.len();
    let (table, errors) = read(&source.text);
    let mut faults: Faults = errors
        .iter()
        .take(limits::FAULTS)
        .map(|error| match error.span() {
            Some(range) => (Span { source: number, range }, error.message().to_owned()),
            // The only fault for which the TOML parser reports no place.
            None => {
                let message = format!("a key has {} parts or more", limits::NESTING);
                (Span { source: number, range: deepest(&source.text) }, message)
            }
        })
        .collect();
    let span = Span { source: number, range: first_line(&source.text) };
    let content = table_content(table.get_ref(), number, &mut faults);
    let helps: Vec<Option<String>> =
        faults.iter().map(|(span, _)| help(&source.text, span.range.start)).collect();
    diagnostics.sources.push(source);
    for ((span, message), help) in faults.into_iter().zip(helps) {
        diagnostics.add(span, message, help);
    }
    Node { span, content }
}

/// The longest text of which all faults are listed, in bytes. For a longer one only the first is: there may be a fault for each byte.
const MAX_BYTES_FOR_ALL_FAULTS: usize = 64 * 1024;

fn read(text: &str) -> (Spanned<DeTable<'_>>, Vec<toml::de::Error>) {
    if text.len() <= MAX_BYTES_FOR_ALL_FAULTS {
        return DeTable::parse_recoverable(text);
    }
    match DeTable::parse(text) {
        Ok(table) => (table, Vec::new()),
        Err(error) => (Spanned::new(0..0, DeTable::new()), vec![error]),
    }
}

/// Returns what to write in place of what stands at a byte of a text that is not TOML.
fn help(text: &str, at: usize) -> Option<String> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?;
    notation::of_line(line, at - start)
}

/// The first line with as many dots as the deepest key has.
fn deepest(text: &str) -> std::ops::Range<usize> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        if line.bytes().filter(|&byte| byte == b'.').count() + 1 >= limits::NESTING {
            return start..end;
        }
        start += line.len();
    }
    first_line(text)
}

/// The place of the whole file: its first line.
fn first_line(text: &str) -> std::ops::Range<usize> {
    0..text.find('\n').unwrap_or(text.len())
}

type Faults = Vec<(Span, String)>;

fn table_content(table: &DeTable<'_>, source: usize, faults: &mut Faults) -> Content {
    if let Some((key, _)) = table.iter().nth(limits::ENTRIES) {
        let span = Span { source, range: key.span() };
        faults.push((span, format!("this is one of more than {} entries", limits::ENTRIES)));
    }
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let key: &Spanned<std::borrow::Cow<'_, str>> = key;
        let key_span = Span { source, range: key.span() };
        let mut node = node(value, source, faults);
        if let Content::Table(_) = node.content {
            // The table's own span covers all its lines; its head is enough.
            node.span = key_span.clone();
        }
        Entry { key: key.get_ref().to_string(), key_span, node }
    };
    Content::Table(table.iter().take(limits::ENTRIES).map(entry).collect())
}

fn node(value: &Spanned<DeValue<'_>>, source: usize, faults: &mut Faults) -> Node {
    let span = Span { source, range: value.span() };
    let content = match value.get_ref() {
        DeValue::String(text) => Content::Plain(Value::Text(text.to_string())),
        DeValue::Boolean(flag) => Content::Plain(Value::Flag(*flag)),
        DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(whole) => Content::Plain(Value::Whole(whole)),
            Err(_) => {
                faults.push((span.clone(), "this number is too large".to_owned()));
                Content::Plain(Value::Whole(0))
            }
        },
        DeValue::Float(float) => Content::Plain(Value::Number(float.as_str().parse().unwrap_or(f64::NAN))),
        DeValue::Datetime(date) => {
            faults.push((span.clone(), "a date has no meaning here".to_owned()));
            Content::Plain(Value::Text(date.to_string()))
        }
        DeValue::Array(values) => {
            if let Some(first) = values.get(limits::RUNS) {
                let span = Span { source, range: first.span() };
                faults.push((span, format!("this list has more than {} entries", limits::RUNS)));
            }
            let entries = values.iter().take(limits::RUNS);
            Content::List(entries.map(|value| node(value, source, faults)).collect())
        }
        DeValue::Table(table) => table_content(table, source, faults),
    };
    Node { span, content }
}
