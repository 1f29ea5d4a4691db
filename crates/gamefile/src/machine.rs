//! Plays a program, one roll a step.
//!
//! A step makes the roll that it begins with, and goes on to just before the next one. So what differs between two paths when they
//! come to a roll is what differs later, and nothing else. A loop that never rolls ends with an error within its step.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use chance::dice::Pools;
use chance::{Chance, Flow};

use crate::declared::Declared;
use crate::limits;
use crate::mistake::Span;
use crate::program::{Arg, Form, Math, Op, Program, Reg, Site, Test};
use crate::rolls::{self, Cache, PreparedRoll};
use crate::state::{State, Words};

/// Why a play cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where in the game file.
    pub span: Span,
    /// What is wrong, with the values.
    pub message: String,
    /// The field that is missing, by its place among [`Program::missing`].
    pub missing: Option<usize>,
}

impl Fault {
    /// Something is wrong at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), missing: None }
    }
}

/// A program and all that it takes to play it.
pub struct Machine<'a> {
    /// The program.
    pub program: &'a Program,
    /// What the game file declares.
    pub declared: &'a Declared,
    /// The dice of each roll.
    pub caches: &'a [Cache],
    /// The dice of the match-up.
    pub pools: &'a Pools,
    /// The line of a place in the game file.
    pub line: &'a dyn Fn(Span) -> usize,
    /// Whether something has gone wrong in another play of the match-up: then none goes on.
    pub failed: &'a AtomicBool,
}

/// How far to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// To the end of the round.
    RoundOver,
    /// To the end of the attack: upkeep is for others.
    AttackOver,
    /// To the first roll: what goes wrong before it goes wrong in any case.
    FirstRoll,
}

/// What came of an instruction that rolls.
enum Rolled {
    /// There is nothing to roll.
    Nothing,
    /// It is for the next step.
    Later,
    /// All of it was made.
    All {
        /// Whether nothing else could have come.
        certain: bool,
    },
    /// A part of it was made.
    Some,
}

/// Registers that are held without asking for memory.
const STACK_REGISTERS: usize = 64;

#[inline]
fn value(arg: Arg, regs: &[i64]) -> i64 {
    match arg {
        Arg::Number(number) => number,
        Arg::Reg(reg) => regs[reg as usize],
    }
}

/// Whether the face in its register passes a test.
pub fn evaluate(
    test: &Test,
    program: &Program,
    declared: &Declared,
    regs: &mut [i64],
) -> Result<bool, Fault> {
    let mut at = 0;
    while let Some(op) = test.ops.get(at) {
        at += 1;
        match *op {
            Op::Jump(to) => at = to,
            Op::Unless(arg, to) => {
                if value(arg, regs) == 0 {
                    at = to;
                }
            }
            _ => compute(op, test.spans[at - 1], program, declared, regs)?,
        }
    }
    Ok(value(test.result, regs) != 0)
}

/// Instructions that set a register and do nothing else.
#[inline]
fn compute(
    op: &Op,
    span: Span,
    program: &Program,
    declared: &Declared,
    regs: &mut [i64],
) -> Result<(), Fault> {
    match *op {
        Op::Copy(to, from) => regs[to as usize] = value(from, regs),
        Op::Math(math, to, one, two) => {
            let (a, b) = (value(one, regs), value(two, regs));
            regs[to as usize] = math.of(a, b).ok_or_else(|| failed(math, a, b, span))?;
        }
        Op::Abs(to, one) => {
            let one = value(one, regs);
            let overflow = || Fault::new(span, format!("abs({one}) is larger than 64 bits hold"));
            regs[to as usize] = one.checked_abs().ok_or_else(overflow)?;
        }
        Op::Keep(reg, low, high) => regs[reg as usize] = regs[reg as usize].clamp(low, high),
        Op::Table(to, table, row, column) => {
            let table = &declared.tables[table];
            let entry = table.entry(value(row, regs), value(column, regs));
            let lacking = || Fault::new(span, format!("table.{} has no entry of this name", table.name));
            regs[to as usize] = entry.ok_or_else(lacking)?;
        }
        Op::Pick(to, column, index) => {
            let index = value(index, regs);
            let column = &program.columns[column];
            let entry = usize::try_from(index).ok().and_then(|index| column.entries.get(index));
            let Some(&entry) = entry else { return Err(outside(index, column, span)) };
            let Some(entry) = entry else {
                return Err(Fault::new(span, format!("entry {index} of {} does not say it", column.list)));
            };
            regs[to as usize] = value(entry, regs);
        }
        Op::Put(column, index, from, low, high) => {
            let index = value(index, regs);
            let column = &program.columns[column];
            let entry = usize::try_from(index).ok().and_then(|index| column.entries.get(index));
            let Some(&Some(Arg::Reg(to))) = entry else { return Err(outside(index, column, span)) };
            regs[to as usize] = value(from, regs).clamp(low, high);
        }
        Op::Sided(to, sides) => {
            let sides = value(sides, regs);
            if !(1..=limits::SIDES).contains(&sides) {
                let message = format!("sided({sides}): a die has from 1 to {} sides", limits::SIDES);
                return Err(Fault::new(span, message));
            }
            regs[to as usize] = sides;
        }
        _ => {}
    }
    Ok(())
}

#[cold]
fn failed(math: Math, a: i64, b: i64, span: Span) -> Fault {
    let (sign, divides) = match math {
        Math::Add => ("+", false),
        Math::Sub => ("-", false),
        Math::Mul => ("*", false),
        Math::Div => ("//", true),
        Math::Mod => ("%", true),
        _ => (",", true),
    };
    let written =
        if math == Math::CeilDiv { format!("ceil_div({a}, {b})") } else { format!("{a} {sign} {b}") };
    let message = if divides && b == 0 {
        format!("division by zero: {written}")
    } else {
        format!("overflow: {written} is larger than 64 bits hold")
    };
    Fault::new(span, message)
}

#[cold]
fn outside(index: i64, column: &crate::program::Column, span: Span) -> Fault {
    let count = column.entries.len();
    let has = match count {
        0 => "has no entries".to_owned(),
        1 => "has one entry, number 0".to_owned(),
        _ => format!("has {count} entries, 0 to {}", count - 1),
    };
    Fault::new(span, format!("there is no entry {index}: {} {has}", column.list))
}

impl Machine<'_> {
    /// Plays a step. A fault leaves the state as it is.
    #[inline]
    pub fn step<C: Chance>(&self, state: &mut State, until: Until, chance: &mut C) -> Result<Flow, Fault> {
        let mut few = [0; STACK_REGISTERS];
        let mut many = Vec::new();
        let count = self.program.registers;
        let regs: &mut [i64] = if count <= STACK_REGISTERS {
            &mut few[..count]
        } else {
            many.resize(count, 0);
            &mut many
        };
        self.play(state, until, regs, chance)
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each instruction")]
    fn play<C: Chance>(
        &self,
        state: &mut State,
        until: Until,
        regs: &mut [i64],
        chance: &mut C,
    ) -> Result<Flow, Fault> {
        let program = self.program;
        let states = program.states;
        let mut at = state.at as usize;
        for (place, reg) in regs[..states].iter_mut().enumerate() {
            *reg = state.words.at(place);
        }
        if let Some(later) = &program.live[at] {
            for (place, &reg) in later.iter().enumerate() {
                regs[usize::from(reg)] = state.words.at(states + place);
            }
        }
        if let Some(round) = regs.get_mut(states) {
            *round = i64::from(state.round);
        }
        let mut rolled = false;
        loop {
            let op = &program.ops[at];
            match *op {
                Op::Statement => {
                    state.played += 1;
                    if state.played > limits::STATEMENTS {
                        return Err(self.too_long(at));
                    }
                }
                Op::Jump(to) => {
                    at = to;
                    continue;
                }
                Op::Unless(arg, to) => {
                    if value(arg, regs) == 0 {
                        at = to;
                        continue;
                    }
                }
                Op::Turn => {
                    state.turns += 1;
                    if state.turns > limits::STATEMENTS {
                        return Err(self.too_long(at));
                    }
                }
                Op::Roll(place, done) => match self.roll(place, until, rolled, regs, chance)? {
                    Rolled::Nothing => {
                        at = done;
                        continue;
                    }
                    Rolled::Later if until == Until::FirstRoll => return Ok(Flow::RoundOver),
                    Rolled::Later => return Ok(self.rest(state, at, regs)),
                    Rolled::All { certain } => {
                        rolled |= !certain;
                        at = done;
                        continue;
                    }
                    Rolled::Some => rolled = true,
                },
                Op::More(place, done) => {
                    if rolled {
                        return Ok(self.rest(state, at, regs));
                    }
                    rolled = true;
                    let site = &program.sites[place];
                    state.played += 1;
                    if state.played > limits::STATEMENTS {
                        return Err(self.too_long(at));
                    }
                    let made = self.made(place, regs)?;
                    let left = regs[site.left as usize];
                    regs[site.left as usize] = self.throw(site, &made, left, regs, chance)?;
                    if regs[site.left as usize] > 0 {
                        continue;
                    }
                    at = done;
                    continue;
                }
                Op::Add(measure, more) => {
                    let more = value(more, regs);
                    chance.add(measure, self.counted(measure, more, at)?);
                }
                Op::Report(measure, from) => {
                    let measured = regs[from as usize];
                    chance.measure(measure, self.counted(measure, measured, at)?);
                }
                Op::Gain(_, reg, more) => {
                    regs[reg as usize] = regs[reg as usize].saturating_add(value(more, regs));
                }
                Op::Event(event) => {
                    state.events.add(event);
                    chance.tell("event", || format!("{} ({})", self.declared.events[event], self.rule(at)));
                }
                Op::Missing(missing) => {
                    let message =
                        format!("`{}` is not given, and this line reads it", program.missing[missing].path);
                    return Err(Fault { span: program.spans[at], message, missing: Some(missing) });
                }
                Op::Die(side, arg) => {
                    if value(arg, regs) != 0 {
                        state.dead |= 1 << side;
                    }
                }
                Op::IfDead(side, to) => {
                    if state.dead >> side & 1 == 1 {
                        at = to;
                        continue;
                    }
                }
                Op::AttackOver => {
                    if until == Until::AttackOver {
                        return Ok(self.over(state, regs));
                    }
                }
                Op::End => return Ok(self.over(state, regs)),
                _ => {
                    compute(op, program.spans[at], program, self.declared, regs)?;
                    if let Op::Keep(reg, ..) = *op {
                        self.tell_state(at, reg, regs, chance);
                    }
                }
            }
            at += 1;
        }
    }

    /// A roll, or the first part of one that is made in parts.
    fn roll<C: Chance>(
        &self,
        place: usize,
        until: Until,
        rolled: bool,
        regs: &mut [i64],
        chance: &mut C,
    ) -> Result<Rolled, Fault> {
        let site = &self.program.sites[place];
        let throws = value(site.dice, regs);
        if throws <= 0 {
            site.to.iter().for_each(|&to| regs[to as usize] = 0);
            self.no_dice(place, regs, chance);
            return Ok(Rolled::Nothing);
        }
        if throws > limits::DICE {
            let message = format!("{throws} dice in one roll: at most {} are thrown", limits::DICE);
            return Err(Fault::new(site.span, message));
        }
        let is_certain = self.caches[place].known().is_some_and(|made| made.certain);
        if until == Until::FirstRoll || rolled && !is_certain {
            return Ok(Rolled::Later);
        }
        let made = self.made(place, regs)?;
        site.to.iter().for_each(|&to| regs[to as usize] = 0);
        let left = self.throw(site, &made, throws, regs, chance)?;
        regs[site.left as usize] = left;
        if left > 0 {
            return Ok(Rolled::Some);
        }
        self.tell_roll(site, throws, regs, chance);
        Ok(Rolled::All { certain: made.certain })
    }

    /// The step ends before an instruction.
    fn rest(&self, state: &mut State, at: usize, regs: &[i64]) -> Flow {
        state.at = at as u32;
        let later = self.program.live[at].as_deref().unwrap_or(&[]);
        let numbers =
            regs[..self.program.states].iter().chain(later.iter().map(|&reg| &regs[usize::from(reg)]));
        state.words = Words::new(self.program.states + later.len(), numbers.copied());
        Flow::Next
    }

    /// The round or the attack is over.
    fn over(&self, state: &mut State, regs: &[i64]) -> Flow {
        state.at = 0;
        state.played = 0;
        state.turns = 0;
        if self.program.reads_round {
            state.round += 1;
        }
        state.words = Words::new(self.program.states, regs[..self.program.states].iter().copied());
        Flow::RoundOver
    }

    #[cold]
    fn too_long(&self, at: usize) -> Fault {
        let message = format!("more than {} statements in one attack: this never ends", limits::STATEMENTS);
        Fault::new(self.program.spans[at], message)
    }

    fn rule(&self, at: usize) -> String {
        format!("line {}", (self.line)(self.program.spans[at]))
    }

    /// The value of a measure, if it can be counted.
    fn counted(&self, measure: usize, value: i64, at: usize) -> Result<u32, Fault> {
        let name = &self.declared.measures[measure];
        let span = self.program.spans[at];
        if value < 0 {
            return Err(Fault::new(span, format!("the measure `{name}` is negative: {value}")));
        }
        if value > limits::MEASURE {
            let message =
                format!("the measure `{name}` is {value}, and at most {} are counted", limits::MEASURE);
            return Err(Fault::new(span, message));
        }
        Ok(value as u32)
    }

    fn made(&self, place: usize, regs: &mut [i64]) -> Result<std::sync::Arc<PreparedRoll>, Fault> {
        let site = &self.program.sites[place];
        self.caches[place].made(site, regs, |regs| {
            let rule = format!("line {}", (self.line)(site.span));
            rolls::make(site, self.program, self.declared, &rule, self.pools, regs)
        })
    }

    /// A roll of no dice: it still takes its turn where two versions are played in step.
    fn no_dice<C: Chance>(&self, place: usize, regs: &mut [i64], chance: &mut C) {
        if let Ok(made) = self.made(place, regs)
            && let Some(pool) = made.pool
        {
            chance.pool(pool, 0);
        }
    }

    /// Throws as many of these as are asked for at once; gives how many are left.
    fn throw<C: Chance>(
        &self,
        site: &Site,
        made: &PreparedRoll,
        throws: i64,
        regs: &mut [i64],
        chance: &mut C,
    ) -> Result<i64, Fault> {
        if matches!(site.form, Form::Kept { .. } | Form::Ranked { .. }) {
            let terms = made.sorting * (throws * throws) as f64;
            if terms > rolls::MAX_SORTING_TERMS {
                let message = format!("{throws} dice are too many to be sorted: keep fewer, or roll fewer");
                return Err(Fault::new(site.span, message));
            }
        }
        let now = throws.min(made.most.into());
        let Some(pool) = made.pool else {
            let read = made.layout.without_dice(throws);
            return Self::add_up(site, &read.values, regs).map(|()| 0);
        };
        let dice = now * i64::from(made.dice);
        let score = chance.pool(pool, dice as u32);
        // Asked after the roll, for a step that is played again makes the same rolls.
        if self.failed.load(Ordering::Relaxed) {
            return Err(Fault::new(site.span, "another play has gone wrong"));
        }
        let read = made.layout.read(score.bits(), now, dice);
        Self::add_up(site, &read.values, regs)?;
        Ok(throws - now + read.brought)
    }

    fn add_up(site: &Site, values: &[i64; 6], regs: &mut [i64]) -> Result<(), Fault> {
        for (&to, &more) in site.to.iter().zip(values) {
            let sum = regs[to as usize].checked_add(more);
            regs[to as usize] = sum.ok_or_else(|| Fault::new(site.span, "overflow: the sum of the dice"))?;
        }
        Ok(())
    }

    fn tell_roll<C: Chance>(&self, site: &Site, throws: i64, regs: &[i64], chance: &mut C) {
        let rule = || format!("line {}", (self.line)(site.span));
        let words = || {
            let values: Vec<String> = site.to.iter().map(|&to| regs[to as usize].to_string()).collect();
            format!("{} of {throws}: {}", site.name, values.join(", "))
        };
        // The rule is written down where somebody listens.
        chance.tell("roll", || format!("{} ({})", words(), rule()));
    }

    fn tell_state<C: Chance>(&self, at: usize, reg: Reg, regs: &[i64], chance: &mut C) {
        chance.tell("state", || {
            let mut words = String::new();
            let name = self.program.names.iter().find(|(known, _)| *known == reg);
            let name = name.map_or("state", |(_, name)| name);
            let _ = write!(words, "{name} = {} ({})", regs[reg as usize], self.rule(at));
            words
        });
    }
}
