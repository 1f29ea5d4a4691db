//! The small commands: `check`, `systems`, `schema`, and the welcome.

use std::path::Path;

use systems::Rulebook;

use crate::args::{Check, Systems};
use crate::describe;
use crate::load::invalid;
use crate::output::{Failure, color_err, print, say, shown};

const WELCOME: &str = "\
killcurve: what are the odds of an attack, how sure are we, and what should it cost?

Three commands to try:
  killcurve systems                       the games it knows
  killcurve new space-infantry            a commented scenario to begin with
  killcurve run space-infantry.toml       its odds, with charts in reports/

`killcurve --help` lists all commands.
";

/// Prints the welcome.
pub fn welcome() -> Result<(), Failure> {
    print(WELCOME)
}

/// Checks files. A mistake in one does not stop the check of the others.
pub fn check(args: &Check) -> Result<(), Failure> {
    let mut wrong = 0;
    for file in &args.files {
        match desk::request::about(file, &args.set) {
            Ok(about) => print(&format!("{}: fine ({about})\n", shown(file)))?,
            Err(invalid) => {
                say(&invalid.render(color_err()));
                say("");
                wrong += 1;
            }
        }
    }
    if wrong == 0 {
        Ok(())
    } else {
        Err(Failure::Input(format!("{wrong} of {} files are wrong", args.files.len())))
    }
}

/// The rules of an id, or those that a game file, or a file that names one, is about.
pub fn find(id: &str) -> Result<Rulebook, Failure> {
    let path = Path::new(id);
    if path.extension().is_some_and(|end| end == "toml") {
        return scenario::load_rules(path).map_err(invalid);
    }
    Rulebook::built_in(id).ok_or_else(|| {
        let known: Vec<&str> = systems::built_in().map(|system| system.id.as_str()).collect();
        unknown("system", id, &known)
    })
}

/// Lists all systems, describes one, or a part of one.
pub fn systems(args: &Systems) -> Result<(), Failure> {
    let Some(id) = &args.system else { return print(&describe::overview()) };
    let system = &*find(id)?;
    let Some(part) = &args.part else { return print(&describe::system(system, id)) };
    match describe::part(system, part) {
        Some(text) => print(&text),
        None => Err(unknown("part of the system", part, &describe::parts(system))),
    }
}

/// A name that is not known, with the nearest one.
fn unknown(what: &str, found: &str, known: &[&str]) -> Failure {
    let (message, help) = scenario::unknown(what, found, known);
    let help = help.map(|help| format!("help: {help}")).unwrap_or_default();
    Failure::Input(format!("error: {message}\n{help}"))
}

/// Prints a JSON Schema.
pub fn schema(id: &str) -> Result<(), Failure> {
    let schema = match id {
        "game" => scenario::game_schema(),
        _ => scenario::schema(&*find(id)?),
    };
    let text = serde_json::to_string_pretty(&schema).map_err(|error| Failure::Run(error.to_string()))?;
    print(&(text + "\n"))
}
