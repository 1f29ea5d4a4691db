//! Loops: over lists, which are written out, over ranges, and while a test holds.

use crate::ast::{Block, Expr, Node};
use crate::compile::Compiler;
use crate::compile::kinds::{EntryRef, Kind, Typed};
use crate::compile::scope::{Flow, NamesUsed};
use crate::mistake::Span;
use crate::program::{Arg, Math, Op};

/// A loop that is walked.
#[derive(Debug, Default)]
pub struct Loop {
    /// Jumps behind the loop.
    breaks: Vec<usize>,
    /// Jumps to the next turn.
    continues: Vec<usize>,
    /// What holds where the loop is left.
    left: Vec<Flow>,
    /// What holds where the next turn begins.
    turned: Vec<Flow>,
}

impl Compiler<'_> {
    /// `break` or `continue`.
    pub fn leave_loop(&mut self, leaves: bool, span: Span) {
        if self.loops.is_empty() {
            let word = if leaves { "break" } else { "continue" };
            self.mistakes.help(
                span,
                format!("`{word}` stands outside of a loop"),
                "`end()` ends the procedure",
            );
            return;
        }
        let jump = self.emit(Op::Jump(0), span);
        let dead = Flow { alive: false, ..self.flow.clone() };
        let flow = std::mem::replace(&mut self.flow, dead);
        if let Some(around) = self.loops.last_mut() {
            if leaves {
                around.breaks.push(jump);
                around.left.push(flow);
            } else {
                around.continues.push(jump);
                around.turned.push(flow);
            }
        }
    }

    /// The body of a loop up to its next turn.
    fn turn(&mut self, body: &Block) {
        self.loops.push(Loop::default());
        self.block(body);
        if let Some(around) = self.loops.last_mut() {
            let continues = std::mem::take(&mut around.continues);
            let turned = std::mem::take(&mut around.turned);
            self.land_all(&continues);
            self.flow = turned.into_iter().fold(std::mem::take(&mut self.flow), Flow::and);
        }
    }

    /// Behind a loop.
    fn behind(&mut self) -> Vec<Flow> {
        let Some(Loop { breaks, left, .. }) = self.loops.pop() else { return Vec::new() };
        self.land_all(&breaks);
        left
    }

    /// `for name in over:`.
    pub fn for_loop(&mut self, name: (&str, Span), over: &Expr, body: &Block, span: Span) {
        if let Node::Call(call) = &over.node
            && call.name == "range"
        {
            let [times] = &call.arguments[..] else {
                let help = "`range(n)` goes from 0 to n - 1: for other numbers add to the variable";
                self.mistakes.help(over.span, "`range` takes one number", help);
                return;
            };
            return self.count_up(name, times, body, span);
        }
        let Some((side, list)) = self.list(over) else {
            let help = "`for x in attacker.list:` or `for i in range(n):`";
            if !self.is_unknown(over) {
                self.mistakes.help(over.span, "a loop goes over a list of a unit, or over `range(n)`", help);
            }
            self.over_unknown(name.0, body);
            return;
        };
        if let Some(scope) = self.scope()
            && scope.bound.contains_key(name.0)
        {
            self.mistakes.add(name.1, format!("`{}` stands for something else already", name.0));
            return;
        }
        self.flow.known.remove(name.0);
        if self.checks() {
            let index = Arg::Reg(self.register());
            return self.over_abstract(name.0, EntryRef { side, list, index }, body, span);
        }
        let length = self.facts.map_or(0, |facts| facts.length(side, list));
        let mut breaks = Vec::new();
        let mut left = Vec::new();
        for entry in 0..length {
            if self.is_full(span) {
                return;
            }
            self.bind(name.0, EntryRef { side, list, index: Arg::Number(entry as i64) });
            self.turn(body);
            if let Some(around) = self.loops.pop() {
                breaks.extend(around.breaks);
                left.extend(around.left);
            }
            if !self.flow.alive {
                break;
            }
        }
        self.land_all(&breaks);
        self.unbind(name.0);
        self.flow = left.into_iter().fold(std::mem::take(&mut self.flow), Flow::and);
        self.flow.known.remove(name.0);
    }

    fn bind(&mut self, name: &str, entry: EntryRef) {
        if let Some(scope) = self.scope() {
            let typed = Typed { arg: Arg::Number(0), kind: Kind::Entry(entry) };
            scope.bound.insert(name.to_owned(), typed);
        }
    }

    fn unbind(&mut self, name: &str) {
        if let Some(scope) = self.scope() {
            scope.bound.remove(name);
        }
    }

    /// A list of which nothing is known but what its entries hold.
    fn over_abstract(&mut self, name: &str, entry: EntryRef, body: &Block, span: Span) {
        let before = self.flow.clone();
        self.bind(name, entry);
        self.emit(Op::Unless(entry.index, 0), span);
        self.turn(body);
        let left = self.behind();
        self.unbind(name);
        let after = std::mem::take(&mut self.flow);
        self.flow = left.into_iter().fold(before.and(after), Flow::and);
    }

    /// A loop over something of which nothing is known.
    fn over_unknown(&mut self, name: &str, body: &Block) {
        let before = self.flow.clone();
        if let Some(scope) = self.scope() {
            scope.bound.insert(name.to_owned(), Typed::unknown());
        }
        self.turn(body);
        let left = self.behind();
        self.unbind(name);
        let after = std::mem::take(&mut self.flow);
        self.flow = left.into_iter().fold(before.and(after), Flow::and);
    }

    /// `for name in range(times):`. What nobody reads is not remembered: a loop whose variable is not read counts down.
    fn count_up(&mut self, (name, name_span): (&str, Span), times: &Expr, body: &Block, span: Span) {
        let limit = self.expr(times);
        self.expect_number(&limit, times);
        let uses = NamesUsed::of(body);
        let assigned = uses.assigned.clone();
        let is_measure = self.measure_named(name).is_some();
        let reads = is_measure || self.scopes.last().is_some_and(|scope| scope.read.contains(name));
        let before = self.flow.clone();
        let count = self.register();
        // The number of turns is computed once.
        let bound = match limit.arg {
            Arg::Number(number) if !reads => {
                self.emit(Op::Copy(count, Arg::Number(number)), span);
                Arg::Number(number)
            }
            Arg::Number(number) => Arg::Number(number),
            Arg::Reg(_) if !reads => {
                self.emit(Op::Copy(count, limit.arg), span);
                Arg::Reg(count)
            }
            Arg::Reg(_) => {
                let to = self.register();
                self.emit(Op::Copy(to, limit.arg), span);
                Arg::Reg(to)
            }
        };
        if reads {
            self.emit(Op::Copy(count, Arg::Number(0)), span);
        }
        self.flow.forget(&assigned);
        if let Some(known) = self.flow.known.get_mut(name) {
            *known = None;
        }
        let head = self.here();
        self.emit(Op::Statement, span);
        let inside = self.register();
        let compared = if reads { (Arg::Reg(count), bound) } else { (Arg::Number(0), Arg::Reg(count)) };
        self.emit(Op::Math(Math::Less, inside, compared.0, compared.1), span);
        let out = self.emit(Op::Unless(Arg::Reg(inside), 0), span);
        let changes = uses.assigned.contains(name);
        let mut counter = Arg::Reg(count);
        if reads {
            let value = Typed::number(Arg::Reg(count));
            self.assign_name(name, name_span, &value, name_span);
            let variable =
                self.scopes.last().and_then(|scope| scope.variables.get(name)).map(|variable| variable.reg);
            match variable {
                Some(reg) if !changes => counter = Arg::Reg(reg),
                _ => {
                    self.emit(Op::Math(Math::Add, count, Arg::Reg(count), Arg::Number(1)), span);
                }
            }
        } else {
            self.flow.known.insert(name.to_owned(), None);
            self.emit(Op::Math(Math::Sub, count, Arg::Reg(count), Arg::Number(1)), span);
        }
        self.turn(body);
        if reads && counter != Arg::Reg(count) {
            self.emit(Op::Math(Math::Add, count, counter, Arg::Number(1)), span);
        }
        self.emit(Op::Jump(head), span);
        self.land(out);
        let left = self.behind();
        let after = std::mem::take(&mut self.flow);
        let mut ended = before.and(after);
        ended.forget(&assigned);
        self.flow = left.into_iter().fold(ended, Flow::and);
    }

    /// `while test:`.
    pub fn while_loop(&mut self, test: &Expr, body: &Block, span: Span) {
        let mut uses = NamesUsed::of(body);
        uses.expr(test);
        let assigned = uses.assigned.clone();
        self.flow.forget(&assigned);
        let head = self.here();
        self.emit(Op::Statement, span);
        if uses.rolls {
            self.emit(Op::Turn, span);
        }
        let depth = self.depth;
        let tested = self.test(test);
        self.depth = depth;
        let for_ever =
            matches!(test.node, Node::Truth(true)) || tested.arg == Arg::Number(1) && !self.checks();
        if tested.arg == Arg::Number(0) && !self.checks() {
            return;
        }
        let out = (!for_ever).then(|| self.emit(Op::Unless(tested.arg, 0), span));
        let before = self.flow.clone();
        self.turn(body);
        self.emit(Op::Jump(head), span);
        if let Some(out) = out {
            self.land(out);
        }
        let left = self.behind();
        let never = Flow { alive: false, ..Flow::default() };
        let ended = if for_ever { never } else { before };
        self.flow = left.into_iter().fold(ended, Flow::and);
    }
}
