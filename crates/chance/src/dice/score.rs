//! What dice score.

use std::ops::Add;

/// The score of dice: four counters, each up to 65 535, that are added separately.
///
/// Most pools use the first counter alone (successes, or a total). A pool whose faces count in several classes,
/// such as locks of 1 and other locks, uses one counter for each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(u64);

impl Score {
    /// Nothing scored.
    pub const ZERO: Self = Self(0);
    const LANE_BITS: u32 = 16;

    /// A score of `count` in one counter and 0 in the others.
    pub const fn in_lane(count: u32, lane: u32) -> Self {
        Self((count as u64 & 0xffff) << (lane * Self::LANE_BITS))
    }

    /// The first counter's count in the second one.
    pub(super) const fn in_second_counter(self) -> Self {
        Self(self.0 << Self::LANE_BITS)
    }

    /// Returns the counter that all of these scores use, if it is a single one.
    pub fn only_lane(scores: impl Iterator<Item = Self>) -> Option<u32> {
        let used = scores.fold(0, |used, score| used | score.0);
        (0..4).find(|lane| used & !(0xffff << (lane * Self::LANE_BITS)) == 0)
    }

    /// A score with counters of other sizes, packed into 64 bits by the caller. None may overflow when scores are added.
    pub const fn packed(bits: u64) -> Self {
        Self(bits)
    }

    /// All counters side by side, as [`Score::packed`] takes them.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The first counter.
    #[inline]
    pub const fn count(self) -> u32 {
        self.lane(0)
    }

    /// Counter number `lane`, from 0 to 3.
    #[inline]
    pub const fn lane(self, lane: u32) -> u32 {
        (self.0 >> (lane * Self::LANE_BITS)) as u32 & 0xffff
    }
}

impl Add for Score {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl From<bool> for Score {
    fn from(success: bool) -> Self {
        Self(u64::from(success))
    }
}

impl From<u8> for Score {
    fn from(points: u8) -> Self {
        Self(u64::from(points))
    }
}

impl<const N: usize> From<[u8; N]> for Score {
    fn from(lanes: [u8; N]) -> Self {
        const { assert!(N <= 4, "a score has four counters") };
        let mut bits = 0;
        for (lane, points) in lanes.into_iter().enumerate() {
            bits |= u64::from(points) << (lane as u32 * Self::LANE_BITS);
        }
        Self(bits)
    }
}
