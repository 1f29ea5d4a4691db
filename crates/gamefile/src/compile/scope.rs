//! Variables: which there are, and what is known of them at a place.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ast::{Block, Expr, Node, StmtKind};
use crate::compile::Compiler;
use crate::compile::kinds::{Kind, Typed};
use crate::program::Reg;

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Where it is held.
    pub reg: Reg,
    /// What it holds; nothing before the first assignment.
    pub kind: Option<Kind>,
}

/// The names of a procedure or of a call of a function.
#[derive(Debug, Default)]
pub struct Scope {
    /// Variables that are assigned somewhere.
    pub variables: HashMap<String, Variable>,
    /// What parameters and variables of list loops stand for.
    pub bound: HashMap<String, Typed>,
    /// Names that are read somewhere.
    pub read: BTreeSet<String>,
    /// The function, if it is one.
    pub function: Option<usize>,
}

/// What is known where the play has come to.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Whether the play comes here at all.
    pub alive: bool,
    /// The variables that are assigned, with their value where it is known.
    pub known: BTreeMap<String, Option<i64>>,
}

impl Default for Flow {
    fn default() -> Self {
        Self { alive: true, known: BTreeMap::new() }
    }
}

impl Flow {
    /// What holds on both paths.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self.alive, other.alive) {
            (false, _) => other,
            (_, false) => self,
            _ => {
                let both = |(name, value): (String, Option<i64>)| {
                    let other = other.known.get(&name)?;
                    Some((name, value.filter(|_| value == *other)))
                };
                Self { alive: true, known: self.known.into_iter().filter_map(both).collect() }
            }
        }
    }

    /// Nothing is known of the values of these variables any more.
    pub fn forget(&mut self, names: &BTreeSet<String>) {
        for (name, value) in &mut self.known {
            if names.contains(name) {
                *value = None;
            }
        }
    }
}

/// The names that a block assigns and those that it reads.
#[derive(Debug, Default)]
pub struct NamesUsed {
    /// Assigned.
    pub assigned: BTreeSet<String>,
    /// Read.
    pub read: BTreeSet<String>,
    /// Functions that are called, built-in ones included.
    pub calls: BTreeSet<String>,
    /// Whether dice may be thrown: a roll, or a call of a function.
    pub rolls: bool,
}

impl NamesUsed {
    /// The uses of a block.
    pub fn of(block: &Block) -> Self {
        let mut uses = Self::default();
        uses.block(block);
        uses
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            match &statement.node {
                StmtKind::Assign(targets, value) => {
                    for target in targets {
                        self.target(target);
                    }
                    self.expr(value);
                }
                StmtKind::Change(target, _, value) => {
                    self.target(target);
                    self.expr(target);
                    self.expr(value);
                }
                StmtKind::If(arms, otherwise) => {
                    for (test, block) in arms {
                        self.expr(test);
                        self.block(block);
                    }
                    self.block(otherwise);
                }
                StmtKind::For { name, over, body, .. } => {
                    if matches!(over.node, Node::Call(_)) {
                        self.assigned.insert(name.clone());
                    }
                    self.expr(over);
                    self.block(body);
                }
                StmtKind::While(test, body) => {
                    self.expr(test);
                    self.block(body);
                }
                StmtKind::Call(call) => self.expr(call),
                StmtKind::Return(values) => values.iter().for_each(|value| self.expr(value)),
                StmtKind::Break | StmtKind::Continue | StmtKind::Pass => {}
            }
        }
    }

    fn target(&mut self, target: &Expr) {
        match &target.node {
            Node::Name(name) => {
                self.assigned.insert(name.clone());
            }
            _ => self.expr(target),
        }
    }

    /// The names that an expression reads.
    pub fn expr(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Name(name) => {
                self.read.insert(name.clone());
            }
            Node::Call(call) => {
                let plain = [
                    "min", "max", "abs", "ceil_div", "clamp", "len", "sum", "range", "sided", "event", "end",
                ];
                self.rolls |= !plain.contains(&call.name.as_str());
                self.calls.insert(call.name.clone());
            }
            _ => {}
        }
        expr.parts().into_iter().for_each(|part| self.expr(part));
    }
}

impl Compiler<'_> {
    /// Enters a procedure or a function: its variables have places of their own.
    pub fn enter(&mut self, block: &Block, function: Option<usize>) {
        let uses = NamesUsed::of(block);
        let mut scope = Scope { read: uses.read, function, ..Scope::default() };
        for name in uses.assigned {
            let is_measure = self.upkeep.is_none() && self.declared.measures.contains(&name);
            if !is_measure || function.is_some_and(|place| self.is_parameter(place, &name)) {
                let reg = self.register();
                self.program.names.push((reg, name.clone()));
                scope.variables.insert(name, Variable { reg, kind: None });
            }
        }
        self.scopes.push(scope);
    }

    /// Whether a function has a parameter of this name.
    pub fn is_parameter(&self, function: usize, name: &str) -> bool {
        self.declared.functions[function].parameters.iter().any(|(known, _)| known == name)
    }

    /// The names of this procedure or function.
    pub fn scope(&mut self) -> Option<&mut Scope> {
        self.scopes.last_mut()
    }

    /// What a name is bound to.
    pub fn bound(&self, name: &str) -> Option<&Typed> {
        self.scopes.last()?.bound.get(name)
    }
}
