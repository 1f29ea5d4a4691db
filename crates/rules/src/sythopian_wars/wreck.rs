//! Vehicles that ram, burn and explode: SY-31, SY-32.

use super::condition::{Body, Condition};
use super::cover::Shelter;
use super::damage::{DamageRolls, Victim};
use super::outcome::Event;
use super::units::Units;
use super::{Sides, Stage, State};
use chance::Chance;
use chance::dice::{Die, Pool, Pools, Roll};
use chance::fields::{Fault, Problems};

const SYSTEMS: Roll = Roll::new("explosion", "SY-31");

/// SY-31: the die for each major system damage of a vehicle that has lost its last HP.
pub fn explosion_die(pools: &mut Pools) -> Pool {
    pools.add(Die::new(SYSTEMS, 6, |number| number == 6))
}

/// SY-31: whether the target, having lost its last HP in this round, explodes.
pub fn burn<C: Chance>(explosion: Pool, state: &mut State, chance: &mut C) {
    let Condition::Vehicle { hp: 0, majors: majors @ 1.., .. } = state.target else { return };
    let dice = u32::from(majors);
    let explodes = chance.part(dice, |chance| chance.pool(explosion, dice).count() > 0);
    state.happened = state.happened.with(Event::Exploded, explodes);
    chance.tell("SY-31", || {
        let end = if explodes { "it explodes" } else { "it burns out" };
        format!("no HP left, a die for each major system damage, {dice}: {end}")
    });
}

/// Damage rolls without a weapon.
#[derive(Clone, Debug)]
pub struct Hazard {
    rule: &'static str,
    dice: Dice,
    rolls: DamageRolls,
}

#[derive(Clone, Copy, Debug)]
enum Dice {
    /// One for each living model.
    PerModel,
    /// A fixed number.
    Fixed(u32),
}

impl Hazard {
    /// SY-32: a vehicle drives through a piece of cover: as many damage rolls as the piece's bonus.
    pub fn ramming(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        if !units.target.is_vehicle() {
            problems.add("target.kind", Fault::Conflict("only a vehicle goes at Ramming Speed".to_owned()));
            return None;
        }
        let rolls = Victim::new(&units.target, 0, &units.options)?.rolls(0, pools);
        Some(Self { rule: "SY-32", dice: Dice::Fixed(units.situation.cover.bonus()), rolls })
    }

    /// SY-31: the attacker explodes: a damage roll for each model, with its Threat as Force.
    pub fn explosion(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let threat = problems.need(units.attacker.threat, "attacker.threat", "for a vehicle that explodes");
        let shelter = Shelter::of_target(&units.situation);
        let victim = Victim::new(&units.target, shelter.bonus, &units.options);
        let rolls = victim?.rolls(shelter.force(threat?.get()), pools);
        Some(Self { rule: "SY-31", dice: Dice::PerModel, rolls })
    }

    /// All rolls are one attack.
    pub fn step<C: Chance>(&self, state: &mut State, sides: &Sides, chance: &mut C) {
        let body: &Body = &sides.target;
        let dice = match self.dice {
            Dice::PerModel => state.target.living(),
            Dice::Fixed(dice) => dice,
        };
        chance.tell(self.rule, || format!("damage rolls against the target: {dice}"));
        let damage = self.rolls.roll(dice, state.target, chance);
        let (mut after, losses) = body.after(state.target, damage);
        body.draw_casualties(state.target, &mut after, chance);
        body.report(damage.points.into(), losses, after, chance);
        state.suffer(body.side, after, damage);
        state.stage = Stage::End;
    }
}
