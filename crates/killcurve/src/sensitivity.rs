//! `killcurve sensitivity`: finds what one step of each number of both units changes.

use desk::PlayOptions;
use desk::command_line::quoted_path;

use crate::answer;
use crate::args;
use crate::load::{invalid, load};
use crate::output::{Failure, style, width};
use crate::play_options::use_threads;
use crate::terminal::Terminal;

/// Moves every number of a scenario's base one step down and up.
pub fn sensitivity(args: &args::Sensitivity) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let scenario = load(&args.file, &args.playing.set)?;
    let steps = scenario::load_steps(&args.file, &args.playing.set).map_err(invalid)?;
    let command = format!("killcurve sensitivity {}{}", quoted_path(&args.file), args.playing.as_typed());
    let terminal = Terminal::new(args.playing.quiet);
    let options = PlayOptions::from(&args.playing);
    let sensitivity = desk::sensitivity(&scenario, &steps, options, command, &terminal)?;
    answer::show(
        &args.output,
        || report::sensitivity_table(&sensitivity, width(), style()),
        || report::sensitivity_json(&sensitivity),
        || report::sensitivity_csv(&sensitivity),
    )?;
    answer::write(
        &args.output,
        args.playing.quiet,
        ("sensitivity", &sensitivity.provenance.name, &args.playing.set),
        || report::sensitivity_files(&sensitivity),
    )
}
