//! Expressions.

use crate::ast::{Call, Expr, Node, Operator};
use crate::compile::Compiler;
use crate::compile::kinds::{FacesOf, Kind, Typed, one_text};
use crate::compile::rolls;
use crate::mistake::{Span, nearest};
use crate::names;
use crate::program::{Arg, Math, Op};

impl Compiler<'_> {
    /// The value of an expression.
    pub fn expr(&mut self, expr: &Expr) -> Typed {
        if let Some(face) = &self.face
            && face.die.same(expr)
        {
            return face.typed.clone();
        }
        let span = expr.span;
        match &expr.node {
            Node::Number(number) => Typed::number(Arg::Number(*number)),
            Node::Truth(truth) => Typed::truth(Arg::Number((*truth).into())),
            Node::Text(text) => {
                let id = self.declared.text_id(text).unwrap_or(-1);
                Typed { arg: Arg::Number(id), kind: Kind::Text(one_text(id)) }
            }
            Node::Name(name) => self.name(name, span),
            Node::Field(of, name) => self.field(of, name, span),
            Node::Index(of, index) => self.index(of, index, span),
            Node::Minus(inner) => {
                let value = self.number(inner);
                Typed::number(self.math(Math::Sub, Arg::Number(0), value, span))
            }
            Node::Not(inner) => {
                let value = self.test(inner);
                Typed::truth(self.math(Math::Equal, value.arg, Arg::Number(0), span))
            }
            Node::Binary(operator, one, two) => self.binary(*operator, one, two, span),
            Node::Compare(first, links) => self.compare(first, links),
            Node::Both(and, one, two) => self.both(*and, one, two),
            Node::Choose { test, then, otherwise } => self.choose(test, then, otherwise, span),
            Node::Several(_) => {
                self.mistakes.help(
                    span,
                    "several values stand here",
                    "they may follow `in`, and nothing else",
                );
                Typed::unknown()
            }
            Node::Call(call) => self.called(call, expr),
        }
    }

    /// An expression that must be a number.
    pub fn number(&mut self, expr: &Expr) -> Arg {
        let found = self.expr(expr);
        self.expect_arithmetic(&found, expr.span);
        found.arg
    }

    /// A register with a value of its own, which may be set on several paths.
    pub fn own(&mut self) -> crate::program::Reg {
        self.register()
    }

    fn name(&mut self, name: &str, span: Span) -> Typed {
        if self.bare.is_some() {
            return self.bare_name(name, span);
        }
        if let Some(bound) = self.bound(name) {
            return bound.clone();
        }
        if self.upkeep_counts(name, span) {
            return Typed::unknown();
        }
        if let Some(variable) = self.scopes.last().and_then(|scope| scope.variables.get(name)).cloned() {
            let known = self.flow.known.get(name).copied();
            if known.is_none() && self.flow.alive {
                let message = format!("`{name}` may not be assigned here");
                let help = format!("give it a value on every path before: `{name} = …`");
                self.mistakes.help(span, message, help);
                return Typed::unknown();
            }
            let Some(kind) = variable.kind else { return Typed::unknown() };
            let arg = known.flatten().map_or(Arg::Reg(variable.reg), Arg::Number);
            return Typed { arg, kind };
        }
        if self.upkeep.is_none()
            && let Some(measure) = self.declared.measures.iter().position(|known| known == name)
        {
            self.read[measure] = true;
            return Typed::number(Arg::Reg(self.measures[measure]));
        }
        if let Some(die) = self.die_of_name(name) {
            return die;
        }
        match name {
            "round" => {
                self.program.reads_round = true;
                Typed::number(Arg::Reg(self.round))
            }
            "attacker" | "target" | "unit" => match self.unit_of_name(name, span) {
                Some(side) => Typed { arg: Arg::Number(0), kind: Kind::Unit(side) },
                None => Typed::unknown(),
            },
            _ => self.unknown_name(name, span),
        }
    }

    /// A plain die, or one of the game's own.
    pub fn die_of_name(&self, name: &str) -> Option<Typed> {
        if let Some(sides) = names::plain_die(name) {
            return Some(Typed { arg: Arg::Number(sides), kind: Kind::Die(FacesOf::Numbers) });
        }
        let place = self.declared.dice.iter().position(|die| die.name == name)?;
        Some(Typed { arg: Arg::Number(own_die(place)), kind: Kind::Die(self.faces_of(place)) })
    }

    /// What the faces of one of the game's own dice are.
    pub fn faces_of(&self, place: usize) -> FacesOf {
        match &self.declared.dice[place].faces {
            crate::declared::Faces::Numbers(_) => FacesOf::Numbers,
            crate::declared::Faces::Symbols(symbols) => {
                FacesOf::Symbols(Some(std::rc::Rc::new(symbols.iter().copied().collect())))
            }
        }
    }

    /// Whether a name is a die of the game's own and no variable.
    pub fn is_own_die(&self, name: &str) -> bool {
        let is_variable = self.scopes.last().is_some_and(|scope| scope.variables.contains_key(name));
        !is_variable && self.declared.dice.iter().any(|die| die.name == name)
    }

    fn unknown_name(&mut self, name: &str, span: Span) -> Typed {
        let declared = self.declared;
        let is_field = declared.unit.iter().any(|field| field.name == name)
            || declared.states.iter().any(|state| state.name == name)
            || declared.derived.iter().any(|(known, _)| known == name);
        if is_field {
            let whose = if self.upkeep.is_some() { "unit" } else { "target" };
            let help = format!("say whose it is, such as `{whose}.{name}`");
            self.mistakes.help(span, format!("there is no variable `{name}`"), help);
            return Typed::unknown();
        }
        if matches!(name, "situation" | "options" | "table") {
            let help = format!("name what stands in it: `{name}.…`");
            self.mistakes.help(span, format!("`{name}` is no value"), help);
            return Typed::unknown();
        }
        if let Some(function) = declared.functions.iter().find(|function| function.name == name) {
            let help = format!("call it: `{}(…)`", function.name);
            self.mistakes.help(span, format!("`{name}` is a function"), help);
            return Typed::unknown();
        }
        let scope = self.scopes.last();
        let variables = scope.into_iter().flat_map(|scope| scope.variables.keys().chain(scope.bound.keys()));
        let known: Vec<String> = variables
            .cloned()
            .chain(declared.measures.iter().cloned())
            .chain(declared.dice.iter().map(|die| die.name.clone()))
            .chain(["attacker", "target", "situation", "options", "round"].map(str::to_owned))
            .collect();
        let help = match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("assign it before: `{name} = …`; a text stands in quotes"),
        };
        self.mistakes.help(span, format!("there is no variable `{name}`"), help);
        Typed::unknown()
    }

    fn binary(&mut self, operator: Operator, one: &Expr, two: &Expr, span: Span) -> Typed {
        let (left, right) = (self.expr(one), self.expr(two));
        if let (Operator::Add, Kind::Text(_), _) | (Operator::Add, _, Kind::Text(_)) =
            (operator, &left.kind, &right.kind)
        {
            let help = "texts are only compared; choose one with `a if test else b`";
            self.mistakes.help(span, "texts are not joined", help);
            return Typed::unknown();
        }
        self.expect_arithmetic(&left, one.span);
        self.expect_arithmetic(&right, two.span);
        let math = match operator {
            Operator::Add => Math::Add,
            Operator::Sub => Math::Sub,
            Operator::Mul => Math::Mul,
            Operator::Div => Math::Div,
            Operator::Mod => Math::Mod,
        };
        Typed::number(self.math(math, left.arg, right.arg, span))
    }

    /// `and`, or `or`: the second is computed only where it decides.
    fn both(&mut self, and: bool, one: &Expr, two: &Expr) -> Typed {
        let left = self.test(one);
        if let (Arg::Number(known), false) = (left.arg, self.checks()) {
            if (known != 0) != and {
                return Typed::truth(left.arg);
            }
            return Typed::truth(self.test(two).arg);
        }
        let result = self.own();
        let span = one.span;
        self.emit(Op::Copy(result, left.arg), span);
        let out = if and {
            self.emit(Op::Unless(Arg::Reg(result), 0), span)
        } else {
            let not = self.math(Math::Equal, left.arg, Arg::Number(0), span);
            self.emit(Op::Unless(not, 0), span)
        };
        let right = self.test(two);
        self.emit(Op::Copy(result, right.arg), two.span);
        self.land(out);
        Typed::truth(Arg::Reg(result))
    }

    fn choose(&mut self, test: &Expr, then: &Expr, otherwise: &Expr, span: Span) -> Typed {
        let tested = self.test(test);
        if let (Arg::Number(known), false) = (tested.arg, self.checks()) {
            return self.expr(if known == 0 { otherwise } else { then });
        }
        let result = self.own();
        let no = self.emit(Op::Unless(tested.arg, 0), test.span);
        let yes = self.expr(then);
        self.emit(Op::Copy(result, yes.arg), then.span);
        let done = self.emit(Op::Jump(0), span);
        self.land(no);
        let other = self.expr(otherwise);
        self.emit(Op::Copy(result, other.arg), otherwise.span);
        self.land(done);
        let Some(kind) = yes.kind.join(&other.kind) else {
            let message = format!("one side is {} and the other {}", yes.kind.words(), other.kind.words());
            self.mistakes.help(span, message, "both sides of `if … else` are of one kind");
            return Typed::unknown();
        };
        Typed { arg: Arg::Reg(result), kind }
    }

    /// A call inside an expression.
    fn called(&mut self, call: &Call, expr: &Expr) -> Typed {
        let span = expr.span;
        match call.name.as_str() {
            "tally" => {
                let help = "write `a, b = tally(n, test, test)` in a line of its own";
                self.mistakes.help(span, "`tally` gives several numbers", help);
                Typed::unknown()
            }
            name if rolls::is_roll(name) => {
                self.rolled(expr, None, None).into_iter().next().unwrap_or_else(Typed::unknown)
            }
            "len" | "sum" => self.of_list(call, span),
            "sided" => self.sided(call, span),
            "min" | "max" | "abs" | "ceil_div" | "clamp" => self.built_in(call, span),
            "range" => {
                self.mistakes.help(span, "`range` follows `for … in` alone", "`for i in range(n):`");
                Typed::unknown()
            }
            "event" | "end" => {
                let message = format!("`{}` is a statement of its own", call.name);
                self.mistakes.help(span, message, "write it in a line of its own");
                Typed::unknown()
            }
            name if self.declared.functions.iter().any(|function| function.name == name) => {
                let help = "give its value to a variable first: `x = f(…)`";
                let message =
                    "a function of [common] is called alone, or as the whole right side of an assignment";
                self.mistakes.help(call.name_span, message, help);
                Typed::unknown()
            }
            name => {
                let known = names::FUNCTIONS
                    .iter()
                    .copied()
                    .chain(self.declared.functions.iter().map(|function| function.name.as_str()));
                if name == "int"
                    || name == "round"
                    || name == "random"
                    || name == "randint"
                    || name == "sorted"
                {
                    let help =
                        "numbers are whole: `//` rounds down, `ceil_div` up; dice are thrown with `roll`";
                    self.mistakes.help(call.name_span, format!("there is no function `{name}`"), help);
                } else {
                    self.mistakes.unknown(call.name_span, "function", name, known);
                }
                Typed::unknown()
            }
        }
    }

    fn built_in(&mut self, call: &Call, span: Span) -> Typed {
        let name = call.name.as_str();
        if let Some(named) = call.named.first() {
            self.mistakes.add(named.span, format!("`{name}` has no `{}`", named.name));
        }
        let values: Vec<Arg> = call.arguments.iter().map(|argument| self.number(argument)).collect();
        let fold = |this: &mut Self, math: Math| {
            let (&first, rest) = values.split_first()?;
            Some(rest.iter().fold(first, |known, &next| this.math(math, known, next, span)))
        };
        let result = match (name, &values[..]) {
            ("min", [_, _, ..]) => fold(self, Math::Min),
            ("max", [_, _, ..]) => fold(self, Math::Max),
            ("ceil_div", &[a, b]) => Some(self.math(Math::CeilDiv, a, b, span)),
            ("clamp", &[x, low, high]) => {
                let least = self.math(Math::Max, x, low, span);
                Some(self.math(Math::Min, least, high, span))
            }
            ("abs", &[x]) => Some(match x {
                Arg::Number(number) if !self.checks() && number != i64::MIN => Arg::Number(number.abs()),
                _ => {
                    let to = self.register();
                    self.emit(Op::Abs(to, x), span);
                    Arg::Reg(to)
                }
            }),
            _ => None,
        };
        let Some(result) = result else {
            let help = match name {
                "min" | "max" => format!("`{name}` takes two numbers or more"),
                "ceil_div" => "`ceil_div(a, b)` takes two numbers".to_owned(),
                "clamp" => "`clamp(x, low, high)` takes three numbers".to_owned(),
                _ => "`abs(x)` takes one number".to_owned(),
            };
            self.mistakes.help(
                span,
                format!("`{name}` does not take {}", rolls::arguments(values.len())),
                help,
            );
            return Typed::unknown();
        };
        Typed::number(result)
    }

    fn sided(&mut self, call: &Call, span: Span) -> Typed {
        let [sides] = &call.arguments[..] else {
            self.mistakes.help(span, "`sided` takes one number", "`sided(x)` is a die with the faces 1 to x");
            return Typed::unknown();
        };
        if self.bare.is_some() {
            self.mistakes.add(span, "nothing is rolled here");
            return Typed::unknown();
        }
        let rolls = self.program.sites.len();
        let sides = self.number(sides);
        if self.program.sites.len() > rolls {
            self.mistakes.help(
                span,
                "the number of sides cannot be rolled here",
                "roll it into a variable first",
            );
        }
        let kind = Kind::Die(FacesOf::Numbers);
        if let (Arg::Number(known), false) = (sides, self.checks())
            && (1..=crate::limits::SIDES).contains(&known)
        {
            return Typed { arg: sides, kind };
        }
        let to = self.register();
        self.emit(Op::Sided(to, sides), span);
        Typed { arg: Arg::Reg(to), kind }
    }
}

/// The number of a die of the game's own while nothing else is known: those of a scenario's fields come later.
pub fn own_die(place: usize) -> i64 {
    -(place as i64)
}
