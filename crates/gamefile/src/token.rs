//! Words, numbers and signs of the language, and the indentation of its lines.

use crate::limits;
use crate::mistake::{Mistakes, Span, short};
use crate::text::PlacedText;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name or a keyword.
    Name(String),
    /// A whole number.
    Number(i64),
    /// A text in quotes.
    Text(String),
    /// An operator, a bracket or another sign.
    Sign(&'static str),
    /// The end of a line that held something.
    Line,
    /// A block begins.
    Indent,
    /// A block ends.
    Dedent,
    /// The end of the text.
    End,
}

/// The signs, longest first.
const PUNCTUATION: &[&str] = &[
    "//=", "**=", ">>=", "<<=", "...", "**", "//", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^=", "->", ":=", "<<", ">>", "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]",
    "{", "}", ",", ":", ".", ";", "&", "|", "^", "~", "!", "@",
];

/// A token and its place.
pub type Spanned = (Token, Span);

struct Lexer<'a> {
    text: &'a PlacedText,
    at: usize,
    tokens: Vec<Spanned>,
    /// Open brackets: lines go on inside them.
    open: usize,
    /// Widths of the blocks around this line: with tabs of eight and with tabs of one.
    indents: Vec<(usize, usize)>,
    mistakes: &'a mut Mistakes,
}

/// Splits a text into tokens. `lines` is false for a single expression, in which line ends mean nothing. None if that fails; the mistakes
/// say why.
pub fn tokens(text: &PlacedText, lines: bool, mistakes: &mut Mistakes) -> Option<Vec<Spanned>> {
    let open = usize::from(!lines);
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), open, indents: vec![(0, 0)], mistakes };
    while lexer.at < text.chars.len() {
        if lines && lexer.open == 0 {
            lexer.indentation()?;
        }
        lexer.line()?;
    }
    let end = lexer.span(lexer.at);
    for _ in 1..lexer.indents.len() {
        lexer.tokens.push((Token::Dedent, end));
    }
    lexer.tokens.push((Token::End, end));
    Some(lexer.tokens)
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.text.chars.get(self.at).map(|&(c, _)| c)
    }

    fn looking_at(&self, ahead: usize) -> Option<char> {
        self.text.chars.get(self.at + ahead).map(|&(c, _)| c)
    }

    fn place(&self, at: usize) -> u32 {
        self.text.chars.get(at).map_or(self.text.end, |&(_, place)| place)
    }

    /// From a character to where the lexer has come to.
    fn span(&self, from: usize) -> Span {
        Span { start: self.place(from), end: self.place(self.at).max(self.place(from)) }
    }

    fn push(&mut self, token: Token, from: usize) {
        let span = self.span(from);
        self.tokens.push((token, span));
    }

    /// The blanks at the beginning of a line; an empty line is passed over.
    fn indentation(&mut self) -> Option<()> {
        let from = self.at;
        let (mut wide, mut narrow) = (0, 0);
        while let Some(c) = self.peek() {
            match c {
                ' ' => (wide, narrow) = (wide + 1, narrow + 1),
                '\t' => (wide, narrow) = (wide / 8 * 8 + 8, narrow + 1),
                '\u{c}' | '\r' => {}
                _ => break,
            }
            self.at += 1;
        }
        if matches!(self.peek(), None | Some('\n' | '#')) {
            return Some(());
        }
        let span = self.span(from);
        let &(before, narrow_before) = self.indents.last()?;
        let mixed =
            (wide > before) != (narrow > narrow_before) || (wide == before) != (narrow == narrow_before);
        if mixed {
            self.mistakes.help(span, "tabs and spaces are mixed", "indent every line with spaces");
            return None;
        }
        if wide > before {
            if self.indents.len() > limits::BLOCKS {
                let words = format!("more than {} blocks stand inside each other", limits::BLOCKS);
                self.mistakes.add(span, words);
                return None;
            }
            self.indents.push((wide, narrow));
            self.tokens.push((Token::Indent, span));
        }
        while self.indents.last().is_some_and(|&(before, _)| wide < before) {
            self.indents.pop();
            self.tokens.push((Token::Dedent, span));
        }
        if self.indents.last() != Some(&(wide, narrow)) {
            let help = "indent it as far as the line that it belongs to";
            self.mistakes.help(span, "this line is indented as no line before it", help);
            return None;
        }
        Some(())
    }

    /// The rest of a line.
    fn line(&mut self) -> Option<()> {
        while let Some(c) = self.peek() {
            let from = self.at;
            match c {
                '\n' => {
                    self.at += 1;
                    if self.open == 0 {
                        if !matches!(
                            self.tokens.last(),
                            None | Some((Token::Line | Token::Indent | Token::Dedent, _))
                        ) {
                            let end = self.place(from);
                            self.tokens.push((Token::Line, Span { start: end, end }));
                        }
                        return Some(());
                    }
                }
                '\\' if self.looking_at(1) == Some('\n') => self.at += 2,
                '#' => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                c if c.is_whitespace() => self.at += 1,
                '"' | '\'' => self.text()?,
                c if c.is_ascii_digit() => self.number()?,
                c if c.is_alphabetic() || c == '_' => self.name()?,
                _ => self.sign()?,
            }
        }
        if !matches!(self.tokens.last(), None | Some((Token::Line | Token::Indent | Token::Dedent, _))) {
            self.push(Token::Line, self.at);
        }
        Some(())
    }

    fn name(&mut self) -> Option<()> {
        let from = self.at;
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|&c| c.is_alphanumeric() || c == '_') {
            name.push(c);
            self.at += 1;
        }
        if matches!(self.peek(), Some('"' | '\'')) && name.len() <= 2 {
            let message = format!(
                "texts with a letter before the quotes, such as {name}\"…\", are not in the language"
            );
            self.mistakes.help(self.span(from), message, "write a plain text: \"…\"");
            return None;
        }
        if name.chars().count() > limits::NAME {
            self.mistakes.add(self.span(from), format!("a name is longer than {} characters", limits::NAME));
            return None;
        }
        self.push(Token::Name(name), from);
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let from = self.at;
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(|&c| c.is_ascii_digit() || c == '_') {
            if c != '_' {
                digits.push(c);
            }
            self.at += 1;
        }
        if self.peek() == Some('.') && self.looking_at(1).is_none_or(|c| !c.is_alphabetic()) {
            self.at += 1;
            while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                self.at += 1;
            }
            let help = "write a whole number; for half of x, rounded down, write `x // 2`";
            self.mistakes.help(self.span(from), "numbers with a fraction are not in the language", help);
            return None;
        }
        if self.peek().is_some_and(char::is_alphabetic) {
            while self.peek().is_some_and(char::is_alphanumeric) {
                self.at += 1;
            }
            let word: String = self.text.chars[from..self.at].iter().map(|&(c, _)| c).collect();
            let help = match word.split_once(['d', 'D']) {
                Some((dice, sides)) if sides.parse::<u32>().is_ok() && dice.parse::<u32>().is_ok() => {
                    format!("to roll dice, write `roll({dice}, d{sides})`")
                }
                _ if is_foreign_number(&word) => "write a whole number with plain digits".to_owned(),
                _ => "a name begins with a letter".to_owned(),
            };
            self.mistakes.help(self.span(from), format!("`{}` is no number", short(&word)), help);
            return None;
        }
        let Ok(number) = digits.parse() else {
            self.mistakes.add(self.span(from), "this number is larger than 64 bits hold");
            return None;
        };
        self.push(Token::Number(number), from);
        Some(())
    }

    fn text(&mut self) -> Option<()> {
        let from = self.at;
        let quote = self.peek()?;
        self.at += 1;
        if self.peek() == Some(quote) && self.looking_at(1) == Some(quote) {
            self.at += 2;
            let help = "write a remark after `#`, and a text in single quotes";
            self.mistakes.help(self.span(from), "texts in three quotes are not in the language", help);
            return None;
        }
        let mut text = String::new();
        loop {
            match self.peek() {
                Some(c) if c == quote => break,
                None | Some('\n') => {
                    self.mistakes.add(self.span(from), format!("this text lacks its closing {quote}"));
                    return None;
                }
                Some('\\') => {
                    self.at += 1;
                    self.mistakes.help(
                        self.span(from),
                        "texts with a backslash are not in the language",
                        "write the character itself",
                    );
                    return None;
                }
                Some(c) => text.push(c),
            }
            self.at += 1;
        }
        self.at += 1;
        self.push(Token::Text(text), from);
        Some(())
    }

    fn sign(&mut self) -> Option<()> {
        let from = self.at;
        let fits =
            |sign: &&&str| sign.chars().enumerate().all(|(ahead, c)| self.looking_at(ahead) == Some(c));
        let Some(&sign) = PUNCTUATION.iter().find(fits) else {
            self.at += 1;
            let c: String = self.text.chars[from..self.at].iter().map(|&(c, _)| c).collect();
            self.mistakes.add(self.span(from), format!("`{}` has no meaning here", short(&c)));
            return None;
        };
        self.at += sign.len();
        match sign {
            "(" | "[" | "{" => self.open += 1,
            ")" | "]" | "}" => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        self.push(Token::Sign(sign), from);
        Some(())
    }
}

/// Whether a word is a number as other languages write it: `0x10`, `1e3`.
fn is_foreign_number(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    ["0x", "0b", "0o"].iter().any(|sign| word.starts_with(sign))
        || word.split_once(['e', 'E']).is_some_and(|(one, two)| digits(one) && digits(two))
}
