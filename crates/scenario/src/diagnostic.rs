//! The faults of a file, shown to the person who wrote it.

use std::borrow::Cow;
use std::ops::Range;

use crate::{limits, notation};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use chance::fields::Fault;
pub use results::printable::printable;
use results::printable::{REPLACEMENT, is_control};

/// A text with values: a file, or an argument of the command line.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's path, or `--set`.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The source, by its place in the list of sources.
    pub source: usize,
    /// The range of bytes.
    pub range: Range<usize>,
}

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The place.
    pub span: Span,
    /// The message, on one line.
    pub message: String,
    /// What to write instead, if there is a suggestion.
    pub help: Option<String>,
}

/// Why a file could not be used.
#[derive(Debug)]
pub enum Invalid {
    /// It could not be read.
    Unreadable {
        /// The file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// It has faults.
    Faults(Diagnostics),
}

/// All faults, with the texts that they point into.
#[derive(Debug, Default)]
pub struct Diagnostics {
    /// The texts.
    pub sources: Vec<Source>,
    /// The faults, in the order in which they were found.
    pub list: Vec<Diagnostic>,
}

/// The number of faults that are shown; the others are counted.
const MAX_FAULTS_SHOWN: usize = 20;

impl Diagnostics {
    /// Adds a fault, unless it is known or the list is full. Where something else was expected, the help says how it is written.
    pub fn add(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        if self.is_full() {
            return;
        }
        let message = message.into();
        let help = help.or_else(|| {
            let written = self.sources.get(span.source)?.text.get(span.range.clone())?;
            message.starts_with("expected ").then(|| notation::of_written(written))?
        });
        let diagnostic = Diagnostic { span, message, help };
        if !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    /// Returns whether there are so many faults that readers stop looking for more.
    pub fn is_full(&self) -> bool {
        self.list.len() >= limits::FAULTS
    }

    /// Renders all faults, each with file, line, column and a caret.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let mut shown: Vec<String> = Vec::new();
        for diagnostic in self.list.iter().take(MAX_FAULTS_SHOWN) {
            let source = &self.sources[diagnostic.span.source];
            let snippet = Snippet::source(without_controls(&source.text))
                .path(&source.name)
                .annotation(AnnotationKind::Primary.span(diagnostic.span.range.clone()));
            let mut group = Level::ERROR.primary_title(&diagnostic.message).element(snippet);
            if let Some(help) = &diagnostic.help {
                group = group.element(Level::HELP.message(help));
            }
            shown.push(renderer.render(&[group]));
        }
        let more = self.list.len().saturating_sub(MAX_FAULTS_SHOWN);
        if self.is_full() {
            shown.push(format!("… and at least {more} more"));
        } else if more > 0 {
            shown.push(format!("… and {more} more"));
        }
        shown.join("\n\n")
    }
}

/// Replaces control characters in a source by others of the same length, so that all places stay the same. ASCII's own control
/// characters are left: the renderer shows them as symbols.
fn without_controls(text: &str) -> Cow<'_, str> {
    let is_replaced = |c: char| !c.is_ascii() && is_control(c);
    if !text.contains(is_replaced) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match c.len_utf8() {
        _ if !is_replaced(c) => c,
        2 => '¿',
        3 => REPLACEMENT,
        _ => '\u{1FBC4}',
    };
    Cow::Owned(text.chars().map(shown).collect())
}

impl Invalid {
    /// Renders the error as text.
    pub fn render(&self, color: bool) -> String {
        match self {
            Self::Unreadable { path, reason } => format!("error: cannot read {path}: {reason}"),
            Self::Faults(diagnostics) => diagnostics.render(color),
        }
    }
}

/// Returns the known name that is most like `found`, if one is similar.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Comparing long texts takes long, and a typing error is never that long.
    if found.len() > MAX_NAME_SHOWN {
        return None;
    }
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&found.to_lowercase(), &name.to_lowercase()), name))
        .filter(|&(distance, name)| distance <= 1 + name.chars().count() / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// The number of known names that a message lists.
const NAMED: usize = 100;

/// The number of characters of a name that a message shows.
const MAX_NAME_SHOWN: usize = 200;

/// Prepares a text for a message: no control characters, and not too long to read.
pub fn quoted(text: &str) -> String {
    let short: String = text.chars().take(MAX_NAME_SHOWN).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    printable(&short) + more
}

/// Returns the message and the help for an unknown name.
pub fn unknown(what: &str, found: &str, known: &[&str]) -> (String, Option<String>) {
    let help = match nearest(found, known.iter().copied()) {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None if known.is_empty() => None,
        None => {
            let names: Vec<String> = known.iter().take(NAMED).map(|name| quoted(name)).collect();
            let more = if known.len() > NAMED { ", …" } else { "" };
            Some(format!("known are: {}{more}", names.join(", ")))
        }
    };
    (format!("there is no {what} `{}`", quoted(found)), help)
}

/// Returns the message and the help for a fault that the rules found.
pub fn describe(path: &str, fault: &Fault) -> (String, Option<String>) {
    match fault {
        Fault::Missing { expected, why } => {
            let (section, field) = path.rsplit_once('.').unwrap_or(("the scenario", path));
            (
                format!("`{field}` is missing in {section}: needed {why}"),
                Some(format!("add `{field} = …`: {expected}")),
            )
        }
        Fault::Expected(expected) => (format!("expected {expected}"), None),
        Fault::Unknown { found, known } => {
            let is_field = path.ends_with(&format!(".{found}"));
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            unknown(if is_field { "field" } else { "choice" }, found, &known)
        }
        Fault::TooMany { limit } => (format!("more than {limit} entries"), None),
        Fault::Conflict(words) => (words.clone(), None),
    }
}
