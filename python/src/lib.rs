//! killcurve as a module of Python. Objects that read well are made of these in `killcurve/__init__.py`.

mod answer;
mod error;
mod functions;
mod shards;
mod source;
mod work;

use pyo3::prelude::*;

/// The module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<answer::Answer>()?;
    module.add_class::<shards::Merge>()?;
    module.add_function(wrap_pyfunction!(functions::check, module)?)?;
    module.add_function(wrap_pyfunction!(functions::run, module)?)?;
    module.add_function(wrap_pyfunction!(functions::compare, module)?)?;
    module.add_function(wrap_pyfunction!(functions::sensitivity, module)?)?;
    module.add_function(wrap_pyfunction!(functions::matrix, module)?)?;
    module.add_function(wrap_pyfunction!(functions::battle, module)?)?;
    module.add_function(wrap_pyfunction!(functions::balance, module)?)?;
    module.add_function(wrap_pyfunction!(functions::worth, module)?)?;
    module.add_function(wrap_pyfunction!(functions::explain, module)?)?;
    module.add_function(wrap_pyfunction!(shards::plan, module)?)?;
    module.add_function(wrap_pyfunction!(shards::play, module)?)?;
    Ok(())
}
