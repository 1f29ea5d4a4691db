//! Where the numbers of a chart come from.

use crate::{Report, Run, words};

/// Where the numbers of a chart come from: it stands on the chart and in its metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The scenario's name, or what else the chart is about.
    pub scenario: String,
    /// The system as files write it.
    pub system_id: String,
    /// The system as people write it.
    pub system_title: String,
    /// The hash of the scenario.
    pub hash: String,
    /// The version of killcurve.
    pub version: String,
    /// The command that makes the chart again.
    pub command: String,
    /// How the numbers were found, in words.
    pub methods: String,
}

impl Source {
    /// The source of a chart of all runs of a report.
    pub fn of(report: &Report) -> Self {
        Self::of_runs(report, report.all_runs())
    }

    /// The source of a chart of some runs of a report.
    pub(crate) fn of_runs<'a>(report: &Report, runs: impl Iterator<Item = &'a Run>) -> Self {
        Self {
            scenario: report.scenario.clone(),
            system_id: report.system_id.to_owned(),
            system_title: report.system_title.to_owned(),
            hash: report.hash.clone(),
            version: report.version.to_owned(),
            command: report.command.clone(),
            methods: words::methods_of(runs),
        }
    }
}
