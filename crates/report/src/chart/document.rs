//! What plotters cannot write into an SVG document.
//!
//! A description for those who cannot see the chart, the origin of its numbers, and numbers at the pointer.

use std::fmt::Write as _;

use super::canvas::{HEIGHT, Sheet, WIDTH, at};
use crate::names;

/// A place that shows text when the pointer is on it.
pub(crate) struct Spot {
    pub(crate) left_top: (f64, f64),
    pub(crate) right_bottom: (f64, f64),
    pub(crate) text: String,
}

/// plotters' text with what it cannot write.
pub(crate) fn finished(sheet: &Sheet<'_>, text: &str, spots: &[Spot]) -> String {
    let report = sheet.report;
    let (width, height) = at(WIDTH, HEIGHT);
    let body = text.split_once('\n').map_or(text, |(_, body)| body);
    let body = body.trim_end().trim_end_matches("</svg>");
    let origin = [
        ("scenario", names::line(&report.scenario)),
        ("system", names::line(report.system_id)),
        ("scenario hash", names::line(&report.hash)),
        ("method", sheet.methods.to_owned()),
        ("version", names::line(report.version)),
        ("command", names::line(&report.command)),
    ];
    let origin: Vec<String> = origin.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {width} {height}\" \
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

fn escaped(text: &str) -> String {
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
