//! Comparisons, chains of them, and `in`.

use crate::ast::{Comparison, Expr, Node};
use crate::compile::Compiler;
use crate::compile::kinds::{Kind, Typed};
use crate::mistake::Span;
use crate::program::{Arg, Math, Op};

impl Compiler<'_> {
    /// A chain: each link is computed once, and none after one that does not hold.
    pub fn compare(&mut self, first: &Expr, links: &[(Comparison, Expr)]) -> Typed {
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

    pub fn compared(&mut self, comparison: Comparison, one: (&Typed, &Expr), two: (&Typed, &Expr)) -> Arg {
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
    pub fn fits(&mut self, one: (&Typed, &Expr), two: (&Typed, &Expr), span: Span) {
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
    pub fn fits_text(&mut self, (other, other_expr): (&Typed, &Expr), (text, expr): (&Typed, &Expr)) {
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
    pub fn member(&mut self, value: &Typed, value_expr: &Expr, is_in: bool, list: &Expr) -> Arg {
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
}
