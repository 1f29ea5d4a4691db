//! The index page of a batch of scenarios.

use minijinja::{Value, context};

use crate::source::Source;
use crate::{Report, ReportError, html, names, phrases};

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
    },
    /// It could not be played, for this reason.
    Broken(String),
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
        Outcome::Reported { scenario, system, headline, method, folder, chart } => context! {
            file,
            name => names::line(scenario),
            system => names::line(system),
            headline => html::unbroken(&names::line(headline)),
            method => names::line(method),
            link => address(folder),
            chart => chart.as_ref().map(|svg| Value::from_safe_string(svg.clone())),
        },
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
        };
        let broken = Outcome::Broken("error: <b>\u{1b}[31m".to_owned());
        let cards = [("a.toml", outcome), ("b.toml", broken)];
        let cards = cards.map(|(file, outcome)| Card { file: file.to_owned(), outcome });
        let page = index("all", &cards, "killcurve batch all", "9.8.7").unwrap();
        assert!(page.contains("&lt;script&gt;x") && !page.contains("<script>x"));
        assert!(page.contains("<svg>1</svg>"));
        assert!(page.contains("error: &lt;b&gt;\u{FFFD}[31m"));
        assert!(page.contains("href=\"a/report.html\"") && page.contains("1 broken file"));
    }
}
