//! Lines of probabilities: the kill curve by round, or the kill against a swept field.
//!
//! Values on a scale are joined by lines with bands. Values without one, such as names, are separate, with whiskers.

use std::fmt::Write as _;

use plotters::style::text_anchor::HPos;
use results::Estimate;

use super::axis::{Ticks, label_step, percent_ticks};
use super::canvas::{
    AXIS, BOTTOM, Canvas, Font, HEIGHT, INK, LEFT, MUTED, Sheet, draw as draw_sheet, height,
};
use super::data::{Line, LineChart, Place};
use super::{Chart, PALETTE};
use crate::source::Source;
use crate::{ReportError, digits, names};

/// More places than this, and the lines have no marks.
const MOST_MARKS: usize = 40;

/// Draws lines.
pub(crate) fn draw(source: &Source<'_>, name: &str, lines: &LineChart) -> Result<Chart, ReportError> {
    let sampled = all(lines).any(|value| value.error.is_some());
    let intervals = if lines.joined {
        "The bands are 95 % intervals; where none is seen it is narrower than the line."
    } else {
        "Whiskers are 95 % intervals."
    };
    let intervals = sampled.then(|| intervals.to_owned());
    let notes: Vec<String> = lines.note.iter().cloned().chain(intervals).collect();
    let sheet = Sheet {
        source,
        name: name.to_owned(),
        title: &lines.title,
        notes: vec![notes.join(" ")],
        legend: lines.lines.len() > 1,
        height: HEIGHT,
        description: described(lines),
    };
    draw_sheet(sheet, |canvas| plot(canvas, lines))
}

fn all(lines: &LineChart) -> impl Iterator<Item = &Estimate> {
    lines.lines.iter().flat_map(|line| line.values.iter().flatten())
}

fn plot(canvas: &mut Canvas<'_>, lines: &LineChart) -> Result<(), ReportError> {
    let highest = all(lines).map(|value| value.high().unwrap_or(value.value)).fold(0.0, f64::max);
    // A curve that goes far is read against certainty.
    let ticks = percent_ticks(if highest > 0.5 { 1.0 } else { highest });
    canvas.probability_axis(&ticks, lines.side)?;
    canvas.bottom_title(&lines.bottom)?;
    let xs = across(lines, canvas.right);
    let gap = xs.windows(2).map(|pair| pair[1] - pair[0]).reduce(f64::min).unwrap_or(0.0);
    below(canvas, lines, &xs, gap)?;
    if lines.joined {
        // Bands lie below all lines.
        for (line, color) in lines.lines.iter().zip(PALETTE) {
            for (from, piece) in
                pieces(line).filter(|(_, piece)| piece.iter().any(|value| value.error.is_some()))
            {
                let mut band =
                    points(&xs[from..], &piece, &ticks, |value| value.high().unwrap_or(value.value));
                let low = points(&xs[from..], &piece, &ticks, |value| value.low().unwrap_or(value.value));
                band.extend(low.into_iter().rev());
                canvas.area(&band, color, 0.2)?;
            }
        }
    }
    // The first line lies on top.
    for (index, line) in lines.lines.iter().enumerate().rev() {
        draw_line(canvas, lines, &xs, &ticks, (index, line))?;
    }
    if let [only] = lines.lines.as_slice() {
        numbers(canvas, only, &xs, &ticks, gap)?;
    }
    for (index, x) in xs.iter().enumerate() {
        let between =
            |other: Option<&f64>, alone: f64| other.map_or(alone, |other| f64::midpoint(*x, *other));
        let left = between(index.checked_sub(1).map(|index| &xs[index]), (x - 60.0).max(LEFT));
        let right = between(xs.get(index + 1), (x + 60.0).min(canvas.right));
        canvas.at_pointer(left, right, at_place(lines, index));
    }
    if lines.lines.len() > 1 {
        let marks = lines.lines.iter().enumerate();
        canvas.legend(marks.map(|(index, line)| (index, line.label.as_str(), "")))?;
    }
    Ok(())
}

/// The positions of the places.
fn across(lines: &LineChart, right: f64) -> Vec<f64> {
    let places = &lines.places;
    let inset = ((right - LEFT) / (places.len() as f64 + 1.0) / 2.0).clamp(14.0, 60.0);
    let (first, last) = match places.as_slice() {
        [first, .., last] => (first.at, last.at),
        _ => return places.iter().map(|_| f64::midpoint(LEFT, right)).collect(),
    };
    let room = right - LEFT - 2.0 * inset;
    places.iter().map(|place| LEFT + inset + (place.at - first) / (last - first) * room).collect()
}

/// The labels below the places, as many as fit.
fn below(canvas: &mut Canvas<'_>, lines: &LineChart, xs: &[f64], gap: f64) -> Result<(), ReportError> {
    let font = Font::new(if lines.joined { 12.0 } else { 11.5 }, MUTED).anchored(HPos::Center);
    let step = label_step(xs.len(), 20) as f64;
    let whole = lines.places.iter().all(|place| place.at.fract() == 0.0);
    let mut taken = f64::NEG_INFINITY;
    for (index, (place, &x)) in lines.places.iter().zip(xs).enumerate() {
        let number = if whole { place.at } else { index as f64 };
        if number.rem_euclid(step) != 0.0 && index > 0 {
            continue;
        }
        // A first place that is no round number must leave room for the next one.
        if index == 0 && number.rem_euclid(step) != 0.0 && (step - number.rem_euclid(step)) * gap < 24.0 {
            continue;
        }
        let text = if lines.joined {
            vec![place.label.clone()]
        } else {
            names::wrap(&place.label, font.columns(gap.max(40.0) * step - 6.0))
        };
        let text: Vec<String> = text.iter().take(2).map(|line| font.cut(line, 150.0)).collect();
        let half = text.iter().map(|line| font.room(line) / 2.0).fold(0.0, f64::max);
        if x - half < taken + 4.0 {
            continue;
        }
        taken = x + half;
        canvas.line(&[(x, BOTTOM), (x, BOTTOM + 5.0)], AXIS, 1.0)?;
        for (line, text) in text.iter().enumerate() {
            let y = if lines.joined { 17.0 } else { 12.0 + 12.5 * line as f64 };
            canvas.text(x, BOTTOM + y, font, text)?;
        }
    }
    Ok(())
}

/// The stretches of a line without a gap, each with where it begins.
fn pieces(line: &Line) -> impl Iterator<Item = (usize, Vec<Estimate>)> {
    let mut from = 0;
    line.values.chunk_by(|left, right| left.is_some() == right.is_some()).filter_map(move |values| {
        let piece: Vec<Estimate> = values.iter().flatten().copied().collect();
        let start = from;
        from += values.len();
        (!piece.is_empty()).then_some((start, piece))
    })
}

fn points(xs: &[f64], values: &[Estimate], ticks: &Ticks, value: fn(&Estimate) -> f64) -> Vec<(f64, f64)> {
    xs.iter().zip(values).map(|(&x, found)| (x, height(value(found), ticks.top))).collect()
}

fn draw_line(
    canvas: &mut Canvas<'_>,
    lines: &LineChart,
    xs: &[f64],
    ticks: &Ticks,
    (index, line): (usize, &Line),
) -> Result<(), ReportError> {
    for (from, piece) in pieces(line) {
        let points = points(&xs[from..], &piece, ticks, |value| value.value);
        if lines.joined {
            canvas.line(&points, PALETTE[index % PALETTE.len()], 2.0)?;
        } else {
            for (&(x, _), error) in
                points.iter().zip(&piece).filter_map(|(point, value)| Some((point, value.error?)))
            {
                canvas.whisker([error.low, error.high].map(|end| (x, height(end, ticks.top))), 4.0)?;
            }
        }
        if xs.len() <= MOST_MARKS || !lines.joined || points.len() == 1 {
            for (x, y) in points {
                canvas.mark(x, y, index)?;
            }
        }
    }
    Ok(())
}

/// The numbers of a line that is alone, below and right of its points, where a rising curve leaves room.
fn numbers(
    canvas: &mut Canvas<'_>,
    line: &Line,
    xs: &[f64],
    ticks: &Ticks,
    gap: f64,
) -> Result<(), ReportError> {
    let font = Font::new(11.0, INK);
    let widest =
        line.values.iter().flatten().map(|value| font.room(&digits::percent(value))).fold(0.0, f64::max);
    if xs.len() > 1 && gap < widest + 14.0 {
        return Ok(());
    }
    for (value, x) in line.values.iter().zip(xs).filter_map(|(value, x)| Some((value.as_ref()?, x))) {
        let y = height(value.value, ticks.top);
        let below = if y + 22.0 > BOTTOM { -14.0 } else { 13.0 };
        canvas.text(x + 8.0, y + below, font, &digits::percent(value))?;
    }
    Ok(())
}

/// The text at the pointer.
fn at_place(lines: &LineChart, index: usize) -> String {
    let mut text = lines.places[index].pointer.clone();
    for line in &lines.lines {
        if let Some(Some(value)) = line.values.get(index) {
            let _ = write!(text, "\n{}: {}", line.label, digits::percent_with_margin(value));
        }
    }
    text
}

/// The chart in words: where each line begins and ends.
fn described(lines: &LineChart) -> String {
    let ends = lines.lines.iter().filter_map(|line| {
        let mut known =
            line.values.iter().zip(&lines.places).filter_map(|(value, place)| Some((value.as_ref()?, place)));
        let first = known.next()?;
        let last = known.next_back().unwrap_or(first);
        let end = |(value, place): (&Estimate, &Place)| {
            format!("{} at {} {}", digits::percent(value), lines.bottom, place.label)
        };
        Some(format!("{}: {}, {}.", line.label, end(first), end(last)))
    });
    ends.collect::<Vec<_>>().join(" ")
}
