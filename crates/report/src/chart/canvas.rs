//! The sheet that every chart is drawn on: title, axes' frame, legend and footer, with plotters.
//!
//! plotters draws at whole pixels, so the sheet has twice the pixels that the chart is shown with.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, FontTransform, RGBColor, ShapeStyle};

use super::document::{self, Spot};
use super::font::style;
pub(crate) use super::font::{Font, TITLE};
use super::{Chart, Key};
use crate::source::Source;
use crate::{ReportError, names, phrases};

/// The size that a chart is shown with.
pub(crate) const WIDTH: f64 = 900.0;
pub(crate) const HEIGHT: f64 = 560.0;

/// The pixels of the sheet for each that is shown.
pub(crate) const SCALE: f64 = 2.0;

/// The plot's borders; its right one depends on the legend.
pub(crate) const LEFT: f64 = 86.0;
pub(crate) const TOP: f64 = 104.0;
pub(crate) const BOTTOM: f64 = 464.0;
pub(crate) const MARGIN: f64 = 26.0;
const LEGEND_WIDTH: f64 = 196.0;

pub(crate) const INK: RGBColor = RGBColor(0x1F, 0x29, 0x33);
pub(crate) const MUTED: RGBColor = RGBColor(0x5B, 0x66, 0x70);
pub(crate) const AXIS: RGBColor = RGBColor(0x9A, 0xA5, 0xB1);
pub(crate) const RULE: RGBColor = RGBColor(0xE3, 0xE7, 0xEB);
pub(crate) const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);

/// The height of a line of notes.
pub(crate) const NOTE: f64 = 15.0;

/// The lines of notes that stand between the title and the plot.
const MAX_NOTE_LINES: usize = 2;

/// A chart's sheet, in the pixels that are shown.
pub(crate) struct Canvas<'a> {
    root: DrawingArea<SVGBackend<'a>, Shift>,
    spots: Vec<Spot>,
    legend: Vec<Key>,
    /// The right border of the plot.
    pub(crate) right: f64,
}

type Drawn = Result<(), ReportError>;

fn failed(error: impl std::fmt::Display) -> ReportError {
    ReportError::Chart(error.to_string())
}

pub(crate) fn at(x: f64, y: f64) -> (i32, i32) {
    ((x * SCALE).round() as i32, (y * SCALE).round() as i32)
}

/// What a chart says around its plot.
pub(crate) struct Sheet<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) name: String,
    pub(crate) title: &'a str,
    /// Each on a line of its own.
    pub(crate) notes: Vec<String>,
    pub(crate) legend: bool,
    /// How high the sheet is shown.
    pub(crate) height: f64,
    /// What the chart shows, in words.
    pub(crate) description: String,
}

/// Draws a chart: the sheet here, what is on it by `plot`.
pub(crate) fn draw(
    sheet: Sheet<'_>,
    plot: impl FnOnce(&mut Canvas<'_>) -> Drawn,
) -> Result<Chart, ReportError> {
    let mut text = String::new();
    let (spots, legend) = {
        let (width, height) = at(WIDTH, sheet.height);
        let root = SVGBackend::with_string(&mut text, (width as u32, height as u32)).into_drawing_area();
        let mut canvas = Canvas { root, spots: Vec::new(), legend: Vec::new(), right: right(sheet.legend) };
        canvas.frame(&sheet)?;
        plot(&mut canvas)?;
        canvas.root.present().map_err(failed)?;
        (canvas.spots, canvas.legend)
    };
    Ok(Chart {
        svg: document::finished(&sheet, &text, &spots),
        title: sheet.title.to_owned(),
        name: sheet.name,
        legend,
    })
}

impl Canvas<'_> {
    fn frame(&mut self, sheet: &Sheet<'_>) -> Drawn {
        self.root.fill(&PAPER).map_err(failed)?;
        let (source, room, height) = (sheet.source, WIDTH - 2.0 * MARGIN, sheet.height);
        let provenance = source.provenance;
        let title = Font::new(21.0, INK).bold();
        self.text(MARGIN, 34.0, title, &title.cut(sheet.title, room))?;
        let subtitle = Font::new(13.5, MUTED);
        let about: Vec<String> = [&provenance.system_title, &source.methods]
            .map(|text| names::line(text))
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        let about = about.join(" · ");
        let columns = subtitle.columns(room).saturating_sub(names::width(&about) + 3).max(20);
        let scenario = names::shorten(&names::line(&provenance.name), columns);
        let dot = if about.is_empty() { "" } else { " · " };
        self.text(MARGIN, 60.0, subtitle, &format!("{scenario}{dot}{about}"))?;
        let font = Font::new(12.0, MUTED);
        let mut lines: Vec<String> =
            sheet.notes.iter().flat_map(|note| names::wrap(note, font.columns(room))).collect();
        if lines.len() > MAX_NOTE_LINES {
            let rest = lines.split_off(MAX_NOTE_LINES - 1).join(" ");
            lines.push(font.cut(&rest, room));
        }
        for (line, note) in lines.iter().enumerate() {
            self.text(MARGIN, 79.0 + NOTE * line as f64, font, note)?;
        }
        let footer = Font::new(11.0, MUTED);
        let origin = format!(
            "killcurve {} · scenario {} · {} · {}",
            names::line(&provenance.version),
            phrases::short_hash(&provenance.hash),
            names::line(&provenance.system_id),
            names::line(&source.methods)
        );
        self.line(&[(MARGIN, height - 38.0), (WIDTH - MARGIN, height - 38.0)], RULE, 1.0)?;
        self.text(MARGIN, height - 20.0, footer, &footer.cut(&origin, room))
    }

    /// The axis of probabilities, with its lines across the plot.
    pub(crate) fn probability_axis(&mut self, ticks: &super::axis::Ticks, title: &str) -> Drawn {
        for (value, label) in &ticks.ticks {
            let y = height(*value, ticks.top);
            self.line(&[(LEFT, y), (self.right, y)], if *value == 0.0 { AXIS } else { RULE }, 1.0)?;
            self.text(LEFT - 9.0, y, Font::new(12.0, MUTED).anchored(HPos::Right), label)?;
        }
        self.upwards(MARGIN + 2.0, f64::midpoint(TOP, BOTTOM), TITLE.anchored(HPos::Center), title)
    }

    /// A text that is read from the bottom to the top.
    pub(crate) fn upwards(&mut self, x: f64, y: f64, font: Font, text: &str) -> Drawn {
        let style = style(font).transform(FontTransform::Rotate270);
        self.root.draw(&Text::new(text.to_owned(), at(x, y), style)).map_err(failed)
    }

    /// The title of the other axis.
    pub(crate) fn bottom_title(&mut self, title: &str) -> Drawn {
        let font = TITLE.anchored(HPos::Center);
        let title = font.cut(title, self.right - LEFT);
        self.text(f64::midpoint(LEFT, self.right), BOTTOM + 42.0, font, &title)
    }

    /// The legend: each label over at most two lines, with a remark below it.
    pub(crate) fn legend<'b>(&mut self, entries: impl Iterator<Item = (usize, &'b str, &'b str)>) -> Drawn {
        let font = Font::new(12.5, INK);
        let small = Font::new(11.0, MUTED);
        let left = self.right + 20.0;
        let columns = font.columns(LEGEND_WIDTH - 44.0);
        let mut y = TOP + 6.0;
        for (index, label, remark) in entries {
            self.mark(left + 6.0, y, index)?;
            self.legend.push(Key::new(index, label, remark));
            let mut lines = names::wrap(label, columns);
            if lines.len() > 2 {
                let rest = lines.split_off(1).join(" ");
                lines.push(rest);
            }
            for line in lines {
                self.text(left + 20.0, y, font, &names::shorten(&line, columns))?;
                y += 16.0;
            }
            if !remark.is_empty() {
                self.text(left + 20.0, y, small, &small.cut(remark, LEGEND_WIDTH - 40.0))?;
                y += 16.0;
            }
            y += 9.0;
        }
        Ok(())
    }

    /// The mark of a run: each has its own colour, and neighbours have other shapes.
    pub(crate) fn mark(&mut self, x: f64, y: f64, index: usize) -> Drawn {
        let color = super::PALETTE[index % super::PALETTE.len()];
        let size = 4.6;
        let corners: &[(f64, f64)] = match index % 4 {
            0 => {
                let circle = Circle::new(at(x, y), (size * SCALE) as i32, color.filled());
                return self.root.draw(&circle).map_err(failed);
            }
            1 => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
            2 => &[(0.0, -1.25), (1.2, 1.0), (-1.2, 1.0)],
            _ => &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)],
        };
        let corners: Vec<(f64, f64)> =
            corners.iter().map(|(dx, dy)| (x + dx * size, y + dy * size)).collect();
        self.area(&corners, color, 1.0)
    }

    /// A text, its middle at the height `y`.
    pub(crate) fn text(&mut self, x: f64, y: f64, font: Font, text: &str) -> Drawn {
        self.root.draw(&Text::new(text.to_owned(), at(x, y), style(font))).map_err(failed)
    }

    pub(crate) fn line(&mut self, points: &[(f64, f64)], color: RGBColor, width: f64) -> Drawn {
        let points: Vec<(i32, i32)> = points.iter().map(|&(x, y)| at(x, y)).collect();
        let style = ShapeStyle::from(&color).stroke_width((width * SCALE).round() as u32);
        self.root.draw(&PathElement::new(points, style)).map_err(failed)
    }

    pub(crate) fn area(&mut self, points: &[(f64, f64)], color: RGBColor, opacity: f64) -> Drawn {
        let points: Vec<(i32, i32)> = points.iter().map(|&(x, y)| at(x, y)).collect();
        self.root.draw(&Polygon::new(points, color.mix(opacity).filled())).map_err(failed)
    }

    /// A line of dashes from left to right or from top to bottom, each with a gap of its length after it.
    pub(crate) fn dashed(
        &mut self,
        (from, to): ((f64, f64), (f64, f64)),
        dash: f64,
        color: RGBColor,
        width: f64,
    ) -> Drawn {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let place = |along: f64| {
            let share = (along / length).min(1.0);
            (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
        };
        let mut along = 0.0;
        while along < length {
            self.line(&[place(along), place(along + dash)], color, width)?;
            along += 2.0 * dash;
        }
        Ok(())
    }

    /// An interval: a line from end to end with a stroke across each, `half` to each side.
    pub(crate) fn whisker(&mut self, ends: [(f64, f64); 2], half: f64) -> Drawn {
        self.line(&ends, INK, 1.0)?;
        let upright = ends[0].0 == ends[1].0;
        for (x, y) in ends {
            let (dx, dy) = if upright { (half, 0.0) } else { (0.0, half) };
            self.line(&[(x - dx, y - dy), (x + dx, y + dy)], INK, 1.0)?;
        }
        Ok(())
    }

    /// A filled rectangle.
    pub(crate) fn rectangle(&mut self, corners: [(f64, f64); 2], color: RGBColor) -> Drawn {
        let corners = corners.map(|(x, y)| at(x, y));
        self.root.draw(&Rectangle::new(corners, color.filled())).map_err(failed)
    }

    /// A text with paper behind it, so that lines of the plot do not cross it.
    pub(crate) fn label(&mut self, x: f64, y: f64, font: Font, text: &str) -> Drawn {
        let half = (font.room(text) / 2.0, font.size * 0.6);
        self.rectangle([(x - half.0, y - half.1), (x + half.0, y + half.1)], PAPER)?;
        self.text(x, y, font, text)
    }

    /// Shows a text when the pointer is in a rectangle.
    pub(crate) fn spot(&mut self, [left_top, right_bottom]: [(f64, f64); 2], text: String) {
        self.spots.push(Spot { left_top, right_bottom, text });
    }

    /// Shows a text when the pointer is between `left` and `right`, anywhere in the plot's height.
    pub(crate) fn at_pointer(&mut self, left: f64, right: f64, text: String) {
        self.spot([(left, TOP), (right, BOTTOM)], text);
    }
}

/// The right border of a plot with or without a legend.
pub(crate) fn right(legend: bool) -> f64 {
    WIDTH - MARGIN - if legend { LEGEND_WIDTH } else { 0.0 }
}

/// The height of a probability on an axis that ends at `top`.
pub(crate) fn height(probability: f64, top: f64) -> f64 {
    let share = if probability.is_finite() { (probability / top).clamp(0.0, 1.0) } else { 0.0 };
    BOTTOM - share * (BOTTOM - TOP)
}
