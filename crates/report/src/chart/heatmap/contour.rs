//! Lines between cells on two sides of a level.
//!
//! They run along the borders of cells: nothing is known between two cells, and numbers in the cells stay readable.

use std::cmp::Ordering;

use super::colors::Colors;
use super::{Heatmap, Scale};

/// A piece of a line, from one corner of cells to the next; a corner is a column and a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: (usize, usize),
    pub(crate) to: (usize, usize),
    /// The levels that part the two cells, by their place in the list.
    pub(crate) levels: Vec<usize>,
}

/// Where a line is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Right,
    Top,
    Bottom,
    Inside,
}

/// Exact numbers are good to this.
const EXACT_TOLERANCE: f64 = 1e-12;

/// The lines of a map.
pub(crate) fn of(map: &Heatmap, colors: &Colors) -> Vec<Edge> {
    let values: Vec<Vec<Option<f64>>> =
        map.values.iter().map(|row| row.iter().map(|cell| cell.map(|cell| cell.value)).collect()).collect();
    edges(&values, colors.levels(), map.scale == Scale::Diverging)
}

/// The borders between cells that levels part. Cells that are missing have none. With `apart`, what is equal to a level
/// is on neither side of it.
fn edges(values: &[Vec<Option<f64>>], levels: &[f64], apart: bool) -> Vec<Edge> {
    let side = |value: f64, level: f64| {
        if value < level - EXACT_TOLERANCE {
            Ordering::Less
        } else if apart && value <= level + EXACT_TOLERANCE {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    };
    let parting = |one: Option<f64>, other: Option<f64>| -> Vec<usize> {
        let (Some(one), Some(other)) = (one, other) else { return Vec::new() };
        (0..levels.len()).filter(|&level| side(one, levels[level]) != side(other, levels[level])).collect()
    };
    let mut edges = Vec::new();
    let mut add = |from, to, levels: Vec<usize>| {
        if !levels.is_empty() {
            edges.push(Edge { from, to, levels });
        }
    };
    for (row, cells) in values.iter().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            if let Some(&right) = cells.get(column + 1) {
                add((column + 1, row), (column + 1, row + 1), parting(cell, right));
            }
            if let Some(&below) = values.get(row + 1).and_then(|below| below.get(column)) {
                add((column, row + 1), (column + 1, row + 1), parting(cell, below));
            }
        }
    }
    edges
}

/// Where each level's line is named: where it leaves the map, if it does. Levels that leave it together are together.
pub(crate) fn ends(edges: &[Edge], rows: usize, columns: usize) -> Vec<(Side, (usize, usize), Vec<usize>)> {
    let mut ends: Vec<(Side, (usize, usize), Vec<usize>)> = Vec::new();
    let most = edges.iter().flat_map(|edge| &edge.levels).max().map_or(0, |level| level + 1);
    for level in 0..most {
        let of_level = || edges.iter().filter(|edge| edge.levels.contains(&level));
        let right = of_level()
            .find(|edge| edge.to.0 == columns && edge.from.0 < columns)
            .map(|edge| (Side::Right, edge.to));
        let top = || of_level().find(|edge| edge.from.1 == 0).map(|edge| (Side::Top, edge.from));
        let bottom = || {
            of_level()
                .find(|edge| edge.to.1 == rows && edge.from.1 < rows)
                .map(|edge| (Side::Bottom, edge.to))
        };
        let inside = || of_level().next().map(|edge| (Side::Inside, edge.from));
        let Some((side, place)) = right.or_else(top).or_else(bottom).or_else(inside) else { continue };
        match ends.iter_mut().find(|end| (end.0, end.1) == (side, place)) {
            Some(end) => end.2.push(level),
            None => ends.push((side, place, vec![level])),
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(values: &[&[f64]]) -> Vec<Vec<Option<f64>>> {
        values.iter().map(|row| row.iter().map(|value| Some(*value)).collect()).collect()
    }

    #[test]
    fn lines_run_between_cells_on_two_sides_of_a_level() {
        let values = rows(&[&[0.1, 0.6], &[0.1, 0.2]]);
        let found = edges(&values, &[0.5], false);
        // Right of the first cell, and below the second.
        let expected = [((1, 0), (1, 1)), ((1, 1), (2, 1))];
        assert_eq!(found.iter().map(|edge| (edge.from, edge.to)).collect::<Vec<_>>(), expected);
        assert_eq!(ends(&found, 2, 2), [(Side::Right, (2, 1), vec![0])]);
    }

    #[test]
    fn what_is_equal_to_a_level_has_reached_it() {
        assert!(edges(&rows(&[&[0.5, 0.6]]), &[0.5], false).is_empty());
        assert_eq!(edges(&rows(&[&[0.5, 0.4]]), &[0.5], false).len(), 1);
    }

    #[test]
    fn no_difference_is_parted_from_both_sides() {
        assert_eq!(edges(&rows(&[&[-0.1, 0.0, 0.1]]), &[0.0], true).len(), 2);
        assert_eq!(edges(&rows(&[&[-0.1, 0.0, 0.1]]), &[0.0], false).len(), 1);
    }

    #[test]
    fn levels_that_are_passed_at_once_are_named_together() {
        let found = edges(&rows(&[&[0.1, 0.9], &[0.1, 0.9]]), &[0.25, 0.5, 0.75], false);
        assert_eq!(ends(&found, 2, 2), [(Side::Top, (1, 0), vec![0, 1, 2])]);
    }

    #[test]
    fn a_missing_cell_has_no_line_beside_it() {
        assert!(edges(&[vec![Some(0.1), None, Some(0.9)]], &[0.5], false).is_empty());
    }

    #[test]
    fn a_line_that_does_not_leave_the_map_is_named_inside() {
        let found = edges(&rows(&[&[0.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 0.0]]), &[0.5], false);
        assert_eq!(found.len(), 4);
        assert_eq!(ends(&found, 3, 3)[0].0, Side::Inside);
    }
}
