//! The generator, and how its bits become plain dice and cards.
//!
//! Each batch of trials has a generator of its own, made from the seed and the batch's number alone. So a batch gives the same
//! numbers on any thread and at any time. Bits become dice in our own code and not in a library, because a library's conversion
//! may change from version to version. Golden values in the tests keep it the same.

use chance::by_hand::Faces;
use chance::dice::{Roll, Shows};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// xoshiro256++ for one batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator(Xoshiro256PlusPlus);

/// The state of a generator.
#[derive(Clone, Copy, Debug)]
pub struct Words([u64; 4]);

/// Mixes every bit of `z` into all 64 bits (the last step of `SplitMix64`). Different numbers stay different.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Words {
    /// The first state of a batch's generator. Seed and batch each determine one word alone, so two different pairs never
    /// have the same state.
    #[inline]
    pub fn new(seed: u64, batch: u64) -> Self {
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let (a, b) = (mix(seed ^ GOLDEN), mix(batch.wrapping_add(GOLDEN)));
        Self([a, b, mix(a ^ b.rotate_left(32)), mix(a.wrapping_add(b).wrapping_add(GOLDEN))])
    }
}

impl From<Words> for Generator {
    #[inline]
    fn from(Words(words): Words) -> Self {
        let mut state = [0; 32];
        for (bytes, word) in state.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(state))
    }
}

impl Generator {
    /// The generator of a batch.
    #[inline]
    pub fn new(seed: u64, batch: u64) -> Self {
        Words::new(seed, batch).into()
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`, all equally likely to within 2^-56 (`end` is at most 256 for dice).
    #[inline]
    pub fn below(&mut self, end: u32) -> u32 {
        below(self.bits(), end)
    }

    /// An index, with a probability in proportion to its copies.
    #[inline]
    pub fn weighted(&mut self, copies: &[u32]) -> usize {
        case_of(copies, self.below(copies.iter().sum()))
    }
}

/// The number below `end` that 64 bits stand for.
#[inline]
pub fn below(bits: u64, end: u32) -> u32 {
    ((u128::from(bits) * u128::from(end)) >> 64) as u32
}

/// The index that a case belongs to, if index `i` has `copies[i]` cases.
#[inline]
pub fn case_of(copies: &[u32], mut case: u32) -> usize {
    for (index, &copies) in copies.iter().enumerate() {
        if case < copies {
            return index;
        }
        case -= copies;
    }
    copies.len() - 1
}

/// Generators side by side, stored word by word, so that several advance at once.
#[derive(Debug)]
pub struct Generators<const N: usize>([[u64; N]; 4]);

impl<const N: usize> Generators<N> {
    /// All states 0. Each must be set before it is used.
    pub fn new() -> Self {
        Self([[0; N]; 4])
    }

    /// Sets one of them.
    pub fn set(&mut self, lane: usize, Words(words): Words) {
        self.0.iter_mut().zip(words).for_each(|(lanes, word)| lanes[lane] = word);
    }

    /// The current state of one of them.
    pub fn get(&self, lane: usize) -> Words {
        Words(self.0.map(|lanes| lanes[lane]))
    }

    /// 64 random bits of each: the same xoshiro256++ as in [`Generator`], for all at once.
    #[expect(clippy::inline_always, reason = "the words of all of them stay in registers or near by")]
    #[inline(always)]
    pub fn bits(&mut self) -> [u64; N] {
        let [a, b, c, d] = &mut self.0;
        let mut bits = [0; N];
        for lane in 0..N {
            bits[lane] = a[lane].wrapping_add(d[lane]).rotate_left(23).wrapping_add(a[lane]);
            let shifted = b[lane] << 17;
            c[lane] ^= a[lane];
            d[lane] ^= b[lane];
            b[lane] ^= c[lane];
            a[lane] ^= d[lane];
            c[lane] ^= shifted;
            d[lane] = d[lane].rotate_left(45);
        }
        bits
    }
}

impl From<Words> for Generators<1> {
    fn from(words: Words) -> Self {
        let mut one = Self::new();
        one.set(0, words);
        one
    }
}

/// Dice thrown one by one, for `explain`.
impl Faces for Generator {
    fn pick(&mut self, _roll: &Roll, copies: &[u64], _shows: &dyn Fn(usize) -> Shows) -> usize {
        let all: u64 = copies.iter().sum();
        let mut case = ((u128::from(self.bits()) * u128::from(all)) >> 64) as u64;
        let face = copies.iter().position(|&copies| {
            let found = case < copies;
            case = case.saturating_sub(copies);
            found
        });
        face.unwrap_or(copies.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values() {
        let first = |seed, batch| Generator::new(seed, batch).bits();
        // Computed apart from this code, from the definition of xoshiro256++ and of `mix`. A change here changes
        // every seeded result, and the CHANGELOG must say so.
        assert_eq!(first(0, 0), 0x6db4_3a94_3294_8475);
        assert_eq!(first(7, 0), 0xac24_0cca_aca8_550c);
        assert_eq!(first(7, 1), 0x22d5_5a0f_0929_541b);
        let mut generator = Generator::new(7, 0);
        let dice: Vec<u32> = (0..10).map(|_| generator.below(6) + 1).collect();
        assert_eq!(dice, [5, 3, 6, 5, 1, 4, 2, 2, 2, 3]);
    }

    #[test]
    fn side_by_side_they_are_what_they_are_alone() {
        let mut together = Generators::<3>::new();
        let mut alone = [(1, 2), (7, 0), (u64::MAX, 9)].map(|(seed, batch)| {
            let words = Words::new(seed, batch);
            (words, Generator::from(words))
        });
        alone.iter().enumerate().for_each(|(lane, &(words, _))| together.set(lane, words));
        for _ in 0..1000 {
            assert_eq!(together.bits(), std::array::from_fn(|lane| alone[lane].1.bits()));
        }
        // One of the generators advances by itself and is put back.
        let mut one = Generators::<1>::from(together.get(1));
        for _ in 0..10 {
            assert_eq!(one.bits(), [alone[1].1.bits()]);
        }
        together.set(1, one.get(0));
        assert_eq!(Generator::from(together.get(1)), alone[1].1);
        assert_eq!(Generator::from(together.get(2)), alone[2].1);
    }

    #[test]
    fn below_is_fair() {
        // 60 000 throws: chi-square with 5 degrees of freedom is above 25.7 once in 10 000.
        let mut generator = Generator::new(1, 2);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[generator.below(6) as usize] += 1;
        }
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 25.7, "{seen:?}");
    }

    #[test]
    fn weighted_draws_in_proportion_to_copies() {
        let mut generator = Generator::new(3, 4);
        let mut seen = [0_u32; 3];
        for _ in 0..40_000 {
            seen[generator.weighted(&[3, 0, 1])] += 1;
        }
        assert_eq!(seen[1], 0);
        // 30 000 expected, deviation sqrt(40 000 * 3/16) = 87.
        assert!((i64::from(seen[0]) - 30_000).abs() < 350, "{seen:?}");
    }
}
