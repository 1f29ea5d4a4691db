//! Rows of numbers on one axis: what something is now, what it should be with its interval, and further numbers below.
//!
//! The axis is logarithmic where numbers lie far apart, so that a tenth of a small one is seen as well as of a large one.

use plotters::style::RGBColor;
use plotters::style::text_anchor::HPos;
use results::Estimate;

use super::axis::number_ticks;
use super::canvas::{
    AXIS, Canvas, Font, INK, MARGIN, MUTED, RULE, Sheet, TITLE, TOP, WIDTH, draw as draw_sheet,
};
use super::{Chart, PALETTE};
use crate::source::Source;
use crate::{ReportError, digits};

/// Rows of numbers.
pub(crate) struct Dots {
    pub(crate) title: String,
    pub(crate) note: String,
    pub(crate) axis: String,
    /// What the two marks of a row mean: the hollow one, and the one with an interval.
    pub(crate) marks: [&'static str; 2],
    pub(crate) rows: Vec<Row>,
    /// What the further numbers of each row are.
    pub(crate) others: Vec<String>,
}

/// One row.
pub(crate) struct Row {
    pub(crate) label: String,
    /// The text at its end.
    pub(crate) said: String,
    pub(crate) now: Option<f64>,
    pub(crate) fair: Option<Estimate>,
    pub(crate) others: Vec<Option<Estimate>>,
}

/// The most rows of one chart.
const MOST_ROWS: usize = 60;

/// The most kinds of further numbers.
const MOST_OTHERS: usize = 6;

/// Numbers further apart than this are on a logarithmic axis.
const LOG_AXIS_FROM: f64 = 5.0;

/// The room for the text at the end of a row.
const LABEL_WIDTH: f64 = 92.0;

/// Draws rows of numbers.
pub(crate) fn draw(source: &Source<'_>, name: &str, dots: &Dots) -> Result<Chart, ReportError> {
    let rows = &dots.rows[..dots.rows.len().min(MOST_ROWS)];
    let others = &dots.others[..dots.others.len().min(MOST_OTHERS)];
    let mut notes = vec![dots.note.clone()];
    for (shown, all, what) in
        [(rows.len(), dots.rows.len(), "rows"), (others.len(), dots.others.len(), "kinds of further numbers")]
    {
        if shown < all {
            notes.push(format!("{shown} of {all} {what} are shown."));
        }
    }
    let axis = Axis::of(rows);
    if axis.logarithmic {
        notes.push("The axis is logarithmic.".to_owned());
    }
    let step = if others.is_empty() { 32.0 } else { 42.0 };
    let legend = Legend::of(dots.marks, others);
    let top = TOP + 4.0 + legend.height;
    let bottom = top + step * rows.len().max(1) as f64;
    let said = rows.iter().map(|row| in_words(row, dots.marks, others).replace('\n', ", "));
    let sheet = Sheet {
        source,
        name: name.to_owned(),
        title: &dots.title,
        notes: vec![notes.join(" ")],
        legend: false,
        height: bottom + 106.0,
        description: said.collect::<Vec<_>>().join(". "),
    };
    draw_sheet(sheet, |canvas| {
        legend.draw(canvas)?;
        Plot { rows, marks: dots.marks, others, axis, step, top, bottom }.draw(canvas, &dots.axis)
    })
}

/// The positions of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) logarithmic: bool,
}

impl Axis {
    /// An axis for all numbers of some rows.
    pub(crate) fn of(rows: &[Row]) -> Self {
        let fair = |row: &Row| {
            row.fair
                .map(|fair| [fair.low().unwrap_or(fair.value), fair.high().unwrap_or(fair.value), fair.value])
        };
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for row in rows {
            let others = row.others.iter().flatten().map(|other| other.value);
            for value in row.now.into_iter().chain(fair(row).into_iter().flatten()).chain(others) {
                if value.is_finite() {
                    (least, most) = (least.min(value), most.max(value));
                }
            }
        }
        if least > most {
            (least, most) = (0.0, 1.0);
        }
        let logarithmic = least > 0.0 && most > LOG_AXIS_FROM * least;
        let (low, high) = if logarithmic {
            let margin = (most / least).powf(0.04);
            (least / margin, most * margin)
        } else {
            let margin = (0.05 * (most - least)).max(1e-3 * most.abs()).max(1e-6);
            (least - margin, most + margin)
        };
        Self { low, high, logarithmic }
    }

    /// The position of a number, from 0 to 1.
    fn share(self, value: f64) -> f64 {
        if self.logarithmic {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Round numbers on it.
    pub(crate) fn ticks(self) -> Vec<(f64, String)> {
        if !self.logarithmic {
            return number_ticks(self.low, self.high);
        }
        let powers = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let all = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
        all.filter(|tick| (self.low..=self.high).contains(tick))
            .map(|tick| (tick, digits::plain(tick)))
            .collect()
    }
}

/// What the marks mean, in lines.
struct Legend<'a> {
    /// Each with the place of its mark; the first two are the prices.
    entries: Vec<(f64, f64, &'a str)>,
    height: f64,
}

impl<'a> Legend<'a> {
    fn of(marks: [&'a str; 2], others: &'a [String]) -> Self {
        let font = Font::new(12.0, INK);
        let (mut x, mut y) = (MARGIN + 6.0, TOP);
        let names = marks.into_iter().chain(others.iter().map(String::as_str));
        let mut entries = Vec::new();
        for name in names {
            let room = 12.0 + font.room(name).min(220.0) + 20.0;
            if x + room > WIDTH - MARGIN && x > MARGIN + 6.0 {
                (x, y) = (MARGIN + 6.0, y + 20.0);
            }
            entries.push((x, y, name));
            x += room;
        }
        Self { entries, height: y - TOP + 20.0 }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Result<(), ReportError> {
        let font = Font::new(12.0, INK);
        for (index, &(x, y, name)) in self.entries.iter().enumerate() {
            match index {
                0 => ring(canvas, x, y)?,
                1 => canvas.mark(x, y, 0)?,
                _ => small(canvas, x, y, index - 2)?,
            }
            canvas.text(x + 12.0, y, font, &font.cut(name, 220.0))?;
        }
        Ok(())
    }
}

struct Plot<'a> {
    rows: &'a [Row],
    marks: [&'a str; 2],
    others: &'a [String],
    axis: Axis,
    step: f64,
    top: f64,
    bottom: f64,
}

impl Plot<'_> {
    fn draw(&self, canvas: &mut Canvas<'_>, title: &str) -> Result<(), ReportError> {
        let font = Font::new(12.5, INK).anchored(HPos::Right);
        let widest = self.rows.iter().map(|row| font.room(&row.label)).fold(0.0, f64::max);
        let border = MARGIN + widest.clamp(40.0, 220.0);
        let (left, right) = (border + 14.0, WIDTH - MARGIN - LABEL_WIDTH);
        let x = |value: f64| left + self.axis.share(value).clamp(0.0, 1.0) * (right - left);
        for (tick, label) in self.axis.ticks() {
            canvas.line(&[(x(tick), self.top), (x(tick), self.bottom)], RULE, 1.0)?;
            canvas.text(
                x(tick),
                self.bottom + 14.0,
                Font::new(12.0, MUTED).anchored(HPos::Center),
                &label,
            )?;
        }
        canvas.line(&[(left, self.bottom), (right, self.bottom)], AXIS, 1.0)?;
        let middle = TITLE.anchored(HPos::Center);
        canvas.text(f64::midpoint(left, right), self.bottom + 38.0, middle, title)?;
        for (index, row) in self.rows.iter().enumerate() {
            let above = self.top + self.step * index as f64;
            if index > 0 {
                canvas.line(&[(MARGIN, above), (WIDTH - MARGIN, above)], RULE, 0.5)?;
            }
            let y = above + if self.others.is_empty() { self.step / 2.0 } else { 15.0 };
            // The widest label fits to within rounding.
            canvas.text(border, y, font, &font.cut(&row.label, border - MARGIN + 1.0))?;
            canvas.text(right + 12.0, y, Font::new(12.0, INK), &row.said)?;
            draw_row(canvas, row, y, &x)?;
            for (kind, other) in row.others.iter().take(self.others.len()).enumerate() {
                if let Some(other) = other {
                    small(canvas, x(other.value), y + 15.0, kind)?;
                }
            }
            canvas.spot(
                [(MARGIN, above), (WIDTH - MARGIN, above + self.step)],
                in_words(row, self.marks, self.others),
            );
        }
        Ok(())
    }
}

/// Both prices of a row, joined.
fn draw_row(canvas: &mut Canvas<'_>, row: &Row, y: f64, x: &impl Fn(f64) -> f64) -> Result<(), ReportError> {
    if let (Some(now), Some(fair)) = (row.now, row.fair) {
        let (from, to) = (x(now), x(fair.value));
        let gap = HOLLOW_RADIUS.copysign(to - from);
        if (to - from).abs() > HOLLOW_RADIUS {
            canvas.line(&[(from + gap, y), (to, y)], AXIS, 2.0)?;
        }
    }
    if let Some(fair) = row.fair {
        if let Some(error) = fair.error {
            canvas.whisker([error.low, error.high].map(|end| (x(end), y)), 6.0)?;
        }
        canvas.mark(x(fair.value), y, 0)?;
    }
    row.now.map_or(Ok(()), |now| ring(canvas, x(now), y))
}

/// The radius of a hollow mark.
const HOLLOW_RADIUS: f64 = 6.0;

/// A hollow mark.
fn ring(canvas: &mut Canvas<'_>, x: f64, y: f64) -> Result<(), ReportError> {
    let corner = |step: u32| {
        let angle = std::f64::consts::TAU * f64::from(step) / 24.0;
        (x + HOLLOW_RADIUS * angle.cos(), y + HOLLOW_RADIUS * angle.sin())
    };
    let corners: Vec<(f64, f64)> = (0..=24).map(corner).collect();
    canvas.line(&corners, INK, 1.5)
}

/// A small mark of a further number; each kind has its own colour and neighbours have other shapes.
fn small(canvas: &mut Canvas<'_>, x: f64, y: f64, kind: usize) -> Result<(), ReportError> {
    let color: RGBColor = PALETTE[(kind + 1) % PALETTE.len()];
    let corners: &[(f64, f64)] = match kind % 3 {
        0 => &[(-3.2, -3.2), (3.2, -3.2), (3.2, 3.2), (-3.2, 3.2)],
        1 => &[(0.0, -4.2), (4.0, 3.4), (-4.0, 3.4)],
        _ => &[(0.0, -4.6), (4.6, 0.0), (0.0, 4.6), (-4.6, 0.0)],
    };
    let corners: Vec<(f64, f64)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    canvas.area(&corners, color, 1.0)
}

/// A row in words, shown at the pointer.
fn in_words(row: &Row, marks: [&str; 2], others: &[String]) -> String {
    let mut text = row.label.clone();
    if !row.said.is_empty() {
        text += &format!(": {}", row.said);
    }
    if let Some(now) = row.now {
        text += &format!("\n{} {}", marks[0], digits::plain(now));
    }
    if let Some(fair) = &row.fair {
        text += &format!("\n{} {}", marks[1], digits::number_with_margin(fair));
    }
    for (name, other) in others.iter().zip(&row.others) {
        if let Some(other) = other {
            text += &format!("\n{name}: {}", digits::number_with_margin(other));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(now: &[f64]) -> Axis {
        let row = |&now: &f64| Row {
            label: String::new(),
            said: String::new(),
            now: Some(now),
            fair: None,
            others: Vec::new(),
        };
        Axis::of(&now.iter().map(row).collect::<Vec<_>>())
    }

    #[test]
    fn numbers_far_apart_are_on_a_logarithmic_axis() {
        assert!(!axis(&[10.0, 50.0]).logarithmic);
        assert!(!axis(&[0.0, 50.0]).logarithmic, "nothing has no logarithm");
        let far = axis(&[10.0, 1000.0]);
        assert!(far.logarithmic);
        // A hundred is as far from ten as from a thousand.
        assert!((far.share(100.0) - 0.5).abs() < 1e-12);
        let ticks: Vec<String> = far.ticks().into_iter().map(|(_, label)| label).collect();
        assert_eq!(ticks, ["10", "20", "50", "100", "200", "500", "1000"]);
    }

    #[test]
    fn one_number_and_none_have_an_axis_too() {
        for axis in [axis(&[25.0]), axis(&[])] {
            assert!(axis.low < axis.high && !axis.logarithmic, "{axis:?}");
        }
    }
}
