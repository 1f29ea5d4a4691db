//! A hash for small states.
//!
//! A state has many small fields, and each is hashed by a call of its own. Packed into words, they cost a shift each and one
//! multiplication for eight bytes. That is a third of the cost of one multiplication for each field.

use std::hash::Hasher;

/// Packs hashed values into words, and mixes the words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packing {
    hash: u64,
    word: u64,
    filled: u32,
}

/// An odd number whose bits have no pattern.
const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

impl Packing {
    #[inline]
    fn pack(&mut self, bits: u64, width: u32) {
        if self.filled + width > u64::BITS {
            self.mix(self.word);
            (self.word, self.filled) = (0, 0);
        }
        self.word |= bits << self.filled;
        self.filled += width;
    }

    #[inline]
    fn mix(&mut self, word: u64) {
        // Only the xor depends on the word before, so multiplications run in parallel.
        self.hash = self.hash.rotate_left(23) ^ word.wrapping_mul(FACTOR);
    }
}

impl Hasher for Packing {
    #[inline]
    fn finish(&self) -> u64 {
        let mut all = *self;
        all.mix(self.word);
        // The high bits are mixed best, but tables use the low bits too.
        all.hash ^ all.hash >> 32
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.pack(number.into(), 8);
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.pack(number.into(), 16);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.pack(number.into(), 32);
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    /// The number of an enum's variant. It fits in few bits.
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.pack(number as u64 & 0xff, 8);
    }
}
