//! Expressions.

use crate::ast::{Call, Comparison, Expr, Node, Operator};
use crate::compile::Compiler;
use crate::compile::kinds::{FacesOf, Kind, Texts, Typed, one_text};
use crate::compile::rolls;
use crate::compile::units::Section;
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
    fn own(&mut self) -> crate::program::Reg {
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
    fn is_own_die(&self, name: &str) -> bool {
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

    /// A chain: each link is computed once, and none after one that does not hold.
    fn compare(&mut self, first: &Expr, links: &[(Comparison, Expr)]) -> Typed {
        let result = (links.len() > 1).then(|| self.own());
        let mut outs = Vec::new();
        let mut before = first;
        let mut left = None;
        for (place, (comparison, expr)) in links.iter().enumerate() {
            let known = left.take().unwrap_or_else(|| self.expr(before));
            let (held, value) = if matches!(comparison, Comparison::In | Comparison::NotIn) {
                let held = self.member(&known, before, *comparison == Comparison::In, expr);
                (held, Typed::unknown())
            } else {
                let value = self.expr(expr);
                (self.compared(*comparison, (&known, before), (&value, expr)), value)
            };
            let Some(result) = result else { return Typed::truth(held) };
            let is_last = place + 1 == links.len();
            match held {
                // What is known does not depend on what is computed.
                Arg::Number(held) if !self.checks() && outs.is_empty() && (held == 0 || is_last) => {
                    return Typed::truth(Arg::Number(held));
                }
                Arg::Number(1) if !self.checks() && !is_last => {}
                _ => {
                    self.emit(Op::Copy(result, held), expr.span);
                    if !is_last {
                        outs.push(self.emit(Op::Unless(Arg::Reg(result), 0), expr.span));
                    }
                }
            }
            (before, left) = (expr, Some(value));
        }
        self.land_all(&outs);
        Typed::truth(result.map_or(Arg::Number(0), Arg::Reg))
    }

    fn compared(&mut self, comparison: Comparison, one: (&Typed, &Expr), two: (&Typed, &Expr)) -> Arg {
        let ((left, left_expr), (right, right_expr)) = (one, two);
        let span = left_expr.span.to(right_expr.span);
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::Unequal);
        if is_equality {
            self.fits(one, two, span);
            self.fits_text(two, one);
        } else {
            self.expect_arithmetic(left, left_expr.span);
            self.expect_arithmetic(right, right_expr.span);
        }
        let (math, a, b) = match comparison {
            Comparison::Unequal => (Math::Unequal, left.arg, right.arg),
            Comparison::Less => (Math::Less, left.arg, right.arg),
            Comparison::AtMost => (Math::AtMost, left.arg, right.arg),
            Comparison::More => (Math::Less, right.arg, left.arg),
            Comparison::AtLeast => (Math::AtMost, right.arg, left.arg),
            _ => (Math::Equal, left.arg, right.arg),
        };
        self.math(math, a, b, span)
    }

    /// Says if two values cannot be compared.
    fn fits(&mut self, one: (&Typed, &Expr), two: (&Typed, &Expr), span: Span) {
        let (left, right) = (one.0, two.0);
        if left.kind == Kind::Unknown || right.kind == Kind::Unknown {
            return;
        }
        if !left.kind.compares(&right.kind) {
            let message = format!("{} is not compared with {}", left.kind.words(), right.kind.words());
            let help = match (&left.kind, &right.kind) {
                (Kind::Die(_), _) | (_, Kind::Die(_)) => {
                    "a die is compared inside `count(n, test)`; else roll it"
                }
                (Kind::Truth, Kind::Number) | (Kind::Number, Kind::Truth) => {
                    "a truth value is compared with `True` or `False`, or stands for itself"
                }
                _ => "compare values of one kind",
            };
            self.mistakes.help(span, message, help);
            return;
        }
        self.fits_text(one, two);
    }

    /// Says if a text that is written down is none that the other can be: a field, an entry of a table, or a symbol. Variables and
    /// parameters may hold other texts at other times.
    fn fits_text(&mut self, (other, other_expr): (&Typed, &Expr), (text, expr): (&Typed, &Expr)) {
        let (Kind::Text(Some(known)), Kind::Text(Some(found)), Node::Text(word)) =
            (&other.kind, &text.kind, &expr.node)
        else {
            return;
        };
        let is_declared = match &other_expr.node {
            Node::Field(..) | Node::Index(..) => true,
            Node::Name(name) => self.bare.is_some() || self.bound(name).is_none() && self.is_own_die(name),
            _ => false,
        };
        if is_declared && self.checks() && known.is_disjoint(found) {
            let known: Vec<&str> = known.iter().map(|&text| self.declared.text(text)).collect();
            self.mistakes.unknown(expr.span, "value", word, known);
        }
    }

    /// `x in (…)`, or a text in tags.
    fn member(&mut self, value: &Typed, value_expr: &Expr, is_in: bool, list: &Expr) -> Arg {
        let span = value_expr.span.to(list.span);
        let equals: Vec<Arg> = match &list.node {
            Node::Several(parts) => {
                let parts: Vec<(Typed, &Expr)> = parts.iter().map(|part| (self.expr(part), part)).collect();
                for (part, expr) in &parts {
                    self.fits((value, value_expr), (part, expr), expr.span);
                }
                parts.into_iter().map(|(part, _)| part.arg).collect()
            }
            Node::Text(_) | Node::Number(_) => {
                let help = "write a comma after a single value: `(x,)`, or compare with `==`";
                self.mistakes.help(list.span, "`in` is followed by several values, or by tags", help);
                return Arg::Number(0);
            }
            _ => match self.tags(list) {
                Some(tags) => return self.tag_member(value, value_expr, is_in, &tags, list),
                None => {
                    if !self.is_unknown(list) {
                        let help = "`x in (1, 2)`, or `\"fly\" in target.keywords`";
                        self.mistakes.help(list.span, "`in` is followed by several values, or by tags", help);
                    }
                    return Arg::Number(0);
                }
            },
        };
        self.one_of(value.arg, &equals, is_in, span)
    }

    /// Whether a value equals one of these.
    pub fn one_of(&mut self, value: Arg, others: &[Arg], is_in: bool, span: Span) -> Arg {
        let mut known = Arg::Number(0);
        for &other in others {
            let equal = self.math(Math::Equal, value, other, span);
            known = self.math(Math::Max, known, equal, span);
            if known == Arg::Number(1) {
                break;
            }
        }
        if is_in { known } else { self.math(Math::Equal, known, Arg::Number(0), span) }
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

    /// An entry of a table, or of a list.
    fn index(&mut self, of: &Expr, index: &Expr, span: Span) -> Typed {
        if let Some((table, column)) = self.table_row(of) {
            return self.table(table, &column, Some(index), span);
        }
        if let Node::Field(section, name) = &of.node
            && Section::of(section) == Some(Section::Table)
        {
            let Some(table) = self.declared.tables.iter().position(|table| table.name == *name) else {
                let known = self.declared.tables.iter().map(|table| table.name.as_str());
                self.mistakes.unknown(of.span, "table", name, known);
                return Typed::unknown();
            };
            if matches!(self.declared.tables[table].columns, crate::declared::Columns::One) {
                return self.table(table, index, None, span);
            }
            if self.declared.tables[table].row_names.is_none() && self.declared.tables[table].rows.len() == 1
            {
                // A table of one row may be read by column alone.
                let row = Expr { span, node: Node::Number(0) };
                return self.table(table, &row, Some(index), span);
            }
            let help = format!("write `table.{name}[row][column]`");
            self.mistakes.help(span, "this table has rows and columns", help);
            return Typed::unknown();
        }
        if self.list(of).is_some() {
            let help = "read a field or a state of it: `target.parts[i].armour`";
            return match self.entry_of(of, index) {
                Some(entry) if self.bare.is_none() => Typed { arg: Arg::Number(0), kind: Kind::Entry(entry) },
                _ => {
                    self.mistakes.help(span, "an entry of a list is no value", help);
                    Typed::unknown()
                }
            };
        }
        if !self.is_unknown(of) {
            self.mistakes.help(span, "only tables and lists have an index", "`table.name[row][column]`");
        }
        Typed::unknown()
    }

    /// The table and the row of `table.name[row]`, if that is what an expression is.
    fn table_row(&self, of: &Expr) -> Option<(usize, Expr)> {
        let Node::Index(table, row) = &of.node else { return None };
        let Node::Field(section, name) = &table.node else { return None };
        if Section::of(section) != Some(Section::Table) {
            return None;
        }
        let table = self.declared.tables.iter().position(|table| table.name == *name)?;
        Some((table, (**row).clone()))
    }

    fn table(&mut self, place: usize, row: &Expr, column: Option<&Expr>, span: Span) -> Typed {
        let table = &self.declared.tables[place];
        let columns = match (&table.columns, column) {
            (crate::declared::Columns::One, Some(_)) => {
                let help = format!("write `table.{}[row]`", table.name);
                self.mistakes.help(span, "this table has one entry in each row", help);
                return Typed::unknown();
            }
            (crate::declared::Columns::Named(names), _) => Some(names),
            _ => None,
        };
        let row_at = self.table_index(row, table.row_names.as_deref(), "row");
        let column_at = match column {
            Some(column) => self.table_index(column, columns.map(Vec::as_slice), "column"),
            None => Arg::Number(0),
        };
        let kind = if table.texts {
            let texts: std::collections::BTreeSet<i64> = table.rows.iter().flatten().copied().collect();
            let texts: Texts = Some(std::rc::Rc::new(texts));
            Kind::Text(texts)
        } else {
            Kind::Number
        };
        if let (Arg::Number(row), Arg::Number(column), false) = (row_at, column_at, self.checks())
            && let Some(entry) = table.entry(row, column)
        {
            return Typed { arg: Arg::Number(entry), kind };
        }
        let to = self.register();
        self.emit(Op::Table(to, place, row_at, column_at), span);
        Typed { arg: Arg::Reg(to), kind }
    }

    fn table_index(&mut self, index: &Expr, names: Option<&[i64]>, what: &str) -> Arg {
        let found = self.expr(index);
        match (names, &found.kind) {
            (Some(names), Kind::Text(Some(texts))) if self.checks() => {
                let lacking: Vec<&str> = texts
                    .iter()
                    .filter(|text| !names.contains(text))
                    .map(|&text| self.declared.text(text))
                    .collect();
                if !lacking.is_empty() {
                    let known: Vec<&str> = names.iter().map(|&name| self.declared.text(name)).collect();
                    let message = format!("the table has no {what} for {}", crate::mistake::listed(&lacking));
                    let help = format!("it has {}", crate::mistake::listed(&known));
                    self.mistakes.help(index.span, message, help);
                }
            }
            (_, Kind::Unknown) | (Some(_), Kind::Text(_)) => {}
            (Some(names), _) => {
                let known: Vec<&str> = names.iter().map(|&name| self.declared.text(name)).collect();
                let message =
                    format!("each {what} of this table has a name, and this is {}", found.kind.words());
                self.mistakes.help(index.span, message, format!("it has {}", crate::mistake::listed(&known)));
            }
            (None, _) => {
                self.expect_arithmetic(&found, index.span);
                return found.arg;
            }
        }
        // A name is as good as its place.
        let Some(names) = names else { return found.arg };
        if let Arg::Number(text) = found.arg {
            let place = names.iter().position(|&name| name == text);
            return Arg::Number(place.map_or(-1, |place| place as i64));
        }
        let mut place = Arg::Number(-1);
        for (at, &name) in names.iter().enumerate() {
            let equal = self.math(Math::Equal, found.arg, Arg::Number(name), index.span);
            let weight = self.math(Math::Mul, equal, Arg::Number(at as i64 + 1), index.span);
            place = self.math(Math::Add, place, weight, index.span);
        }
        place
    }
}

/// The number of a die of the game's own while nothing else is known: those of a scenario's fields come later.
pub fn own_die(place: usize) -> i64 {
    -(place as i64)
}

impl crate::declared::Table {
    /// An entry; beyond an end the one at that end. A name that the table lacks has none.
    pub fn entry(&self, row: i64, column: i64) -> Option<i64> {
        let at = |index: i64, length: usize, named: bool| match usize::try_from(index) {
            Ok(index) => Some(index.min(length.saturating_sub(1))),
            Err(_) => (!named).then_some(0),
        };
        let row = self.rows.get(at(row, self.rows.len(), self.row_names.is_some())?)?;
        let named = matches!(self.columns, crate::declared::Columns::Named(_));
        row.get(at(column, row.len(), named)?).copied()
    }
}
