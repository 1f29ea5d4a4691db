//! The units of a roster sent into battle, one kind against another.

use std::ops::Range;

use chance::battle::{Event, Group};
use chance::game::Visitable;
use chance::{Game, Visit};
use simulator::{Plan, Tally};
use systems::AnyBattle;

use crate::prices::{Arena, BATCH, Encounter};
use crate::roster::Roster;

impl Roster {
    fn battle(&self, situation: usize, units: [usize; 2], counts: [u32; 2]) -> Option<AnyBattle> {
        let group = |side: usize| [Group { kind: units[side], count: counts[side], points: 1.0 }];
        self.situations[situation].matchups.battle([&group(0), &group(1)]).ok()
    }
}

impl Arena for Roster {
    fn scores(&self, encounter: Encounter, seed: u64, batches: Range<u64>) -> Option<Vec<f64>> {
        let battle = self.battle(encounter.situation, encounter.units, encounter.counts)?;
        let trials = (batches.end - batches.start) * BATCH;
        let plan = Plan { rounds: self.rounds, trials, seed, first_batch: batches.start };
        Some(battle.visit(Scores(plan)))
    }

    fn kill_rate(&self, situation: usize, attacker: usize, target: usize, seed: u64) -> Option<f64> {
        let units = [attacker.min(target), attacker.max(target)];
        let battle = self.battle(situation, units, [1, 1])?;
        let attack = battle.attack(usize::from(attacker > target), usize::from(target > attacker))?;
        let plan = Plan { rounds: ATTACKS, trials: RATE_TRIALS, seed, first_batch: 0 };
        Some(attack.visit(Rate(plan)))
    }
}

/// Attacks after which a target that lives is left alone.
const ATTACKS: u32 = 40;
/// Targets that are attacked to find a rate.
const RATE_TRIALS: u64 = 1_024;

/// How often the first side wins, a draw being half, batch by batch.
struct Scores(Plan);

impl Visit for Scores {
    type Out = Vec<f64>;

    fn visit<G: Game>(self, game: &G) -> Vec<f64> {
        let score = |tally: Tally| {
            let [won, lost] = Event::WON.map(|event| tally.happened(event as usize) as f64);
            let trials = tally.trials() as f64;
            (won + 0.5 * (trials - won - lost)) / trials
        };
        simulator::simulate_apart(game, self.0, BATCH).into_iter().map(score).collect()
    }
}

/// Targets destroyed for each attack: all kills over all attacks that were made.
struct Rate(Plan);

impl Visit for Rate {
    type Out = f64;

    fn visit<G: Game>(self, game: &G) -> f64 {
        let tally = simulator::simulate(game, self.0, &|_| ());
        let trials = tally.trials();
        let alive_before = |round: u32| match round {
            0 => trials,
            _ => trials - tally.killed_by(round as usize - 1),
        };
        let attacks: u64 = (0..self.0.rounds).map(alive_before).sum();
        let kills = tally.killed_by(self.0.rounds as usize - 1);
        kills as f64 / attacks as f64
    }
}
