//! Makes names from files safe to show.
//!
//! A name may hold line breaks, escape sequences of a terminal, or marks that turn the direction of writing.
//! Here such characters are replaced, and names are measured, shortened and padded by the columns they take.

pub(crate) use results::printable::{REPLACEMENT, is_control as steers};
use unicode_width::UnicodeWidthStr;

/// A text on one line, with nothing in it that steers.
pub(crate) fn line(text: &str) -> String {
    text.trim()
        .chars()
        .map(|character| match character {
            '\n' | '\r' | '\t' => ' ',
            other if steers(other) => REPLACEMENT,
            other => other,
        })
        .collect()
}

/// A text of several lines, with nothing in it that steers but line breaks and tabs.
pub(crate) fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
        .chars()
        .map(|character| match character {
            '\n' | '\t' => character,
            other if steers(other) => REPLACEMENT,
            other => other,
        })
        .collect()
}

/// The columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Shortens a text to at most `columns` columns, with an ellipsis at its end.
pub(crate) fn shorten(text: &str, columns: usize) -> String {
    shorten_with(text, columns, "…")
}

/// As [`shorten`], with another ellipsis.
pub(crate) fn shorten_with(text: &str, columns: usize, ellipsis: &str) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(width(ellipsis));
    let mut short = String::new();
    for character in text.chars() {
        short.push(character);
        if width(&short) > room {
            short.pop();
            break;
        }
    }
    short.truncate(short.trim_end().len());
    short.push_str(ellipsis);
    short
}

/// Wraps a text between words into lines of at most `columns` columns. A longer word has a line of its own.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The path of a field in words: `attacker.weapons[0].move_actions` of `Gun` is `attacker: Gun, move actions`.
pub(crate) fn field(path: &str, part: Option<&str>) -> String {
    let plain = |text: &str| line(text).replace('_', " ");
    let Some((side, inside)) = path.split_once('.') else { return plain(path) };
    let (before, last) = inside.rsplit_once('.').unwrap_or(("", inside));
    let holder = match (part, before.split_once('[')) {
        (Some(part), _) => Some(line(part)),
        (None, Some((list, place))) => {
            let number = place.trim_end_matches(']').parse::<usize>().map_or(0, |place| place + 1);
            Some(format!("{} {number}", plain(list.strip_suffix('s').unwrap_or(list))))
        }
        // An item of a list by its name.
        (None, None) => before.split_once('.').map(|(_, name)| line(name)),
    };
    let group = (holder.is_none() && !before.is_empty()).then(|| plain(before));
    let inside: Vec<String> = holder.into_iter().chain(group).chain([plain(last)]).collect();
    format!("{}: {}", plain(side), inside.join(", "))
}

/// Names without repetition, in the order in which they come.
pub(crate) fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_is_left() {
        assert_eq!(
            line(" a\nb\u{1b}[31mc\u{202e}d\u{7}\u{9b} "),
            "a b\u{FFFD}[31mc\u{FFFD}d\u{FFFD}\u{FFFD}"
        );
        assert_eq!(lines("a\r\n\tb\u{1b}"), "a\n\tb\u{FFFD}");
        assert_eq!(line("Größe 士 ✓"), "Größe 士 ✓");
    }

    #[test]
    fn names_are_shortened_by_columns_and_not_by_bytes() {
        assert_eq!(shorten("Heavy Weapons", 13), "Heavy Weapons");
        assert_eq!(shorten("Heavy Weapons", 8), "Heavy W…");
        assert_eq!(shorten("Heavy Weapons", 7), "Heavy…");
        assert_eq!(shorten("士官士官", 5), "士官…");
        assert_eq!(shorten("", 0), "");
    }

    #[test]
    fn paths_of_fields_are_put_into_words() {
        for (path, part, words) in [
            ("attacker.pen", None, "attacker: pen"),
            ("target.move_actions", None, "target: move actions"),
            ("attacker.weapons[0].count", Some("twin lascannon"), "attacker: twin lascannon, count"),
            ("attacker.weapons[1].ap", None, "attacker: weapon 2, ap"),
            ("attacker.weapons.Big Gun.ap", None, "attacker: Big Gun, ap"),
            ("target.armor.front", None, "target: armor, front"),
            ("rounds", None, "rounds"),
        ] {
            assert_eq!(field(path, part), words);
        }
    }

    #[test]
    fn text_breaks_between_words() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensibilities", 7), ["incomprehensibilities"]);
    }
}
