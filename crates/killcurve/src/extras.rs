//! What `--png` and `--bom` add to the files of a report.
//!
//! A page embeds its charts as SVG, and each chart is an SVG file as well. To draw them as pixels takes longer than all the rest of
//! a report, so only `--png` does it. Excel reads a CSV file as UTF-8 only if it begins with a byte order mark, which other programs
//! may take for a part of the first column's name, so only `--bom` writes it.

use std::io::{self, Write};
use std::path::Path;

use crate::args::Extras;
use crate::atomic_write::FileContent;

/// The byte order mark of UTF-8.
pub const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A file of a report.
pub enum ReportFile<C> {
    /// As the report has it.
    AsIs(C),
    /// With a byte order mark before it.
    Marked(C),
    /// A chart, as SVG, that is drawn when the file is written.
    Picture(String),
}

impl<C: FileContent> FileContent for ReportFile<C> {
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::AsIs(content) => content.write_to(out),
            Self::Marked(content) => {
                out.write_all(MARK)?;
                content.write_to(out)
            }
            Self::Picture(svg) => out.write_all(&picture::png(svg).map_err(io::Error::other)?),
        }
    }
}

/// Adds what is wanted: a picture before each SVG file, a mark to each CSV file.
pub fn with_extras<C: FileContent>(
    files: Vec<(String, C)>,
    wanted: Extras,
) -> io::Result<Vec<(String, ReportFile<C>)>> {
    let mut all = Vec::new();
    for (name, content) in files {
        if let (true, Some(stem)) = (wanted.png, name.strip_suffix(".svg")) {
            let mut svg = Vec::new();
            content.write_to(&mut svg)?;
            let svg = String::from_utf8(svg).map_err(io::Error::other)?;
            all.push((format!("{stem}.png"), ReportFile::Picture(svg)));
        }
        let is_marked = wanted.bom && Path::new(&name).extension().is_some_and(|ending| ending == "csv");
        all.push((name, if is_marked { ReportFile::Marked(content) } else { ReportFile::AsIs(content) }));
    }
    Ok(all)
}
