//! The funnel: a bar for each step of an attack and the loss before it, with runs side by side.

use plotters::style::text_anchor::HPos;

use super::canvas::{AXIS, Canvas, Font, INK, MARGIN, NOTE, Sheet, TOP, draw as draw_sheet, right};
use super::{Chart, MOST_GROUPS, PALETTE, left_out};
use crate::funnel::{self, Stage};
use crate::source::Source;
use crate::{ReportError, Run, digits, names};

/// The steps of some runs in round 1.
struct Funnel<'a> {
    steps: Vec<&'a str>,
    /// Each with its label.
    runs: Vec<(String, Vec<Stage>)>,
    /// The room for the names of the steps.
    left: f64,
    /// The height of a bar, and of a step with the gap after it.
    bar: f64,
    step: f64,
}

/// The room for the text beside a bar.
const LABEL_WIDTH: f64 = 150.0;

/// Draws the funnel of some runs; `None` where none has any steps.
pub(crate) fn draw(source: &Source<'_>, runs: &[&Run]) -> Result<Option<Chart>, ReportError> {
    let with_steps: Vec<&Run> =
        runs.iter().copied().filter(|run| !funnel::in_first(run).is_empty()).collect();
    if with_steps.is_empty() {
        return Ok(None);
    }
    let shown = &with_steps[..with_steps.len().min(MOST_GROUPS)];
    let steps = funnel::step_names(shown);
    let font = Font::new(13.0, INK);
    let widest = steps.iter().map(|name| font.room(&names::line(name))).fold(0.0, f64::max);
    let bar = [38.0, 24.0, 20.0, 16.0][shown.len() - 1];
    let funnel = Funnel {
        left: MARGIN + widest.clamp(40.0, 190.0) + 12.0,
        bar,
        step: bar * shown.len() as f64 + if shown.len() == 1 { 22.0 } else { 18.0 },
        steps,
        runs: shown.iter().map(|run| (names::line(&run.label), funnel::in_first(run))).collect(),
    };
    let sampled = stages(&funnel).any(|stage| stage.mean.error.is_some());
    let note = ["Means of each step; what is lost is a share of the step before.".to_owned()]
        .into_iter()
        .chain(left_out(shown.len(), with_steps.len()))
        .chain(sampled.then(|| "Whiskers are 95 % intervals.".to_owned()));
    let height = TOP + NOTE + funnel.step * funnel.steps.len() as f64 + 50.0;
    let sheet = Sheet {
        source,
        name: "funnel".to_owned(),
        title: "Where the shots go in round 1",
        notes: vec![note.collect::<Vec<_>>().join(" ")],
        legend: shown.len() > 1,
        // Below the legend's entries there must be the footer.
        height: height.max(if shown.len() > 1 { 190.0 + 42.0 * shown.len() as f64 } else { 260.0 }),
        description: described(&funnel),
    };
    draw_sheet(sheet, |canvas| plot(canvas, &funnel)).map(Some)
}

fn stages<'a>(funnel: &'a Funnel<'_>) -> impl Iterator<Item = &'a Stage> {
    funnel.runs.iter().flat_map(|(_, stages)| stages)
}

fn plot(canvas: &mut Canvas<'_>, funnel: &Funnel<'_>) -> Result<(), ReportError> {
    let most = stages(funnel)
        .map(|stage| stage.mean.high().unwrap_or(stage.mean.value))
        .filter(|mean| mean.is_finite())
        .fold(f64::MIN_POSITIVE, f64::max);
    let several = funnel.runs.len() > 1;
    let room = right(several) - funnel.left - LABEL_WIDTH;
    let x = |mean: f64| funnel.left + (mean / most).clamp(0.0, 1.0) * room;
    let top = |step: usize, run: usize| TOP + 8.0 + step as f64 * funnel.step + run as f64 * funnel.bar;
    for (step, name) in funnel.steps.iter().enumerate() {
        let middle = top(step, 0) + funnel.bar * funnel.runs.len() as f64 / 2.0;
        let font = Font::new(13.0, INK).anchored(HPos::Right);
        canvas.text(
            funnel.left - 10.0,
            middle,
            font,
            &font.cut(&names::line(name), funnel.left - MARGIN - 8.0),
        )?;
        let mut said = names::line(name);
        for (run, (label, stages)) in funnel.runs.iter().enumerate() {
            let Some(place) = stages.iter().position(|stage| stage.name == *name) else { continue };
            let (stage, color) = (&stages[place], PALETTE[run % PALETTE.len()]);
            let (above, below) = (top(step, run), top(step, run) + funnel.bar - 2.0);
            let end = x(stage.mean.value).max(funnel.left + 1.0);
            canvas.area(
                &[(funnel.left, above), (end, above), (end, below), (funnel.left, below)],
                color,
                1.0,
            )?;
            if let (false, Some(next)) = (several, stages.get(place + 1)) {
                // A single run narrows before the eye.
                let (to, floor) = (x(next.mean.value), top(step + 1, run));
                canvas.area(
                    &[(funnel.left, below), (end, below), (to, floor), (funnel.left, floor)],
                    color,
                    0.14,
                )?;
            }
            let center = f64::midpoint(above, below);
            let mut beside = end;
            if let Some(error) = stage.mean.error.filter(|_| stage.mean.value > 0.0) {
                canvas.whisker(
                    [error.low, error.high].map(|mean| (x(mean), center)),
                    (funnel.bar / 6.0).min(4.0),
                )?;
                beside = x(error.high).max(end);
            }
            let change = stage.change.in_words();
            let comma = if change.is_empty() { "" } else { ", " };
            let text = format!("{}{comma}{change}", digits::number(&stage.mean));
            canvas.text(beside + 7.0, center, Font::new(if several { 11.0 } else { 12.5 }, INK), &text)?;
            said.push_str(&format!("\n{label}: {}{comma}{change}", digits::number_with_margin(&stage.mean)));
        }
        let bottom = top(step, funnel.runs.len());
        canvas.spot([(MARGIN, top(step, 0) - 4.0), (canvas.right, bottom + 4.0)], said);
    }
    let bottom = top(funnel.steps.len() - 1, funnel.runs.len()) + 6.0;
    canvas.line(&[(funnel.left, TOP), (funnel.left, bottom)], AXIS, 1.0)?;
    if several {
        canvas
            .legend(funnel.runs.iter().enumerate().map(|(index, (label, _))| (index, label.as_str(), "")))?;
    }
    Ok(())
}

/// The chart in words.
fn described(funnel: &Funnel<'_>) -> String {
    let runs = funnel.runs.iter().map(|(label, stages)| {
        let steps = stages.iter().map(|stage| {
            format!(
                "{} {} {}",
                names::line(&stage.name),
                digits::number(&stage.mean),
                stage.change.in_words()
            )
            .trim_end()
            .to_owned()
        });
        format!("{label}: {}.", steps.collect::<Vec<_>>().join(", "))
    });
    runs.collect::<Vec<_>>().join(" ")
}
