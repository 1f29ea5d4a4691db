//! Parts of the rules of which only the answer matters: weighed for themselves, once for each key.

use std::any::TypeId;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};
use std::rc::Rc;

use indexmap::IndexMap;

use super::{Answers, Enumerated};
use crate::counted::Share;
use crate::packing::Packing;

/// The answers of a part with their probabilities.
pub struct Weighed<T> {
    /// The answers.
    pub answers: Vec<(T, f64)>,
    /// What it reports, whatever it answers; nothing, as a rule.
    pub shares: Vec<Share>,
    /// The weight of what was cut off in it.
    pub folded: f64,
}

impl<T: Eq + Hash> Weighed<T> {
    /// The same with every answer read anew; what reads alike is one.
    pub fn read(&self, read: impl Fn(&T) -> T) -> Self {
        let mut answers = Merged::new();
        self.answers.iter().for_each(|(answer, weight)| answers.add(read(answer), *weight));
        Self { answers: answers.all(), shares: self.shares.clone(), folded: self.folded }
    }
}

/// Answers as they come, equal ones together.
struct Merged<T> {
    answers: IndexMap<T, f64, BuildHasherDefault<Packing>>,
    recent: usize,
}

impl<T: Eq + Hash> Merged<T> {
    fn new() -> Self {
        Self {
            answers: IndexMap::with_capacity_and_hasher(SEVERAL, BuildHasherDefault::default()),
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
const SEVERAL: usize = 28;

/// So many reports of parts in a part are handed on one by one.
const FEW: usize = 3;

/// Parts that were weighed before, by their keys.
type Known<K, T> = HashMap<(Option<usize>, K), Rc<Weighed<T>>, BuildHasherDefault<Packing>>;

impl Enumerated<'_> {
    /// Enumerates a part for itself, behind the choices of the way that has come to it.
    pub(super) fn weigh<T: Eq + Hash>(&mut self, play: impl Fn(&mut Self) -> T) -> Weighed<T> {
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
        Weighed { answers: answers.all(), shares: reported, folded }
    }

    /// What a part reports: what parts in it have reported stays as it is where that is little, else all is one report.
    fn tell_together(&mut self, shares: &mut Vec<Share>) {
        shares.sort_unstable_by_key(|share| share.report);
        shares.dedup_by(|next, share| {
            let same = next.report == share.report;
            share.probability += if same { next.probability } else { 0.0 };
            same
        });
        if shares.len() > FEW {
            for share in shares.drain(..) {
                self.reports.count(share.report, share.probability, &mut self.counted);
            }
        }
        let own = self.reports.keep(&mut self.counted);
        shares.extend(own.map(|report| Share { report, probability: 1.0 }));
    }

    /// The answers of a part by its key: as they are known, or else weighed now.
    pub(super) fn known_or<K, T>(
        &mut self,
        key: K,
        weigh: impl FnOnce(&mut Self) -> Weighed<T>,
    ) -> Rc<Weighed<T>>
    where
        K: Eq + Hash + 'static,
        T: 'static,
    {
        let key = (self.matchup, key);
        let known = self.known.get(&TypeId::of::<(K, T)>()).and_then(|known| known.downcast_ref());
        if let Some(weighed) = known.and_then(|known: &Known<K, T>| known.get(&key)) {
            return Rc::clone(weighed);
        }
        let weighed = Rc::new(weigh(self));
        if self.is_spent() {
            // What was broken off is not kept: who raises the limits goes on without it.
            return weighed;
        }
        let known =
            self.known.entry(TypeId::of::<(K, T)>()).or_insert_with(|| Box::new(Known::<K, T>::default()));
        if let Some(known) = known.downcast_mut::<Known<K, T>>() {
            known.insert(key, Rc::clone(&weighed));
        }
        weighed
    }

    /// The answer of a part on this way; `weighed` gives all of them when the part is come to for the first time.
    pub(super) fn answer<T: Clone + 'static>(
        &mut self,
        play: impl Fn(&mut Self) -> T,
        weighed: impl FnOnce(&mut Self) -> Rc<Weighed<T>>,
    ) -> T {
        let place = self.next(|this| {
            let weighed = weighed(this);
            this.folded += weighed.folded * this.weight;
            let here = |share: &Share| Share { probability: share.probability * this.weight, ..*share };
            this.shares.extend(weighed.shares.iter().map(here));
            let count = weighed.answers.len();
            (Answers::Part(weighed), count)
        });
        let choice = &self.choices[place];
        let Answers::Part(weighed) = &choice.answers else { unreachable!("a replay asks the same rolls") };
        let weighed: &Weighed<T> = weighed.downcast_ref().expect("a replay asks the same rolls");
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
