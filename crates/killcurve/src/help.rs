//! `killcurve help`: the pages of the book, without a browser.

use std::fmt::Write as _;

use clap::CommandFactory;

use crate::args::Cli;
use crate::output::{Failure, print};

/// A page of the book.
struct Topic {
    /// As a user types it.
    name: &'static str,
    /// The page's file, below the book's folder.
    file: &'static str,
    text: &'static str,
}

/// Makes a topic of a page.
macro_rules! topic {
    ($name:literal, $file:literal) => {
        Topic { name: $name, file: $file, text: include_str!(concat!("../../../docs/src/", $file)) }
    };
}

/// All topics, in the order of the book.
const TOPICS: &[Topic] = &[
    topic!("install", "install.md"),
    topic!("first-scenario", "tutorial/first-scenario.md"),
    topic!("what-if", "tutorial/what-if.md"),
    topic!("how-sure", "tutorial/how-sure.md"),
    topic!("cost", "tutorial/cost.md"),
    topic!("your-own-game", "tutorial/your-own-game.md"),
    topic!("sweeps", "sweeps.md"),
    topic!("rosters", "rosters.md"),
    topic!("spreadsheets", "spreadsheets.md"),
    topic!("versions", "versions.md"),
    topic!("army-lists", "army-lists.md"),
    topic!("points-formula", "points-formula.md"),
    topic!("games", "games.md"),
    topic!("browser", "browser.md"),
    topic!("ci", "ci.md"),
    topic!("python", "python.md"),
    topic!("clusters", "clusters.md"),
    topic!("scenario-files", "reference/scenario-files.md"),
    topic!("game-files", "reference/game-files.md"),
    topic!("results", "reference/results.md"),
    topic!("intervals", "coverage.md"),
    topic!("prices", "how-prices-hold.md"),
];

/// Prints a topic, the help of a command, or the list of topics.
pub fn help(name: Option<&str>) -> Result<(), Failure> {
    let Some(name) = name else { return print(&list()) };
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name == name) {
        return print(&plain(topic.text));
    }
    print(&command(name)?.render_long_help().to_string())
}

/// The command of a name.
pub fn command(name: &str) -> Result<clap::Command, Failure> {
    let mut all = Cli::command();
    all.build();
    if let Some(found) = all.find_subcommand(name) {
        return Ok(found.clone());
    }
    let commands = all.get_subcommands().map(clap::Command::get_name);
    let known: Vec<&str> = commands.chain(TOPICS.iter().map(|topic| topic.name)).collect();
    let (message, help) = scenario::unknown("command or topic", name, &known);
    let help = help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    Err(Failure::Input(format!("error: {message}{help}")))
}

fn list() -> String {
    let mut text = String::from("Topics, each a page to read:\n");
    for topic in TOPICS {
        let _ = writeln!(text, "  {:<16} {}", topic.name, title(topic.text));
    }
    text + "\n`killcurve help TOPIC` prints one; `killcurve --help` lists the commands.\n"
}

/// The first heading of a page.
fn title(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default()
}

/// Returns a page for a terminal: without pictures, remarks for the tests and addresses of other pages.
fn plain(text: &str) -> String {
    let is_shown = |line: &&str| !line.starts_with("<!--") && !line.starts_with("![");
    let mut shown = String::new();
    let mut was_blank = true;
    for line in text.lines().filter(is_shown) {
        let is_blank = line.trim().is_empty();
        if !(is_blank && was_blank) {
            shown.push_str(&without_addresses(line));
            shown.push('\n');
        }
        was_blank = is_blank;
    }
    shown
}

/// Replaces links to pages by their words, with the command that shows the page.
fn without_addresses(line: &str) -> String {
    let mut rest = line;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once("](")
        && let Some((start, words)) = before.rsplit_once('[')
        && let Some((address, after)) = after.split_once(')')
    {
        text.push_str(start);
        text.push_str(words);
        let file = address.split('#').next().unwrap_or_default().trim_start_matches("../");
        let is_page = |topic: &&Topic| topic.file == file || topic.file.ends_with(&format!("/{file}"));
        match TOPICS.iter().find(is_page) {
            Some(topic) => text += &format!(" (`killcurve help {}`)", topic.name),
            None if address.starts_with("http") => text += &format!(" <{address}>"),
            None => {}
        }
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of systems are left out: `killcurve systems` prints them. So are the commands: `--help` does.
    #[test]
    fn every_page_of_the_book_is_a_topic_once() {
        let summary = include_str!("../../../docs/src/SUMMARY.md");
        let pages = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let is_told_elsewhere = |page: &&str| {
            let name = page.strip_prefix("reference/").and_then(|name| name.strip_suffix(".md"));
            **page == *"introduction.md"
                || name.is_some_and(|name| {
                    name == "commands" || systems::built_in().any(|system| system.id == name)
                })
        };
        let pages: Vec<&str> = pages.filter(|page| !is_told_elsewhere(page)).collect();
        for page in &pages {
            assert_eq!(TOPICS.iter().filter(|topic| topic.file == *page).count(), 1, "{page}");
        }
        assert_eq!(TOPICS.len(), pages.len());
        for topic in TOPICS {
            assert!(!title(topic.text).is_empty(), "{}", topic.name);
            let is_command = Cli::command().find_subcommand(topic.name).is_some();
            assert!(!is_command, "{} is a command, too", topic.name);
        }
    }

    #[test]
    fn a_page_is_plain_text() {
        let page = "# One\n\n<!-- picture: a.svg -->\n![A](a.svg)\n\nSee [sweeps](../sweeps.md#values), [Rust](https://rust-lang.org) and `a[0]`.\n";
        let shown =
            "# One\n\nSee sweeps (`killcurve help sweeps`), Rust <https://rust-lang.org> and `a[0]`.\n";
        assert_eq!(plain(page), shown);
        assert_eq!(
            without_addresses("next: [What if?](what-if.md)"),
            "next: What if? (`killcurve help what-if`)"
        );
        assert_eq!(without_addresses("[attacker] and a](b"), "[attacker] and a](b");
    }
}
