//! What changed between two versions of a roster: a table, JSON, CSV, a chart and a page.
//!
//! Units that were edited come first, then the others by how far their prices moved; files for programs keep the order of the roster.

mod machine;
mod page;
mod picture;
mod terminal;

use results::{Estimate, PriceChanges, PriceVerdict, PricedUnit, Provenance, UnitChange, Value};

pub use self::machine::{diff_csv, diff_json};
pub use self::terminal::diff_table;
use crate::source::{self, Source};
use crate::{Chart, ReportError, digits, names, phrases};

/// Two versions of a roster and what changed.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffReport {
    /// Where it comes from.
    pub provenance: Provenance,
    /// What the old version and the new one are called.
    pub versions: [String; 2],
    /// The units of both, in the order of the changes.
    pub units: Vec<ChangedUnit>,
    /// What differs outside the units, such as `policy`.
    pub rules: Vec<&'static str>,
    /// How wide an interval was to be at the most, as a share of the price.
    pub precision: f64,
    /// A price within this share of the fair one is fair.
    pub matters: f64,
    /// What came of it.
    pub changes: PriceChanges,
}

/// A unit and what its author changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedUnit {
    /// The name.
    pub name: String,
    /// The fields that differ, each with its old and its new value.
    pub fields: Vec<(String, [Option<Value>; 2])>,
}

/// What the column of moves means.
const MOVED: &str = "A move is the change of the fair price beyond the scale, chain by chain on the same random streams, with its \
                     95 % interval; all units that are said to have moved have done so with 97.5 %.";

/// The most characters of a value that is shown.
const VALUE: usize = 40;

impl DiffReport {
    fn source(&self) -> Source<'_> {
        let PriceChanges { trials, seed, .. } = self.changes;
        let methods = format!("Monte Carlo, {} battles, seed {seed}", digits::whole(trials));
        Source { provenance: &self.provenance, methods }
    }

    fn title(&self) -> String {
        format!("What changed: {}", names::line(&self.provenance.name))
    }

    fn about(&self) -> String {
        let [old, new] = &self.versions;
        format!("From {} to {}.", names::line(old), names::line(new))
    }

    fn unit(&self, place: usize) -> String {
        names::line(&self.units[place].name)
    }

    /// The units with their places: edited ones first, then those that moved, each by how far.
    fn ordered(&self) -> Vec<(usize, &UnitChange)> {
        let mut units: Vec<(usize, &UnitChange)> = self.changes.units.iter().enumerate().collect();
        let key = |&(place, unit): &(usize, &UnitChange)| {
            let edited = !self.units[place].fields.is_empty() || unit.versions.iter().any(Option::is_none);
            let far = unit.moved.map_or(0.0, |moved| moved.value.ln_1p().abs());
            (!edited, !unit.is_change(), if far.is_finite() { far } else { f64::MAX })
        };
        units.sort_by(|one, other| {
            let (one, other) = (key(one), key(other));
            (one.0, one.1).cmp(&(other.0, other.1)).then(other.2.total_cmp(&one.2))
        });
        units
    }

    /// Whether anything changed, as the exit code says.
    pub fn is_change(&self) -> bool {
        self.changes.units.iter().any(UnitChange::is_change)
    }

    fn headline(&self) -> String {
        let all = phrases::count_of(self.changes.units.len() as u64, "unit");
        let ordered = self.ordered();
        let count = |is: fn(&UnitChange) -> bool, words: &str| {
            let count = ordered.iter().filter(|(_, unit)| is(unit)).count();
            (count > 0).then(|| format!("{count} {words}"))
        };
        let counted = [
            count(|unit| unit.surely_moved, "moved in price"),
            count(UnitChange::verdict_changed, "with another verdict"),
            count(UnitChange::lost_or_won_a_price, "with a fair price lost or won"),
            count(|unit| unit.versions[0].is_none(), "added"),
            count(|unit| unit.versions[1].is_none(), "removed"),
        ];
        let said: Vec<String> = counted.into_iter().flatten().collect();
        if said.is_empty() {
            return format!("Nothing changed: of {all} no fair price surely moved, and no verdict changed.");
        }
        let first = ordered.iter().find(|(_, unit)| unit.surely_moved);
        let first = first.and_then(|(place, unit)| {
            Some(format!(" First: {}, {}.", self.unit(*place), moved(&unit.moved?)))
        });
        format!("Of {all}: {}.{}", said.join(", "), first.unwrap_or_default())
    }

    /// What holds the scale of both versions.
    fn scale(&self) -> String {
        let units: Vec<String> = self.changes.scale_units.iter().map(|&unit| self.unit(unit)).collect();
        if units.is_empty() {
            return "No unit is priced in both versions, so there is no scale for moves.".to_owned();
        }
        let scale = &self.changes.scale;
        let much = if (scale.value - 1.0).abs() < 1e-9 {
            "as much as before".to_owned()
        } else {
            format!("{} times as much as before", digits::number(scale))
        };
        let which = if units.len() == self.units.len() { "all units".to_owned() } else { units.join(", ") };
        format!("The scale is the mean price of {which}, which cost {much}.")
    }

    /// What else is to be known.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.rules.is_empty() {
            notes.push(format!("Changed beside units: {}.", self.rules.join(", ")));
        }
        for (place, unit) in self.ordered() {
            notes.extend(self.said(place, unit));
        }
        if !self.changes.narrow {
            let share = digits::plain(50.0 * self.precision);
            notes.push(format!("Not every interval is as narrow as ± {share} %, which was asked for."));
        }
        notes
    }

    /// What is said of one unit.
    fn said(&self, place: usize, unit: &UnitChange) -> Vec<String> {
        let name = self.unit(place);
        let [old, new] = match &unit.versions {
            [None, Some(_)] => return vec![format!("{name} is new.")],
            [Some(_), None] => return vec![format!("{name} is there no more.")],
            [Some(old), Some(new)] => [old, new],
            [None, None] => return Vec::new(),
        };
        let mut said = Vec::new();
        let fields = &self.units[place].fields;
        if !fields.is_empty() {
            let fields: Vec<String> = fields.iter().map(field).collect();
            let effect = match unit.moved {
                _ if unit.surely_moved => "",
                Some(_) => "; its price did not surely move",
                None => "",
            };
            said.push(format!("{name} was changed: {}{effect}.", fields.join(", ")));
        }
        if unit.verdict_changed() {
            said.push(format!("{name} was {} and is {} now.", words(old), words(new)));
        }
        if unit.lost_or_won_a_price() {
            let [old, new] =
                [old, new].map(|version| version.fair.map_or(words(version), |_| "has a fair price"));
            said.push(format!("{name}: {old} before, {new} now."));
        }
        said
    }
}

/// A field and its values, such as `dmg 3 → 4`.
fn field((name, [old, new]): &(String, [Option<Value>; 2])) -> String {
    let shown = |value: &Option<Value>| match value {
        None => Some("nothing".to_owned()),
        Some(value) => Some(names::line(&value.to_string())).filter(|text| text.chars().count() <= VALUE),
    };
    let name = names::line(name);
    match (shown(old), shown(new)) {
        (Some(old), Some(new)) => format!("{name} {old} → {new}"),
        _ => name,
    }
}

/// The verdict on a price, or why there is none.
fn words(unit: &PricedUnit) -> &'static str {
    match unit.reason {
        Some(reason) if unit.fair.is_none() => reason.words(),
        _ if unit.fixed => "given",
        _ if unit.verdict == PriceVerdict::NotAsked => "not judged",
        _ => unit.verdict.words(),
    }
}

/// Both verdicts, or the one if they are the same.
fn verdicts(unit: &UnitChange) -> String {
    match &unit.versions {
        [None, Some(new)] => format!("new: {}", words(new)),
        [Some(_), None] => "removed".to_owned(),
        [Some(old), Some(new)] if words(old) != words(new) => format!("{} → {}", words(old), words(new)),
        [_, new] => new.as_ref().map_or("", words).to_owned(),
    }
}

/// A move with its interval, such as `+21.0 % (+15.2 to +27.1 %)`.
fn moved(moved: &Estimate) -> String {
    match moved.error {
        Some(error) => {
            format!("{} ({:+.1} to {:+.1} %)", short_move(moved), 100.0 * error.low, 100.0 * error.high)
        }
        None => short_move(moved),
    }
}

fn short_move(moved: &Estimate) -> String {
    if moved.error.is_none() && moved.value.abs() < 1e-9 {
        return "0 %".to_owned();
    }
    format!("{:+.1} %", 100.0 * moved.value)
}

/// The charts of what changed.
pub fn diff_charts(report: &DiffReport) -> Result<Vec<Chart>, ReportError> {
    picture::charts(report)
}

/// Every file of what changed, by name.
pub fn diff_files(report: &DiffReport) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = picture::charts(report)?;
    let page = page::page(report, &charts)?;
    Ok(source::files("diff", (diff_csv(report)?, diff_json(report), page), charts))
}
