//! What steps of a unit's numbers are worth in points: a table, JSON, CSV, a tornado and a page.

pub(crate) mod page;
mod picture;

use results::{Estimate, Provenance, StepWorth, Worth};
use serde_json::{Value, json};

use crate::comparison::signed;
use crate::grid::{Column, Ink};
use crate::json::estimate;
use crate::source::{self, Source};
use crate::table::Page;
use crate::{Chart, ReportError, Style, digits, names};

/// A unit and what steps of its numbers are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct WorthReport {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The unit's name.
    pub unit: String,
    /// What came of it.
    pub worth: Worth,
}

/// A number of the unit, with what its steps are worth.
struct Field<'a> {
    path: &'a str,
    part: Option<&'a str>,
    from: i64,
    down: Option<&'a StepWorth>,
    up: Option<&'a StepWorth>,
}

impl Field<'_> {
    fn name(&self) -> String {
        let part = self.part.map(|part| format!(" ({part})")).unwrap_or_default();
        names::line(&format!("{}{part}", self.path))
    }
}

impl WorthReport {
    pub(crate) fn source(&self) -> Source<'_> {
        let methods = source::sampled(self.worth.trials, self.worth.seed);
        Source { provenance: &self.provenance, methods }
    }

    fn title(&self) -> String {
        format!("What a step is worth: {}", names::line(&self.unit))
    }

    /// Both steps of each number, in the order in which the numbers first come.
    fn fields(&self) -> Vec<Field<'_>> {
        let mut fields: Vec<Field<'_>> = Vec::new();
        for step in &self.worth.steps {
            let known = fields.iter().position(|field| field.path == step.field);
            let place = known.unwrap_or_else(|| {
                let (path, part) = (step.field.as_str(), step.part.as_deref());
                fields.push(Field { path, part, from: step.from, down: None, up: None });
                fields.len() - 1
            });
            let side = if step.to < step.from { &mut fields[place].down } else { &mut fields[place].up };
            *side = Some(step);
        }
        fields
    }

    /// A sentence on the fields that no battle of the roster used.
    fn never_used(&self) -> Option<String> {
        let unused = |step: Option<&StepWorth>| {
            step.is_none_or(|step| step.change.is_some_and(|change| is_never_used(&change)))
        };
        let fields = self.fields();
        let fields = fields.iter().filter(|field| unused(field.down) && unused(field.up));
        let names: Vec<String> = fields.map(Field::name).collect();
        (!names.is_empty()).then(|| {
            format!("Worth 0, because none of the roster's battles was any different: {}.", names.join(", "))
        })
    }

    fn headline(&self) -> String {
        let unit = names::line(&self.unit);
        let fair = &self.worth.fair;
        let interval = digits::number_interval(fair, " to ").map(|range| format!(" ({range})"));
        let price = format!(
            "{unit}: a fair price is {}{} points",
            digits::number(fair),
            interval.unwrap_or_default()
        );
        let most = self.worth.steps.iter().filter_map(|step| Some((step, step.change?)));
        let most = most
            .filter(|(_, change)| is_clear(change))
            .max_by(|one, other| one.1.value.abs().total_cmp(&other.1.value.abs()));
        match most {
            Some((step, change)) => format!(
                "{price}; {} from {} to {} is worth most, {}.",
                names::line(&step.field),
                step.from,
                step.to,
                signed(&change)
            ),
            None => format!("{price}; no step changes it by more than its interval."),
        }
    }
}

/// Whether a change is surely not nothing.
fn is_clear(change: &Estimate) -> bool {
    match change.error {
        Some(error) => error.low > 0.0 || error.high < 0.0,
        None => change.value != 0.0,
    }
}

/// What a change is, in words; what a step makes impossible to price is said, too.
fn change(step: Option<&StepWorth>) -> String {
    match step {
        None => digits::missing().to_owned(),
        Some(StepWorth { change: None, .. }) => "no price".to_owned(),
        Some(StepWorth { change: Some(change), .. }) if is_never_used(change) => "0".to_owned(),
        Some(StepWorth { change: Some(change), .. }) => signed(change),
    }
}

/// Whether a step changed not a single battle: all were played on the same random streams, so its effect is exactly nothing.
fn is_never_used(change: &Estimate) -> bool {
    change.value == 0.0 && change.error.is_none_or(|error| error.low == 0.0 && error.high == 0.0)
}

/// What steps are worth, for people.
pub fn worth_table(worth: &WorthReport, width: usize, style: Style) -> String {
    let source = worth.source();
    let mut page = Page::new(width, style);
    source.header(&mut page, &format!("{} ({})", worth.title(), names::line(&worth.provenance.name)));
    page.wrapped(&worth.headline(), Ink::Strong);
    page.wrapped("Changes of the fair price in points; ± is the 95 % interval of the change.", Ink::Faint);
    page.gap();
    let columns = [
        Column::left("field"),
        Column::right("now"),
        Column::right("to"),
        Column::right("one less"),
        Column::right("to"),
        Column::right("one more"),
    ];
    let to = |step: Option<&StepWorth>| {
        step.map_or_else(|| digits::missing().to_owned(), |step| step.to.to_string())
    };
    let rows = worth.fields().into_iter().map(|field| {
        vec![
            field.name(),
            field.from.to_string(),
            to(field.down),
            change(field.down),
            to(field.up),
            change(field.up),
        ]
    });
    page.grid(&columns, &rows.collect::<Vec<_>>());
    let lost = worth.worth.steps.iter().any(|step| step.change.is_none());
    if lost {
        page.wrapped("No price: with that step the unit wins or loses whatever it costs.", Ink::Faint);
    }
    if let Some(words) = worth.never_used() {
        page.wrapped(&words, Ink::Plain);
    }
    source.footer(&mut page);
    page.text()
}

/// What steps are worth, for programs.
pub fn worth_json(worth: &WorthReport) -> String {
    let step = |step: &StepWorth| {
        json!({
            "field": step.field,
            "part": step.part,
            "from": step.from,
            "to": step.to,
            "change": estimate(step.change),
        })
    };
    worth.source().document(json!({
        "unit": worth.unit,
        "fair": estimate(Some(worth.worth.fair)),
        "steps": worth.worth.steps.iter().map(step).collect::<Vec<Value>>(),
    }))
}

/// What steps are worth, for spreadsheets: a row for each step, after one for the price as it is.
pub fn worth_csv(worth: &WorthReport) -> Result<Vec<u8>, ReportError> {
    let mut csv = worth.source().csv(&["unit", "field", "part", "from", "to", "quantity"])?;
    csv.row(&[&worth.unit, "", "", "", "", "fair"], Some(worth.worth.fair))?;
    for step in &worth.worth.steps {
        let part = step.part.as_deref().unwrap_or_default();
        let (from, to) = (step.from.to_string(), step.to.to_string());
        csv.row(&[&worth.unit, &step.field, part, &from, &to, "change"], step.change)?;
    }
    csv.bytes()
}

/// The charts of a unit's worth.
pub fn worth_charts(worth: &WorthReport) -> Result<Vec<Chart>, ReportError> {
    picture::charts(worth)
}

/// Every file of what steps are worth, by name.
pub fn worth_files(worth: &WorthReport) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = picture::charts(worth)?;
    let page = page::page(worth, &charts)?;
    Ok(source::files("worth", (worth_csv(worth)?, worth_json(worth), page), charts))
}
