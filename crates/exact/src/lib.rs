//! Exact distributions: the rules are played over every outcome.
//!
//! A step is replayed for every path through its rolls, and equal states are merged. The result of a step is kept, so a state that
//! comes back, in this round or a later one, costs one addition. The cost follows the number of distinct states and not of
//! the paths to them.
//!
//! The games of this example come from a scenario file; [`solve`] takes any [`Game`].
//!
//! ```
//! use std::path::Path;
//!
//! use chance::game::Visitable;
//! use chance::{Game, Visit};
//!
//! /// Solves one attack and returns the probability of a kill.
//! struct Kill;
//!
//! impl Visit for Kill {
//!     type Out = f64;
//!
//!     fn visit<G: Game>(self, game: &G) -> f64 {
//!         let results = exact::solve(game, 1, exact::Limits::default()).unwrap();
//!         results.rounds[0].kill.value
//!     }
//! }
//!
//! let text = "system = \"space-infantry\"\n[attacker]\nap = 1\nav_skill = 3\npen = 1\n\
//!             [target]\nheavy_armor = true\ndmg = 4\nsp = 1";
//! let source = scenario::Source { name: "example".into(), text: text.into() };
//! let scenario = scenario::parse(source, "example", Path::new(""), &[]).unwrap_or_else(|_| panic!());
//! // A hit needs 3 or more of 6, and so does penetration: 4/6 * 4/6.
//! let kill = scenario.runs[0].matchup.visit(Kill);
//! assert!((kill - 4.0 / 9.0).abs() < 1e-12);
//! ```

mod edges;
mod enumerated;
mod graph;
mod limits;
mod mass;
mod packing;
mod pools;
mod reports;
mod solver;

pub use limits::{Limits, Unsolved};
pub use solver::Solver;

use chance::Game;
use results::Results;

/// Solves a match-up exactly.
pub fn solve<G: Game>(game: &G, rounds: u32, limits: Limits) -> Result<Results, Unsolved> {
    Solver::new(game, rounds).solve(limits)
}
