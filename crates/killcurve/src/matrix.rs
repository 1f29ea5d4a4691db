//! `killcurve matrix`: every unit of a roster against every unit.

use std::path::PathBuf;

use report::{Matrix, Unit};
use scenario::{Pairings, Run};

use crate::args::{self, Format};
use crate::commands::wrong;
use crate::output::{Failure, folder_name, print, say, write_files};
use crate::play::play;
use crate::run::{REPORTS, quoted, report_failed, style, use_threads, width};

/// Plays a roster against itself.
pub fn matrix(args: &args::Matrix) -> Result<(), Failure> {
    use_threads(args.playing.threads)?;
    let mut set = args.playing.set.clone();
    set.extend(args.rounds.map(|rounds| format!("rounds={rounds}")));
    let pairings = scenario::load_pairings(&args.roster, &set).map_err(wrong)?;
    let runs: Vec<Run> =
        pairings.cells.iter().flatten().filter_map(|cell| cell.as_ref().ok()).cloned().collect();
    if runs.is_empty() {
        let mut reasons: Vec<String> =
            pairings.cells.into_iter().flatten().filter_map(Result::err).flatten().collect();
        reasons.sort();
        reasons.dedup();
        let reasons: Vec<String> = reasons.iter().map(|reason| scenario::printable(reason)).collect();
        return Err(Failure::Input(format!("error: no unit can attack another:\n{}", reasons.join("\n"))));
    }
    let matrix = fill(args, pairings, play(&runs, args.playing.how())?);
    match args.format {
        Format::Table => print(&report::matrix_table(&matrix, width(), style()))?,
        Format::Json => print(&report::matrix_json(&matrix))?,
        Format::Csv => {
            let csv = report::matrix_csv(&matrix).map_err(report_failed)?;
            print(&String::from_utf8_lossy(&csv))?;
        }
    }
    let folder = args.out.clone().or_else(|| (args.format == Format::Table).then(|| PathBuf::from(REPORTS)));
    if let Some(folder) = folder {
        let folder = folder.join(folder_name(&format!("matrix {}", matrix.roster)));
        write_files(&folder, &report::matrix_files(&matrix).map_err(report_failed)?)?;
        if !args.playing.quiet {
            say(&format!("matrix: {}", folder.join("matrix.html").display()));
        }
    }
    Ok(())
}

fn fill(args: &args::Matrix, pairings: Pairings, played: Vec<crate::play::Played>) -> Matrix {
    let mut played = played.into_iter().map(|played| played.results);
    let cells = pairings.cells.into_iter().map(|row| {
        // A run that was not played cannot be: there is one answer for each.
        row.into_iter().map(|cell| cell.and_then(|_| played.next().ok_or_else(Vec::new))).collect()
    });
    let cells = cells.collect();
    let rounds = args.rounds.map(|rounds| format!(" --rounds {rounds}")).unwrap_or_default();
    let roster = quoted(&args.roster.display().to_string());
    Matrix {
        roster: pairings.name,
        description: pairings.description,
        system_id: pairings.system.id,
        system_title: pairings.system.title,
        rounds: pairings.rounds,
        units: pairings
            .players
            .iter()
            .map(|player| Unit { name: player.name().to_owned(), points: player.card.points })
            .collect(),
        cells,
        hash: pairings.hash,
        version: env!("CARGO_PKG_VERSION"),
        command: format!("killcurve matrix {roster}{rounds}{}", args.playing.words()),
        input: pairings.text,
    }
}
