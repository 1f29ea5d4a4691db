//! From statements to a program.
//!
//! One walk serves twice. When a game file is read, no scenario is known: every branch is walked, names and kinds are checked, and the
//! instructions are dropped. When a match-up is made, fields are constants, branches that they decide are left out, and the
//! instructions are kept.

mod blocks;
mod compare;
mod entries;
mod expr;
mod kinds;
mod loops;
mod rolls;
mod scope;
mod tables;
mod tags;
mod targets;
mod units;

use crate::ast::{Block, Expr};
use crate::declared::{Declared, State};
use crate::facts::{Facts, Slot, slots};
use crate::limits;
use crate::machine;
use crate::mistake::{Mistake, Mistakes, Span};
use crate::program::{Arg, DieKind, Math, Op, Program, Reg, Test};
pub use expr::own_die;
use kinds::{Kind, Typed};
use loops::Loop;
pub use scope::NamesUsed;
use scope::{Flow, Scope};

/// Walks statements and makes instructions.
pub struct Compiler<'p> {
    declared: &'p Declared,
    /// None while a game file is checked.
    facts: Option<&'p Facts>,
    slots: [Vec<Slot<'p>>; 2],
    /// Where the slots begin whose start reads a field that is not given, by side and place: what is missing.
    unknown: Vec<Option<usize>>,
    mistakes: Mistakes,
    program: Program,
    scopes: Vec<Scope>,
    flow: Flow,
    loops: Vec<Loop>,
    /// Jumps to the end of the procedure.
    ends: Vec<usize>,
    /// The register of each measure.
    measures: Vec<Reg>,
    /// Which measures are read, not only added to.
    read: Vec<bool>,
    /// By register: where it stands in memory.
    places: Vec<u16>,
    depth: usize,
    /// The deepest place in memory.
    deepest: usize,
    /// The unit whose upkeep is walked.
    upkeep: Option<usize>,
    /// Whose own names are walked, in `start`, `dead` and `derived`.
    bare: Option<units::BareNames>,
    /// The face of the test that is walked.
    face: Option<rolls::Face>,
    round: Reg,
}

/// A compiled match-up.
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// By register: where it stands in memory.
    pub places: Vec<u16>,
    /// The register of each measure.
    pub measures: Vec<Reg>,
    /// Which measures are read, not only added to.
    pub read: Vec<bool>,
    /// What both units are at the start, and the range of each number.
    pub states: Vec<StateSlot>,
}

/// A number that a unit remembers.
#[derive(Clone, Debug)]
pub struct StateSlot {
    /// What it is at the start.
    pub start: i64,
    /// The least it can be.
    pub low: i64,
    /// The most it can be.
    pub high: i64,
    /// How a battle puts together what several attacks did at once.
    pub together: crate::declared::Combination,
}

/// Checks all that a game file says.
pub fn check(declared: &Declared, mistakes: &mut Mistakes) {
    let mut merge = |compiler: Compiler<'_>| {
        compiler.mistakes.into_list().into_iter().for_each(|mistake| mistakes.push(mistake));
    };
    let mut compiler = Compiler::new(declared, None);
    compiler.check_bare();
    merge(compiler);
    for procedure in &declared.procedures {
        let mut compiler = Compiler::new(declared, None);
        compiler.body(&procedure.body);
        merge(compiler);
    }
    if let Some(upkeep) = &declared.upkeep {
        let mut compiler = Compiler::new(declared, None);
        compiler.upkeep = Some(0);
        compiler.body(upkeep);
        merge(compiler);
    }
    for place in 0..declared.functions.len() {
        let mut compiler = Compiler::new(declared, None);
        compiler.function_alone(place);
        // A function that is called is checked at each call, with what is passed to it.
        merge(compiler);
    }
}

/// Which measures and events a procedure and the upkeep can bring.
pub fn effects(declared: &Declared, procedure: usize) -> (Vec<usize>, Vec<usize>) {
    let mut compiler = Compiler::new(declared, None);
    compiler.body(&declared.procedures[procedure].body);
    let counts = compiler.program.counts.clone();
    if let Some(upkeep) = &declared.upkeep {
        compiler.upkeep = Some(0);
        compiler.body(upkeep);
    }
    let (mut counts, mut brings) = (counts, compiler.program.brings);
    counts.sort_unstable();
    brings.sort_unstable();
    (counts, brings)
}

/// Makes the program of a match-up.
pub fn compile(declared: &Declared, facts: &Facts, procedure: usize) -> Result<Compiled, Vec<Mistake>> {
    let mut compiler = Compiler::new(declared, Some(facts));
    let states = compiler.starts();
    compiler.body(&declared.procedures[procedure].body);
    let span = declared.procedures[procedure].span;
    compiler.after(span);
    if compiler.mistakes.is_empty() {
        let Compiler { mut program, places, measures, read, slots, deepest, round, .. } = compiler;
        program.dice.clone_from(&facts.dice);
        let ends = |numbers: &mut dyn Iterator<Item = i64>| {
            numbers.fold((0, 0), |(low, high): (i64, i64), number| (low.min(number), high.max(number)))
        };
        program.tables =
            declared.tables.iter().map(|table| ends(&mut table.rows.iter().flatten().copied())).collect();
        program.faces = declared
            .dice
            .iter()
            .map(|die| match &die.faces {
                crate::declared::Faces::Numbers(numbers) => ends(&mut numbers.iter().copied()),
                crate::declared::Faces::Symbols(_) => (0, 0),
            })
            .collect();
        program.states = slots[0].len() + slots[1].len();
        program.target = slots[0].len();
        program.registers = deepest;
        debug_assert_eq!(round as usize, program.states);
        Ok(Compiled { program, places, measures, read, states })
    } else {
        Err(compiler.mistakes.into_list())
    }
}

impl<'p> Compiler<'p> {
    fn new(declared: &'p Declared, facts: Option<&'p Facts>) -> Self {
        let of = |side: usize| slots(declared, |field| facts.map_or(1, |facts| facts.length(side, field)));
        let slots = [of(0), of(1)];
        let mut this = Self {
            declared,
            facts,
            unknown: vec![None; slots[0].len() + slots[1].len()],
            slots,
            mistakes: Mistakes::default(),
            program: Program::default(),
            scopes: Vec::new(),
            flow: Flow::default(),
            loops: Vec::new(),
            ends: Vec::new(),
            measures: Vec::new(),
            read: vec![false; declared.measures.len()],
            places: Vec::new(),
            depth: 0,
            deepest: 0,
            upkeep: None,
            bare: None,
            face: None,
            round: 0,
        };
        for side in 0..2 {
            for slot in 0..this.slots[side].len() {
                let reg = this.register();
                let owner = ["attacker", "target"][side];
                let Slot { state, entry } = &this.slots[side][slot];
                let name = match entry {
                    Some((list, entry)) => {
                        format!("{owner}.{}[{entry}].{}", declared.unit[*list].name, state.name)
                    }
                    None => format!("{owner}.{}", state.name),
                };
                this.program.names.push((reg, name));
            }
        }
        this.round = this.register();
        this.measures = declared.measures.iter().map(|_| this.register()).collect();
        for (place, name) in declared.measures.iter().enumerate() {
            this.program.names.push((this.measures[place], name.clone()));
        }
        this
    }

    /// Whether no scenario is known.
    fn checks(&self) -> bool {
        self.facts.is_none()
    }

    /// A new register in a place of its own, until the depth goes back.
    fn register(&mut self) -> Reg {
        let reg = self.places.len() as Reg;
        self.places.push(self.depth.min(usize::from(u16::MAX)) as u16);
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        reg
    }

    fn emit(&mut self, op: Op, span: Span) -> usize {
        self.program.ops.push(op);
        self.program.spans.push(span);
        self.program.ops.len() - 1
    }

    /// Where the next instruction will stand.
    fn here(&self) -> usize {
        self.program.ops.len()
    }

    /// A jump leads here.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.program.ops[jump] {
            Op::Jump(to) | Op::Unless(_, to) | Op::IfDead(_, to) => *to = here,
            _ => {}
        }
    }

    fn land_all(&mut self, jumps: &[usize]) {
        for &jump in jumps {
            self.land(jump);
        }
    }

    /// Whether the program has grown too large; says so once.
    fn is_full(&mut self, span: Span) -> bool {
        let full = self.here() > limits::PROGRAM || self.places.len() > limits::PROGRAM;
        if full {
            let message = "the program is too large once functions and loops over lists are written out";
            self.mistakes.help(span, message, "shorten the lists, or call functions less often");
        }
        full || self.mistakes.len() >= chance::limits::FAULTS
    }

    /// Computes from two numbers: at once if both are known.
    fn math(&mut self, math: Math, one: Arg, two: Arg, span: Span) -> Arg {
        if let (Arg::Number(a), Arg::Number(b), false) = (one, two, self.checks())
            && let Some(known) = math.of(a, b)
        {
            return Arg::Number(known);
        }
        let to = self.register();
        self.emit(Op::Math(math, to, one, two), span);
        Arg::Reg(to)
    }

    /// Walks a whole procedure or upkeep; what ends it leads behind it.
    fn body(&mut self, block: &Block) {
        self.flow = Flow::default();
        self.ends.clear();
        let before = self.depth;
        self.enter(block, None);
        self.block(block);
        self.scopes.pop();
        self.depth = before;
        let ends = std::mem::take(&mut self.ends);
        self.land_all(&ends);
    }

    /// What follows a procedure: death, upkeep, death again.
    fn after(&mut self, span: Span) {
        let declared = self.declared;
        self.flow = Flow::default();
        self.death(0, span);
        self.program.death = self.here();
        self.death(1, span);
        self.emit(Op::AttackOver, span);
        if let Some(upkeep) = &declared.upkeep {
            for side in 0..2 {
                if side == 1 {
                    self.program.upkeep = Some(self.here());
                }
                let dead = self.emit(Op::IfDead(side, 0), span);
                self.upkeep = Some(side);
                self.body(upkeep);
                self.upkeep = None;
                self.death(side, span);
                self.land(dead);
            }
        }
        self.emit(Op::End, span);
    }

    /// Looks whether a unit is dead. An attacker who lacks what the test reads is not.
    fn death(&mut self, side: usize, span: Span) {
        let (ops, missing, before) = (self.here(), self.program.missing.len(), self.depth);
        let dead = self.dead(side, span);
        if side == 0 && self.program.ops[ops..].iter().any(|op| matches!(op, Op::Missing(_))) {
            self.program.ops.truncate(ops);
            self.program.spans.truncate(ops);
            self.program.missing.truncate(missing);
        } else {
            self.emit(Op::Die(side, dead.arg), self.declared.dead.span);
        }
        self.depth = before;
    }

    /// Walks `start`, `dead` and `derived` for themselves.
    fn check_bare(&mut self) {
        let declared = self.declared;
        for state in &declared.states {
            let start = self.bare(&state.start, units::BareNames::start(0));
            self.expect_number(&start, &state.start);
        }
        for (place, field) in declared.unit.iter().enumerate() {
            let crate::declared::FieldKind::List(record) = field.kind else { continue };
            for state in &declared.records[record].states {
                let start = self.bare(&state.start, units::BareNames::entry(0, place, 0));
                self.expect_number(&start, &state.start);
            }
        }
        for (place, (_, expr)) in declared.derived.iter().enumerate() {
            self.bare(expr, units::BareNames::derived(0, place));
        }
        let dead = self.bare(&declared.dead, units::BareNames::derived(0, declared.derived.len()));
        if !matches!(dead.kind, Kind::Truth | Kind::Unknown) {
            let help = "write a comparison, such as `left == 0`";
            self.mistakes.help(declared.dead.span, "`dead` is a test, true or false", help);
        }
    }

    /// What both units are at the start.
    fn starts(&mut self) -> Vec<StateSlot> {
        let mut starts = Vec::new();
        for side in 0..2 {
            for slot in 0..self.slots[side].len() {
                let Slot { state, entry } = self.slots[side][slot].clone();
                let (ops, depth) = (self.here(), self.depth);
                let bare = match entry {
                    Some((list, entry)) => units::BareNames::entry(side, list, entry),
                    None => units::BareNames::start(side),
                };
                let start = self.bare(&state.start, bare);
                let missing = self.program.ops[ops..].iter().find_map(|op| match op {
                    Op::Missing(missing) => Some(*missing),
                    _ => None,
                });
                let number = match (start.arg, missing) {
                    (Arg::Number(number), _) => number,
                    (Arg::Reg(_), Some(_)) => 0,
                    (Arg::Reg(result), None) => self.played_start(state, result),
                };
                self.program.ops.truncate(ops);
                self.program.spans.truncate(ops);
                self.depth = depth;
                self.unknown[starts.len()] = missing;
                starts.push(StateSlot {
                    start: number.clamp(state.low, state.high),
                    low: state.low,
                    high: state.high,
                    together: state.together,
                });
            }
        }
        starts
    }

    /// The start of a state whose instructions stand in the program, alone. What cannot be computed is a mistake.
    fn played_start(&mut self, state: &State, result: Reg) -> i64 {
        let (ops, spans) = (self.program.ops.clone(), self.program.spans.clone());
        let start = Test { ops, spans, result: Arg::Reg(result) };
        let mut regs = vec![0; self.places.len()];
        if let Err(fault) = machine::evaluate(&start, &self.program, self.declared, &mut regs) {
            let message = format!("`{}` cannot be computed at the start: {}", state.name, fault.message);
            self.mistakes.add(fault.span, message);
        }
        regs[result as usize]
    }

    fn expect_number(&mut self, found: &Typed, expr: &Expr) {
        if !matches!(found.kind, Kind::Number | Kind::Unknown) {
            self.mistakes.add(expr.span, format!("expected a number, found {}", found.kind.words()));
        }
    }

    /// The die of a number.
    fn die_kind(&self, die: i64) -> Option<&DieKind> {
        self.facts.and_then(|facts| facts.dice.get(usize::try_from(-die).ok()?))
    }
}

impl Math {
    /// The result, if there is one within 64 bits.
    #[inline]
    pub fn of(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Self::Add => a.checked_add(b)?,
            Self::Sub => a.checked_sub(b)?,
            Self::Mul => a.checked_mul(b)?,
            Self::Div => a.checked_div(b).filter(|_| b != 0)? - i64::from(a % b != 0 && (a < 0) != (b < 0)),
            Self::Mod => {
                let rest = a.checked_rem(b)?;
                if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
            }
            Self::CeilDiv => a.checked_div(b)? + i64::from(a % b != 0 && (a < 0) == (b < 0)),
            Self::Min => a.min(b),
            Self::Max => a.max(b),
            Self::Equal => (a == b).into(),
            Self::Unequal => (a != b).into(),
            Self::Less => (a < b).into(),
            Self::AtMost => (a <= b).into(),
        })
    }
}
