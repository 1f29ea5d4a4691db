//! Characters that do harm where they are shown.
//!
//! A name may hold line breaks, escape sequences of a terminal, or marks that turn the direction of writing. Whoever shows a name, on a
//! terminal, a page or a chart, asks here which characters to replace.

/// Stands for a character that may not be shown.
pub const REPLACEMENT: char = '\u{FFFD}';

/// Whether a character steers what shows it and is not itself shown: control characters, marks and overrides of
/// the direction of writing, separators of lines, invisible fillers, and what XML cannot hold.
pub fn steers(character: char) -> bool {
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

/// A text with everything replaced that steers, line breaks and tabs too.
pub fn printable(text: &str) -> String {
    text.chars().map(|character| if steers(character) { REPLACEMENT } else { character }).collect()
}
