//! Solves a match-up round by round: moves probability from state to state and adds up the reports.

use chance::game::{Procedure, System};
use chance::{Game, Text};
use results::{Distribution, Estimate, Event, Method, Results, Round, Step};

use crate::enumerated::Enumerated;
use crate::graph::{Graph, Moves, Unplayed};
use crate::limits::{Limits, Unsolved};
use crate::mass::{Mass, StateMass};
use crate::reports::{Counted, add};

/// The limit of steps on one path of a round. No built-in rule comes near it.
const MAX_STEPS: usize = 100_000;

/// Walking work that costs as much as a path through a step. Its unit is the work of one number that is added up.
const WALKED_PER_PATH: u64 = 128;

/// The cost of walking along an edge, without its loads.
const EDGE: u64 = 4;

/// The cost of each load of an edge.
const LOAD: u64 = 8;

/// Solves one match-up, round after round. A solver that reached its limits continues from there when it is called again.
pub struct Solver<'g, G: Game> {
    game: &'g G,
    rounds: u32,
    chance: Enumerated<'g>,
    graph: Graph<G::State>,
    flow: MassFlow,
    for_good: Tally,
    played: Vec<Round>,
    /// The work at the end of the last round and of the one before it.
    work: [u64; 2],
}

/// The results by the end of a round.
#[derive(Clone)]
struct Tally {
    killed: f64,
    happened: Vec<f64>,
}

/// Probability that moves through a round, and its reports.
#[derive(Default)]
struct MassFlow {
    /// Probability on states whose step is played now.
    now: Mass,
    /// The place of the next of these states; the probability of those before it has moved on.
    place: usize,
    /// The number of steps of this round so far.
    steps: usize,
    /// Probability on states in which the round continues.
    next: Mass,
    /// Probability on states in which the round is over.
    after: Mass,
    log: Log,
}

/// The reports of a round, and the cost of moving its probability.
#[derive(Default)]
struct Log {
    /// The probability of each report in this round.
    reported: Vec<f64>,
    counted: Counted,
    truncated: f64,
    /// What walking has cost, in units of one number that is added up.
    walked: u64,
}

impl MassFlow {
    /// Makes room for all states and events of a graph.
    fn make_room<S>(&mut self, graph: &Graph<S>) {
        for mass in [&mut self.now, &mut self.next, &mut self.after] {
            mass.make_room(graph.len(), graph.edges.events.0.len());
        }
    }
}

impl Log {
    /// Moves the probability of a state along the edges of its step.
    fn walk(&mut self, held: &StateMass, moves: Moves, next: &mut Mass, after: &mut Mass) {
        let Moves { edges, mut loads, shares, folded } = moves;
        self.truncated += held.weight * folded;
        for share in shares {
            add(&mut self.reported, share.report as usize, held.weight * share.probability);
        }
        self.walked += edges.len() as u64 * (EDGE + held.happened().len() as u64) + LOAD * loads.len() as u64;
        for edge in edges {
            let (carried, others) = loads.split_at(edge.loads as usize);
            let mass = if edge.to.is_over() { &mut *after } else { &mut *next };
            self.walked += mass.flow(held, edge, carried);
            loads = others;
        }
    }
}

impl<'g, G: Game> Solver<'g, G> {
    /// Begins before the first round.
    pub fn new(game: &'g G, rounds: u32) -> Self {
        let mut graph = Graph::new();
        let mut flow = MassFlow::default();
        let mut start = game.start();
        let gone = game.forget(&mut start);
        let start = graph.state(&start);
        let happened = graph.seen(gone);
        flow.make_room(&graph);
        flow.next.begin(start, happened.into_iter());
        let events = game.system().events.len();
        Self {
            game,
            rounds,
            chance: Enumerated::new(game.pools()),
            graph,
            flow,
            for_good: Tally { killed: 0.0, happened: vec![0.0; events] },
            played: Vec::with_capacity(rounds as usize),
            work: [0; 2],
        }
    }

    /// Solves it, if the limits allow.
    pub fn solve(&mut self, limits: Limits) -> Result<Results, Unsolved> {
        let procedure = self.game.system().procedure(self.game.procedure());
        self.chance.set_limit(limits.paths);
        self.graph.limit = limits.states;
        while self.played.len() < self.rounds as usize {
            self.play(limits).map_err(|unplayed| self.unsolved(&unplayed, limits))?;
            let by_now = self.end();
            self.played.push(round_results(self.game.system(), &procedure, &by_now, &self.flow.log.counted));
            self.flow.log.counted.clear();
            self.work = [self.work(), self.work[0]];
        }
        let (states, paths) = (self.graph.len() as u64, self.chance.paths - self.chance.wasted_paths);
        let method = Method::Exact { states, paths, truncated: self.flow.log.truncated };
        Ok(Results::new(method, self.played.clone()))
    }

    /// Plays one round and returns the states in which it can end, each with its probability, if the limits allow.
    pub fn endings(mut self, limits: Limits) -> Result<Vec<(G::State, f64)>, Unsolved> {
        self.chance.set_limit(limits.paths);
        self.graph.limit = limits.states;
        self.flow = MassFlow::default();
        let start = self.graph.state(&self.game.start());
        self.flow.make_room(&self.graph);
        self.flow.next.begin(start, std::iter::empty());
        self.play(limits).map_err(|unplayed| self.unsolved(&unplayed, limits))?;
        let after = &self.flow.after;
        let ended = (0..after.len()).map(|place| after.at(place));
        Ok(ended.map(|held| (self.graph.at(held.state).clone(), held.weight)).collect())
    }

    fn unsolved(&self, unplayed: &Unplayed, limits: Limits) -> Unsolved {
        match unplayed {
            Unplayed::Limits => Unsolved::TooLarge {
                states: self.graph.len(),
                paths: self.work(),
                round: self.played.len() as u32 + 1,
                limits,
            },
            Unplayed::Endless => Unsolved::Endless,
        }
    }

    /// The work so far, in paths: playing steps, and walking along the edges that they have.
    fn work(&self) -> u64 {
        self.chance.work() + self.flow.log.walked / WALKED_PER_PATH
    }

    /// Returns the expected work of all rounds, in paths. Later rounds are expected to cost as much as the last complete one, or as the
    /// one that was interrupted.
    pub fn expected_work(&self) -> u64 {
        let [done, before] = self.work;
        let rest = u64::from(self.rounds) - self.played.len() as u64;
        let round = (done - before).max(self.work() - done);
        done.saturating_add(round.saturating_mul(rest))
    }

    /// Plays one round, or what is left of it, step after step.
    fn play(&mut self, limits: Limits) -> Result<(), Unplayed> {
        loop {
            if self.flow.place == self.flow.now.len() {
                self.flow.now.clear();
                self.flow.place = 0;
                std::mem::swap(&mut self.flow.now, &mut self.flow.next);
                self.flow.steps += 1;
                if self.flow.now.len() == 0 {
                    self.flow.steps = 0;
                    return Ok(());
                }
                if self.flow.steps > MAX_STEPS {
                    return Err(Unplayed::Endless);
                }
                if self.cut_off_tail() {
                    continue;
                }
            }
            let state = self.flow.now.at(self.flow.place).state;
            if self.graph.step(state).is_none() {
                self.graph.expand(self.game, state, &mut self.chance)?;
                self.flow.make_room(&self.graph);
            }
            let MassFlow { now, place, next, after, log, .. } = &mut self.flow;
            if let Some(moves) = self.graph.step(state) {
                log.walk(&now.at(*place), moves, next, after);
            }
            *place += 1;
            if self.flow.log.walked / WALKED_PER_PATH > limits.paths {
                return Err(Unplayed::Limits);
            }
        }
    }

    /// Drops the probability that is left in a round, if the game says that so little does not matter.
    fn cut_off_tail(&mut self) -> bool {
        let tail = self.game.tail();
        if tail <= 0.0 {
            return false;
        }
        let MassFlow { now, log, .. } = &mut self.flow;
        let left: f64 = (0..now.len()).map(|place| now.at(place).weight).sum();
        if left >= tail {
            return false;
        }
        log.truncated += left;
        now.clear();
        true
    }

    /// Ends a round and returns its results so far. Adds finished states to `for_good`; the others go on.
    fn end(&mut self) -> Tally {
        let for_good = &mut self.for_good;
        let mut going_on = Tally { killed: 0.0, happened: vec![0.0; for_good.happened.len()] };
        let MassFlow { next, after, log: Log { reported, counted, .. }, .. } = &mut self.flow;
        for (report, weight) in (0..).zip(reported.drain(..)).filter(|&(_, weight)| weight > 0.0) {
            self.chance.reports.count(report, weight, counted);
        }
        for held in (0..after.len()).map(|place| after.at(place)) {
            let ending = self.graph.ending(self.game, held.state);
            let tally = if ending.over { &mut *for_good } else { &mut going_on };
            tally.killed += if ending.killed { held.weight } else { 0.0 };
            ending.events.indices().for_each(|event| tally.happened[event] += held.weight);
            for (&event, &happened) in self.graph.edges.events.0.iter().zip(held.happened()) {
                // An event that is also in the state is counted already.
                tally.happened[event] += if ending.events.has(event) { 0.0 } else { happened };
            }
            for (&measure, sums) in self.graph.edges.measures.0.iter().zip(held.sums()) {
                // The rest is 0.
                for (value, &weight) in (0..).zip(sums).skip(1) {
                    counted.count(measure, value, weight);
                }
            }
            if !ending.over {
                next.put(held);
            }
        }
        after.clear();
        going_on.killed += for_good.killed;
        going_on.happened.iter_mut().zip(&for_good.happened).for_each(|(all, for_good)| *all += for_good);
        going_on
    }
}

/// The results of a round.
fn round_results(system: &System, procedure: &Procedure, by_now: &Tally, counted: &Counted) -> Round {
    let Procedure { measures, events, funnel, .. } = procedure;
    let distribution = |&index: &usize| distribution(&system.measures[index].name, counted.of(index));
    let event = |&index: &usize| Event {
        name: system.events[index].name.clone(),
        probability: Estimate::exact(by_now.happened[index].min(1.0)),
    };
    let step = |&index: &usize| Step {
        name: system.measures[index].name.clone(),
        mean: Estimate::exact(mean(counted.of(index))),
    };
    Round {
        kill: Estimate::exact(by_now.killed.min(1.0)),
        funnel: funnel.iter().map(step).collect(),
        measures: measures.iter().map(distribution).collect(),
        events: events.iter().map(event).collect(),
    }
}

fn mean(probabilities: &[f64]) -> f64 {
    probabilities.iter().enumerate().map(|(value, p)| value as f64 * p).sum()
}

/// The distribution of a measure. Where it was not reported it is 0.
fn distribution(name: &Text, counted: &[f64]) -> Distribution {
    let missing = 1.0 - counted.iter().sum::<f64>();
    let last = counted.iter().rposition(|&probability| probability != 0.0).unwrap_or(0);
    let mut probabilities: Vec<f64> = counted[..counted.len().min(last + 1)].to_vec();
    if probabilities.is_empty() {
        probabilities.push(0.0);
    }
    // A rounding error is no probability of 0.
    if missing > 1e-15 * 64.0 {
        probabilities[0] += missing;
    }
    Distribution {
        name: name.clone(),
        mean: Estimate::exact(mean(&probabilities)),
        probabilities: probabilities.into_iter().map(Estimate::exact).collect(),
    }
}
