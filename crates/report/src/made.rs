//! Where a result comes from, said in the same words by every format.
//!
//! A battle, a roster's prices and what steps are worth each have tables, JSON, CSV, charts and a page; each of these
//! names its file, its hash, how it was found and the command that makes it again. That is written here, once.

use minijinja::value::Serde;
use minijinja::{Value as PageValue, context};
use results::Estimate;
use serde_json::{Map, Value};

use crate::grid::Ink;
use crate::html::tables::{Heat, Table};
use crate::long_form::{finished, harmless, number};
use crate::table::Page;
use crate::{Chart, ReportError, Source, add_charts, digits, html, json, names, words};

/// Where a result comes from.
pub(crate) struct Made<'a> {
    /// What the file is: a `battle` or a `roster`.
    pub(crate) kind: &'static str,
    pub(crate) name: &'a str,
    pub(crate) description: Option<&'a str>,
    pub(crate) system_id: &'static str,
    pub(crate) system_title: &'static str,
    /// How it was found, as files write it.
    pub(crate) method: &'static str,
    /// How it was found, in words.
    pub(crate) methods: String,
    pub(crate) trials: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) hash: &'a str,
    pub(crate) version: &'static str,
    pub(crate) command: &'a str,
    pub(crate) input: &'a str,
}

/// What a page begins with.
pub(crate) struct Opening {
    pub(crate) title: String,
    /// Who or what it is about, each on a line.
    pub(crate) about: Vec<String>,
    pub(crate) headline: String,
    pub(crate) sureness: String,
    /// What else is to be known of how it was found.
    pub(crate) facts: Vec<(&'static str, String)>,
}

/// A part of a page; what is empty is not shown.
#[derive(Default)]
pub(crate) struct Section {
    pub(crate) title: String,
    pub(crate) notes: Vec<String>,
    pub(crate) sentences: Vec<String>,
    pub(crate) figures: Vec<PageValue>,
    pub(crate) heat: Option<Heat>,
    pub(crate) table: Option<Table>,
}

impl Section {
    /// A table under its own title.
    pub(crate) fn of(table: Table) -> Self {
        Self { title: table.title.clone(), table: Some(table), ..Self::default() }
    }

    /// The same with a sentence before it.
    pub(crate) fn note(self, note: &str) -> Self {
        Self { notes: vec![note.to_owned()], ..self }
    }

    fn is_empty(&self) -> bool {
        let none = self.notes.is_empty() && self.sentences.is_empty() && self.figures.is_empty();
        none && self.heat.is_none() && self.table.is_none()
    }
}

impl Made<'_> {
    /// The source of a chart.
    pub(crate) fn source(&self) -> Source {
        Source {
            scenario: self.name.to_owned(),
            system_id: self.system_id.to_owned(),
            system_title: self.system_title.to_owned(),
            hash: self.hash.to_owned(),
            version: self.version.to_owned(),
            command: self.command.to_owned(),
            methods: self.methods.clone(),
        }
    }

    /// The first lines of a terminal's page.
    pub(crate) fn header(&self, page: &mut Page, title: &str) {
        page.wrapped(title, Ink::Strong);
        let about = [
            self.system_title.to_owned(),
            self.methods.clone(),
            format!("{} {}", self.kind, words::short_hash(self.hash)),
            format!("killcurve {}", self.version),
        ];
        page.wrapped(&about.join(" · "), Ink::Faint);
        if let Some(description) = self.description {
            page.wrapped(&names::line(description), Ink::Plain);
        }
        page.gap();
    }

    /// Its last lines.
    pub(crate) fn footer(&self, page: &mut Page) {
        page.gap();
        page.wrapped(&format!("Make it again: {}", names::line(self.command)), Ink::Faint);
    }

    /// A JSON document: where it comes from, then what it says.
    pub(crate) fn document(&self, says: Value) -> String {
        let head = [
            (self.kind, Value::from(self.name)),
            ("description", Value::from(self.description)),
            ("system", Value::from(self.system_id)),
            ("system_title", Value::from(self.system_title)),
            ("hash", Value::from(self.hash)),
            ("version", Value::from(self.version)),
            ("command", Value::from(self.command)),
            ("method", Value::from(self.method)),
            ("trials", Value::from(self.trials)),
            ("seed", Value::from(self.seed)),
        ];
        let mut document: Map<String, Value> =
            head.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        if let Value::Object(says) = says {
            document.extend(says);
        }
        json::document_text(&Value::Object(document))
    }

    /// A CSV file that begins with the names of its columns.
    pub(crate) fn csv(&self, columns: &[&str]) -> Result<LongForm, ReportError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let hash = format!("{}_hash", self.kind);
        let after = ["value", "low", "high", "method", "trials", "seed", &hash, "version", "command"];
        writer.write_record([self.kind].iter().chain(columns).chain(&after))?;
        let whole = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let after = [
            self.method.to_owned(),
            whole(self.trials),
            whole(self.seed),
            harmless(self.hash),
            self.version.to_owned(),
            harmless(self.command),
        ];
        Ok(LongForm { writer, name: harmless(self.name), columns: columns.len(), after })
    }

    /// The page, its sections in order.
    pub(crate) fn page(&self, opening: Opening, sections: Vec<Section>) -> Result<String, ReportError> {
        let unbroken = |texts: &[String]| texts.iter().map(|text| html::unbroken(text)).collect::<Vec<_>>();
        let sections = sections.into_iter().filter(|section| !section.is_empty()).map(|section| {
            context! {
                title => section.title,
                notes => unbroken(&section.notes),
                sentences => unbroken(&section.sentences),
                figures => section.figures,
                heat => Serde(section.heat),
                table => Serde(section.table),
            }
        });
        let mut facts = vec![("Method", self.methods.clone())];
        facts.extend(self.trials.map(|trials| ("Trials", digits::whole(trials))));
        facts.extend(self.seed.map(|seed| ("Seed", seed.to_string())));
        facts.extend(opening.facts);
        facts.push(("Hash", names::line(self.hash)));
        facts.push(("killcurve", self.version.to_owned()));
        html::filled(
            "sections.html",
            context! {
                scenario => opening.title,
                about => opening.about,
                description => self.description.map(names::line),
                system => self.system_title,
                methods => self.methods.clone(),
                headline => html::unbroken(&opening.headline),
                sureness => html::unbroken(&opening.sureness),
                sections => sections.collect::<Vec<_>>(),
                facts => Serde(facts),
                kind => self.kind,
                command => names::line(self.command),
                input => names::lines(self.input),
                hash => names::line(self.hash),
                version => self.version,
            },
        )
    }
}

/// CSV in long form: a row for each number.
pub(crate) struct LongForm {
    writer: csv::Writer<Vec<u8>>,
    name: String,
    columns: usize,
    after: [String; 6],
}

impl LongForm {
    /// A row: what it is about, and the number.
    pub(crate) fn row(&mut self, about: &[&str], found: Option<Estimate>) -> Result<(), ReportError> {
        debug_assert_eq!(about.len(), self.columns, "a cell for each column");
        let mut row = vec![self.name.clone()];
        row.extend(about.iter().map(|text| harmless(text)));
        row.push(number(found.map(|found| found.value)));
        row.push(number(found.and_then(|found| found.low())));
        row.push(number(found.and_then(|found| found.high())));
        row.extend(self.after.iter().cloned());
        self.writer.write_record(row)?;
        Ok(())
    }

    /// The bytes.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, ReportError> {
        finished(self.writer)
    }
}

/// Every file of a result by name: `name` with each ending, and its charts.
pub(crate) fn files(
    name: &str,
    (csv, json, page): (Vec<u8>, String, String),
    charts: Vec<Chart>,
) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let mut files = vec![
        (format!("{name}.csv"), csv),
        (format!("{name}.json"), json.into_bytes()),
        (format!("{name}.html"), page.into_bytes()),
    ];
    add_charts(&mut files, charts)?;
    Ok(files)
}

/// How the numbers of many battles were found, short.
pub(crate) fn sampled(trials: u64, seed: u64) -> String {
    format!("Monte Carlo, {} of each battle, seed {seed}", words::counted(trials, "trial"))
}
