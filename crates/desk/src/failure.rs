//! Why a request has no answer.

use report::ReportError;
use scenario::{Diagnostic, Diagnostics, Invalid, Source, Span};

/// Why a request has no answer.
#[derive(Debug)]
pub enum Failure {
    /// A file is wrong, at places that are known.
    Invalid(Invalid),
    /// The request is wrong.
    Input(String),
    /// The work failed.
    Run(String),
}

impl Failure {
    /// One fault at one place.
    pub(crate) fn fault(
        source: Source,
        range: std::ops::Range<usize>,
        message: String,
        help: Option<String>,
    ) -> Self {
        let list = vec![Diagnostic { span: Span { source: 0, range }, message, help }];
        Self::Invalid(Invalid::Faults(Diagnostics { sources: vec![source], list }))
    }

    /// Renders the failure without colors.
    pub fn text(&self) -> String {
        match self {
            Self::Invalid(invalid) => invalid.render(false),
            Self::Input(message) => message.clone(),
            Self::Run(message) => format!("error: {message}"),
        }
    }
}

impl From<Invalid> for Failure {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        Self::Run(format!("cannot make the report: {error}"))
    }
}
