//! Round after round: probability moves from state to state, and what it brings is added up.

use results::{Distribution, Estimate, Event, Method, Results, Round, Step};
use rules::Game;
use rules::game::{Procedure, System};

use crate::counted::{Counted, add};
use crate::enumerated::Enumerated;
use crate::graph::{Graph, Moves, Unplayed};
use crate::limits::{Limits, Unsolved};
use crate::mass::{Held, Mass};

/// A round may have this many steps on one way; no rule comes near.
const STEPS: usize = 100_000;

/// Moving along so many edges costs about as much as a way through a step.
const WALKS: u64 = 64;

/// What an edge carries costs so much more each, for a sum is moved on by it.
const LOADS: u64 = 8;

/// Solves one match-up. What it has found it keeps: who raises the limits and asks again goes on from there.
pub struct Solver<'g, G: Game> {
    game: &'g G,
    rounds: u32,
    chance: Enumerated<'g>,
    graph: Graph<G::State>,
}

/// What has come about by the end of a round.
#[derive(Clone)]
struct Tally {
    killed: f64,
    happened: Vec<f64>,
}

/// Probability on its way, and what it has brought.
#[derive(Default)]
struct Flood {
    /// On states whose step is played now.
    now: Mass,
    /// On states with which the round goes on.
    next: Mass,
    /// On states with which the round is over.
    after: Mass,
    log: Log,
}

/// What moving probability has brought.
#[derive(Default)]
struct Log {
    /// How likely each report was made in this round.
    reported: Vec<f64>,
    counted: Counted,
    truncated: f64,
    walked: u64,
}

impl Flood {
    /// Makes room for all that is known of a graph.
    fn make_room<S>(&mut self, graph: &Graph<S>) {
        for mass in [&mut self.now, &mut self.next, &mut self.after] {
            mass.make_room(graph.len(), graph.edges.events.0.len());
        }
    }
}

impl Log {
    /// Probability moves along the edges of its step.
    fn walk(&mut self, held: &Held, moves: Moves, next: &mut Mass, after: &mut Mass) {
        let Moves { edges, mut loads, shares, folded } = moves;
        self.truncated += held.weight * folded;
        for share in shares {
            add(&mut self.reported, share.report as usize, held.weight * share.probability);
        }
        self.walked += edges.len() as u64 + LOADS * loads.len() as u64;
        for edge in edges {
            let (carried, others) = loads.split_at(edge.loads as usize);
            let mass = if edge.to.is_over() { &mut *after } else { &mut *next };
            mass.flow(held, edge, carried);
            loads = others;
        }
    }
}

impl<'g, G: Game> Solver<'g, G> {
    /// Nothing solved yet.
    pub fn new(game: &'g G, rounds: u32) -> Self {
        Self { game, rounds, chance: Enumerated::new(game.pools()), graph: Graph::new() }
    }

    /// Solves it, if the limits allow.
    pub fn solve(&mut self, limits: Limits) -> Result<Results, Unsolved> {
        let system = G::SYSTEM;
        let procedure = system.procedure(self.game.procedure());
        self.chance.set_limit(limits.paths);
        self.graph.limit = limits.states;
        let mut played = Vec::with_capacity(self.rounds as usize);
        let mut for_good = Tally { killed: 0.0, happened: vec![0.0; system.events.len()] };
        let mut flood = Flood::default();
        let mut start = self.game.start();
        let gone = self.game.forget(&mut start);
        let start = self.graph.state(&start);
        let happened = self.graph.seen(gone);
        flood.make_room(&self.graph);
        flood.next.begin(start, happened.into_iter());
        for round in 1..=self.rounds {
            let too_large = |this: &Self, walked: u64| Unsolved::TooLarge {
                states: this.graph.len(),
                paths: this.chance.work().max(walked / WALKS),
                round,
                limits,
            };
            self.play(&mut flood, limits).map_err(|unplayed| match unplayed {
                Unplayed::Limits => too_large(self, flood.log.walked),
                Unplayed::Endless => Unsolved::Endless,
            })?;
            let by_now = self.end(&mut flood, &mut for_good);
            played.push(told(&system, &procedure, &by_now, &flood.log.counted));
            flood.log.counted.clear();
        }
        let (states, paths) = (self.graph.len() as u64, self.chance.paths);
        let method = Method::Exact { states, paths, truncated: flood.log.truncated };
        Ok(Results::new(method, played, |_, _| None))
    }

    /// Plays one round, step after step.
    fn play(&mut self, flood: &mut Flood, limits: Limits) -> Result<(), Unplayed> {
        for _ in 0..STEPS {
            std::mem::swap(&mut flood.now, &mut flood.next);
            if flood.now.len() == 0 {
                return Ok(());
            }
            for place in 0..flood.now.len() {
                let state = flood.now.at(place).state;
                if self.graph.step(state).is_none() {
                    self.graph.expand(self.game, state, &mut self.chance)?;
                    flood.make_room(&self.graph);
                }
                let Flood { now, next, after, log } = &mut *flood;
                if let Some(moves) = self.graph.step(state) {
                    log.walk(&now.at(place), moves, next, after);
                }
                if log.walked / WALKS > limits.paths {
                    return Err(Unplayed::Limits);
                }
            }
            flood.now.clear();
        }
        Err(Unplayed::Endless)
    }

    /// The end of a round: what has come about by now. What is over for good is kept, the rest goes on.
    fn end(&mut self, flood: &mut Flood, for_good: &mut Tally) -> Tally {
        let mut going_on = Tally { killed: 0.0, happened: vec![0.0; for_good.happened.len()] };
        let Flood { next, after, log: Log { reported, counted, .. }, .. } = flood;
        for (report, weight) in (0..).zip(reported.drain(..)).filter(|&(_, weight)| weight > 0.0) {
            self.chance.reports.count(report, weight, counted);
        }
        for held in (0..after.len()).map(|place| after.at(place)) {
            let ending = self.graph.ending(self.game, held.state);
            let tally = if ending.over { &mut *for_good } else { &mut going_on };
            tally.killed += if ending.killed { held.weight } else { 0.0 };
            ending.events.indices().for_each(|event| tally.happened[event] += held.weight);
            for (&event, &happened) in self.graph.edges.events.0.iter().zip(held.happened()) {
                // Where the state tells of it as well, it is counted already.
                tally.happened[event] += if ending.events.has(event) { 0.0 } else { happened };
            }
            for (&measure, sums) in self.graph.edges.measures.0.iter().zip(held.sums()) {
                // What is not counted is 0.
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

/// A round's results.
fn told(system: &System, procedure: &Procedure, by_now: &Tally, counted: &Counted) -> Round {
    let Procedure { measures, events, funnel, .. } = procedure;
    let distribution = |&index: &usize| distribution(system.measures[index].name, counted.of(index));
    let event = |&index: &usize| Event {
        name: system.events[index].name,
        probability: Estimate::exact(by_now.happened[index].min(1.0)),
    };
    let step = |&index: &usize| Step {
        name: system.measures[index].name,
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

/// A measure's distribution; where it was not reported it is 0.
fn distribution(name: &'static str, counted: &[f64]) -> Distribution {
    let missing = 1.0 - counted.iter().sum::<f64>();
    let last = counted.iter().rposition(|&probability| probability != 0.0).unwrap_or(0);
    let mut probabilities: Vec<f64> = counted[..counted.len().min(last + 1)].to_vec();
    if probabilities.is_empty() {
        probabilities.push(0.0);
    }
    // What is missing by rounding alone is not a chance of 0.
    if missing > 1e-15 * 64.0 {
        probabilities[0] += missing;
    }
    Distribution {
        name,
        mean: Estimate::exact(mean(&probabilities)),
        probabilities: probabilities.into_iter().map(Estimate::exact).collect(),
    }
}
