//! The two sides of a melee: their weapons in use, and how each is hurt (SY-20 to SY-28, SY-34, SY-35).

use super::blows::Slot;
use super::carriers::{Specials, WeaponCarriers, carried};
use super::casualties::Carriers;
use super::damage::{Damage, Plates};
use super::strike::{Strike, Table};
use super::units::{Defence, Unit, Units, VehicleMelee, WeaponType};
use chance::Chance;
use chance::dice::{Pools, Score};
use chance::fields::{Problems, Whole};

/// One side of a melee.
#[derive(Clone, Debug)]
pub struct Party {
    /// Its weapons.
    pub lines: Vec<Line>,
    /// Its kinds of hits, in the order in which they count.
    pub slots: Vec<Slot>,
    /// How it is hurt.
    pub hurt_by: DamageKind,
    /// Vehicles are not limited by the models in combat.
    pub is_vehicle: bool,
    /// SY-34: whether its Armor is added to its rolls.
    pub adds_armor: bool,
    /// SY-27: whether the enemy may make hits of its failures.
    pub fails_matter: bool,
}

/// How hits damage a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageKind {
    /// SY-21: points, against infantry.
    Points,
    /// SY-34: each hit is a Result.
    Results,
    /// SY-34 with SY-21: points, doubles and triples among the hits in excess.
    Compared,
    /// SY-35: points, each an HP of the vehicle.
    Crew,
}

/// A weapon in use.
#[derive(Clone, Debug)]
pub struct Line {
    /// Name.
    pub name: String,
    /// Its place in the unit's list.
    pub place: usize,
    /// Models that strike before the first that uses it.
    pub before: u32,
    /// Models that carry it.
    pub carriers: u32,
    specials: Specials,
    /// How many dice a model has with it.
    pub attacks: Attacks,
    /// Its type.
    pub kind: Option<WeaponType>,
    /// Its kind of hits.
    pub slot: usize,
    /// How it strikes.
    pub strike: Strike,
    /// Its dice, by the Armor that is added and the Armor that is struck.
    strikes: Table,
    /// The D6 of a hit without a roll; only in reach of a vehicle.
    results: Option<Table>,
}

/// How many dice a model has.
#[derive(Clone, Copy, Debug)]
pub enum Attacks {
    /// Att, or the Att of several such weapons.
    Att(u32),
    /// SY-24: one for each enemy, with each such weapon.
    Enemies(u32),
    /// SY-35: the vehicle's HP.
    Crew,
}

impl Line {
    /// SY-27.
    pub fn is_defensive(&self) -> bool {
        self.kind == Some(WeaponType::Defensive)
    }

    /// Models that strike with it, of all that strike.
    pub fn users(&self, strikers: u32, lost: Carriers) -> u32 {
        self.specials.users(strikers, self.before, self.carriers, lost)
    }

    /// The rule that its dice follow.
    pub fn rule(&self) -> &'static str {
        match (self.attacks, self.kind) {
            (Attacks::Crew, _) => "SY-35",
            (_, Some(WeaponType::Fast)) => "SY-22",
            (_, Some(WeaponType::Crushing)) => "SY-23",
            (_, Some(WeaponType::Slashing)) => "SY-24",
            (_, Some(WeaponType::Whip)) => "SY-25",
            (_, Some(WeaponType::Grasping)) => "SY-26",
            _ => "SY-20",
        }
    }

    /// Hits, dice that failed, and the damage of Results.
    pub fn roll<C: Chance>(&self, dice: u32, armors: (u32, u32), chance: &mut C) -> (u32, u32, Damage) {
        let read = |score: Score| (score.count(), Damage::from_lanes(score, 1));
        match self.kind {
            // SY-26: hits without a roll, and so without a failure.
            Some(WeaponType::Grasping) => (dice, 0, self.sure(dice, armors, chance)),
            Some(WeaponType::Whip) => {
                let (hits, mut damage) = read(self.strikes.roll(armors, dice, chance));
                if self.strike.is_recursive() {
                    // Each die that hits adds another, until one fails.
                    return (hits, dice, damage);
                }
                let (extra, more) = read(self.strikes.roll(armors, hits, chance));
                damage += more;
                (hits + extra, dice - extra, damage)
            }
            _ => {
                let (hits, damage) = read(self.strikes.roll(armors, dice, chance));
                (hits, dice - hits, damage)
            }
        }
    }

    /// Hits without a roll: against a vehicle a D6 for each Result.
    pub fn sure<C: Chance>(&self, hits: u32, armors: (u32, u32), chance: &mut C) -> Damage {
        match &self.results {
            Some(results) => Damage::from_lanes(results.roll(armors, hits, chance), 0),
            None => Damage::default(),
        }
    }
}

/// A side before its dice are made.
struct Fighter<'a> {
    unit: &'a Unit,
    is_crew: bool,
    vehicle_melee: VehicleMelee,
}

/// The data of a line before its slot is known.
struct Draft {
    name: String,
    place: usize,
    before: u32,
    carriers: u32,
    specials: Specials,
    attacks: Attacks,
    kind: Option<WeaponType>,
    slot: Slot,
}

impl Fighter<'_> {
    fn adds_armor(&self) -> bool {
        self.unit.is_vehicle() && !self.is_crew
    }

    fn hurt_by(&self) -> DamageKind {
        match (self.unit.is_vehicle(), self.is_crew) {
            (false, _) => DamageKind::Points,
            (true, false) if self.vehicle_melee == VehicleMelee::Compared => DamageKind::Compared,
            (true, false) => DamageKind::Results,
            (true, true) => DamageKind::Crew,
        }
    }

    /// The Armor that is added to its rolls, at the most.
    fn most_armor(&self) -> u32 {
        self.unit.armor.filter(|_| self.adds_armor()).map_or(0, Whole::get)
    }

    /// All weapons that it strikes with.
    fn drafts(&self, distance: Option<u32>) -> Vec<Draft> {
        let reaches = |range: Option<u32>| match (range, distance) {
            (Some(range), Some(distance)) => range >= distance,
            _ => true,
        };
        let bare = |name: &str, before, specials, attacks| {
            // Bare hands and crews reach 1".
            let slot = Slot { in_reach: reaches(Some(1)), force: 0, multiple: 0 };
            let place = self.unit.weapons.len();
            let (name, carriers) = (name.to_owned(), u32::MAX);
            Draft { name, place, before, carriers, specials, attacks, kind: None, slot }
        };
        if self.is_crew {
            return vec![bare("crew", 0, Specials::default(), Attacks::Crew)];
        }
        let is_vehicle = self.unit.is_vehicle();
        let used = carried(self.unit, true);
        let everyone_armed = is_vehicle || used.iter().any(|carried| carried.weapon.count.is_none());
        let special: u32 = used.iter().map(|carried| carried.carriers).fold(0, u32::saturating_add);
        let all_special = Specials::before(used.iter().map(|carried| carried.specials));
        let draft = |WeaponCarriers { weapon, before, carriers, times, specials }: WeaponCarriers| {
            let attacks = if weapon.is(WeaponType::Slashing) {
                Attacks::Enemies(times)
            } else {
                Attacks::Att(weapon.att.map_or(0, Whole::get) * times)
            };
            let place = self.unit.weapons.iter().position(|listed| std::ptr::eq(listed, weapon));
            let in_reach = reaches(weapon.range.map(Whole::get));
            let slot = Slot { in_reach, force: weapon.force.get(), multiple: 0 };
            let place = place.unwrap_or_default();
            let (name, kind) = (weapon.called(), weapon.r#type);
            Draft { name, place, before, carriers, specials, attacks, kind, slot }
        };
        let mut drafts: Vec<Draft> = used.into_iter().map(draft).collect();
        if !everyone_armed {
            drafts.push(bare("bare hands", special, all_special, Attacks::Att(1)));
        }
        drafts
    }
}

/// Makes both sides, and checks that they have the fields that melee needs.
pub fn both(
    distance: Option<u32>,
    units: &Units,
    pools: &mut Pools,
    problems: &mut Problems,
) -> Option<[Party; 2]> {
    let Units { attacker, target, situation, .. } = units;
    let is_crew = target.is_vehicle() && situation.defence == Defence::Crew;
    if is_crew {
        problems.need(target.resolve, "target.resolve", "for a vehicle that its crew defends");
    }
    let vehicle_melee = units.options.vehicle_melee;
    let attacker = Fighter { unit: attacker, is_crew: false, vehicle_melee };
    let target = Fighter { unit: target, is_crew, vehicle_melee };
    let (first, second) = (attacker.drafts(distance), target.drafts(distance));
    // SY-21 is needed only where somebody can strike a unit that suffers points.
    let suffers_points =
        |side: &Fighter, enemy: &[Draft]| side.hurt_by() != DamageKind::Results && !enemy.is_empty();
    let compared = suffers_points(&attacker, &second) || suffers_points(&target, &first);
    let is_defensive =
        |drafts: &[Draft]| drafts.iter().any(|draft| draft.kind == Some(WeaponType::Defensive));
    let fails_matter = [is_defensive(&second), is_defensive(&first)];
    let parts = Parts { fighter: &attacker, enemy: &target, compared, units };
    let first = parts.party(first, fails_matter[0], pools);
    let parts = Parts { fighter: &target, enemy: &attacker, compared, units };
    let second = parts.party(second, fails_matter[1], pools);
    Some([first?, second?])
}

/// The data from which one side's dice are made.
struct Parts<'a> {
    fighter: &'a Fighter<'a>,
    enemy: &'a Fighter<'a>,
    compared: bool,
    units: &'a Units,
}

impl Parts<'_> {
    /// `None` if a unit lacks a field; that problem was reported before.
    fn party(&self, drafts: Vec<Draft>, fails_matter: bool, pools: &mut Pools) -> Option<Party> {
        let enemy_hurt_by = self.enemy.hurt_by();
        let compared = enemy_hurt_by == DamageKind::Compared;
        let kinds = |draft: &Draft| {
            let slot = draft.slot;
            let multiples: &[u8] = if compared && slot.in_reach { &[3, 2, 0] } else { &[0] };
            multiples.iter().map(move |&multiple| Slot { multiple, ..slot })
        };
        let mut slots: Vec<Slot> = drafts.iter().flat_map(kinds).collect();
        slots.sort_by_key(|&slot| std::cmp::Reverse(slot));
        slots.dedup();
        let is_armored = matches!(enemy_hurt_by, DamageKind::Results | DamageKind::Compared);
        // The number that a hit needs: the Resolve of infantry and crews, the Armor of vehicles.
        let (resolve, most_struck) = match enemy_hurt_by {
            DamageKind::Results | DamageKind::Compared => (0, self.enemy.unit.armor?.get()),
            DamageKind::Points | DamageKind::Crew => (self.enemy.unit.resolve?.get(), 0),
        };
        let most_added = self.fighter.most_armor();
        let plates = Plates::new(self.enemy.unit, &self.units.options);
        let line = |draft: Draft| {
            let struck = (is_armored && draft.slot.in_reach).then_some(plates);
            let (kind, force) = (draft.kind, draft.slot.force);
            let (whip, floor) = (self.units.options.whip, self.units.options.melee_floor);
            let strike = Strike { resolve, kind, whip, plates: struck, force, compared, floor };
            let no_roll = matches!(draft.kind, Some(WeaponType::Grasping | WeaponType::Defensive));
            let results = struck.filter(|_| no_roll).map(|plates| {
                let die = |(added, armor)| {
                    if compared {
                        plates.against_roll(added, armor).double_die()
                    } else {
                        plates.against(force, added, armor).die()
                    }
                };
                Table::new(most_added, most_struck, die, pools)
            });
            let slot = slots.iter().position(|&slot| slot == draft.slot).filter(|_| self.compared);
            Line {
                strikes: Table::new(most_added, most_struck, |armors| strike.die(armors), pools),
                name: draft.name,
                place: draft.place,
                before: draft.before,
                carriers: draft.carriers,
                specials: draft.specials,
                attacks: draft.attacks,
                kind: draft.kind,
                slot: slot.unwrap_or_default(),
                strike,
                results,
            }
        };
        let lines = drafts.into_iter().map(line).collect();
        Some(Party {
            lines,
            slots,
            hurt_by: self.fighter.hurt_by(),
            is_vehicle: self.fighter.unit.is_vehicle(),
            adds_armor: self.fighter.adds_armor(),
            fails_matter,
        })
    }
}
