//! Reads scenario files and turns what is wrong with them into a [`Failure`].

use std::path::Path;

use desk::command_line::quoted_path;
use results::InputKind;
use scenario::Scenario;

use crate::output::{Failure, color_err, shown};

/// Reads a scenario. Errors may hold colors: they are for a terminal alone.
pub fn load(path: &Path, set: &[String]) -> Result<Scenario, Failure> {
    expect_kind(path, InputKind::Scenario)?;
    scenario::load(path, set).map_err(invalid)
}

/// Reads a scenario. Errors hold no colors, so that a page or a file can show them.
pub fn load_plain(path: &Path, set: &[String]) -> Result<Scenario, Failure> {
    expect_kind(path, InputKind::Scenario)?;
    scenario::load(path, set).map_err(|invalid| Failure::Input(invalid.render(false)))
}

/// Refuses a file that is clearly of another kind, and names the commands that read it.
pub fn expect_kind(path: &Path, expected: InputKind) -> Result<(), Failure> {
    let Some(found) = scenario::kind(path).filter(|&found| found != expected) else { return Ok(()) };
    let commands: &[&str] = match found {
        InputKind::Scenario => &["run", "compare", "sensitivity"],
        InputKind::Battle => &["battle", "explain"],
        InputKind::Roster => &["matrix", "balance"],
    };
    let file = scenario::printable(&quoted_path(path));
    let commands: Vec<String> =
        commands.iter().map(|command| format!("`killcurve {command} {file}`")).collect();
    Err(Failure::Input(format!(
        "error: {} is a {}, and a {} is needed\n  = help: try {}",
        shown(path),
        found.name(),
        expected.name(),
        commands.join(" or ")
    )))
}

/// Renders the errors of a file for the terminal.
#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
pub fn invalid(invalid: scenario::Invalid) -> Failure {
    Failure::Input(invalid.render(color_err()))
}
