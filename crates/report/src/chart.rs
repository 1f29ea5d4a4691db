//! Charts.
use crate::{Report, ReportError};

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name of its file, without an ending.
    pub name: String,
    /// The chart as SVG.
    pub svg: String,
}

/// The charts of a report.
pub fn charts(_: &Report) -> Result<Vec<Chart>, ReportError> {
    Ok(Vec::new())
}
