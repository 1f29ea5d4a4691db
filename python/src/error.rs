//! Failures as exceptions of Python, with the places of faults.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use scenario::{Diagnostic, Diagnostics, Invalid};

/// The exception of a failure.
pub fn raised(py: Python<'_>, failure: desk::Failure) -> PyErr {
    exception(py, failure).unwrap_or_else(|error| error)
}

fn exception(py: Python<'_>, failure: desk::Failure) -> PyResult<PyErr> {
    let text = failure.text();
    let (class, faults) = match failure {
        desk::Failure::Invalid(Invalid::Faults(faults)) => ("InputError", places(py, &faults)?),
        desk::Failure::Invalid(Invalid::Unreadable { path, reason }) => {
            ("InputError", vec![fault(py, &path, None, &format!("cannot read it: {reason}"), None)?])
        }
        desk::Failure::Input(_) => ("InputError", Vec::new()),
        desk::Failure::Run(_) => ("RunError", Vec::new()),
    };
    let class = py.import("killcurve._errors")?.getattr(class)?;
    Ok(PyErr::from_value(class.call1((text, faults))?))
}

fn places<'py>(py: Python<'py>, faults: &Diagnostics) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let one = |Diagnostic { span, message, help }: &Diagnostic| {
        let source = &faults.sources[span.source];
        let before = &source.text[..span.range.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        fault(py, &source.name, Some([line, column]), message, help.as_deref())
    };
    faults.list.iter().map(one).collect()
}

fn fault<'py>(
    py: Python<'py>,
    file: &str,
    place: Option<[usize; 2]>,
    message: &str,
    suggestion: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let fault = PyDict::new(py);
    fault.set_item("file", file)?;
    fault.set_item("line", place.map(|[line, _]| line))?;
    fault.set_item("column", place.map(|[_, column]| column))?;
    fault.set_item("message", message)?;
    fault.set_item("suggestion", suggestion)?;
    Ok(fault)
}
