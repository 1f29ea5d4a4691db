//! Exact distributions: the rules played over every outcome.
//!
//! A step is replayed for every way that its rolls can fall, and states that come out equal are merged. What a step
//! makes of a state is kept, so a state that comes again, in this round or a later one, costs nothing but an
//! addition. The cost follows the number of distinct states, not of ways to reach them.

mod counted;
mod edges;
mod enumerated;
mod graph;
mod limits;
mod mass;
mod packing;
mod pools;
mod solver;
mod tails;

pub use limits::{Limits, Unsolved};
pub use solver::Solver;

use results::Results;
use rules::Game;

/// Solves a match-up exactly.
pub fn solve<G: Game>(game: &G, rounds: u32, limits: Limits) -> Result<Results, Unsolved> {
    Solver::new(game, rounds).solve(limits)
}
