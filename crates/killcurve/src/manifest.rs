//! The record of a batch, so that the next one plays only what changed.

use std::fs;
use std::path::Path;

use report::Standings;
use serde_json::{Value, json};

use crate::report_record::Record;

/// The name of its file.
pub const FILE: &str = "manifest.json";

/// One report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The scenario's file.
    pub file: String,
    /// The scenario's hash.
    pub hash: String,
    /// The folder of the report.
    pub folder: String,
    /// The scenario's name.
    pub scenario: String,
    /// Its result in a sentence.
    pub headline: String,
    /// How its numbers were found.
    pub method: String,
    /// The fingerprint of all its files, which shows whether something else has written there.
    pub files: String,
    /// How its expectations stand.
    pub expectations: Standings,
}

/// A report whose scenario is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The file that the scenario had.
    pub file: String,
    /// The folder of the report.
    pub folder: String,
}

/// All reports that one build of this program made with the same settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The fingerprint of the program. Another build may have other rules, whatever its version is.
    pub program: String,
    /// The options that numbers depend on.
    pub settings: String,
    /// The reports.
    pub entries: Vec<Entry>,
    /// Reports of earlier batches whose scenarios are gone.
    pub stale: Vec<Stale>,
}

impl Manifest {
    /// Reads the record in a folder. It is empty if there is none.
    pub fn read(folder: &Path) -> Self {
        let text = fs::read(folder.join(FILE)).unwrap_or_default();
        let Ok(document) = serde_json::from_slice::<Value>(&text) else { return Self::default() };
        let text = |key: &str| document[key].as_str().unwrap_or_default().to_owned();
        let list = |key: &str| document[key].as_array().into_iter().flatten();
        Self {
            program: text("program"),
            settings: text("settings"),
            entries: list("reports").filter_map(entry).collect(),
            stale: list("stale").filter_map(stale).collect(),
        }
    }

    /// Returns whether the same program made the reports with the same settings. An unknown program never did.
    pub fn was_made_by(&self, program: Option<&str>, settings: &str) -> bool {
        program == Some(&self.program) && self.settings == settings
    }

    /// Returns the reports in a folder that no scenario makes any more. `current` lists the scenarios' files with the folders of
    /// their reports; a file that cannot be read keeps its report.
    pub fn stale_without(&self, current: &[(&str, Option<&str>)], folder: &Path) -> Vec<Stale> {
        let former = self.entries.iter().map(|entry| (&entry.file, &entry.folder));
        let former = former.chain(self.stale.iter().map(|stale| (&stale.file, &stale.folder)));
        let gone = former.filter(|(file, report)| {
            !current.iter().any(|&(now, folder)| folder.map_or(now == *file, |folder| folder == *report))
        });
        let there = gone.filter(|(_, report)| Record::read(&folder.join(report)).is_some());
        there.map(|(file, folder)| Stale { file: file.clone(), folder: folder.clone() }).collect()
    }

    /// Returns the bytes of its file.
    pub fn bytes(&self) -> Vec<u8> {
        let report = |entry: &Entry| {
            json!({
                "file": entry.file,
                "hash": entry.hash,
                "folder": entry.folder,
                "scenario": entry.scenario,
                "headline": entry.headline,
                "method": entry.method,
                "files": entry.files,
                "expectations": { "in": entry.expectations.within, "out": entry.expectations.out, "unclear": entry.expectations.unclear },
            })
        };
        let stale = |stale: &Stale| json!({ "file": stale.file, "folder": stale.folder });
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "program": self.program,
            "settings": self.settings,
            "reports": self.entries.iter().map(report).collect::<Vec<Value>>(),
            "stale": self.stale.iter().map(stale).collect::<Vec<Value>>(),
        });
        format!("{document:#}\n").into_bytes()
    }
}

fn stale(value: &Value) -> Option<Stale> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    Some(Stale { file: text("file")?, folder: text("folder")? })
}

fn entry(value: &Value) -> Option<Entry> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    Some(Entry {
        file: text("file")?,
        hash: text("hash")?,
        folder: text("folder")?,
        scenario: text("scenario")?,
        headline: text("headline")?,
        method: text("method")?,
        files: text("files")?,
        // Version 0.1.0 did not write them.
        expectations: Standings {
            within: value["expectations"]["in"].as_u64().unwrap_or(0),
            out: value["expectations"]["out"].as_u64().unwrap_or(0),
            unclear: value["expectations"]["unclear"].as_u64().unwrap_or(0),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_as_it_was_written_and_serves_one_program_and_its_settings() {
        let folder = tempfile::tempdir().unwrap();
        let text = |text: &str| text.to_owned();
        let entry = Entry {
            file: text("a.toml"),
            hash: text("12"),
            folder: text("a"),
            scenario: text("\"A\"\n"),
            headline: text("Killed."),
            method: text("exact"),
            files: text("34"),
            expectations: Standings { within: 2, out: 1, unclear: 0 },
        };
        let stale = vec![Stale { file: text("gone.toml"), folder: text("gone") }];
        let manifest =
            Manifest { program: text("56"), settings: text(" --seed 3"), entries: vec![entry], stale };
        fs::write(folder.path().join(FILE), manifest.bytes()).unwrap();
        let read = Manifest::read(folder.path());
        assert_eq!(read, manifest);
        assert!(read.was_made_by(Some("56"), " --seed 3"));
        assert!(!read.was_made_by(Some("57"), " --seed 3") && !read.was_made_by(Some("56"), ""));
        assert!(!read.was_made_by(None, " --seed 3"));
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert_eq!(Manifest::read(folder.path()), Manifest::default());
    }
}
