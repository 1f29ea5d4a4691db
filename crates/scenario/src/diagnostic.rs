//! What is wrong with a file, shown to the person who wrote it.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
pub use results::harmless::printable;
use results::harmless::{REPLACEMENT, steers};
use rules::fields::Fault;
use rules::limits;

/// A text that values come from: a file, or an argument of the command line.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's path, or `--set`.
    pub name: String,
    /// All of it.
    pub text: String,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Which source, by its place in the list of sources.
    pub source: usize,
    /// The bytes.
    pub range: Range<usize>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where.
    pub span: Span,
    /// What, in one line.
    pub message: String,
    /// What to type instead, if there is anything to say.
    pub help: Option<String>,
}

/// Why a file could not be used.
#[derive(Debug)]
pub enum Invalid {
    /// It could not be read at all.
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// These things are wrong with it.
    Faults(Diagnostics),
}

/// All that is wrong, with the texts that it points into.
#[derive(Debug, Default)]
pub struct Diagnostics {
    /// The texts.
    pub sources: Vec<Source>,
    /// What is wrong, in the order in which it was found.
    pub list: Vec<Diagnostic>,
}

/// So many faults are shown; the rest is counted.
const SHOWN: usize = 20;

impl Diagnostics {
    /// Adds a fault, unless it is known already, or so many are known that one more helps nobody.
    pub fn add(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        if self.is_full() {
            return;
        }
        let diagnostic = Diagnostic { span, message: message.into(), help };
        if !self.list.contains(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    /// Whether so much is wrong that nothing more is looked for.
    pub fn is_full(&self) -> bool {
        self.list.len() >= limits::FAULTS
    }

    /// All faults as text, each with its file, line, column and a caret.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let mut shown: Vec<String> = Vec::new();
        for diagnostic in self.list.iter().take(SHOWN) {
            let source = &self.sources[diagnostic.span.source];
            let snippet = Snippet::source(harmless(&source.text))
                .path(&source.name)
                .annotation(AnnotationKind::Primary.span(diagnostic.span.range.clone()));
            let mut group = Level::ERROR.primary_title(&diagnostic.message).element(snippet);
            if let Some(help) = &diagnostic.help {
                group = group.element(Level::HELP.message(help));
            }
            shown.push(renderer.render(&[group]));
        }
        let more = self.list.len().saturating_sub(SHOWN);
        if self.is_full() {
            shown.push(format!("… and at least {more} more"));
        } else if more > 0 {
            shown.push(format!("… and {more} more"));
        }
        shown.join("\n\n")
    }
}

/// A source as it is shown: what steers a terminal is replaced by something as long, so that every place stays where it is. ASCII's own
/// control characters are shown as symbols by the one who draws the lines.
fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |c: char| !c.is_ascii() && steers(c);
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match c.len_utf8() {
        _ if !steers(c) => c,
        2 => '¿',
        3 => REPLACEMENT,
        _ => '\u{1FBC4}',
    };
    Cow::Owned(text.chars().map(shown).collect())
}

impl Invalid {
    /// The error as text.
    pub fn render(&self, color: bool) -> String {
        match self {
            Self::Unreadable { path, reason } => format!("error: cannot read {path}: {reason}"),
            Self::Faults(diagnostics) => diagnostics.render(color),
        }
    }
}

/// The known name that is most like `found`, if any is like it.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // To compare long texts takes long, and no slip of the pen makes a name so long.
    if found.len() > LONG {
        return None;
    }
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&found.to_lowercase(), name), name))
        .filter(|&(distance, name)| distance <= 1 + name.chars().count() / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Known names that are told.
const NAMED: usize = 100;

/// Characters from which on a name is a long one: a message shows its beginning.
const LONG: usize = 200;

/// A text that is fit for a message: without what disturbs a terminal, and not longer than a person reads.
pub fn quoted(text: &str) -> String {
    let short: String = text.chars().take(LONG).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    printable(&short) + more
}

/// What to say about an unknown name.
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

/// A fault of the rules in words: the message and the help.
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
