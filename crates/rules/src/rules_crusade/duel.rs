//! Units in battles: cards, lost dice and weapons stay with them; all draw from one deck.

use super::combatant::{Combatant, Condition};
use super::damage::{self, Damage, Deck, Settled};
use super::round::Stage;
use super::{Attack, Matchup, State};
use chance::Chance;
use chance::duel::{AfterAttack, Duel};
use chance::game::Flow;

/// State that all units share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    /// The cards left in the damage deck.
    pub deck: Deck,
    /// An even round, in which "load" weapons do not fire.
    pub unloaded: bool,
}

impl Duel for Matchup {
    type Condition = Condition;
    type Shared = Shared;

    fn fresh(&self) -> Condition {
        self.target.start()
    }

    fn shared(&self) -> Shared {
        Shared { deck: self.damage.deck(), unloaded: false }
    }

    fn next_round(shared: Shared) -> Shared {
        Shared { unloaded: !shared.unloaded, ..shared }
    }

    fn begin_attack(&self, attacker: Condition, target: Condition, shared: Shared) -> State {
        let Shared { deck, unloaded } = shared;
        State { attacker, target, deck, unloaded, ..State::default() }
    }

    #[inline]
    fn attack_step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        if self.settle(state, chance) {
            return Flow::Next;
        }
        while state.stage != Stage::TurnEnds {
            if let Some(flow) = self.next(state, chance) {
                return flow;
            }
        }
        Flow::RoundOver
    }

    fn finish_attack(&self, state: &State, _before: Condition) -> AfterAttack<Self> {
        let shared = Shared { deck: state.deck, unloaded: state.unloaded };
        // Of the events only the first CREW card matters later.
        AfterAttack { attacker: state.attacker, target: state.target, shared }
    }

    fn is_destroyed(&self, target: &Condition) -> bool {
        target.destroyed
    }

    fn remaining(&self, target: &Condition) -> u32 {
        let (whole, lost) = self.target.endurance(target);
        u32::from(whole.saturating_sub(lost))
    }

    fn can_harm(&self, attacker: &Condition, _target: &Condition) -> bool {
        match &self.attack {
            Attack::Shooting(volley) => {
                [false, true].iter().any(|&odd| volley.first(attacker, odd).is_some())
            }
            Attack::Collision(collision) => collision.is_possible(&self.attacker, attacker),
            _ => true,
        }
    }

    fn combine(&self, before: Condition, acted: Condition, suffered: Condition) -> Condition {
        let more = |count: fn(&Condition) -> u8| {
            count(&suffered).saturating_add(count(&acted).saturating_sub(count(&before)))
        };
        let mut both = Condition {
            destroyed: acted.destroyed || suffered.destroyed,
            lost: more(|unit| unit.lost),
            cards: more(|unit| unit.cards).min(self.target.hits),
            drive: more(|unit| unit.drive),
            hull: more(|unit| unit.hull),
            fire: more(|unit| unit.fire),
            happened: acted.happened.and(suffered.happened),
            loses_attack: acted.loses_attack || suffered.loses_attack && !before.loses_attack,
            ..suffered
        };
        for ((left, &acted), &before) in both.weapons.iter_mut().zip(&acted.weapons).zip(&before.weapons) {
            *left = left.saturating_sub(before.saturating_sub(acted));
        }
        let (whole, lost) = self.target.endurance(&both);
        both.destroyed |= lost >= whole;
        both
    }

    fn idle<C: Chance>(&self, target: &mut Condition, _chance: &mut C) {
        target.loses_attack = false;
    }

    fn changes_at_end(&self, target: &Condition) -> bool {
        self.turn_ends && target.fire > 0
    }

    fn end_round<C: Chance>(&self, target: &mut Condition, shared: &mut Shared, chance: &mut C) {
        Damage::end_turn(target);
        while let Some(hits) = self.damage.burn(&self.target, target, chance) {
            damage::hit(&self.target, target, hits, chance);
            while self.damage.settle(&self.target, target, &mut shared.deck, chance) != Settled::Nothing {}
        }
    }
}

impl Combatant {
    /// The hits that destroy it, and those that it has taken.
    fn endurance(&self, condition: &Condition) -> (u8, u8) {
        if self.is_vehicle { (self.hits, condition.cards) } else { (self.base_dice(), condition.lost) }
    }
}
