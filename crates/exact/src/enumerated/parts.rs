//! Parts of the rules of which only the answer matters: enumerated by themselves, once for each key.

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
    /// Its reports over all answers; most parts have none.
    pub shares: Vec<Share>,
    /// The probability that was cut off in it.
    pub folded: f64,
}

/// Answers in the order in which they came, with equal ones merged.
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
        // Successive answers are often equal.
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

/// The initial capacity for answers of a part.
const ANSWERS_CAPACITY: usize = 28;

/// A part that contains this many reports of other parts, or fewer, passes them on one by one.
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
    /// Enumerates a part by itself. Its choices follow those of the path that leads to it.
    pub(super) fn enumerate_part<T: Eq + Hash>(&mut self, play: impl Fn(&mut Self) -> T) -> PartAnswers<T> {
        let Self { first, depth, weight, known_rolls, .. } = *self;
        self.first = self.choices.len();
        let folded = std::mem::take(&mut self.folded);
        let added = std::mem::take(&mut self.added);
        let counted = std::mem::replace(&mut self.counted, self.spare.pop().unwrap_or_default());
        let shares = std::mem::take(&mut self.shares);
        let mut answers = Merged::new();
        // Too many paths here end the enumeration outside as well, since both share one count.
        let _ = self.every(|this| {
            let answer = play(this);
            debug_assert!(this.added.is_empty(), "a part adds to no measure");
            answers.add(answer, this.weight);
            true
        });
        let mut reported = std::mem::replace(&mut self.shares, shares);
        self.collect_reports(&mut reported);
        (self.first, self.depth, self.weight, self.known_rolls) = (first, depth, weight, known_rolls);
        self.added = added;
        self.spare.push(std::mem::replace(&mut self.counted, counted));
        let folded = std::mem::replace(&mut self.folded, folded);
        PartAnswers { answers: answers.all(), shares: reported, folded }
    }

    /// Collects the reports of a part. Reports of parts inside it stay separate if they are few; otherwise all become one report.
    fn collect_reports(&mut self, shares: &mut Vec<Share>) {
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

    /// The answers of a part, computed now if they are not known.
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
        // An enumeration that the limit interrupted is not kept: a solver with a higher limit begins it again.
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
            // There is no answer only if the limit was reached before the first one.
            None => play(self),
        }
    }
}
