//! Where a result comes from, in every format.
//!
//! Every table, JSON document, CSV file, chart and page names its input file and hash, how the numbers were found, and the command that
//! produces them again. This module writes that part.

use minijinja::value::Serde;
use minijinja::{Value as PageValue, context};
use results::{Estimate, Provenance};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::grid::Ink;
use crate::html::tables::{Heat, Table};
use crate::long_form::{finished, harmless, number};
use crate::table::Page;
use crate::{Chart, Report, ReportError, Run, add_charts, digits, html, json, names, phrases};

/// The provenance of a result, and its method in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Source<'a> {
    /// The provenance.
    pub provenance: &'a Provenance,
    /// How the numbers were found, in words.
    pub methods: String,
}

/// The head of a page.
#[derive(Default, Serialize)]
pub(crate) struct Opening {
    pub(crate) title: String,
    /// The units or sides that it is about, each on a line.
    pub(crate) about: Vec<String>,
    pub(crate) headline: String,
    pub(crate) sureness: String,
    /// Further facts about how the numbers were found.
    pub(crate) facts: Vec<(&'static str, String)>,
}

/// A part of a page. An empty one is not shown.
#[derive(Default, Serialize)]
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

    /// Puts a sentence before the rest.
    pub(crate) fn note(self, note: &str) -> Self {
        Self { notes: vec![note.to_owned()], ..self }
    }

    pub(crate) fn is_empty(&self) -> bool {
        let none = self.notes.is_empty() && self.sentences.is_empty() && self.figures.is_empty();
        none && self.heat.is_none() && self.table.is_none()
    }
}

impl<'a> Source<'a> {
    /// The source of a whole report.
    pub fn of(report: &'a Report) -> Self {
        let provenance = &report.provenance;
        Self { provenance, methods: phrases::methods_among(provenance.methods.iter()) }
    }

    /// The source of a chart of some runs of a report.
    pub(crate) fn of_runs(report: &'a Report, runs: impl Iterator<Item = &'a Run>) -> Self {
        Self { provenance: &report.provenance, methods: phrases::methods_of(runs) }
    }

    fn kind(&self) -> &'static str {
        self.provenance.kind.name()
    }

    /// The line of a terminal's table that says where it comes from.
    pub(crate) fn line(&self) -> String {
        let Provenance { system_title, hash, version, .. } = self.provenance;
        let hash = format!("{} {}", self.kind(), phrases::short_hash(hash));
        [system_title.clone(), self.methods.clone(), hash, format!("killcurve {version}")].join(" · ")
    }

    /// The first lines of a terminal's table.
    pub(crate) fn header(&self, page: &mut Page, title: &str) {
        page.wrapped(title, Ink::Strong);
        page.wrapped(&self.line(), Ink::Faint);
        if let Some(description) = &self.provenance.description {
            page.wrapped(&names::line(description), Ink::Plain);
        }
        for note in &self.provenance.notes {
            page.wrapped(&format!("Note: {}", names::line(note)), Ink::Plain);
        }
        page.gap();
    }

    /// The last lines of a terminal's table.
    pub(crate) fn footer(&self, page: &mut Page) {
        page.gap();
        page.wrapped(&format!("Make it again: {}", names::line(&self.provenance.command)), Ink::Faint);
    }

    /// The fields that begin the JSON document of a result.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        let Provenance { name, description, notes, system_id, system_title, hash, version, command, .. } =
            self.provenance;
        let fields = [
            (self.kind(), Value::from(name.as_str())),
            ("description", Value::from(description.as_deref())),
            ("system", Value::from(system_id.as_str())),
            ("system_title", Value::from(system_title.as_str())),
            ("file_notes", Value::from(notes.as_slice())),
            ("hash", Value::from(hash.as_str())),
            ("version", Value::from(version.as_str())),
            ("command", Value::from(command.as_str())),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// A JSON document: the provenance, then the fields of `result`.
    pub(crate) fn document(&self, result: Value) -> String {
        let mut document = self.fields();
        document.insert("method".to_owned(), Value::from(self.provenance.method()));
        document.insert("trials".to_owned(), Value::from(self.provenance.trials()));
        document.insert("seed".to_owned(), Value::from(self.provenance.seed()));
        if let Value::Object(result) = result {
            document.extend(result);
        }
        json::document_text(&Value::Object(document))
    }

    /// The values that the frame of every page shows.
    pub(crate) fn on_page(&self) -> PageValue {
        let Provenance { name, description, notes, system_title, hash, version, command, input, .. } =
            self.provenance;
        context! {
            scenario => names::line(name),
            description => description.as_deref().map(names::line),
            file_notes => notes.iter().map(|note| names::line(note)).collect::<Vec<_>>(),
            system => system_title,
            methods => &self.methods,
            command => names::line(command),
            input => names::lines(input),
            hash => names::line(hash),
            version,
        }
    }

    /// A CSV file that begins with the names of its columns.
    pub(crate) fn csv(&self, columns: &[&str]) -> Result<LongForm, ReportError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let hash = format!("{}_hash", self.kind());
        let after = ["value", "low", "high", "method", "trials", "seed", &hash, "version", "command", "note"];
        writer.write_record([self.kind()].iter().chain(columns).chain(&after))?;
        let Provenance { name, hash, version, command, .. } = self.provenance;
        let whole = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let after = [
            self.provenance.method().unwrap_or_default().to_owned(),
            whole(self.provenance.trials()),
            whole(self.provenance.seed()),
            harmless(hash),
            harmless(version),
            harmless(command),
            harmless(&self.provenance.note()),
        ];
        Ok(LongForm { writer, name: harmless(name), columns: columns.len(), after })
    }

    /// The page, its sections in order.
    pub(crate) fn page(&self, (opening, sections): (Opening, Vec<Section>)) -> Result<String, ReportError> {
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
        facts.extend(self.provenance.trials().map(|trials| ("Trials", digits::whole(trials))));
        facts.extend(self.provenance.seed().map(|seed| ("Seed", seed.to_string())));
        facts.extend(opening.facts);
        facts.push(("Hash", names::line(&self.provenance.hash)));
        facts.push(("killcurve", names::line(&self.provenance.version)));
        html::filled(
            "sections.html",
            context! {
                scenario => opening.title,
                about => opening.about,
                headline => html::unbroken(&opening.headline),
                sureness => html::unbroken(&opening.sureness),
                sections => sections.collect::<Vec<_>>(),
                facts => Serde(facts),
                kind => self.kind(),
                ..self.on_page()
            },
        )
    }
}

/// CSV in long form: a row for each number.
pub(crate) struct LongForm {
    writer: csv::Writer<Vec<u8>>,
    name: String,
    columns: usize,
    after: [String; 7],
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
) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![
        (format!("{name}.csv"), csv),
        (format!("{name}.json"), json.into_bytes()),
        (format!("{name}.html"), page.into_bytes()),
    ];
    add_charts(&mut files, charts);
    files
}

/// How the numbers of many battles were found, short.
pub(crate) fn sampled(trials: u64, seed: u64) -> String {
    format!("Monte Carlo, {} of each battle, seed {seed}", phrases::count_of(trials, "trial"))
}
