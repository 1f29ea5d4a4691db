//! Plays the runs of a scenario, and announces long work first.

use desk::{PlayOptions, Played};
use scenario::Run;

use crate::estimate::announce;
use crate::output::Failure;
use crate::terminal::Terminal;

/// Plays runs and returns their answers in the same order.
pub fn play<'a>(
    runs: impl IntoIterator<Item = &'a Run>,
    options: PlayOptions,
    terminal: &Terminal,
) -> Result<Vec<Played>, Failure> {
    let runs: Vec<&Run> = runs.into_iter().collect();
    announce(&runs, options, terminal);
    Ok(desk::play(runs, options, terminal)?)
}
