//! Progress bars on standard error.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar that appears once work has taken longer than a second.
pub struct Progress {
    shown: bool,
    unit: &'static str,
    start: Instant,
    work: Mutex<Work>,
}

#[derive(Default)]
struct Work {
    expected: u64,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Creates a bar that counts in `unit`. It stays invisible unless `shown`.
    pub fn new(shown: bool, unit: &'static str) -> Self {
        Self { shown, unit, start: Instant::now(), work: Mutex::default() }
    }

    /// Adds to the amount of work that is expected.
    pub fn expect(&self, more: u64) {
        if let (true, Ok(mut work)) = (self.shown, self.work.lock()) {
            work.expected += more;
            if let Some(bar) = &work.bar {
                bar.set_length(work.expected);
            }
        }
    }

    /// Adds to the amount of work that is done.
    pub fn advance(&self, more: u64) {
        if !self.shown {
            return;
        }
        let Ok(mut work) = self.work.lock() else { return };
        work.done += more;
        if work.bar.is_none() && self.start.elapsed() > Duration::from_secs(1) {
            let style =
                format!("{{wide_bar}} {{human_pos}}/{{human_len}} {}, {{per_sec}}, {{eta}} left", self.unit);
            let bar = ProgressBar::new(work.expected).with_elapsed(self.start.elapsed());
            bar.set_style(
                ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            work.bar = Some(bar);
        }
        if let Some(bar) = &work.bar {
            bar.set_position(work.done);
        }
    }

    /// Removes the bar from the terminal.
    pub fn done(&self) {
        if let Ok(Work { bar: Some(bar), .. }) = self.work.lock().as_deref() {
            bar.finish_and_clear();
        }
    }
}
