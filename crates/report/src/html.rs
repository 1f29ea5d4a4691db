//! The report as one self-contained HTML page.
//!
//! The page is filled in by a template that escapes whatever it is given; only the charts, which are escaped
//! already, go in as they are. Numbers are shown with the digits that they support; tables sort by the numbers
//! themselves.

pub(crate) mod tables;

use std::fmt::Write as _;
use std::sync::OnceLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value, context};

use self::tables::SweepTable;
use crate::chart::{Key, document::escaped};
use crate::source::Source;
use crate::{Chart, Report, ReportError, breakpoints, charts, names, overtaking, phrases};

/// The pages; those after the first lay themselves out in its frame.
const TEMPLATES: [(&str, &str); 6] = [
    ("report.html", include_str!("report.html")),
    ("matrix.html", include_str!("matrix.html")),
    ("sensitivity.html", include_str!("sensitivity.html")),
    ("index.html", include_str!("index.html")),
    ("sections.html", include_str!("sections.html")),
    ("junit.xml", include_str!("junit.xml")),
];

/// The script of every page: it sorts tables and shows what is under the pointer.
const SCRIPT: &str = include_str!("page.js");

/// The SHA-256 hash of [`SCRIPT`] in base 64. A page's policy allows the script with this hash and no other.
const SCRIPT_HASH: &str = "Z1uhsinhfKc6jadHGGUnTuCv6Qc1HeHm1fKhypIDcxM=";

/// The report as one self-contained HTML page.
pub fn html(report: &Report) -> Result<String, ReportError> {
    page(report, &charts(report)?)
}

/// The page with charts that are drawn already.
pub(crate) fn page(report: &Report, charts: &[Chart]) -> Result<String, ReportError> {
    let base = report.runs.first();
    let (heat, sweep) = match tables::sweep(report) {
        Some(SweepTable::Heat(heat)) => (Some(heat), None),
        Some(SweepTable::Rows(rows)) => (None, Some(rows)),
        None => (None, None),
    };
    // The charts of the sweep are shown with its numbers.
    let (swept, others): (Vec<&Chart>, Vec<&Chart>) =
        charts.iter().partition(|chart| chart.name.starts_with(crate::chart::sweep::NAME));
    let breakpoints: Vec<String> =
        breakpoints::sentences(report).iter().map(|sentence| unbroken(sentence)).collect();
    filled(
        "report.html",
        context! {
            sides => base.and_then(phrases::sides),
            headline => base.map(|run| unbroken(&phrases::headline(&run.results))),
            sureness => base.map(|run| unbroken(&phrases::sureness(&run.results))),
            facts => Serde(facts(report)),
            comparison => Serde(tables::comparison(report)),
            details => Serde(tables::details(report)),
            heat => Serde(heat),
            sweep => Serde(sweep),
            funnel => Serde(tables::funnel(report)),
            breakpoints,
            overtaking => overtaking::sentences(report).iter().map(|said| unbroken(said)).collect::<Vec<_>>(),
            not_swept => report.not_swept.as_deref().map(names::line),
            sweep_figures => figures(swept),
            figures => figures(others),
            ..Source::of(report).on_page()
        },
    )
}

/// A template filled in; whatever goes in is escaped.
pub(crate) fn filled(template: &str, with: Value) -> Result<String, ReportError> {
    Ok(templates()?.get_template(template)?.render(with)?)
}

/// The templates, parsed once.
fn templates() -> Result<&'static Environment<'static>, ReportError> {
    static PARSED: OnceLock<Environment<'static>> = OnceLock::new();
    if let Some(parsed) = PARSED.get() {
        return Ok(parsed);
    }
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.add_global("script", Value::from_safe_string(SCRIPT.to_owned()));
    environment.add_global("script_hash", Value::from_safe_string(SCRIPT_HASH.to_owned()));
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    Ok(PARSED.get_or_init(|| environment))
}

/// Charts as they go into a page.
pub(crate) fn figures<'a>(charts: impl IntoIterator<Item = &'a Chart>) -> Vec<Value> {
    charts.into_iter().map(|chart| Value::from_safe_string(figure(chart))).collect()
}

/// A chart, and its legend once more for windows that do not hold the whole chart.
fn figure(chart: &Chart) -> String {
    if chart.legend.is_empty() {
        return chart.svg.clone();
    }
    let mut keys = String::new();
    for Key { mark, color, label } in &chart.legend {
        let label = escaped(label);
        let _ = write!(keys, "<span><b style=\"color: {color}\">{mark}</b> <bdi>{label}</bdi></span> ");
    }
    format!("<div class=\"plot\">{}</div><figcaption>{keys}</figcaption>", chart.svg)
}

/// A sentence whose lines do not break before a percent sign.
pub(crate) fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{A0}%")
}

/// How the numbers were found, and what they can be made again from.
pub(crate) fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(base) = report.runs.first() {
        let method = &base.results.method;
        facts.push(("Method", phrases::method_in_full(method)));
        facts.extend(method.trials().map(|trials| ("Trials", crate::digits::whole(trials))));
        facts.extend(method.seed().map(|seed| ("Seed", seed.to_string())));
        let all = Source::of(report).methods;
        if all != phrases::method(method) {
            facts.push(("All runs", all));
        }
    }
    facts.push(("Scenario hash", names::line(&report.provenance.hash)));
    facts.push(("killcurve", names::line(&report.provenance.version)));
    facts
}
