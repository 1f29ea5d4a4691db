//! Bars: the distribution of a measure or of the round of the kill, with runs side by side.

use std::fmt::Write as _;

use plotters::style::text_anchor::HPos;

use super::axis::{Ticks, label_step, percent_ticks};
use super::canvas::{
    AXIS, BOTTOM, Canvas, Font, HEIGHT, INK, LEFT, MUTED, Sheet, TOP, draw as draw_sheet, height, right,
};
use super::data::Bars;
use super::{Chart, PALETTE};
use crate::source::Source;
use crate::{ReportError, digits};

/// Draws bars.
pub(crate) fn draw(source: &Source<'_>, name: String, bars: &Bars) -> Result<Chart, ReportError> {
    let sampled = bars.groups.iter().flat_map(|group| &group.bars).any(|bar| bar.error.is_some());
    let mut notes: Vec<String> = bars.note.iter().cloned().collect();
    if let [only] = bars.groups.as_slice() {
        let remark = &only.remark;
        notes.push(format!("{}{}.", remark[..1].to_uppercase(), &remark[1..]));
    }
    if sampled && Slots::new(bars).have_whiskers(bars) {
        notes.push("Whiskers are 95 % intervals.".to_owned());
    }
    let sheet = Sheet {
        source,
        name,
        title: &bars.title,
        notes: vec![notes.join(" ")],
        legend: bars.groups.len() > 1,
        height: HEIGHT,
        description: described(bars),
    };
    draw_sheet(sheet, |canvas| plot(canvas, bars))
}

/// The widest that the bars of a value get.
const MAX_WIDTH: f64 = 130.0;

/// The positions of a value's bars.
struct Slots {
    width: f64,
    count: usize,
    last_apart: bool,
}

impl Slots {
    fn new(bars: &Bars) -> Self {
        let count = bars.values.len();
        let room = right(bars.groups.len() > 1) - LEFT - 12.0;
        // The last one has a slot and a half, at the least room for its name.
        let width = if bars.last_apart {
            let plain = (count - 1).max(1) as f64;
            (room / (plain + 1.5)).min((room - 84.0) / plain)
        } else {
            room / count.max(1) as f64
        };
        Self { width, count, last_apart: bars.last_apart }
    }

    /// Whether bars are wide enough for whiskers.
    fn have_whiskers(&self, bars: &Bars) -> bool {
        self.bars(0) / bars.groups.len() as f64 >= 4.0
    }

    fn is_apart(&self, index: usize) -> bool {
        self.last_apart && index + 1 == self.count
    }

    /// The width of a value's bars together.
    fn bars(&self, index: usize) -> f64 {
        let width = (0.76 * self.width).min(MAX_WIDTH);
        if self.is_apart(index) { width.max(26.0) } else { width }
    }

    fn middle(&self, index: usize, right: f64) -> f64 {
        if self.is_apart(index) {
            return right - (self.width / 2.0).max(30.0);
        }
        LEFT + 6.0 + (index as f64 + 0.5) * self.width
    }
}

fn plot(canvas: &mut Canvas<'_>, bars: &Bars) -> Result<(), ReportError> {
    let slots = Slots::new(bars);
    let all = || bars.groups.iter().flat_map(|group| &group.bars);
    let highest = all().map(|bar| bar.high().unwrap_or(bar.value)).fold(0.0, f64::max);
    // A little more, so that numbers have room above the highest bar.
    let ticks = percent_ticks(highest * 1.06);
    canvas.probability_axis(&ticks, "probability")?;
    canvas.bottom_title(&bars.axis)?;
    for index in 0..bars.values.len() {
        draw_value(canvas, bars, &slots, &ticks, index)?;
    }
    below(canvas, bars, &slots)?;
    if bars.groups.len() > 1 {
        let groups = bars.groups.iter().enumerate();
        canvas.legend(groups.map(|(index, group)| (index, group.label.as_str(), group.remark.as_str())))?;
    }
    Ok(())
}

/// The bars of one value, with whiskers and numbers where there is room.
fn draw_value(
    canvas: &mut Canvas<'_>,
    bars: &Bars,
    slots: &Slots,
    ticks: &Ticks,
    index: usize,
) -> Result<(), ReportError> {
    let middle = slots.middle(index, canvas.right);
    let together = slots.bars(index);
    let each = together / bars.groups.len() as f64;
    for (group, run) in bars.groups.iter().enumerate() {
        let bar = &run.bars[index];
        let color = PALETTE[group % PALETTE.len()];
        let left = middle - together / 2.0 + group as f64 * each;
        let right = left + each - if each > 6.0 { 1.5 } else { 0.0 };
        let y = height(bar.value, ticks.top);
        if bar.value > 0.0 {
            let top = y.min(BOTTOM - 0.5);
            let corners = [(left, BOTTOM), (left, top), (right, top), (right, BOTTOM)];
            // What is not a kill is paler.
            canvas.area(&corners, color, if slots.is_apart(index) { 0.35 } else { 1.0 })?;
            if slots.is_apart(index) {
                canvas.line(&corners, color, 1.5)?;
            }
        }
        let center = f64::midpoint(left, right);
        if let (Some(low), Some(high), true) =
            (bar.low(), bar.high(), slots.have_whiskers(bars) && bar.value > 0.0)
        {
            let ends = [low, high].map(|end| (center, height(end, ticks.top)));
            canvas.whisker(ends, (each / 6.0).clamp(1.0, 5.0))?;
        }
        let font = Font::new(11.0, INK).anchored(HPos::Center);
        let shown = digits::percent(bar);
        let room = if bars.groups.len() == 1 { slots.width.max(together) } else { each };
        if font.room(&shown) + 4.0 <= room {
            let above = height(bar.high().unwrap_or(bar.value), ticks.top);
            canvas.label(center, above - 10.0, font, &shown)?;
        }
    }
    let half = if slots.is_apart(index) { (together / 2.0).max(30.0) } else { slots.width / 2.0 };
    canvas.at_pointer(middle - half, middle + half, at_value(bars, slots, index));
    Ok(())
}

/// The labels below the bars.
fn below(canvas: &mut Canvas<'_>, bars: &Bars, slots: &Slots) -> Result<(), ReportError> {
    let font = Font::new(12.0, MUTED).anchored(HPos::Center);
    let plain = if slots.last_apart { slots.count - 1 } else { slots.count };
    let widest = bars.values[..plain].iter().map(|value| font.room(value)).fold(0.0, f64::max) + 8.0;
    let most = ((plain as f64 * slots.width) / widest).max(1.0) as usize;
    let step = label_step(plain, most.min(24));
    for (index, value) in bars.values.iter().enumerate() {
        let x = slots.middle(index, canvas.right);
        // Rounds count from 1 and measures from 0; both have labels at round numbers.
        let number = if slots.last_apart { index + 1 } else { index };
        if slots.is_apart(index) {
            canvas.text(x, BOTTOM + 17.0, Font { color: INK, ..font }, value)?;
        } else if number.is_multiple_of(step) {
            canvas.text(x, BOTTOM + 17.0, font, value)?;
        }
    }
    if slots.last_apart {
        let x = slots.middle(slots.count - 1, canvas.right) - (slots.width / 2.0).max(30.0) - 6.0;
        canvas.dashed(((x, TOP), (x, BOTTOM)), 4.0, AXIS, 1.0)?;
    }
    Ok(())
}

/// The text at the pointer.
fn at_value(bars: &Bars, slots: &Slots, index: usize) -> String {
    let mut text = match (slots.last_apart, slots.is_apart(index)) {
        (true, true) => "Still alive after the last round".to_owned(),
        (true, false) => format!("Killed in round {}", bars.values[index]),
        (false, _) => format!("{}: {}", bars.axis, bars.values[index]),
    };
    for group in &bars.groups {
        let _ = write!(text, "\n{}: {}", group.label, digits::percent_with_margin(&group.bars[index]));
    }
    text
}

/// The chart in words.
fn described(bars: &Bars) -> String {
    let groups = bars.groups.iter().map(|group| format!("{}: {}.", group.label, group.remark));
    groups.collect::<Vec<_>>().join(" ")
}
