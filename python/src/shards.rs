//! Plans, shards and their merging.

use std::sync::Mutex;

use desk::shards::{Job, Request};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::error::raised;
use crate::functions::{Playing, check_rounds, remarks};
use crate::source::Source;
use crate::work::{Progress, run as work};

/// Makes a plan, as its file holds it.
#[pyfunction]
pub fn plan(py: Python<'_>, source: Source, playing: Playing, shards: u32) -> PyResult<String> {
    work(py, playing.threads, None, move |watch| {
        source.expect(results::InputKind::Scenario)?;
        let options = playing.options()?;
        let at_rounds = playing.rounds();
        if !at_rounds.is_empty() {
            check_rounds(&scenario::load(source.file(), &playing.set)?, &at_rounds)?;
        }
        let command =
            desk::command_line::run(source.path(), &options, playing.max_paths, &at_rounds, &playing.set);
        let (file, set) = (source.path(), &playing.set);
        let request = Request { file, files: &source, set, options, at_rounds, command, shards };
        Job::new(request, watch)?.text()
    })
}

/// Plays a shard, from 1, and returns the content of its file.
#[pyfunction]
pub fn play(
    py: Python<'_>,
    plan: String,
    shard: u32,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    work(py, threads, progress, move |watch| Job::parse("the plan", &plan)?.play(shard, watch))
}

/// Adds up shards.
#[pyclass(frozen, module = "killcurve._native")]
pub struct Merge {
    /// `None` once it is finished.
    merge: Mutex<Option<desk::shards::Merge>>,
}

fn finished() -> PyErr {
    PyRuntimeError::new_err("this merge is finished")
}

#[pymethods]
impl Merge {
    #[new]
    fn new(py: Python<'_>, plan: &str) -> PyResult<Self> {
        let job = py.detach(|| Job::parse("the plan", plan)).map_err(|failure| raised(py, failure))?;
        Ok(Self { merge: Mutex::new(Some(job.merge())) })
    }

    /// Adds the content of a shard's file. A refused shard changes nothing.
    fn add(&self, py: Python<'_>, name: &str, text: &str) -> PyResult<()> {
        let added = py.detach(|| {
            let mut merge = self.merge.lock().ok()?;
            Some(merge.as_mut()?.add(name, text))
        });
        added.ok_or_else(finished)?.map_err(|failure| raised(py, failure))
    }

    /// The answer, once all shards were added.
    fn finish(&self, py: Python<'_>) -> PyResult<Answer> {
        let merge = self.merge.lock().ok().and_then(|mut merge| merge.take()).ok_or_else(finished)?;
        work(py, None, None, move |watch: &Progress| {
            let (job, played) = merge.finish(watch)?;
            let mut said = watch.remarks();
            said.extend(remarks(job.scenario(), &played));
            Ok(Answer::new(job.report(played), said))
        })
    }
}
