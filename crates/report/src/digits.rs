//! How many digits a number is shown with.
//!
//! No digit is printed that the interval does not support: an estimate ends where the half-width of its
//! interval has its first significant digit, or one place later where that digit is small (below 3.55, the rule
//! of the Particle Data Group), because rounding an error of 0.14 to 0.1 would lose a third of it. What was never
//! seen is not "0 %" but below the upper end of its interval. Exact probabilities have two decimals, or three
//! significant digits of what is smaller, the probability or what it lacks to 1. Files keep every digit.

use results::Estimate;

/// Below this, what is left of an exact probability is a rounding error.
const EXACT_TOLERANCE: f64 = 1e-12;

/// Smaller numbers are shown with a power of ten.
const LEAST_WRITTEN_OUT: f64 = 1e-4;

/// A probability that was found as what is left of 1. Of an exact one, what is smaller than rounding errors is 0.
pub(crate) fn what_is_left(probability: &Estimate) -> Estimate {
    let is_rounding = probability.error.is_none() && probability.value < EXACT_TOLERANCE;
    if is_rounding { Estimate::exact(0.0) } else { *probability }
}

/// A lower bound of a number, rounded down: `> 4.33`.
pub(crate) fn more_than(bound: f64) -> String {
    format!("> {:.2}", (100.0 * bound + 1e-9).floor() / 100.0)
}

/// A probability in percent, e.g. `41.70 %`, `< 0.0004 %` or `25.93 %`.
pub(crate) fn percent(estimate: &Estimate) -> String {
    match ends(estimate) {
        None => exact_percent(estimate.value),
        Some((low, high)) => sampled_percent(estimate.value, low, high),
    }
}

/// A probability in percent with how far off it may be, e.g. `41.70 % ± 0.10 %`.
pub(crate) fn percent_with_margin(estimate: &Estimate) -> String {
    let shown = percent(estimate);
    let Some((low, high)) = ends(estimate).filter(|_| !is_bound(&shown)) else { return shown };
    let value = estimate.value;
    let (below, above) = (value - low, high - value);
    if below.max(above) > 1.25 * below.min(above) {
        return format!("{shown} ({})", range(100.0 * low, 100.0 * high, "\u{2013}", " %"));
    }
    let half = 50.0 * (high - low);
    format!("{shown} ± {} %", rounded(half, places(half).max(0)))
}

/// The 95 % interval of a probability, e.g. `41.60–41.80 %`; `None` for an exact one.
pub(crate) fn percent_interval(estimate: &Estimate, dash: &str) -> Option<String> {
    ends(estimate).map(|(low, high)| range(100.0 * low, 100.0 * high, dash, " %"))
}

/// A percentage for a small place, without `%` and with at most `most` decimals: `41.7`, `<0.1`, `>99`.
pub(crate) fn short_percent(estimate: &Estimate, most: i32) -> String {
    let value = estimate.value;
    if !value.is_finite() {
        return missing().to_owned();
    }
    let (low, high) = ends(estimate).unwrap_or((value, value));
    if high <= low && value <= 0.0 {
        return "0".to_owned();
    }
    if high <= low && value >= 1.0 - EXACT_TOLERANCE {
        return "100".to_owned();
    }
    let places = short_places(estimate, 100.0, most);
    let shown = rounded(100.0 * value, places);
    let scale = 10f64.powi(places);
    if value <= 0.0 || shown == rounded(0.0, places) {
        let bound = (100.0 * high * scale - 1e-9).ceil().max(1.0) / scale;
        return format!("<{}", rounded(bound, places));
    }
    if value >= 1.0 || shown == rounded(100.0, places) {
        let bound = 100.0 - (100.0 * (1.0 - low) * scale - 1e-9).ceil().max(1.0) / scale;
        return format!(">{}", rounded(bound, places));
    }
    shown
}

/// A difference of probabilities in percentage points for a small place, without the unit: `+12.3`, `-4`.
pub(crate) fn short_percentage_points(estimate: &Estimate, most: i32) -> String {
    let points = 100.0 * estimate.value;
    let shown = rounded(points, short_places(estimate, 100.0, most));
    if points > 0.0 && shown.contains(|digit| matches!(digit, '1'..='9')) {
        format!("+{shown}")
    } else {
        shown
    }
}

/// A difference of probabilities with its margin: `+12.3 ± 0.4 percentage points`.
pub(crate) fn percentage_points(estimate: &Estimate) -> String {
    let sign = if estimate.value > 0.0 { "+" } else { "" };
    format!("{sign}{} percentage points", number_with_margin(&estimate.times(100.0)))
}

/// A number for a small place, with at most `digits` significant digits.
pub(crate) fn short_number(estimate: &Estimate, digits: i32) -> String {
    let most = (digits - 1 - exponent(estimate.value)).max(0);
    rounded(estimate.value, short_places(estimate, 1.0, most))
}

/// The places that an interval supports, `most` at the most.
fn short_places(estimate: &Estimate, factor: f64, most: i32) -> i32 {
    match ends(estimate) {
        Some((low, high)) if high > low => places(factor * (high - low) / 2.0).clamp(0, most),
        _ => most,
    }
}

/// A number, e.g. a mean: `1.234`.
pub(crate) fn number(estimate: &Estimate) -> String {
    match ends(estimate) {
        Some((low, high)) if high > low => rounded(estimate.value, places((high - low) / 2.0)),
        _ => exact_number(estimate.value),
    }
}

/// A number with how far off it may be, e.g. `1.234 ± 0.004`.
pub(crate) fn number_with_margin(estimate: &Estimate) -> String {
    let shown = number(estimate);
    match ends(estimate) {
        Some((low, high)) if high > low => {
            let half = (high - low) / 2.0;
            format!("{shown} ± {}", rounded(half, places(half)))
        }
        _ => shown,
    }
}

/// The 95 % interval of a number, e.g. `1.230–1.238`; `None` for an exact one.
pub(crate) fn number_interval(estimate: &Estimate, dash: &str) -> Option<String> {
    ends(estimate).map(|(low, high)| range(low, high, dash, ""))
}

/// A number without error that people write, such as points: no digits that say nothing.
pub(crate) fn plain(value: f64) -> String {
    if !value.is_finite() {
        return missing().to_owned();
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A whole number with its thousands parted, e.g. `1,000,000`.
pub(crate) fn whole(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The text in place of a missing number.
pub(crate) const fn missing() -> &'static str {
    "–"
}

/// A bound on how far exact numbers may be off, in percent, e.g. `1.2e-15 %`.
pub(crate) fn bound(value: f64) -> String {
    format!("{} %", significant(100.0 * value, 2))
}

/// Whether a percentage is shown as a bound. A bound needs no interval.
pub(crate) fn is_bound(shown: &str) -> bool {
    shown.starts_with(['<', '>'])
}

/// The interval of an estimate, where it has one and it is made of numbers.
fn ends(estimate: &Estimate) -> Option<(f64, f64)> {
    estimate
        .error
        .map(|error| (error.low, error.high))
        .filter(|(low, high)| low.is_finite() && high.is_finite())
}

/// Two ends and a dash, to the places that their distance supports.
fn range(low: f64, high: f64, dash: &str, unit: &str) -> String {
    let places = places((high - low) / 2.0).max(0);
    format!("{}{dash}{}{unit}", rounded(low, places), rounded(high, places))
}

fn sampled_percent(value: f64, low: f64, high: f64) -> String {
    if !value.is_finite() {
        return missing().to_owned();
    }
    if high <= low {
        return exact_percent(value);
    }
    let places = places(50.0 * (high - low)).max(0);
    let shown = rounded(100.0 * value, places);
    // Also what would be rounded to nothing or to all was not always or never so.
    if value <= 0.0 || shown == rounded(0.0, places) {
        return format!("< {} %", bound_above(100.0 * high));
    }
    if value >= 1.0 || shown == rounded(100.0, places) {
        return format!("> {} %", bound_below(100.0 * low));
    }
    format!("{shown} %")
}

fn exact_percent(value: f64) -> String {
    let (percent, rest) = (100.0 * value, 100.0 * (1.0 - value));
    if !value.is_finite() {
        missing().to_owned()
    } else if value <= 0.0 {
        "0 %".to_owned()
    } else if value >= 1.0 - EXACT_TOLERANCE {
        "100 %".to_owned()
    } else if percent < 0.1 {
        format!("{} %", significant(percent, 3))
    } else if rest < LEAST_WRITTEN_OUT {
        format!("100 % \u{2212} {} %", significant(rest, 3))
    } else if rest < 0.1 {
        format!("{percent:.*} %", (2 - exponent(rest)).max(2) as usize)
    } else {
        format!("{percent:.2} %")
    }
}

fn exact_number(value: f64) -> String {
    if !value.is_finite() {
        missing().to_owned()
    } else if value.abs() < EXACT_TOLERANCE {
        "0".to_owned()
    } else if value.abs() < 0.01 {
        significant(value, 3)
    } else {
        format!("{value:.3}")
    }
}

/// So many significant digits of a small number; a very small one with its power of ten, such as `4.17×10⁻⁸`.
fn significant(value: f64, digits: i32) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    if value.abs() < LEAST_WRITTEN_OUT {
        let text = format!("{value:.*e}", (digits - 1) as usize);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{mantissa}×10{}", exponent.chars().map(raised).collect::<String>());
    }
    format!("{value:.*}", (digits - 1 - exponent(value)).max(0) as usize)
}

/// A digit or a minus as it stands in an exponent.
fn raised(character: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    character.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize])
}

/// The upper end of an interval, rounded up to two significant digits.
fn bound_above(percent: f64) -> String {
    let places = 1 - exponent(percent);
    let scale = 10f64.powi(places);
    // A hair less, so that 0.37 does not become 0.38 because it is 0.37000000000000005.
    rounded(((percent * scale) - 1e-9).ceil() / scale, places)
}

/// The lower end of an interval near 100, its distance rounded up to two significant digits.
fn bound_below(percent: f64) -> String {
    let rest = 100.0 - percent;
    let places = 1 - exponent(rest);
    let scale = 10f64.powi(places);
    rounded(100.0 - ((rest * scale) - 1e-9).ceil() / scale, places)
}

/// The places after the point that an error of this size supports; below 0 for tens and hundreds.
fn places(half_width: f64) -> i32 {
    if half_width <= 0.0 || !half_width.is_finite() {
        return 3;
    }
    let exponent = exponent(half_width);
    let leading = half_width / 10f64.powi(exponent);
    if leading < 3.55 { 1 - exponent } else { -exponent }
}

/// The power of ten of the first significant digit.
fn exponent(value: f64) -> i32 {
    if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 }
}

/// Rounds a number to `places` decimals; negative ones are tens and hundreds.
fn rounded(value: f64, places: i32) -> String {
    if !value.is_finite() {
        return missing().to_owned();
    }
    if places < 0 {
        let scale = 10f64.powi(-places);
        return format!("{:.0}", (value / scale).round() * scale);
    }
    let text = format!("{value:.*}", places as usize);
    // Minus nothing is nothing.
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|digit| matches!(digit, '0' | '.')) => rest.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests;
