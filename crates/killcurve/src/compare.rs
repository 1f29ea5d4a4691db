//! `killcurve compare`: compares versions of an attack with the first.

use std::fmt::Write as _;
use std::path::Path;

use desk::PlayOptions;
use desk::command_line::{quoted, quoted_path};
use results::InputKind;
use scenario::Scenario;

use crate::answer;
use crate::args::{Compare, Playing};
use crate::load::{expect_kind, invalid, load};
use crate::output::{Failure, say, style, width};
use crate::play_options::use_threads;
use crate::terminal::Terminal;

/// Compares the bases of several files, or the variants of one with its base.
pub fn compare(args: &Compare) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    if let (Some([unit, against]), Some(roster)) = (args.per_point.as_deref(), &args.targets) {
        return per_point(args, [unit, against], roster);
    }
    if args.output.out.is_some() || args.output.extras.png {
        let help = "`killcurve run` writes a page of the variants";
        return Err(Failure::Input(format!(
            "error: a comparison of scenarios writes no files\nhelp: {help}"
        )));
    }
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
    answer::show(
        &args.output,
        || report::comparison_table(&compared, width(), style()),
        || report::comparison_json(&compared),
        || Ok(report::comparison_csv(&compared)?.into_bytes()),
    )
}

/// Compares two units of a roster in what they kill for their points.
fn per_point(args: &Compare, units: [&str; 2], roster: &Path) -> Result<(), Failure> {
    let Playing { set, quiet, .. } = &args.playing;
    expect_kind(roster, InputKind::Roster)?;
    let pairings = scenario::load_pairings(roster, set, None).map_err(invalid)?;
    let terminal = Terminal::new(*quiet);
    let options = PlayOptions::from(&args.playing).for_matrix(&pairings, None);
    let [unit, against] = units.map(quoted);
    let targets = quoted_path(roster);
    let typed = args.playing.as_typed();
    let command = format!("killcurve compare --per-point {unit} {against} --targets {targets}{typed}");
    let report = desk::per_point(pairings, units, options, command, &terminal)?;
    answer::show(
        &args.output,
        || report::per_point_table(&report, width(), style()),
        || report::per_point_json(&report),
        || report::per_point_csv(&report),
    )?;
    let name = format!("{} against {}", report.units[0].name, report.units[1].name);
    answer::write(&args.output, *quiet, ("per-point", &name, set), || report::per_point_files(&report))
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
