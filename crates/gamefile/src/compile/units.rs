//! Fields, state and derived values of units, and fields of the situation and the options.

use crate::ast::{Expr, Node};
use crate::compile::Compiler;
use crate::compile::kinds::{EntryRef, FacesOf, Kind, Typed};
use crate::declared::{Faces, Field, FieldKind};
use crate::facts::Fact;
use crate::mistake::Span;
use crate::program::{Arg, DieKind, Missing, Op, Reg};

/// Whose own names stand bare, and which of them.
#[derive(Clone, Copy, Debug)]
pub struct BareNames {
    /// Whose names they are.
    pub side: usize,
    /// The list and the entry whose fields are meant.
    pub entry: Option<(usize, usize)>,
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
    pub fn fact(&mut self, field: &Field, fact: Option<&Fact>, path: String, span: Span) -> Typed {
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

    pub fn kind_of_field(&self, kind: &FieldKind) -> Kind {
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

    fn state(&mut self, side: usize, state: usize, span: Span) -> Typed {
        let reg = self.slot(side, state);
        self.started(reg, span)
    }

    /// A state, which may be unknown because its start is.
    pub fn started(&mut self, reg: Reg, span: Span) -> Typed {
        if let Some(missing) = self.unknown[reg as usize] {
            self.emit(Op::Missing(missing), span);
        }
        Typed::number(Arg::Reg(reg))
    }

    fn derived(&mut self, side: usize, place: usize) -> Typed {
        let declared = self.declared;
        self.bare(&declared.derived[place].1, BareNames::derived(side, place))
    }
}
