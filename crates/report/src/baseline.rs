//! Compares results with a baseline: an earlier `results.csv`.
//!
//! Rows of both files are matched by scenario, label, settings, round and quantity.

use std::collections::{HashMap, HashSet, VecDeque};

use results::{Error, Estimate, NumberKind};

use crate::grid::{self, Column, Ink};
use crate::{ReportError, Style, digits, names, phrases};

/// The columns that identify a number.
const KEY: [&str; 5] = ["scenario", "label", "settings", "round", "quantity"];

/// A number that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Scenario, label, settings, round and quantity.
    pub key: [String; 5],
    /// Its value in the baseline; `None` if it was missing.
    pub before: Option<Estimate>,
    /// Its value now.
    pub now: Option<Estimate>,
}

/// All changes since a baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// The numbers that changed by more than what matters, in the order of the file.
    pub changed: Vec<Change>,
    /// How many numbers were compared.
    pub compared: u64,
    /// How many are not in the baseline.
    pub new: u64,
    /// How many of the baseline are gone from the same scenarios.
    pub gone: u64,
}

struct Row {
    key: [String; 5],
    estimate: Option<Estimate>,
}

/// Compares two files of results. `matters` is the smallest change of a probability that is listed, and the smallest share of
/// any other number.
pub fn changes(before: &[u8], now: &[u8], matters: f64) -> Result<Changes, ReportError> {
    // Scenarios may share a name; their rows are matched in order.
    let mut known: HashMap<[String; 5], VecDeque<Option<Estimate>>> = HashMap::new();
    for row in rows(before)? {
        known.entry(row.key).or_default().push_back(row.estimate);
    }
    let mut changes = Changes::default();
    let mut scenarios: HashSet<String> = HashSet::new();
    for Row { key, estimate } in rows(now)? {
        scenarios.insert(key[0].clone());
        let Some(before) = known.get_mut(&key).and_then(VecDeque::pop_front) else {
            changes.new += 1;
            continue;
        };
        changes.compared += 1;
        let has_changed = match (before, estimate) {
            (Some(before), Some(now)) => {
                let share = match results::kind(&key[4]) {
                    NumberKind::Probability => 1.0,
                    NumberKind::Amount => before.value.abs(),
                };
                // A little more than `matters`, so that rounding alone is not a change.
                (now.value - before.value).abs() > matters * share + 1e-12
            }
            (before, now) => before.is_some() != now.is_some(),
        };
        if has_changed {
            changes.changed.push(Change { key, before, now: estimate });
        }
    }
    let left = known.iter().filter(|(key, _)| scenarios.contains(&key[0]));
    changes.gone = left.map(|(_, rows)| rows.len() as u64).sum();
    Ok(changes)
}

fn rows(file: &[u8]) -> Result<Vec<Row>, ReportError> {
    let mut reader = csv::Reader::from_reader(file);
    let head = reader.headers()?.clone();
    let column = |name: &str| {
        let found = head.iter().position(|known| known == name);
        found.ok_or_else(|| ReportError::NoResults(format!("there is no column {name}")))
    };
    let mut places = [0; KEY.len()];
    for (place, name) in places.iter_mut().zip(KEY) {
        *place = column(name)?;
    }
    let (value, low, high) = (column("value")?, column("low")?, column("high")?);
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record?;
        let cell = |place: usize| record.get(place).unwrap_or_default();
        let number = |place: usize| match cell(place) {
            "" => Ok(None),
            text => text.parse::<f64>().map(Some).map_err(|_| {
                let line = record.position().map_or(0, csv::Position::line);
                ReportError::NoResults(format!("line {line} has {text:?} where a number should be"))
            }),
        };
        let error = match (number(low)?, number(high)?) {
            (Some(low), Some(high)) => Some(Error { low, high, standard: f64::NAN }),
            _ => None,
        };
        let estimate = number(value)?.map(|value| Estimate { value, error });
        rows.push(Row { key: places.map(|place| cell(place).to_owned()), estimate });
    }
    Ok(rows)
}

/// The changes as a table for the terminal.
pub fn changes_table(changes: &Changes, matters: f64, width: usize, style: Style) -> String {
    let Changes { changed, compared, new, gone } = changes;
    let title = format!(
        "{} of {} changed by more than {} since the baseline ({} new, {} gone)",
        digits::whole(changed.len() as u64),
        phrases::count_of(*compared, "number"),
        digits::plain(matters),
        digits::whole(*new),
        digits::whole(*gone)
    );
    let mut text = format!("{}\n", style.paint(&title, Ink::Strong));
    if changed.is_empty() {
        return text;
    }
    let columns = [
        Column::left("scenario"),
        Column::left("run"),
        Column::right("round"),
        Column::left("quantity"),
        Column::right("before"),
        Column::right("now"),
    ];
    let row = |change: &Change| {
        let [scenario, label, _, round, quantity] = &change.key;
        let show = |estimate: Option<Estimate>| match (estimate, results::kind(quantity)) {
            (None, _) => digits::missing().to_owned(),
            (Some(known), NumberKind::Probability) => digits::percent_with_margin(&known),
            (Some(known), NumberKind::Amount) => digits::number_with_margin(&known),
        };
        let name = |text: &String| names::line(text);
        vec![name(scenario), name(label), name(round), name(quantity), show(change.before), show(change.now)]
    };
    for line in grid::lines(&columns, &changed.iter().map(row).collect::<Vec<_>>(), width, style) {
        text += &format!("{line}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(rows: &[&str]) -> Vec<u8> {
        let head = "scenario,label,settings,round,quantity,value,low,high\n";
        (head.to_owned() + &rows.join("\n")).into_bytes()
    }

    #[test]
    fn a_probability_changes_by_its_difference_and_an_amount_by_its_share() {
        let before = file(&["a,base,,1,kill,0.5,,", "a,base,,1,hits.mean,4.0,,", "a,base,,2,kill,0.5,,"]);
        let now = file(&["a,base,,1,kill,0.52,,", "a,base,,1,hits.mean,4.03,,", "a,x,,2,kill,0.5,,"]);
        let found = changes(&before, &now, 0.01).unwrap();
        // 0.02 is more than 0.01; 0.03 is less than 4 times 0.01.
        assert_eq!(found.changed.len(), 1);
        assert_eq!(found.changed[0].key[4], "kill");
        assert_eq!((found.compared, found.new, found.gone), (2, 1, 1));
        assert_eq!(changes(&before, &now, 0.005).unwrap().changed.len(), 2);
        assert!(changes(&before, &before, 0.0).unwrap().changed.is_empty());
    }

    #[test]
    fn a_number_that_comes_or_goes_has_changed() {
        let (some, none) =
            (file(&["a,base,,,attacks_to_kill.mean,2.0,,"]), file(&["a,base,,,attacks_to_kill.mean,,,"]));
        assert_eq!(changes(&some, &none, 0.5).unwrap().changed[0].now, None);
        assert_eq!(changes(&none, &some, 0.5).unwrap().changed.len(), 1);
    }

    #[test]
    fn another_file_is_refused_in_words() {
        let wrong = |file: &[u8]| changes(file, file, 0.0).unwrap_err().to_string();
        assert!(wrong(b"a,b\n1,2\n").contains("no column scenario"));
        assert!(wrong(&file(&["a,base,,1,kill,many,,"])).contains("line 2"));
    }
}
