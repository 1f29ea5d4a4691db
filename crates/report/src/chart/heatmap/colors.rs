//! The colours of a heat map.
//!
//! Equal steps of a number are equal steps to the eye, also to the colour-blind: from dark violet to yellow for
//! probabilities and numbers (viridis), from red through white to blue for differences.

use plotters::style::RGBColor;

use super::Scale;
use crate::chart::axis::{number_ticks, percent_ticks};
use crate::digits;
use results::Estimate;

/// From the least to the most.
const RISING: [u32; 9] = [
    0x0044_0154,
    0x0047_2D7B,
    0x003B_528B,
    0x002C_728E,
    0x0021_918C,
    0x0028_AE80,
    0x005E_C962,
    0x00AD_DC30,
    0x00FD_E725,
];

/// From less through none to more.
const DIVERGING: [u32; 9] = [
    0x00B2_182B,
    0x00D6_604D,
    0x00F4_A582,
    0x00FD_DBC7,
    0x00F7_F7F7,
    0x00D1_E5F0,
    0x0092_C5DE,
    0x0043_93C3,
    0x0021_66AC,
];

/// The text on pale and on dark cells. Neither colour is inverted by the dark style of a page.
const DARK: RGBColor = RGBColor(0x10, 0x16, 0x1C);
const PALE: RGBColor = RGBColor(0xFC, 0xFC, 0xFD);

/// A cell without a number.
pub(crate) const NONE: RGBColor = RGBColor(0xC4, 0xCA, 0xD0);

/// The halves of a line that is seen on any cell.
pub(crate) const LINE: (RGBColor, RGBColor) = (PALE, DARK);

/// Numbers as colours.
pub(crate) struct Colors {
    scale: Scale,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Colors {
    /// The colours of some numbers.
    pub(crate) fn of(scale: Scale, values: impl Iterator<Item = f64>) -> Self {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            (least, most) = (least.min(value), most.max(value));
        }
        if least > most {
            (least, most) = (0.0, 1.0);
        }
        let (low, high) = match scale {
            // As in other charts: what goes far is read against certainty.
            Scale::Percent | Scale::Share => (0.0, percent_ticks(if most > 0.5 { 1.0 } else { most }).top),
            Scale::Diverging => {
                let far = most.abs().max(least.abs()).max(1e-3);
                (-far, far)
            }
            Scale::Number if most > least => (least, most),
            Scale::Number => (least - 0.5, most + 0.5),
        };
        Self { scale, low, high }
    }

    /// The colour of a number.
    pub(crate) fn color(&self, value: f64) -> RGBColor {
        let stops = if self.scale == Scale::Diverging { &DIVERGING } else { &RISING };
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0) * (stops.len() - 1) as f64;
        let stop = (share as usize).min(stops.len() - 2);
        let part = |shift: u32| {
            let [from, to] = [stops[stop], stops[stop + 1]].map(|stop| f64::from((stop >> shift) & 0xFF));
            (from + (share - stop as f64) * (to - from)).round() as u8
        };
        RGBColor(part(16), part(8), part(0))
    }

    /// The colour of text on a number's colour.
    pub(crate) fn ink(color: RGBColor) -> RGBColor {
        let linear = |part: u8| (f64::from(part) / 255.0).powf(2.2);
        let light = 0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2);
        // Where black and white are equally easy to read.
        if light > 0.18 { DARK } else { PALE }
    }

    /// The labels beside the scale.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        match self.scale {
            Scale::Percent | Scale::Share if self.high >= 1.0 => {
                [0, 25, 50, 75, 100].map(|tick| (f64::from(tick) / 100.0, format!("{tick} %"))).to_vec()
            }
            Scale::Percent | Scale::Share => percent_ticks(self.high).ticks,
            Scale::Diverging => number_ticks(100.0 * self.low, 100.0 * self.high)
                .into_iter()
                .map(|(tick, label)| (tick / 100.0, if tick > 0.0 { format!("+{label}") } else { label }))
                .collect(),
            Scale::Number => number_ticks(self.low, self.high),
        }
    }

    /// The numbers at which lines are drawn.
    pub(crate) fn levels(&self) -> &'static [f64] {
        match self.scale {
            Scale::Percent => &[0.25, 0.5, 0.75],
            Scale::Diverging => &[0.0],
            Scale::Number | Scale::Share => &[],
        }
    }

    /// What a cell says, shorter with each try.
    pub(crate) fn cell(&self, value: &Estimate, tries: i32) -> String {
        match self.scale {
            Scale::Percent | Scale::Share => digits::short_percent(value, (1 - tries).max(0)),
            Scale::Diverging => digits::short_percentage_points(value, (1 - tries).max(0)),
            Scale::Number => digits::short_number(value, 3 - tries),
        }
    }

    /// The text of a number at the pointer.
    pub(crate) fn full(&self, value: &Estimate) -> String {
        match self.scale {
            Scale::Percent | Scale::Share => digits::percent_with_margin(value),
            Scale::Number => digits::number_with_margin(value),
            Scale::Diverging => digits::percentage_points(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_scale_are_its_first_and_last_colours() {
        let colors = Colors::of(Scale::Percent, [0.1, 0.9].into_iter());
        assert_eq!((colors.low, colors.high), (0.0, 1.0));
        assert_eq!(colors.color(0.0), RGBColor(0x44, 0x01, 0x54));
        assert_eq!(colors.color(2.0), RGBColor(0xFD, 0xE7, 0x25));
        // Half way between the first two of nine: 1/16.
        assert_eq!(colors.color(1.0 / 16.0), RGBColor(0x46, 0x17, 0x68));
        assert_eq!((Colors::ink(colors.color(0.0)), Colors::ink(colors.color(1.0))), (PALE, DARK));
    }

    #[test]
    fn no_difference_is_white_however_far_the_others_go() {
        let colors = Colors::of(Scale::Diverging, [-0.1, 0.4].into_iter());
        assert_eq!((colors.low, colors.high), (-0.4, 0.4));
        assert_eq!(colors.color(0.0), RGBColor(0xF7, 0xF7, 0xF7));
    }

    #[test]
    fn small_probabilities_use_the_whole_scale() {
        assert_eq!(Colors::of(Scale::Percent, [0.0, 0.043].into_iter()).high, 0.05);
        assert_eq!(Colors::of(Scale::Percent, std::iter::empty()).high, 1.0);
    }
}
