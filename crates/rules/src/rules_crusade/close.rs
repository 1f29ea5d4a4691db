//! One contested roll at close quarters: over-run (RC-4), ram (RC-5), rush (RC-9), boarded melee (RC-22), drop pod (RC-24).

use super::combatant::{Combatant, Condition};
use super::dice::{Contest, Dice, Totals};
use super::units::{Color, Procedure, Units};
use chance::Chance;
use chance::dice::{Pools, Roll};

/// A roll at close quarters, ready to be played.
#[derive(Clone, Debug)]
pub struct CloseAttack {
    manner: Manner,
    contest: Contest,
    /// Whether the attacker is hit if its total is the lower one.
    pub hurts_both: bool,
}

#[derive(Clone, Copy, Debug)]
enum Manner {
    Rush,
    Boarded,
    OverRun { moves_spent: u8, bonus_die: Color, evade: bool },
    Ram { moves_spent: u8, bonus_die: Color },
    PodOnVehicle,
    PodOnTroop(Dice),
}

impl Manner {
    const fn rule(self) -> &'static str {
        match self {
            Self::Rush => "RC-9",
            Self::Boarded => "RC-22",
            Self::OverRun { .. } => "RC-4",
            Self::Ram { .. } => "RC-5",
            Self::PodOnVehicle | Self::PodOnTroop(_) => "RC-24",
        }
    }
}

impl CloseAttack {
    /// The roll of this procedure.
    pub fn new(units: &Units, pools: &mut Pools) -> Self {
        let moves_spent = units.situation.moves_spent.get() as u8;
        let bonus_die = units.options.bonus_die;
        let evade = units.situation.evade;
        let manner = match units.procedure {
            Procedure::OverRun => Manner::OverRun { moves_spent, bonus_die, evade },
            Procedure::Ram => Manner::Ram { moves_spent, bonus_die },
            Procedure::DropPod if units.target.is_vehicle() => Manner::PodOnVehicle,
            Procedure::DropPod => Manner::PodOnTroop(units.options.pod_dice),
            Procedure::Boarding => Manner::Boarded,
            _ => Manner::Rush,
        };
        let rule = manner.rule();
        let contest = Contest::new(Roll::new("attack", rule), Roll::new("defence", rule), pools);
        let hurts_both = !matches!(manner, Manner::OverRun { evade: true, .. } | Manner::PodOnTroop(_));
        Self { manner, contest, hurts_both }
    }

    /// Its rule id.
    pub const fn rule(&self) -> &'static str {
        self.manner.rule()
    }

    /// A vehicle that over-runs or rams needs a move action.
    pub fn is_possible(&self, attacker: &Combatant, condition: &Condition) -> bool {
        !attacker.is_vehicle
            || attacker.moves(condition) > 0
            || !matches!(self.manner, Manner::OverRun { .. } | Manner::Ram { .. })
    }

    /// Rolls for both sides. HULL weakens the defender alone (RC-15).
    #[inline]
    pub fn roll<C: Chance>(
        &self,
        (attacker, attacking): (&Combatant, &Condition),
        (target, defending): (&Combatant, &Condition),
        chance: &mut C,
    ) -> Totals {
        let spent = |moves: u8, color| Dice::of(color, moves.min(attacker.moves(attacking)));
        let base = attacker.base_attack(attacking);
        let (attack, defence) = match self.manner {
            Manner::Rush => (attacker.melee_attack(attacking), target.rush_defence(defending)),
            Manner::Boarded => (attacker.melee_attack(attacking), target.base_defence(defending)),
            Manner::OverRun { moves_spent, bonus_die, evade } => {
                let evading = Dice::of(bonus_die, evade.into());
                (base + spent(moves_spent, bonus_die), target.melee_defence(defending) + evading)
            }
            Manner::Ram { moves_spent, bonus_die } => {
                (base + spent(moves_spent, bonus_die), target.base_defence(defending))
            }
            Manner::PodOnVehicle => (base, target.base_defence(defending)),
            Manner::PodOnTroop(dice) => (dice, target.base_defence(defending)),
        };
        let totals = self.contest.roll(attack, defence, chance);
        chance.tell(self.rule(), || {
            let result = match (totals.hits(), totals.hits_back()) {
                (0, 0) => "nothing happens".to_owned(),
                (0, _) if !self.hurts_both => "the attacker cannot be hurt".to_owned(),
                (0, back) => format!("{back} hits on the attacker"),
                (hits, _) => format!("{hits} hits on the target"),
            };
            format!("{attack} against {defence}: {} to {}, {result}", totals.attack, totals.defence)
        });
        totals
    }
}
