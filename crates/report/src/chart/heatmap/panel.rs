//! How one heat map is drawn: its cells, the lines between them, and the names around them.

use plotters::style::text_anchor::HPos;

use super::colors::{Colors, LINE as LINE_COLORS, NONE};
use super::contour::{self, Edge, Side};
use super::layout::{LINE, Layout, NAMES, Texts, broken};
use super::{Heatmap, Scale};
use crate::chart::axis::label_step;
use crate::chart::canvas::{Canvas, Font, INK, TITLE};
use crate::{ReportError, digits};

/// More cells than this have no text at the pointer.
const MOST_SPOTS: usize = 10_000;

/// One map of a chart.
pub(super) struct Panel<'a> {
    pub(super) layout: &'a Layout,
    pub(super) colors: &'a Colors,
    pub(super) texts: Option<&'a Texts>,
    pub(super) index: usize,
    pub(super) map: &'a Heatmap,
    pub(super) lines: &'a [Edge],
}

impl Panel<'_> {
    /// Draws the map.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) -> Result<(), ReportError> {
        let cells = self.map.rows.len() * self.map.columns.len();
        let many = self.layout.corners.len() * cells > MOST_SPOTS;
        for row in 0..self.map.rows.len() {
            for column in 0..self.map.columns.len() {
                self.cell(canvas, (column, row), !many)?;
            }
        }
        self.lines(canvas)?;
        self.names(canvas)
    }

    fn corner(&self, place: (usize, usize)) -> (f64, f64) {
        self.layout.corner(self.index, place)
    }

    fn cell(
        &self,
        canvas: &mut Canvas<'_>,
        (column, row): (usize, usize),
        spot: bool,
    ) -> Result<(), ReportError> {
        let (map, colors) = (self.map, self.colors);
        let cell = map.values[row][column];
        let corners = [(column, row), (column + 1, row + 1)].map(|place| self.corner(place));
        let color = cell.map_or(NONE, |cell| colors.color(cell.value));
        canvas.rectangle(overlapping(corners), color)?;
        if let Some(texts) = self.texts {
            let font = Font::new(texts.size, Colors::ink(color)).anchored(HPos::Center);
            let [(left, top), (right, bottom)] = corners;
            let text =
                cell.map_or_else(|| digits::missing().to_owned(), |cell| colors.cell(&cell, texts.tries));
            canvas.text(f64::midpoint(left, right), f64::midpoint(top, bottom), font, &text)?;
        }
        if spot {
            let said = cell.map_or_else(|| "no number".to_owned(), |cell| colors.full(&cell));
            let place = [(&map.row_title, &map.rows[row]), (&map.column_title, &map.columns[column])]
                .map(|(title, name)| format!("{title} {name}").trim().to_owned());
            canvas.spot(corners, format!("{}\n{said}", place.join(", ")));
        }
        Ok(())
    }

    /// The lines between cells, and what they are called.
    fn lines(&self, canvas: &mut Canvas<'_>) -> Result<(), ReportError> {
        let (map, colors) = (self.map, self.colors);
        for edge in self.lines {
            level_line(canvas, (self.corner(edge.from), self.corner(edge.to)), &edge.levels, colors)?;
        }
        if self.layout.corners.len() > 1 {
            return Ok(());
        }
        let font = Font::new(11.0, INK);
        let mut taken: Vec<(f64, f64)> = Vec::new();
        for (side, place, levels) in contour::ends(self.lines, map.rows.len(), map.columns.len()) {
            let level = |level: Option<&usize>| level.map_or(0.0, |&level| 100.0 * colors.levels()[level]);
            let text = match (map.scale, levels.len()) {
                (Scale::Diverging, _) => "even".to_owned(),
                (_, 1) => format!("{:.0} %", level(levels.first())),
                _ => format!("{:.0}–{:.0} %", level(levels.first()), level(levels.last())),
            };
            let (x, y) = self.corner(place);
            let half = font.room(&text) / 2.0;
            let (x, y) = match side {
                Side::Right => (x + 5.0 + half, y),
                Side::Top => (x, y - 9.0),
                Side::Bottom => (x, y + 10.0),
                Side::Inside => (x, y),
            };
            // A name that would cross another one is left out: the scale has it too.
            if taken.iter().all(|other| (other.0 - x).abs() > 2.0 * half + 6.0 || (other.1 - y).abs() > 13.0)
            {
                canvas.label(x, y, font.anchored(HPos::Center), &text)?;
                taken.push((x, y));
            }
        }
        Ok(())
    }

    /// The names around the cells.
    fn names(&self, canvas: &mut Canvas<'_>) -> Result<(), ReportError> {
        let (map, layout) = (self.map, self.layout);
        let (left, top) = self.corner((0, 0));
        let (right, bottom) = self.corner((map.columns.len(), map.rows.len()));
        let most = (map.rows.len() as f64 * layout.cell.1 / 13.0).max(1.0) as usize;
        let step = label_step(map.rows.len(), most);
        for (row, name) in map.rows.iter().enumerate().step_by(step) {
            let y = top + (row as f64 + 0.5) * layout.cell.1;
            canvas.text(left - 7.0, y, NAMES.anchored(HPos::Right), &NAMES.cut(name, layout.row_names))?;
        }
        self.column_names(canvas, left, bottom)?;
        if layout.corners.len() > 1 {
            let font = Font::new(12.0, INK).bold();
            canvas.text(left, top - 11.0, font, &font.cut(&map.title, right - left + 10.0))?;
        }
        if self.index.is_multiple_of(layout.side_by_side) {
            let title = TITLE.cut(&map.row_title, (bottom - top).max(90.0));
            let x = left - layout.row_names - 8.0 - 18.0;
            canvas.upwards(x, f64::midpoint(top, bottom), TITLE.anchored(HPos::Center), &title)?;
        }
        if self.index + layout.side_by_side >= layout.corners.len() {
            let title = TITLE.cut(&map.column_title, (right - left).max(150.0));
            let y = bottom + layout.below + layout.column_names + 14.0;
            canvas.text(f64::midpoint(left, right), y, TITLE.anchored(HPos::Center), &title)?;
        }
        Ok(())
    }

    fn column_names(&self, canvas: &mut Canvas<'_>, left: f64, bottom: f64) -> Result<(), ReportError> {
        let (layout, columns) = (self.layout, &self.map.columns);
        let lines: Vec<Vec<String>> = columns
            .iter()
            .map(|name| broken(name, layout.cell.0).unwrap_or_else(|| vec![name.clone()]))
            .collect();
        let widest = lines.iter().flatten().map(|line| NAMES.room(line)).fold(0.0, f64::max);
        let each = if layout.turned { 13.0 } else { widest + 5.0 };
        let most = (columns.len() as f64 * layout.cell.0 / each).max(1.0) as usize;
        for (column, lines) in lines.iter().enumerate().step_by(label_step(columns.len(), most)) {
            let (x, y) = (left + (column as f64 + 0.5) * layout.cell.0, bottom + layout.below);
            if layout.turned {
                let name = NAMES.cut(&columns[column], layout.column_names);
                canvas.upwards(x, y, NAMES.anchored(HPos::Right), &name)?;
                continue;
            }
            for (index, line) in lines.iter().enumerate() {
                canvas.text(x, y + 7.0 + LINE * index as f64, NAMES.anchored(HPos::Center), line)?;
            }
        }
        Ok(())
    }
}

/// A rectangle that reaches a hair into its neighbours, so that no seam is seen where a page shows the chart in another size.
pub(super) fn overlapping([left_top, (right, bottom)]: [(f64, f64); 2]) -> [(f64, f64); 2] {
    [left_top, (right + 0.5, bottom + 0.5)]
}

/// A line at some levels: the middle one is heavy, the first of dots, the last of dashes.
pub(super) fn level_line(
    canvas: &mut Canvas<'_>,
    (from, to): ((f64, f64), (f64, f64)),
    levels: &[usize],
    colors: &Colors,
) -> Result<(), ReportError> {
    let all = colors.levels();
    if levels.iter().any(|level| 2 * level + 1 == all.len()) {
        canvas.line(&[from, to], LINE_COLORS.0, 4.5)?;
        return canvas.line(&[from, to], LINE_COLORS.1, 2.5);
    }
    canvas.line(&[from, to], LINE_COLORS.0, 3.0)?;
    let dash = if levels.contains(&0) { 2.0 } else { 6.0 };
    canvas.dashed((from, to), dash, LINE_COLORS.1, 1.5)
}
