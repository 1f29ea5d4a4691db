//! Reads scenario files and turns what is wrong with them into a [`Failure`].

use std::fs::File;
use std::io::Read as _;
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

/// What a file is that no command plays, and what to do with it. `None` if it may be one that some command plays.
fn not_played(path: &Path) -> Option<(&'static str, String)> {
    // A pipe can be read only once.
    if !path.metadata().is_ok_and(|about| about.is_file()) {
        return None;
    }
    let file = scenario::printable(&quoted_path(path));
    if scenario::is_game_file(path) {
        let help = format!(
            "a scenario, roster or battle names it with `game = …`; `killcurve check {file}` checks it"
        );
        return Some(("a game file", help));
    }
    let ending = path.extension()?.to_str()?.to_lowercase();
    Some(match ending.as_str() {
        "csv" if is_of_results(path) => {
            ("a file of results", format!("`killcurve guard --baseline {file}` compares with it"))
        }
        "csv" => ("a table", format!("`killcurve import {file} --system SYSTEM` makes a roster of units")),
        "json" => ("a JSON file", "files to play are written in TOML".to_owned()),
        "html" | "svg" | "png" => ("a part of a report", "name the file that it was made from".to_owned()),
        _ => return None,
    })
}

/// Whether a CSV file begins as results do.
fn is_of_results(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
    let text = String::from_utf8_lossy(&start);
    read.is_ok() && text.trim_start_matches('\u{feff}').starts_with("scenario,label,")
}

/// Refuses a file that is clearly of another kind, and names the commands that read it.
pub fn expect_kind(path: &Path, expected: InputKind) -> Result<(), Failure> {
    if let Some((kind, help)) = not_played(path) {
        return Err(Failure::Input(format!(
            "error: {} is {kind}, and a {} is needed\n  = help: {help}",
            shown(path),
            expected.name()
        )));
    }
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
