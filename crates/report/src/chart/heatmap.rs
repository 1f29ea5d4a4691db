//! Heat maps: a number for each of two things, with lines where it passes a level.
//!
//! One map fills the sheet. Several are side by side with one scale, so that their colours can be compared. Whatever
//! is a matrix of estimates can be drawn: the cells of a sweep, attackers against targets, or what two maps differ in.

mod colors;
mod contour;
mod layout;
mod panel;

use plotters::style::text_anchor::HPos;
use results::Estimate;

use self::colors::Colors;
use self::contour::Edge;
use self::layout::{Layout, Texts};
use self::panel::Panel;
use super::Chart;
use super::canvas::{AXIS, Canvas, Font, INK, MUTED, NOTE, Sheet, draw as draw_sheet};
use crate::source::Source;
use crate::{ReportError, digits, names};

/// A matrix of estimates, ready to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Heatmap {
    /// What it shows.
    pub title: String,
    /// A remark; may be empty.
    pub subtitle: String,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// What the rows are.
    pub row_title: String,
    /// What the columns are.
    pub column_title: String,
    /// Row by row; `None` where a number is missing.
    pub values: Vec<Vec<Option<Estimate>>>,
    /// What kind of numbers they are.
    pub scale: Scale,
}

/// The kind of numbers of a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Probabilities, shown in percent, with lines at 25, 50 and 75 %.
    Percent,
    /// Probabilities of things in no order, shown in percent, without lines.
    Share,
    /// Differences of probabilities, shown in points, with a line where there is no difference.
    Diverging,
    /// Any numbers.
    Number,
}

/// The most maps of one chart.
pub(crate) const MOST_MAPS: usize = 12;

/// Draws a heat map; `name` is the name of its file.
pub fn heatmap(source: &Source<'_>, name: &str, map: &Heatmap) -> Result<Chart, ReportError> {
    heatmaps(source, name, &map.title, &map.subtitle, std::slice::from_ref(map))
}

/// Draws up to twelve heat maps side by side with one scale. A note counts the ones left out.
pub fn heatmaps(
    source: &Source<'_>,
    name: &str,
    title: &str,
    subtitle: &str,
    maps: &[Heatmap],
) -> Result<Chart, ReportError> {
    let shown: Vec<Heatmap> = maps.iter().take(MOST_MAPS).map(clean).collect();
    let scale = shown.first().map_or(Scale::Number, |map| map.scale);
    let estimates = || shown.iter().flat_map(|map| map.values.iter().flatten().flatten());
    let colors = Colors::of(scale, estimates().map(|estimate| estimate.value));
    let lines: Vec<Vec<Edge>> = shown.iter().map(|map| contour::of(map, &colors)).collect();
    let says_more = !subtitle.is_empty() && scale != Scale::Number;
    let layout = Layout::of(&shown, &lines, if says_more { NOTE } else { 0.0 });
    let texts = Texts::of(&layout, &colors, &shown);
    let mut said = vec![explained(scale, texts.is_some())];
    if maps.len() > shown.len() {
        said.push(format!("{} of {} maps are shown.", shown.len(), digits::whole(maps.len() as u64)));
    }
    if estimates().any(|estimate| estimate.error.is_some()) && texts.is_some() {
        said.push("No digit is shown that the intervals do not support.".to_owned());
    }
    let title = names::line(title);
    // Numbers need little explanation, which fits on the line of the subtitle.
    let mut notes: Vec<String> = [names::line(subtitle), said.join(" ").trim().to_owned()]
        .into_iter()
        .filter(|note| !note.is_empty())
        .collect();
    if !says_more {
        notes = vec![notes.join(" ")];
    }
    let sheet = Sheet {
        source,
        name: name.to_owned(),
        title: &title,
        notes,
        legend: false,
        height: layout.height,
        description: described(&shown, &colors),
    };
    draw_sheet(sheet, |canvas| {
        for (index, (map, lines)) in shown.iter().zip(&lines).enumerate() {
            Panel { layout: &layout, colors: &colors, texts: texts.as_ref(), index, map, lines }
                .draw(canvas)?;
        }
        scale_beside(canvas, &layout, &colors)
    })
}

/// What the numbers and the lines are.
fn explained(scale: Scale, numbers: bool) -> String {
    let lines = match scale {
        Scale::Percent => "Lines part cells below 25, 50 and 75 % from those that reach them.",
        Scale::Diverging => "The line is break-even.",
        Scale::Number | Scale::Share => "",
    };
    let cells = match (numbers, scale) {
        (false, _) => "The cells are too small for numbers.",
        (true, Scale::Percent | Scale::Share) => "Numbers are percentages.",
        (true, Scale::Diverging) => "Numbers are percentage points.",
        (true, Scale::Number) => "",
    };
    [cells, lines].join(" ").trim().to_owned()
}

/// A map whose names do no harm and whose rows are of one length.
fn clean(map: &Heatmap) -> Heatmap {
    let lines = |texts: &[String]| texts.iter().map(|text| names::line(text)).collect::<Vec<_>>();
    let mut values = map.values.clone();
    values.resize(map.rows.len(), Vec::new());
    for row in &mut values {
        row.resize(map.columns.len(), None);
        for cell in row {
            *cell = cell.filter(|estimate| estimate.value.is_finite());
        }
    }
    Heatmap {
        title: names::line(&map.title),
        subtitle: names::line(&map.subtitle),
        rows: lines(&map.rows),
        columns: lines(&map.columns),
        row_title: names::line(&map.row_title),
        column_title: names::line(&map.column_title),
        values,
        scale: map.scale,
    }
}

/// The scale of colours, with the lines of the map across it.
fn scale_beside(canvas: &mut Canvas<'_>, layout: &Layout, colors: &Colors) -> Result<(), ReportError> {
    const STEPS: usize = 128;
    let (left, top, bottom) = layout.scale;
    let right = left + 14.0;
    let y = |value: f64| bottom - (value - colors.low) / (colors.high - colors.low) * (bottom - top);
    // From the top, so that each covers the end of the one before.
    for step in (0..STEPS).rev() {
        let share = |step: usize| colors.low + step as f64 / STEPS as f64 * (colors.high - colors.low);
        let middle = f64::midpoint(share(step), share(step + 1));
        let corners = [(left, y(share(step + 1))), (right, y(share(step)))];
        canvas.rectangle(panel::overlapping(corners), colors.color(middle))?;
    }
    for (tick, label) in colors.ticks() {
        canvas.line(&[(right, y(tick)), (right + 4.0, y(tick))], AXIS, 1.0)?;
        canvas.text(right + 8.0, y(tick), Font::new(11.0, MUTED), &label)?;
    }
    for (index, &level) in colors.levels().iter().enumerate() {
        if level > colors.low && level < colors.high {
            panel::level_line(canvas, ((left - 3.0, y(level)), (right + 3.0, y(level))), &[index], colors)?;
        }
    }
    if colors.levels() == [0.0] {
        let font = Font::new(11.0, INK).anchored(HPos::Left);
        canvas.text(left - 6.0, bottom + 14.0, font, "percentage points")?;
    }
    Ok(())
}

/// The chart in words: the least and the most of each map.
fn described(maps: &[Heatmap], colors: &Colors) -> String {
    let said = maps.iter().filter_map(|map| {
        let cells = || {
            map.values.iter().zip(&map.rows).flat_map(|(row, name)| {
                row.iter()
                    .zip(&map.columns)
                    .filter_map(move |(cell, column)| Some((cell.as_ref()?, name, column)))
            })
        };
        let by_value = |one: &(&Estimate, &String, &String), other: &(&Estimate, &String, &String)| {
            one.0.value.total_cmp(&other.0.value)
        };
        let end = |(value, row, column): (&Estimate, &String, &String)| {
            format!("{} at {} {row}, {} {column}", colors.full(value), map.row_title, map.column_title)
        };
        Some(format!(
            "{}: from {} to {}.",
            map.title,
            end(cells().min_by(by_value)?),
            end(cells().max_by(by_value)?)
        ))
    });
    said.collect::<Vec<_>>().join(" ")
}
