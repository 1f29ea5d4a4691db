//! Between which numbers a register can lie: enough to know that something is never negative.

use crate::compile::Compiled;
use crate::declared::Combination;
use crate::program::{Arg, DieKind, Form, Math, Op, Reg, Site};

/// The least and the most.
type Range = (i64, i64);

const ALL: Range = (i64::MIN, i64::MAX);

/// What is known of a program.
pub struct Ranges {
    /// By instruction: the least that it adds to a measure.
    pub more: Vec<Option<i64>>,
}

/// Passes before a range that still grows is taken to be without end.
const MAX_GROWING_PASSES: usize = 3;
/// Passes in all: each range grows twice at the most after that.
const PASSES: usize = 12;

struct Finder<'a> {
    compiled: &'a Compiled,
    of: Vec<Option<Range>>,
    /// In the stretch at hand: the first is no more than the second.
    below: Vec<(Reg, Reg)>,
    changed: bool,
    pass: usize,
}

/// The ranges of a program's registers, whatever path is taken.
pub fn ranges(compiled: &Compiled) -> Ranges {
    let mut of = vec![None; compiled.places.len()];
    for (reg, state) in compiled.states.iter().enumerate() {
        debug_assert!(matches!(state.together, Combination::Add | Combination::Most | Combination::Least));
        of[reg] = Some((state.low, state.high));
    }
    if let Some(round) = of.get_mut(compiled.states.len()) {
        *round = Some((1, i64::from(u32::MAX)));
    }
    let mut targets = vec![false; compiled.program.ops.len() + 1];
    for op in &compiled.program.ops {
        if let Op::Jump(to) | Op::Unless(_, to) | Op::IfDead(_, to) = *op {
            targets[to.min(compiled.program.ops.len())] = true;
        }
    }
    let mut finder = Finder { compiled, of, below: Vec::new(), changed: true, pass: 0 };
    let mut more = Vec::new();
    while finder.changed && finder.pass < PASSES {
        finder.changed = false;
        more.clear();
        finder.below.clear();
        for (op, &is_target) in compiled.program.ops.iter().zip(&targets) {
            if is_target {
                finder.below.clear();
            }
            more.push(finder.instruction(op));
        }
        finder.pass += 1;
    }
    if finder.changed {
        more.fill(None);
    }
    Ranges { more }
}

impl Finder<'_> {
    fn arg(&self, arg: Arg) -> Option<Range> {
        match arg {
            Arg::Number(number) => Some((number, number)),
            Arg::Reg(reg) => self.of[reg as usize],
        }
    }

    /// A register may have another range as well.
    fn set(&mut self, reg: Reg, range: Range) {
        self.below.retain(|&(less, more)| less != reg && more != reg);
        if (reg as usize) < self.compiled.states.len() {
            return;
        }
        let known = &mut self.of[reg as usize];
        let wide = known.map_or(range, |known| (known.0.min(range.0), known.1.max(range.1)));
        if *known == Some(wide) {
            return;
        }
        let widened = match *known {
            Some(known) if self.pass >= MAX_GROWING_PASSES => (
                if wide.0 < known.0 { i64::MIN } else { wide.0 },
                if wide.1 > known.1 { i64::MAX } else { wide.1 },
            ),
            _ => wide,
        };
        *known = Some(widened);
        self.changed = true;
    }

    fn instruction(&mut self, op: &Op) -> Option<i64> {
        match *op {
            Op::Copy(to, from) => {
                if let Some(range) = self.arg(from) {
                    let alike: Vec<(Reg, Reg)> = from.reg().map_or(Vec::new(), |from| {
                        let of_it = self.below.iter().filter(|&&(less, _)| less == from);
                        of_it.map(|&(_, more)| (to, more)).filter(|&(to, more)| to != more).collect()
                    });
                    self.set(to, range);
                    self.below.extend(alike);
                }
            }
            Op::Math(math, to, one, two) => {
                if let (Some(a), Some(b)) = (self.arg(one), self.arg(two)) {
                    let mut range = math_of(math, a, b);
                    let is_below = match (one, two) {
                        (Arg::Reg(one), Arg::Reg(two)) => self.below.contains(&(two, one)),
                        _ => false,
                    };
                    if math == Math::Sub && is_below && a.0 >= 0 {
                        range = (0, a.1);
                    }
                    self.set(to, range);
                    if math == Math::Min {
                        let both = [one, two].into_iter().filter_map(Arg::reg).filter(|&reg| reg != to);
                        self.below.extend(both.map(|reg| (to, reg)));
                    }
                }
            }
            Op::Abs(to, one) => {
                if let Some((low, high)) = self.arg(one) {
                    self.set(to, (0, low.saturating_abs().max(high.saturating_abs())));
                }
            }
            Op::Sided(to, one) if self.arg(one).is_some() => {
                self.set(to, (1, crate::limits::SIDES));
            }
            Op::Table(to, table, ..) => self.set(to, self.compiled.program.tables[table]),
            Op::Pick(to, column, _) => {
                let entries = self.compiled.program.columns[column].entries.iter().flatten();
                let ranges = entries.filter_map(|&entry| self.arg(entry));
                if let Some(range) = ranges.reduce(|one, two| (one.0.min(two.0), one.1.max(two.1))) {
                    self.set(to, range);
                }
            }
            Op::Roll(site, _) => {
                let site = &self.compiled.program.sites[site];
                let ranges: Vec<(Reg, Range)> = site.to.iter().map(|&to| (to, self.rolled(site))).collect();
                for (to, range) in ranges {
                    self.set(to, range);
                }
                self.set(site.left, (0, crate::limits::DICE));
                let counts = site.form == Form::Tally && site.again.is_none() && site.extra.is_none();
                if let (true, Arg::Reg(dice)) = (counts, site.dice) {
                    self.below.extend(site.to.iter().map(|&to| (to, dice)));
                }
            }
            Op::Gain(_, reg, more) => {
                let least = self.arg(more).map(|(least, _)| least);
                self.set(reg, ALL);
                return least;
            }
            _ => {}
        }
        None
    }

    /// What a roll can give.
    fn rolled(&self, site: &Site) -> Range {
        let most =
            self.arg(site.dice).map_or(crate::limits::DICE, |(_, most)| most.clamp(0, crate::limits::DICE));
        let brings = site.again.is_some() || site.extra.is_some();
        match site.form {
            Form::Tally if brings => (0, i64::MAX),
            Form::Tally => (0, most),
            _ => {
                let (low, high) = match site.die {
                    Arg::Number(sides) if sides > 0 => (0, sides),
                    Arg::Number(die) => match self.compiled.program.dice.get(-die as usize) {
                        Some(DieKind::Sum(dice)) => {
                            (dice.count + dice.plus, dice.count * dice.sides + dice.plus)
                        }
                        Some(&DieKind::Own(place)) => self.compiled.program.faces[place],
                        None => return ALL,
                    },
                    Arg::Reg(_) => return ALL,
                };
                let high = if brings { i64::MAX } else { high.max(0) * most };
                (low.min(0).saturating_mul(most), high)
            }
        }
    }
}

fn math_of(math: Math, a: Range, b: Range) -> Range {
    let saturated = |number: i128| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    let corners = |of: &dyn Fn(i128, i128) -> i128| {
        let all = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| of(a.into(), b.into()));
        (saturated(all.into_iter().min().unwrap_or(0)), saturated(all.into_iter().max().unwrap_or(0)))
    };
    match math {
        Math::Add => corners(&|a, b| a + b),
        Math::Sub => corners(&|a, b| a - b),
        Math::Mul => corners(&|a, b| a * b),
        Math::Min => (a.0.min(b.0), a.1.min(b.1)),
        Math::Max => (a.0.max(b.0), a.1.max(b.1)),
        Math::Div | Math::CeilDiv if b.0 > 0 => (a.0.min(0), a.1.max(0)),
        Math::Mod if b.0 > 0 => (0, b.1 - 1),
        Math::Div | Math::CeilDiv | Math::Mod => ALL,
        Math::Equal | Math::Unequal | Math::Less | Math::AtMost => (0, 1),
    }
}
