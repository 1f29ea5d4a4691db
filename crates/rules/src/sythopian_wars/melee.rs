//! Close combat: SY-20 to SY-28, with vehicles SY-34 and SY-35.

use super::blows::{Blows, compare};
use super::condition::{Body, Condition, Side};
use super::damage::Damage;
use super::party::{self, Attacks, DamageKind, Line, Party};
use super::units::{Units, WeaponType};
use super::{Sides, Stage, State};
use chance::Chance;
use chance::dice::Pools;
use chance::fields::{Problems, Whole};

/// The progress of a round's melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clash {
    side: Side,
    line: u8,
    /// The attacker's and the target's.
    blows: [Blows; 2],
}

/// The melee of a round.
#[derive(Clone, Debug)]
pub struct Melee {
    /// The attacker and the target.
    parties: [Party; 2],
    /// How many models of each side can strike.
    in_combat: u32,
    /// SY-41: the attacker's and the target's models that strike at other units.
    elsewhere: [u32; 2],
}

impl Melee {
    /// Checks that both units have the fields that melee needs.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        Self::at(units.situation.distance.map(Whole::get), units, pools, problems)
    }

    /// SY-40: the same after a charge, which brings both units within 1".
    pub fn after_charge(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        Self::at(Some(1), units, pools, problems)
    }

    fn at(distance: Option<u32>, units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let situation = &units.situation;
        Some(Self {
            parties: party::both(distance, units, pools, problems)?,
            in_combat: situation.in_combat.map_or(u32::MAX, Whole::get),
            elsewhere: [situation.attackers_elsewhere.get(), situation.targets_elsewhere.get()],
        })
    }

    /// The melee of a round before the first strike.
    pub fn begin() -> Stage {
        Stage::Clash(Clash { side: Side::Attacker, line: 0, blows: [Blows::default(); 2] })
    }

    /// Strikes with one weapon of one side; after the last one, applies the damage.
    pub fn step<C: Chance>(&self, clash: Clash, state: &mut State, sides: &Sides, chance: &mut C) {
        let mut clash = clash;
        let party = &self.parties[clash.side as usize];
        if let Some(line) = party.lines.get(usize::from(clash.line)) {
            self.strike(line, &mut clash, state, chance);
            clash.line += 1;
        }
        let is_last = usize::from(clash.line) >= party.lines.len();
        state.stage = match (is_last, clash.side) {
            (false, _) => Stage::Clash(clash),
            (true, Side::Attacker) => Stage::Clash(Clash { side: Side::Target, line: 0, ..clash }),
            (true, Side::Target) => {
                self.apply_damage(clash.blows, state, sides, chance);
                Stage::End
            }
        };
    }

    /// Models of a side that strike.
    fn strikers(&self, side: Side, state: &State) -> u32 {
        let acting = state.of(side).acting();
        let able = if self.parties[side as usize].is_vehicle { acting } else { acting.min(self.in_combat) };
        able.saturating_sub(self.elsewhere[side as usize])
    }

    /// The Armor that a side adds to its rolls, and the Armor that it strikes.
    fn armors(&self, side: Side, state: &State) -> (u32, u32) {
        let added = if self.parties[side as usize].adds_armor { state.of(side).armor() } else { 0 };
        let enemy = side.other();
        let is_struck =
            matches!(self.parties[enemy as usize].hurt_by, DamageKind::Results | DamageKind::Compared);
        (added, if is_struck { state.of(enemy).armor() } else { 0 })
    }

    /// One weapon strikes.
    fn strike<C: Chance>(&self, line: &Line, clash: &mut Clash, state: &State, chance: &mut C) {
        let side = clash.side;
        let users = line.users(self.strikers(side, state), state.of(side).carriers());
        let enemy = state.of(side.other());
        // S18: a vehicle is one enemy, others as many as are in combat.
        let enemies = match enemy {
            Condition::Infantry { .. } => enemy.living().min(self.in_combat),
            Condition::Vehicle { .. } => 1,
        };
        let dice = match line.attacks {
            Attacks::Att(att) => users * att,
            Attacks::Enemies(times) => users * times * enemies,
            Attacks::Crew => state.of(side).hp(),
        };
        if self.elsewhere[side as usize] > 0 {
            chance.tell("SY-41", || {
                format!("models of {} that strike elsewhere: {}", side.words(), self.elsewhere[side as usize])
            });
        }
        if dice == 0 {
            return;
        }
        let armors = self.armors(side, state);
        let (added, struck) = armors;
        if added > 0 {
            chance.tell("SY-34", || format!("{} adds its Armor {added} to its rolls", side.words()));
        }
        if struck > 0 {
            chance.tell("SY-34", || format!("the vehicle is hit against its Armor {struck}"));
        }
        let (hits, fails, damage) = line.roll(dice, armors, chance);
        let blows = &mut clash.blows[side as usize];
        self.add(side, line, hits, damage, blows);
        if self.parties[side as usize].fails_matter {
            blows.fails = blows.fails.saturating_add(fails as u16);
        }
        chance.tell(line.rule(), || {
            let who = side.words();
            let how = match line.kind {
                Some(WeaponType::Grasping) => "without a roll".to_owned(),
                _ => line.strike.words(armors),
            };
            format!("{who} strikes, {}: dice {dice}, {how}: hits {hits}", line.name)
        });
    }

    /// Adds a side's hits to its blows.
    fn add(&self, side: Side, line: &Line, hits: u32, damage: Damage, blows: &mut Blows) {
        if self.parties[side.other() as usize].hurt_by == DamageKind::Compared {
            blows.add_multiples(line.slot, hits, damage);
        } else {
            blows.add(line.slot, hits);
            blows.damage += damage;
        }
    }

    /// Applies all blows: SY-27, then the damage of both sides at once.
    fn apply_damage<C: Chance>(&self, blows: [Blows; 2], state: &mut State, sides: &Sides, chance: &mut C) {
        let mut blows = blows;
        let fails = blows.map(|blows| u32::from(blows.fails));
        for side in [Side::Attacker, Side::Target] {
            self.parry(side, fails[side.other() as usize], &mut blows[side as usize], state, chance);
        }
        let [first, second] = &self.parties;
        for (party, blows) in self.parties.iter().zip(&blows) {
            let out_of_reach =
                party.slots.iter().zip(blows.hits).filter(|(slot, hits)| !slot.in_reach && *hits > 0);
            if out_of_reach.count() > 0 {
                chance.tell("SY-28", || "hits out of reach count, but do no damage".to_owned());
            }
        }
        let compared = compare([&blows[0], &blows[1]], [&first.slots, &second.slots]);
        for side in [Side::Target, Side::Attacker] {
            let (enemy, body) = (side.other() as usize, sides.of(side));
            let before = state.of(side);
            let hurt_by = self.parties[side as usize].hurt_by;
            let damage = match hurt_by {
                DamageKind::Results => blows[enemy].damage,
                DamageKind::Points | DamageKind::Compared | DamageKind::Crew => compared[enemy],
            };
            let (mut after, losses) = match hurt_by {
                DamageKind::Crew => Body::after_crew(before, damage),
                DamageKind::Points | DamageKind::Results | DamageKind::Compared => body.after(before, damage),
            };
            body.count(side.suffers().locks, blows[enemy].all(), chance);
            if hurt_by != DamageKind::Results {
                chance.tell("SY-21", || {
                    let (theirs, own) = (blows[enemy].all(), blows[side as usize].all());
                    let (who, points) = (side.words(), damage.points);
                    format!("hits on {who} {theirs}, its own hits {own}: points {points}")
                });
            }
            body.draw_casualties(before, &mut after, chance);
            body.report(damage.points.into(), losses, after, chance);
            state.suffer(side, after, damage);
        }
    }

    /// SY-27: extra hits for the dice that the enemy failed, with the first Defensive weapon that a striking model has.
    fn parry<C: Chance>(&self, side: Side, fails: u32, blows: &mut Blows, state: &State, chance: &mut C) {
        let (strikers, carriers) = (self.strikers(side, state), state.of(side).carriers());
        let lines = self.parties[side as usize].lines.iter();
        let in_use = lines.filter(|line| line.is_defensive() && line.users(strikers, carriers) > 0);
        let Some(line) = in_use.min_by_key(|line| line.place) else { return };
        if fails == 0 {
            return;
        }
        let damage = line.sure(fails, self.armors(side, state), chance);
        self.add(side, line, fails, damage, blows);
        chance.tell("SY-27", || format!("{}: extra hits of {} {fails}", line.name, side.words()));
    }
}
