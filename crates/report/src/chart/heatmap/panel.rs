//! Where the cells of heat maps stand, and how one map is drawn.

use plotters::style::text_anchor::HPos;

use super::colors::{Colors, LINE, NONE};
use super::contour::{self, Side};
use super::{Heatmap, Scale};
use crate::ReportError;
use crate::chart::axis::label_step;
use crate::chart::canvas::{Canvas, Font, INK, MARGIN, MUTED, TITLE, TOP, WIDTH};

/// Places of all maps of a chart; all have the same room.
pub(super) struct Layout {
    /// The left upper corner of each map's cells.
    corners: Vec<(f64, f64)>,
    cell: (f64, f64),
    /// The room for the names of rows.
    row_names: f64,
    /// The room for the names of columns, and whether they are turned.
    column_names: f64,
    turned: bool,
    /// How many maps stand side by side.
    side_by_side: usize,
    pub(super) height: f64,
    /// The scale's left border, its top and its bottom.
    pub(super) scale: (f64, f64, f64),
}

const NAMES: Font = Font::new(12.0, MUTED);
/// The room for the names of lines right of the cells.
const LINE_NAMES: f64 = 46.0;
/// The room for the scale and its numbers.
const SCALE: f64 = 74.0;
/// Cells get no wider than this.
const WIDEST: f64 = 130.0;
/// More cells than this have no text at the pointer.
const MOST_SPOTS: usize = 2500;

impl Layout {
    pub(super) fn of(maps: &[Heatmap], notes: f64) -> Self {
        let rows = maps.iter().map(|map| map.rows.len()).max().unwrap_or(0).max(1) as f64;
        let columns = maps.iter().map(|map| map.columns.len()).max().unwrap_or(0).max(1) as f64;
        let single = maps.len() <= 1;
        let side_by_side = match maps.len() {
            0 | 1 => 1,
            2 | 4 => 2,
            _ => 3,
        };
        let widest = |names: fn(&Heatmap) -> &Vec<String>| {
            maps.iter().flat_map(names).map(|name| NAMES.room(name)).fold(0.0, f64::max)
        };
        let row_names = widest(|map| &map.rows).clamp(12.0, if single { 190.0 } else { 80.0 });
        let line_names = if single { LINE_NAMES } else { 10.0 };
        let room = WIDTH - 2.0 * MARGIN - 22.0 - SCALE;
        let each = room / side_by_side as f64 - row_names - 8.0 - line_names;
        let cell_width = (each / columns).min(WIDEST);
        let (most, fair) = if single { (520.0, 360.0) } else { (240.0, 150.0) };
        let least = if rows <= 20.0 { if single { 26.0 } else { 12.0 } } else { most / rows };
        let cell_height = (fair / rows).clamp(least, 52.0);
        let column_width = widest(|map| &map.columns);
        let numbers = maps.iter().flat_map(|map| &map.columns).all(|name| name.parse::<f64>().is_ok());
        let turned = !numbers && column_width > cell_width - 4.0;
        let column_names = if turned { column_width.min(130.0) + 6.0 } else { 18.0 };

        let panel = (row_names + 8.0 + cell_width * columns + line_names, cell_height * rows);
        let heading = if single { 12.0 } else { 24.0 };
        let top = TOP + notes + heading;
        let down = panel.1 + heading + column_names + if single { 14.0 } else { 12.0 };
        let spare = (room - panel.0 * side_by_side as f64).max(0.0);
        // A narrow map stands in the middle.
        let start = MARGIN + 22.0 + if single { spare / 2.0 } else { 0.0 };
        let stride = panel.0 + if single { 0.0 } else { spare / side_by_side as f64 };
        let corners: Vec<(f64, f64)> = (0..maps.len())
            .map(|index| {
                let (across, below) = (index % side_by_side, index / side_by_side);
                (start + row_names + 8.0 + across as f64 * stride, top + below as f64 * down)
            })
            .collect();
        let floors = maps.len().div_ceil(side_by_side).max(1) as f64;
        let bottom = top + floors * down - heading;
        let scale_left = if single { start + panel.0 } else { WIDTH - MARGIN - SCALE + 14.0 };
        let scale_bottom = top + panel.1.max(150.0).min(if single { 360.0 } else { 260.0 });
        Self {
            corners,
            cell: (cell_width, cell_height),
            row_names,
            column_names,
            turned,
            side_by_side,
            height: (bottom + 70.0).max(scale_bottom + 80.0),
            scale: (scale_left, top, scale_bottom),
        }
    }

    /// A corner of cells.
    fn corner(&self, map: usize, (column, row): (usize, usize)) -> (f64, f64) {
        let (left, top) = self.corners[map];
        (left + column as f64 * self.cell.0, top + row as f64 * self.cell.1)
    }
}

/// The numbers in the cells, all in one size.
pub(super) struct Texts {
    size: f64,
    tries: i32,
}

impl Texts {
    /// The longest numbers that have room; `None` where none have.
    pub(super) fn of(layout: &Layout, colors: &Colors, maps: &[Heatmap]) -> Option<Self> {
        let tries = |tries: i32, least: f64| {
            let cells = maps.iter().flat_map(|map| map.values.iter().flatten().flatten());
            let widest =
                cells.map(|cell| Font::new(1.0, INK).room(&colors.cell(cell, tries))).fold(0.5, f64::max);
            let size = ((layout.cell.0 - 3.0) / widest).min(layout.cell.1 / 1.3).min(12.5);
            (size >= least).then_some(Self { size, tries })
        };
        tries(0, 9.5).or_else(|| tries(1, 7.5))
    }
}

/// Draws one map.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    layout: &Layout,
    colors: &Colors,
    texts: Option<&Texts>,
    (index, map): (usize, &Heatmap),
) -> Result<(), ReportError> {
    let many = layout.corners.len() * map.rows.len() * map.columns.len() > MOST_SPOTS;
    for (row, cells) in map.values.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let corners = [(column, row), (column + 1, row + 1)].map(|place| layout.corner(index, place));
            let color = cell.map_or(NONE, |cell| colors.color(cell.value));
            canvas.rectangle(corners, color)?;
            if let (Some(cell), Some(texts)) = (cell, texts) {
                let font = Font::new(texts.size, Colors::ink(color)).anchored(HPos::Center);
                let middle =
                    (f64::midpoint(corners[0].0, corners[1].0), f64::midpoint(corners[0].1, corners[1].1));
                canvas.text(middle.0, middle.1, font, &colors.cell(cell, texts.tries))?;
            }
            if !many {
                let said = cell.map_or_else(|| "not played".to_owned(), |cell| colors.full(&cell));
                let place = [(&map.row_title, &map.rows[row]), (&map.column_title, &map.columns[column])]
                    .map(|(title, name)| format!("{title} {name}").trim().to_owned());
                canvas.spot(corners, format!("{}\n{said}", place.join(", ")));
            }
        }
    }
    lines(canvas, layout, colors, (index, map))?;
    names(canvas, layout, (index, map))
}

/// The lines between cells, and what they are called.
fn lines(
    canvas: &mut Canvas<'_>,
    layout: &Layout,
    colors: &Colors,
    (index, map): (usize, &Heatmap),
) -> Result<(), ReportError> {
    let values: Vec<Vec<Option<f64>>> =
        map.values.iter().map(|row| row.iter().map(|cell| cell.map(|cell| cell.value)).collect()).collect();
    let edges = contour::edges(&values, colors.levels(), map.scale == Scale::Diverging);
    for edge in &edges {
        level_line(
            canvas,
            (layout.corner(index, edge.from), layout.corner(index, edge.to)),
            &edge.levels,
            colors,
        )?;
    }
    if layout.corners.len() > 1 {
        return Ok(());
    }
    let font = Font::new(11.0, INK);
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for (side, place, levels) in contour::ends(&edges, map.rows.len(), map.columns.len()) {
        let text = match map.scale {
            Scale::Diverging => "even".to_owned(),
            _ => {
                let levels: Vec<String> =
                    levels.iter().map(|&level| format!("{:.0}", 100.0 * colors.levels()[level])).collect();
                format!("{} %", levels.join(", "))
            }
        };
        let (x, y) = layout.corner(index, place);
        let half = font.room(&text) / 2.0;
        let (x, y) = match side {
            Side::Right => (x + 5.0 + half, y),
            Side::Top => (x, y - 9.0),
            Side::Bottom => (x, y + 9.0),
            Side::Inside => (x, y),
        };
        // A name that would cross another one is left out: the scale has it too.
        if taken.iter().all(|other| (other.0 - x).abs() > 2.0 * half + 6.0 || (other.1 - y).abs() > 13.0) {
            canvas.label(x, y, font.anchored(HPos::Center), &text)?;
            taken.push((x, y));
        }
    }
    Ok(())
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
        canvas.line(&[from, to], LINE.0, 4.5)?;
        return canvas.line(&[from, to], LINE.1, 2.5);
    }
    canvas.line(&[from, to], LINE.0, 3.0)?;
    let dash = if levels.contains(&0) { 2.0 } else { 6.0 };
    canvas.dashed((from, to), dash, LINE.1, 1.5)
}

/// The names around the cells.
fn names(
    canvas: &mut Canvas<'_>,
    layout: &Layout,
    (index, map): (usize, &Heatmap),
) -> Result<(), ReportError> {
    let (left, top) = layout.corner(index, (0, 0));
    let (right, bottom) = layout.corner(index, (map.columns.len(), map.rows.len()));
    if layout.corners.len() > 1 {
        let font = Font::new(12.0, INK).bold();
        let heading = font.cut(&map.title, right - left + 10.0);
        canvas.text(left, top - 11.0, font, &heading)?;
    }
    let fit = |count: usize, room: f64, each: f64| {
        label_step(count, (count as f64 * room / each).max(1.0) as usize)
    };
    let step = fit(map.rows.len(), layout.cell.1, 13.0);
    for (row, name) in map.rows.iter().enumerate().step_by(step) {
        let y = top + (row as f64 + 0.5) * layout.cell.1;
        let name = NAMES.cut(name, layout.row_names);
        canvas.text(left - 7.0, y, NAMES.anchored(HPos::Right), &name)?;
    }
    let widest = map.columns.iter().map(|name| NAMES.room(name)).fold(0.0, f64::max) + 6.0;
    let step = fit(
        map.columns.len(),
        layout.cell.0,
        if layout.turned { 13.0 } else { widest.min(layout.cell.0.max(20.0)) },
    );
    let below = if layout.corners.len() > 1 { 11.0 } else { 26.0 };
    for (column, name) in map.columns.iter().enumerate().step_by(step) {
        let x = left + (column as f64 + 0.5) * layout.cell.0;
        if layout.turned {
            let name = NAMES.cut(name, layout.column_names);
            canvas.upwards(x, bottom + below - 6.0, NAMES.anchored(HPos::Right), &name)?;
        } else {
            canvas.text(x, bottom + below, NAMES.anchored(HPos::Center), name)?;
        }
    }
    if index % layout.side_by_side == 0 {
        let title = TITLE.cut(&map.row_title, (bottom - top).max(90.0));
        let x = left - layout.row_names - 8.0 - 14.0;
        canvas.upwards(x, f64::midpoint(top, bottom), TITLE.anchored(HPos::Center), &title)?;
    }
    if index + layout.side_by_side >= layout.corners.len() {
        let title = TITLE.cut(&map.column_title, (right - left).max(150.0));
        let y = bottom + below + layout.column_names + 2.0;
        canvas.text(f64::midpoint(left, right), y, TITLE.anchored(HPos::Center), &title)?;
    }
    Ok(())
}
