//! A battle from the first round to the last, as [`chance::Battle`] plays it.
//!
//! Units stand kind by kind, and within a kind in the order of their conditions when a round begins. They attack in this order, and it
//! decides between targets that are equal. A unit that is gone at the end of a round is taken out.

use chance::battle::{Order, Policy};
use chance::dice::{Roll, Shows};
use chance::duel::AfterAttack;
use chance::{Chance, Duel, Flow};
use simulator::Dice;

use super::outcomes::{Slot, Table, pick};
use super::scene::Act;
use super::{Attack, Engine};

/// The number of a condition of a unit that is no more.
pub const DESTROYED: u32 = u32::MAX;

const TARGET: Roll = Roll::new("target", "battle");

/// How a battle ended for the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The second side is gone, and the first is not.
    Won,
    /// The first side is gone, and the second is not.
    Lost,
    /// Both are gone.
    BothGone,
    /// Neither is gone after the last round.
    Undecided,
}

/// A source of chance that draws from tables of outcomes too.
pub trait Draws: Chance {
    /// Draws from a table.
    fn pick(&mut self, slots: &[Slot]) -> [u32; 2];
}

impl Draws for Dice<'_> {
    #[inline]
    fn pick(&mut self, slots: &[Slot]) -> [u32; 2] {
        pick(slots, self.bits())
    }
}

/// A unit in a battle; conditions are numbers.
#[derive(Clone, Copy, Debug)]
pub struct Fighter {
    pub(super) kind: u16,
    /// How often it was attacked in this round.
    pub(super) attacked: u8,
    pub(super) side: u8,
    /// As it is.
    pub(super) now: u32,
    /// Where both sides attack at once: as it was when the round began.
    pub(super) before: u32,
    /// Where both sides attack at once: what its own attack has made of it.
    pub(super) acted: u32,
}

/// How a battle is played.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'r> {
    /// How dear each kind is: the dearest kinds have 0.
    pub ranks: &'r [u16],
    /// The most rounds.
    pub rounds: u32,
}

impl<G: Duel> Engine<'_, G> {
    /// Plays a battle of two armies, each a list of kinds in ascending order, and says how it ended.
    pub fn fight<D: Draws>(&mut self, armies: [&[u16]; 2], rules: Rules<'_>, dice: &mut D) -> Score {
        self.make_room();
        let Some(mut shared) = self.matchups.shared() else { return Score::Undecided };
        self.fighters.clear();
        for (side, army) in (0..).zip(armies) {
            let fighter = |&kind: &u16| Fighter { kind, attacked: 0, side, now: 0, before: 0, acted: 0 };
            self.fighters.extend(army.iter().map(fighter));
        }
        for _ in 0..rules.rounds {
            let moved = self.round(rules, &mut shared, dice);
            let left = |side: u8| self.fighters.iter().any(|unit| unit.side == side && unit.now != DESTROYED);
            match [left(0), left(1)] {
                [true, false] => return Score::Won,
                [false, true] => return Score::Lost,
                [false, false] => return Score::BothGone,
                // A round in which nothing could change anything is followed by rounds just like it.
                [true, true] if !moved => return Score::Undecided,
                [true, true] => {}
            }
            shared = G::next_round(shared);
            self.line_up();
        }
        Score::Undecided
    }

    /// Plays a round. False if no later round can be different.
    pub(super) fn round<D: Draws>(&mut self, rules: Rules<'_>, shared: &mut G::Shared, dice: &mut D) -> bool {
        let (order, policy) = (self.matchups.order(), self.matchups.policy());
        let mut moved = policy == Policy::Random;
        let count = self.fighters.len();
        for unit in &mut self.fighters {
            (unit.before, unit.acted, unit.attacked) = (unit.now, unit.now, 0);
        }
        let split = self.fighters.partition_point(|unit| unit.side == 0);
        let first = if order == Order::SecondSideFirst { split } else { 0 };
        for turn in 0..count {
            let unit = if first + turn < count { first + turn } else { first + turn - count };
            let fighter = self.fighters[unit];
            let own = if order == Order::AtOnce { fighter.before } else { fighter.now };
            if own == DESTROYED {
                continue;
            }
            let enemies = if unit < split { split..count } else { 0..split };
            let acted = if let Some(target) = self.choose(fighter.kind, own, enemies, rules, dice) {
                self.fighters[target].attacked = self.fighters[target].attacked.saturating_add(1);
                let pair = [own, self.fighters[target].now];
                let [acted, suffered] =
                    self.play([fighter.kind, self.fighters[target].kind], pair, shared, dice, &mut moved);
                self.fighters[target].now = suffered;
                acted
            } else {
                self.go_through(Act::Idle, fighter.kind, own, shared, dice, &mut moved)
            };
            if order == Order::AtOnce {
                self.fighters[unit].acted = acted;
            } else {
                self.fighters[unit].now = acted;
            }
        }
        if order == Order::AtOnce {
            for unit in 0..count {
                self.settle(unit);
            }
        }
        for unit in 0..count {
            let Fighter { kind, now, .. } = self.fighters[unit];
            if now != DESTROYED && self.kinds[usize::from(kind)].changes_at_end(now) {
                moved = true;
                self.fighters[unit].now = self.go_through(Act::EndRound, kind, now, shared, dice, &mut moved);
            }
        }
        moved
    }

    /// The enemy that a unit attacks, if it can harm any.
    fn choose<D: Draws>(
        &mut self,
        kind: u16,
        own: u32,
        enemies: std::ops::Range<usize>,
        rules: Rules<'_>,
        dice: &mut D,
    ) -> Option<usize> {
        let policy = self.matchups.policy();
        if policy == Policy::Random {
            let can_harm = |unit| u32::from(self.can_harm(kind, own, unit));
            let from = enemies.start;
            let copies: Vec<u32> = enemies.map(can_harm).collect();
            return copies
                .contains(&1)
                .then(|| from + dice.draw(TARGET, &copies, |enemy| Shows::Number(enemy as i64 + 1)));
        }
        let mut best: Option<(usize, u64)> = None;
        for enemy in enemies {
            let unit = self.fighters[enemy];
            if unit.now == DESTROYED {
                continue;
            }
            let rank = match policy {
                Policy::Weakest | Policy::Random => 0,
                Policy::Dearest => rules.ranks[usize::from(unit.kind)],
                Policy::Spread => unit.attacked.into(),
            };
            let conditions = &self.kinds[usize::from(unit.kind)];
            let left = conditions.left(unit.now);
            let key = u64::from(rank) << 48 | u64::from(left.min(u32::MAX - 1)) << 16 | u64::from(unit.kind);
            let is_better = best.is_none_or(|(known, least)| {
                let known = self.fighters[known].now;
                key < least
                    || key == least && known != unit.now && conditions.get(unit.now) < conditions.get(known)
            });
            if is_better && self.can_harm(kind, own, enemy) {
                best = Some((enemy, key));
            }
        }
        best.map(|(enemy, _)| enemy)
    }

    #[inline]
    fn can_harm(&mut self, kind: u16, own: u32, enemy: usize) -> bool {
        let Fighter { kind: target, now, .. } = self.fighters[enemy];
        let kinds = [usize::from(kind), usize::from(target)];
        now != DESTROYED
            && self.attack(kinds[0] * self.matchups.kinds() + kinds[1], kinds, [own, now]) != Attack::Harmless
    }

    /// Plays an attack and gives what becomes of both.
    fn play<D: Draws>(
        &mut self,
        kinds: [u16; 2],
        before: [u32; 2],
        shared: &mut G::Shared,
        dice: &mut D,
        moved: &mut bool,
    ) -> [u32; 2] {
        let kinds = kinds.map(usize::from);
        let pair = kinds[0] * self.matchups.kinds() + kinds[1];
        let mut attack = self.attack(pair, kinds, before);
        if attack == Attack::Unplayed {
            attack = self.make_table(pair, kinds, before);
        }
        if let Attack::Table(table) = attack {
            return self.draw(table, before, dice, moved);
        }
        *moved = true;
        let Some(matchup) = self.matchups.attack(kinds[0], kinds[1]) else { return before };
        let [attacker, target] = [0, 1].map(|place| self.kinds[kinds[place]].get(before[place]).clone());
        let mut duel = matchup.begin_attack(attacker, target.clone(), *shared);
        while matchup.attack_step(&mut duel, dice) == Flow::Next {}
        let AfterAttack { attacker, target, shared: after } = matchup.finish_attack(&duel, target);
        *shared = after;
        [self.living(kinds[0], attacker), self.living(kinds[1], target)]
    }

    #[inline]
    fn draw<D: Draws>(&mut self, table: Table, before: [u32; 2], dice: &mut D, moved: &mut bool) -> [u32; 2] {
        match self.outcomes.certain(table) {
            Some(after) => {
                *moved |= after != before;
                after
            }
            None => {
                *moved = true;
                dice.pick(self.outcomes.of(table))
            }
        }
    }

    /// What becomes of a unit alone.
    fn go_through<D: Draws>(
        &mut self,
        act: Act,
        kind: u16,
        before: u32,
        shared: &mut G::Shared,
        dice: &mut D,
        moved: &mut bool,
    ) -> u32 {
        let kind = usize::from(kind);
        if let Some(table) = self.alone(act, kind, before) {
            return self.draw(table, [before; 2], dice, moved)[0];
        }
        let Some(view) = self.matchups.as_target(kind) else { return before };
        let mut condition = self.kinds[kind].get(before).clone();
        match act {
            Act::Idle => view.idle(&mut condition, dice),
            Act::EndRound => view.end_round(&mut condition, shared, dice),
        }
        *moved = true;
        self.living(kind, condition)
    }

    /// The number of a condition, or that of a unit that is no more.
    fn living(&mut self, kind: usize, condition: G::Condition) -> u32 {
        if self.matchups.as_target(kind).is_some_and(|view| view.is_destroyed(&condition)) {
            return DESTROYED;
        }
        self.kinds[kind].number(self.matchups, kind, condition)
    }

    /// Puts together what a unit's own attack and the attacks on it have made of it.
    fn settle(&mut self, unit: usize) {
        let Fighter { kind, now, before, acted, .. } = self.fighters[unit];
        let kind = usize::from(kind);
        if now == DESTROYED || acted == DESTROYED || before == DESTROYED {
            self.fighters[unit].now = DESTROYED;
            return;
        }
        let key = (before, acted, now);
        if let Some(&known) = self.kinds[kind].together.get(&key) {
            self.fighters[unit].now = known;
            return;
        }
        let [was, did, suffered] = [before, acted, now].map(|number| self.kinds[kind].get(number).clone());
        let together = match self.matchups.as_target(kind) {
            Some(view) => view.combine(was, did, suffered),
            None => did,
        };
        let together = self.living(kind, together);
        self.kinds[kind].together.insert(key, together);
        self.fighters[unit].now = together;
    }

    /// Takes out who is gone and puts units of a kind in the order of their conditions.
    pub(super) fn line_up(&mut self) {
        let Self { fighters, kinds, .. } = self;
        fighters.retain(|unit| unit.now != DESTROYED);
        for next in 1..fighters.len() {
            let mut place = next;
            while place > 0 {
                let [one, other] = [fighters[place - 1], fighters[place]];
                let conditions = &kinds[usize::from(other.kind)];
                let in_order = (one.side, one.kind) != (other.side, other.kind)
                    || one.now == other.now
                    || conditions.get(one.now) <= conditions.get(other.now);
                if in_order {
                    break;
                }
                fighters.swap(place - 1, place);
                place -= 1;
            }
        }
    }
}
