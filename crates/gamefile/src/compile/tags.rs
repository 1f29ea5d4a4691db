//! Tags: texts of which a unit or an entry has any number, and whether one is among them.

use crate::ast::{Expr, Node};
use crate::compile::Compiler;
use crate::compile::kinds::{EntryRef, Kind, Typed};
use crate::compile::units::Section;
use crate::declared::{Field, FieldKind};
use crate::facts::Fact;
use crate::program::{Arg, Column, Op};

/// Tags of a unit, of an entry, or of a section.
pub struct Tags {
    /// The texts that there may be.
    known: Vec<String>,
    /// The tags; of an entry that is not known, those of each.
    of: TagsOf,
}

enum TagsOf {
    Unknown,
    One(Vec<i64>),
    Each(Vec<Option<Vec<i64>>>, Arg, String),
}

impl Compiler<'_> {
    /// The tags that an expression stands for.
    pub fn tags(&mut self, expr: &Expr) -> Option<Tags> {
        let declared = self.declared;
        let (of, name) = match &expr.node {
            Node::Field(of, name) => (Some(of), name),
            Node::Name(name) => (None, name),
            _ => return None,
        };
        let find = |fields: &[Field]| {
            let place = fields.iter().position(|field| field.name == *name)?;
            match &fields[place].kind {
                FieldKind::Tags(known) => Some((place, known.clone())),
                _ => None,
            }
        };
        let one = |fact: Option<&Fact>| match fact {
            Some(Fact::Tags(tags)) => TagsOf::One(tags.clone()),
            _ => TagsOf::One(Vec::new()),
        };
        let facts = self.facts;
        let Some(of) = of else {
            let bare = self.bare?;
            if let Some((list, entry)) = bare.entry {
                let FieldKind::List(record) = declared.unit[list].kind else { return None };
                let (place, known) = find(&declared.records[record].fields)?;
                let entry = EntryRef { side: bare.side, list, index: Arg::Number(entry as i64) };
                let found = self.facts_of(entry, place);
                let Arg::Number(index) = entry.index else { return None };
                let of = if facts.is_none() {
                    TagsOf::Unknown
                } else {
                    one(found.get(index as usize).and_then(Option::as_ref))
                };
                return Some(Tags { known, of });
            }
            let (place, known) = find(&declared.unit)?;
            let of = facts.map_or(TagsOf::Unknown, |facts| one(facts.units[bare.side][place].as_ref()));
            return Some(Tags { known, of });
        };
        match Section::of(of) {
            Some(Section::Situation) => {
                let (place, known) = find(&declared.situation)?;
                let of = facts.map_or(TagsOf::Unknown, |facts| one(facts.situation[place].as_ref()));
                return Some(Tags { known, of });
            }
            Some(Section::Options) => {
                let (place, known) = find(&declared.options)?;
                let of = facts.map_or(TagsOf::Unknown, |facts| one(facts.options[place].as_ref()));
                return Some(Tags { known, of });
            }
            _ => {}
        }
        if let Some(side) = self.unit(of) {
            let (place, known) = find(&declared.unit)?;
            let of = facts.map_or(TagsOf::Unknown, |facts| one(facts.units[side][place].as_ref()));
            return Some(Tags { known, of });
        }
        let entry = self.entry(of)?;
        let (place, known) = find(&declared.records[self.record(entry)].fields)?;
        if self.checks() {
            return Some(Tags { known, of: TagsOf::Unknown });
        }
        let found = self.facts_of(entry, place);
        let of = match entry.index {
            Arg::Number(index) => one(found.get(index as usize).and_then(Option::as_ref)),
            Arg::Reg(_) => {
                let tags = |fact: &Option<Fact>| match fact {
                    Some(Fact::Tags(tags)) => Some(tags.clone()),
                    _ => Some(Vec::new()),
                };
                let list =
                    format!("{}.{}", ["attacker", "target"][entry.side], declared.unit[entry.list].name);
                TagsOf::Each(found.iter().map(tags).collect(), entry.index, list)
            }
        };
        Some(Tags { known, of })
    }

    /// Whether a text is among tags.
    pub fn tag_member(
        &mut self,
        value: &Typed,
        value_expr: &Expr,
        is_in: bool,
        tags: &Tags,
        list: &Expr,
    ) -> Arg {
        if !matches!(value.kind, Kind::Text(_) | Kind::Unknown) {
            let message = format!("tags are texts, and this is {}", value.kind.words());
            self.mistakes.add(value_expr.span, message);
            return Arg::Number(0);
        }
        if let Node::Text(word) = &value_expr.node
            && !tags.known.contains(word)
        {
            self.mistakes.unknown(value_expr.span, "tag", word, tags.known.iter().map(String::as_str));
            return Arg::Number(0);
        }
        let span = value_expr.span.to(list.span);
        match &tags.of {
            TagsOf::Unknown => Arg::Reg(self.register()),
            TagsOf::One(tags) => {
                let tags: Vec<Arg> = tags.iter().map(|&tag| Arg::Number(tag)).collect();
                self.one_of(value.arg, &tags, is_in, span)
            }
            TagsOf::Each(entries, index, name) => {
                let Arg::Number(text) = value.arg else {
                    let help = "compare with a text that is written down, or go over the list with `for`";
                    self.mistakes.help(span, "both the tag and the entry depend on the play", help);
                    return Arg::Number(0);
                };
                let has = |tags: &Option<Vec<i64>>| {
                    let has = tags.as_ref().is_some_and(|tags| tags.contains(&text));
                    Some(Arg::Number((has == is_in).into()))
                };
                let column = Column { list: name.clone(), entries: entries.iter().map(has).collect() };
                self.program.columns.push(column);
                let to = self.register();
                let column = self.program.columns.len() - 1;
                self.emit(Op::Pick(to, column, *index), span);
                Arg::Reg(to)
            }
        }
    }
}
