//! Shows an answer on standard output and writes its files: the same for every command that makes a page.

use std::path::Path;

use report::ReportError;

use crate::args::{Format, Output};
use crate::atomic_write::write_files;
use crate::extras::{MARK, with_extras};
use crate::folders::{REPORTS, folder_name, name_with_settings};
use crate::output::{Failure, print, say, stream};

/// Prints an answer in the format that was asked for.
pub fn show(
    output: &Output,
    table: impl FnOnce() -> String,
    json: impl FnOnce() -> String,
    csv: impl FnOnce() -> Result<Vec<u8>, ReportError>,
) -> Result<(), Failure> {
    match output.format {
        Format::Table => print(&table()),
        Format::Json => print(&json()),
        Format::Csv => {
            let (mark, table) = (if output.extras.bom { MARK } else { b"" }, csv()?);
            stream(|out| out.write_all(mark).and_then(|()| out.write_all(&table)))
        }
    }
}

/// Writes the files of an answer, such as a matrix, if a folder is named or `table` is the format. The folder is called after
/// the kind of answer, the input's name and what was set on the command line.
pub fn write(
    output: &Output,
    quiet: bool,
    (kind, name, set): (&str, &str, &[String]),
    files: impl FnOnce() -> Result<Vec<(String, Vec<u8>)>, ReportError>,
) -> Result<(), Failure> {
    let usual = (output.format == Format::Table).then_some(Path::new(REPORTS));
    if let Some(folder) = output.out.as_deref().or(usual) {
        let folder = folder.join(folder_name(&name_with_settings(&format!("{kind} {name}"), set)));
        write_files(&folder, &with_extras(files()?, output.extras)?)?;
        if !quiet {
            say(&format!("{kind}: {}", folder.join(format!("{kind}.html")).display()));
        }
    }
    Ok(())
}
