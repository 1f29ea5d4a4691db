//! The mix of lists that no list beats, at the prices now.
//!
//! Double oracle: the equilibrium of the lists known so far (a linear program) is answered by the best list that a search finds within the
//! budget; that list becomes known too. This goes on until no answer wins more than a half and the tolerance, in battles that did not
//! choose it. All scores that are told come from battles with further seeds.

mod answer;
mod contest;
mod shop;

use std::sync::atomic::{AtomicU64, Ordering};

use results::{Error, Estimate, ListMix, ListVerdict, MixedList, ScoredList, UnitInLists};
use statrs::distribution::{ContinuousCDF, Normal};
use systems::AnyMatchups;

use super::armies::uniform;
use super::ready::{Ready, all_players, invite};
use super::{Watch, generator};
use crate::prices::unbeaten;
use crate::roster::Roster;
use answer::{FEW, Finder, LOOKS, Target};
use contest::{Contest, Payoffs};
pub use shop::MOST_UNITS;
use shop::{List, Shop};

/// What lists are sought, and how well.
#[derive(Clone, Debug)]
pub struct ListSearch {
    /// What a list may cost.
    pub points: f64,
    /// The search goes on until no list wins more than a half and this against the mix.
    pub tolerance: f64,
    /// No more battles than about this to find the mix.
    pub max_battles: u64,
    /// The seed.
    pub seed: u64,
}

/// Lists of one kind, with which the search begins, at the most.
const PURE: usize = 12;
/// Random lists, from which the search for the best answer begins.
const RANDOM: u64 = 24;
/// Battles of each pair of lists: of any, of those with a list of the mix, and within the mix.
const PAIR: [u64; 3] = [200, 1_000, 4_000];
/// Battles of a score that is told.
const TOLD: u64 = 10_000;
/// More rounds of equilibrium and answer than this are not played.
const ROUNDS: u64 = 60;
/// Equilibria of scores that differ by their errors, for the intervals of shares.
const SHAKEN: usize = 200;
/// A share below this is none.
const NONE: f64 = 1e-6;

const FIELD_SEED: u64 = 0x11f7_e4e3_0000_0001;
const PAIR_SEED: u64 = 0x11f7_e4e3_0000_0002;
const ANSWER_SEED: u64 = 0x11f7_e4e3_0000_0003;
const FRESH_SEED: u64 = 0x11f7_e4e3_0000_0004;
const TOLD_SEED: u64 = 0x11f7_e4e3_0000_0005;
const UNIT_SEED: u64 = 0x11f7_e4e3_0000_0006;
const SHAKE_SEED: u64 = 0x11f7_e4e3_0000_0007;

/// The mix of lists that no list beats. Units without a price now must have the weight 0.
pub fn unbeaten_lists(roster: &Roster, search: &ListSearch, watch: &dyn Watch) -> ListMix {
    let roster = Roster { army_points: Some(search.points), ..roster.clone() };
    let matchups: Vec<&AnyMatchups> = roster.situations.iter().map(|situation| &situation.matchups).collect();
    let situations: Vec<f64> = roster.situations.iter().map(|situation| situation.weight).collect();
    let players = all_players(&matchups);
    let mut ready = Ready::new(&roster, &players);
    let prices = ready.start.clone();
    invite(&mut ready, &prices);
    let field = ready.field(&roster, players, &situations);
    let shop = Shop::new(&prices, |unit| roster.units[unit].weight > 0.0, search.points);
    let contest = Contest { field, prices, watch, played: AtomicU64::new(0) };
    let all = shop.all(FEW);
    let finder = Finder { contest: &contest, shop: &shop, all: all.as_deref() };
    watch.stage("lists", search.max_battles);
    let exploiter = exploiter(&finder, search.seed);
    let mut oracle = Oracle { finder, search, payoffs: Payoffs::default(), mix: Vec::new(), times: 1 };
    let (best_answer, settled) = oracle.settle(&exploiter);
    let units = oracle.best_with_each();
    let Oracle { finder, payoffs, mix, .. } = oracle;
    let told = Told { finder: &finder, mix: &mix, seed: search.seed };
    watch.stage("the scores, in other battles", told.battles(&units));
    let in_mix: Vec<(usize, f64)> = mix
        .iter()
        .filter_map(|(list, share)| Some((payoffs.lists.iter().position(|known| known == list)?, *share)))
        .collect();
    let shaken = shares_of_points(&payoffs, &shop, search.seed);
    let family = units.iter().flatten().count();
    let units = (0..shop.prices.len()).map(|unit| {
        let share = shaken[unit];
        let best = units[unit].as_ref().map(|list| told.against_mix(list));
        let verdict = match &best {
            _ if share.value > NONE => ListVerdict::Taken,
            None => ListVerdict::NotForSale,
            Some(best) if surely_below(best.score, 0.5 - search.tolerance, family) => ListVerdict::LeftOut,
            Some(_) => ListVerdict::CouldBeTaken,
        };
        UnitInLists { price: roster.units[unit].now, share, best, verdict }
    });
    let units = units.collect();
    let lists = mix.iter().map(|(list, share)| MixedList {
        share: *share,
        list: told.against_mix(list),
        against_field: told.against_field(list).score,
    });
    let lists: Vec<MixedList> = lists.collect();
    ListMix {
        points: search.points,
        tolerance: search.tolerance,
        most_units: MOST_UNITS as usize,
        mix_against_field: mixed(&lists),
        lists,
        scores: (in_mix.iter())
            .map(|&(one, _)| in_mix.iter().map(|&(other, _)| payoffs.estimate(one, other)).collect())
            .collect(),
        best_answer: told.against_mix(&best_answer),
        against_field: told.against_field(&exploiter),
        units,
        field: roster.lists.iter().map(|list| list.name.clone()).collect(),
        trials: contest.played.load(Ordering::Relaxed),
        seed: search.seed,
        settled,
    }
}

/// The best list found against the field.
fn exploiter(finder: &Finder<'_, '_>, seed: u64) -> List {
    let seed = seed ^ FIELD_SEED;
    let target = Target { looks: LOOKS.map(|battles| finder.contest.field_enemies(battles, seed)), seed };
    finder
        .best(&target, &starts(finder.shop, seed), None)
        .unwrap_or_else(|| finder.shop.random(&mut generator(seed, 0)))
}

/// Lists to begin with: each unit alone, and random ones.
fn starts(shop: &Shop, seed: u64) -> Vec<List> {
    let random = (0..RANDOM).map(|number| shop.random(&mut generator(seed, number)));
    shop.sold.iter().map(|&unit| shop.pure(unit)).chain(random).collect()
}

/// Equilibria and answers.
struct Oracle<'s, 'c, 'a> {
    finder: Finder<'c, 'a>,
    search: &'s ListSearch,
    payoffs: Payoffs,
    /// The lists of the mix, the most frequent first.
    mix: Vec<(List, f64)>,
    /// Pairs fight so many times the usual number of battles.
    times: u64,
}

impl Oracle<'_, '_, '_> {
    fn is_spent(&self) -> bool {
        self.finder.contest.played.load(Ordering::Relaxed) >= self.search.max_battles
    }

    /// Goes on until no answer wins more than the tolerance. Returns the best answer found last, and whether that was so.
    fn settle(&mut self, exploiter: &List) -> (List, bool) {
        let Finder { contest, shop, .. } = self.finder;
        let seed = self.search.seed;
        let enemies = contest.field_enemies(LOOKS[0], seed ^ FIELD_SEED);
        let pure: Vec<List> = shop.sold.iter().map(|&unit| shop.pure(unit)).collect();
        let scores = contest.scores(&pure, &enemies, seed ^ FIELD_SEED);
        let mut ranked: Vec<(f64, List)> = scores.into_iter().zip(pure).collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        self.payoffs.add(exploiter.clone());
        for (_, list) in ranked.into_iter().take(PURE) {
            self.payoffs.add(list);
        }
        let mut answer = exploiter.clone();
        for round in 0..ROUNDS {
            self.find_equilibrium();
            let seed = seed ^ ANSWER_SEED ^ round << 8;
            let looks = LOOKS.map(|battles| Contest::mix_enemies(&self.mix, battles, seed));
            let mut starts = starts(self.finder.shop, seed);
            starts.extend(self.mix.iter().map(|(list, _)| list.clone()));
            let Some(found) = self.finder.best(&Target { looks, seed }, &starts, None) else { break };
            answer = found;
            let fresh = self.search.seed ^ FRESH_SEED ^ round << 8;
            let enemies = Contest::mix_enemies(&self.mix, LOOKS[2], fresh);
            let gain = self.finder.contest.told(&answer, &enemies, fresh).value - 0.5;
            if gain <= self.search.tolerance {
                return (answer, true);
            }
            if self.is_spent() {
                break;
            }
            if !self.payoffs.add(answer.clone()) {
                // The equilibrium knows this list, but its scores too roughly.
                self.times *= 2;
            }
        }
        self.find_equilibrium();
        (answer, false)
    }

    /// The equilibrium of the known lists. Pairs that matter to it fight more often, and then it is found again.
    fn find_equilibrium(&mut self) {
        let number = self.payoffs.lists.len();
        let all: Vec<usize> = (0..number).collect();
        let pairs = |some: &[usize], others: &[usize]| -> Vec<[usize; 2]> {
            some.iter().flat_map(|&one| others.iter().map(move |&other| [one, other])).collect()
        };
        let seed = self.search.seed ^ PAIR_SEED;
        self.payoffs.fight(self.finder.contest, &pairs(&all, &all), PAIR[0] * self.times, seed);
        loop {
            let payoffs = &self.payoffs;
            let Some(shares) = unbeaten(number, |one, other| payoffs.score(one, other)) else { break };
            let mix: Vec<usize> = all.iter().copied().filter(|&list| shares[list] > 0.0).collect();
            self.mix = mix.iter().map(|&list| (self.payoffs.lists[list].clone(), shares[list])).collect();
            let contest = self.finder.contest;
            let more = self.payoffs.fight(contest, &pairs(&all, &mix), PAIR[1] * self.times, seed)
                | self.payoffs.fight(contest, &pairs(&mix, &mix), PAIR[2] * self.times, seed);
            if !more {
                break;
            }
        }
        self.mix.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    }

    /// For each unit that no list of the mix takes: the best list found that does.
    fn best_with_each(&self) -> Vec<Option<List>> {
        let Finder { shop, .. } = self.finder;
        let seed = self.search.seed ^ UNIT_SEED;
        let looks = LOOKS.map(|battles| Contest::mix_enemies(&self.mix, battles, seed));
        let target = Target { looks, seed };
        let best = |unit: usize| {
            let is_out = shop.sold.contains(&unit) && self.mix.iter().all(|(list, _)| list[unit] == 0);
            if !is_out {
                return None;
            }
            let near = self.mix.iter().flat_map(|(list, _)| {
                shop.sold
                    .iter()
                    .filter(|&&leaving| list[leaving] > 0)
                    .map(|&leaving| shop.with(list, unit, leaving))
            });
            let starts: Vec<List> = near.chain([shop.pure(unit)]).collect();
            self.finder.best(&target, &starts, Some(unit))
        };
        (0..shop.prices.len()).map(best).collect()
    }
}

/// Scores from battles that chose nothing.
struct Told<'t, 'c, 'a> {
    finder: &'t Finder<'c, 'a>,
    mix: &'t [(List, f64)],
    seed: u64,
}

impl Told<'_, '_, '_> {
    /// The battles of all scores that are told.
    fn battles(&self, units: &[Option<List>]) -> u64 {
        let lists = 2 * self.mix.len() + units.iter().flatten().count() + 2;
        TOLD * lists as u64
    }

    fn scored(&self, list: &List, score: Estimate) -> ScoredList {
        let units = list.iter().enumerate().filter(|(_, count)| **count > 0);
        ScoredList {
            units: units.map(|(unit, &count)| (unit, count)).collect(),
            points: self.finder.shop.cost(list),
            score,
        }
    }

    fn against_mix(&self, list: &List) -> ScoredList {
        let seed = self.seed ^ TOLD_SEED;
        let enemies = Contest::mix_enemies(self.mix, TOLD, seed);
        self.scored(list, self.finder.contest.told(list, &enemies, seed))
    }

    fn against_field(&self, list: &List) -> ScoredList {
        let seed = self.seed ^ TOLD_SEED ^ FIELD_SEED;
        let enemies = self.finder.contest.field_enemies(TOLD, seed);
        self.scored(list, self.finder.contest.told(list, &enemies, seed))
    }
}

/// The score of the mix against the field: that of its lists by their shares.
fn mixed(lists: &[MixedList]) -> Estimate {
    let sum = |read: &dyn Fn(&Estimate) -> f64| -> f64 {
        lists.iter().map(|list| list.share * read(&list.against_field)).sum()
    };
    let value = sum(&|score| score.value);
    // Lists meet the same enemies, so their errors may go the same way.
    let [low, high] =
        [sum(&|score| score.low().unwrap_or(score.value)), sum(&|score| score.high().unwrap_or(score.value))];
    let standard = sum(&|score| score.error.map_or(0.0, |error| error.standard));
    Estimate { value, error: Some(Error { low, high, standard }) }
}

/// Whether a score is surely below a bound, where so many are looked at together.
fn surely_below(score: Estimate, bound: f64, family: usize) -> bool {
    let reach = Normal::standard().inverse_cdf(1.0 - 0.05 / family.max(1) as f64);
    score.error.is_some_and(|error| score.value + reach * error.standard < bound)
}

/// The share of points of each unit in the equilibrium, with the interval that comes of the errors of the scores between lists.
fn shares_of_points(payoffs: &Payoffs, shop: &Shop, seed: u64) -> Vec<Estimate> {
    let number = payoffs.lists.len();
    let of_points = |shares: &[f64]| -> Vec<f64> {
        let mut points = vec![0.0; shop.prices.len()];
        for (list, share) in payoffs.lists.iter().zip(shares) {
            let cost = shop.cost(list);
            for (unit, &count) in list.iter().enumerate() {
                points[unit] += share * f64::from(count) * shop.prices[unit] / cost;
            }
        }
        points
    };
    let found = unbeaten(number, |one, other| payoffs.score(one, other));
    let values = found.map_or_else(|| vec![0.0; shop.prices.len()], |shares| of_points(&shares));
    let shaken: Vec<Vec<f64>> = (0..SHAKEN as u64)
        .filter_map(|turn| {
            let mut random = generator(seed ^ SHAKE_SEED, turn);
            let mut scores = vec![0.5; number * number];
            for one in 0..number {
                for other in one + 1..number {
                    let known = payoffs.estimate(one, other);
                    let standard = known.error.map_or(0.0, |error| error.standard);
                    let normal = Normal::standard().inverse_cdf(uniform(&mut random));
                    let score = known.value + normal * standard;
                    scores[one * number + other] = score;
                    scores[other * number + one] = 1.0 - score;
                }
            }
            Some(of_points(&unbeaten(number, |one, other| scores[one * number + other])?))
        })
        .collect();
    let estimate = |unit: usize| {
        let mut seen: Vec<f64> = shaken.iter().map(|shares| shares[unit]).collect();
        seen.sort_by(f64::total_cmp);
        let at = |share: f64| seen.get((share * seen.len() as f64) as usize).copied().unwrap_or(values[unit]);
        let value = if values[unit] < NONE { 0.0 } else { values[unit] };
        let [low, high] = [at(0.025).min(value), at(0.975).max(value)];
        Estimate { value, error: Some(Error { low, high, standard: (high - low) / 4.0 }) }
    };
    (0..shop.prices.len()).map(estimate).collect()
}
