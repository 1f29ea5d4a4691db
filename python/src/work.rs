//! Long work beside Python: other threads of Python run meanwhile, and Ctrl-C stops it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use desk::Watch;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::raised;

/// How long Python waits before it looks for signals and shows progress.
const PAUSE: Duration = Duration::from_millis(50);

/// The stack of the thread that works: as much as Linux gives to a program.
const STACK: usize = 8 << 20;

/// How work gets on.
#[derive(Default)]
pub struct Progress {
    stopped: AtomicBool,
    expected: AtomicU64,
    done: AtomicU64,
    remarks: Mutex<Vec<String>>,
}

impl Progress {
    /// What was said about the answer.
    pub fn remarks(&self) -> Vec<String> {
        self.remarks.lock().map(|remarks| remarks.clone()).unwrap_or_default()
    }
}

impl Watch for Progress {
    fn begin(&self, _unit: &'static str) {
        self.expected.store(0, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
    }

    fn expect(&self, more: u64) {
        self.expected.fetch_add(more, Ordering::Relaxed);
    }

    fn advance(&self, more: u64) {
        if self.stopped.load(Ordering::Relaxed) {
            // Engines know no other end than an answer. Unwinding passes through the threads of rayon up to `run`.
            resume_unwind(Box::new("stopped"));
        }
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    fn remark(&self, words: &str) {
        if let Ok(mut remarks) = self.remarks.lock() {
            remarks.push(words.to_owned());
        }
    }
}

/// Works on a thread of its own, on so many threads, and waits. `progress` is called with the things done and expected.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
    work: impl FnOnce(&Progress) -> Result<T, desk::Failure> + Send + 'static,
) -> PyResult<T> {
    let most = usize::from(scenario::limits::THREADS);
    if let Some(threads) = threads.filter(|threads| !(1..=most).contains(threads)) {
        let words = format!("error: threads is {threads}, and it may be 1 to {most}");
        return Err(raised(py, desk::Failure::Input(words)));
    }
    let state = Arc::new(Progress::default());
    let (sender, receiver) = channel();
    let watch = Arc::clone(&state);
    let job = move || {
        let in_pool = || match threads {
            None => Ok(work(&watch)),
            Some(threads) => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                pool.map(|pool| pool.install(|| work(&watch))).map_err(|error| error.to_string())
            }
        };
        // Nobody waits any more if Python was interrupted.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(in_pool)));
    };
    let failed = |words: String| PyRuntimeError::new_err(words);
    thread::Builder::new().stack_size(STACK).spawn(job).map_err(|error| failed(error.to_string()))?;
    let receiver = Mutex::new(receiver);
    loop {
        let received = py.detach(|| receiver.lock().map(|receiver| receiver.recv_timeout(PAUSE)).ok());
        match received {
            Some(Ok(Ok(Ok(done)))) => return done.map_err(|failure| raised(py, failure)),
            Some(Ok(Ok(Err(words)))) => return Err(failed(format!("cannot start threads: {words}"))),
            Some(Err(RecvTimeoutError::Timeout)) => {}
            Some(Ok(Err(_)) | Err(RecvTimeoutError::Disconnected)) | None => {
                return Err(failed("an internal error of killcurve: see standard error".to_owned()));
            }
        }
        let shown = progress.as_ref().map_or(Ok(()), |progress| {
            let [done, expected] = [&state.done, &state.expected].map(|count| count.load(Ordering::Relaxed));
            progress.call1((done, expected)).map(drop)
        });
        if let Err(interrupt) = py.check_signals().and(shown) {
            state.stopped.store(true, Ordering::Relaxed);
            return Err(interrupt);
        }
    }
}
