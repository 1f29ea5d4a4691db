//! Standard output and standard error, and the errors that end a command.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;

use report::{ReportError, Style};

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The run failed: exit code 1.
    Run(String),
    /// The command or a file is wrong: exit code 2.
    Input(String),
    /// The versions that were compared differ: exit code 1, as that of diff(1). The answer has been shown.
    Differs,
    /// The reader of standard output is gone: not an error.
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

impl From<desk::Failure> for Failure {
    fn from(failure: desk::Failure) -> Self {
        match failure {
            desk::Failure::Invalid(invalid) => Self::Input(invalid.render(color_err())),
            desk::Failure::Input(message) => Self::Input(message),
            desk::Failure::Run(message) => Self::Run(message),
        }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        Self::Run(format!("cannot make the report: {error}"))
    }
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Streams to standard output what is too large to hold in memory.
pub fn stream(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Writes a message for people to standard error.
pub fn say(text: &str) {
    // If standard error is closed, there is nowhere to report it.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Returns a path that is safe to print, without the mark of absolute paths that only Windows itself reads.
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    scenario::printable(text.strip_prefix(r"\\?\").unwrap_or(&text))
}

fn colors_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
        && console_takes_colors()
}

/// Consoles of Windows show colors only once a program asks for them.
#[cfg(windows)]
fn console_takes_colors() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}

#[cfg(not(windows))]
fn console_takes_colors() -> bool {
    true
}

/// Returns whether standard output takes colors.
fn color_out() -> bool {
    io::stdout().is_terminal() && colors_wanted()
}

/// Returns whether standard error takes colors.
pub fn color_err() -> bool {
    io::stderr().is_terminal() && colors_wanted()
}

/// Returns how tables are drawn on standard output.
pub fn style() -> Style {
    Style { color: color_out(), unicode: true }
}

/// Returns the width of tables in columns: the terminal's, within reason, or 100.
pub fn width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(100).clamp(60, 200)
}
