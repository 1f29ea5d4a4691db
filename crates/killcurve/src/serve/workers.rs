//! Processes that answer requests.
//!
//! An answer may take long, and who asked may be gone: a slider moved on, a tab was closed. An engine in the middle of its work cannot be
//! stopped, but a process can. So each request is given to a process that runs `killcurve answer`, and it is killed when its request is
//! dropped. A process that has answered waits for the next request.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use futures_util::stream::{self, Stream};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::output::Failure;

/// Requests that are answered at once; others wait.
const MAX_AT_ONCE: usize = 3;

/// The processes that wait for a request.
pub struct Workers {
    program: PathBuf,
    idle: Arc<Mutex<Vec<Worker>>>,
    places: Arc<Semaphore>,
}

/// A process. It is killed when this is dropped.
struct Worker {
    _process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// An answer that is being made.
struct Answering {
    worker: Worker,
    idle: Arc<Mutex<Vec<Worker>>>,
    _place: OwnedSemaphorePermit,
}

impl Workers {
    /// No processes yet.
    pub fn new() -> Result<Self, Failure> {
        let program = std::env::current_exe()
            .map_err(|error| Failure::Run(format!("cannot find this program itself: {error}")))?;
        Ok(Self { program, idle: Arc::default(), places: Arc::new(Semaphore::new(MAX_AT_ONCE)) })
    }

    /// Gives a request to a process. Returns the lines that it writes, the last with the answer. Whoever drops them ends the work.
    pub async fn answer(
        &self,
        request: &str,
    ) -> io::Result<impl Stream<Item = io::Result<Bytes>> + Send + use<>> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(io::Error::other)?;
        let known = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut worker = known.map_or_else(|| self.start(), Ok)?;
        // JSON has line breaks between its tokens alone.
        let line = request.replace(['\n', '\r'], " ") + "\n";
        worker.requests.write_all(line.as_bytes()).await?;
        worker.requests.flush().await?;
        let answering = Answering { worker, idle: Arc::clone(&self.idle), _place: place };
        Ok(stream::try_unfold(Some(answering), next_line))
    }

    fn start(&self) -> io::Result<Worker> {
        let mut process = Command::new(&self.program)
            .arg("answer")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (Some(requests), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("a process without pipes"));
        };
        Ok(Worker { _process: process, requests, answers: BufReader::new(answers) })
    }
}

/// The next line of an answer, and what follows it.
async fn next_line(answering: Option<Answering>) -> io::Result<Option<(Bytes, Option<Answering>)>> {
    let Some(mut answering) = answering else { return Ok(None) };
    let mut line = Vec::new();
    answering.worker.answers.read_until(b'\n', &mut line).await?;
    if line.is_empty() {
        return Err(io::Error::other("the engine stopped"));
    }
    if line.starts_with(crate::answer_requests::PROGRESS.as_bytes()) {
        return Ok(Some((line.into(), Some(answering))));
    }
    let Answering { worker, idle, .. } = answering;
    idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    Ok(Some((line.into(), None)))
}
