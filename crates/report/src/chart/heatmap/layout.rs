//! The positions of the cells of heat maps, and the size of their numbers.

use super::Heatmap;
use super::colors::Colors;
use super::contour::{self, Edge, Side};
use crate::chart::canvas::{Font, INK, MARGIN, MUTED, TOP, WIDTH};
use crate::names;

/// The height of a line of a name.
pub(super) const LINE: f64 = 14.0;

/// Places of all maps of a chart; all have the same room.
pub(super) struct Layout {
    /// The left upper corner of each map's cells.
    pub(super) corners: Vec<(f64, f64)>,
    pub(super) cell: (f64, f64),
    /// The room for the names of rows.
    pub(super) row_names: f64,
    /// The room for the names of columns, how far below the cells they begin, and whether they are turned.
    pub(super) column_names: f64,
    pub(super) below: f64,
    pub(super) turned: bool,
    /// The number of maps side by side.
    pub(super) side_by_side: usize,
    pub(super) height: f64,
    /// The scale's left border, its top and its bottom.
    pub(super) scale: (f64, f64, f64),
}

/// The direction of the names of rows and columns.
pub(super) const NAMES: Font = Font::new(12.0, MUTED);
/// The room for the names of lines right of the cells.
const LINE_NAMES: f64 = 58.0;
/// The room for the scale and its numbers.
const SCALE: f64 = 74.0;
/// Cells get no wider than this.
const MAX_CELL_WIDTH: f64 = 130.0;

impl Layout {
    pub(super) fn of(maps: &[Heatmap], lines: &[Vec<Edge>], notes: f64) -> Self {
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
        let line_names =
            if single && lines.iter().any(|lines| !lines.is_empty()) { LINE_NAMES } else { 12.0 };
        let room = WIDTH - 2.0 * MARGIN - 22.0 - SCALE;
        let each = room / side_by_side as f64 - row_names - 8.0 - line_names;
        let cell_width = (each / columns).min(MAX_CELL_WIDTH);
        let (most, fair) = if single { (520.0, 360.0) } else { (240.0, 150.0) };
        let least = if rows <= 20.0 { if single { 26.0 } else { 12.0 } } else { most / rows };
        let cell_height = (fair / rows).clamp(least, 52.0);
        let all = || maps.iter().flat_map(|map| &map.columns);
        let broken = || all().map(|name| broken(name, cell_width));
        let numbers = all().all(|name| name.parse::<f64>().is_ok());
        let turned = !numbers && broken().any(|lines| lines.is_none());
        let column_names = if turned {
            widest(|map| &map.columns).min(130.0)
        } else {
            LINE * broken().map(|lines| lines.map_or(1, |lines| lines.len())).max().unwrap_or(1) as f64
        };
        // Lines that leave a map at its bottom are named there.
        let named_below = single
            && maps.iter().zip(lines).any(|(map, lines)| {
                let ends = contour::ends(lines, map.rows.len(), map.columns.len());
                ends.iter().any(|(side, ..)| *side == Side::Bottom)
            });
        let below = if named_below { 20.0 } else { 6.0 };

        let panel = (row_names + 8.0 + cell_width * columns + line_names, cell_height * rows);
        let heading = if single { 12.0 } else { 24.0 };
        let top = TOP + notes + heading;
        let down = panel.1 + heading + below + column_names + 6.0;
        let spare = (room - panel.0 * side_by_side as f64).max(0.0);
        // A narrow map is centred.
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
            below,
            turned,
            side_by_side,
            height: (bottom + 74.0).max(scale_bottom + 80.0),
            scale: (scale_left, top, scale_bottom),
        }
    }

    /// A corner of cells.
    pub(super) fn corner(&self, map: usize, (column, row): (usize, usize)) -> (f64, f64) {
        let (left, top) = self.corners[map];
        (left + column as f64 * self.cell.0, top + row as f64 * self.cell.1)
    }
}

/// A name broken into at most three lines that have so much room; `None` where it has none.
pub(super) fn broken(name: &str, room: f64) -> Option<Vec<String>> {
    let columns = NAMES.columns(room - 6.0);
    let lines = names::wrap(name, columns);
    (lines.len() <= 3 && lines.iter().all(|line| names::width(line) <= columns)).then_some(lines)
}

/// The numbers in the cells, all in one size.
pub(super) struct Texts {
    pub(super) size: f64,
    pub(super) tries: i32,
}

impl Texts {
    /// The longest numbers that have room; `None` where none have.
    pub(super) fn of(layout: &Layout, colors: &Colors, maps: &[Heatmap]) -> Option<Self> {
        let tries = |tries: i32, least: f64| {
            let cells = maps.iter().flat_map(|map| map.values.iter().flatten().flatten());
            let widest =
                cells.map(|cell| Font::new(1.0, INK).room(&colors.cell(cell, tries))).fold(0.5, f64::max);
            let size = ((layout.cell.0 - 7.0) / widest).min(layout.cell.1 / 1.3).min(12.5);
            (size >= least).then_some(Self { size, tries })
        };
        tries(0, 9.5).or_else(|| tries(1, 7.5))
    }
}
