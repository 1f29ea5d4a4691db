//! `killcurve battle`: plays a battle between two sides of many units.

use desk::PlayOptions;
use desk::command_line::quoted_path;
use results::InputKind;

use crate::answer;
use crate::args;
use crate::load::{expect_kind, invalid};
use crate::output::{Failure, style, width};
use crate::play_options::use_threads;
use crate::terminal::Terminal;

/// Plays a battle.
pub fn battle(args: &args::Battle) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    expect_kind(&args.file, InputKind::Battle)?;
    let file = scenario::load_battle(&args.file, &args.playing.set).map_err(invalid)?;
    let playing = &args.playing;
    let options = PlayOptions {
        trials: playing.trials,
        seed: playing.seed,
        ..PlayOptions::for_battle(playing.method, playing.max_paths)
    };
    let command = format!("killcurve battle {}{}", quoted_path(&args.file), playing.as_typed());
    let report = desk::battle(file, options, command, &Terminal::new(playing.quiet))?;
    answer::show(
        &args.output,
        || report::battle_table(&report, width(), style()),
        || report::battle_json(&report),
        || report::battle_csv(&report),
    )?;
    answer::write(
        &args.output,
        args.playing.quiet,
        ("battle", &report.provenance.name, &args.playing.set),
        || report::battle_files(&report),
    )
}
