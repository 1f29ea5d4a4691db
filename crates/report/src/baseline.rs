//! Compares results with a baseline: an earlier `results.csv`.
//!
//! Rows of both files are matched by scenario, label, settings, round and quantity.

use std::collections::{HashMap, HashSet, VecDeque};

use results::{Error, Estimate, NumberKind};

use crate::grid::{self, Column, Ink};
use crate::{ReportError, Style, comparison, digits, names, phrases};

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

/// How many changed numbers of a run are listed, and how many runs, unless all are asked for.
const MAX_CHANGES: usize = 5;
const MAX_RUNS: usize = 20;

impl Change {
    /// How large it is: the difference of a probability, or the share by which an amount changed. A number that comes or goes has
    /// changed by all of it.
    fn size(&self) -> f64 {
        let (Some(before), Some(now)) = (self.before, self.now) else { return 1.0 };
        let difference = (now.value - before.value).abs();
        match results::kind(&self.key[4]) {
            NumberKind::Probability => difference,
            NumberKind::Amount => difference / before.value.abs().max(now.value.abs()),
        }
    }

    /// The change in words: `-13.31 percentage points`, or `-33 %` of an amount.
    fn in_words(&self) -> String {
        match (self.before, self.now, results::kind(&self.key[4])) {
            (Some(before), Some(now), NumberKind::Probability) => {
                let points = Estimate::exact(100.0 * (now.value - before.value));
                format!("{} percentage points", comparison::signed(&points))
            }
            (Some(before), Some(now), NumberKind::Amount) if before.value != 0.0 => {
                format!("{:+.1} %", 100.0 * (now.value / before.value - 1.0))
            }
            _ => String::new(),
        }
    }
}

impl Changes {
    /// The changed numbers of each run: kills, then all others, the largest first. Runs by their largest change.
    fn by_run(&self) -> Vec<Vec<&Change>> {
        let mut runs: Vec<Vec<&Change>> = Vec::new();
        let mut places: HashMap<&[String], usize> = HashMap::new();
        for change in &self.changed {
            let place = *places.entry(&change.key[..3]).or_insert(runs.len());
            if place == runs.len() {
                runs.push(Vec::new());
            }
            runs[place].push(change);
        }
        let is_kill = |change: &&Change| change.key[4] == results::KILL;
        for run in &mut runs {
            run.sort_by(|one, other| {
                is_kill(other).cmp(&is_kill(one)).then(other.size().total_cmp(&one.size()))
            });
        }
        let largest = |run: &[&Change]| run.iter().map(|change| change.size()).fold(0.0, f64::max);
        runs.sort_by(|one, other| largest(other).total_cmp(&largest(one)));
        runs
    }
}

/// The changes as tables for the terminal, one for each run, the largest change first. Short of `all` only the largest are listed.
pub fn changes_table(changes: &Changes, matters: f64, all: bool, width: usize, style: Style) -> String {
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
    let (max_runs, max_changes) = if all { (usize::MAX, usize::MAX) } else { (MAX_RUNS, MAX_CHANGES) };
    let runs = changes.by_run();
    for run in runs.iter().take(max_runs) {
        let [scenario, label, ..] = &run[0].key;
        let count = phrases::count_of(run.len() as u64, "number");
        let title = format!("{}, {}: {count}", names::line(scenario), names::line(label));
        text += &format!("\n{}\n", style.paint(&style.text(&title), Ink::Strong));
        let columns = [
            Column::right("round"),
            Column::left("quantity"),
            Column::right("before"),
            Column::right("now"),
            Column::right("change"),
        ];
        let rows: Vec<Vec<String>> = run.iter().take(max_changes).map(|change| row(change)).collect();
        for line in grid::lines(&columns, &rows, width, style) {
            text += &format!("{line}\n");
        }
        if let Some(more @ 1..) = run.len().checked_sub(max_changes) {
            text += &style.text(&format!("  … and {}\n", phrases::count_of(more as u64, "smaller change")));
        }
    }
    if let Some(more @ 1..) = runs.len().checked_sub(max_runs) {
        let runs = phrases::count_of(more as u64, "run");
        text += &style.text(&format!("\n… and {runs} with smaller changes; --all-changes lists them\n"));
    }
    text
}

fn row(change: &Change) -> Vec<String> {
    let [.., round, quantity] = &change.key;
    let show = |estimate: Option<Estimate>| match (estimate, results::kind(quantity)) {
        (None, _) => digits::missing().to_owned(),
        (Some(known), NumberKind::Probability) => digits::percent_with_margin(&known),
        (Some(known), NumberKind::Amount) => digits::number_with_margin(&known),
    };
    vec![names::line(round), names::line(quantity), show(change.before), show(change.now), change.in_words()]
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
    fn changes_are_grouped_by_run_and_the_largest_come_first() {
        let rows = |values: [&str; 4]| {
            let [a, b, c, d] = values;
            file(&[
                &format!("a,base,,1,kill,{a},,"),
                &format!("a,base,,2,kill,{b},,"),
                &format!("b,base,,1,kill,{c},,"),
                &format!("a,base,,1,hits.mean,{d},,"),
            ])
        };
        let found = changes(&rows(["0.5", "0.5", "0.5", "4"]), &rows(["0.45", "0.625", "0.75", "3"]), 0.0);
        let text = changes_table(&found.unwrap(), 0.0, false, 100, Style { color: false, unicode: true });
        let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}\n{text}"));
        // A quarter of the hits in a is as much as 25 percentage points in b, and a comes first.
        let order = [
            "a, base: 3 numbers",
            "+12.500 percentage points",
            "-5.000 percentage points",
            "-25.0 %",
            "b, base",
        ];
        assert!(order.windows(2).all(|pair| place(pair[0]) < place(pair[1])), "{text}");
        assert!(text.contains("b, base: 1 number\n") && text.contains("+25.000 percentage points"), "{text}");
    }

    #[test]
    fn a_long_list_is_cut_and_says_so() {
        let rows = |value: &str| {
            let row = |run: u32, round: u32| format!("s,run {run},,{round},kill,{value},,");
            let rows: Vec<String> =
                (0..22).flat_map(|run| (0..7).map(move |round| row(run, round))).collect();
            file(&rows.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let found = changes(&rows("0.5"), &rows("0.25"), 0.0).unwrap();
        let style = Style { color: false, unicode: true };
        let short = changes_table(&found, 0.0, false, 100, style);
        assert_eq!(short.matches("… and 2 smaller changes").count(), 20);
        assert!(short.contains("… and 2 runs with smaller changes; --all-changes lists them"), "{short}");
        let long = changes_table(&found, 0.0, true, 100, style);
        assert!(!long.contains('…') && long.matches("-25.000 percentage points").count() == 154);
    }

    #[test]
    fn another_file_is_refused_in_words() {
        let wrong = |file: &[u8]| changes(file, file, 0.0).unwrap_err().to_string();
        assert!(wrong(b"a,b\n1,2\n").contains("no column scenario"));
        assert!(wrong(&file(&["a,base,,1,kill,many,,"])).contains("line 2"));
    }
}
