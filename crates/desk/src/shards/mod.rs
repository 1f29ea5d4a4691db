//! Work divided into shards, which other processes or machines play, and whose answers merge to the same bytes.
//!
//! A [`Job`] is a plan and the scenario that it is for. The plan holds the texts of all files and fixes what each shard plays, so a
//! shard needs nothing but the plan and its number. Sampled runs are divided by batches, and a batch has a generator of its own, so
//! it does not matter who plays it. Counts are whole numbers and add up in any order. Runs that are solved exactly, and all runs of a
//! scenario with at least as many runs as shards, are each played whole by one shard.
//!
//! This module makes and reads texts; its caller reads and writes files.

mod answer;
mod inputs;
mod job;
mod merge;
mod plan;
mod shard;

pub use job::{Job, Request};
pub use merge::Merge;
pub use plan::SHARDS;
