//! Tells who waits how far long work is.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;

use crate::watch::Watch;

/// Tells of work in steps of a hundredth, and keeps remarks for the answer.
pub struct Telling<'a> {
    tell: &'a (dyn Fn(&str) + Sync),
    stage: Mutex<Stage>,
    remarks: Mutex<Vec<String>>,
}

#[derive(Default)]
struct Stage {
    unit: &'static str,
    news: String,
    done: u64,
    expected: u64,
    /// The hundredths that were told.
    told: u64,
}

/// The steps in which work is told of.
const STEPS: u64 = 100;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Telling<'a> {
    pub fn new(tell: &'a (dyn Fn(&str) + Sync)) -> Self {
        Self { tell, stage: Mutex::default(), remarks: Mutex::default() }
    }

    /// What the reader of the answer should know.
    pub fn into_remarks(self) -> Vec<String> {
        self.remarks.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Stage)) {
        let mut stage = locked(&self.stage);
        change(&mut stage);
        let Stage { unit, news, done, expected, .. } = &*stage;
        (self.tell)(&json!({ "unit": unit, "news": news, "done": done, "expected": expected }).to_string());
    }
}

impl Watch for Telling<'_> {
    fn begin(&self, unit: &'static str) {
        self.change(|stage| {
            *stage = Stage { unit, news: std::mem::take(&mut stage.news), ..Stage::default() }
        });
    }

    fn expect(&self, more: u64) {
        self.change(|stage| stage.expected += more);
    }

    fn advance(&self, more: u64) {
        let mut stage = locked(&self.stage);
        stage.done += more;
        let reached = (stage.done * STEPS).checked_div(stage.expected).unwrap_or(0);
        if reached > stage.told {
            stage.told = reached;
            drop(stage);
            self.change(|_| ());
        }
    }

    fn news(&self, words: &str) {
        self.change(|stage| words.clone_into(&mut stage.news));
    }

    fn remark(&self, words: &str) {
        locked(&self.remarks).push(words.to_owned());
    }
}
