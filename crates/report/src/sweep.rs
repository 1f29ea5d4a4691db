//! How the cells of a sweep stand: in rows, or as a grid where two fields are swept.
//!
//! The terminal and the HTML page lay them out alike.

use crate::{Report, Run, names, setting};

/// The cells of a sweep, laid out.
pub(crate) enum Sweep<'a> {
    /// One row for each cell.
    Rows {
        /// Each cell with its values of the swept fields.
        cells: Vec<(Vec<String>, &'a Run)>,
    },
    /// Two fields: the first runs down, the second across.
    Grid {
        down: Vec<String>,
        across: Vec<String>,
        /// Row by row; `None` where a combination was not played.
        cells: Vec<Vec<Option<&'a Run>>>,
    },
}

impl<'a> Sweep<'a> {
    /// Lays out the cells of a report; `None` where it has none.
    pub(crate) fn of(report: &'a Report) -> Option<Self> {
        let value = |run: &Run, field: &str| {
            setting::of(run, field).map_or_else(String::new, |value| names::line(&value.to_string()))
        };
        let cells: Vec<(Vec<String>, &Run)> = report
            .cells()
            .map(|run| (report.sweep.iter().map(|field| value(run, field)).collect(), run))
            .collect();
        if cells.is_empty() {
            return None;
        }
        if report.sweep.len() != 2 {
            return Some(Self::Rows { cells });
        }
        let distinct = |index: usize| {
            let mut values: Vec<String> = Vec::new();
            for (cell, _) in &cells {
                if !values.contains(&cell[index]) {
                    values.push(cell[index].clone());
                }
            }
            values
        };
        let (down, across) = (distinct(0), distinct(1));
        let find = |row: &String, column: &String| {
            cells.iter().find(|(values, _)| values[0] == *row && values[1] == *column).map(|(_, run)| *run)
        };
        let grid = down.iter().map(|row| across.iter().map(|column| find(row, column)).collect()).collect();
        Some(Self::Grid { cells: grid, down, across })
    }
}
