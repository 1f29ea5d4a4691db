//! Progress bars on standard error.

use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

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
            let bar = ProgressBar::new(work.expected).with_elapsed(self.start.elapsed());
            bar.set_style(style(self.unit));
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

/// The style of a bar. Its pace is that of the whole work so far: a bar that appears late takes what was done before for one step,
/// and would believe that it was done in no time.
fn style(unit: &str) -> ProgressStyle {
    let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{pace}}/s, {{left}} left");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let pace = |state: &ProgressState, out: &mut dyn Write| {
        let pace = state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-9);
        let _ = write!(out, "{}", HumanCount(pace.round() as u64));
    };
    let left = |state: &ProgressState, out: &mut dyn Write| {
        let left = time_left(state.elapsed(), state.pos(), state.len().unwrap_or_default());
        let _ = write!(out, "{:#}", HumanDuration(left));
    };
    style.with_key("pace", pace).with_key("left", left)
}

/// The time that the rest of the work takes at the pace so far.
fn time_left(elapsed: Duration, done: u64, expected: u64) -> Duration {
    let rest = expected.saturating_sub(done) as f64;
    let seconds = elapsed.as_secs_f64() * rest / done.max(1) as f64;
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_the_work_so_far_says() {
        let left =
            |seconds, done, expected| time_left(Duration::from_secs(seconds), done, expected).as_secs();
        assert_eq!(left(10, 100, 400), 30);
        assert_eq!(left(10, 400, 400), 0);
        // More may be done than was expected.
        assert_eq!(left(10, 500, 400), 0);
        assert_eq!(left(2, 0, 400), 800);
    }
}
