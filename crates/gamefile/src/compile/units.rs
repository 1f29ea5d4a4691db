//! Fields, state and derived values of units, entries, the situation and the options.

use crate::ast::{Call, Expr, Node};
use crate::compile::Compiler;
use crate::compile::kinds::{EntryRef, FacesOf, Kind, Typed};
use crate::declared::{Faces, Field, FieldKind};
use crate::facts::Fact;
use crate::mistake::Span;
use crate::program::{Arg, Column, DieKind, Math, Missing, Op, Reg};

/// Whose own names stand bare, and which of them.
#[derive(Clone, Copy, Debug)]
pub struct BareNames {
    side: usize,
    /// The list and the entry whose fields are meant.
    entry: Option<(usize, usize)>,
    /// So many derived values may be read; none where only fields may.
    derived: Option<usize>,
}

impl BareNames {
    /// In the `start` of a unit's state.
    pub fn start(side: usize) -> Self {
        Self { side, entry: None, derived: None }
    }

    /// In the `start` of an entry's state.
    pub fn entry(side: usize, list: usize, entry: usize) -> Self {
        Self { side, entry: Some((list, entry)), derived: None }
    }

    /// In `dead`, and in `derived` with those above.
    pub fn derived(side: usize, above: usize) -> Self {
        Self { side, entry: None, derived: Some(above) }
    }
}

/// A section that is no unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `situation`.
    Situation,
    /// `options`.
    Options,
    /// `table`.
    Table,
}

impl Section {
    /// The section that an expression names.
    pub fn of(expr: &Expr) -> Option<Self> {
        match &expr.node {
            Node::Name(name) => match name.as_str() {
                "situation" => Some(Self::Situation),
                "options" => Some(Self::Options),
                "table" => Some(Self::Table),
                _ => None,
            },
            _ => None,
        }
    }
}

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
    /// An expression over a unit's own names.
    pub fn bare(&mut self, expr: &Expr, bare: BareNames) -> Typed {
        let before = self.bare.replace(bare);
        let face = self.face.take();
        let found = self.expr(expr);
        self.face = face;
        self.bare = before;
        found
    }

    /// Whether `dead` holds for a unit.
    pub fn dead(&mut self, side: usize, _span: Span) -> Typed {
        let declared = self.declared;
        let found = self.bare(&declared.dead, BareNames::derived(side, declared.derived.len()));
        Typed::truth(found.arg)
    }

    /// A unit's own name.
    pub fn bare_name(&mut self, name: &str, span: Span) -> Typed {
        let Some(bare) = self.bare else { return Typed::unknown() };
        let declared = self.declared;
        if let Some((list, entry)) = bare.entry {
            let FieldKind::List(record) = declared.unit[list].kind else { return Typed::unknown() };
            let fields = &declared.records[record].fields;
            let Some(field) = fields.iter().position(|field| field.name == name) else {
                self.mistakes.unknown(
                    span,
                    "field of this record",
                    name,
                    fields.iter().map(|field| field.name.as_str()),
                );
                return Typed::unknown();
            };
            let entry = EntryRef { side: bare.side, list, index: Arg::Number(entry as i64) };
            return self.entry_field(entry, field, span);
        }
        if let Some(field) = declared.unit.iter().position(|field| field.name == name) {
            return self.unit_field(bare.side, field, span);
        }
        if bare.derived.is_some()
            && let Some(state) = declared.state(name)
        {
            return self.state(bare.side, state, span);
        }
        let above = &declared.derived[..bare.derived.unwrap_or(0)];
        if let Some(place) = above.iter().position(|(known, _)| known == name) {
            return self.derived(bare.side, place);
        }
        let help = match name {
            _ if bare.derived.is_none() && declared.state(name).is_some() => {
                Some("`start` reads fields only")
            }
            _ if declared.derived.iter().any(|(known, _)| known == name) => {
                Some("a derived value reads those above it")
            }
            "attacker" | "target" | "unit" => Some("write the unit's own names bare, such as `hp`"),
            "situation" | "options" | "round" => Some("only the unit's own names can be read here"),
            _ => None,
        };
        if let Some(help) = help {
            self.mistakes.help(span, format!("`{name}` cannot be read here"), help);
            return Typed::unknown();
        }
        if self.die_of_name(name).is_some() {
            self.mistakes.add(span, "nothing is rolled here");
            return Typed::unknown();
        }
        let fields = declared.unit.iter().map(|field| field.name.as_str());
        let states = declared.states.iter().map(|state| state.name.as_str());
        let known = fields.chain(states).chain(above.iter().map(|(name, _)| name.as_str()));
        self.mistakes.unknown(span, "name of the unit's own", name, known);
        Typed::unknown()
    }

    /// The side of `attacker`, `target` or `unit`.
    pub fn unit_of_name(&mut self, name: &str, span: Span) -> Option<usize> {
        let (found, help) = match (name, self.upkeep) {
            ("attacker", None) => (Some(0), ""),
            ("target", None) => (Some(1), ""),
            ("unit", Some(side)) => (Some(side), ""),
            ("unit", None) => (None, "in a procedure there are `attacker` and `target`"),
            _ => (None, "in [upkeep] there is `unit` alone"),
        };
        if found.is_none() && !self.is_function_alone() {
            self.mistakes.help(span, format!("there is no `{name}` here"), help);
        }
        found
    }

    /// Whether a function is checked for itself: it may be meant for upkeep.
    fn is_function_alone(&self) -> bool {
        self.scopes.first().is_some_and(|scope| scope.function.is_some())
    }

    /// The unit that an expression stands for.
    pub fn unit(&mut self, expr: &Expr) -> Option<usize> {
        let Node::Name(name) = &expr.node else { return None };
        if self.bare.is_some() {
            return None;
        }
        match self.bound(name).map(|bound| bound.kind.clone()) {
            Some(Kind::Unit(side)) => Some(side),
            None if matches!(name.as_str(), "attacker" | "target" | "unit") => {
                self.unit_of_name(name, expr.span)
            }
            Some(_) | None => None,
        }
    }

    /// Whether nothing is known of an expression, because something else is wrong or a function is checked for itself.
    pub fn is_unknown(&mut self, expr: &Expr) -> bool {
        match &expr.node {
            Node::Name(name) => match self.bound(name) {
                Some(bound) => bound.kind == Kind::Unknown,
                None if name == "unit" => self.is_function_alone(),
                None => false,
            },
            Node::Field(of, _) | Node::Index(of, _) => self.is_unknown(of),
            _ => false,
        }
    }

    /// The list of a unit that an expression stands for: whose, and which field.
    pub fn list(&mut self, expr: &Expr) -> Option<(usize, usize)> {
        let (side, name) = match (&expr.node, self.bare) {
            (Node::Name(name), Some(bare)) if bare.entry.is_none() => (bare.side, name),
            (Node::Field(of, name), None) => (self.unit(of)?, name),
            _ => return None,
        };
        let found = self.declared.unit.iter().position(|field| field.name == *name)?;
        matches!(self.declared.unit[found].kind, FieldKind::List(_)).then_some((side, found))
    }

    /// The entry of a list that an expression stands for.
    pub fn entry(&mut self, expr: &Expr) -> Option<EntryRef> {
        match &expr.node {
            Node::Name(name) if self.bare.is_none() => match self.bound(name).map(|bound| bound.kind.clone())
            {
                Some(Kind::Entry(entry)) => Some(entry),
                _ => None,
            },
            Node::Index(of, index) => self.entry_of(of, index),
            _ => None,
        }
    }

    /// `list[index]`.
    pub fn entry_of(&mut self, of: &Expr, index: &Expr) -> Option<EntryRef> {
        let (side, list) = self.list(of)?;
        let found = self.expr(index);
        self.expect_arithmetic(&found, index.span);
        let length = self.facts.map_or(1, |facts| facts.length(side, list));
        let index_arg = match found.arg {
            Arg::Number(number) if !self.checks() => {
                if (0..length as i64).contains(&number) {
                    Arg::Number(number)
                } else {
                    found.arg
                }
            }
            // A function may change what the index was computed from.
            Arg::Reg(reg) => {
                let to = self.register();
                self.emit(Op::Copy(to, Arg::Reg(reg)), index.span);
                Arg::Reg(to)
            }
            Arg::Number(_) => Arg::Reg(self.register()),
        };
        let is_outside = matches!(index_arg, Arg::Number(number) if !self.checks() && !(0..length as i64).contains(&number));
        if is_outside || matches!(index_arg, Arg::Reg(_)) {
            // Said where the entry is named, even if only a part of it is read later.
            let column = self.column(side, list, (0..length).map(|_| Some(Arg::Number(0))).collect());
            let to = self.register();
            self.emit(Op::Pick(to, column, index_arg), index.span);
            if is_outside {
                return Some(EntryRef { side, list, index: Arg::Reg(to) });
            }
        }
        Some(EntryRef { side, list, index: index_arg })
    }

    /// The record of an entry.
    pub fn record(&self, entry: EntryRef) -> usize {
        match self.declared.unit[entry.list].kind {
            FieldKind::List(record) => record,
            _ => 0,
        }
    }

    /// `x.name`.
    pub fn field(&mut self, of: &Expr, name: &str, span: Span) -> Typed {
        let declared = self.declared;
        match Section::of(of) {
            Some(Section::Table) => {
                self.mistakes.help(
                    span,
                    "a table is read with an index",
                    format!("`table.{name}[row][column]`"),
                );
                return Typed::unknown();
            }
            Some(section) if self.bare.is_none() => return self.section_field(section, name, span),
            _ => {}
        }
        if let Some(side) = self.unit(of) {
            if name == "dead" && !declared.unit.iter().any(|field| field.name == "dead") {
                return self.dead(side, span);
            }
            if let Some(field) = declared.unit.iter().position(|field| field.name == name) {
                return self.unit_field(side, field, span);
            }
            if let Some(state) = declared.state(name) {
                return self.state(side, state, span);
            }
            if let Some(place) = declared.derived.iter().position(|(known, _)| known == name) {
                return self.derived(side, place);
            }
            let fields = declared.unit.iter().map(|field| field.name.as_str());
            let states = declared.states.iter().map(|state| state.name.as_str());
            let derived = declared.derived.iter().map(|(name, _)| name.as_str());
            self.mistakes.unknown(
                span,
                "field of a unit",
                name,
                fields.chain(states).chain(derived).chain(["dead"]),
            );
            return Typed::unknown();
        }
        if let Some(entry) = self.entry(of) {
            return self.entry_value(entry, name, span);
        }
        if self.list(of).is_some() {
            let help = "name an entry: `target.parts[0].armour`, or add up: `sum(target.parts.armour)`";
            self.mistakes.help(span, "a list has no field of its own", help);
        } else if !self.is_unknown(of) {
            let before = self.mistakes.len();
            let found = self.expr(of);
            if self.mistakes.len() == before && found.kind != Kind::Unknown {
                self.mistakes.add(span, format!("{} has no field `{name}`", found.kind.words()));
            }
        }
        Typed::unknown()
    }

    fn section_field(&mut self, section: Section, name: &str, span: Span) -> Typed {
        let declared = self.declared;
        let (fields, what) = match section {
            Section::Situation => (&declared.situation, "situation"),
            _ => (&declared.options, "options"),
        };
        let Some(place) = fields.iter().position(|field| field.name == name) else {
            let known = fields.iter().map(|field| field.name.as_str());
            self.mistakes.unknown(span, &format!("field of the {what}"), name, known);
            return Typed::unknown();
        };
        let fact = self.facts.and_then(|facts| match section {
            Section::Situation => facts.situation[place].as_ref(),
            _ => facts.options[place].as_ref(),
        });
        let fact = fact.cloned();
        self.fact(&fields[place], fact.as_ref(), format!("{what}.{name}"), span)
    }

    fn unit_field(&mut self, side: usize, place: usize, span: Span) -> Typed {
        let declared = self.declared;
        let fact = self.facts.and_then(|facts| facts.units[side][place].clone());
        let path = format!("{}.{}", ["attacker", "target"][side], declared.unit[place].name);
        self.fact(&declared.unit[place], fact.as_ref(), path, span)
    }

    /// The value of a field; a missing one is an error where it is read.
    fn fact(&mut self, field: &Field, fact: Option<&Fact>, path: String, span: Span) -> Typed {
        let kind = match &field.kind {
            FieldKind::List(_) | FieldKind::Tags(_) => {
                let help = match field.kind {
                    FieldKind::List(_) => "go over it with `for`, or use `len`, `sum` or an index",
                    _ => "ask for one of them: `\"fly\" in target.keywords`",
                };
                self.mistakes.help(span, format!("`{}` is no single value", field.name), help);
                return Typed::unknown();
            }
            kind => self.kind_of_field(kind),
        };
        if self.checks() {
            return Typed { arg: Arg::Reg(self.register()), kind };
        }
        match fact {
            Some(&Fact::Number(number)) => {
                let kind = if matches!(kind, Kind::Die(_)) { self.kind_of_die(number) } else { kind };
                Typed { arg: Arg::Number(number), kind }
            }
            _ => self.missing(path, kind, span),
        }
    }

    fn missing(&mut self, path: String, kind: Kind, span: Span) -> Typed {
        let missing = Missing { path };
        let known = self.program.missing.iter().position(|known| *known == missing);
        let place = known.unwrap_or_else(|| {
            self.program.missing.push(missing);
            self.program.missing.len() - 1
        });
        self.emit(Op::Missing(place), span);
        Typed { arg: Arg::Reg(self.register()), kind }
    }

    fn kind_of_field(&self, kind: &FieldKind) -> Kind {
        match kind {
            FieldKind::Whole(..) => Kind::Number,
            FieldKind::Flag => Kind::Truth,
            FieldKind::Choice(texts) => {
                let ids = texts.iter().filter_map(|text| self.declared.text_id(text)).collect();
                Kind::Text(Some(std::rc::Rc::new(ids)))
            }
            FieldKind::Dice => {
                let symbols = self.declared.dice.iter().any(|die| matches!(die.faces, Faces::Symbols(_)));
                Kind::Die(if symbols { FacesOf::Any } else { FacesOf::Numbers })
            }
            FieldKind::Tags(_) | FieldKind::List(_) => Kind::Unknown,
        }
    }

    /// What the faces of a known die are.
    fn kind_of_die(&self, die: i64) -> Kind {
        Kind::Die(match self.die_kind(die) {
            Some(&DieKind::Own(place)) if die <= 0 => self.faces_of(place),
            _ => FacesOf::Numbers,
        })
    }

    /// The register of a unit's state.
    pub fn slot(&self, side: usize, state: usize) -> Reg {
        (if side == 0 { state } else { self.slots[0].len() + state }) as Reg
    }

    /// The register of an entry's state.
    pub fn entry_slot(&self, side: usize, list: usize, entry: usize, state: usize) -> Reg {
        let first = self.slots[side].iter().position(|slot| slot.entry == Some((list, entry)));
        self.slot(side, first.unwrap_or_default() + state)
    }

    fn state(&mut self, side: usize, state: usize, span: Span) -> Typed {
        let reg = self.slot(side, state);
        self.started(reg, span)
    }

    /// A state, which may be unknown because its start is.
    fn started(&mut self, reg: Reg, span: Span) -> Typed {
        if let Some(missing) = self.unknown[reg as usize] {
            self.emit(Op::Missing(missing), span);
        }
        Typed::number(Arg::Reg(reg))
    }

    fn derived(&mut self, side: usize, place: usize) -> Typed {
        let declared = self.declared;
        self.bare(&declared.derived[place].1, BareNames::derived(side, place))
    }

    fn column(&mut self, side: usize, list: usize, entries: Vec<Option<Arg>>) -> usize {
        let list = format!("{}.{}", ["attacker", "target"][side], self.declared.unit[list].name);
        let column = Column { list, entries };
        let known = self.program.columns.iter().position(|known| *known == column);
        known.unwrap_or_else(|| {
            self.program.columns.push(column);
            self.program.columns.len() - 1
        })
    }

    /// The registers of a state of all entries.
    pub fn state_column(&mut self, entry: EntryRef, state: usize) -> usize {
        let length = self.facts.map_or(1, |facts| facts.length(entry.side, entry.list));
        let reg = |place| Some(Arg::Reg(self.entry_slot(entry.side, entry.list, place, state)));
        let entries = (0..length).map(reg).collect();
        self.column(entry.side, entry.list, entries)
    }

    fn entry_state(&mut self, entry: EntryRef, state: usize, span: Span) -> Typed {
        if let (Arg::Number(index), false) = (entry.index, self.checks()) {
            let reg = self.entry_slot(entry.side, entry.list, index as usize, state);
            return self.started(reg, span);
        }
        let column = self.state_column(entry, state);
        let to = self.register();
        self.emit(Op::Pick(to, column, entry.index), span);
        Typed::number(Arg::Reg(to))
    }

    /// A field or a state of a list's entry.
    pub fn entry_value(&mut self, entry: EntryRef, name: &str, span: Span) -> Typed {
        let declared = self.declared;
        let record = &declared.records[self.record(entry)];
        if let Some(field) = record.fields.iter().position(|field| field.name == name) {
            return self.entry_field(entry, field, span);
        }
        if let Some(state) = record.states.iter().position(|state| state.name == name) {
            return self.entry_state(entry, state, span);
        }
        let fields = record.fields.iter().map(|field| field.name.as_str());
        let known = fields.chain(record.states.iter().map(|state| state.name.as_str()));
        self.mistakes.unknown(span, &format!("field of `{}`", record.name), name, known);
        Typed::unknown()
    }

    fn facts_of(&self, entry: EntryRef, field: usize) -> Vec<Option<Fact>> {
        let entries = self.facts.and_then(|facts| facts.units[entry.side][entry.list].as_ref());
        match entries {
            Some(Fact::Entries(entries)) => entries.iter().map(|entry| entry[field].clone()).collect(),
            _ => Vec::new(),
        }
    }

    fn entry_field(&mut self, entry: EntryRef, place: usize, span: Span) -> Typed {
        let declared = self.declared;
        let field = &declared.records[self.record(entry)].fields[place];
        let list = format!("{}.{}", ["attacker", "target"][entry.side], declared.unit[entry.list].name);
        if self.checks() {
            return self.fact(field, None, String::new(), span);
        }
        let facts = self.facts_of(entry, place);
        if let Arg::Number(index) = entry.index {
            let fact = facts.get(index as usize).cloned().flatten();
            return self.fact(field, fact.as_ref(), format!("{list}[{index}].{}", field.name), span);
        }
        let kind = self.kind_of_field(&field.kind);
        if kind == Kind::Unknown {
            return self.fact(field, None, String::new(), span);
        }
        let number = |fact: &Option<Fact>| match fact {
            Some(Fact::Number(number)) => Some(Arg::Number(*number)),
            _ => None,
        };
        let entries = facts.iter().map(number).collect();
        let column = self.column(entry.side, entry.list, entries);
        let to = self.register();
        self.emit(Op::Pick(to, column, entry.index), span);
        Typed { arg: Arg::Reg(to), kind }
    }

    /// `len(list)` and `sum(list.field)`.
    pub fn of_list(&mut self, call: &Call, span: Span) -> Typed {
        let wrong = |this: &mut Self| {
            let help = "`len(target.parts)`, `sum(target.parts.armour)`";
            this.mistakes.help(span, format!("`{}` takes a list of a unit", call.name), help);
            Typed::unknown()
        };
        let [argument] = &call.arguments[..] else { return wrong(self) };
        if self.is_unknown(argument) {
            return Typed::unknown();
        }
        if call.name == "len" {
            let Some((side, list)) = self.list(argument) else { return wrong(self) };
            return Typed::number(match self.facts {
                Some(facts) => Arg::Number(facts.length(side, list) as i64),
                None => Arg::Reg(self.register()),
            });
        }
        let Node::Field(of, name) = &argument.node else { return wrong(self) };
        let Some((side, list)) = self.list(of) else { return wrong(self) };
        let length = self.facts.map_or(1, |facts| facts.length(side, list));
        let mut total = Arg::Number(0);
        for entry in 0..length {
            let entry = EntryRef { side, list, index: Arg::Number(entry as i64) };
            let record = &self.declared.records[self.record(entry)];
            let value = if let Some(field) = record.fields.iter().position(|field| field.name == *name) {
                self.entry_field(entry, field, span)
            } else if let Some(state) = record.states.iter().position(|state| state.name == *name) {
                self.entry_state(entry, state, span)
            } else {
                let fields = record.fields.iter().map(|field| field.name.as_str());
                let known = fields.chain(record.states.iter().map(|state| state.name.as_str()));
                self.mistakes.unknown(argument.span, &format!("field of `{}`", record.name), name, known);
                return Typed::unknown();
            };
            self.expect_arithmetic(&value, argument.span);
            total = self.math(Math::Add, total, value.arg, span);
        }
        Typed::number(total)
    }

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
