//! Units in battles: an attack, its Catastrophic Damage, and fires at the end of a round.

use super::damage::{DEAD, Frame};
use super::units::Event;
use super::{BystanderState, Condition, Matchup, Stage, State};
use chance::Chance;
use chance::duel::{AfterAttack, Duel};
use chance::game::Flow;

impl Duel for Matchup {
    type Condition = Condition;
    type Shared = ();

    fn fresh(&self) -> Condition {
        Condition::fresh(self.target_kind)
    }

    fn shared(&self) {}

    fn begin_attack(&self, attacker: Condition, target: Condition, (): ()) -> State {
        let others = BystanderState::default();
        State { attacker, target, others, scattered: false, stage: Stage::Attack }
    }

    #[inline]
    fn attack_step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        self.act(state, chance);
        if matches!(state.stage, Stage::End(_)) { Flow::RoundOver } else { Flow::Next }
    }

    fn finish_attack(&self, state: &State, _before: Condition) -> AfterAttack<Self> {
        AfterAttack { attacker: state.attacker, target: state.target, shared: () }
    }

    fn is_destroyed(&self, target: &Condition) -> bool {
        target.destroyed
    }

    fn remaining(&self, target: &Condition) -> u32 {
        let left = |whole: u8, lost: u8| u32::from(whole.saturating_sub(lost));
        match self.target.frame {
            Frame::Model => left(DEAD, target.injuries),
            Frame::Csw => {
                left(DEAD, target.injuries) + target.loader.map_or(0, |injuries| left(DEAD, injuries))
            }
            Frame::Vehicle { destroyed_at } => left(destroyed_at, target.injuries),
        }
    }

    /// A unit that only has to reload has its turn with the attack that it cannot make yet.
    fn can_harm(&self, attacker: &Condition, _target: &Condition) -> bool {
        self.attack.is_some() && self.wielder.reaches(attacker)
    }

    /// Injuries add up. If both cost a crew a man it is the same one, for both aimed at the gunner.
    fn combine(&self, before: Condition, acted: Condition, suffered: Condition) -> Condition {
        let mut both = suffered;
        both.suffered = acted.suffered.and(suffered.suffered);
        both.weapons_gone |= acted.weapons_gone;
        both.stuck |= acted.stuck;
        both.reloading = acted.reloading;
        both.apart = acted.apart || suffered.apart && !before.apart;
        both.burning |= acted.burning;
        both.destroyed |= acted.destroyed;
        let same_men = |after: &Condition| after.loader.is_some() == before.loader.is_some();
        if same_men(&acted) && same_men(&suffered) {
            let most = match self.target.frame {
                Frame::Model | Frame::Csw => DEAD,
                Frame::Vehicle { destroyed_at } => destroyed_at,
            };
            both.injuries = (suffered.injuries + acted.injuries - before.injuries).min(most);
            let loader = |after: &Condition| after.loader.unwrap_or_default();
            both.loader = before.loader.map(|had| (loader(&acted) + loader(&suffered) - had).min(DEAD));
            if both.injuries == most {
                (both.injuries, both.loader) = match both.loader {
                    Some(loader) if loader < DEAD => (loader, None),
                    _ => (most, None),
                };
            }
            both.loader = both.loader.filter(|&loader| loader < DEAD);
            both.destroyed |= both.injuries >= most;
        } else if same_men(&suffered) {
            (both.injuries, both.loader) = (acted.injuries, acted.loader);
        }
        both.apart &= both.loader.is_some();
        both
    }

    fn idle<C: Chance>(&self, target: &mut Condition, _chance: &mut C) {
        // A crew that only has to move together does so.
        target.apart = false;
        target.reloading = false;
    }

    fn changes_at_end(&self, target: &Condition) -> bool {
        self.target.fire.is_some() && (target.burning || target.has(Event::Fire))
    }

    fn end_round<C: Chance>(&self, target: &mut Condition, (): &mut (), chance: &mut C) {
        self.target.end_round(target, chance);
    }
}
