//! What a batch remembers of the last one, so that it plays only what changed.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use serde_json::{Value, json};

/// The file that it is kept in.
pub const FILE: &str = "manifest.json";

/// What is known of one report.
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
    /// What came of it.
    pub headline: String,
    /// How it was found.
    pub method: String,
    /// A fingerprint of its numbers, so that a report that something else wrote there is noticed.
    pub numbers: String,
}

/// What is known of all reports, made by this version with these settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The options that numbers depend on.
    pub settings: String,
    /// The reports.
    pub entries: Vec<Entry>,
}

/// A fingerprint of bytes.
pub fn fingerprint(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl Manifest {
    /// Reads what the last batch left in a folder. Where there is nothing, or it is of another version or of other settings, nothing is
    /// known.
    pub fn read(folder: &Path, settings: &str) -> Self {
        let empty = Self { settings: settings.to_owned(), entries: Vec::new() };
        let text = fs::read(folder.join(FILE)).unwrap_or_default();
        let Ok(document) = serde_json::from_slice::<Value>(&text) else { return empty };
        if document["version"] != env!("CARGO_PKG_VERSION") || document["settings"] != settings {
            return empty;
        }
        let entries = document["reports"].as_array().into_iter().flatten().filter_map(entry).collect();
        Self { entries, ..empty }
    }

    /// As it is written.
    pub fn bytes(&self) -> Vec<u8> {
        let report = |entry: &Entry| {
            json!({
                "file": entry.file,
                "hash": entry.hash,
                "folder": entry.folder,
                "scenario": entry.scenario,
                "headline": entry.headline,
                "method": entry.method,
                "numbers": entry.numbers,
            })
        };
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "settings": self.settings,
            "reports": self.entries.iter().map(report).collect::<Vec<Value>>(),
        });
        format!("{document:#}\n").into_bytes()
    }

    /// What is known of a scenario that has not changed.
    pub fn find(&self, file: &str, hash: &str, folder: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.file == file && entry.hash == hash && entry.folder == folder)
    }
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
        numbers: text("numbers")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_unless_settings_differ() {
        let folder = tempfile::tempdir().unwrap();
        let text = |text: &str| text.to_owned();
        let entry = Entry {
            file: text("a.toml"),
            hash: text("12"),
            folder: text("a"),
            scenario: text("\"A\"\n"),
            headline: text("Killed."),
            method: text("exact"),
            numbers: fingerprint(b"1"),
        };
        let manifest = Manifest { settings: text(" --seed 3"), entries: vec![entry.clone()] };
        fs::write(folder.path().join(FILE), manifest.bytes()).unwrap();
        let read = Manifest::read(folder.path(), " --seed 3");
        assert_eq!(read, manifest);
        assert_eq!(read.find("a.toml", "12", "a"), Some(&entry));
        assert_eq!(read.find("a.toml", "13", "a"), None);
        assert!(Manifest::read(folder.path(), "").entries.is_empty());
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert!(Manifest::read(folder.path(), " --seed 3").entries.is_empty());
    }
}
