//! `killcurve compare`: compares versions of an attack with the first.

use std::fmt::Write as _;

use desk::PlayOptions;
use desk::command_line::quoted_path;
use scenario::Scenario;

use crate::args::{Compare, Format};
use crate::load::load;
use crate::output::{Failure, print, say, style, width};
use crate::play_options::use_threads;
use crate::terminal::Terminal;

/// Compares the bases of several files, or the variants of one with its base.
pub fn compare(args: &Compare) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let scenarios = args.files.iter().map(|file| load(file, &args.playing.set));
    let scenarios = scenarios.collect::<Result<Vec<Scenario>, Failure>>()?;
    let terminal = Terminal::new(args.playing.quiet);
    if terminal.remarks {
        for scenario in scenarios.iter().filter(|scenario| !scenario.sweep.is_empty()) {
            let name = scenario::printable(&scenario.header.name);
            let fields = scenario::printable(&scenario.sweep.join(", "));
            say(&format!(
                "{name}: the sweep of {fields} is not compared; `killcurve run` shows versions cell by cell"
            ));
        }
    }
    let options = PlayOptions::from(&args.playing);
    let compared = desk::compare(&scenarios, options, args.matters, command(args), &terminal)?;
    match args.format {
        Format::Table => print(&report::comparison_table(&compared, width(), style())),
        Format::Json => print(&report::comparison_json(&compared)),
        Format::Csv => print(&report::comparison_csv(&compared)?),
    }
}

/// Returns the command that makes this comparison again.
fn command(args: &Compare) -> String {
    let mut command = "killcurve compare".to_owned();
    for file in &args.files {
        let _ = write!(command, " {}", quoted_path(file));
    }
    let _ = write!(command, " --matters {}", args.matters);
    command + &args.playing.as_typed()
}
