//! Tells the terminal how work gets on.

use std::sync::Mutex;

use desk::Watch;

use crate::output::say;
use crate::progress::Progress;

/// Shows a progress bar for each stage, and what is said of the work.
pub struct Terminal {
    /// Whether bars and news are shown.
    pub progress: bool,
    /// Whether remarks on the answer are shown.
    pub remarks: bool,
    stage: Mutex<Option<Progress>>,
}

impl Terminal {
    /// Shows only what a user wants to see: nothing if `quiet`, and progress only on a terminal.
    pub fn new(quiet: bool) -> Self {
        let progress = !quiet && std::io::IsTerminal::is_terminal(&std::io::stderr());
        Self { progress, remarks: !quiet, stage: Mutex::new(None) }
    }

    /// The same without progress, for work that is one of many pieces.
    pub fn without_progress(self) -> Self {
        Self { progress: false, ..self }
    }

    fn with_stage(&self, act: impl FnOnce(&Progress)) {
        if let (true, Ok(stage)) = (self.progress, self.stage.lock())
            && let Some(progress) = &*stage
        {
            act(progress);
        }
    }
}

impl Watch for Terminal {
    fn begin(&self, unit: &'static str) {
        self.end();
        if let Ok(mut stage) = self.stage.lock() {
            *stage = Some(Progress::new(self.progress, unit));
        }
    }

    fn expect(&self, more: u64) {
        self.with_stage(|progress| progress.expect(more));
    }

    fn advance(&self, more: u64) {
        self.with_stage(|progress| progress.advance(more));
    }

    fn end(&self) {
        if let Some(stage) = self.stage.lock().ok().and_then(|mut stage| stage.take()) {
            stage.done();
        }
    }

    fn news(&self, words: &str) {
        if self.progress {
            say(&format!("… {words}"));
        }
    }

    fn remark(&self, words: &str) {
        if self.remarks {
            say(words);
        }
    }
}
