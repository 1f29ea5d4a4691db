//! `killcurve import` and `killcurve export`: units as the rows of a spreadsheet.

use std::path::{Path, PathBuf};

use desk::command_line::quoted_path;
use results::InputKind;

use crate::args::{Export, Import};
use crate::atomic_write::write_file;
use crate::commands::find;
use crate::extras::MARK;
use crate::load::{expect_kind, invalid};
use crate::output::{Failure, print, shown, stream};

/// Makes a roster of a table.
pub fn import(args: &Import) -> Result<(), Failure> {
    if args.table.extension().is_some_and(|end| end == "xlsx" || end == "ods" || end == "xls") {
        let help = "save the sheet as CSV, and import that";
        return Err(Failure::Input(format!("error: {} is not CSV\nhelp: {help}", shown(&args.table))));
    }
    if let Some(kind) = scenario::kind(&args.table) {
        let help = "`import` reads a table, such as `killcurve export` writes";
        return Err(Failure::Input(format!(
            "error: {} is a {}, and no table\nhelp: {help}",
            shown(&args.table),
            kind.name()
        )));
    }
    let path = target(args.output.as_deref(), &args.table, "toml", args.force)?;
    let is_game = Path::new(&args.system).extension().is_some_and(|end| end == "toml");
    if !is_game {
        find(&args.system)?;
    }
    let rules = (if is_game { "game" } else { "system" }, args.system.as_str());
    let folder = path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let roster = scenario::import_units(&args.table, rules, folder).map_err(invalid)?;
    let Some(path) = path else { return print(&roster) };
    write_file(&path, roster.into_bytes())?;
    print(&format!("wrote {}; now try: killcurve matrix {}\n", shown(&path), quoted_path(&path)))
}

/// Writes the units of a roster as a table.
pub fn export(args: &Export) -> Result<(), Failure> {
    expect_kind(&args.roster, InputKind::Roster)?;
    let path = target(args.output.as_deref(), &args.roster, "csv", args.force)?;
    let table = report::cells_csv(&scenario::export_units(&args.roster).map_err(invalid)?)?;
    let table = [if args.bom { MARK } else { b"" }, &table].concat();
    let Some(path) = path else { return stream(|out| out.write_all(&table)) };
    write_file(&path, table)?;
    print(&format!("wrote {}\n", shown(&path)))
}

/// The file to write, or `None` for standard output. It must not exist, unless it may be overwritten.
fn target(
    asked: Option<&Path>,
    source: &Path,
    ending: &str,
    force: bool,
) -> Result<Option<PathBuf>, Failure> {
    let path = asked.map_or_else(|| source.with_extension(ending), Path::to_owned);
    if path.as_os_str() == "-" {
        return Ok(None);
    }
    if path.exists() && !force {
        let message = "exists already; name another file with -o, or overwrite it with --force";
        return Err(Failure::Input(format!("error: {} {message}", shown(&path))));
    }
    Ok(Some(path))
}
