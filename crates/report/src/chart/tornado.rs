//! The tornado: how far each field moves a number, the field that moves it most on top.

use plotters::style::text_anchor::HPos;
use results::Estimate;

use super::axis::number_ticks;
use super::canvas::{Canvas, Font, INK, MARGIN, MUTED, RULE, Sheet, TITLE, TOP, WIDTH, draw as draw_sheet};
use super::{Chart, PALETTE};
use crate::comparison::signed;
use crate::source::Source;
use crate::{ReportError, digits, names};

/// What a number becomes when one field is lowered or raised.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The field.
    pub label: String,
    /// What it is lowered to.
    pub low_label: String,
    /// What it is raised to.
    pub high_label: String,
    /// The number with the lowered field.
    pub low: Estimate,
    /// The number with the raised field.
    pub high: Estimate,
}

/// How far fields move a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Tornado {
    /// What it shows.
    pub title: String,
    /// A remark; may be empty.
    pub subtitle: String,
    /// What the number is.
    pub axis: String,
    /// The present number.
    pub base: Estimate,
    /// Whether it is a probability, shown in percent.
    pub percent: bool,
    /// In any order.
    pub bars: Vec<Bar>,
}

/// The most bars of one chart.
const MOST_BARS: usize = 24;

/// The height of a bar with the gap after it.
const STEP: f64 = 30.0;

/// The room for the text at the end of a bar.
const LABEL_WIDTH: f64 = 130.0;

/// Bars from the one that moves the number most to the one that moves it least; equal ones as they came.
pub(crate) fn largest_first(bars: &[Bar]) -> Vec<&Bar> {
    let swing = |bar: &Bar| (bar.high.value - bar.low.value).abs();
    let mut sorted: Vec<&Bar> =
        bars.iter().filter(|bar| bar.low.value.is_finite() && bar.high.value.is_finite()).collect();
    sorted.sort_by(|one, other| swing(other).total_cmp(&swing(one)));
    sorted
}

/// Draws a tornado; `name` is the name of its file.
pub fn tornado(source: &Source<'_>, name: &str, tornado: &Tornado) -> Result<Chart, ReportError> {
    draw(source, name, Picture { tornado, changes: false })
}

/// Draws a tornado of changes: numbers have a sign and whiskers, and an end without a label is left out.
pub(crate) fn changes(source: &Source<'_>, name: &str, tornado: &Tornado) -> Result<Chart, ReportError> {
    draw(source, name, Picture { tornado, changes: true })
}

/// What is drawn, and whether its numbers are changes.
#[derive(Clone, Copy)]
struct Picture<'a> {
    tornado: &'a Tornado,
    changes: bool,
}

impl Picture<'_> {
    fn number(self, estimate: &Estimate) -> String {
        match (self.changes, self.tornado.percent) {
            (true, _) => signed(estimate),
            (false, true) => digits::percent(estimate),
            (false, false) => digits::number(estimate),
        }
    }

    /// How far what is drawn for a number reaches.
    fn reach(self, estimate: &Estimate) -> [f64; 2] {
        match estimate.error.filter(|_| self.changes) {
            Some(error) => [error.low, error.high],
            None => [estimate.value; 2],
        }
    }

    fn has(self, label: &str) -> bool {
        !(self.changes && label.is_empty())
    }
}

fn draw(source: &Source<'_>, name: &str, picture: Picture<'_>) -> Result<Chart, ReportError> {
    let tornado = picture.tornado;
    let sorted = largest_first(&tornado.bars);
    let shown = &sorted[..sorted.len().min(MOST_BARS)];
    let mut notes =
        Some(names::line(&tornado.subtitle)).filter(|text| !text.is_empty()).into_iter().collect::<Vec<_>>();
    if !picture.changes {
        notes.push(format!("As it stands: {}.", picture.number(&tornado.base)));
    }
    if shown.len() < sorted.len() {
        notes.push(format!("{} of {} fields are shown.", shown.len(), sorted.len()));
    }
    let said = shown.iter().map(|bar| in_words(picture, bar).replace('\n', ", "));
    let title = names::line(&tornado.title);
    let sheet = Sheet {
        source,
        name: name.to_owned(),
        title: &title,
        notes: vec![notes.join(" ")],
        legend: false,
        height: TOP + 30.0 + STEP * shown.len().max(1) as f64 + 106.0,
        description: said.collect::<Vec<_>>().join(". "),
    };
    draw_sheet(sheet, |canvas| plot(canvas, picture, shown))
}

fn in_words(picture: Picture<'_>, bar: &Bar) -> String {
    let mut text = names::line(&bar.label);
    for (label, estimate) in [(&bar.low_label, &bar.low), (&bar.high_label, &bar.high)] {
        if picture.has(label) {
            text += &format!("\n{}: {}", names::line(label), picture.number(estimate));
        }
    }
    text
}

fn plot(canvas: &mut Canvas<'_>, picture: Picture<'_>, bars: &[&Bar]) -> Result<(), ReportError> {
    let tornado = picture.tornado;
    let font = Font::new(12.5, INK).anchored(HPos::Right);
    let widest = bars.iter().map(|bar| font.room(&names::line(&bar.label))).fold(0.0, f64::max);
    let border = MARGIN + widest.clamp(40.0, 260.0) + 10.0;
    let (left, right) = (border + LABEL_WIDTH, WIDTH - MARGIN - LABEL_WIDTH);
    let ends = || bars.iter().flat_map(|bar| [&bar.low, &bar.high]);
    let values = || ends().flat_map(|end| picture.reach(end)).chain([tornado.base.value]);
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(f64::NEG_INFINITY, f64::max);
    let range = if most - least > 1e-9 { most - least } else { 1.0 };
    let x = |value: f64| left + (value - least) / range * (right - left);
    let (top, bottom) = (TOP + 30.0, TOP + 30.0 + STEP * bars.len() as f64);

    let factor = if tornado.percent { 100.0 } else { 1.0 };
    for (tick, label) in number_ticks(factor * least, factor * most) {
        let place = x(tick / factor);
        canvas.line(&[(place, top - 6.0), (place, bottom)], RULE, 1.0)?;
        let label = if tornado.percent { format!("{label} %") } else { label };
        canvas.text(place, bottom + 14.0, Font::new(12.0, MUTED).anchored(HPos::Center), &label)?;
    }
    let title = TITLE.anchored(HPos::Center);
    canvas.text(
        f64::midpoint(left, right),
        bottom + 38.0,
        title,
        &title.cut(&names::line(&tornado.axis), right - left),
    )?;

    let base = x(tornado.base.value);
    for (index, bar) in bars.iter().enumerate() {
        let above = top + STEP * index as f64 + 4.0;
        canvas.text(
            border - 2.0,
            above + STEP / 2.0 - 4.0,
            font,
            &font.cut(&names::line(&bar.label), border - MARGIN),
        )?;
        draw_bar(canvas, picture, bar, (above, base), &x)?;
        canvas.spot([(MARGIN, above - 4.0), (WIDTH - MARGIN, above + STEP - 4.0)], in_words(picture, bar));
    }
    canvas.line(&[(base, top - 6.0), (base, bottom)], INK, 1.5)?;
    canvas.mark(left, TOP + 6.0, 1)?;
    canvas.text(left + 12.0, TOP + 6.0, Font::new(12.0, INK), "lowered")?;
    canvas.mark(left + 100.0, TOP + 6.0, 0)?;
    canvas.text(left + 112.0, TOP + 6.0, Font::new(12.0, INK), "raised")
}

/// Both halves of a bar. Where both lie on one side of the base, one is above the other.
fn draw_bar(
    canvas: &mut Canvas<'_>,
    picture: Picture<'_>,
    bar: &Bar,
    (above, base): (f64, f64),
    x: &(impl Fn(f64) -> f64 + Copy),
) -> Result<(), ReportError> {
    let full = STEP - 8.0;
    let one_side = (x(bar.low.value) - base) * (x(bar.high.value) - base) > 0.0;
    let ends = [(1, &bar.low_label, &bar.low), (0, &bar.high_label, &bar.high)];
    for (index, label, estimate) in ends.into_iter().filter(|(_, label, _)| picture.has(label)) {
        let (offset, height) = match (one_side, index) {
            (false, _) => (0.0, full),
            (true, 1) => (0.0, full / 2.0),
            (true, _) => (full / 2.0, full / 2.0),
        };
        let (top, bottom, end) = (above + offset, above + offset + height, x(estimate.value));
        canvas.area(&[(base, top), (end, top), (end, bottom), (base, bottom)], PALETTE[index], 1.0)?;
        let text = format!("{}: {}", names::line(label), picture.number(estimate));
        let font = Font::new(if one_side { 10.0 } else { 11.5 }, INK);
        // Where neither moves the number, each still has its side.
        let leftwards = end < base || (end == base && index == 1);
        let text = font.cut(&text, LABEL_WIDTH - 8.0);
        let middle = font.room(&text) / 2.0 + 4.0;
        let reach = picture.reach(estimate).map(x);
        if reach[0] < reach[1] {
            let y = f64::midpoint(top, bottom);
            canvas.whisker(reach.map(|end| (end, y)), (height / 4.0).min(4.0))?;
        }
        let place = if leftwards { reach[0] - middle } else { reach[1] + middle };
        canvas.label(place, f64::midpoint(top, bottom), font.anchored(HPos::Center), &text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_that_moves_most_comes_first() {
        let bar = |label: &str, low: f64, high: f64| Bar {
            label: label.to_owned(),
            low_label: "1".to_owned(),
            high_label: "3".to_owned(),
            low: Estimate::exact(low),
            high: Estimate::exact(high),
        };
        let bars = [bar("a", 0.4, 0.5), bar("b", 0.6, 0.2), bar("c", f64::NAN, 0.9), bar("d", 0.3, 0.6)];
        let order: Vec<&str> = largest_first(&bars).iter().map(|bar| bar.label.as_str()).collect();
        assert_eq!(order, ["b", "d", "a"]);
    }
}
