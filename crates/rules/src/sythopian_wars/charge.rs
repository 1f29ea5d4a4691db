//! A charge as one chain: the fire of the unit that is charged, then melee (SY-40).

use super::melee::Melee;
use super::shooting::Exchange;
use super::units::{Reaction, Units};
use super::{Sides, Stage, State};
use chance::Chance;
use chance::dice::Pools;
use chance::fields::Problems;

/// A charge, and the melee of the rounds after it.
#[derive(Clone, Debug)]
pub struct Charge {
    fire: Option<Exchange>,
    melee: Melee,
}

impl Charge {
    /// Checks that both units have the fields that the fire and the melee need.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let fire = match units.situation.reaction {
            Reaction::None => None,
            Reaction::Shoot | Reaction::CoveringFire => Some(Exchange::at_charge(units, pools, problems)?),
        };
        Some(Self { fire, melee: Melee::after_charge(units, pools, problems)? })
    }

    /// SY-40: begins the round of the charge.
    pub fn begin<C: Chance>(&self, state: &State, sides: &Sides, chance: &mut C) -> Stage {
        chance.tell("SY-40", || "the attacker charges".to_owned());
        self.fire.as_ref().map_or_else(Melee::begin, |fire| fire.begin(state, sides, chance))
    }

    /// Plays the next part of the fire or of the melee.
    pub fn step<C: Chance>(&self, state: &mut State, sides: &Sides, chance: &mut C) {
        match (state.stage, &self.fire) {
            (Stage::Fire(part), Some(fire)) => {
                fire.step(part, state, sides, chance);
                if state.stage == Stage::End && !state.attacker.is_destroyed() {
                    state.stage = Melee::begin();
                }
            }
            (Stage::Clash(clash), _) => self.melee.step(clash, state, sides, chance),
            _ => state.stage = Stage::End,
        }
    }
}
