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
    /// DW-56: the riders are inside.
    inside: bool,
    /// Whether they are in an aircraft.
    in_aircraft: bool,
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
        if situation.riders_inside && situation.riders.is_none() {
            let words = "there are no `riders`".to_owned();
            problems.add("situation.riders_inside", Fault::Conflict(words));
        }
        let near = options.detonation_hits_attacker
            && situation.distance.get() <= DETONATION_REACH
            && attacker.r#type == UnitType::Soldier;
        Self {
            inside: situation.riders_inside,
            in_aircraft: target.body.kind == UnitType::Aircraft,
            riders: situation.riders.as_ref().map(|squad| Victim::new(&squad.unit, options, pools)),
            bystanders: (situation.bystanders.as_ref())
                .map(|squad| (Victim::new(&squad.unit, options, pools), squad.count as u8)),
            attacker: near.then(|| Victim::new(attacker, options, pools)),
        }
    }

    /// Whether an attack hurts the riders: riders outside by any damage (DW-34), passengers by the end of their aircraft (DW-56).
    #[inline]
    pub fn suffers(&self, destroyed: bool, damage: u32, state: &State) -> bool {
        let living = self.riders.as_ref().is_some_and(|riders| !riders.is_eliminated(&state.beside));
        living && if self.inside { destroyed && self.in_aircraft } else { damage > 0 }
    }

    /// Whether all riders have fallen.
    #[inline]
    pub fn has_lost_riders(&self, state: &State) -> bool {
        self.riders.as_ref().is_some_and(|riders| riders.is_eliminated(&state.beside))
    }

    /// Whether a detonation reaches anybody.
    pub fn is_anybody(&self) -> bool {
        self.riders.is_some() || self.bystanders.is_some() || self.attacker.is_some()
    }

    /// The attack hurts the riders (DW-34, DW-56).
    pub fn hurt_riders<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if !self.inside {
            self.spray_riders(state, chance);
        } else if let Some(passengers) = &self.riders {
            let casualties = passengers.eliminate(&mut state.beside);
            chance.add(Measure::RiderCasualties, casualties);
            chance.tell("DW-56", || "the aircraft is destroyed, and all inside with it".to_owned());
        }
    }

    /// DW-34: the vehicle was damaged.
    pub fn spray_riders<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if let Some(riders) = self.riders.as_ref().filter(|_| !self.inside) {
            let casualties = riders.spray(&mut state.beside, chance);
            chance.add(Measure::RiderCasualties, casualties);
        }
    }

    /// DW-30: the riders first, then the bystanders, unit by unit. Returns what comes next.
    pub fn detonate<C: Chance>(&self, state: &mut State, chance: &mut C) -> Stage {
        if let Some(riders) = &self.riders {
            let casualties = riders.detonation(&mut state.beside, chance);
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
