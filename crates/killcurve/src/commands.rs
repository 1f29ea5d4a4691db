//! The small commands: `check`, `new`, `systems`, `schema`, and the welcome.

use std::path::{Path, PathBuf};

use rules::{SYSTEMS, System};
use scenario::Scenario;

use crate::args::{Check, New, Systems};
use crate::describe;
use crate::output::{Failure, color_err, print, say, shown, write_file};

const WELCOME: &str = "\
killcurve: what are the odds of an attack, how sure are we, and what should it cost?

Three commands to try:
  killcurve systems                       the games it knows
  killcurve new space-infantry            a commented scenario to begin with
  killcurve run space-infantry.toml       its odds, with charts in reports/

`killcurve --help` lists all commands.
";

/// Says hello.
pub fn welcome() -> Result<(), Failure> {
    print(WELCOME)
}

/// Reads a scenario, or says what is wrong with it.
pub fn load(path: &Path, set: &[String]) -> Result<Scenario, Failure> {
    scenario::load(path, set).map_err(wrong)
}

/// As [`load`], for words that go into a page or a file and not to a terminal alone.
pub fn load_plain(path: &Path, set: &[String]) -> Result<Scenario, Failure> {
    scenario::load(path, set).map_err(|invalid| Failure::Input(invalid.render(false)))
}

/// A file that is wrong.
#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
pub fn wrong(invalid: scenario::Invalid) -> Failure {
    Failure::Input(invalid.render(color_err()))
}

/// Checks files, all of them, even after a fault.
pub fn check(args: &Check) -> Result<(), Failure> {
    let mut wrong = 0;
    for file in &args.files {
        match scenario::load(file, &args.set) {
            Ok(scenario) => {
                let runs = scenario.runs.len();
                let plural = if runs == 1 { "" } else { "s" };
                print(&format!("{}: fine ({}, {runs} run{plural})\n", shown(file), scenario.system.title))?;
            }
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

fn find(id: &str) -> Result<&'static System, Failure> {
    SYSTEMS.iter().find(|system| system.id == id).ok_or_else(|| {
        let known: Vec<&str> = SYSTEMS.iter().map(|system| system.id).collect();
        let (message, help) = scenario::unknown("system", id, &known);
        Failure::Input(format!(
            "error: {message}\n{}",
            help.map(|help| format!("help: {help}")).unwrap_or_default()
        ))
    })
}

/// Writes a starter file.
pub fn new(args: &New) -> Result<(), Failure> {
    let system = find(&args.system)?;
    let path = args.file.clone().unwrap_or_else(|| PathBuf::from(format!("{}.toml", system.id)));
    if path.as_os_str() == "-" {
        return print(system.starter);
    }
    if path.exists() && !args.force {
        let words = "is there already; name another file, or use --force to write over it";
        return Err(Failure::Input(format!("error: {} {words}", path.display())));
    }
    write_file(&path, system.starter.as_bytes().to_vec())?;
    print(&format!("wrote {0}; now try: killcurve run {0}\n", path.display()))
}

/// Lists systems.
pub fn systems(args: &Systems) -> Result<(), Failure> {
    match &args.system {
        None => print(&describe::overview()),
        Some(id) => print(&describe::system(find(id)?)),
    }
}

/// Prints a JSON Schema.
pub fn schema(id: &str) -> Result<(), Failure> {
    let schema = scenario::schema(find(id)?);
    let text = serde_json::to_string_pretty(&schema).map_err(|error| Failure::Run(error.to_string()))?;
    print(&(text + "\n"))
}
