//! When measures are reported.
//!
//! A measure that several steps add to, and that nothing reads, is added up beside the state. Any other is a variable up to its last
//! assignment or reading, and is reported there: later states need not remember it.

use crate::analysis::ranges::ranges;
use crate::compile::Compiled;
use crate::program::{Math, Op, Program, Reg};

/// Measures as bits.
type Set = u64;

/// For each instruction the measures that it or any later one touches.
fn touched_later(program: &Program, touches: &[Set]) -> Vec<Set> {
    let mut later = vec![0; program.ops.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..later.len()).rev() {
            let mut set = touches[at];
            if program.ops[at] != Op::End {
                program.follow(at, &mut |next| set |= later.get(next).copied().unwrap_or(0));
            }
            changed |= later[at] != set;
            later[at] = set;
        }
    }
    later
}

/// For each instruction the measures that may have been written before it.
fn written_before(program: &Program, writes: &[Set]) -> Vec<Set> {
    let mut before: Vec<Set> = vec![0; program.ops.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..before.len() {
            if program.ops[at] == Op::End {
                continue;
            }
            let set = before[at] | writes[at];
            program.follow(at, &mut |next| {
                if let Some(known) = before.get_mut(next) {
                    changed |= *known | set != *known;
                    *known |= set;
                }
            });
        }
    }
    before
}

/// The measures that an instruction reads or writes, and those that it writes.
fn touches(compiled: &Compiled, op: &Op) -> (Set, Set) {
    let measure = |reg: Reg| compiled.measures.iter().position(|&known| known == reg);
    let (mut reads, mut writes) = (0, 0);
    compiled.program.reads(op, &mut |reg| reads |= measure(reg).map_or(0, |place| 1 << place));
    compiled.program.sets(op, &mut |reg| writes |= measure(reg).map_or(0, |place| 1 << place));
    if let Op::Gain(place, ..) = *op {
        writes |= 1 << place;
    }
    (reads | writes, writes)
}

/// The measures that are added up beside the state: several steps of a path may add to them, none takes away, and nothing reads them.
pub fn summed(compiled: &Compiled) -> Set {
    let program = &compiled.program;
    let gains = |op: &Op| match *op {
        Op::Gain(place, ..) => 1 << place,
        _ => 0,
    };
    let gains: Vec<Set> = program.ops.iter().map(gains).collect();
    if gains.iter().all(|&set| set == 0) {
        return 0;
    }
    let later = touched_later(program, &gains);
    let mut several = 0;
    for (at, &set) in gains.iter().enumerate().filter(|&(_, &set)| set != 0) {
        program.follow(at, &mut |next| several |= set & later.get(next).copied().unwrap_or(0));
    }
    if several == 0 {
        return 0;
    }
    let ranges = ranges(compiled);
    for (at, op) in program.ops.iter().enumerate() {
        match *op {
            Op::Gain(place, ..) if ranges.more[at].is_none_or(|least| least < 0) => several &= !(1 << place),
            Op::Gain(..) => {}
            _ => several &= !touches(compiled, op).1,
        }
    }
    for (place, _) in compiled.read.iter().enumerate().filter(|&(_, &read)| read) {
        several &= !(1 << place);
    }
    several
}

/// Says how each measure is added to.
pub fn gains(compiled: &mut Compiled, summed: Set) {
    for op in &mut compiled.program.ops {
        if let Op::Gain(place, reg, more) = *op {
            *op = if summed >> place & 1 == 1 {
                Op::Add(place, more)
            } else {
                Op::Math(Math::Add, reg, crate::program::Arg::Reg(reg), more)
            };
        }
    }
}

/// Reports every other measure where it is settled.
pub fn report(compiled: &mut Compiled, summed: Set) {
    let all: Vec<(Set, Set)> = compiled.program.ops.iter().map(|op| touches(compiled, op)).collect();
    let (touches, writes): (Vec<Set>, Vec<Set>) = all.into_iter().unzip();
    let program = &compiled.program;
    let later = touched_later(program, &touches);
    let before = written_before(program, &writes);
    let settled = |from: usize, to: usize| {
        let after = later.get(to).copied().unwrap_or(0);
        later[from] & !after & (before[from] | writes[from]) & !summed
    };
    let mut made = Vec::with_capacity(program.ops.len() + 8);
    let mut spans = Vec::with_capacity(program.ops.len() + 8);
    let mut labels = Vec::with_capacity(program.ops.len());
    let mut stubs: Vec<(usize, Set, usize)> = Vec::new();
    let reports = |set: Set| (0..compiled.measures.len()).filter(move |place| set >> place & 1 == 1);
    let first = spans_of(program, 0);
    for place in reports(later.first().copied().unwrap_or(0)) {
        made.push(Op::Copy(compiled.measures[place], crate::program::Arg::Number(0)));
        spans.push(first);
    }
    for (at, op) in program.ops.iter().enumerate() {
        labels.push(made.len());
        let span = spans_of(program, at);
        let mut op = op.clone();
        let mut stub = None;
        op.each_jump(&mut |to| stub = Some((made.len(), settled(at, *to), *to)));
        stubs.extend(stub.filter(|&(_, set, _)| set != 0));
        let falls = !matches!(op, Op::Jump(_) | Op::More(..) | Op::Missing(_) | Op::End);
        made.push(op);
        spans.push(span);
        if falls {
            for place in reports(settled(at, at + 1)) {
                made.push(Op::Report(place, compiled.measures[place]));
                spans.push(span);
            }
        }
    }
    let code = made.len();
    for op in &mut made {
        op.each_jump(&mut |to| *to = labels.get(*to).copied().unwrap_or(code));
    }
    for (from, set, to) in stubs {
        let stub = made.len();
        made[from].each_jump(&mut |target| *target = stub);
        for place in reports(set) {
            made.push(Op::Report(place, compiled.measures[place]));
            spans.push(spans[from]);
        }
        made.push(Op::Jump(labels[to]));
        spans.push(spans[from]);
    }
    compiled.program.death = labels[compiled.program.death];
    compiled.program.upkeep = compiled.program.upkeep.map(|at| labels[at]);
    compiled.program.ops = made;
    compiled.program.spans = spans;
}

fn spans_of(program: &Program, at: usize) -> crate::mistake::Span {
    program.spans.get(at).copied().unwrap_or_default()
}
