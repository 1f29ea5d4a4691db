//! Fields of units, records, the situation and the options.

use chance::fields::Value;
use toml::de::DeValue;

use super::Reader;
use crate::declared::{DiceText, Field, FieldKind};
use crate::document::Item;
use crate::limits;
use crate::mistake::{Mistakes, Span};
use crate::names;

/// The keys that say what a field holds.
const KINDS: &[&str] = &["whole", "flag", "choice", "tags", "list", "dice"];

/// What every unit has beside the fields of its game.
const OF_A_UNIT: &[&str] = &["name", "points", "procedure", "weight", "fixed", "use", "count"];

impl<'a> Reader<'a, '_> {
    /// The fields of a section.
    pub fn fields(&mut self, section: &str, records: &[(String, Span)], lists: bool) -> Vec<Field> {
        let Some(group) = self.section(section) else { return Vec::new() };
        let mut fields = Vec::new();
        for (key, span, item) in group.entries(self.mistakes) {
            if section == "unit" && OF_A_UNIT.contains(&key) {
                let help =
                    format!("every unit has `name`, `points` and what else prices ask for; call it `{key}_`");
                self.mistakes.help(span, format!("`{key}` cannot be a field of a unit"), help);
                continue;
            }
            fields.extend(self.field(key, span, item, records, lists));
        }
        fields
    }

    /// One field.
    pub fn field(
        &mut self,
        key: &str,
        span: Span,
        item: Item<'a>,
        records: &[(String, Span)],
        lists: bool,
    ) -> Option<Field> {
        names::check(key, span, "a field", self.mistakes);
        let group = item.group(span, self.mistakes)?;
        let entries = group.entries(self.mistakes);
        let mut kinds = entries.iter().filter(|(key, ..)| KINDS.contains(key));
        let Some(&(kind, _, value)) = kinds.next() else {
            let help = format!("one of {}, such as `{{ whole = \"1..=6\" }}`", KINDS.join(", "));
            self.mistakes.help(span, format!("`{key}` does not say what it holds"), help);
            return None;
        };
        if let Some(&(second, span, _)) = kinds.next() {
            self.mistakes.add(span, format!("a field is of one kind: `{kind}` or `{second}`"));
        }
        group.known(&[kind, "default", "about"], self.mistakes);
        let about =
            group.get("about").and_then(|about| about.text(self.mistakes)).unwrap_or_default().to_owned();
        let kind = self.kind(kind, value, records, lists)?;
        let default = match group.get("default") {
            Some(item) => Some(self.default(&kind, item)?),
            None if kind == FieldKind::Flag => Some(Value::Flag(false)),
            None if matches!(kind, FieldKind::Tags(_) | FieldKind::List(_)) => Some(Value::List(Vec::new())),
            None => None,
        };
        Some(Field { name: key.to_owned(), about, kind, default })
    }

    fn kind(
        &mut self,
        kind: &str,
        item: Item<'a>,
        records: &[(String, Span)],
        lists: bool,
    ) -> Option<FieldKind> {
        match kind {
            "whole" => range(item, self.mistakes).map(|(low, high)| FieldKind::Whole(low, high)),
            "choice" => self.texts_of(item, limits::ENTRIES, "a choice").map(FieldKind::Choice),
            "tags" => self.texts_of(item, limits::TAGS, "a tag").map(FieldKind::Tags),
            "list" => {
                let name = item.text(self.mistakes)?;
                if !lists {
                    self.mistakes.help(item.span, "only a unit has lists", "move it to [unit]");
                    return None;
                }
                let found = records.iter().position(|(known, _)| known == name);
                if found.is_none() {
                    self.mistakes.unknown(
                        item.span,
                        "record",
                        name,
                        records.iter().map(|(name, _)| name.as_str()),
                    );
                }
                found.map(FieldKind::List)
            }
            _ => match item.value {
                DeValue::Boolean(true) if kind == "flag" => Some(FieldKind::Flag),
                DeValue::Boolean(true) => Some(FieldKind::Dice),
                _ => {
                    self.mistakes.help(item.span, "expected `true`", format!("write `{{ {kind} = true }}`"));
                    None
                }
            },
        }
    }

    /// Different texts of a choice or of tags.
    fn texts_of(&mut self, item: Item<'a>, most: usize, what: &str) -> Option<Vec<String>> {
        let mut texts = Vec::new();
        for item in item.list(self.mistakes)? {
            let text = item.text(self.mistakes)?;
            names::check_text(text, item.span, what, self.mistakes);
            if texts.iter().any(|known| known == text) {
                self.mistakes.add(item.span, format!("`{text}` stands here twice"));
            }
            self.text_id(text);
            texts.push(text.to_owned());
        }
        if texts.is_empty() || texts.len() > most {
            self.mistakes.add(item.span, format!("expected 1 to {most} texts"));
            return None;
        }
        Some(texts)
    }

    fn default(&mut self, kind: &FieldKind, item: Item<'a>) -> Option<Value> {
        let expected = match kind {
            FieldKind::Whole(low, high) => match item.whole() {
                Some(whole) if (*low..=*high).contains(&whole) => return Some(Value::Whole(whole)),
                _ => format!("a whole number from {low} to {high}"),
            },
            FieldKind::Flag => match item.value {
                DeValue::Boolean(flag) => return Some(Value::Flag(*flag)),
                _ => "true or false".to_owned(),
            },
            FieldKind::Choice(names) => {
                let text = item.text(self.mistakes)?;
                if names.iter().any(|known| known == text) {
                    return Some(Value::Text(text.to_owned()));
                }
                self.mistakes.unknown(item.span, "choice", text, names.iter().map(String::as_str));
                return None;
            }
            FieldKind::Tags(names) => {
                let mut tags = Vec::new();
                for item in item.list(self.mistakes)? {
                    let text = item.text(self.mistakes)?;
                    if !names.iter().any(|known| known == text) {
                        self.mistakes.unknown(item.span, "tag", text, names.iter().map(String::as_str));
                        return None;
                    }
                    tags.push(Value::Text(text.to_owned()));
                }
                return Some(Value::List(tags));
            }
            FieldKind::List(_) => "no default: a list that is not given is empty".to_owned(),
            FieldKind::Dice => match (item.whole(), item.value) {
                (Some(whole), _) if (0..=limits::FACE).contains(&whole) => return Some(Value::Whole(whole)),
                (_, DeValue::String(text)) => {
                    let own = self.section("dice").and_then(|group| group.get(text));
                    if DiceText::read(text).is_some() || own.is_some() {
                        return Some(Value::Text(text.to_string()));
                    }
                    "dice, such as \"2\", \"d3\" or \"2d6+1\", or the name of a die of [dice]".to_owned()
                }
                _ => "dice, such as \"2\", \"d3\" or \"2d6+1\"".to_owned(),
            },
        };
        self.mistakes.add(item.span, format!("expected {expected}"));
        None
    }
}

/// A range such as `1..=30`.
pub fn range(item: Item<'_>, mistakes: &mut Mistakes) -> Option<(i64, i64)> {
    let help = "write it as a text with both ends: \"1..=30\"";
    let DeValue::String(text) = item.value else {
        mistakes.help(item.span, "expected a range", help);
        return None;
    };
    let ends = text.split_once("..=").map(|(low, high)| (low.trim().parse(), high.trim().parse()));
    let Some((Ok(low), Ok(high))) = ends else {
        mistakes.help(item.span, "expected a range", help);
        return None;
    };
    let fits = |end: i64| (-limits::NUMBER..=limits::NUMBER).contains(&end);
    if !fits(low) || !fits(high) {
        mistakes.add(item.span, format!("the ends of a range lie between -{0} and {0}", limits::NUMBER));
        return None;
    }
    if low > high {
        mistakes.help(item.span, "this range is empty", "write the smaller end first");
        return None;
    }
    Some((low, high))
}
