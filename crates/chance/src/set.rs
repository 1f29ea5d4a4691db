//! A set of few things that are known by their place in a list: events, effects, abilities, traits.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use crate::fields::Index;

/// A set of up to 32 things, as a bit mask by [`Index`].
///
/// The things of a built-in system are the variants of an enum that [`choice!`](crate::choice) declares. Those of a system that
/// is read at run time are plain numbers. A `Set<usize>` takes both.
///
/// ```
/// use chance::Set;
///
/// chance::choice! {
///     /// What can happen to a target.
///     pub enum Event {
///         /// The target burns.
///         Burning = "burning",
///         /// The target cannot act.
///         Stunned = "stunned",
///     }
/// }
///
/// let mut events = Set::<Event>::NONE;
/// events.add(Event::Stunned);
/// assert!(events.has(Event::Stunned) && !events.has(Event::Burning));
/// assert_eq!(events.by_index(), Set::<usize>::NONE.with(1_usize, true));
/// ```
pub struct Set<T> {
    bits: u32,
    things: PhantomData<fn() -> T>,
}

impl<T> Set<T> {
    /// The empty set.
    pub const NONE: Self = Self::from_bits(0);

    /// The number of different things that a set can hold.
    pub const CAPACITY: usize = u32::BITS as usize;

    /// The set of this bit mask.
    pub const fn from_bits(bits: u32) -> Self {
        Self { bits, things: PhantomData }
    }

    /// The set as a bit mask.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// The number of things in the set.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether nothing is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Everything that is in this set or the other.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self::from_bits(self.bits | other.bits)
    }

    /// Everything in this set that is not in the other.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self::from_bits(self.bits & !other.bits)
    }

    /// Adds everything that is in the other set.
    #[inline]
    pub fn add_all(&mut self, other: Self) {
        self.bits |= other.bits;
    }

    /// The indices of the things in the set, in rising order.
    #[inline]
    pub fn indices(self) -> impl Iterator<Item = usize> {
        let mut rest = self.bits;
        std::iter::from_fn(move || {
            let index = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(index)
        })
    }

    /// The same set, of plain indices.
    #[inline]
    pub const fn by_index(self) -> Set<usize> {
        Set::from_bits(self.bits)
    }
}

impl<T: Index> Set<T> {
    /// The bit of one thing.
    #[inline]
    fn bit(thing: impl Into<T>) -> u32 {
        let index = thing.into().index();
        assert!(index < Self::CAPACITY, "a set holds things with an index below 32");
        1 << index
    }

    /// Adds a thing.
    ///
    /// # Panics
    ///
    /// If the index is 32 or more. Code that reads a system from a file checks how many things it names.
    #[inline]
    pub fn add(&mut self, thing: impl Into<T>) {
        self.bits |= Self::bit(thing);
    }

    /// Removes a thing.
    #[inline]
    pub fn remove(&mut self, thing: impl Into<T>) {
        self.bits &= !Self::bit(thing);
    }

    /// The set, with this thing added if `present`.
    #[must_use]
    #[inline]
    pub fn with(self, thing: impl Into<T>, present: bool) -> Self {
        let bit = if present { Self::bit(thing) } else { 0 };
        Self::from_bits(self.bits | bit)
    }

    /// This thing alone, if it is in the set; otherwise the empty set.
    #[must_use]
    #[inline]
    pub fn only(self, thing: impl Into<T>) -> Self {
        Self::from_bits(self.bits & Self::bit(thing))
    }

    /// Whether a thing is in the set.
    #[inline]
    pub fn has(self, thing: impl Into<T>) -> bool {
        self.bits & Self::bit(thing) != 0
    }
}

impl<T: Index> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut set = Self::NONE;
        things.into_iter().for_each(|thing| set.add(thing));
        set
    }
}

impl<'a, T: Index + 'a> FromIterator<&'a T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = &'a T>>(things: I) -> Self {
        things.into_iter().copied().collect()
    }
}

// Derived implementations would ask the same traits of `T`, of which the set holds nothing.

impl<T> Clone for Set<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Set<T> {}

impl<T> Default for Set<T> {
    #[inline]
    fn default() -> Self {
        Self::NONE
    }
}

impl<T> PartialEq for Set<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T> Eq for Set<T> {}

impl<T> PartialOrd for Set<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// By bit mask, as a total order that means nothing.
impl<T> Ord for Set<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bits.cmp(&other.bits)
    }
}

impl<T> Hash for Set<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<T> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.indices()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_put_together_and_taken_apart() {
        let some: Set<usize> = [0_usize, 3, 31].into_iter().collect();
        let more = Set::NONE.with(3_usize, true).with(4_usize, true).with(5_usize, false);
        assert_eq!(some.and(more).indices().collect::<Vec<_>>(), [0, 3, 4, 31]);
        assert_eq!(some.without(more).indices().collect::<Vec<_>>(), [0, 31]);
        assert_eq!((some.only(3_usize), some.only(4_usize)), (Set::from_bits(8), Set::NONE));
        let mut rest = some;
        rest.remove(31_usize);
        rest.add_all(more);
        assert_eq!((rest.bits(), rest.len(), rest.is_empty()), (0b1_1001, 3, false));
    }

    #[test]
    #[should_panic(expected = "below 32")]
    fn an_index_beyond_the_capacity_is_not_taken_for_another() {
        let _ = Set::<usize>::NONE.with(32_usize, true);
    }
}
