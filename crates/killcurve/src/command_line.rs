//! The command that makes an answer again, as a shell takes it.

use std::fmt::Write as _;
use std::path::Path;

use clap::ValueEnum;

use crate::args::{Method, Playing, Run};

impl Run {
    /// Returns the command that plays one of the files in the same way.
    pub fn command_for(&self, file: &Path) -> String {
        let mut command = format!("killcurve run {}", quoted_path(file));
        if let Some(precision) = self.precision {
            let _ = write!(command, " --precision {precision} --max-trials {}", self.max_trials);
        }
        for round in &self.at_round {
            let _ = write!(command, " --at-round {round}");
        }
        command + &options(self.method, self.trials, self.seed, self.max_paths, &self.set)
    }
}

impl Playing {
    /// Returns the options that numbers depend on, each with a space before it.
    pub fn as_typed(&self) -> String {
        options(self.method, self.trials, self.seed, self.max_paths, &self.set)
    }
}

/// Returns options as they are typed, without those that have their usual value.
pub fn options(
    method: Method,
    trials: Option<u64>,
    seed: Option<u64>,
    max_paths: Option<u64>,
    set: &[String],
) -> String {
    let mut options = String::new();
    let method = (method != Method::Auto).then(|| method.to_possible_value()).flatten();
    if let Some(method) = method {
        let _ = write!(options, " --method {}", method.get_name());
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
    quoted(&path.display().to_string())
}
