//! Lists of units and their entries: fields, state, `len` and `sum`.

use crate::ast::{Call, Expr, Node};
use crate::compile::Compiler;
use crate::compile::kinds::{EntryRef, Kind, Typed};
use crate::declared::FieldKind;
use crate::facts::Fact;
use crate::mistake::Span;
use crate::program::{Arg, Column, Math, Op, Reg};

impl Compiler<'_> {
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

    /// The register of an entry's state.
    pub fn entry_slot(&self, side: usize, list: usize, entry: usize, state: usize) -> Reg {
        let first = self.slots[side].iter().position(|slot| slot.entry == Some((list, entry)));
        self.slot(side, first.unwrap_or_default() + state)
    }

    pub fn column(&mut self, side: usize, list: usize, entries: Vec<Option<Arg>>) -> usize {
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

    pub fn entry_state(&mut self, entry: EntryRef, state: usize, span: Span) -> Typed {
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

    pub fn facts_of(&self, entry: EntryRef, field: usize) -> Vec<Option<Fact>> {
        let entries = self.facts.and_then(|facts| facts.units[entry.side][entry.list].as_ref());
        match entries {
            Some(Fact::Entries(entries)) => entries.iter().map(|entry| entry[field].clone()).collect(),
            _ => Vec::new(),
        }
    }

    pub fn entry_field(&mut self, entry: EntryRef, place: usize, span: Span) -> Typed {
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
}
