//! Reported values of measures, with probabilities.

/// A value of a measure, and the probability of the report.
#[derive(Clone, Copy, Debug)]
struct Note {
    measure: u32,
    value: u32,
    probability: f64,
}

/// Everything that a part of the rules or a step reports, by its place among all [`Reports`].
pub type Report = u32;

/// A report that is made with some probability.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The report.
    pub report: Report,
    /// The probability of the report.
    pub probability: f64,
}

/// All reports. Many states make the same reports, so their probabilities are added up report by report.
#[derive(Debug, Default)]
pub struct Reports {
    notes: Vec<Note>,
    ends: Vec<usize>,
}

impl Reports {
    /// Keeps everything that was counted as one report. Returns `None` if nothing was counted.
    pub fn keep(&mut self, counted: &mut Counted) -> Option<Report> {
        if !std::mem::take(&mut counted.any) {
            return None;
        }
        if self.notes.is_empty() {
            self.notes.reserve(NOTES);
        }
        let before = self.notes.len();
        for (measure, values) in (0..).zip(&mut counted.values) {
            let seen = (0..).zip(values.drain(..)).filter(|&(_, probability)| probability > 0.0);
            self.notes.extend(seen.map(|(value, probability)| Note { measure, value, probability }));
        }
        (self.notes.len() > before).then(|| {
            self.ends.push(self.notes.len());
            self.ends.len() as Report - 1
        })
    }

    /// Counts a report that is made with a certain probability.
    pub fn count(&self, report: Report, weight: f64, counted: &mut Counted) {
        let report = report as usize;
        let from = if report == 0 { 0 } else { self.ends[report - 1] };
        for note in &self.notes[from..self.ends[report]] {
            counted.count(note.measure as usize, note.value, weight * note.probability);
        }
    }
}

/// The probability of each value of each measure.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    values: Vec<Vec<f64>>,
    /// Whether anything was counted.
    any: bool,
}

impl Counted {
    /// Adds to the probability of a value.
    #[inline]
    pub fn count(&mut self, measure: usize, value: u32, weight: f64) {
        if measure >= self.values.len() {
            self.values.resize(measure + 1, Vec::new());
        }
        self.any = true;
        add(&mut self.values[measure], value as usize, weight);
    }

    /// Removes all counts, but keeps the allocated memory.
    pub fn clear(&mut self) {
        self.any = false;
        self.values.iter_mut().for_each(Vec::clear);
    }

    /// The probabilities of a measure's values, from 0 on.
    pub fn of(&self, measure: usize) -> &[f64] {
        self.values.get(measure).map_or(&[], Vec::as_slice)
    }
}

/// The initial capacity for notes.
const NOTES: usize = 512;

/// The initial capacity for numbers. Most lists are shorter, and growing step by step costs more than the numbers.
const INITIAL_CAPACITY: usize = 32;

/// Adds to one of several numbers. Appends zeros if there are too few.
#[inline]
pub fn add(numbers: &mut Vec<f64>, place: usize, more: f64) {
    if place >= numbers.len() {
        if numbers.capacity() == 0 {
            numbers.reserve(INITIAL_CAPACITY);
        }
        numbers.resize(place + 1, 0.0);
    }
    numbers[place] += more;
}
