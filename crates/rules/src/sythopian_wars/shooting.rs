//! Shooting and the answer to it: SY-5 to SY-14, with the damage of SY-15 and SY-29.
//!
//! At most two volleys are fired in a round. The unit with the Initiative fires first, but only its locks of 1 hamper the
//! other (SY-6): the damage of each volley is computed from all its hits, and the second is fired by the models that the ones of the first have
//! left of its unit.

use super::carriers::{Specials, WeaponCarriers, carried};
use super::casualties::Carriers;
use super::condition::{Body, Condition, Side, Targeting};
use super::cover::Shelter;
use super::damage::{Damage, DamageRolls, Victim};
use super::lock::{Evasion, Shot, Stance, WeaponDice};
use super::units::{Command, Defence, FacingRule, Reaction, Situation, Unit, Units, Weapon, WeaponType};
use super::{Sides, Stage, State};
use chance::Chance;
use chance::dice::Pools;
use chance::fields::{Problems, Whole};

/// The progress of a round's shooting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fire {
    /// The first volley or the second.
    second: bool,
    /// The next weapon.
    line: u8,
    /// The shooter's models and systems.
    able: AbleShooters,
    /// Whether the target had its Defend, Ditch or Shield when the round began.
    defended: bool,
    /// The result of the volley so far.
    tally: Tally,
}

/// The models and systems that a unit can shoot with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct AbleShooters {
    models: u8,
    targeting: Targeting,
    carriers: Carriers,
}

impl AbleShooters {
    fn new(body: &Body, condition: Condition) -> Self {
        Self {
            models: condition.acting() as u8,
            targeting: body.targeting(condition),
            carriers: condition.carriers(),
        }
    }
}

/// The result of a volley so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Tally {
    locks: u16,
    /// The damage by locks of 1, where it is resolved before the other side rolls.
    ones: Damage,
    all: Damage,
}

/// A weapon in use.
#[derive(Clone, Debug)]
struct Line {
    name: String,
    /// Acting models that come before the first user.
    before: u32,
    /// Models that carry it.
    carriers: u32,
    specials: Specials,
    /// By the shooter's targeting, then by whether the target's defence holds.
    aims: [[WeaponDice; 2]; 3],
    /// SY-9: a lock of 1 needs no damage roll.
    is_sniper: bool,
    /// SY-30: a Shunt Field, so that locks are on Force.
    is_shunted: bool,
    damage: DamageRolls,
}

/// All weapons of a unit against an enemy.
#[derive(Clone, Debug)]
struct Volley {
    victim: Side,
    lines: Vec<Line>,
}

/// The shooting of a round.
#[derive(Clone, Debug)]
pub struct Exchange {
    reaction: Reaction,
    first: Volley,
    second: Option<Volley>,
    /// The target's cover against the attacker.
    shelter: Shelter,
    /// Whether the target uses Defend.
    defends: bool,
}

/// The data from which a volley is made.
struct Firing<'a> {
    shooter: (&'a Unit, Side),
    victim: (&'a Unit, Side),
    stance: Stance,
    shelter: Shelter,
    /// The Resolve that Defend adds to infantry that is shot at.
    defend: u32,
    evasion: Evasion,
    /// The Resolve that cover and Defend add to the shooter's own locks, without and with its defence.
    raised: [u32; 2],
    has_initiative: bool,
}

impl Exchange {
    /// Checks that both units have the fields that shooting needs.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { attacker, target, situation, .. } = units;
        let reaction = situation.reaction;
        let attack = Firing {
            shooter: (attacker, Side::Attacker),
            victim: (target, Side::Target),
            stance: attackers_stance(situation),
            shelter: Shelter::of_target(situation),
            defend: u32::from(situation.defence == Defence::Defend),
            evasion: Evasion {
                ditch: situation.defence == Defence::Ditch,
                shield: situation.defence == Defence::Shield,
            },
            raised: [0, 0],
            has_initiative: reaction == Reaction::Shoot,
        };
        let attack = attack.volley(units, pools, problems);
        let shelter = Shelter::of_target(situation);
        let defends = situation.defence == Defence::Defend;
        if reaction == Reaction::None {
            return Some(Self { reaction, first: attack?, second: None, shelter, defends });
        }
        let answer = answer(units, reaction == Reaction::CoveringFire).volley(units, pools, problems);
        let (first, second) = if reaction == Reaction::Shoot { (attack, answer) } else { (answer, attack) };
        Some(Self { reaction, first: first?, second: Some(second?), shelter, defends })
    }

    /// SY-40: the fire at a unit that charges. It answers nothing, so there is no Initiative.
    pub fn at_charge(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let first = answer(units, false).volley(units, pools, problems)?;
        let shelter = Shelter::of_attacker(&units.situation);
        Some(Self { reaction: units.situation.reaction, first, second: None, shelter, defends: false })
    }

    /// Begins the first volley.
    pub fn begin<C: Chance>(&self, state: &State, sides: &Sides, chance: &mut C) -> Stage {
        let able = match self.reaction {
            // SY-14: another unit, as the target was at the start.
            Reaction::CoveringFire => AbleShooters::new(&sides.target, sides.target.start),
            Reaction::None | Reaction::Shoot => {
                let shooter = self.first.victim.other();
                AbleShooters::new(sides.of(shooter), state.of(shooter))
            }
        };
        let defended = !sides.target.has_lost_energy(state.target);
        if self.shelter.bonus > 0 {
            chance.tell("SY-19", || self.shelter.words());
        }
        if self.defends && defended {
            chance.tell("SY-14", || "the target uses Defend: 1 more Resolve against shooting".to_owned());
        }
        if self.reaction == Reaction::CoveringFire {
            chance.tell("SY-14", || "another unit gives covering fire and has the Initiative".to_owned());
        }
        Stage::Fire(Fire { second: false, line: 0, able, defended, tally: Tally::default() })
    }

    /// Fires one weapon; after the last one, applies the volley's damage.
    pub fn step<C: Chance>(&self, fire: Fire, state: &mut State, sides: &Sides, chance: &mut C) {
        let mut fire = fire;
        let volley = match &self.second {
            Some(second) if fire.second => second,
            _ => &self.first,
        };
        if let Some(line) = volley.lines.get(usize::from(fire.line)) {
            let tells_ones = self.second.is_some() && !fire.second;
            line.play(&mut fire, tells_ones, state.of(volley.victim), chance);
            fire.line += 1;
        }
        state.stage = if usize::from(fire.line) < volley.lines.len() {
            Stage::Fire(fire)
        } else {
            self.apply_damage(fire, volley.victim, state, sides, chance)
        };
    }

    /// Applies all hits of a volley. SY-6: its locks of 1 decide which models of the other side can still fire.
    fn apply_damage<C: Chance>(
        &self,
        fire: Fire,
        victim: Side,
        state: &mut State,
        sides: &Sides,
        chance: &mut C,
    ) -> Stage {
        let body = sides.of(victim);
        let before = state.of(victim);
        let Tally { locks, ones, all } = fire.tally;
        body.count(victim.suffers().locks, locks.into(), chance);
        let mut hit = before;
        let next = if self.second.is_some() && !fire.second {
            let (mut after_ones, _) = body.after(before, ones);
            body.draw_casualties(before, &mut after_ones, chance);
            hit = after_ones;
            state.note_stunned(victim, after_ones);
            if ones.points > 0 {
                chance.tell("SY-6", || {
                    let (who, acting) = (victim.words(), after_ones.acting());
                    format!("locks of 1 did points {} first: of {who} {acting} can still fire", ones.points)
                });
            }
            let able = AbleShooters::new(body, after_ones);
            Stage::Fire(Fire { second: true, line: 0, able, tally: Tally::default(), ..fire })
        } else {
            Stage::End
        };
        let (mut after, losses) = body.after(before, all);
        // Who has fallen to the locks of 1 is among the fallen.
        body.draw_casualties(hit, &mut after, chance);
        body.report(all.points.into(), losses, after, chance);
        state.suffer(victim, after, all);
        next
    }
}

/// The fire of the target, or of a unit that covers it, at the attacker.
fn answer(units: &Units, has_initiative: bool) -> Firing<'_> {
    let Units { attacker, target, situation, options, .. } = units;
    let reaction = situation.reaction;
    // Option cover_helps_lock: for the target itself, not for a unit that covers it.
    let raised = if options.cover_helps_lock && reaction == Reaction::Shoot {
        let cover = Shelter::of_target(situation).bonus;
        [cover, cover + u32::from(situation.defence == Defence::Defend)]
    } else {
        [0, 0]
    };
    Firing {
        shooter: (target, Side::Target),
        victim: (attacker, Side::Attacker),
        stance: Stance { snap_fire: false, moved: false, distance: situation.distance.map(Whole::get) },
        shelter: Shelter::of_attacker(situation),
        defend: 0,
        evasion: Evasion::default(),
        raised,
        has_initiative,
    }
}

/// The attacker's command, and whether it moved.
fn attackers_stance(situation: &Situation) -> Stance {
    Stance {
        snap_fire: situation.command == Command::SnapFire,
        moved: situation.moved || matches!(situation.command, Command::Assault | Command::Advance),
        distance: situation.distance.map(Whole::get),
    }
}

impl Firing<'_> {
    /// All weapons that fire.
    fn volley(&self, units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Volley> {
        let (shooter, side) = self.shooter;
        let (enemy, victim) = self.victim;
        let used = carried(shooter, false);
        if used.is_empty() {
            return Some(Volley { victim, lines: Vec::new() });
        }
        if shooter.is_vehicle() {
            let path = format!("{}.resolve", side.section());
            problems.need(shooter.resolve, &path, "for a vehicle that shoots");
        }
        let resolve = shooter.resolve?.get();
        let target = Victim::new(enemy, self.shelter.bonus + self.defend, &units.options)?;
        let fired = used.into_iter().filter(|carried| self.fires(carried.weapon, shooter.is_vehicle()));
        let lines = fired.map(|carried| self.line(&carried, resolve, target, pools)).collect();
        Some(Volley { victim, lines })
    }

    /// Whether a weapon is in range, and may be fired at all.
    fn fires(&self, weapon: &Weapon, by_vehicle: bool) -> bool {
        let held_back = weapon.heavy && self.stance.moved && !by_vehicle;
        self.stance.is_in_range(weapon) && !held_back
    }

    fn line(&self, carried: &WeaponCarriers, resolve: u32, target: Victim, pools: &mut Pools) -> Line {
        let WeaponCarriers { weapon, before, carriers, times, specials } = *carried;
        let force = self.shelter.force(weapon.force.get());
        let shunted = self.victim.0.has_facing_rule(FacingRule::ShuntField);
        let is_sniper = weapon.is(WeaponType::Sniper);
        let mut aim = |targeting, defended: bool| {
            // SY-30: on Force in place of Resolve.
            let number = if shunted { force } else { resolve + self.raised[usize::from(defended)] };
            let tells_ones = self.has_initiative || is_sniper;
            let shot = Shot { weapon, stance: self.stance, number, tells_ones };
            let evasion = if defended { self.evasion } else { Evasion::default() };
            shot.aim(targeting, evasion, pools).times(times)
        };
        let aims = Targeting::ALL.map(|targeting| [false, true].map(|defended| aim(targeting, defended)));
        let damage = target.rolls(force, pools);
        let name = weapon.called();
        Line { name, before, carriers, specials, aims, is_sniper, is_shunted: shunted, damage }
    }
}

impl Line {
    /// Locks, then damage.
    #[inline]
    fn play<C: Chance>(&self, fire: &mut Fire, tells_ones: bool, victim: Condition, chance: &mut C) {
        let AbleShooters { models, carriers, .. } = fire.able;
        let models = self.specials.users(models.into(), self.before, self.carriers, carriers);
        let aim = self.aims[fire.able.targeting as usize][usize::from(fire.defended)];
        if self.is_shunted && models > 0 {
            chance.tell("SY-30", || {
                format!("{}: a Shunt Field, so its Force is the number to lock", self.name)
            });
        }
        let locked = aim.roll(models, &self.name, chance);
        let tally = &mut fire.tally;
        tally.locks = tally.locks.saturating_add(locked.all() as u16);
        let mut all = Damage::default();
        let mut ones = locked.ones;
        if self.is_sniper {
            // SY-9: the point is done.
            all += Damage::points(ones);
            if ones > 0 {
                chance.tell("SY-9", || format!("{}: locks of 1 do points {ones} without a roll", self.name));
            }
            ones = 0;
        }
        if tells_ones {
            all += self.damage.roll(ones, victim, chance);
            tally.ones += all;
            all += self.damage.roll(locked.others, victim, chance);
        } else {
            all += self.damage.roll(ones + locked.others, victim, chance);
        }
        tally.all += all;
    }
}
