//! Adds the charts of a report as PNG, where they are asked for.
//!
//! A page embeds its charts as SVG, and each chart is an SVG file as well. To draw them as pixels takes longer than all the rest of
//! a report, so only `--png` does it.

use std::io::{self, Write};

use crate::atomic_write::FileContent;

/// A file of a report.
pub enum ReportFile<C> {
    /// As the report has it.
    AsIs(C),
    /// A chart, as SVG, that is drawn when the file is written.
    Picture(String),
}

impl<C: FileContent> FileContent for ReportFile<C> {
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::AsIs(content) => content.write_to(out),
            Self::Picture(svg) => out.write_all(&picture::png(svg).map_err(io::Error::other)?),
        }
    }
}

/// Puts a picture before each SVG file if `wanted`.
pub fn with_pictures<C: FileContent>(
    files: Vec<(String, C)>,
    wanted: bool,
) -> io::Result<Vec<(String, ReportFile<C>)>> {
    let mut all = Vec::new();
    for (name, content) in files {
        if let (true, Some(stem)) = (wanted, name.strip_suffix(".svg")) {
            let mut svg = Vec::new();
            content.write_to(&mut svg)?;
            let svg = String::from_utf8(svg).map_err(io::Error::other)?;
            all.push((format!("{stem}.png"), ReportFile::Picture(svg)));
        }
        all.push((name, ReportFile::AsIs(content)));
    }
    Ok(all)
}
