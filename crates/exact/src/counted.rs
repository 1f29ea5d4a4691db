//! What measures came to, with probabilities.

/// A value of a measure.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The measure by index.
    pub measure: u32,
    /// Its value.
    pub value: u32,
    /// How likely it was reported.
    pub probability: f64,
}

/// The probability of each value of each measure.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    values: Vec<Vec<f64>>,
}

impl Counted {
    /// Adds to the probability of a value.
    #[inline]
    pub fn count(&mut self, measure: usize, value: u32, weight: f64) {
        if measure >= self.values.len() {
            self.values.resize(measure + 1, Vec::new());
        }
        add(&mut self.values[measure], value as usize, weight);
    }

    /// Takes all that was counted.
    pub fn take(&mut self, into: &mut Vec<Note>) {
        for (measure, values) in (0..).zip(&mut self.values) {
            let seen = (0..).zip(values.drain(..)).filter(|&(_, probability)| probability > 0.0);
            into.extend(seen.map(|(value, probability)| Note { measure, value, probability }));
        }
    }

    /// The probabilities of a measure's values, from 0 on.
    pub fn of(&self, measure: usize) -> &[f64] {
        self.values.get(measure).map_or(&[], Vec::as_slice)
    }
}

/// Adds to one of several numbers, as many as it takes.
#[inline]
pub fn add(numbers: &mut Vec<f64>, place: usize, more: f64) {
    if place >= numbers.len() {
        numbers.resize(place + 1, 0.0);
    }
    numbers[place] += more;
}
