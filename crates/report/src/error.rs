//! Errors of this crate.

use std::fmt;

/// Why a report could not be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReportError {
    /// A chart could not be drawn.
    Chart(String),
    /// A CSV file could not be written.
    Csv(csv::Error),
    /// The HTML page could not be filled in.
    Page(minijinja::Error),
    /// A file holds no results, for this reason.
    NoResults(String),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chart(why) => write!(f, "a chart could not be drawn: {why}"),
            Self::Csv(_) => f.write_str("a CSV file could not be written"),
            Self::Page(_) => f.write_str("the HTML report could not be filled in"),
            Self::NoResults(why) => write!(f, "it is not a file of results: {why}"),
        }
    }
}

impl std::error::Error for ReportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Chart(_) | Self::NoResults(_) => None,
            Self::Csv(error) => Some(error),
            Self::Page(error) => Some(error),
        }
    }
}

impl From<csv::Error> for ReportError {
    fn from(error: csv::Error) -> Self {
        Self::Csv(error)
    }
}

impl From<minijinja::Error> for ReportError {
    fn from(error: minijinja::Error) -> Self {
        Self::Page(error)
    }
}
