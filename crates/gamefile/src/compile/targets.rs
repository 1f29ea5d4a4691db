//! Assignments.

use std::collections::BTreeSet;

use crate::ast::{Expr, Node, Operator};
use crate::compile::Compiler;
use crate::compile::kinds::{EntryRef, Kind, Typed};
use crate::compile::rolls;
use crate::compile::scope::NamesUsed;
use crate::mistake::Span;
use crate::names;
use crate::program::{Arg, Math, Op};

impl Compiler<'_> {
    /// `a = …` or `a, b = …`.
    pub fn assign_all(&mut self, targets: &[Expr], value: &Expr, span: Span) {
        let call = match &value.node {
            Node::Call(call) => Some(call),
            _ => None,
        };
        let values = match call {
            Some(call) if targets.len() > 1 && matches!(&*call.name, "tally" | "highest" | "lowest") => {
                self.rolled(value, Some(targets.len()), targets.first().map(name_of))
            }
            Some(call) if call.name == "tally" => self.rolled(value, Some(1), None),
            Some(call) if self.declared.functions.iter().any(|function| function.name == call.name) => {
                let values = self.call(call, value.span);
                if values.is_empty() && (self.flow.alive || self.checks()) {
                    let help = "end the function with `return value`";
                    self.mistakes.help(value.span, format!("`{}` returns nothing", call.name), help);
                }
                values
            }
            _ => match targets {
                [target] => vec![self.named_after(target, value)],
                _ => {
                    let help = "a function with several values, `tally`, `highest` or `lowest` gives several";
                    self.mistakes.help(value.span, "this is one value", help);
                    Vec::new()
                }
            },
        };
        if !self.flow.alive && !self.checks() {
            return;
        }
        let is_known = values.iter().all(|value| value.kind != Kind::Unknown);
        if values.len() != targets.len() && is_known && !values.is_empty() {
            let message = format!("{} values for {} names", values.len(), targets.len());
            self.mistakes.add(span, message);
        }
        let values = values.into_iter().chain(std::iter::repeat_with(Typed::unknown));
        for (target, value) in targets.iter().zip(values) {
            self.assign(target, &value, span);
        }
    }

    /// `a += …`.
    pub fn change(&mut self, target: &Expr, operator: Operator, value: &Expr, span: Span) {
        let math = match operator {
            Operator::Sub => Math::Sub,
            Operator::Mul => Math::Mul,
            _ => Math::Add,
        };
        if let (Math::Add, Some(measure)) = (math, self.measure_of(target))
            && !self.is_counted_in(value, &self.declared.measures[measure])
        {
            let more = self.whole_right_side(target, value);
            self.expect_arithmetic(&more, value.span);
            let reg = self.measures[measure];
            self.counts(measure);
            self.emit(Op::Gain(measure, reg, more.arg), span);
            return;
        }
        // Which entry is meant is computed once.
        if let Node::Field(of, name) = &target.node
            && let Node::Index(..) = of.node
            && let Some(entry) = self.entry(of)
        {
            let old = self.entry_value(entry, name, target.span);
            if let Some(result) = self.changed((target, &old), math, value, span) {
                self.assign_entry(entry, name, target, &result, span);
            }
            return;
        }
        let old = self.expr(target);
        if let Some(result) = self.changed((target, &old), math, value, span) {
            self.assign(target, &result, span);
        }
    }

    /// Whether a call on the right side gives a value to a measure itself.
    fn is_counted_in(&self, value: &Expr, measure: &str) -> bool {
        let Node::Call(call) = &value.node else { return false };
        let mut open = vec![call.name.clone()];
        let mut seen = BTreeSet::new();
        while let Some(name) = open.pop() {
            let function = self.declared.functions.iter().find(|function| function.name == name);
            if let (Some(function), true) = (function, seen.insert(name)) {
                let uses = NamesUsed::of(&function.body);
                if uses.assigned.contains(measure) {
                    return true;
                }
                open.extend(uses.calls);
            }
        }
        false
    }

    /// What a change makes of an old value.
    fn changed(
        &mut self,
        (target, old): (&Expr, &Typed),
        math: Math,
        value: &Expr,
        span: Span,
    ) -> Option<Typed> {
        // The old value is read first, and a function may change it.
        let calls = matches!(&value.node, Node::Call(call) if self.declared.functions.iter().any(|function| function.name == call.name));
        let old_arg = match old.arg {
            Arg::Reg(reg) if calls => {
                let to = self.register();
                self.emit(Op::Copy(to, Arg::Reg(reg)), span);
                Arg::Reg(to)
            }
            arg => arg,
        };
        let more = self.whole_right_side(target, value);
        if let (Kind::Text(_), _) | (_, Kind::Text(_)) = (&old.kind, &more.kind) {
            self.mistakes.help(span, "texts are only compared", "choose a text with `a if test else b`");
            return None;
        }
        self.expect_arithmetic(old, target.span);
        self.expect_arithmetic(&more, value.span);
        Some(Typed::number(self.math(math, old_arg, more.arg, span)))
    }

    /// The right side of an assignment, which may be a call of a function.
    fn whole_right_side(&mut self, target: &Expr, value: &Expr) -> Typed {
        if let Node::Call(call) = &value.node
            && self.declared.functions.iter().any(|function| function.name == call.name)
        {
            let mut values = self.call(call, value.span);
            if values.len() != 1 {
                self.mistakes.add(value.span, format!("`{}` does not return one value", call.name));
                return Typed::unknown();
            }
            return values.remove(0);
        }
        self.named_after(target, value)
    }

    /// An expression. If it is a roll without a name, it is named after what it is assigned to.
    fn named_after(&mut self, target: &Expr, value: &Expr) -> Typed {
        match &value.node {
            Node::Call(call) if call.name != "tally" && rolls::is_roll(&call.name) => {
                let rolled = self.rolled(value, None, Some(name_of(target)));
                rolled.into_iter().next().unwrap_or_else(Typed::unknown)
            }
            _ => self.expr(value),
        }
    }

    /// The measure that a target is.
    fn measure_of(&self, target: &Expr) -> Option<usize> {
        let Node::Name(name) = &target.node else { return None };
        self.measure_named(name)
    }

    /// The measure that a name means, if it is no variable.
    pub fn measure_named(&self, name: &str) -> Option<usize> {
        let scope = self.scopes.last()?;
        if scope.variables.contains_key(name) || scope.bound.contains_key(name) || self.upkeep.is_some() {
            return None;
        }
        self.declared.measures.iter().position(|known| known == name)
    }

    fn counts(&mut self, measure: usize) {
        if !self.program.counts.contains(&measure) {
            self.program.counts.push(measure);
        }
    }

    /// Gives a value to a variable, a measure or a state.
    pub fn assign(&mut self, target: &Expr, value: &Typed, span: Span) {
        match &target.node {
            Node::Name(name) => self.assign_name(name, target.span, value, span),
            Node::Field(of, name) => self.assign_state(of, name, target, value, span),
            _ => {
                let help = "a variable, or a state such as `target.left`";
                self.mistakes.help(target.span, "this cannot be assigned", help);
            }
        }
    }

    /// Gives a value to a variable or a measure.
    pub fn assign_name(&mut self, name: &str, name_span: Span, value: &Typed, span: Span) {
        if !names::check_variable(name, name_span, "a variable", &mut self.mistakes) {
            return;
        }
        if self.upkeep_counts(name, name_span) {
            return;
        }
        if self.bound(name).is_some() {
            self.mistakes.add(name_span, format!("`{name}` stands for a unit or an entry of a list here"));
            return;
        }
        match &value.kind {
            Kind::Unit(_) | Kind::Entry(_) => {
                let help = "pass it to a function, or read its fields where they are needed";
                self.mistakes.help(span, format!("a variable cannot hold {}", value.kind.words()), help);
                return;
            }
            _ => {}
        }
        if !self.scopes.last().is_some_and(|scope| scope.variables.contains_key(name)) {
            if let Some(measure) = self.declared.measures.iter().position(|known| known == name) {
                self.expect_arithmetic(value, span);
                self.counts(measure);
                self.emit(Op::Copy(self.measures[measure], value.arg), span);
            }
            return;
        }
        let Some(variable) = self.scopes.last_mut().and_then(|scope| scope.variables.get_mut(name)) else {
            return;
        };
        let joined = match &variable.kind {
            None => Some(value.kind.clone()),
            Some(kind) => kind.join(&value.kind),
        };
        let Some(joined) = joined else {
            let before = variable.kind.as_ref().map_or("", Kind::words);
            let message = format!("`{name}` holds {before} elsewhere and {} here", value.kind.words());
            self.mistakes.help(name_span, message, "give the other value to a variable of its own");
            return;
        };
        variable.kind = Some(joined);
        let reg = variable.reg;
        self.emit(Op::Copy(reg, value.arg), span);
        let known = match value.arg {
            Arg::Number(number) if !self.checks() => Some(number),
            _ => None,
        };
        self.flow.known.insert(name.to_owned(), known);
    }

    /// Says that upkeep has no measures, if a function that it calls counts one.
    pub fn upkeep_counts(&mut self, name: &str, span: Span) -> bool {
        let Some(scope) = self.scopes.last() else { return false };
        let Some(function) = scope.function else { return false };
        let counts = self.upkeep.is_some()
            && self.declared.measures.iter().any(|known| known == name)
            && !self.is_parameter(function, name);
        if counts {
            let help = "count it in the procedure, or pass a parameter of another name";
            self.mistakes.help(span, format!("upkeep has no measures, and this counts `{name}`"), help);
        }
        counts
    }

    fn assign_state(&mut self, of: &Expr, name: &str, target: &Expr, value: &Typed, span: Span) {
        if value.kind != Kind::Unknown {
            self.expect_arithmetic(value, span);
        }
        if let Node::Name(section) = &of.node
            && matches!(section.as_str(), "situation" | "options")
        {
            self.mistakes.add(target.span, format!("fields of the {section} cannot be assigned"));
            return;
        }
        if let Some(side) = self.unit(of) {
            let Some(state) = self.declared.state(name) else { return self.no_state(name, target, None) };
            let reg = self.slot(side, state);
            let (low, high) = (self.declared.states[state].low, self.declared.states[state].high);
            self.emit(Op::Copy(reg, value.arg), span);
            self.emit(Op::Keep(reg, low, high), span);
        } else if let Some(entry) = self.entry(of) {
            self.assign_entry(entry, name, target, value, span);
        } else if !self.is_unknown(of) {
            let help = "a variable, or a state such as `target.left`";
            self.mistakes.help(target.span, "this cannot be assigned", help);
        }
    }

    /// Gives a value to a state of a list's entry.
    fn assign_entry(&mut self, entry: EntryRef, name: &str, target: &Expr, value: &Typed, span: Span) {
        if value.kind != Kind::Unknown {
            self.expect_arithmetic(value, span);
        }
        let record = self.record(entry);
        let states = &self.declared.records[record].states;
        let Some(state) = states.iter().position(|state| state.name == name) else {
            return self.no_state(name, target, Some(record));
        };
        let (low, high) = (states[state].low, states[state].high);
        if let (Arg::Number(index), false) = (entry.index, self.checks()) {
            let reg = self.entry_slot(entry.side, entry.list, index as usize, state);
            self.emit(Op::Copy(reg, value.arg), span);
            self.emit(Op::Keep(reg, low, high), span);
        } else {
            let column = self.state_column(entry, state);
            self.emit(Op::Put(column, entry.index, value.arg, low, high), span);
        }
    }

    fn no_state(&mut self, name: &str, target: &Expr, record: Option<usize>) {
        let declared = self.declared;
        let (fields, states) = match record {
            Some(record) => (&declared.records[record].fields, &declared.records[record].states),
            None => (&declared.unit, &declared.states),
        };
        let is_field = fields.iter().any(|field| field.name == name);
        let is_derived = record.is_none() && declared.derived.iter().any(|(known, _)| known == name);
        if is_field || is_derived {
            let what = if is_field { "a field" } else { "a derived value" };
            let help = format!("declare a state, such as `now = {{ start = \"{name}\" }}`, and assign that");
            self.mistakes.help(target.span, format!("`{name}` is {what} and cannot be assigned"), help);
        } else {
            self.mistakes.unknown(target.span, "state", name, states.iter().map(|state| state.name.as_str()));
        }
    }

    /// Says that a number was expected.
    pub fn expect_arithmetic(&mut self, found: &Typed, span: Span) {
        let help = match found.kind {
            Kind::Number | Kind::Unknown => return,
            Kind::Truth => "write `1 if test else 0`",
            Kind::Die(_) => "roll it: `roll(…)`",
            _ => "write a number",
        };
        self.mistakes.help(span, format!("expected a number, found {}", found.kind.words()), help);
    }
}

/// The name that a roll has after what it is assigned to.
fn name_of(target: &Expr) -> String {
    match &target.node {
        Node::Name(name) | Node::Field(_, name) => name.clone(),
        _ => "roll".to_owned(),
    }
}
