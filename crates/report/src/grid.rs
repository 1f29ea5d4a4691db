//! Text in columns that line up.
//!
//! Widths are counted in columns of a terminal, not in bytes, and colour is added after padding. A matrix that is
//! too wide is turned on its side, and where that does not help it is cut into blocks, one below the other.

use crate::Style;
use crate::names;

/// How a piece of text is emphasised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    Strong,
    Faint,
    Bar,
}

impl Style {
    /// Adds colour, where it is wanted.
    pub(crate) fn paint(self, text: &str, ink: Ink) -> String {
        let code = match ink {
            Ink::Strong => "1",
            Ink::Faint => "2",
            Ink::Bar => "36",
            Ink::Plain => return text.to_owned(),
        };
        if self.color && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// A text in the characters that can be shown.
    pub(crate) fn text(self, text: &str) -> String {
        if self.unicode || text.is_ascii() {
            return text.to_owned();
        }
        let mut plain = String::new();
        for character in text.chars() {
            match character {
                '…' => plain.push_str("..."),
                '±' => plain.push_str("+/-"),
                '–' | '·' => plain.push('-'),
                '█' => plain.push('#'),
                ascii if ascii.is_ascii() => plain.push(ascii),
                _ => plain.push('?'),
            }
        }
        plain
    }

    /// A bar of a probability, at most `width` columns long.
    pub(crate) fn bar(self, probability: f64, room: usize) -> String {
        let share = if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 };
        let eighths = (share * room as f64 * 8.0).round() as usize;
        if !self.unicode {
            return "#".repeat((eighths + 4) / 8);
        }
        let mut bar = "█".repeat(eighths / 8);
        bar.extend(["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied());
        bar
    }

    fn shorten(self, text: &str, columns: usize) -> String {
        names::shorten_with(text, columns, if self.unicode { "…" } else { "..." })
    }
}

/// A column of a grid.
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) right: bool,
    pub(crate) ink: Ink,
}

impl Column {
    pub(crate) fn right(name: impl Into<String>) -> Self {
        Self { name: name.into(), right: true, ink: Ink::Plain }
    }

    pub(crate) fn left(name: impl Into<String>) -> Self {
        Self { name: name.into(), right: false, ink: Ink::Plain }
    }

    pub(crate) fn ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }
}

/// The room between columns, and before the first.
const GAP: usize = 2;

/// The narrowest that a column of names gets.
const MIN_NAME_WIDTH: usize = 8;

/// Lines of a grid; columns of names are shortened where it is wider than `width`.
pub(crate) fn lines(columns: &[Column], rows: &[Vec<String>], width: usize, style: Style) -> Vec<String> {
    let texts: Vec<Vec<String>> =
        std::iter::once(columns.iter().map(|column| style.text(&column.name)).collect())
            .chain(rows.iter().map(|row| row.iter().map(|cell| style.text(cell)).collect()))
            .collect();
    let mut widths: Vec<usize> = (0..columns.len())
        .map(|index| {
            texts.iter().filter_map(|row| row.get(index)).map(|text| names::width(text)).max().unwrap_or(0)
        })
        .collect();
    let too_wide = (widths.iter().sum::<usize>() + GAP * widths.len()).saturating_sub(width);
    shrink(columns, &mut widths, too_wide);
    texts
        .iter()
        .enumerate()
        .map(|(row, cells)| {
            let mut line = String::new();
            for ((cell, column), &width) in cells.iter().zip(columns).zip(&widths) {
                let text = style.shorten(cell, width);
                let padding = " ".repeat(width - names::width(&text).min(width));
                let ink = if row == 0 { Ink::Faint } else { column.ink };
                line.push_str(&" ".repeat(GAP));
                if column.right {
                    line.push_str(&padding);
                    line.push_str(&style.paint(&text, ink));
                } else {
                    line.push_str(&style.paint(&text, ink));
                    line.push_str(&padding);
                }
            }
            line.truncate(line.trim_end().len());
            line
        })
        .collect()
}

/// Takes what is too wide from the widest columns of names.
fn shrink(columns: &[Column], widths: &mut [usize], mut too_wide: usize) {
    while too_wide > 0 {
        let widest = (0..columns.len())
            .filter(|&index| !columns[index].right && widths[index] > MIN_NAME_WIDTH)
            .max_by_key(|&index| widths[index]);
        let Some(widest) = widest else { return };
        widths[widest] -= 1;
        too_wide -= 1;
    }
}

/// Numbers by two things, each with its names.
pub(crate) struct Matrix<'a> {
    /// What the rows are, and what the columns are.
    pub(crate) corner: (&'a str, &'a str),
    pub(crate) rows: Vec<String>,
    pub(crate) columns: Vec<String>,
    /// Row by row.
    pub(crate) cells: Vec<Vec<String>>,
}

/// The longest that the name of a column gets.
const LONGEST_NAME: usize = 20;

impl Matrix<'_> {
    /// The lines of the matrix: as it is if it fits, otherwise transposed, otherwise in blocks.
    pub(crate) fn lines(&self, width: usize, style: Style) -> Vec<String> {
        let blocks = self.blocks(width, style);
        if blocks.len() <= 1 {
            return blocks.concat();
        }
        let turned = Matrix {
            corner: (self.corner.1, self.corner.0),
            rows: self.columns.clone(),
            columns: self.rows.clone(),
            cells: (0..self.columns.len())
                .map(|column| self.cells.iter().map(|row| row[column].clone()).collect())
                .collect(),
        };
        let other = turned.blocks(width, style);
        if other.len() < blocks.len() { other } else { blocks }.join(&String::new())
    }

    /// The matrix cut between columns into pieces that fit.
    fn blocks(&self, width: usize, style: Style) -> Vec<Vec<String>> {
        let head = |name: &str| style.text(&names::shorten(name, LONGEST_NAME));
        let first = self.rows.iter().map(String::as_str).chain([self.corner.0]);
        let first = first
            .map(|name| names::width(&style.text(name)))
            .max()
            .unwrap_or(0)
            .min(width / 3)
            .max(MIN_NAME_WIDTH);
        let mut blocks = Vec::new();
        let mut from = 0;
        while from < self.columns.len() {
            let mut to = from;
            let mut used = first + GAP;
            while to < self.columns.len() {
                let cells = self.cells.iter().map(|row| names::width(&style.text(&row[to])));
                let column = cells.max().unwrap_or(0).max(names::width(&head(&self.columns[to]))) + GAP;
                if used + column > width && to > from {
                    break;
                }
                used += column;
                to += 1;
            }
            let mut columns = vec![Column::left(self.corner.0)];
            columns.extend(self.columns[from..to].iter().map(|name| Column::right(head(name))));
            let rows: Vec<Vec<String>> = self
                .rows
                .iter()
                .zip(&self.cells)
                .map(|(name, cells)| std::iter::once(name).chain(&cells[from..to]).cloned().collect())
                .collect();
            blocks.push(lines(&columns, &rows, width, style));
            from = to;
        }
        blocks
    }
}
