//! The HTML page.
use crate::{Chart, Report, ReportError};

/// The page.
pub fn html(report: &Report) -> Result<String, ReportError> {
    page(report, &[])
}

pub(crate) fn page(_: &Report, _: &[Chart]) -> Result<String, ReportError> {
    Ok(String::new())
}
