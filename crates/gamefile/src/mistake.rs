//! What is wrong with a game file, and where.

use std::ops::Range;

/// Bytes of the game file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the beginning of one place to the end of another.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end.max(self.start) }
    }

    /// The bytes as a range.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start as u32, end: range.end as u32 }
    }
}

/// One mistake in a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The bytes of the file.
    pub span: Span,
    /// What is wrong, in one line.
    pub message: String,
    /// What to write instead, if there is anything to say.
    pub help: Option<String>,
}

/// The mistakes found so far.
#[derive(Clone, Debug, Default)]
pub struct Mistakes(Vec<Mistake>);

/// More mistakes than these are not looked for.
const MAX_MISTAKES: usize = chance::limits::FAULTS;

impl Mistakes {
    /// Adds a mistake, unless it is known already.
    pub fn add(&mut self, span: Span, message: impl Into<String>) {
        self.push(Mistake { span, message: message.into(), help: None });
    }

    /// Adds a mistake with what to write instead.
    pub fn help(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.push(Mistake { span, message: message.into(), help: Some(help.into()) });
    }

    /// Adds a mistake.
    pub fn push(&mut self, mistake: Mistake) {
        let known = |known: &Mistake| known.span == mistake.span && known.message == mistake.message;
        if self.0.len() < MAX_MISTAKES && !self.0.iter().any(known) {
            self.0.push(mistake);
        }
    }

    /// Adds that a name is not known; `known` are the names to choose from.
    pub fn unknown<'a>(
        &mut self,
        span: Span,
        what: &str,
        found: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        let message = format!("there is no {what} `{}`", short(found));
        let help = nearest(found, known.iter().copied()).map(|name| format!("did you mean `{name}`?"));
        let list = || (!known.is_empty()).then(|| format!("known are: {}", listed(&known)));
        self.push(Mistake { span, message, help: help.or_else(list) });
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The mistakes in the order of the file.
    pub fn into_list(mut self) -> Vec<Mistake> {
        self.0.sort_by_key(|mistake| mistake.span);
        self.0
    }
}

/// Names that a message lists.
const MAX_NAMES_LISTED: usize = 40;

/// Names with commas between them.
pub fn listed(names: &[&str]) -> String {
    let more = if names.len() > MAX_NAMES_LISTED { ", …" } else { "" };
    let names: Vec<String> = names.iter().take(MAX_NAMES_LISTED).map(|name| short(name)).collect();
    names.join(", ") + more
}

/// Characters of a name that a message shows.
const MAX_NAME_SHOWN: usize = 60;

/// A text that is short enough for a message and holds nothing that disturbs a terminal.
pub fn short(text: &str) -> String {
    let shown = text.chars().take(MAX_NAME_SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let shown: String = shown.collect();
    if text.chars().nth(MAX_NAME_SHOWN).is_some() { shown + "…" } else { shown }
}

/// The known name that is most like `found`, if any is like it.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if found.len() > MAX_NAME_SHOWN {
        return None;
    }
    let found = found.to_lowercase();
    let letters = found.chars().count();
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&found, &name.to_lowercase()), name))
        .filter(|&(distance, name)| {
            let others = name.chars().count();
            distance <= 1 + others / 3 && distance < letters.min(others)
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}
