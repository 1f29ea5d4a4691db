//! The command that makes an answer again, as a shell takes it.

use std::fmt::Write as _;
use std::path::Path;

use chance::fields::Named;
use simulator::Precision;

use crate::engine::{Method, PlayOptions};

/// Returns options as they are typed, each with a space before it, without those that have their usual value.
pub fn options(
    method: Method,
    trials: Option<u64>,
    seed: Option<u64>,
    max_paths: Option<u64>,
    set: &[String],
) -> String {
    let mut options = String::new();
    if method != Method::Auto {
        let _ = write!(options, " --method {}", method.name());
    }
    if let Some(trials) = trials {
        let _ = write!(options, " --trials {trials}");
    }
    if let Some(seed) = seed {
        let _ = write!(options, " --seed {seed}");
    }
    if let Some(paths) = max_paths {
        let _ = write!(options, " --max-paths {paths}");
    }
    for set in set {
        let _ = write!(options, " --set {}", quoted(set));
    }
    options
}

/// Returns the command that plays a scenario again.
pub fn run(
    file: &Path,
    playing: &PlayOptions,
    max_paths: Option<u64>,
    at_rounds: &[usize],
    set: &[String],
) -> String {
    let mut command = format!("killcurve run {}", quoted_path(file));
    if let Some(Precision { half_width, max_trials }) = playing.precision {
        let _ = write!(command, " --precision {half_width} --max-trials {max_trials}");
    }
    for round in at_rounds {
        let _ = write!(command, " --at-round {round}");
    }
    command + &options(playing.method, playing.trials, playing.seed, max_paths, set)
}

/// Returns a word as a shell takes it, in quotes where it needs them.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Returns a path as a shell takes it.
pub fn quoted_path(path: &Path) -> String {
    quoted(&with_slashes(path))
}

/// Returns a path with slashes between its folders. Windows reads them too, and files of results are the same everywhere.
pub fn with_slashes(path: &Path) -> String {
    let text = path.display().to_string();
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}
