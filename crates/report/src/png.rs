//! Pictures of charts.
use crate::ReportError;

/// A chart as PNG.
pub fn png(_: &str) -> Result<Vec<u8>, ReportError> {
    Ok(Vec::new())
}
