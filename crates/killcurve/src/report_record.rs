//! The record in a report's folder: the files that killcurve wrote there, each with a fingerprint.
//!
//! It tells a report from any other folder, so that nobody's files are mixed with it. It names the files of the earlier
//! report that the next one must not keep, and shows whether a file was changed since.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read, Write};
use std::path::Path;

use results::Fingerprint;
use serde_json::{Map, Value, json};

/// The name of the record.
pub const FILE: &str = ".killcurve.json";

/// The files of a report, each with the fingerprint of its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and fingerprints, in the order in which the files were written.
    pub files: Vec<(String, String)>,
}

impl Record {
    /// Reads the record of a folder; `None` if it has none.
    pub fn read(folder: &Path) -> Option<Self> {
        let document: Value = serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()?;
        let file =
            |(name, fingerprint): (&String, &Value)| Some((name.clone(), fingerprint.as_str()?.to_owned()));
        let files = document["files"].as_object()?.iter().map(file).collect::<Option<_>>()?;
        Some(Self { files })
    }

    /// Returns the content of the record's file.
    pub fn bytes(&self) -> Vec<u8> {
        let files: Map<String, Value> =
            self.files.iter().map(|(name, fingerprint)| (name.clone(), json!(fingerprint))).collect();
        format!("{:#}\n", json!({ "version": env!("CARGO_PKG_VERSION"), "files": files })).into_bytes()
    }

    /// Returns whether every file is in the folder with the content that was written.
    pub fn is_intact(&self, folder: &Path) -> bool {
        let is_intact = |(name, fingerprint): &(String, String)| {
            of_file(&folder.join(name)).is_ok_and(|found| found == *fingerprint)
        };
        !self.files.is_empty() && self.files.iter().all(is_intact)
    }

    /// Returns a fingerprint of the whole report.
    pub fn fingerprint(&self) -> String {
        Fingerprint::of(&self.bytes()).to_string()
    }

    /// Returns whether a file belongs to the report.
    pub fn has(&self, name: &str) -> bool {
        self.files.iter().any(|(known, _)| known == name)
    }
}

/// Returns the fingerprint of a file.
pub fn of_file(path: &Path) -> io::Result<String> {
    let mut file = fs::File::open(path)?;
    let mut fingerprint = Fingerprint::default();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(fingerprint.to_string()),
            length => fingerprint.add(&buffer[..length]),
        }
    }
}

/// Returns the fingerprint of this program. Another build may have other rules, whatever its version is.
pub fn of_program() -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    hasher.write(&fs::read(std::env::current_exe()?)?);
    Ok(format!("{:016x}", hasher.finish()))
}

/// Passes bytes on and takes their fingerprint.
pub struct Fingerprinting<W> {
    inner: W,
    fingerprint: Fingerprint,
}

impl<W: Write> Fingerprinting<W> {
    /// Writes to `inner`.
    pub fn new(inner: W) -> Self {
        Self { inner, fingerprint: Fingerprint::default() }
    }

    /// Writes what is left, and returns the fingerprint of all.
    pub fn finish(mut self) -> io::Result<String> {
        self.inner.flush()?;
        Ok(self.fingerprint.to_string())
    }
}

impl<W: Write> Write for Fingerprinting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.inner.write(bytes)?;
        self.fingerprint.add(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written_and_notices_changes() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "one").unwrap();
        let record = Record { files: vec![("a".to_owned(), of_file(&folder.path().join("a")).unwrap())] };
        fs::write(folder.path().join(FILE), record.bytes()).unwrap();
        assert_eq!(Record::read(folder.path()), Some(record.clone()));
        assert!(record.is_intact(folder.path()) && record.has("a") && !record.has("b"));
        fs::write(folder.path().join("a"), "two").unwrap();
        assert!(!record.is_intact(folder.path()));
        assert!(!Record::default().is_intact(folder.path()));
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert_eq!(Record::read(folder.path()), None);
    }

    #[test]
    fn fingerprints_are_those_of_fnv_1a_however_the_bytes_arrive() {
        // Published test vectors of 64-bit FNV-1a.
        let of = |parts: &[&[u8]]| {
            let mut writer = Fingerprinting::new(Vec::new());
            for part in parts {
                writer.write_all(part).unwrap();
            }
            writer.finish().unwrap()
        };
        assert_eq!(of(&[]), "cbf29ce484222325");
        assert_eq!(of(&[b"a"]), "af63dc4c8601ec8c");
        assert_eq!(of(&[b"foobar"]), "85944171f73967e8");
        assert_eq!(of(&[b"foo", b"", b"bar"]), "85944171f73967e8");
    }
}
