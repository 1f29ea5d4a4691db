//! A result laid out for a program that shows it: the sentences, tables and charts of its page as data.
//!
//! The page of a report is text for a browser. A program that shows results as they change needs the same words, tables and charts
//! one by one. Both are made by the same functions, so they say the same.

use serde::Serialize;
use serde_json::{Value, json};

use crate::html::tables::{self, SweepTable};
use crate::source::{Opening, Section, Source};
use crate::{
    BattleReport, Chart, Compared, Matrix, PriceReport, Report, ReportError, Sensitivity, WorthReport,
    battle, breakpoints, charts, comparison, html, matrix, names, overtaking, phrases, price, sensitivity,
    worth,
};

/// A result laid out: its head, then sections with notes, sentences, charts and tables.
pub fn view(report: &Report) -> Result<Value, ReportError> {
    let drawn = charts(report)?;
    let base = report.runs.first();
    let opening = Opening {
        title: names::line(&report.provenance.name),
        about: base.and_then(phrases::sides).into_iter().collect(),
        headline: base.map(|run| phrases::headline(&run.results)).unwrap_or_default(),
        sureness: base.map(|run| phrases::sureness(&run.results)).unwrap_or_default(),
        facts: html::facts(report),
    };
    let figures = |keep: &dyn Fn(&str) -> bool| html::figures(drawn.iter().filter(|chart| keep(&chart.name)));
    let swept = |name: &str| name.starts_with(crate::chart::sweep::NAME);
    let distribution = |name: &str| name.starts_with("distribution_");
    let mut sections = vec![
        Section {
            title: "Kill curve".to_owned(),
            figures: figures(&|name| name == "kill_curve"),
            table: (report.compared().count() > 1).then(|| tables::comparison(report)),
            ..Section::default()
        },
        Section {
            title: "Attacks to kill".to_owned(),
            figures: figures(&|name| name == "attacks_to_kill"),
            ..Section::default()
        },
        Section {
            title: "Where the shots go".to_owned(),
            figures: figures(&|name| name == "funnel"),
            table: tables::funnel(report),
            ..Section::default()
        },
        Section { title: "Distributions".to_owned(), figures: figures(&distribution), ..Section::default() },
    ];
    let (heat, rows) = match tables::sweep(report) {
        Some(SweepTable::Heat(heat)) => (Some(heat), None),
        Some(SweepTable::Rows(rows)) => (None, Some(rows)),
        None => (None, None),
    };
    sections.push(Section {
        title: "The sweep".to_owned(),
        notes: report.not_swept.iter().map(|why| names::line(why)).collect(),
        sentences: [breakpoints::sentences(report), overtaking::sentences(report)].concat(),
        figures: figures(&swept),
        heat,
        table: rows,
    });
    sections.extend(tables::details(report).into_iter().map(Section::of));
    Ok(laid_out(&Source::of(report), &opening, sections))
}

/// A battle laid out as [`view`] does.
pub fn battle_view(report: &BattleReport) -> Result<Value, ReportError> {
    let charts = crate::battle_charts(report)?;
    let (opening, sections) = battle::page::parts(report, &charts);
    Ok(laid_out(&report.source(), &opening, sections))
}

/// A matrix laid out as [`view`] does.
pub fn matrix_view(report: &Matrix) -> Result<Value, ReportError> {
    let charts = crate::matrix_charts(report)?;
    let (heat, table) = matrix::page::tables(report);
    let title = heat.title.clone();
    let map = Section {
        title,
        notes: report.notes(),
        figures: figures(&charts),
        heat: Some(heat),
        ..Section::default()
    };
    let opening = Opening { title: names::line(&report.provenance.name), ..Opening::default() };
    Ok(laid_out(&report.source(), &opening, vec![map, Section::of(table)]))
}

/// A sensitivity laid out as [`view`] does.
pub fn sensitivity_view(report: &Sensitivity) -> Result<Value, ReportError> {
    let charts = crate::sensitivity_charts(report)?;
    let tornados = Section {
        title: "What one step of each number changes".to_owned(),
        sentences: sensitivity::page::said(report),
        figures: figures(&charts),
        ..Section::default()
    };
    let opening = Opening { title: names::line(&report.provenance.name), ..Opening::default() };
    let steps = Section::of(sensitivity::page::steps(report));
    Ok(laid_out(&report.source(), &opening, vec![tornados, steps]))
}

/// Prices laid out as [`view`] does.
pub fn price_view(report: &PriceReport) -> Result<Value, ReportError> {
    let charts = crate::price_charts(report)?;
    let (opening, sections) = price::page::parts(report, &charts);
    Ok(laid_out(&report.source(), &opening, sections))
}

/// What steps are worth, laid out as [`view`] does.
pub fn worth_view(report: &WorthReport) -> Result<Value, ReportError> {
    let charts = crate::worth_charts(report)?;
    let (opening, sections) = worth::page::parts(report, &charts);
    Ok(laid_out(&report.source(), &opening, sections))
}

/// A comparison laid out as [`view`] does: a section for each version.
pub fn comparison_view(report: &Compared) -> Value {
    let source = comparison::source(report);
    let opening = Opening { title: names::line(&report.base), ..Opening::default() };
    laid_out(&source, &opening, comparison::sections(report))
}

fn figures(charts: &[Chart]) -> Vec<minijinja::Value> {
    html::figures(charts)
}

/// The parts of a page as data, with where the result comes from.
fn laid_out(source: &Source<'_>, opening: &Opening, sections: Vec<Section>) -> Value {
    #[derive(Serialize)]
    struct View<'a> {
        #[serde(flatten)]
        opening: &'a Opening,
        sections: Vec<Section>,
    }
    let sections = sections.into_iter().filter(|section| !section.is_empty()).collect();
    let mut view = json!(View { opening, sections });
    let provenance = source.provenance;
    view["system"] = names::line(&provenance.system_title).into();
    view["methods"] = source.methods.as_str().into();
    view["description"] = provenance.description.as_deref().map(names::line).into();
    view["notes"] = provenance.notes.iter().map(|note| names::line(note)).collect();
    view["command"] = names::line(&provenance.command).into();
    view["hash"] = names::line(&provenance.hash).into();
    view["version"] = provenance.version.as_str().into();
    view
}
