//! Fair prices of mixed armies: rosters of which the truth is known, and how often intervals hold it.

mod coverage;
mod rosters;
mod tables;
mod truths;
