//! A table as spreadsheets write it, in which every cell knows its place in the text.

use std::ops::Range;

/// A cell: its text, and its place with the quotes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The text without quotes.
    pub text: String,
    /// Its bytes.
    pub range: Range<usize>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What parts the cells: a comma, a semicolon or a tab.
    pub separator: char,
    /// Rows with a cell that is not empty.
    pub rows: Vec<Vec<Cell>>,
}

impl Sheet {
    /// Reads a text. What parts the cells of its first line most often parts all.
    pub fn read(text: &str) -> Self {
        let first = text.lines().next().unwrap_or_default();
        let count = |separator: &char| outside_quotes(first).filter(|letter| letter == separator).count();
        let separator = [',', ';', '\t'].into_iter().rev().max_by_key(count).unwrap_or(',');
        let mut rows = Vec::new();
        let mut row = Vec::new();
        let mut start = 0;
        let mut in_quotes = false;
        for (place, letter) in text.char_indices().chain([(text.len(), '\n')]) {
            match letter {
                '"' => in_quotes = !in_quotes,
                _ if place < text.len() && in_quotes => {}
                '\n' => {
                    row.push(cell(text, start..place));
                    rows.push(std::mem::take(&mut row));
                    start = place + 1;
                }
                _ if letter == separator => {
                    row.push(cell(text, start..place));
                    start = place + 1;
                }
                _ => {}
            }
        }
        rows.retain(|row: &Vec<Cell>| row.iter().any(|cell| !cell.text.is_empty()));
        Self { separator, rows }
    }
}

fn outside_quotes(line: &str) -> impl Iterator<Item = char> {
    line.chars().scan(false, |in_quotes, letter| {
        *in_quotes ^= letter == '"';
        Some(if *in_quotes { '"' } else { letter })
    })
}

fn cell(text: &str, range: Range<usize>) -> Cell {
    let written = &text[range.clone()];
    let trimmed = written.trim();
    let start = range.start + written.len() - written.trim_start().len();
    let unquoted = trimmed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let text =
        unquoted.map_or_else(|| trimmed.to_owned(), |inner| inner.replace("\"\"", "\"").trim().to_owned());
    // The mark that keeps a spreadsheet from taking a text for a formula.
    let text = match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest.to_owned(),
        _ => text,
    };
    Cell { text, range: start..start + trimmed.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<String>> {
        let rows = Sheet::read(text).rows;
        rows.into_iter().map(|row| row.into_iter().map(|cell| cell.text).collect()).collect()
    }

    #[test]
    fn cells_are_parted_as_the_first_line_says() {
        assert_eq!(texts("a,b\n1, 2 \n"), [["a", "b"], ["1", "2"]]);
        assert_eq!(texts("a;b\r\n1,5;2\r\n"), [["a", "b"], ["1,5", "2"]]);
        assert_eq!(texts("a\tb\n\n,\n1\t2"), [vec!["a", "b"], vec![","], vec!["1", "2"]]);
        assert_eq!(texts("\"a,b\";c\n1;2"), [["a,b", "c"], ["1", "2"]]);
        assert_eq!(texts(""), Vec::<Vec<String>>::new());
    }

    #[test]
    fn quotes_hold_separators_line_breaks_and_quotes() {
        assert_eq!(
            texts("a,b\n\"x,\ny\",\"he said \"\"no\"\"\"\n"),
            [["a", "b"], ["x,\ny", "he said \"no\""]]
        );
        assert_eq!(texts("a\n\"open"), [["a"], ["\"open"]]);
        assert_eq!(texts("a\n'-x\n'tis"), [["a"], ["-x"], ["'tis"]]);
    }

    #[test]
    fn a_cell_knows_its_place() {
        let text = "a,b\n1, \"x\" \n";
        let sheet = Sheet::read(text);
        assert_eq!(&text[sheet.rows[1][1].range.clone()], "\"x\"");
        assert_eq!(&text[sheet.rows[0][1].range.clone()], "b");
    }
}
