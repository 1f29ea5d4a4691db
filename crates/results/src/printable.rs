//! Makes text safe to show.
//!
//! A name may hold line breaks, escape sequences of a terminal, or marks that change the direction of writing. Everything that
//! shows names, on a terminal, a page or a chart, replaces such characters first.

/// Replaces a character that must not be shown.
pub const REPLACEMENT: char = '\u{FFFD}';

/// Returns whether a character controls how text is shown, and is not itself visible: control characters, marks of the direction of
/// writing, separators of lines, invisible fillers, and characters that XML cannot hold.
pub fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{061C}'
                | '\u{200B}'
                | '\u{200E}'
                | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{FFFE}'
                | '\u{FFFF}'
                | '\u{E0000}'..='\u{E007F}'
        )
}

/// Replaces all control characters of a text, line breaks and tabs too.
pub fn printable(text: &str) -> String {
    text.chars().map(|character| if is_control(character) { REPLACEMENT } else { character }).collect()
}
