//! Which names may be given to what.

use crate::limits;
use crate::mistake::{Mistakes, Span, short};

/// The keywords of Python: nothing may be named by one.
pub const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// The built-in functions.
pub const FUNCTIONS: &[&str] = &[
    "roll", "count", "tally", "highest", "lowest", "min", "max", "abs", "ceil_div", "clamp", "len", "sum",
    "range", "sided", "event", "end",
];

/// Names with a meaning of their own.
const WORDS: &[&str] = &["attacker", "target", "unit", "situation", "options", "table", "round"];

/// The number of sides that the name of a plain die tells: `d6`.
pub fn plain_die(name: &str) -> Option<i64> {
    let digits = name.strip_prefix('d')?;
    if digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|sides| (2..=100).contains(sides))
}

/// Whether a name may not be a variable, a parameter, a function or a die.
pub fn is_reserved(name: &str) -> bool {
    FUNCTIONS.contains(&name) || WORDS.contains(&name) || plain_die(name).is_some()
}

/// Checks a name of a variable, a function, a parameter or a die.
pub fn check_variable(name: &str, span: Span, what: &str, mistakes: &mut Mistakes) -> bool {
    if is_reserved(name) {
        let message = format!("`{name}` is a word of the language and cannot be {what}");
        mistakes.help(span, message, format!("call it otherwise, such as `{name}_`"));
        return false;
    }
    check(name, span, what, mistakes)
}

/// Checks a name of a field or something else that code reads: a word, and no keyword.
pub fn check(name: &str, span: Span, what: &str, mistakes: &mut Mistakes) -> bool {
    if KEYWORDS.contains(&name) {
        let message = format!("`{name}` is a keyword of Python and cannot be {what}");
        mistakes.help(span, message, format!("call it otherwise, such as `{name}_`"));
        return false;
    }
    let first = |c: char| c.is_alphabetic() || c == '_';
    let is_word = name.starts_with(first) && name.chars().all(|c| first(c) || c.is_alphanumeric());
    if !is_word || name.chars().count() > limits::NAME {
        let help =
            "a name has letters, digits and _, does not begin with a digit, and has at most 60 characters";
        mistakes.help(span, format!("`{}` cannot be {what}", short(name)), help);
        return false;
    }
    true
}

/// Checks a name that is only written in quotes: a procedure, a choice, a symbol.
pub fn check_text(name: &str, span: Span, what: &str, mistakes: &mut Mistakes) -> bool {
    let is_plain = |c: char| !c.is_control() && !matches!(c, '#' | '"');
    let fits = !name.trim().is_empty() && name.trim() == name && name.chars().all(is_plain);
    if !fits || name.chars().count() > limits::NAME {
        let help = "up to 60 characters, without # and quotes, and without blanks at the ends";
        mistakes.help(span, format!("`{}` cannot be {what}", short(name)), help);
        return false;
    }
    if KEYWORDS.contains(&name) {
        let message = format!("`{name}` is a keyword of Python and cannot be {what}");
        mistakes.help(span, message, format!("call it otherwise, such as `{name}_`"));
        return false;
    }
    true
}
