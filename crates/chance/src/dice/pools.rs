//! The dice of a match-up.

use std::sync::{Arc, PoisonError, RwLock};

use super::Die;

/// A die of a match-up, by its place in the match-up's [`Pools`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool(u16);

impl Pool {
    /// The place in the dice of [`Pools`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All dice of a match-up, or of a battle of several match-ups.
///
/// Clones share one list. Built-in rules make all their dice before the first roll. The dice of a game from a file may depend on
/// what has happened, so they are added during play. A die is never removed, so a [`Pool`] stays valid.
#[derive(Clone, Debug, Default)]
pub struct Pools {
    dice: Arc<RwLock<Vec<Arc<Die>>>>,
    /// The dice of another match-up. A die that equals one of these shares its memory.
    models: Option<Arc<Self>>,
}

impl Pools {
    /// An empty list whose dice will share memory with equal ones of `models`. A sweep has thousands of match-ups that differ in
    /// a die or two.
    pub fn beside(models: Option<&Arc<Self>>) -> Self {
        Self { dice: Arc::default(), models: models.cloned() }
    }

    /// Adds a die, unless an equal one is there already.
    ///
    /// # Panics
    ///
    /// With more than 65 535 different dice. No system comes near that.
    pub fn add(&self, die: Die) -> Pool {
        let mut dice = self.dice.write().unwrap_or_else(PoisonError::into_inner);
        let place = dice.iter().position(|known| **known == die).unwrap_or_else(|| {
            let model = self.models.as_ref().and_then(|models| models.equal_to(&die));
            dice.push(model.unwrap_or_else(|| Arc::new(die)));
            dice.len() - 1
        });
        Pool(u16::try_from(place).expect("a match-up has few kinds of dice"))
    }

    fn equal_to(&self, die: &Die) -> Option<Arc<Die>> {
        let dice = self.dice.read().unwrap_or_else(PoisonError::into_inner);
        dice.iter().find(|known| ***known == *die).cloned()
    }

    /// The die of a pool.
    pub fn die(&self, pool: Pool) -> Arc<Die> {
        let dice = self.dice.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&dice[pool.index()])
    }

    /// The number of different dice.
    pub fn len(&self) -> usize {
        self.dice.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether there are no dice.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::Roll;
    use super::*;

    #[test]
    fn dice_that_are_alike_are_shared_and_others_are_not() {
        let die = |least: u8| Die::new(Roll::new("roll", "TOY-1"), 6, move |n| n >= least);
        let models = Pools::default();
        models.add(die(3));
        models.add(die(4));
        let models = Arc::new(models);
        let pools = Pools::beside(Some(&models));
        assert!(pools.is_empty());
        let (own, shared) = (pools.add(die(5)), pools.add(die(4)));
        assert_eq!((own.index(), shared.index(), pools.add(die(5))), (0, 1, own));
        assert!(Arc::ptr_eq(&pools.die(shared), &models.die(shared)));
        assert_eq!(*pools.die(own), die(5));
    }
}
