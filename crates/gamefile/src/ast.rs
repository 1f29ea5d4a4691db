//! Statements and expressions as they were written.

use crate::mistake::Span;

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub node: Node,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum Node {
    /// A whole number.
    Number(i64),
    /// `True` or `False`.
    Truth(bool),
    /// A text in quotes.
    Text(String),
    /// A name.
    Name(String),
    /// `unit.field`.
    Field(Box<Expr>, String),
    /// `list[index]`.
    Index(Box<Expr>, Box<Expr>),
    /// `-x`.
    Minus(Box<Expr>),
    /// `not x`.
    Not(Box<Expr>),
    /// An operation of two numbers.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A chain of comparisons, such as `1 <= x < 3`.
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `and`, or `or`.
    Both(bool, Box<Expr>, Box<Expr>),
    /// `x if test else y`.
    Choose {
        /// The test.
        test: Box<Expr>,
        /// The value if it holds.
        then: Box<Expr>,
        /// The value if it does not.
        otherwise: Box<Expr>,
    },
    /// Several values in brackets.
    Several(Vec<Expr>),
    /// A call of a function.
    Call(Call),
}

/// A call of a function.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// What stands in the brackets without a name.
    pub arguments: Vec<Expr>,
    /// What stands there with a name.
    pub named: Vec<Named>,
}

/// An argument with a name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// The argument.
    pub value: Expr,
}

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `//`.
    Div,
    /// `%`.
    Mod,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    More,
    /// `>=`.
    AtLeast,
    /// `in`.
    In,
    /// `not in`.
    NotIn,
}

/// A statement and its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Where it stands; of a block its first line.
    pub span: Span,
    /// What it is.
    pub node: StmtKind,
}

/// Statements in their order.
pub type Block = Vec<Stmt>;

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `a, b = value`.
    Assign(Vec<Expr>, Expr),
    /// `a += value`.
    Change(Expr, Operator, Expr),
    /// `if`, each `elif`, `else`.
    If(Vec<(Expr, Block)>, Block),
    /// `for name in over:`.
    For {
        /// The variable.
        name: String,
        /// Where it stands.
        name_span: Span,
        /// A list, or a call of `range`.
        over: Expr,
        /// What is done for each.
        body: Block,
    },
    /// `while test:`.
    While(Expr, Block),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `pass`.
    Pass,
    /// A call whose value is not used.
    Call(Expr),
    /// `return`, with up to four values.
    Return(Vec<Expr>),
}

/// A function of `[common]`.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The names of its parameters and their places.
    pub parameters: Vec<(String, Span)>,
    /// What it does.
    pub body: Block,
}

impl Expr {
    /// Whether two expressions were written alike.
    pub fn same(&self, other: &Self) -> bool {
        use Node::{
            Binary, Both, Choose, Compare, Field, Index, Minus, Name, Not, Number, Several, Text, Truth,
        };
        let all = |one: &[Self], two: &[Self]| {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.same(two))
        };
        match (&self.node, &other.node) {
            (Number(one), Number(two)) => one == two,
            (Truth(one), Truth(two)) => one == two,
            (Text(one), Text(two)) | (Name(one), Name(two)) => one == two,
            (Field(one, name), Field(two, other)) => name == other && one.same(two),
            (Index(one, at), Index(two, place)) => one.same(two) && at.same(place),
            (Minus(one), Minus(two)) | (Not(one), Not(two)) => one.same(two),
            (Binary(sign, one, more), Binary(other, two, rest)) => {
                sign == other && one.same(two) && more.same(rest)
            }
            (Both(sign, one, more), Both(other, two, rest)) => {
                sign == other && one.same(two) && more.same(rest)
            }
            (Compare(one, links), Compare(two, others)) => {
                one.same(two)
                    && links.len() == others.len()
                    && links.iter().zip(others).all(|(one, two)| one.0 == two.0 && one.1.same(&two.1))
            }
            (
                Choose { test, then, otherwise },
                Choose { test: other, then: then_other, otherwise: otherwise_other },
            ) => test.same(other) && then.same(then_other) && otherwise.same(otherwise_other),
            (Several(one), Several(two)) => all(one, two),
            (Node::Call(one), Node::Call(two)) => {
                one.name == two.name
                    && all(&one.arguments, &two.arguments)
                    && one.named.is_empty()
                    && two.named.is_empty()
            }
            _ => false,
        }
    }

    /// The parts of an expression, in the order in which they are computed.
    pub fn parts(&self) -> Vec<&Self> {
        match &self.node {
            Node::Number(_) | Node::Truth(_) | Node::Text(_) | Node::Name(_) => Vec::new(),
            Node::Field(one, _) | Node::Minus(one) | Node::Not(one) => vec![one],
            Node::Index(one, two) | Node::Binary(_, one, two) | Node::Both(_, one, two) => vec![one, two],
            Node::Compare(first, links) => {
                std::iter::once(&**first).chain(links.iter().map(|(_, link)| link)).collect()
            }
            Node::Choose { test, then, otherwise } => vec![test, then, otherwise],
            Node::Several(parts) => parts.iter().collect(),
            Node::Call(call) => {
                call.arguments.iter().chain(call.named.iter().map(|named| &named.value)).collect()
            }
        }
    }
}
