//! Parts of the rules of which only the answer matters: weighed for themselves, once for each key.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};
use std::panic::Location;
use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::{Answers, Enumerated};
use crate::packing::Packing;
use crate::reports::Share;

/// The answers of a part with their probabilities.
pub struct PartAnswers<T> {
    /// The answers.
    pub answers: Vec<(T, f64)>,
    /// What it reports, whatever it answers; nothing, as a rule.
    pub shares: Vec<Share>,
    /// The weight of what was cut off in it.
    pub folded: f64,
}

/// Answers as they come, equal ones together.
struct Merged<T> {
    answers: IndexMap<T, f64, BuildHasherDefault<Packing>>,
    recent: usize,
}

impl<T: Eq + Hash> Merged<T> {
    fn new() -> Self {
        Self {
            answers: IndexMap::with_capacity_and_hasher(ANSWERS_CAPACITY, BuildHasherDefault::default()),
            recent: 0,
        }
    }

    fn add(&mut self, answer: T, weight: f64) {
        // Those that follow each other are often the same.
        if self.answers.get_index(self.recent).is_none_or(|(known, _)| *known != answer) {
            let known = self.answers.get_index_of(&answer);
            self.recent = known.unwrap_or_else(|| self.answers.insert_full(answer, 0.0).0);
        }
        self.answers[self.recent] += weight;
    }

    fn all(self) -> Vec<(T, f64)> {
        self.answers.into_iter().collect()
    }
}

/// Room for so many answers of a part at first.
const ANSWERS_CAPACITY: usize = 28;

/// So many reports of parts in a part are handed on one by one.
const SEPARATE_REPORTS: usize = 3;

/// The answers of one part, by match-up and key.
type ByKey<K, T> = HashMap<(Option<usize>, K), Rc<PartAnswers<T>>, BuildHasherDefault<Packing>>;

/// The answers of parts that were computed before.
///
/// A part is known by the place in the source where the rules play it, so that different parts never share answers. The types are
/// part of the key because one place of a generic function may play parts of several types.
#[derive(Default)]
pub struct KnownParts(FxHashMap<(&'static Location<'static>, TypeId), Box<dyn Any>>);

impl KnownParts {
    fn of<K: Eq + Hash + 'static, T: 'static>(
        &mut self,
        place: &'static Location<'static>,
    ) -> &mut ByKey<K, T> {
        let known = self.0.entry((place, TypeId::of::<(K, T)>()));
        let known = known.or_insert_with(|| Box::new(ByKey::<K, T>::default()));
        known.downcast_mut().expect("the types are part of the key")
    }
}

impl Enumerated<'_> {
    /// Enumerates a part for itself, behind the choices of the way that has come to it.
    pub(super) fn enumerate_part<T: Eq + Hash>(&mut self, play: impl Fn(&mut Self) -> T) -> PartAnswers<T> {
        let Self { first, depth, weight, known_rolls, .. } = *self;
        self.first = self.choices.len();
        let folded = std::mem::take(&mut self.folded);
        let added = std::mem::take(&mut self.added);
        let counted = std::mem::replace(&mut self.counted, self.spare.pop().unwrap_or_default());
        let shares = std::mem::take(&mut self.shares);
        let mut answers = Merged::new();
        // Too many paths here end the enumeration outside as well, for the count goes on.
        let _ = self.every(|this| {
            let answer = play(this);
            debug_assert!(this.added.is_empty(), "a part adds to no measure");
            answers.add(answer, this.weight);
            true
        });
        let mut reported = std::mem::replace(&mut self.shares, shares);
        self.tell_together(&mut reported);
        (self.first, self.depth, self.weight, self.known_rolls) = (first, depth, weight, known_rolls);
        self.added = added;
        self.spare.push(std::mem::replace(&mut self.counted, counted));
        let folded = std::mem::replace(&mut self.folded, folded);
        PartAnswers { answers: answers.all(), shares: reported, folded }
    }

    /// What a part reports: what parts in it have reported stays as it is where that is little, else all is one report.
    fn tell_together(&mut self, shares: &mut Vec<Share>) {
        shares.sort_unstable_by_key(|share| share.report);
        shares.dedup_by(|next, share| {
            let same = next.report == share.report;
            share.probability += if same { next.probability } else { 0.0 };
            same
        });
        if shares.len() > SEPARATE_REPORTS {
            for share in shares.drain(..) {
                self.reports.count(share.report, share.probability, &mut self.counted);
            }
        }
        let own = self.reports.keep(&mut self.counted);
        shares.extend(own.map(|report| Share { report, probability: 1.0 }));
    }

    /// The answers of a part: those that are known, or else they are computed now.
    fn known_or_enumerated<K, T>(
        &mut self,
        place: &'static Location<'static>,
        key: K,
        play: impl Fn(&mut Self) -> T,
    ) -> Rc<PartAnswers<T>>
    where
        K: Eq + Hash + 'static,
        T: Eq + Hash + 'static,
    {
        let key = (self.matchup, key);
        if let Some(weighed) = self.known.of::<K, T>(place).get(&key) {
            return Rc::clone(weighed);
        }
        let weighed = Rc::new(self.enumerate_part(play));
        // An enumeration that the limit broke off is not kept: a solver with a higher limit goes on without it.
        if !self.is_spent() {
            self.known.of(place).insert(key, Rc::clone(&weighed));
        }
        weighed
    }

    /// The answer of a part on this path.
    pub(super) fn answer<K, T>(
        &mut self,
        part: &'static Location<'static>,
        key: K,
        play: impl Fn(&mut Self) -> T,
    ) -> T
    where
        K: Eq + Hash + 'static,
        T: Clone + Eq + Hash + 'static,
    {
        let place = self.next(|this| {
            let weighed = this.known_or_enumerated(part, key, &play);
            this.folded += weighed.folded * this.weight;
            let here = |share: &Share| Share { probability: share.probability * this.weight, ..*share };
            this.shares.extend(weighed.shares.iter().map(here));
            let count = weighed.answers.len();
            (Answers::Part(weighed), count)
        });
        let choice = &self.choices[place];
        let Answers::Part(weighed) = &choice.answers else { unreachable!("a replay asks the same rolls") };
        let weighed: &PartAnswers<T> = weighed.downcast_ref().expect("a replay asks the same rolls");
        match weighed.answers.get(choice.at) {
            Some((answer, weight)) => {
                self.weight = choice.before * weight;
                answer.clone()
            }
            // Only where there were too many paths to find a first answer.
            None => play(self),
        }
    }
}
