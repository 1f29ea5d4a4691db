//! Exact distributions: the rules played over every outcome.
//!
//! A step is replayed for every way that its rolls can fall, and states that come out equal are merged. What a step
//! makes of a state is kept, so a state that comes again, in this round or a later one, costs nothing but an
//! addition. The cost follows the number of distinct states, not of ways to reach them.

mod enumerated;
mod pools;

use std::fmt;

use enumerated::Enumerated;
use indexmap::IndexSet;
use results::{Distribution, Estimate, Event, Method, Results, Round, Step};
use rules::game::Procedure;
use rules::{Events, Flow, Game};
use rustc_hash::FxBuildHasher;

/// How much work an exact solution may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Distinct states.
    pub states: usize,
    /// Ways through a step; a million take about a tenth of a second.
    pub paths: u64,
}

impl Default for Limits {
    /// What nobody minds waiting for: a second or two.
    fn default() -> Self {
        Self { states: 400_000, paths: 10_000_000 }
    }
}

impl Limits {
    /// For who asks for an exact answer and nothing else: a minute or so, and a gigabyte or two.
    pub const PATIENT: Self = Self { states: 6_000_000, paths: 300_000_000 };
}

/// Why there is no exact solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// It takes more than the limits allow; nothing was spent beyond them.
    TooLarge {
        /// States reached so far.
        states: usize,
        /// Ways played so far.
        paths: u64,
        /// The round in which it was given up.
        round: u32,
        /// What was exceeded.
        limits: Limits,
    },
    /// The rules never come to the end of a round.
    Endless,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { states, paths, round, limits } => {
                write!(
                    f,
                    "too large to solve exactly: {states} states and {paths} paths by round {round}, "
                )?;
                if *states > limits.states {
                    write!(f, "and no more than {} states are followed", limits.states)
                } else {
                    write!(f, "and no more than {} paths are", limits.paths)
                }
            }
            Self::Endless => f.write_str("the rules never come to the end of a round"),
        }
    }
}

impl std::error::Error for Unsolved {}

/// What a step makes of a state.
#[derive(Clone, Copy)]
struct Expansion {
    edges: (u32, u32),
    notes: (u32, u32),
    folded: f64,
}

struct Edge {
    to: u32,
    flow: Flow,
    probability: f64,
}

struct Note {
    measure: u32,
    value: u32,
    probability: f64,
}

/// What a round's end makes of a state.
#[derive(Clone, Copy)]
struct Ending {
    killed: bool,
    over: bool,
    events: Events,
}

/// Probability on states, in the order in which they were reached.
#[derive(Default)]
struct Mass {
    weights: Vec<f64>,
    reached: Vec<u32>,
}

impl Mass {
    fn add(&mut self, state: u32, weight: f64) {
        // A product of many small numbers may be 0: such a state is not reached.
        if weight == 0.0 {
            return;
        }
        let place = state as usize;
        if place >= self.weights.len() {
            self.weights.resize(place + 1, 0.0);
        }
        if self.weights[place] == 0.0 {
            self.reached.push(state);
        }
        self.weights[place] += weight;
    }

    fn take(&mut self, into: &mut Vec<(u32, f64)>) {
        into.clear();
        for &state in &self.reached {
            into.push((state, std::mem::take(&mut self.weights[state as usize])));
        }
        self.reached.clear();
    }
}

/// A round may have this many steps on one way; no rule comes near.
const STEPS: usize = 100_000;

struct Solver<'g, G: Game> {
    game: &'g G,
    chance: Enumerated<'g>,
    states: IndexSet<G::State, FxBuildHasher>,
    expansions: Vec<Option<Expansion>>,
    endings: Vec<Option<Ending>>,
    edges: Vec<Edge>,
    notes: Vec<Note>,
    /// For the step at hand: the probability of each value of each measure.
    counted: Vec<Vec<f64>>,
    limits: Limits,
    round: u32,
}

fn count(values: &mut Vec<f64>, value: u32, weight: f64) {
    let value = value as usize;
    if value >= values.len() {
        values.resize(value + 1, 0.0);
    }
    values[value] += weight;
}

/// Solves a match-up exactly.
pub fn solve<G: Game>(game: &G, rounds: u32, limits: Limits) -> Result<Results, Unsolved> {
    let mut solver = Solver {
        game,
        chance: Enumerated::new(game.pools(), limits.paths),
        states: IndexSet::default(),
        expansions: Vec::new(),
        endings: Vec::new(),
        edges: Vec::new(),
        notes: Vec::new(),
        counted: vec![Vec::new(); G::SYSTEM.measures.len()],
        limits,
        round: 0,
    };
    solver.run(rounds)
}

impl<G: Game> Solver<'_, G> {
    fn run(&mut self, rounds: u32) -> Result<Results, Unsolved> {
        let system = G::SYSTEM;
        let Procedure { measures, events, funnel, .. } = system.procedure(self.game.procedure());
        let mut played = Vec::with_capacity(rounds as usize);
        let mut truncated = 0.0;
        let mut killed = 0.0;
        let mut happened = vec![0.0; system.events.len()];
        let (mut now, mut next, mut after) = (Vec::new(), Mass::default(), Mass::default());
        let mut start = self.game.start();
        self.game.forget(&mut start);
        let start = self.state(start)?;
        next.add(start, 1.0);
        for round in 1..=rounds {
            self.round = round;
            let mut counted = vec![Vec::new(); system.measures.len()];
            for step in 0.. {
                next.take(&mut now);
                if now.is_empty() {
                    break;
                }
                if step == STEPS {
                    return Err(Unsolved::Endless);
                }
                for &(state, weight) in &now {
                    let expansion = self.expand(state)?;
                    truncated += weight * expansion.folded;
                    for note in &self.notes[expansion.notes.0 as usize..expansion.notes.1 as usize] {
                        count(&mut counted[note.measure as usize], note.value, weight * note.probability);
                    }
                    for edge in &self.edges[expansion.edges.0 as usize..expansion.edges.1 as usize] {
                        match edge.flow {
                            Flow::Next => next.add(edge.to, weight * edge.probability),
                            Flow::RoundOver => after.add(edge.to, weight * edge.probability),
                        }
                    }
                }
            }
            after.take(&mut now);
            let (mut kill, mut by_now) = (killed, happened.clone());
            for &(state, weight) in &now {
                let ending = self.ending(state);
                let count = |event: usize| if ending.events.has(event) { weight } else { 0.0 };
                kill += if ending.killed { weight } else { 0.0 };
                by_now.iter_mut().enumerate().for_each(|(event, sum)| *sum += count(event));
                if ending.over {
                    killed += if ending.killed { weight } else { 0.0 };
                    happened.iter_mut().enumerate().for_each(|(event, sum)| *sum += count(event));
                } else {
                    next.add(state, weight);
                }
            }
            let measure = |&index: &usize| distribution(system.measures[index].name, &counted[index]);
            let event = |&index: &usize| Event {
                name: system.events[index].name,
                probability: Estimate::exact(by_now[index].min(1.0)),
            };
            let step = |index: &usize| {
                let Distribution { name, mean, .. } = measure(index);
                Step { name, mean }
            };
            played.push(Round {
                kill: Estimate::exact(kill.min(1.0)),
                funnel: funnel.iter().map(step).collect(),
                measures: measures.iter().map(measure).collect(),
                events: events.iter().map(event).collect(),
            });
        }
        let method = Method::Exact { states: self.states.len() as u64, paths: self.chance.paths, truncated };
        Ok(Results::new(method, played, |_, _| None))
    }

    fn too_large(&self) -> Unsolved {
        Unsolved::TooLarge {
            states: self.states.len(),
            paths: self.chance.paths,
            round: self.round,
            limits: self.limits,
        }
    }

    /// The number of a state.
    fn state(&mut self, state: G::State) -> Result<u32, Unsolved> {
        let (place, new) = self.states.insert_full(state);
        if new {
            self.expansions.push(None);
            self.endings.push(None);
            if self.states.len() > self.limits.states {
                return Err(self.too_large());
            }
        }
        Ok(place as u32)
    }

    fn ending(&mut self, state: u32) -> Ending {
        let game = self.game;
        let known = &self.states[state as usize];
        *self.endings[state as usize].get_or_insert_with(|| {
            let killed = game.is_killed(known);
            Ending { killed, over: killed || game.is_over(known), events: game.events(known) }
        })
    }

    /// What a step makes of a state: played over every outcome the first time, then remembered.
    fn expand(&mut self, from: u32) -> Result<Expansion, Unsolved> {
        if let Some(known) = self.expansions[from as usize] {
            return Ok(known);
        }
        let before = self.states[from as usize].clone();
        let game = self.game;
        let (first_edge, first_note) = (self.edges.len(), self.notes.len());
        let mut reached: indexmap::IndexMap<(G::State, bool), f64, FxBuildHasher> =
            indexmap::IndexMap::default();
        let counted = &mut self.counted;
        self.chance.folded = 0.0;
        let played = self.chance.every(
            |chance| {
                let mut state = before.clone();
                let flow = game.step(&mut state, chance);
                game.forget(&mut state);
                (state, flow == Flow::RoundOver)
            },
            |chance, end, weight| {
                *reached.entry(end).or_default() += weight;
                for &(measure, value) in &chance.notes {
                    count(&mut counted[measure], value, weight);
                }
            },
        );
        if played.is_err() {
            return Err(self.too_large());
        }
        for (measure, values) in (0..).zip(&mut self.counted) {
            let seen = (0..).zip(values.drain(..)).filter(|&(_, probability)| probability > 0.0);
            self.notes.extend(seen.map(|(value, probability)| Note { measure, value, probability }));
        }
        let mut again = 0.0;
        for ((state, over), probability) in reached {
            let to = self.state(state)?;
            if to == from && !over {
                again = probability;
            } else {
                let flow = if over { Flow::RoundOver } else { Flow::Next };
                self.edges.push(Edge { to, flow, probability });
            }
        }
        // "Both roll again": a step that leads back to itself is repeated until it leads elsewhere.
        if again > 0.0 {
            if first_edge == self.edges.len() {
                return Err(Unsolved::Endless);
            }
            let elsewhere: f64 = self.edges[first_edge..].iter().map(|edge| edge.probability).sum();
            self.edges[first_edge..].iter_mut().for_each(|edge| edge.probability /= elsewhere);
            self.notes[first_note..].iter_mut().for_each(|note| note.probability /= elsewhere);
        }
        let expansion = Expansion {
            edges: (first_edge as u32, self.edges.len() as u32),
            notes: (first_note as u32, self.notes.len() as u32),
            folded: self.chance.folded,
        };
        self.expansions[from as usize] = Some(expansion);
        Ok(expansion)
    }
}

/// A measure's distribution; where it was not reported it is 0.
fn distribution(name: &'static str, counted: &[f64]) -> Distribution {
    let missing = 1.0 - counted.iter().sum::<f64>();
    let mut probabilities = counted.to_vec();
    if probabilities.is_empty() {
        probabilities.push(0.0);
    }
    // What is missing by rounding alone is not a chance of 0.
    if missing > 1e-15 * 64.0 {
        probabilities[0] += missing;
    }
    while probabilities.len() > 1 && probabilities.last().is_some_and(|&last| last == 0.0) {
        probabilities.pop();
    }
    let mean = probabilities.iter().enumerate().map(|(value, p)| value as f64 * p).sum();
    Distribution {
        name,
        mean: Estimate::exact(mean),
        probabilities: probabilities.into_iter().map(Estimate::exact).collect(),
    }
}
