//! Points as a function of the fields: a table, JSON, CSV, a chart and a page.

mod machine;
mod page;
mod picture;
mod terminal;

use results::{Estimate, Fitted, FormulaField, FormulaUnit, Formulas, Provenance, Shape, Term};

pub use self::machine::{formula_csv, formula_json};
pub use self::terminal::formula_table;
use crate::source::{self, Source};
use crate::{Chart, ReportError, digits, names, phrases};

/// A roster and formulas of its points.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaReport {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The names of the units, in the order of the roster.
    pub units: Vec<String>,
    /// Who acts first in a round: `at-once`, `first` or `second`.
    pub order: &'static str,
    /// How units pick their targets.
    pub policy: &'static str,
    /// What came of it.
    pub formulas: Formulas,
}

/// What the error of a formula is.
const ERROR: &str = "The error is how far a formula is off for made-up units that it was not fitted to (root mean square, as a share of \
                     the price; cross-validated). Intervals of numbers come from samples drawn anew from the units.";

/// What a slope is.
const SLOPE: &str = "One more: by how much the best formula changes if the field goes one up, at the mean unit of the roster. \
                     The command worth asks the same of one unit, by battles.";

/// Digits of a number that is to be typed.
const DIGITS: i32 = 4;

impl FormulaReport {
    fn source(&self) -> Source<'_> {
        let Formulas { trials, seed, .. } = self.formulas;
        let methods = format!("Monte Carlo, {} battles, seed {seed}", digits::whole(trials));
        Source { provenance: &self.provenance, methods }
    }

    fn title(&self) -> String {
        format!("A formula of points: {}", names::line(&self.provenance.name))
    }

    fn unit(&self, place: usize) -> String {
        self.units.get(place).map_or_else(String::new, |name| names::line(name))
    }

    fn field(&self, place: usize) -> String {
        self.formulas.fields.get(place).map_or_else(String::new, |field| names::line(&field.field))
    }

    /// A formula as a designer types it into a spreadsheet.
    fn written(&self, fitted: &Fitted) -> String {
        let sum = |terms: &[&Term]| {
            let mut text = String::new();
            for term in terms {
                let value = term.number.value;
                let sign = match (text.is_empty(), value < 0.0) {
                    (true, false) => "",
                    (true, true) => "-",
                    (false, false) => " + ",
                    (false, true) => " - ",
                };
                let field = term.field.map(|field| format!("*{}", self.field(field))).unwrap_or_default();
                text += &format!("{sign}{}{field}", typed(value.abs()));
            }
            text
        };
        let all: Vec<&Term> = fitted.terms.iter().collect();
        match fitted.shape {
            Shape::Additive => format!("= {}", sum(&all)),
            Shape::Multiplicative => {
                let power = |term: &&Term| {
                    let field = term.field?;
                    let shift = fitted.shifts.get(field).copied().unwrap_or_default();
                    let name = self.field(field);
                    let base = if shift == 0 { name } else { format!("({name} + {shift})") };
                    Some(format!(" * {base}^{}", typed(term.number.value)))
                };
                let factor = all.first().map_or_else(String::new, |term| typed(term.number.value));
                format!("= {factor}{}", all.iter().filter_map(power).collect::<String>())
            }
            Shape::Root => {
                let (defence, offence): (Vec<&Term>, Vec<&Term>) =
                    all.into_iter().partition(|term| term.of_defence);
                format!("= SQRT(({}) * ({}))", sum(&offence), sum(&defence))
            }
        }
    }

    fn headline(&self) -> String {
        let Some(best) = self.formulas.fitted.first() else { return String::new() };
        format!("points {}, off by {}.", self.written(best), digits::percent_with_margin(&best.error))
    }

    /// The made-up units.
    fn about(&self) -> String {
        let Formulas { priced, unpriced, .. } = self.formulas;
        let without =
            if unpriced == 0 { String::new() } else { format!("; {unpriced} more have no fair price") };
        format!(
            "Fitted to {} with a fair price in the field of the roster{without}. Order: {}, targets: {}.",
            phrases::count_of(priced as u64, "made-up unit"),
            self.order,
            self.policy
        )
    }

    /// The units of the roster, those that the formula fits worst first.
    fn ordered(&self) -> Vec<(usize, &FormulaUnit)> {
        let mut units: Vec<(usize, &FormulaUnit)> = self.formulas.units.iter().enumerate().collect();
        let off = |unit: &FormulaUnit| unit.off.map_or(-1.0, f64::abs);
        units.sort_by(|one, other| off(other.1).total_cmp(&off(one.1)));
        units
    }

    /// What else is to be known.
    fn known(&self) -> Vec<String> {
        let mut said = Vec::new();
        if let Some((place, unit)) = self.ordered().first()
            && let (Some(fair), Some(off)) = (unit.fair, unit.off)
        {
            said.push(format!(
                "Fits worst: {}, {:+.0} %: {} by the formula, and {} is fair.",
                self.unit(*place),
                100.0 * off,
                about(unit.formula),
                digits::number(&fair)
            ));
        }
        let is_missing = |shape: Shape| self.formulas.fitted.iter().all(|fitted| fitted.shape != shape);
        if is_missing(Shape::Root) {
            said.push(
                "There is no root of offence times defence: it needs a field of each and two units for each number."
                    .to_owned(),
            );
        }
        let idle = |field: &&FormulaField| !field.offence && !field.defence;
        let idle: Vec<String> =
            self.formulas.fields.iter().filter(idle).map(|field| names::line(&field.field)).collect();
        if !idle.is_empty() {
            said.push(format!("No attack of this roster asks for {}.", idle.join(", ")));
        }
        said
    }
}

/// The role of a field, in words.
fn role(field: &FormulaField) -> &'static str {
    match (field.offence, field.defence) {
        (true, true) => "offence and defence",
        (true, false) => "offence",
        (false, true) => "defence",
        (false, false) => "none",
    }
}

/// A number to be typed.
fn typed(value: f64) -> String {
    digits::short_number(&Estimate::exact(value), DIGITS)
}

/// A number that has no interval of its own.
fn about(value: f64) -> String {
    digits::short_number(&Estimate::exact(value), 3)
}

/// How far a formula is off.
fn off(off: Option<f64>) -> String {
    off.map_or_else(|| digits::missing().to_owned(), |off| format!("{:+.1} %", 100.0 * off))
}

/// The charts of formulas.
pub fn formula_charts(report: &FormulaReport) -> Result<Vec<Chart>, ReportError> {
    picture::charts(report)
}

/// Every file of formulas, by name.
pub fn formula_files(report: &FormulaReport) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = picture::charts(report)?;
    let page = page::page(report, &charts)?;
    Ok(source::files("formula", (formula_csv(report)?, formula_json(report), page), charts))
}
