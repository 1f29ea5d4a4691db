//! The index page of a batch of scenarios.

use minijinja::{Value, context};
use results::Standing;

use crate::source::Source;
use crate::{Judged, Report, ReportError, html, names, phrases};

/// A scenario of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its file.
    pub file: String,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The outcome of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has a report.
    Reported {
        /// Its name.
        scenario: String,
        /// The system as people write it.
        system: String,
        /// The result in a sentence.
        headline: String,
        /// The methods that found it.
        method: String,
        /// The folder of its report, beside the page.
        folder: String,
        /// Its kill curve as an SVG document.
        chart: Option<String>,
        /// How its expectations stand.
        expectations: Standings,
        /// What changed since the last batch.
        since: Since,
    },
    /// It could not be played, for this reason.
    Broken(String),
}

/// How many expectations hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// Those that hold.
    pub within: u64,
    /// Those that do not.
    pub out: u64,
    /// Those that are too close to tell.
    pub unclear: u64,
}

impl Standings {
    /// Counts judged expectations.
    pub fn of(judged: &[Judged]) -> Self {
        let count = |standing| judged.iter().filter(|judged| judged.standing == standing).count() as u64;
        Self { within: count(Standing::In), out: count(Standing::Out), unclear: count(Standing::Unclear) }
    }

    /// Whether they hold, in words: `2 of 3 failed`.
    fn in_words(self) -> String {
        let all = self.within + self.out + self.unclear;
        match self {
            _ if all == 0 => "none".to_owned(),
            Self { out: 1.., .. } => format!("{} of {all} failed", self.out),
            Self { unclear: 1.., .. } => format!("{} of {all} too close to tell", self.unclear),
            _ => format!("{all} passed"),
        }
    }

    /// Failures first.
    const fn order(self) -> u8 {
        match self {
            Self { out: 1.., .. } => 0,
            Self { unclear: 1.., .. } => 1,
            Self { within: 1.., .. } => 2,
            _ => 3,
        }
    }
}

/// What changed in a report since the last batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// There was none before.
    New,
    /// So many numbers changed.
    Changed {
        /// How many.
        numbers: u64,
    },
    /// Nothing.
    Unchanged,
}

impl Since {
    fn in_words(self) -> String {
        match self {
            Self::New => "new".to_owned(),
            Self::Changed { numbers } => format!("{} changed", phrases::count_of(numbers, "number")),
            Self::Unchanged => "unchanged".to_owned(),
        }
    }

    const fn order(self) -> u64 {
        match self {
            Self::New => u64::MAX,
            Self::Changed { numbers } => numbers,
            Self::Unchanged => 0,
        }
    }
}

/// The headline of a report, and its methods.
pub fn headline(report: &Report) -> (String, String) {
    let headline = report.runs.first().map_or_else(String::new, |run| phrases::headline(&run.results));
    (headline, Source::of(report).methods)
}

/// The page of a batch.
pub fn index(title: &str, cards: &[Card], command: &str, version: &str) -> Result<String, ReportError> {
    let broken = cards.iter().filter(|card| matches!(card.outcome, Outcome::Broken(_))).count();
    let shown: Vec<Value> = cards.iter().map(card).collect();
    html::filled(
        "index.html",
        context! {
            scenario => names::line(title),
            count => phrases::count_of(cards.len() as u64, "scenario"),
            broken => (broken > 0).then(|| phrases::count_of(broken as u64, "broken file")),
            cards => shown,
            command => names::line(command),
            version,
        },
    )
}

fn card(card: &Card) -> Value {
    let file = names::line(&card.file);
    match &card.outcome {
        Outcome::Reported { scenario, system, headline, method, folder, chart, expectations, since } => {
            context! {
                file,
                name => names::line(scenario),
                system => names::line(system),
                headline => html::unbroken(&names::line(headline)),
                method => names::line(method),
                link => address(folder),
                expectations => expectations.in_words(),
                expectations_order => expectations.order(),
                failed => expectations.out > 0,
                since => since.in_words(),
                since_order => since.order(),
                chart => chart.as_ref().map(|svg| Value::from_safe_string(svg.clone())),
            }
        }
        Outcome::Broken(why) => context! { file, why => names::lines(why) },
    }
}

/// A folder's name as a link writes it.
fn address(folder: &str) -> String {
    let mut link = String::new();
    for byte in folder.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => link.push(char::from(byte)),
            other => link.push_str(&format!("%{other:02X}")),
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_hold_nothing_but_plain_letters() {
        assert_eq!(address("a-titan"), "a-titan");
        assert_eq!(address("ü\"x"), "%C3%BC%22x");
    }

    #[test]
    fn names_do_no_harm_on_a_card() {
        let outcome = Outcome::Reported {
            scenario: "<script>x</script>".to_owned(),
            system: "S".to_owned(),
            headline: "Killed.".to_owned(),
            method: "exact".to_owned(),
            folder: "a".to_owned(),
            chart: Some("<svg>1</svg>".to_owned()),
            expectations: Standings { within: 2, out: 1, unclear: 0 },
            since: Since::Changed { numbers: 12 },
        };
        let broken = Outcome::Broken("error: <b>\u{1b}[31m".to_owned());
        let cards = [("a.toml", outcome), ("b.toml", broken)];
        let cards = cards.map(|(file, outcome)| Card { file: file.to_owned(), outcome });
        let page = index("all", &cards, "killcurve batch all", "9.8.7").unwrap();
        assert!(page.contains("&lt;script&gt;x") && !page.contains("<script>x"));
        assert!(page.contains("<svg>1</svg>"));
        assert!(page.contains("error: &lt;b&gt;\u{FFFD}[31m"));
        assert!(page.contains("1 of 3 failed") && page.contains("12 numbers changed"));
        assert!(page.contains("href=\"a/report.html\"") && page.contains("1 broken file"));
    }
}
