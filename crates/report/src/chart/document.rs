//! Adds to an SVG document what plotters cannot write.
//!
//! A description for screen readers, the provenance of its numbers, and numbers at the pointer.

use std::fmt::Write as _;

use super::canvas::{Sheet, WIDTH, at};
use crate::names;

/// A place that shows text when the pointer is on it.
pub(crate) struct Spot {
    pub(crate) left_top: (f64, f64),
    pub(crate) right_bottom: (f64, f64),
    pub(crate) text: String,
}

/// plotters' text with what it cannot write.
pub(crate) fn finished(sheet: &Sheet<'_>, text: &str, spots: &[Spot]) -> String {
    let (source, shown) = (sheet.source, sheet.height);
    let (width, height) = at(WIDTH, shown);
    let body = text.split_once('\n').map_or(text, |(_, body)| body);
    let body = body.trim_end().trim_end_matches("</svg>");
    let provenance = source.provenance;
    let origin = [
        ("scenario", &provenance.name),
        ("system", &provenance.system_id),
        ("scenario hash", &provenance.hash),
        ("method", &source.methods),
        ("version", &provenance.version),
        ("command", &provenance.command),
    ];
    let origin = origin.map(|(name, value)| format!("{name}: {}", names::line(value)));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{shown}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{}\">\n<desc>{}</desc>\n<metadata>{}</metadata>\n",
        escaped(sheet.title),
        escaped(&sheet.description),
        escaped(&origin.join("\n")),
    );
    svg.push_str(body);
    for spot in spots {
        let (x, y) = at(spot.left_top.0, spot.left_top.1);
        let (right, bottom) = at(spot.right_bottom.0, spot.right_bottom.1);
        let _ = writeln!(
            svg,
            "<rect class=\"spot\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill-opacity=\"0\"><title>{}</title></rect>",
            right - x,
            bottom - y,
            escaped(&spot.text),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}
