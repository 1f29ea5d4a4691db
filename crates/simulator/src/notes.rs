//! What a few trials reported, noted down before it is counted.
//!
//! To add one to the count of a value as soon as it is known would make each trial wait for the one before it: the processor cannot
//! know in time whether both count the same value. A note is only written. Each quantity has a row of its own, with one byte for
//! each trial, and a full row is counted at once, many bytes at a time.

/// Trials that are noted before they are counted; a byte is the number of one.
pub const TRIALS: usize = 256;

/// The notes on one quantity, by trial. What is not noted is 0.
pub type Row<T> = [T; TRIALS];

/// The notes of up to [`TRIALS`] trials on one round.
pub struct Notes {
    /// What was measured, by measure.
    pub measures: Vec<Row<u8>>,
    /// How the round ended: [`PLAYED`], [`KILLED`], and the events that were new in it as bits.
    pub ends: Row<u32>,
    /// Values of measures that no byte holds; there the note stays 0.
    pub large: Vec<(usize, u32)>,
    /// What the round of a trial has added to measures so far.
    pub sums: Vec<(usize, u32)>,
}

/// The round was played.
pub const PLAYED: u32 = 1 << 31;
/// The target was destroyed in it.
pub const KILLED: u32 = 1 << 30;
/// So many events can be told from these.
pub const EVENTS: u32 = 30;

impl Notes {
    /// Room for so many measures.
    pub fn new(measures: usize) -> Self {
        Self { measures: vec![[0; TRIALS]; measures], ends: [0; TRIALS], large: Vec::new(), sums: Vec::new() }
    }
}

/// Up to this value a row is looked through for one value after the other, which is many notes at a time.
const FEW: u8 = 16;

/// Tells how often each value but 0 stands in a row, and clears it.
pub fn count(row: &mut Row<u8>, mut tell: impl FnMut(u8, u64)) {
    let most = row.iter().fold(0, |most, &value| most.max(value));
    if most == 0 {
        return;
    }
    if most <= FEW {
        (1..=most).for_each(|value| tell(value, times(row, value)));
    } else {
        let mut counts = [0; TRIALS];
        for &value in &*row {
            counts[usize::from(value)] += 1;
        }
        (1..=most).zip(&counts[1..]).for_each(|(value, &count)| tell(value, count));
    }
    row.fill(0);
}

/// Tells how often each bit is set in a row, and clears it.
pub fn count_bits(row: &mut Row<u32>, mut tell: impl FnMut(u32, u64)) {
    let mut seen = row.iter().fold(0, |seen, &bits| seen | bits);
    if seen == 0 {
        return;
    }
    while seen != 0 {
        let bit = seen.trailing_zeros();
        tell(bit, row.iter().map(|bits| bits >> bit & 1).sum::<u32>().into());
        seen &= seen - 1;
    }
    row.fill(0);
}

/// How often a value stands in a row. A function of its own, lest bytes be compared as wider numbers.
#[inline(never)]
fn times(row: &Row<u8>, value: u8) -> u64 {
    // By halves, so that a byte holds each count and many of them are added side by side.
    let half = |half: &[u8]| half.iter().fold(0_u8, |sum, &note| sum + u8::from(note == value));
    row.chunks_exact(TRIALS / 2).map(|notes| u64::from(half(notes))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes with the given value in each trial.
    fn row<T: Copy + Default>(value: impl Fn(usize) -> T) -> Row<T> {
        std::array::from_fn(value)
    }

    #[test]
    fn every_value_is_counted_and_the_row_cleared() {
        // Few values and many, and a value in every trial: 256 do not fit a byte.
        for modulus in [1, 2, 5, 17, 18, 100, 256] {
            let mut notes = row(|trial| (trial % modulus) as u8);
            let mut seen = [0; TRIALS];
            count(&mut notes, |value, times| seen[usize::from(value)] += times);
            for (value, &times) in seen.iter().enumerate().skip(1) {
                let wanted = (0..TRIALS).filter(|trial| trial % modulus == value).count() as u64;
                assert_eq!(times, wanted, "{value} of {modulus}");
            }
            assert_eq!(notes, [0; TRIALS]);
        }
        let mut seen = 0;
        count(&mut row(|_| 7), |value, times| seen += u64::from(value == 7) * times);
        assert_eq!(seen, TRIALS as u64);
    }

    #[test]
    fn every_bit_is_counted_and_the_row_cleared() {
        let mut notes = row(|trial| PLAYED | (trial as u32 & 0b101));
        let mut seen = [0; 32];
        count_bits(&mut notes, |bit, times| seen[bit as usize] += times);
        assert_eq!((seen[0], seen[1], seen[2], seen[31]), (128, 0, 128, 256));
        assert_eq!(notes, [0; TRIALS]);
    }
}
