//! Round after round: probability moves from state to state, and what it brings is added up.

use results::{Distribution, Estimate, Event, Method, Results, Round, Step};
use rules::Game;
use rules::game::{Procedure, System};

use crate::counted::{Counted, add};
use crate::enumerated::Enumerated;
use crate::graph::{Graph, Unplayed};
use crate::limits::{Limits, Unsolved};
use crate::mass::{Mass, Taken};

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

/// Probability on its way.
struct Flood {
    now: Taken,
    next: Mass,
    after: Mass,
    /// How likely each report was made in this round.
    reported: Vec<f64>,
    counted: Counted,
    truncated: f64,
    walked: u64,
}

impl Flood {
    /// Makes room for so many events.
    fn widen(&mut self, events: usize) {
        for mass in [&mut self.next, &mut self.after] {
            mass.widen(events);
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
        let mut flood = Flood {
            now: Taken::default(),
            next: Mass::default(),
            after: Mass::default(),
            reported: Vec::new(),
            counted: Counted::default(),
            truncated: 0.0,
            walked: 0,
        };
        let mut start = self.game.start();
        let gone = self.game.forget(&mut start);
        let start = self.graph.state(start);
        let happened = self.graph.seen(gone);
        flood.widen(self.graph.events.0.len());
        flood.next.begin(start, happened.into_iter());
        for round in 1..=self.rounds {
            let too_large = |this: &Self, walked: u64| Unsolved::TooLarge {
                states: this.graph.len(),
                paths: this.chance.work().max(walked / WALKS),
                round,
                limits,
            };
            self.play(&mut flood, limits).map_err(|unplayed| match unplayed {
                Unplayed::Limits => too_large(self, flood.walked),
                Unplayed::Endless => Unsolved::Endless,
            })?;
            let by_now = self.end(&mut flood, &mut for_good);
            played.push(told(&system, &procedure, &by_now, &flood.counted));
            flood.counted.clear();
        }
        let (states, paths) = (self.graph.len() as u64, self.chance.paths);
        let method = Method::Exact { states, paths, truncated: flood.truncated };
        Ok(Results::new(method, played, |_, _| None))
    }

    /// Plays one round, step after step.
    fn play(&mut self, flood: &mut Flood, limits: Limits) -> Result<(), Unplayed> {
        for _ in 0..STEPS {
            flood.next.take(&mut flood.now);
            if flood.now.len() == 0 {
                return Ok(());
            }
            for place in 0..flood.now.len() {
                let state = flood.now.at(place).state;
                if self.graph.step(state).is_none() {
                    self.graph.expand(self.game, state, &mut self.chance)?;
                    flood.widen(self.graph.events.0.len());
                }
                let held = flood.now.at(place);
                let Some(step) = self.graph.step(held.state) else { continue };
                flood.truncated += held.weight * step.folded;
                for share in step.shares {
                    add(&mut flood.reported, share.report as usize, held.weight * share.probability);
                }
                for edge in step.edges {
                    let mass = if edge.to.is_over() { &mut flood.after } else { &mut flood.next };
                    let loads = self.graph.loads(edge);
                    mass.flow(&held, edge, loads);
                    flood.walked += 1 + LOADS * loads.len() as u64;
                }
                if flood.walked / WALKS > limits.paths {
                    return Err(Unplayed::Limits);
                }
            }
        }
        Err(Unplayed::Endless)
    }

    /// The end of a round: what has come about by now. What is over for good is kept, the rest goes on.
    fn end(&mut self, flood: &mut Flood, for_good: &mut Tally) -> Tally {
        let mut going_on = Tally { killed: 0.0, happened: vec![0.0; for_good.happened.len()] };
        for (report, weight) in (0..).zip(flood.reported.drain(..)).filter(|&(_, weight)| weight > 0.0) {
            self.chance.reports.count(report, weight, &mut flood.counted);
        }
        flood.after.take(&mut flood.now);
        for place in 0..flood.now.len() {
            let held = flood.now.at(place);
            let ending = self.graph.ending(self.game, held.state);
            let tally = if ending.over { &mut *for_good } else { &mut going_on };
            tally.killed += if ending.killed { held.weight } else { 0.0 };
            let mut events = ending.events.0;
            while events != 0 {
                tally.happened[events.trailing_zeros() as usize] += held.weight;
                events &= events - 1;
            }
            for (&event, &happened) in self.graph.events.0.iter().zip(held.happened()) {
                // Where the state tells of it as well, it is counted already.
                tally.happened[event] += if ending.events.has(event) { 0.0 } else { happened };
            }
            for (&measure, sums) in self.graph.measures.0.iter().zip(held.sums) {
                // What is not counted is 0.
                for (value, &weight) in (0..).zip(sums).skip(1) {
                    flood.counted.count(measure, value, weight);
                }
            }
            if !ending.over {
                flood.next.put(held);
            }
        }
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
