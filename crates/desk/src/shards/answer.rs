//! The answer to a run, or to a part of it, as a shard's file holds it.

use chance::game::Visitable;
use chance::{Game, Visit};
use results::{Distribution, Estimate, Event, Method, Results, Round, Step};
use scenario::Run;
use serde::{Deserialize, Serialize};
use simulator::Tally;

/// The answer to a run, or to a part of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// All numbers of an exact answer.
    Exact(Solution),
    /// The counts of trials.
    Sampled {
        /// The counts.
        counts: Tally,
        /// Whether the trials allowed did not reach the precision that was asked for.
        too_wide: bool,
    },
}

/// A number by its bits, so that it is read as it was written.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(from = "u64", into = "u64")]
pub struct Number(f64);

impl From<u64> for Number {
    fn from(bits: u64) -> Self {
        Self(f64::from_bits(bits))
    }
}

impl From<Number> for u64 {
    fn from(number: Number) -> Self {
        number.0.to_bits()
    }
}

/// An exact answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    states: u64,
    paths: u64,
    truncated: Number,
    rounds: Vec<SolvedRound>,
}

/// A round of an exact answer. Names are those of the procedure, in its order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolvedRound {
    kill: Number,
    /// The mean and the probabilities of each measure.
    measures: Vec<(Number, Vec<Number>)>,
    events: Vec<Number>,
    funnel: Vec<Number>,
}

impl Solution {
    /// Takes the numbers of exact results; `None` of sampled ones.
    pub fn of(results: &Results) -> Option<Self> {
        let Method::Exact { states, paths, truncated } = results.method else { return None };
        let number = |estimate: &Estimate| Number(estimate.value);
        let round = |round: &Round| SolvedRound {
            kill: number(&round.kill),
            measures: round
                .measures
                .iter()
                .map(|measure| (number(&measure.mean), measure.probabilities.iter().map(number).collect()))
                .collect(),
            events: round.events.iter().map(|event| number(&event.probability)).collect(),
            funnel: round.funnel.iter().map(|step| number(&step.mean)).collect(),
        };
        let rounds = results.rounds.iter().map(round).collect();
        Some(Self { states, paths, truncated: Number(truncated), rounds })
    }

    /// The results of a run; `None` if they cannot be those of this run.
    pub fn results(&self, run: &Run) -> Option<Results> {
        run.matchup.visit(Named { solution: self, rounds: run.rounds })
    }
}

/// Gives the numbers of a solution the names of its game.
struct Named<'a> {
    solution: &'a Solution,
    rounds: u32,
}

impl Visit for Named<'_> {
    type Out = Option<Results>;

    fn visit<G: Game>(self, game: &G) -> Option<Results> {
        let Solution { states, paths, truncated, ref rounds } = *self.solution;
        let system = game.system();
        let procedure = system.procedure(game.procedure());
        if rounds.len() != self.rounds as usize || !(0.0..=1.0).contains(&truncated.0) {
            return None;
        }
        let measure = |&index: &usize| system.measures[index].name.clone();
        let round = |round: &SolvedRound| {
            let fits = round.measures.len() == procedure.measures.len()
                && round.events.len() == procedure.events.len()
                && round.funnel.len() == procedure.funnel.len();
            if !fits {
                return None;
            }
            let measures = round.measures.iter().zip(&*procedure.measures);
            let measures = measures.map(|((mean, probabilities), index)| {
                let probabilities = probabilities.iter().copied().map(probability);
                Some(Distribution {
                    name: measure(index),
                    mean: at_least_0(*mean)?,
                    probabilities: probabilities.collect::<Option<_>>()?,
                })
            });
            let events = round.events.iter().zip(&*procedure.events).map(|(&number, &index)| {
                Some(Event { name: system.events[index].name.clone(), probability: probability(number)? })
            });
            let funnel = round.funnel.iter().zip(&*procedure.funnel);
            let funnel =
                funnel.map(|(&number, index)| Some(Step { name: measure(index), mean: at_least_0(number)? }));
            Some(Round {
                kill: probability(round.kill)?,
                measures: measures.collect::<Option<_>>()?,
                events: events.collect::<Option<_>>()?,
                funnel: funnel.collect::<Option<_>>()?,
            })
        };
        let rounds = rounds.iter().map(round).collect::<Option<_>>()?;
        Some(Results::new(Method::Exact { states, paths, truncated: truncated.0 }, rounds))
    }
}

/// Adding many small numbers may carry a probability this far above 1.
const ROUNDING: f64 = 1e-9;

fn probability(number: Number) -> Option<Estimate> {
    at_least_0(number).filter(|estimate| estimate.value <= 1.0 + ROUNDING)
}

fn at_least_0(Number(value): Number) -> Option<Estimate> {
    (value.is_finite() && value >= -ROUNDING).then_some(Estimate::exact(value))
}
