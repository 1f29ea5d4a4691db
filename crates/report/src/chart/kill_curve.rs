//! The kill curve: the probability of a kill by round, a line for each run.

use std::fmt::Write as _;

use plotters::style::text_anchor::HPos;
use results::Estimate;

use super::axis::{label_step, percent_ticks};
use super::canvas::{AXIS, BOTTOM, Canvas, Font, INK, LEFT, MUTED, Sheet, draw as draw_sheet, height};
use super::data::{KillCurve, Line};
use super::{Chart, PALETTE};
use crate::{Report, ReportError, digits, words};

/// More rounds than this, and the lines have no marks.
const MOST_MARKS: usize = 40;

/// Draws a kill curve.
pub(crate) fn draw(report: &Report, curve: &KillCurve) -> Result<Chart, ReportError> {
    let methods = words::methods_of(report.compared());
    let sampled = curve.lines.iter().flat_map(|line| &line.kills).any(|kill| kill.error.is_some());
    let band = sampled
        .then(|| "The bands are 95 % intervals; where none is seen it is narrower than the line.".to_owned());
    let notes: Vec<String> = curve.note.iter().cloned().chain(band).collect();
    let note = notes.join(" ");
    let sheet = Sheet {
        report,
        name: "kill_curve".to_owned(),
        title: "Probability that the target is dead, by round",
        methods: &methods,
        note: (!note.is_empty()).then_some(note.as_str()),
        legend: curve.lines.len() > 1,
        description: described(curve),
    };
    draw_sheet(sheet, |canvas| plot(canvas, curve))
}

fn plot(canvas: &mut Canvas<'_>, curve: &KillCurve) -> Result<(), ReportError> {
    let kills = || curve.lines.iter().flat_map(|line| &line.kills);
    let highest = kills().map(|kill| kill.high().unwrap_or(kill.value)).fold(0.0, f64::max);
    // A curve that goes far is read against certainty.
    let ticks = percent_ticks(if highest > 0.5 { 1.0 } else { highest });
    canvas.probability_axis(&ticks, "dead by the end of the round")?;
    canvas.bottom_title("round")?;

    let rounds = curve.rounds;
    let inset = ((canvas.right - LEFT) / (rounds as f64 + 1.0) / 2.0).clamp(14.0, 60.0);
    let gap = if rounds > 1 { (canvas.right - LEFT - 2.0 * inset) / (rounds - 1) as f64 } else { 0.0 };
    let place = |round: usize, right: f64| match rounds {
        1 => f64::midpoint(LEFT, right),
        _ => LEFT + inset + (round - 1) as f64 * gap,
    };
    let step = label_step(rounds, 20);
    let ticked = |round: usize| round.is_multiple_of(step) || (round == 1 && (step - 1) as f64 * gap > 24.0);
    for round in (1..=rounds).filter(|round| ticked(*round)) {
        let x = place(round, canvas.right);
        canvas.line(&[(x, BOTTOM), (x, BOTTOM + 5.0)], AXIS, 1.0)?;
        canvas.text(x, BOTTOM + 17.0, Font::new(12.0, MUTED).anchored(HPos::Center), &round.to_string())?;
    }

    let right = canvas.right;
    let points = |line: &Line, value: fn(&Estimate) -> f64| -> Vec<(f64, f64)> {
        let kills = line.kills.iter().enumerate();
        kills.map(|(round, kill)| (place(round + 1, right), height(value(kill), ticks.top))).collect()
    };
    // Bands lie below all lines.
    for (line, color) in curve.lines.iter().zip(PALETTE) {
        if line.kills.iter().any(|kill| kill.error.is_some()) {
            let mut band = points(line, |kill| kill.high().unwrap_or(kill.value));
            band.extend(points(line, |kill| kill.low().unwrap_or(kill.value)).into_iter().rev());
            canvas.area(&band, color, 0.2)?;
        }
    }
    for (index, (line, color)) in curve.lines.iter().zip(PALETTE).enumerate() {
        let points = points(line, |kill| kill.value);
        canvas.line(&points, color, 2.0)?;
        if rounds <= MOST_MARKS {
            for (x, y) in points {
                canvas.mark(x, y, index)?;
            }
        }
    }

    if let [only] = curve.lines.as_slice() {
        numbers(canvas, only, &points(only, |kill| kill.value), gap)?;
    }
    for round in 1..=rounds {
        let (x, half) = (place(round, canvas.right), if rounds > 1 { gap / 2.0 } else { 60.0 });
        canvas.at_pointer((x - half).max(LEFT), (x + half).min(canvas.right), at_round(curve, round));
    }
    if curve.lines.len() > 1 {
        let marks = curve.lines.iter().enumerate();
        canvas.legend(marks.map(|(index, line)| (index, line.label.as_str(), "")))?;
    }
    Ok(())
}

/// The numbers of a line that is alone, below and right of its points, where a rising curve leaves room.
fn numbers(canvas: &mut Canvas<'_>, line: &Line, points: &[(f64, f64)], gap: f64) -> Result<(), ReportError> {
    let font = Font::new(11.0, INK);
    let shown: Vec<String> = line.kills.iter().map(digits::percent).collect();
    let widest = shown.iter().map(|text| font.room(text)).fold(0.0, f64::max);
    if points.len() > 1 && gap < widest + 14.0 {
        return Ok(());
    }
    for (text, (x, y)) in shown.iter().zip(points) {
        let below = if y + 22.0 > BOTTOM { -14.0 } else { 13.0 };
        canvas.text(x + 8.0, y + below, font, text)?;
    }
    Ok(())
}

/// What is said at the pointer.
fn at_round(curve: &KillCurve, round: usize) -> String {
    let mut text = format!("Round {round}");
    for line in &curve.lines {
        if let Some(kill) = line.kills.get(round - 1) {
            let _ = write!(text, "\n{}: {}", line.label, digits::percent_with_margin(kill));
        }
    }
    text
}

/// The chart in words.
fn described(curve: &KillCurve) -> String {
    let lines = curve.lines.iter().filter_map(|line| {
        let (first, last) = (line.kills.first()?, line.kills.last()?);
        let (first, last) = (digits::percent(first), digits::percent(last));
        Some(format!("{}: {first} in round 1, {last} by round {}.", line.label, line.kills.len()))
    });
    lines.collect::<Vec<_>>().join(" ")
}
