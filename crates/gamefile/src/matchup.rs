//! A match-up of a game file: its program, and the dice that it has come to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chance::dice::{Pool, Pools, Roll, Score, Shows};
use chance::fields::{self, Index, Problems, Setup, Value};
use chance::{Chance, Events, Flow, FromSetup, Game, System};

use crate::GameFile;
use crate::analysis::analyse;
use crate::compile::{StateSlot, compile};
use crate::declared::Declared;
use crate::facts::Facts;
use crate::machine::{Fault, Machine, Until};
use crate::mistake::Span;
use crate::program::Program;
use crate::rolls::Cache;
use crate::state::{State, Words};

/// An attacker and a target of a game that was read from a file.
#[derive(Clone, Debug)]
pub struct Matchup {
    pub(crate) game: Arc<GameFile>,
    procedure: usize,
    pub(crate) program: Arc<Program>,
    pub(crate) slots: Arc<[StateSlot]>,
    caches: Arc<[Cache]>,
    pools: Pools,
    /// The first thing that went wrong at play.
    fault: Arc<Mutex<Option<Fault>>>,
    /// Whether there is one: asked in every step.
    failed: Arc<AtomicBool>,
    /// The state of the target that says how much of it is left.
    pub(crate) left: Option<usize>,
}

impl Matchup {
    pub(crate) fn machine<'a>(&'a self, line: &'a dyn Fn(Span) -> usize) -> Machine<'a> {
        Machine {
            program: &self.program,
            declared: &self.game.declared,
            caches: &self.caches,
            pools: &self.pools,
            line,
            failed: &self.failed,
        }
    }

    /// The number of a line.
    pub(crate) fn line(&self, span: Span) -> usize {
        let before = self.game.text.get(..span.start as usize).unwrap_or_default();
        before.bytes().filter(|&byte| byte == b'\n').count() + 1
    }

    /// Plays a step; what goes wrong is kept, and ends the round.
    pub(crate) fn play<C: Chance>(&self, state: &mut State, until: Until, chance: &mut C) -> Flow {
        let line = |span| self.line(span);
        match self.machine(&line).step(state, until, chance) {
            Ok(flow) => flow,
            Err(fault) => {
                if !self.failed.load(Ordering::Relaxed) {
                    self.keep(fault);
                }
                self.give_up(state)
            }
        }
    }

    /// Ends a round that has gone wrong: nothing that follows counts.
    #[cold]
    fn give_up(&self, state: &mut State) -> Flow {
        state.at = 0;
        state.played = 0;
        state.turns = 0;
        let states = self.program.states;
        let numbers: Vec<i64> = state.words.all().take(states).collect();
        state.words = Words::new(states, numbers.into_iter());
        state.dead |= FAILED;
        Flow::RoundOver
    }

    fn keep(&self, fault: Fault) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
        self.failed.store(true, Ordering::Relaxed);
    }

    fn fault_so_far(&self) -> Option<Fault> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The state of both units with these numbers.
    pub(crate) fn begin(words: Words, round: u32) -> State {
        State { at: 0, dead: 0, round, turns: 0, events: Events::NONE, words, played: 0 }
    }

    /// What the scenario lacks, if a fault is that.
    fn lack(&self, fault: &Fault) -> Option<(String, fields::Fault)> {
        let missing = self.program.missing.get(fault.missing?)?;
        let (section, field) = missing.path.rsplit_once('.').unwrap_or(("", &missing.path));
        let (line, game) = (self.line(fault.span), &self.game.name);
        let words = format!("`{field}` is missing in {section}: line {line} of {game} reads it");
        Some((missing.path.clone(), fields::Fault::Conflict(words)))
    }
}

/// A play that has gone wrong.
pub const FAILED: u8 = 1 << 7;
/// The target is dead.
pub const TARGET: u8 = 1 << 1;

impl Game for Matchup {
    type State = State;

    fn system(&self) -> &System {
        self.game.system()
    }

    fn procedure(&self) -> &str {
        &self.game.declared.procedures[self.procedure].name
    }

    fn pools(&self) -> &Pools {
        &self.pools
    }

    fn start(&self) -> State {
        let numbers = self.slots.iter().map(|slot| slot.start);
        Self::begin(Words::new(self.slots.len(), numbers), u32::from(self.program.reads_round))
    }

    #[inline]
    fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        self.play(state, Until::RoundOver, chance)
    }

    fn forget(&self, state: &mut State) -> Events {
        state.turns = 0;
        if state.dead & TARGET != 0 && state.at == 0 {
            // Nothing follows.
            let none: Vec<u16> = (0..self.program.states as u16).collect();
            state.words = state.words.without(&none);
        } else if let Some(Some(idle)) = self.program.idle.get(state.at as usize) {
            state.words = state.words.without(idle);
        }
        std::mem::take(&mut state.events)
    }

    fn is_killed(&self, state: &State) -> bool {
        state.dead & TARGET != 0
    }

    fn is_over(&self, state: &State) -> bool {
        state.dead & (TARGET | FAILED) != 0
    }

    fn events(&self, state: &State) -> Events {
        state.events
    }

    fn tail(&self) -> f64 {
        TAIL
    }

    fn fault(&self) -> Option<chance::PlayFault> {
        let fault = self.fault_so_far()?;
        Some(chance::PlayFault {
            file: self.game.name.clone(),
            text: self.game.text.clone(),
            range: fault.span.range(),
            message: fault.message,
        })
    }
}

/// Where less than this of a round is still to be played, exact results leave it out.
const TAIL: f64 = 1e-15;

impl FromSetup for Matchup {
    type Rulebook = Arc<GameFile>;

    fn system_of(rulebook: &Self::Rulebook) -> &System {
        rulebook.system()
    }

    fn new(rulebook: &Self::Rulebook, setup: &Setup, pools: Pools) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let declared = &rulebook.declared;
        let procedure = procedure(declared, setup, &mut problems);
        let facts = Facts::read(declared, setup, &mut problems);
        let procedure = problems.clone().or(procedure)?;
        let line = |span: Span| {
            let before = rulebook.text.get(..span.start as usize).unwrap_or_default();
            before.bytes().filter(|&byte| byte == b'\n').count() + 1
        };
        let states: usize =
            (0..2).map(|side| crate::facts::slots(declared, |field| facts.length(side, field)).len()).sum();
        if states > crate::limits::STATES {
            let words = format!(
                "the units remember {states} numbers, and at most {} are kept",
                crate::limits::STATES
            );
            problems.add("", fields::Fault::Conflict(words));
            return Err(problems);
        }
        let compiled = match compile(declared, &facts, procedure) {
            Ok(compiled) => compiled,
            Err(mistakes) => {
                for mistake in mistakes {
                    let words =
                        format!("{} (line {} of {})", mistake.message, line(mistake.span), rulebook.name);
                    problems.add("", fields::Fault::Conflict(words));
                }
                return Err(problems);
            }
        };
        let Ok(compiled) = analyse(compiled) else {
            let words = format!("{} is too large for these units: shorten their lists", rulebook.name);
            problems.add("", fields::Fault::Conflict(words));
            return Err(problems);
        };
        let caches = compiled.program.sites.iter().map(|_| Cache::default()).collect();
        let left = left(declared);
        let matchup = Self {
            game: Arc::clone(rulebook),
            procedure,
            program: Arc::new(compiled.program),
            slots: compiled.states.into(),
            caches,
            pools,
            fault: Arc::default(),
            failed: Arc::default(),
            left,
        };
        // What goes wrong before the first roll goes wrong in any case, so it is known before anything is played. A field that is
        // missing is a problem of the scenario; anything else is the match-up's fault.
        let mut state = matchup.start();
        matchup.play(&mut state, Until::FirstRoll, &mut NoRolls);
        if let Some((path, lack)) = matchup.fault_so_far().and_then(|fault| matchup.lack(&fault)) {
            problems.add(path, lack);
            return Err(problems);
        }
        Ok(matchup)
    }
}

fn procedure(declared: &Declared, setup: &Setup, problems: &mut Problems) -> Option<usize> {
    let names = || declared.procedures.iter().map(|procedure| procedure.name.clone());
    match &setup.procedure {
        None => Some(0),
        Some(Value::Text(name)) => {
            let found = declared.procedures.iter().position(|procedure| procedure.name == *name);
            if found.is_none() {
                let known = names().collect();
                problems.add("procedure", fields::Fault::Unknown { found: name.clone(), known });
            }
            found
        }
        Some(_) => {
            problems.expected(
                "procedure",
                format!("the name of a procedure: {}", names().collect::<Vec<_>>().join(", ")),
            );
            None
        }
    }
}

/// Listens to nothing and is asked for nothing: the play ends before its first roll.
pub struct NoRolls;

impl Chance for NoRolls {
    fn pool(&mut self, _pool: Pool, _dice: u32) -> Score {
        Score::ZERO
    }

    fn die<T: Copy + PartialEq>(&mut self, _roll: Roll, _sides: u8, read: impl Fn(u8) -> T) -> T {
        read(1)
    }

    fn draw(&mut self, _roll: Roll, _ways: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        0
    }

    fn measure(&mut self, _measure: impl Index, _value: u32) {}

    fn add(&mut self, _measure: impl Index, _value: u32) {}

    fn within<T>(&mut self, _matchup: usize, play: impl FnOnce(&mut Self) -> T) -> T {
        play(self)
    }
}

/// The first state that `dead` reads, or the first of all.
fn left(declared: &Declared) -> Option<usize> {
    let mut uses = crate::compile::NamesUsed::default();
    uses.expr(&declared.dead);
    let first = declared.states.iter().position(|state| uses.read.contains(&state.name));
    first.or((!declared.states.is_empty()).then_some(0))
}
