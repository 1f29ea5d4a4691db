//! The engine plays what [`chance::Battle`] plays: solved exactly with and without its tables, for every system, policy and order.

use std::collections::BTreeMap;
use std::path::Path;

use chance::battle::{Event, Group, Matchups, Order, Policy, VisitMatchups};
use chance::dice::{Pool, Roll, Score as Rolled, Shows};
use chance::fields::{Index, Named};
use chance::{Chance, Duel};
use simulator::Dice;

use super::fight::{DESTROYED, Draws, Fighter, Rules};
use super::outcomes::{Slot, probabilities};
use super::{Engine, Score};

/// A source of chance that takes every way in turn.
#[derive(Default)]
struct Odometer {
    /// How likely the answers of each roll are, and which one is taken.
    choices: Vec<(Vec<f64>, usize)>,
    depth: usize,
    weight: f64,
}

impl Odometer {
    fn begin(&mut self) {
        (self.depth, self.weight) = (0, 1.0);
    }

    fn advance(&mut self) -> bool {
        while let Some((answers, at)) = self.choices.last_mut() {
            *at += 1;
            if *at < answers.len() {
                return true;
            }
            self.choices.pop();
        }
        false
    }

    fn choose(&mut self, answers: impl FnOnce() -> Vec<f64>) -> usize {
        if self.depth == self.choices.len() {
            self.choices.push((answers(), 0));
        }
        let (answers, at) = &self.choices[self.depth];
        self.depth += 1;
        self.weight *= answers[*at];
        *at
    }
}

impl Chance for Odometer {
    fn pool(&mut self, _pool: Pool, _dice: u32) -> Rolled {
        panic!("every attack has a table")
    }

    fn die<T: Copy + PartialEq>(&mut self, _roll: Roll, _sides: u8, _read: impl Fn(u8) -> T) -> T {
        panic!("every attack has a table")
    }

    fn draw(&mut self, _roll: Roll, copies: &[u32], _shows: impl Fn(usize) -> Shows) -> usize {
        let all = f64::from(copies.iter().sum::<u32>());
        let mut there = (0..copies.len()).filter(|&place| copies[place] > 0);
        let at = self.choose(|| there.clone().map(|place| f64::from(copies[place]) / all).collect());
        there.nth(at).unwrap()
    }

    fn measure(&mut self, _measure: impl Index, _value: u32) {}

    fn add(&mut self, _measure: impl Index, _value: u32) {}

    fn within<T>(&mut self, _matchup: usize, play: impl FnOnce(&mut Self) -> T) -> T {
        play(self)
    }
}

impl Draws for Odometer {
    fn pick(&mut self, slots: &[Slot]) -> [u32; 2] {
        let mut answers = probabilities(slots);
        let at = self.choose(|| answers.iter().map(|&(_, probability)| probability).collect());
        answers.swap_remove(at).0
    }
}

/// How often the first side has won, the second has, and both are gone by the end of the last round.
type Ended = [f64; 3];

/// Every outcome of a battle by the engine, round by round, equal states merged.
fn play_out<G: Duel>(engine: &mut Engine<'_, G>, armies: [&[u16]; 2], rules: Rules<'_>) -> Ended {
    let mut states: BTreeMap<Vec<(u8, u16, u32)>, f64> = BTreeMap::new();
    let first = (0..).zip(armies).flat_map(|(side, army)| army.iter().map(move |&kind| (side, kind, 0)));
    states.insert(first.collect(), 1.0);
    let mut ended = [0.0; 3];
    for _ in 0..rules.rounds {
        let mut next = BTreeMap::new();
        for (state, weight) in states {
            let mut odometer = Odometer::default();
            loop {
                odometer.begin();
                let fighter = |&(side, kind, now): &(u8, u16, u32)| Fighter {
                    kind,
                    attacked: 0,
                    side,
                    now,
                    before: 0,
                    acted: 0,
                };
                engine.fighters = state.iter().map(fighter).collect();
                let mut shared = engine.matchups.shared().unwrap();
                engine.round(rules, &mut shared, &mut odometer);
                engine.line_up();
                let left: Vec<(u8, u16, u32)> =
                    engine.fighters.iter().map(|unit| (unit.side, unit.kind, unit.now)).collect();
                assert!(left.iter().all(|&(.., now)| now != DESTROYED));
                let lives = |side| left.iter().any(|unit| unit.0 == side);
                let weight = weight * odometer.weight;
                match [lives(0), lives(1)] {
                    [true, true] => *next.entry(left).or_insert(0.0) += weight,
                    [true, false] => ended[0] += weight,
                    [false, true] => ended[1] += weight,
                    [false, false] => ended[2] += weight,
                }
                if !odometer.advance() {
                    break;
                }
            }
        }
        states = next;
    }
    ended
}

/// The same by the exact engine, which knows no tables.
fn solve<G: Duel>(matchups: &Matchups<G>, armies: [&[u16]; 2], prices: &[f64], rounds: u32) -> Ended {
    let groups = |army: &[u16]| {
        let mut groups: Vec<Group> = Vec::new();
        for &kind in army {
            let kind = usize::from(kind);
            match groups.last_mut().filter(|group| group.kind == kind) {
                Some(group) => group.count += 1,
                None => groups.push(Group { kind, count: 1, points: prices[kind] }),
            }
        }
        groups
    };
    let [first, second] = armies.map(groups);
    let battle = matchups.battle([&first, &second]).unwrap();
    let limits = exact::Limits { states: 2_000_000, paths: 100_000_000 };
    let results = exact::solve(&battle, rounds, limits).unwrap();
    let events = &results.rounds.last().unwrap().events;
    [Event::FirstWon, Event::SecondWon, Event::BothGone].map(|event| {
        let found = events.iter().find(|found| found.name == event.name());
        found.map_or(0.0, |found| found.probability.value)
    })
}

/// Small armies of the first kinds of a roster that fight, and for how many rounds they do.
struct Compare<'p> {
    armies: [&'p [u16]; 2],
    rounds: u32,
    prices: &'p [f64],
    ranks: &'p [u16],
    words: String,
}

impl<'a> VisitMatchups<'a> for Compare<'_> {
    type Out = Ended;

    fn visit<G: Duel + Send + 'a>(self, matchups: &'a Matchups<G>) -> Ended
    where
        G::Condition: 'a,
        G::Shared: 'a,
    {
        let Self { armies, rounds, prices, ranks, words } = self;
        let wanted = solve(matchups, armies, prices, rounds);
        let rules = Rules { ranks, rounds };
        let mut engine = Engine::new(matchups, true);
        if engine.shared_is_constant {
            let found = play_out(&mut engine, armies, rules);
            for (found, wanted) in found.into_iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-10, "{words}: {found} and {wanted}");
            }
        }
        // Sampled, with tables and by the rules. 4.9 deviations are exceeded once in a million; there are some 700 such numbers.
        for tables in [true, false] {
            let mut engine = Engine::new(matchups, tables);
            let mut dice = Dice::new(matchups.pools());
            let mut counts = [0_u32; 3];
            for battle in 0..BATTLES {
                dice.begin(11, battle.into());
                match engine.fight(armies, rules, &mut dice) {
                    Score::Won => counts[0] += 1,
                    Score::Lost => counts[1] += 1,
                    Score::BothGone => counts[2] += 1,
                    Score::Undecided => {}
                }
            }
            for (count, wanted) in counts.into_iter().zip(wanted) {
                let found = f64::from(count) / f64::from(BATTLES);
                let deviation = (wanted * (1.0 - wanted) / f64::from(BATTLES)).sqrt();
                assert!(
                    (found - wanted).abs() <= 4.9 * deviation + 1e-9,
                    "{words}: {found} and {wanted}, tables: {tables}"
                );
            }
        }
        wanted
    }
}

const BATTLES: u32 = 4_000;

#[test]
fn tables_play_what_the_rules_play() {
    let mut decided = 0;
    for (system, armies, rounds) in [
        ("space-infantry", [&[0_u16, 1][..], &[0, 2][..]], 4),
        ("deadzone", [&[0, 1], &[2]], 2),
        ("dust-warfare", [&[4, 6], &[6]], 3),
        ("rules-crusade", [&[0], &[1]], 2),
        ("sythopian-wars", [&[0, 1], &[2]], 3),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../scenarios/rosters")
            .join(format!("{system}.toml"));
        for order in [Order::AtOnce, Order::FirstSideFirst, Order::SecondSideFirst] {
            for policy in [Policy::Weakest, Policy::Dearest, Policy::Spread, Policy::Random] {
                let set = [format!("order=\"{}\"", order.name()), format!("policy=\"{}\"", policy.name())];
                let field = scenario::load_battle_roster(&path, &set)
                    .unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
                let prices: Vec<f64> = (0..field.units.len()).map(|unit| [3.0, 1.0, 2.0][unit % 3]).collect();
                let ranks: Vec<u16> = prices.iter().map(|&price| (3.0 - price) as u16).collect();
                let words = format!("{system}, {} and {}", order.name(), policy.name());
                let compare = Compare { armies, rounds, prices: &prices, ranks: &ranks, words };
                let ended = field.situations[0].matchups.visit(compare);
                decided += u32::from(ended.iter().sum::<f64>() > 0.05);
            }
        }
    }
    assert!(decided >= 36, "most battles are decided now and then: {decided}");
}
