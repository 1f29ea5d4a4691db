//! A procedure of a match-up as instructions for a small machine.
//!
//! The fields of both units are known when the program is made: they are constants, loops over lists are written out, and functions
//! are put in place of their calls. Registers hold what both units remember, measures, variables and intermediate values.

use chance::Text;

use crate::mistake::Span;

/// The number of a register.
pub type Reg = u32;

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// What a register holds.
    Reg(Reg),
    /// A number that is known.
    Number(i64),
}

impl Arg {
    /// The register, if it is one.
    pub fn reg(self) -> Option<Reg> {
        match self {
            Self::Reg(reg) => Some(reg),
            Self::Number(_) => None,
        }
    }
}

/// What is computed from two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Math {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient, rounded down.
    Div,
    /// The rest.
    Mod,
    /// The quotient, rounded up.
    CeilDiv,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// 1 if both are equal.
    Equal,
    /// 1 if they differ.
    Unequal,
    /// 1 if the first is smaller.
    Less,
    /// 1 if the first is no larger.
    AtMost,
}

/// Something that all entries of a list have, one number for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// A name for errors, such as `target.parts`.
    pub list: String,
    /// The numbers; none where the scenario does not say.
    pub entries: Vec<Option<Arg>>,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// A statement begins.
    Statement,
    /// Sets a register.
    Copy(Reg, Arg),
    /// Computes from two numbers.
    Math(Math, Reg, Arg, Arg),
    /// The number without its sign.
    Abs(Reg, Arg),
    /// Puts a state, which has a new value, back into its range.
    Keep(Reg, i64, i64),
    /// An entry of a table, by row and column.
    Table(Reg, usize, Arg, Arg),
    /// A number of a list's entry.
    Pick(Reg, usize, Arg),
    /// Sets a state of a list's entry: the column, the index, the value, and the range.
    Put(usize, Arg, Arg, i64, i64),
    /// A die with so many sides, as a value.
    Sided(Reg, Arg),
    /// Goes on elsewhere.
    Jump(usize),
    /// Goes on elsewhere if this is 0.
    Unless(Arg, usize),
    /// A turn of a loop that throws dice.
    Turn,
    /// A roll. If it was made at once, the play goes on at the second; else with the next instruction.
    Roll(usize, usize),
    /// The rest of a roll that is made in parts.
    More(usize, usize),
    /// Adds to a measure variable that nothing else reads.
    Gain(usize, Reg, Arg),
    /// Adds to a measure beside the state.
    Add(usize, Arg),
    /// Reports a measure, which is settled.
    Report(usize, Reg),
    /// An event has happened.
    Event(usize),
    /// A field that the scenario does not give is read.
    Missing(usize),
    /// Ends a unit's life if this is not 0: 0 is the attacker, 1 the target.
    Die(usize, Arg),
    /// Goes on elsewhere if the unit is dead.
    IfDead(usize, usize),
    /// The attack is over, and upkeep follows.
    AttackOver,
    /// The round is over.
    End,
}

/// What a roll makes of its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The sum of the faces.
    Sum,
    /// How many dice pass each test.
    Tally,
    /// The sum of the highest or lowest, so many of them.
    Kept {
        /// The highest.
        highest: bool,
        /// How many.
        keep: Arg,
    },
    /// The highest or lowest, one by one.
    Ranked {
        /// The highest.
        highest: bool,
    },
}

/// A test of a face.
#[derive(Clone, Debug)]
pub struct Test {
    /// What is computed.
    pub ops: Vec<Op>,
    /// Where each instruction stands in the file.
    pub spans: Vec<Span>,
    /// Whether the face passes.
    pub result: Arg,
}

/// A roll of a program.
#[derive(Clone, Debug)]
pub struct Site {
    /// What the roll makes of its dice.
    pub form: Form,
    /// How many dice.
    pub dice: Arg,
    /// Which die: more than 0 for that many sides, else a place in [`Program::dice`] with a minus.
    pub die: Arg,
    /// The tests of a tally.
    pub tests: Vec<Test>,
    /// Which faces are thrown again.
    pub reroll: Option<Test>,
    /// Which faces bring another die.
    pub again: Option<Test>,
    /// Which faces bring one more die.
    pub extra: Option<Test>,
    /// The register of the face in tests.
    pub face: Reg,
    /// Where the results go.
    pub to: Vec<Reg>,
    /// Dice that are still to be rolled, where a roll is made in parts.
    pub left: Reg,
    /// The registers that tests, die and `keep` read: they decide which dice are rolled.
    pub inputs: Vec<Reg>,
    /// Its name.
    pub name: Text,
    /// Where it stands.
    pub span: Span,
}

impl Site {
    /// The tests of all kinds.
    pub fn every_test(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().chain(&self.reroll).chain(&self.again).chain(&self.extra)
    }

    /// The tests of all kinds.
    pub fn every_test_mut(&mut self) -> impl Iterator<Item = &mut Test> {
        self.tests.iter_mut().chain(&mut self.reroll).chain(&mut self.again).chain(&mut self.extra)
    }
}

/// A die that is not plain.
#[derive(Clone, Debug)]
pub enum DieKind {
    /// A die of the game's own, by its place.
    Own(usize),
    /// So many dice with so many sides and a constant, as one.
    Sum(crate::declared::DiceText),
}

/// A field that a scenario does not give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its path in the scenario, such as `target.toughness`.
    pub path: String,
}

/// A program, ready to be played.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The instructions.
    pub ops: Vec<Op>,
    /// Where each stands in the file.
    pub spans: Vec<Span>,
    /// The rolls.
    pub sites: Vec<Site>,
    /// Columns of lists.
    pub columns: Vec<Column>,
    /// Fields that are not given and may be read.
    pub missing: Vec<Missing>,
    /// Dice that are not plain.
    pub dice: Vec<DieKind>,
    /// The least and the most of each table of numbers, and of each of the game's own dice.
    pub tables: Vec<(i64, i64)>,
    /// The least and the most face of each of the game's own dice; symbols have none.
    pub faces: Vec<(i64, i64)>,
    /// How many registers there are.
    pub registers: usize,
    /// The first registers: what both units remember.
    pub states: usize,
    /// Where what the target remembers begins.
    pub target: usize,
    /// The name of each register that has one, for stories.
    pub names: Vec<(Reg, String)>,
    /// For each instruction that may begin a step: the registers, beside states, that are read later.
    pub live: Vec<Option<Box<[u16]>>>,
    /// For each such instruction: the states that nothing reads any more.
    pub idle: Vec<Option<Box<[u16]>>>,
    /// Where it is looked whether the target is dead.
    pub death: usize,
    /// Where the upkeep of the target begins, if there is any.
    pub upkeep: Option<usize>,
    /// Whether the round is read.
    pub reads_round: bool,
    /// The measures that the program counts.
    pub counts: Vec<usize>,
    /// The events that it can bring.
    pub brings: Vec<usize>,
}

impl Op {
    /// The register that the instruction sets.
    pub fn sets(&self) -> Option<Reg> {
        match *self {
            Self::Copy(to, _)
            | Self::Math(_, to, ..)
            | Self::Abs(to, _)
            | Self::Table(to, ..)
            | Self::Pick(to, ..)
            | Self::Sided(to, _)
            | Self::Keep(to, ..) => Some(to),
            _ => None,
        }
    }
}

impl Op {
    /// Calls `read` with each register that the instruction reads; columns and rolls read others too.
    pub fn reads(&self, read: &mut impl FnMut(Reg)) {
        let mut args = |args: &[Arg]| args.iter().filter_map(|arg| arg.reg()).for_each(&mut *read);
        match *self {
            Self::Copy(_, one)
            | Self::Abs(_, one)
            | Self::Sided(_, one)
            | Self::Unless(one, _)
            | Self::Pick(_, _, one)
            | Self::Add(_, one)
            | Self::Die(_, one) => args(&[one]),
            Self::Math(_, _, one, two) | Self::Table(_, _, one, two) | Self::Put(_, one, two, ..) => {
                args(&[one, two]);
            }
            Self::Keep(reg, ..) | Self::Report(_, reg) => args(&[Arg::Reg(reg)]),
            Self::Gain(_, reg, more) => args(&[Arg::Reg(reg), more]),
            Self::Statement
            | Self::Jump(_)
            | Self::Turn
            | Self::Roll(..)
            | Self::More(..)
            | Self::Event(_)
            | Self::Missing(_)
            | Self::IfDead(..)
            | Self::AttackOver
            | Self::End => {}
        }
    }
}

impl Program {
    /// Calls `read` with each register that an instruction reads, those of its columns and rolls included.
    pub fn reads(&self, op: &Op, read: &mut impl FnMut(Reg)) {
        op.reads(read);
        match *op {
            Op::Pick(_, column, _) => {
                self.columns[column].entries.iter().flatten().filter_map(|arg| arg.reg()).for_each(read);
            }
            Op::Roll(site, _) => {
                let site = &self.sites[site];
                site.inputs.iter().chain(site.dice.reg().iter()).for_each(|&reg| read(reg));
            }
            Op::More(site, _) => {
                let site = &self.sites[site];
                site.inputs.iter().chain(&site.to).chain([&site.left]).for_each(|&reg| read(reg));
            }
            _ => {}
        }
    }

    /// Where the play may go on after an instruction.
    pub fn follow(&self, at: usize, next: &mut impl FnMut(usize)) {
        match self.ops[at] {
            Op::Jump(to) => next(to),
            Op::Unless(_, to) | Op::IfDead(_, to) | Op::Roll(_, to) => {
                next(at + 1);
                next(to);
            }
            Op::More(_, to) => {
                next(at);
                next(to);
            }
            Op::Missing(_) => {}
            // The next round.
            Op::End => next(0),
            _ => next(at + 1),
        }
    }
}

impl Arg {
    /// Gives another number to its register.
    pub fn each_register(&mut self, change: &impl Fn(&mut Reg)) {
        if let Self::Reg(reg) = self {
            change(reg);
        }
    }
}

impl Op {
    /// Gives other numbers to its registers.
    pub fn each_register(&mut self, change: &impl Fn(&mut Reg)) {
        match self {
            Self::Copy(to, one)
            | Self::Abs(to, one)
            | Self::Sided(to, one)
            | Self::Pick(to, _, one)
            | Self::Gain(_, to, one) => {
                change(to);
                one.each_register(change);
            }
            Self::Math(_, to, one, two) | Self::Table(to, _, one, two) => {
                change(to);
                one.each_register(change);
                two.each_register(change);
            }
            Self::Put(_, one, two, ..) => {
                one.each_register(change);
                two.each_register(change);
            }
            Self::Keep(reg, ..) | Self::Report(_, reg) => change(reg),
            Self::Unless(one, _) | Self::Add(_, one) | Self::Die(_, one) => one.each_register(change),
            Self::Statement
            | Self::Jump(_)
            | Self::Turn
            | Self::Roll(..)
            | Self::More(..)
            | Self::Event(_)
            | Self::Missing(_)
            | Self::IfDead(..)
            | Self::AttackOver
            | Self::End => {}
        }
    }

    /// Gives another number to the instruction that it may go on with.
    pub fn each_jump(&mut self, change: &mut impl FnMut(&mut usize)) {
        if let Self::Jump(to)
        | Self::Unless(_, to)
        | Self::IfDead(_, to)
        | Self::Roll(_, to)
        | Self::More(_, to) = self
        {
            change(to);
        }
    }
}
