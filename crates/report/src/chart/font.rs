//! The texts of a chart and the room that they take.
//!
//! No font is read: the room is estimated from an average letter of a wide font, so that a text fits in any.

use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, RGBColor, TextStyle};

use super::canvas::{INK, SCALE};
use crate::names;

/// The width of an average letter of a wide font, in font sizes.
const LETTER: f64 = 0.6;

/// The direction of an axis title.
pub(crate) const TITLE: Font = Font::new(12.5, INK);

/// The size, colour and anchor of a text.
#[derive(Clone, Copy)]
pub(crate) struct Font {
    pub(crate) size: f64,
    pub(crate) color: RGBColor,
    pub(crate) bold: bool,
    pub(crate) anchor: HPos,
}

impl Font {
    pub(crate) const fn new(size: f64, color: RGBColor) -> Self {
        Self { size, color, bold: false, anchor: HPos::Left }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(crate) const fn anchored(self, anchor: HPos) -> Self {
        Self { anchor, ..self }
    }

    /// The number of columns of text that fit in `room` pixels.
    pub(crate) fn columns(self, room: f64) -> usize {
        let letter = if self.bold { LETTER * 1.1 } else { LETTER };
        (room / (letter * self.size)).max(1.0) as usize
    }

    /// A text shortened to fit in `room` pixels.
    pub(crate) fn cut(self, text: &str, room: f64) -> String {
        names::shorten(text, self.columns(room))
    }

    /// The pixels that a text takes, about.
    pub(crate) fn room(self, text: &str) -> f64 {
        names::width(text) as f64 * LETTER * self.size
    }
}

/// As plotters takes it.
pub(crate) fn style(font: Font) -> TextStyle<'static> {
    // plotters divides sizes by 1.24 for SVG.
    let weight = if font.bold { FontStyle::Bold } else { FontStyle::Normal };
    let text = ("sans-serif", font.size * SCALE * 1.24, weight).into_font();
    TextStyle { color: font.color.to_backend_color(), ..TextStyle::from(text) }
        .pos(Pos::new(font.anchor, VPos::Center))
}
