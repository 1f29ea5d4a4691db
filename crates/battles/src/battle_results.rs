//! The results of a battle, from the tallies of an engine.
//!
//! A battle reports its end in the round in which it ends, and its state in every round before. The distribution at the end of a round is
//! the sum of the endings up to it and of the battles that go on.

use chance::battle::{Event, Measure, Sums};
use chance::fields::Named;
use results::{BattleResults, BattleRound, Distribution, Estimate, Method, Results, SideResults, Spread};

/// Computes the results of a battle. `sums`: the points that each side can lose; `units`: how many each side has; `priced`: whether points are known.
pub fn battle_results(results: &Results, sums: [&Sums; 2], units: [u32; 2], priced: bool) -> BattleResults {
    let counted = Counted { results };
    let last = results.rounds.len().saturating_sub(1);
    let event = |event: Event| counted.event(last, event);
    let sides = [0, 1].map(|side| {
        let survivors = counted.standing(last, Measure::UNITS[side], Measure::UNITS_SO_FAR[side]);
        let points = counted.standing(last, Measure::POINTS[side], Measure::POINTS_SO_FAR[side]);
        let numbers: Vec<f64> = (0..=units[side]).map(f64::from).collect();
        SideResults {
            win: event(Event::WON[side]),
            earned: (priced && sums[side].total() > 0.0).then(|| event(Event::EARNED[side])),
            survivors: counted.spread(&numbers, &survivors),
            points_lost: priced.then(|| counted.spread(sums[side].all(), &points)),
        }
    });
    let round = |round: usize| {
        let strength = [0, 1].map(|side| {
            let total = sums[side].total();
            if priced && total > 0.0 {
                let lost = counted.standing(round, Measure::POINTS[side], Measure::POINTS_SO_FAR[side]);
                let left: Vec<f64> = sums[side].all().iter().map(|lost| 1.0 - lost / total).collect();
                counted.mean(&left, &lost)
            } else {
                let left = counted.standing(round, Measure::UNITS[side], Measure::UNITS_SO_FAR[side]);
                let shares: Vec<f64> =
                    (0..=units[side]).map(|left| f64::from(left) / f64::from(units[side])).collect();
                counted.mean(&shares, &left)
            }
        });
        let events = [Event::FirstWon, Event::SecondWon, Event::BothGone];
        let decided: f64 = events.iter().map(|&event| counted.event(round, event).value).sum();
        BattleRound { strength, decided: counted.probability(decided) }
    };
    let won: f64 = sides.iter().map(|side| side.win.value).sum();
    BattleResults {
        method: results.method,
        draw: counted.probability(1.0 - won),
        both_gone: event(Event::BothGone),
        rounds: (0..results.rounds.len()).map(round).collect(),
        sides,
    }
}

struct Counted<'a> {
    results: &'a Results,
}

impl Counted<'_> {
    /// A probability that is a sum of others, with its interval if it was sampled.
    fn probability(&self, value: f64) -> Estimate {
        // A sum may be off by rounding.
        let value = value.clamp(0.0, 1.0);
        match self.results.method {
            Method::Exact { .. } => Estimate::exact(value),
            Method::MonteCarlo { trials, .. } => {
                simulator::proportion((value * trials as f64).round() as u64, trials)
            }
        }
    }

    fn event(&self, round: usize, event: Event) -> Estimate {
        let events = self.results.rounds.get(round).map_or(&[][..], |round| &round.events);
        let found = events.iter().find(|found| found.name == event.name());
        found.map_or_else(|| self.probability(0.0), |found| found.probability)
    }

    fn measure(&self, round: usize, measure: Measure) -> &[Estimate] {
        let named = |found: &&Distribution| found.name == measure.name();
        let found = self.results.rounds[round].measures.iter().find(named);
        found.map_or(&[], |found| &found.probabilities)
    }

    /// The probabilities of 0, 1, 2 … at the end of a round: of battles that have ended by then, and of those that go on.
    fn standing(&self, round: usize, ended: Measure, so_far: Measure) -> Vec<f64> {
        let mut sums = Vec::new();
        // A report is one more than the number.
        let mut add = |reported: &[Estimate]| {
            for (number, probability) in reported.iter().skip(1).enumerate() {
                if sums.len() <= number {
                    sums.resize(number + 1, 0.0);
                }
                sums[number] += probability.value;
            }
        };
        for earlier in 0..=round {
            add(self.measure(earlier, ended));
        }
        add(self.measure(round, so_far));
        sums
    }

    fn spread(&self, values: &[f64], probabilities: &[f64]) -> Spread {
        let at = |place: usize| probabilities.get(place).copied().unwrap_or(0.0);
        Spread {
            mean: self.mean(values, probabilities),
            values: values.to_vec(),
            probabilities: (0..values.len()).map(|place| self.probability(at(place))).collect(),
        }
    }

    fn mean(&self, values: &[f64], probabilities: &[f64]) -> Estimate {
        let mean = values.iter().zip(probabilities).map(|(value, probability)| value * probability).sum();
        let Some(trials) = self.results.method.trials() else { return Estimate::exact(mean) };
        let count = |probability: f64| (probability * trials as f64).round() as u64;
        let seen = values.iter().zip(probabilities).map(|(&value, &probability)| (value, count(probability)));
        // All values that are possible are listed.
        let (least, most) =
            values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &value| {
                (least.min(value), most.max(value))
            });
        Estimate { value: mean, ..simulator::Observed::new(seen, least, most).mean() }
    }
}
