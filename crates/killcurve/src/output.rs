//! Where words go: standard output and standard error; and what a report's folder is called.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

pub use crate::shelf::{write_file, write_files};

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

/// Writes to standard output what is too much to be held as a whole.
pub fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Says something to the person, not to the program that reads the output.
pub fn say(text: &str) {
    // Nobody is left to be told that standard error is closed.
    let _ = writeln!(io::stderr(), "{text}");
}

/// A path as it may be shown.
pub fn shown(path: &Path) -> String {
    scenario::printable(&path.to_string_lossy())
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
