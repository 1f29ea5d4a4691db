//! The soldiers beside the two sides of an attack: riders of the target, bystanders, and an attacker that a detonation reaches.

use super::State;
use super::attack::Stage;
use super::blast::Victim;
use super::choices::{Event, Measure};
use super::condition::Condition;
use super::defence::Defender;
use super::units::{Options, Situation, Unit, UnitType};
use chance::Chance;
use chance::dice::Pools;
use chance::fields::{Fault, Problems};

/// DW-52: a detonation reaches this far, in inches.
const DETONATION_REACH: u32 = 12;

/// The soldiers beside an attack.
#[derive(Clone, Debug)]
pub struct Nearby {
    riders: Option<Victim>,
    bystanders: Option<(Victim, u8)>,
    /// DW-52: an attacker that a detonation reaches.
    attacker: Option<Victim>,
}

impl Nearby {
    /// Checks that a vehicle carries the riders, and makes the dice of all.
    pub fn new(
        (attacker, target): (&Unit, &Defender),
        situation: &Situation,
        options: &Options,
        pools: &mut Pools,
        problems: &mut Problems,
    ) -> Self {
        if situation.riders.is_some() && target.body.kind == UnitType::Soldier {
            let words = "nobody rides on a unit of soldiers".to_owned();
            problems.add("situation.riders", Fault::Conflict(words));
        }
        let near = options.detonation_hits_attacker
            && situation.distance.get() <= DETONATION_REACH
            && attacker.r#type == UnitType::Soldier;
        Self {
            riders: situation.riders.as_ref().map(|squad| Victim::new(&squad.unit, options, pools)),
            bystanders: (situation.bystanders.as_ref())
                .map(|squad| (Victim::new(&squad.unit, options, pools), squad.count as u8)),
            attacker: near.then(|| Victim::new(attacker, options, pools)),
        }
    }

    /// Whether riders live.
    #[inline]
    pub fn has_riders(&self, state: &State) -> bool {
        self.riders.as_ref().is_some_and(|riders| !riders.is_eliminated(&state.riders))
    }

    /// Whether all riders have fallen.
    #[inline]
    pub fn has_lost_riders(&self, state: &State) -> bool {
        self.riders.as_ref().is_some_and(|riders| riders.is_eliminated(&state.riders))
    }

    /// Whether a detonation reaches anybody.
    pub fn is_anybody(&self) -> bool {
        self.riders.is_some() || self.bystanders.is_some() || self.attacker.is_some()
    }

    /// DW-34: the vehicle was damaged.
    pub fn spray_riders<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if let Some(riders) = &self.riders {
            let casualties = riders.spray(&mut state.riders, chance);
            chance.add(Measure::RiderCasualties, casualties);
        }
    }

    /// DW-30: the riders first, then the bystanders, unit by unit. Returns what comes next.
    pub fn detonate<C: Chance>(&self, state: &mut State, chance: &mut C) -> Stage {
        if let Some(riders) = &self.riders {
            let casualties = riders.detonation(&mut state.riders, chance);
            chance.add(Measure::RiderCasualties, casualties);
        }
        if let Some(attacker) = &self.attacker {
            chance.tell("DW-52", || "the attacker is within 12 inches".to_owned());
            let casualties = attacker.detonation(&mut state.attacker, chance);
            chance.add(Measure::AttackerCasualties, casualties);
        }
        match self.bystanders {
            Some((_, waiting)) => Stage::Bystanders { waiting },
            None => Stage::Activation,
        }
    }

    /// DW-30: one unit of bystanders. Returns what comes next.
    pub fn blast_one<C: Chance>(&self, waiting: u8, state: &mut State, chance: &mut C) -> Stage {
        let Some((victim, _)) = &self.bystanders else { return Stage::Activation };
        let mut unit = Condition::default();
        let casualties = victim.detonation(&mut unit, chance);
        chance.add(Measure::BystanderCasualties, casualties);
        if victim.is_eliminated(&unit) {
            state.happened.add(Event::BystanderKilled);
        }
        if waiting > 1 { Stage::Bystanders { waiting: waiting - 1 } } else { Stage::Activation }
    }
}
