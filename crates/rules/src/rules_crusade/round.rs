//! The order of a round: the attack, its damage cards, and the end of the turn.

use super::checks::{BOARDING, JUMP};
use super::close::CloseAttack;
use super::damage::{self, Damage, Settled};
use super::dice::Dice;
use super::shooting::{Shot, Volley};
use super::units::{Event, Measure};
use super::{Attack, Matchup, State};
use chance::Chance;
use chance::game::Flow;

/// The part of the round that comes next. Cards to be drawn and wrecks come before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The round begins.
    #[default]
    Begin,
    /// The next weapon fires, if its target is not destroyed.
    Shot(Shot),
    /// After snap fire.
    Melee,
    /// The attack is over; the turn ends for the target.
    TurnEnds,
    /// The target burns.
    TargetBurns,
    /// The attacker burns.
    AttackerBurns,
}

impl Matchup {
    /// Begins the attack. Returns whether anything was rolled.
    fn begin<C: Chance>(&self, state: &mut State, chance: &mut C) -> bool {
        state.stage = Stage::TurnEnds;
        if state.attacker.destroyed {
            return false;
        }
        if std::mem::take(&mut state.attacker.loses_attack) {
            chance.tell("RC-13", || "the CREW card costs the attacker its attack".to_owned());
            return false;
        }
        match &self.attack {
            Attack::Shooting(volley) => {
                // RC-7: a die for each move after the first.
                let moves = self.target_moves.min(self.target.moves(&state.target));
                let dice = if self.target.is_vehicle { moves.saturating_sub(1) } else { 0 };
                match volley.first(&state.attacker, state.unloaded) {
                    Some(shot) => {
                        state.move_dice = dice;
                        self.shoot(volley, shot, state, chance);
                        true
                    }
                    None => false,
                }
            }
            Attack::Rush { snap_fire, melee } => {
                let first = snap_fire.as_ref().and_then(|volley| volley.first(&state.target, state.unloaded));
                match (snap_fire, first) {
                    (Some(volley), Some(shot)) => self.snap_fire(volley, shot, state, chance),
                    _ => self.close(melee, state, chance),
                }
                true
            }
            Attack::Collision(collision) => {
                let can = collision.is_possible(&self.attacker, &state.attacker);
                if can {
                    self.close(collision, state, chance);
                } else {
                    chance.tell(collision.rule(), || {
                        "the attacker has no move action: nothing happens".to_owned()
                    });
                }
                can
            }
            Attack::DropPod { landing, collision } => {
                if landing.as_ref().is_none_or(|landing| landing.hits(chance)) {
                    self.close(collision, state, chance);
                }
                true
            }
            Attack::Boarding { check, dice, melee } => {
                if state.aboard {
                    self.close(melee, state, chance);
                    return true;
                }
                let missed = check.doubles(&BOARDING, *dice, chance);
                chance.tell("RC-21", || {
                    let end = if missed { "doubles, the boarder is stunned" } else { "he is aboard" };
                    format!("a jump of {dice}\" with {dice} dice: {end}")
                });
                if missed {
                    state.happened.add(Event::Fell);
                } else {
                    state.aboard = true;
                    state.stage = Stage::Melee;
                }
                true
            }
            Attack::Jump { check, inches, cards } => {
                // RC-3: a die for each inch, less one for each move action.
                let dice = inches.saturating_sub(self.target.moves(&state.target).into());
                let fell = check.doubles(&JUMP, dice, chance);
                state.happened = state.happened.with(Event::Fell, fell);
                let cards = if fell { *cards } else { 0 };
                chance.tell("RC-3", || {
                    let end = if fell { "doubles, it falls" } else { "no doubles, it lands" };
                    format!("a jump of {inches}\" with {dice} dice: {end}")
                });
                if cards > 0 {
                    chance.tell("RC-27", || format!("the jump fails: {cards} damage cards for the fall"));
                    self.hit_target(cards, state, chance);
                }
                true
            }
            Attack::Wipeout => {
                self.damage.check_for_wipeout("RC-6", &self.target, &mut state.target, chance);
                true
            }
            &Attack::Fall { cards } => {
                chance.tell("RC-20", || format!("the target falls: {cards} damage cards"));
                self.hit_target(cards, state, chance);
                true
            }
        }
    }

    /// RC-7: one weapon fires at the target. The totals of all weapons are added up.
    fn shoot<C: Chance>(&self, volley: &Volley, shot: Shot, state: &mut State, chance: &mut C) {
        let bonus = Dice::of(self.bonus_die, state.move_dice);
        let against = self.target.base_defence(&state.target) + bonus + self.cover_dice;
        if self.cover_dice.size() > 0 {
            chance.tell("RC-26", || format!("cover, smoke or darkness adds {} in defence", self.cover_dice));
        }
        let next = volley.next(shot, &state.attacker, state.unloaded);
        let totals = volley.fire(shot, &mut state.attacker, against, &mut state.happened, chance);
        chance.add(Measure::AttackTotal, totals.attack);
        chance.add(Measure::DefenceTotal, totals.defence);
        chance.add(Measure::Hits, totals.hits());
        let is_last = self.target.would_end(&state.target, totals.hits());
        state.stage = next.filter(|_| !is_last).map_or(Stage::TurnEnds, Stage::Shot);
        self.hit_target(totals.hits(), state, chance);
    }

    /// RC-10: one basic weapon of the target fires at the unit that rushes it.
    fn snap_fire<C: Chance>(&self, volley: &Volley, shot: Shot, state: &mut State, chance: &mut C) {
        let against = self.attacker.base_defence(&state.attacker);
        let next = volley.next(shot, &state.target, state.unloaded);
        let hits = volley.fire_for_hits(shot, &mut state.target, against, &mut state.happened, chance);
        state.stage = next.map_or(Stage::Melee, Stage::Shot);
        damage::hit(&self.attacker, &mut state.attacker, hits, chance);
    }

    /// A contested roll at close quarters: the lower total is hit by the difference (RC-2).
    fn close<C: Chance>(&self, close: &CloseAttack, state: &mut State, chance: &mut C) {
        let totals = close.roll((&self.attacker, &state.attacker), (&self.target, &state.target), chance);
        chance.measure(Measure::AttackTotal, totals.attack);
        chance.measure(Measure::DefenceTotal, totals.defence);
        chance.measure(Measure::Hits, totals.hits());
        self.hit_target(totals.hits(), state, chance);
        if close.hurts_both {
            damage::hit(&self.attacker, &mut state.attacker, totals.hits_back(), chance);
        }
    }

    /// Hits on the target: a vehicle draws a card for each.
    fn hit_target<C: Chance>(&self, hits: u32, state: &mut State, chance: &mut C) {
        if self.target.is_vehicle {
            chance.add(Measure::Cards, hits);
        }
        damage::hit(&self.target, &mut state.target, hits, chance);
    }

    /// Draws cards and resolves wrecks and explosions. Returns whether there were any.
    pub(super) fn settle<C: Chance>(&self, state: &mut State, chance: &mut C) -> bool {
        let State { attacker, target, deck, .. } = state;
        match self.damage.settle(&self.target, target, deck, chance) {
            Settled::Nothing => {}
            Settled::Something => return true,
            Settled::Exploded => {
                if let Some(bystanders) = &self.bystanders
                    && bystanders.suffer(chance)
                {
                    state.happened.add(Event::BystanderKilled);
                }
                // RC-19: at close quarters the other unit is within 3".
                if self.is_close() && !attacker.destroyed {
                    let hits = self.damage.suffer_explosion(&self.attacker, attacker, chance);
                    damage::hit(&self.attacker, attacker, hits, chance);
                }
                return true;
            }
        }
        match self.damage.settle(&self.attacker, attacker, deck, chance) {
            Settled::Nothing => false,
            Settled::Something => true,
            Settled::Exploded => {
                if self.is_close() && !target.destroyed {
                    let hits = self.damage.suffer_explosion(&self.target, target, chance);
                    self.hit_target(hits, state, chance);
                }
                true
            }
        }
    }

    fn is_close(&self) -> bool {
        matches!(
            self.attack,
            Attack::Rush { .. } | Attack::Collision(_) | Attack::DropPod { .. } | Attack::Boarding { .. }
        )
    }

    /// Plays the next part of the round. `None` if nothing was rolled and another part follows at once.
    pub(super) fn next<C: Chance>(&self, state: &mut State, chance: &mut C) -> Option<Flow> {
        let rolled = match (state.stage, &self.attack) {
            (Stage::Begin, _) => self.begin(state, chance),
            (Stage::Shot(shot), Attack::Shooting(volley)) => {
                self.shoot(volley, shot, state, chance);
                true
            }
            (Stage::Shot(shot), Attack::Rush { snap_fire: Some(volley), .. })
                if !state.attacker.destroyed =>
            {
                self.snap_fire(volley, shot, state, chance);
                true
            }
            (Stage::Melee, Attack::Rush { melee, .. } | Attack::Boarding { melee, .. })
                if !state.attacker.destroyed =>
            {
                state.stage = Stage::TurnEnds;
                self.close(melee, state, chance);
                true
            }
            (Stage::Shot(_) | Stage::Melee, _) => {
                state.stage = Stage::TurnEnds;
                false
            }
            (Stage::TurnEnds, _) => {
                if !self.turn_ends {
                    return Some(self.end(state));
                }
                Damage::end_turn(&mut state.target);
                state.stage = Stage::TargetBurns;
                false
            }
            (Stage::TargetBurns, _) => {
                let hits = self.damage.burn(&self.target, &mut state.target, chance);
                if let Some(hits) = hits {
                    self.hit_target(hits, state, chance);
                } else {
                    Damage::end_turn(&mut state.attacker);
                    state.stage = Stage::AttackerBurns;
                }
                hits.is_some()
            }
            (Stage::AttackerBurns, _) => {
                let Some(hits) = self.damage.burn(&self.attacker, &mut state.attacker, chance) else {
                    return Some(self.end(state));
                };
                damage::hit(&self.attacker, &mut state.attacker, hits, chance);
                true
            }
        };
        rolled.then_some(Flow::Next)
    }

    /// The round is over.
    fn end(&self, state: &mut State) -> Flow {
        state.move_dice = 0;
        state.stage = Stage::Begin;
        state.unloaded ^= self.has_load;
        Flow::RoundOver
    }
}
