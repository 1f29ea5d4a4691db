//! Statements.

use crate::ast::{Block, Call, Expr, Node, Stmt, StmtKind};
use crate::compile::Compiler;
use crate::compile::kinds::{Kind, Typed};
use crate::compile::rolls;
use crate::compile::scope::Flow;
use crate::mistake::Span;
use crate::program::{Arg, Op};

impl Compiler<'_> {
    /// Statements in their order.
    pub fn block(&mut self, block: &Block) {
        for statement in block {
            if self.is_full(statement.span) {
                return;
            }
            let before = self.depth;
            // What cannot be reached is only checked.
            if self.flow.alive || self.checks() {
                self.emit(Op::Statement, statement.span);
                self.statement(statement);
            }
            self.depth = before;
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        let span = statement.span;
        match &statement.node {
            StmtKind::Assign(targets, value) => self.assign_all(targets, value, span),
            StmtKind::Change(target, operator, value) => self.change(target, *operator, value, span),
            StmtKind::If(arms, otherwise) => self.branches(arms, otherwise),
            StmtKind::For { name, name_span, over, body } => {
                self.for_loop((name, *name_span), over, body, span);
            }
            StmtKind::While(test, body) => self.while_loop(test, body, span),
            StmtKind::Break | StmtKind::Continue => {
                self.leave_loop(matches!(statement.node, StmtKind::Break), span);
            }
            StmtKind::Pass => {}
            StmtKind::Call(expr) => self.call_alone(expr),
            StmtKind::Return(_) => {
                let inside = self.scopes.last().is_some_and(|scope| scope.function.is_some());
                let (message, help) = if inside {
                    (
                        "`return` stands last in a function",
                        "give the value to a variable and return it at the end",
                    )
                } else {
                    ("only a function returns something", "`end()` ends the procedure")
                };
                self.mistakes.help(span, message, help);
            }
        }
    }

    fn branches(&mut self, arms: &[(Expr, Block)], otherwise: &Block) {
        let Some(((test, block), rest)) = arms.split_first() else { return self.block(otherwise) };
        let tested = self.test(test);
        if let (Arg::Number(known), false) = (tested.arg, self.checks()) {
            return if known == 0 { self.branches(rest, otherwise) } else { self.block(block) };
        }
        let no = self.emit(Op::Unless(tested.arg, 0), test.span);
        let before = self.flow.clone();
        self.block(block);
        let after = std::mem::replace(&mut self.flow, before);
        let done = self.emit(Op::Jump(0), test.span);
        self.land(no);
        self.branches(rest, otherwise);
        self.land(done);
        let other = std::mem::take(&mut self.flow);
        self.flow = after.and(other);
    }

    /// An expression that must be true or false.
    pub fn test(&mut self, expr: &Expr) -> Typed {
        let found = self.expr(expr);
        if !matches!(found.kind, Kind::Truth | Kind::Unknown) {
            let help = match found.kind {
                Kind::Number => "compare it, such as `n > 0`",
                _ => "compare it with `==`",
            };
            let message = format!("a test is true or false, and this is {}", found.kind.words());
            self.mistakes.help(expr.span, message, help);
        }
        found
    }

    /// A call whose value is not used.
    fn call_alone(&mut self, expr: &Expr) {
        let Node::Call(call) = &expr.node else { return };
        match call.name.as_str() {
            "event" => self.event(call, expr.span),
            "end" => {
                if !call.arguments.is_empty() || !call.named.is_empty() {
                    self.mistakes.help(expr.span, "`end` takes nothing", "write `end()`");
                }
                let jump = self.emit(Op::Jump(0), expr.span);
                self.ends.push(jump);
                self.flow.alive = false;
            }
            name if rolls::is_roll(name) => {
                // Dice may be thrown for nothing.
                self.rolled(expr, None, None);
            }
            name if self.declared.functions.iter().any(|function| function.name == name) => {
                self.call(call, expr.span);
            }
            _ => {
                let found = self.expr(expr);
                if found.kind != Kind::Unknown {
                    self.mistakes.help(expr.span, "this value is not used", "assign it: `name = …`");
                }
            }
        }
    }

    fn event(&mut self, call: &Call, span: Span) {
        let ([Expr { node: Node::Text(name), .. }], true) = (&call.arguments[..], call.named.is_empty())
        else {
            self.mistakes.help(span, "`event` takes the name of an event", "write `event(\"name\")`");
            return;
        };
        match self.declared.events.iter().position(|known| known == name) {
            Some(event) => {
                if !self.program.brings.contains(&event) {
                    self.program.brings.push(event);
                }
                self.emit(Op::Event(event), span);
            }
            None => {
                let known = self.declared.events.iter().map(String::as_str);
                self.mistakes.unknown(call.arguments[0].span, "event", name, known);
            }
        }
    }

    /// Puts a function in place of its call; gives what it returns.
    pub fn call(&mut self, call: &Call, span: Span) -> Vec<Typed> {
        let declared = self.declared;
        let here = self.scopes.last().and_then(|scope| scope.function);
        let found = declared.functions.iter().position(|function| function.name == call.name);
        let Some(place) = found else { return Vec::new() };
        let function = &declared.functions[place];
        if here.is_some_and(|here| place >= here) {
            let help = "a function calls those that stand above it, and never itself";
            self.mistakes.help(call.name_span, format!("`{}` is not known here yet", call.name), help);
            return vec![Typed::unknown()];
        }
        if self.face.is_some() || self.bare.is_some() {
            self.mistakes.add(call.name_span, "a function of [common] cannot be called here");
            return vec![Typed::unknown()];
        }
        if let Some(named) = call.named.first() {
            let help = "give arguments in the order of the parameters";
            self.mistakes.help(named.span, "arguments of functions have no names", help);
        }
        if call.arguments.len() != function.parameters.len() {
            let message = format!(
                "`{}` takes {}, and {} given",
                call.name,
                rolls::arguments(function.parameters.len()),
                match call.arguments.len() {
                    1 => "1 is".to_owned(),
                    given => format!("{given} are"),
                }
            );
            self.mistakes.add(span, message);
            return vec![Typed::unknown()];
        }
        if self.is_full(span) {
            return vec![Typed::unknown()];
        }
        let arguments: Vec<Typed> = call.arguments.iter().map(|argument| self.expr(argument)).collect();
        let returns = match function.body.last() {
            Some(Stmt { node: StmtKind::Return(values), .. }) => values.len(),
            _ => 0,
        };
        let results: Vec<_> = (0..returns).map(|_| self.register()).collect();
        let arguments: Vec<Typed> = arguments.into_iter().map(|typed| self.held(typed, span)).collect();
        let depth = self.depth;
        let values = self.inside(place, arguments);
        let mut returned = Vec::new();
        for (&to, value) in results.iter().zip(values) {
            let known = matches!(value.arg, Arg::Number(_)) && !self.checks();
            if matches!(value.kind, Kind::Unit(_) | Kind::Entry(_)) {
                self.mistakes.add(span, format!("a function cannot return {}", value.kind.words()));
            }
            if known {
                returned.push(value);
            } else {
                self.emit(Op::Copy(to, value.arg), span);
                returned.push(Typed { arg: Arg::Reg(to), kind: value.kind });
            }
        }
        self.depth = depth;
        returned
    }

    /// A value that nobody changes while a function is played: state and measures are copied.
    fn held(&mut self, typed: Typed, span: Span) -> Typed {
        match typed.arg {
            Arg::Reg(reg) if !matches!(typed.kind, Kind::Unit(_) | Kind::Entry(_)) => {
                let shared = (reg as usize) < self.slots[0].len() + self.slots[1].len()
                    || self.measures.contains(&reg);
                if !shared {
                    return typed;
                }
                let to = self.register();
                self.emit(Op::Copy(to, Arg::Reg(reg)), span);
                Typed { arg: Arg::Reg(to), kind: typed.kind }
            }
            _ => typed,
        }
    }

    /// Walks a function with these arguments; gives what it returns, in its own registers.
    fn inside(&mut self, place: usize, arguments: Vec<Typed>) -> Vec<Typed> {
        let declared = self.declared;
        let function = &declared.functions[place];
        let outside = std::mem::take(&mut self.flow);
        self.flow.alive = outside.alive;
        let loops = std::mem::take(&mut self.loops);
        self.enter(&function.body, Some(place));
        for ((name, span), argument) in function.parameters.iter().zip(arguments) {
            let variable = self.scope().and_then(|scope| scope.variables.get_mut(name)).map(|variable| {
                variable.kind = Some(argument.kind.clone());
                variable.reg
            });
            match variable {
                // The function assigns it, so it has a value of its own.
                Some(reg) if !matches!(argument.kind, Kind::Unit(_) | Kind::Entry(_)) => {
                    self.emit(Op::Copy(reg, argument.arg), *span);
                    self.flow.known.insert(name.clone(), None);
                }
                _ => {
                    if let Some(scope) = self.scope() {
                        scope.variables.remove(name);
                        scope.bound.insert(name.clone(), argument);
                    }
                }
            }
        }
        let mut values = Vec::new();
        if let Some((last, before)) = function.body.split_last() {
            if let StmtKind::Return(returned) = &last.node {
                self.block(&before.to_vec());
                if returned.len() > 4 {
                    self.mistakes.add(last.span, "a function returns up to four values");
                }
                if self.flow.alive || self.checks() {
                    values = returned.iter().map(|value| self.expr(value)).collect();
                }
            } else {
                self.block(&function.body);
            }
        }
        self.scopes.pop();
        self.loops = loops;
        let alive = self.flow.alive;
        self.flow = outside;
        self.flow.alive = alive;
        values
    }

    /// Checks a function that may never be called: its parameters may be anything.
    pub fn function_alone(&mut self, place: usize) {
        let arguments = self.declared.functions[place].parameters.iter().map(|_| Typed::unknown()).collect();
        self.flow = Flow::default();
        self.inside(place, arguments);
    }
}
