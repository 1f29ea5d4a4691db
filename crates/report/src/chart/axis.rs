//! The positions and labels of ticks.

/// The ticks of an axis of probabilities that begins at 0.
#[derive(Debug, PartialEq)]
pub(crate) struct Ticks {
    /// Where the axis ends.
    pub(crate) top: f64,
    /// Each tick and what it says.
    pub(crate) ticks: Vec<(f64, String)>,
}

/// Ticks in percent for probabilities up to `highest`, four to seven of them.
pub(crate) fn percent_ticks(highest: f64) -> Ticks {
    let highest = if highest.is_finite() && highest > 0.0 { highest.min(1.0) } else { 1.0 };
    // In percent: 25, 5, 0.5 …
    let power = 10f64.powi((100.0 * highest).log10().floor() as i32 - 1);
    let step = [1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 25.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| 100.0 * highest / step <= 6.0 + 1e-9)
        .unwrap_or(25.0 * power);
    let count = (100.0 * highest / step - 1e-9).ceil().max(1.0);
    let places = (0..12).find(|&places| is_whole(step * 10f64.powi(places))).unwrap_or(12) as usize;
    Ticks {
        top: (count * step / 100.0).min(1.0),
        ticks: (0..=count as u32)
            .map(|index| f64::from(index) * step)
            .filter(|percent| *percent <= 100.0 + 1e-9)
            .map(|percent| (percent / 100.0, format!("{percent:.places$} %")))
            .collect(),
    }
}

/// Ticks at round numbers from `low` to `high`, three to seven of them.
pub(crate) fn number_ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let range = high - low;
    if !range.is_finite() || range <= 0.0 {
        return Vec::new();
    }
    let power = 10f64.powi(range.log10().floor() as i32 - 1);
    let step = [2.0, 5.0, 10.0, 20.0, 50.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| range / step <= 6.0 + 1e-9)
        .unwrap_or(100.0 * power);
    let places = (0..12).find(|&places| is_whole(step * 10f64.powi(places))).unwrap_or(12) as usize;
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).map(|tick| (tick, format!("{tick:.places$}"))).collect()
}

/// The step between labels on whole numbers, so that there are at most `most`.
pub(crate) fn label_step(count: usize, most: usize) -> usize {
    [1, 2, 5, 10, 20, 25, 50, 100]
        .into_iter()
        .find(|step| count.div_ceil(*step) <= most)
        .unwrap_or(count.max(1))
}

fn is_whole(number: f64) -> bool {
    (number - number.round()).abs() < 1e-6 * number.abs().max(1e-6)
}
