//! The anti-vehicle attack: SI-2 to SI-5, with a Scorpio SI-7.

use super::units::{Measure, Range, Resource, SoftTargetDraw, Units};
use super::{Condition, rn, rns_in_words};
use chance::Chance;
use chance::dice::{Pool, Pools, Roll};
use chance::fields::{Problems, Whole};

const ATTACK: Roll = Roll::new("attack", "SI-2");
const PENETRATION: Roll = Roll::new("penetration", "SI-3");
const DESTRUCTION: Roll = Roll::new("destruction", "SI-5");

/// SI-7: a Scorpio's skill and PEN, in place of the unit's own.
const SCORPIO_SKILL: u32 = 4;
const SCORPIO_PEN: u32 = 0;

/// An anti-vehicle attack, ready to be played.
#[derive(Clone, Debug)]
pub struct Attack {
    ap: u32,
    skill: u32,
    scorpio: bool,
    rn_sides: u8,
    target: Target,
}

#[derive(Clone, Debug)]
enum Target {
    HeavyArmor { volley: Pool, needed: u32, sp: u32 },
    Soft { rns: Pool, destruction: Pool, draw: SoftTargetDraw },
}

impl Attack {
    /// Checks that both units have the fields that the attack needs.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { attacker, target, situation, options, .. } = units;
        let ap = problems.need(attacker.ap, "attacker.ap", "for any attack");
        let (skill, pen) = match attacker.resource {
            Some(Resource::Scorpio) => (Some(SCORPIO_SKILL), SCORPIO_PEN),
            None => {
                let why = "for an anti-vehicle attack without a Scorpio";
                let skill = problems.need(attacker.av_skill, "attacker.av_skill", why);
                (skill.map(Whole::get), attacker.pen.get())
            }
        };
        let sides = units.rn_sides();
        let target = if target.heavy_armor {
            let why = "for a target with Heavy Armor";
            let dmg = problems.need(target.dmg, "target.dmg", why);
            let sp = problems.need(target.sp, "target.sp", why);
            let needed = dmg?.get().saturating_sub(pen);
            let volley = rn(ATTACK, sides, skill?).then_for_each_success(rn(PENETRATION, sides, needed));
            let volley = pools.add(volley);
            Target::HeavyArmor { volley, needed, sp: sp?.get() }
        } else {
            let (rns, destruction) = (rn(ATTACK, sides, skill?), rn(DESTRUCTION, sides, 2));
            let draw = options.soft_target_draw;
            Target::Soft { rns: pools.add(rns), destruction: pools.add(destruction), draw }
        };
        let melee = u32::from(situation.range == Range::Melee);
        let scorpio = attacker.resource == Some(Resource::Scorpio);
        Some(Self { ap: ap?.get() + melee, skill: skill?, scorpio, rn_sides: sides, target })
    }

    /// The wounds that destroy the target; 1 without Heavy Armor, which counts none.
    pub fn destroyed_at(&self) -> u32 {
        match self.target {
            Target::HeavyArmor { sp, .. } => sp,
            Target::Soft { .. } => 1,
        }
    }

    /// SI-2: reports the success levels.
    #[inline]
    fn report<C: Chance>(&self, success_levels: u32, chance: &mut C) {
        chance.measure(Measure::Draws, self.ap);
        chance.measure(Measure::SuccessLevels, success_levels);
        chance.tell("SI-2", || {
            format!(
                "{} RNs for {} AP, {}+ succeeds: {success_levels} success levels",
                self.ap, self.ap, self.skill
            )
        });
    }

    /// Plays one attack.
    #[inline]
    pub fn play<C: Chance>(&self, target: &mut Condition, chance: &mut C) {
        chance.tell("SI-8", || "an anti-vehicle attack".to_owned());
        chance.tell("SI-1", || rns_in_words(self.rn_sides));
        if self.scorpio {
            chance
                .tell("SI-7", || format!("a Scorpio is fired: A-V skill {SCORPIO_SKILL}, PEN {SCORPIO_PEN}"));
        }
        match self.target {
            Target::HeavyArmor { volley, needed, sp } => {
                // SI-2: one RN per AP. SI-3: for each success level an RN that, with PEN, must reach DMG.
                let rolled = chance.pool(volley, self.ap);
                let (success_levels, hits) = (rolled.count(), rolled.lane(1));
                self.report(success_levels, chance);
                chance.measure(Measure::Hits, hits);
                // SI-4: each hit is a wound.
                chance.measure(Measure::Wounds, hits);
                target.wound(hits, sp);
                chance.tell("SI-3", || {
                    format!("{hits} of {success_levels} penetrate (an RN of {needed}+ does)")
                });
                chance.tell("SI-4", || {
                    let end = if target.destroyed { "destroyed" } else { "still alive" };
                    format!("the target has {} of {sp} wounds: {end}", target.wounds)
                });
            }
            Target::Soft { rns, destruction, draw } => {
                let success_levels = chance.pool(rns, self.ap).count();
                self.report(success_levels, chance);
                // SI-5: there is no armor to penetrate, and any 2 or more destroys it.
                let draws = match draw {
                    SoftTargetDraw::PerSuccess => success_levels,
                    SoftTargetDraw::PerAttack => success_levels.min(1),
                };
                let hits = chance.pool(destruction, draws).count();
                chance.measure(Measure::Hits, hits);
                target.destroyed |= hits > 0;
                chance.tell("SI-5", || {
                    let end = if target.destroyed { "destroyed" } else { "unharmed" };
                    format!("no Heavy Armor, {hits} of {draws} RNs show 2+: {end}")
                });
            }
        }
    }
}
