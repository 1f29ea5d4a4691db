//! A picture's colours as a palette of at most 256.
//!
//! A chart has a few colours, and where they meet a few shades between them. Where there are more than 256, the fewest low bits
//! are dropped that leave so many. That moves a shade by less than an eye sees, and a chart's main colours stay apart.

use std::collections::BTreeMap;
use std::iter::repeat_n;

/// The most colours that a palette holds.
const MAX_COLOURS: usize = 256;

/// A picture as places in a palette.
pub(crate) struct Indexed {
    /// Red, green and blue of each colour.
    pub(crate) palette: Vec<u8>,
    /// The place of each pixel's colour.
    pub(crate) places: Vec<u8>,
}

/// Red, green and blue.
type Rgb = [u8; 3];

impl Indexed {
    /// Finds the palette of a picture. `pixels` has four bytes for each pixel. The fourth, its opacity, is left out, because the
    /// paper is opaque.
    pub(crate) fn of(pixels: &[u8]) -> Self {
        let runs = runs(pixels);
        let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
        for &(color, length) in &runs {
            *counts.entry(color).or_default() += length;
        }
        // With all bits dropped there is one group.
        let groups =
            (0..=8).map(|dropped| groups(&counts, dropped)).find(|groups| groups.len() <= MAX_COLOURS);
        let groups = groups.unwrap_or_default();
        let mut palette = Vec::with_capacity(3 * groups.len());
        let mut place_of = BTreeMap::new();
        for (place, (shown, members)) in (0..=u8::MAX).zip(&groups) {
            palette.extend_from_slice(shown);
            place_of.extend(members.iter().map(|&color| (color, place)));
        }
        let mut places = Vec::with_capacity(pixels.len() / 4);
        for (color, length) in runs {
            places.extend(repeat_n(place_of[&color], length));
        }
        Self { palette, places }
    }
}

/// Neighbouring pixels of one colour, from the first pixel to the last.
fn runs(pixels: &[u8]) -> Vec<(Rgb, usize)> {
    let mut runs: Vec<(Rgb, usize)> = Vec::new();
    for pixel in pixels.chunks_exact(4) {
        let color = [pixel[0], pixel[1], pixel[2]];
        match runs.last_mut() {
            Some((last, length)) if *last == color => *length += 1,
            _ => runs.push((color, 1)),
        }
    }
    runs
}

/// Puts colours together that are equal but for some low bits. Each group is shown in its most common colour, so the colours of
/// areas and lines stay exact.
fn groups(counts: &BTreeMap<Rgb, usize>, dropped: u32) -> Vec<(Rgb, Vec<Rgb>)> {
    let mut groups: BTreeMap<[u16; 3], Vec<Rgb>> = BTreeMap::new();
    for &color in counts.keys() {
        groups.entry(color.map(|part| u16::from(part) >> dropped)).or_default().push(color);
    }
    let shown =
        |members: &Vec<Rgb>| members.iter().copied().max_by_key(|color| counts[color]).unwrap_or_default();
    groups.into_values().map(|members| (shown(&members), members)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(colors: &[Rgb]) -> Vec<u8> {
        colors.iter().flat_map(|&[red, green, blue]| [red, green, blue, 255]).collect()
    }

    /// The colours that a viewer shows.
    fn shown(indexed: &Indexed) -> Vec<Rgb> {
        let color = |&place: &u8| {
            let at = 3 * usize::from(place);
            [indexed.palette[at], indexed.palette[at + 1], indexed.palette[at + 2]]
        };
        indexed.places.iter().map(color).collect()
    }

    #[test]
    fn up_to_256_colors_stay_as_they_are() {
        let colors: Vec<Rgb> = (0..=255).map(|shade| [shade, 255 - shade, 7]).collect();
        let indexed = Indexed::of(&picture(&colors));
        assert_eq!(indexed.palette.len(), 3 * 256);
        assert_eq!(shown(&indexed), colors);
    }

    #[test]
    fn more_colors_move_by_a_few_low_bits_and_common_ones_do_not_move() {
        // 512 colours: every second red, with two greens. With one bit dropped, greens 0 and 1 are one.
        let mut colors: Vec<Rgb> = (0..=255).flat_map(|red| [[red, 0, 0], [red, 1, 0]]).collect();
        let common = [[100, 1, 0]; 9];
        colors.extend(common);
        let indexed = Indexed::of(&picture(&colors));
        assert!(indexed.palette.len() <= 3 * 256);
        let found = shown(&indexed);
        for (one, other) in colors.iter().zip(&found) {
            let moved = one.iter().zip(other).map(|(one, other)| one.abs_diff(*other)).max();
            assert!(moved <= Some(1), "{one:?} became {other:?}");
        }
        assert_eq!(found[512..], common);
    }

    #[test]
    fn a_picture_without_pixels_has_no_colors() {
        let indexed = Indexed::of(&[]);
        assert!(indexed.palette.is_empty() && indexed.places.is_empty());
    }
}
