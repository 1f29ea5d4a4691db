//! The text of a string in a TOML file, each character with its place in the file.

use crate::mistake::Span;

/// A character and its first byte in the file.
pub type Place = (char, u32);

/// A text in which every character knows where it stands.
#[derive(Clone, Debug)]
pub struct PlacedText {
    /// The characters.
    pub chars: Vec<Place>,
    /// Where the text ends in the file.
    pub end: u32,
}

impl PlacedText {
    /// The text of a string that stands at `span`, its quotes included, and whose value is `value`.
    pub fn new(file: &str, span: Span, value: &str) -> Self {
        let raw = file.get(span.range()).unwrap_or_default();
        let read = literal(raw, span.start).or_else(|| escaped(raw, span.start));
        // A place is only good if the text is the one that the reader of TOML found.
        let same = |placed: &Self| placed.chars.iter().map(|&(c, _)| c).eq(value.chars());
        read.filter(same).unwrap_or_else(|| Self {
            chars: value.chars().map(|c| (c, span.start)).collect(),
            end: span.end,
        })
    }
}

/// Characters with their places, the first of them at `start`.
fn placed(text: &str, start: usize) -> PlacedText {
    let mut chars = Vec::with_capacity(text.len());
    let mut all = text.char_indices().peekable();
    while let Some((at, c)) = all.next() {
        // TOML reads both ends of a line alike.
        if c == '\r' && all.peek().is_some_and(|&(_, next)| next == '\n') {
            continue;
        }
        chars.push((c, (start + at) as u32));
    }
    PlacedText { chars, end: (start + text.len()) as u32 }
}

fn without_first_line_end(text: &str) -> &str {
    text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n')).unwrap_or(text)
}

/// A text in single quotes, which has no escapes.
fn literal(raw: &str, start: u32) -> Option<PlacedText> {
    let inner = match raw.strip_prefix("'''") {
        Some(rest) => without_first_line_end(rest.strip_suffix("'''")?),
        None => raw.strip_prefix('\'')?.strip_suffix('\'')?,
    };
    let before = inner.as_ptr() as usize - raw.as_ptr() as usize;
    Some(placed(inner, start as usize + before))
}

/// A text in double quotes.
fn escaped(raw: &str, start: u32) -> Option<PlacedText> {
    let inner = match raw.strip_prefix("\"\"\"") {
        Some(rest) => without_first_line_end(rest.strip_suffix("\"\"\"")?),
        None => raw.strip_prefix('"')?.strip_suffix('"')?,
    };
    let before = inner.as_ptr() as usize - raw.as_ptr() as usize;
    let PlacedText { chars, end } = placed(inner, start as usize + before);
    let mut read = Vec::with_capacity(chars.len());
    let mut rest = chars.into_iter().peekable();
    while let Some((c, place)) = rest.next() {
        if c != '\\' {
            read.push((c, place));
            continue;
        }
        let (escape, _) = rest.next()?;
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let plain = match escape {
            'b' => '\u{8}',
            't' => '\t',
            'n' => '\n',
            'f' => '\u{c}',
            'r' => '\r',
            'e' => '\u{1b}',
            '"' | '\\' => escape,
            'x' | 'u' | 'U' => {
                let code: String = rest.by_ref().take(digits).map(|(c, _)| c).collect();
                char::from_u32(u32::from_str_radix(&code, 16).ok()?)?
            }
            // A line that ends with a backslash goes on with the next word.
            _ if escape.is_whitespace() => {
                while rest.next_if(|&(c, _)| c.is_whitespace()).is_some() {}
                continue;
            }
            _ => return None,
        };
        read.push((plain, place));
    }
    Some(PlacedText { chars: read, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(file: &str, raw: &str, value: &str) -> Vec<u32> {
        let start = file.find(raw).unwrap();
        let span = Span::from(start..start + raw.len());
        PlacedText::new(file, span, value).chars.iter().map(|&(_, place)| place).collect()
    }

    #[test]
    fn characters_know_their_place() {
        assert_eq!(places("a = 'xy'", "'xy'", "xy"), [5, 6]);
        assert_eq!(places("a = '''\nxy'''", "'''\nxy'''", "xy"), [8, 9]);
        assert_eq!(places("a = '''\r\nx\r\ny'''", "'''\r\nx\r\ny'''", "x\ny"), [9, 11, 12]);
        assert_eq!(places(r#"a = "x\ty\u0041z""#, r#""x\ty\u0041z""#, "x\tyAz"), [5, 6, 8, 9, 15]);
        assert_eq!(places("a = \"\"\"x\\\n  y\"\"\"", "\"\"\"x\\\n  y\"\"\"", "xy"), [7, 12]);
    }

    #[test]
    fn a_text_that_reads_otherwise_stands_at_its_beginning() {
        assert_eq!(places("a = 'xy'", "'xy'", "zz"), [4, 4]);
    }
}
