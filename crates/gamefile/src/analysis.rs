//! What is known of a program before it is played: when measures are settled, and what is read later.

mod measures;
mod ranges;

use crate::compile::Compiled;
use crate::limits;
use crate::program::{Op, Program, Reg};

/// The program has grown too large to be analysed.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge;

/// Makes a program ready to be played.
pub fn analyse(mut compiled: Compiled) -> Result<Compiled, TooLarge> {
    let summed = measures::summed(&compiled);
    measures::gains(&mut compiled, summed);
    measures::report(&mut compiled, summed);
    to_places(&mut compiled);
    liveness(&mut compiled.program)?;
    Ok(compiled)
}

/// Registers that are never needed at once share a place.
fn to_places(compiled: &mut Compiled) {
    let Compiled { program, places, measures, .. } = compiled;
    let place = |reg: &mut Reg| *reg = places[*reg as usize].into();
    program.ops.iter_mut().for_each(|op| op.each_register(&place));
    for column in &mut program.columns {
        column.entries.iter_mut().flatten().for_each(|arg| arg.each_register(&place));
    }
    for site in &mut program.sites {
        site.dice.each_register(&place);
        site.die.each_register(&place);
        if let crate::program::Form::Kept { keep, .. } = &mut site.form {
            keep.each_register(&place);
        }
        for test in site.every_test_mut() {
            test.ops.iter_mut().for_each(|op| op.each_register(&place));
            test.result.each_register(&place);
        }
        place(&mut site.face);
        place(&mut site.left);
        site.to.iter_mut().for_each(place);
        site.inputs.iter_mut().for_each(place);
        site.inputs.sort_unstable();
        site.inputs.dedup();
    }
    program.names.iter_mut().for_each(|(reg, _)| place(reg));
    measures.iter_mut().for_each(place);
}

/// For each place where a step may begin: the registers that are read later, and the states that are not.
fn liveness(program: &mut Program) -> Result<(), TooLarge> {
    let words = program.registers.div_ceil(64);
    let count = program.ops.len();
    if words * count > limits::ANALYSIS {
        return Err(TooLarge);
    }
    let mut live = vec![0_u64; words * count];
    let mut row = vec![0_u64; words];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..count).rev() {
            row.fill(0);
            program.follow(at, &mut |next| {
                if next < count {
                    row.iter_mut().zip(&live[next * words..]).for_each(|(bits, more)| *bits |= more);
                }
            });
            let op = &program.ops[at];
            program.sets(op, &mut |reg| row[reg as usize / 64] &= !(1 << (reg % 64)));
            program.reads(op, &mut |reg| row[reg as usize / 64] |= 1 << (reg % 64));
            let known = &mut live[at * words..(at + 1) * words];
            if *known != row[..] {
                known.copy_from_slice(&row);
                changed = true;
            }
        }
    }
    let is_live = |at: usize, reg: usize| live[at * words + reg / 64] >> (reg % 64) & 1 == 1;
    let round = program.states;
    for at in 0..count {
        let begins = at == 0 || matches!(program.ops[at], Op::Roll(..) | Op::More(..));
        if !begins {
            program.live.push(None);
            program.idle.push(None);
            continue;
        }
        let later = (round + 1..program.registers).filter(|&reg| is_live(at, reg));
        program.live.push(Some(later.map(|reg| reg as u16).collect()));
        let idle: Box<[u16]> =
            (0..program.states).filter(|&reg| !is_live(at, reg)).map(|reg| reg as u16).collect();
        program.idle.push((!idle.is_empty()).then_some(idle));
    }
    Ok(())
}

impl Program {
    /// Calls `set` with each register that an instruction sets in any case.
    pub fn sets(&self, op: &Op, set: &mut impl FnMut(Reg)) {
        op.sets().into_iter().for_each(&mut *set);
        if let Op::Roll(site, _) | Op::More(site, _) = *op {
            self.sites[site].to.iter().chain([&self.sites[site].left]).for_each(|&reg| set(reg));
        }
    }
}
