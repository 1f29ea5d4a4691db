//! What is only known once all is declared: the texts that code writes down, and what each procedure can bring.

use chance::game::Procedure;

use crate::ast::{Block, Expr, Node, StmtKind};
use crate::compile;
use crate::declared::Declared;

/// Gives a number to every text that stands in an expression.
pub fn know_texts(declared: &mut Declared) {
    let mut found = Vec::new();
    let mut block = |block: &Block| texts_of_block(block, &mut found);
    declared.procedures.iter().for_each(|procedure| block(&procedure.body));
    declared.functions.iter().for_each(|function| block(&function.body));
    declared.upkeep.iter().for_each(&mut block);
    let records = declared.records.iter().flat_map(|record| &record.states);
    let starts = declared.states.iter().chain(records).map(|state| &state.start);
    let expressions = declared.derived.iter().map(|(_, expr)| expr).chain([&declared.dead]).chain(starts);
    expressions.for_each(|expr| texts_of(expr, &mut found));
    for text in found {
        if declared.text_id(&text).is_none() {
            declared.texts.push(text);
        }
    }
}

fn texts_of_block(block: &Block, found: &mut Vec<String>) {
    for statement in block {
        match &statement.node {
            StmtKind::Assign(targets, value) => {
                for target in targets {
                    texts_of(target, found);
                }
                texts_of(value, found);
            }
            StmtKind::Change(target, _, value) => {
                texts_of(target, found);
                texts_of(value, found);
            }
            StmtKind::If(arms, otherwise) => {
                for (test, block) in arms {
                    texts_of(test, found);
                    texts_of_block(block, found);
                }
                texts_of_block(otherwise, found);
            }
            StmtKind::For { over: expr, body, .. } | StmtKind::While(expr, body) => {
                texts_of(expr, found);
                texts_of_block(body, found);
            }
            StmtKind::Call(expr) => texts_of(expr, found),
            StmtKind::Return(values) => values.iter().for_each(|value| texts_of(value, found)),
            StmtKind::Break | StmtKind::Continue | StmtKind::Pass => {}
        }
    }
}

fn texts_of(expr: &Expr, found: &mut Vec<String>) {
    if let Node::Text(text) = &expr.node {
        found.push(text.clone());
    }
    expr.parts().into_iter().for_each(|part| texts_of(part, found));
}

/// Says of each procedure which measures and events it can bring.
pub fn count_effects(declared: &mut Declared) {
    let described = |(place, procedure): (usize, &Procedure)| {
        let (measures, events) = compile::effects(declared, place);
        let funnel: Vec<usize> =
            declared.funnel.iter().copied().filter(|measure| measures.contains(measure)).collect();
        Procedure {
            damage: declared.damage.filter(|measure| measures.contains(measure)),
            name: procedure.name.clone(),
            measures: measures.into(),
            events: events.into(),
            funnel: funnel.into(),
        }
    };
    let procedures = declared.system.procedures.iter().enumerate().map(described).collect();
    declared.system.procedures = procedures;
}
