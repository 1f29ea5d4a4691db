//! Every link of the README and the book leads somewhere, and the table of contents lists every page once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{book, no_faults, pages, root};

/// The text of a page without blocks of code and code inside lines.
fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let outside: Vec<&str> = line.split('`').step_by(2).collect();
            prose += &(outside.join("") + "\n");
        }
    }
    prose
}

/// The targets of links and pictures.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect()
}

/// The anchors of headings, as mdBook and GitHub make them.
fn anchors(text: &str) -> Vec<String> {
    let mut is_code = false;
    let headings = text.lines().filter(move |line| {
        is_code ^= line.trim_start().starts_with("```");
        !is_code && line.starts_with('#')
    });
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// Says what is wrong with a link, if anything is.
fn fault(page: &Path, text: &str, link: &str, may_leave_book: bool) -> Option<String> {
    if link.starts_with("https://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target = if file.is_empty() { page.to_owned() } else { page.parent()?.join(file) };
    let Ok(target) = target.canonicalize() else { return Some("leads nowhere".to_owned()) };
    if !may_leave_book && !target.starts_with(book()) {
        return Some("leads out of the book, where the site has nothing".to_owned());
    }
    let anchor = anchor?;
    let text = if file.is_empty() { text.to_owned() } else { fs::read_to_string(&target).ok()? };
    (!anchors(&text).iter().any(|known| known == anchor)).then(|| format!("has no heading #{anchor}"))
}

#[test]
fn every_link_leads_somewhere() {
    let outside =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name));
    let mut faults = Vec::new();
    let mut count = 0;
    for (page, may_leave_book) in
        pages().into_iter().map(|page| (page, false)).chain(outside.into_iter().map(|page| (page, true)))
    {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            count += 1;
            let fault = fault(&page, &text, &link, may_leave_book);
            faults.extend(fault.map(|fault| format!("{}: {link} {fault}", page.display())));
        }
    }
    assert!(count > 50, "only {count} links");
    no_faults(&faults);
}

#[test]
fn the_table_of_contents_lists_every_page_once() {
    let summary = book().join("SUMMARY.md");
    let listed: Vec<PathBuf> =
        links(&fs::read_to_string(&summary).unwrap()).iter().map(|link| book().join(link)).collect();
    let once: BTreeSet<&PathBuf> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "a page is listed twice");
    let pages = pages();
    let all: BTreeSet<&PathBuf> = pages.iter().filter(|page| **page != summary).collect();
    let missing: Vec<String> =
        all.symmetric_difference(&once).map(|page| format!("{} is not in both", page.display())).collect();
    no_faults(&missing);
}

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string(root().join("README.md")).unwrap().lines().count();
    assert!(lines <= 150, "README.md has {lines} lines");
}

#[test]
fn a_broken_link_is_found() {
    let page = book().join("games.md");
    let text = "# Dice of your own\n[one](coverage.md) `[no](link)` [two](none.md) [three](#dice-of-your-own) [four](#missing)\n";
    assert_eq!(links(text), ["coverage.md", "none.md", "#dice-of-your-own", "#missing"]);
    let is_fault = |link| fault(&page, text, link, false).is_some();
    assert!(
        !is_fault("coverage.md")
            && is_fault("none.md")
            && is_fault("#missing")
            && !is_fault("#dice-of-your-own")
    );
    assert!(is_fault("../../README.md") && fault(&page, text, "../../README.md", true).is_none());
}
