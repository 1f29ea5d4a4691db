//! Input files: their text, and the steps that readers of every kind of file share.
//!
//! A scenario, a battle and a roster are read in the same steps: parse the TOML, find the rules, apply overrides, read the
//! header, then check what that kind of file adds. [`read`] runs the shared steps; each kind passes its own check.

use std::io::Read;
use std::path::Path;

use systems::Rulebook;

use crate::diagnostic::{Diagnostics, Invalid, Source, printable};
use crate::document::{self, Node};
use crate::files::{File, Files};
use crate::header::{self, Header};
use crate::limits;
use crate::overrides;
use crate::roster::Rosters;
use crate::values::text_field;

/// A text to check.
pub struct Input<'a> {
    /// The text.
    pub source: Source,
    /// The name of an input that gives none.
    pub stem: &'a str,
    /// The folder that paths in the text start from.
    pub folder: &'a Path,
    /// Where the files that the text names are read.
    pub files: &'a dyn Files,
    /// Overrides from the command line, such as `attacker.pen=2`.
    pub set: &'a [String],
}

/// An input whose rules are known and whose overrides are applied.
pub struct OpenInput<'a> {
    /// All entries, with the overrides.
    pub root: Node,
    /// The rules.
    pub system: Rulebook,
    /// The folder that paths in the text start from.
    pub folder: &'a Path,
    /// Where the files that the text names are read.
    pub files: &'a dyn Files,
    /// The file's name for itself, or its stem.
    pub name: String,
    description: Option<String>,
    note: Option<String>,
}

impl OpenInput<'_> {
    /// The header. Call it when everything is read: the fingerprint covers all texts read so far.
    pub fn header(&self, rosters: &[Rosters], diagnostics: &Diagnostics) -> Header {
        let of_rosters = rosters.iter().flat_map(Rosters::notes);
        let mut notes: Vec<String> = Vec::new();
        for note in self.note.iter().chain(of_rosters) {
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
        Header {
            name: self.name.clone(),
            description: self.description.clone(),
            notes,
            system: self.system.clone(),
            text: diagnostics.sources[0].text.clone(),
            hash: header::fingerprint(&diagnostics.sources),
        }
    }
}

/// Runs the shared steps, then `check`. `settable` lists what overrides may set at the top; `None` leaves that to `check`.
pub fn read<T>(
    input: Input<'_>,
    settable: impl FnOnce(&Node) -> Option<Vec<String>>,
    check: impl FnOnce(&OpenInput<'_>, &mut Diagnostics) -> Option<T>,
) -> Result<T, Invalid> {
    let Input { source, stem, folder, files, set } = input;
    let mut diagnostics = Diagnostics::default();
    let root = document::parse(source, &mut diagnostics);
    if !diagnostics.list.is_empty() {
        return Err(Invalid::Faults(diagnostics));
    }
    read_tree(&root, diagnostics, &TreeInput { stem, folder, files, set }, settable, check)
}

/// What the shared steps need to know of a tree.
pub struct TreeInput<'a> {
    /// The name of an input that gives none.
    pub stem: &'a str,
    /// The folder that paths in the tree start from.
    pub folder: &'a Path,
    /// Where the files that the tree names are read.
    pub files: &'a dyn Files,
    /// Overrides from the command line.
    pub set: &'a [String],
}

/// Runs the steps after parsing. `diagnostics` holds the source of the tree.
pub fn read_tree<T>(
    root: &Node,
    mut diagnostics: Diagnostics,
    input: &TreeInput<'_>,
    settable: impl FnOnce(&Node) -> Option<Vec<String>>,
    check: impl FnOnce(&OpenInput<'_>, &mut Diagnostics) -> Option<T>,
) -> Result<T, Invalid> {
    let opened = header::system(root, input.folder, input.files, &mut diagnostics).map(|system| {
        let root = overrides::apply_all(root, input.set, settable(root).as_deref(), &mut diagnostics);
        OpenInput {
            name: text_field(&root, "name", &mut diagnostics).unwrap_or_else(|| input.stem.to_owned()),
            description: text_field(&root, "description", &mut diagnostics),
            note: text_field(&root, "note", &mut diagnostics),
            folder: input.folder,
            files: input.files,
            root,
            system,
        }
    });
    match opened.and_then(|opened| check(&opened, &mut diagnostics)) {
        Some(checked) if diagnostics.list.is_empty() => Ok(checked),
        _ => Err(Invalid::Faults(diagnostics)),
    }
}

/// A file that was read.
pub struct OpenFile<'a> {
    source: Source,
    stem: String,
    folder: &'a Path,
    files: &'a dyn Files,
}

impl OpenFile<'_> {
    /// The file as an input.
    pub fn input<'a>(&'a self, set: &'a [String]) -> Input<'a> {
        let Self { source, stem, folder, files } = self;
        Input { source: source.clone(), stem, folder, files: *files, set }
    }
}

/// Reads a file.
pub fn open(file: File<'_>) -> Result<OpenFile<'_>, Invalid> {
    let File { path, files } = file;
    let source = source_of(file)?;
    let stem =
        path.file_stem().map_or_else(|| source.name.clone(), |stem| stem.to_string_lossy().into_owned());
    Ok(OpenFile { source, stem, folder: path.parent().unwrap_or(Path::new("")), files })
}

/// Reads the text of a file.
pub fn source_of(File { path, files }: File<'_>) -> Result<Source, Invalid> {
    let name = printable(&path.to_string_lossy());
    match files.read_named_by_user(path) {
        Ok(text) => Ok(Source { name, text }),
        Err(reason) => Err(Invalid::Unreadable { path: name, reason }),
    }
}

/// Reads a text file of at most [`limits::FILE`] bytes. Pipes are read as well, because shells make them:
/// `killcurve run <(…)`.
pub fn read_text(path: &Path) -> Result<String, String> {
    let too_large = || format!("it is larger than {} bytes", limits::FILE);
    let about = std::fs::metadata(path).map_err(|error| reason(&error))?;
    if about.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if about.len() > limits::FILE {
        return Err(too_large());
    }
    let file = std::fs::File::open(path).map_err(|error| reason(&error))?;
    let mut bytes = Vec::new();
    file.take(limits::FILE + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > limits::FILE {
        return Err(too_large());
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err("it is UTF-16 text, as older versions of PowerShell write; save it as UTF-8".to_owned());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        format!("it is not UTF-8 text (line {line}, byte {} of the file)", before.len() + 1)
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Like [`read_text`], for regular files only. A file that is named in another file is never a pipe, and waiting for
/// one could last forever.
pub fn read_regular(path: &Path) -> Result<String, String> {
    let about = std::fs::metadata(path).map_err(|error| reason(&error))?;
    if about.is_file() || about.is_dir() { read_text(path) } else { Err("it is not a plain file".to_owned()) }
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        _ => error.to_string(),
    }
}
