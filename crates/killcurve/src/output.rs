//! Where words go: standard output, standard error, and files that are written whole or not at all.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Why a command did not do what it should.
#[derive(Debug)]
pub enum Failure {
    /// The run failed: exit code 1.
    Run(String),
    /// The command or a file is wrong: exit code 2.
    Input(String),
    /// Nobody reads on: no error at all.
    ClosedPipe,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Run(format!("cannot write to standard output: {error}")),
        }
    }
}

/// Writes to standard output at once.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Says something to the person, not to the program that reads the output.
pub fn say(text: &str) {
    // Nobody is left to be told that standard error is closed.
    let _ = writeln!(io::stderr(), "{text}");
}

fn colors_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
}

/// Whether standard output takes colors.
pub fn color_out() -> bool {
    io::stdout().is_terminal() && colors_wanted()
}

/// Whether standard error takes colors.
pub fn color_err() -> bool {
    io::stderr().is_terminal() && colors_wanted()
}

/// Writes files into a folder. All are written under temporary names first, so a full disk or a kill leaves the earlier ones as they were;
/// then each takes its place in one step.
pub fn write_files(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let failed =
        |path: &Path, error: &io::Error| Failure::Run(format!("cannot write {}: {error}", path.display()));
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let mut ready = Vec::with_capacity(files.len());
    for (name, bytes) in files {
        let path = folder.join(name);
        let mut file = tempfile::Builder::new()
            .prefix(".killcurve-")
            .tempfile_in(folder)
            .map_err(|error| failed(&path, &error))?;
        file.write_all(bytes).and_then(|()| file.flush()).map_err(|error| failed(&path, &error))?;
        open_to_all(file.as_file()).map_err(|error| failed(&path, &error))?;
        ready.push((path, file));
    }
    for (path, file) in ready {
        file.persist(&path).map_err(|error| failed(&path, &error.error))?;
    }
    Ok(())
}

/// Writes one file.
pub fn write_file(path: &Path, bytes: Vec<u8>) -> Result<(), Failure> {
    let (Some(name), folder) = (path.file_name(), path.parent().unwrap_or(Path::new(""))) else {
        return Err(Failure::Input(format!("error: {} is not a file name", path.display())));
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    write_files(folder, &[(name.to_string_lossy().into_owned(), bytes)])
}

/// A temporary file is for its owner alone; a report is for whoever may read the folder.
#[cfg(unix)]
fn open_to_all(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn open_to_all(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

/// A folder for a name that no other one of this command has.
pub fn free_name(name: &str, taken: &mut Vec<PathBuf>) -> PathBuf {
    let name = folder_name(name);
    let mut free = name.clone();
    let mut number = 2;
    while taken.contains(&free) {
        free = PathBuf::from(format!("{}-{number}", name.display()));
        number += 1;
    }
    taken.push(free.clone());
    free
}

/// A folder name that does no harm and can still be recognised.
pub fn folder_name(name: &str) -> PathBuf {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
        if slug.len() > 60 {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    // Names that some systems keep for devices.
    let devices = ["con", "prn", "aux", "nul"];
    let numbered = |prefix| slug.strip_prefix(prefix).is_some_and(|rest| rest.len() == 1);
    if slug.is_empty() || devices.contains(&slug) || numbered("com") || numbered("lpt") {
        return PathBuf::from(format!("scenario-{slug}").trim_end_matches('-'));
    }
    PathBuf::from(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_names_do_no_harm() {
        let name = |text: &str| folder_name(text).display().to_string();
        assert_eq!(name("Heavy Weapons against a Titan"), "heavy-weapons-against-a-titan");
        assert_eq!(name("../../etc/passwd"), "etc-passwd");
        assert_eq!(name("CON"), "scenario-con");
        assert_eq!(name("com1"), "scenario-com1");
        assert_eq!(name(""), "scenario");
        assert_eq!(name("<script>\n\u{202e}"), "script");
        assert_eq!(name("Füsilier"), "füsilier");
        assert!(name(&"x".repeat(300)).len() <= 64);
    }
}
