//! The file of a shard: a line that says what it holds, a line for each answer, and a line with a checksum of all before.

use results::Fingerprint;
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::plan::Share;

/// What a shard's file says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the format.
    #[serde(rename = "killcurve_shard")]
    pub format: u32,
    /// The version of killcurve.
    pub version: String,
    /// The fingerprint of the input.
    pub input: String,
    /// The fingerprint of the plan.
    pub plan: String,
    /// The number of the shard, from 1.
    pub shard: u32,
    /// The number of shards.
    pub of: u32,
    /// The seed of the first run.
    pub seed: u64,
    /// What was played.
    pub share: Share,
}

/// The answer to a run, or to a part of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The run, by its place.
    pub run: usize,
    /// Its answer.
    pub answer: Answer,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Last {
    checksum: String,
}

/// Writes a shard's file.
pub fn write(head: &Head, lines: &[Line]) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string(head)? + "\n";
    for line in lines {
        text += &serde_json::to_string(line)?;
        text.push('\n');
    }
    let checksum = Fingerprint::of(text.as_bytes()).to_string();
    Ok(text + &serde_json::to_string(&Last { checksum })? + "\n")
}

/// Reads the first line. An error says what is wrong with the file.
pub fn head(text: &str) -> Result<Head, String> {
    let first = text.lines().next().unwrap_or_default();
    serde_json::from_str(first)
        .map_err(|_| "it is not the file of a shard, or its beginning is damaged".to_owned())
}

/// Returns the lines of answers, if the file is whole. An error says what is wrong with the file.
pub fn answers(text: &str) -> Result<Vec<&str>, String> {
    let cut_short = || "it is cut short: its last line, the checksum, is missing".to_owned();
    let before = text.strip_suffix('\n').ok_or_else(cut_short)?;
    let (before, last) = before.rsplit_once('\n').ok_or_else(cut_short)?;
    let Last { checksum } = serde_json::from_str(last).map_err(|_| cut_short())?;
    let found = Fingerprint::of(&text.as_bytes()[..=before.len()]).to_string();
    if found != checksum {
        return Err(format!("it is damaged: its checksum is {checksum}, and that of its content {found}"));
    }
    Ok(before.lines().skip(1).collect())
}
