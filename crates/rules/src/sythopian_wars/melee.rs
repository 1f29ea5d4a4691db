//! Close combat: SY-20 to SY-28, with vehicles SY-34 and SY-35.

use super::blows::{Blows, Slot, compare};
use super::condition::{Body, Condition, Side};
use super::damage::{Damage, Plates};
use super::shooting::{Carried, carried};
use super::strike::{Strike, Table};
use super::units::{Defence, Unit, Units, WeaponType, WhipDice};
use super::{Sides, Stage, State};
use crate::chance::Chance;
use crate::dice::{Pools, Score};
use crate::fields::{Problems, Whole};

/// Where the melee of a round stands.
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
}

/// One side of a melee.
#[derive(Clone, Debug)]
struct Party {
    lines: Vec<Line>,
    /// Its kinds of hits, in the order in which they count.
    slots: Vec<Slot>,
    suffers: Suffers,
    /// Vehicles are not limited by the models in combat.
    is_vehicle: bool,
    /// SY-34: whether its Armor is added to its rolls.
    adds_armor: bool,
    /// SY-27: whether the enemy may make hits of its failures.
    fails_matter: bool,
}

/// How hits damage a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Suffers {
    /// SY-21: points, against infantry.
    Points,
    /// SY-34: each hit is a Result.
    Results,
    /// SY-35: points, each an HP of the vehicle.
    Crew,
}

/// A weapon in use.
#[derive(Clone, Debug)]
struct Line {
    name: String,
    /// Its place in the unit's list.
    place: usize,
    before: u32,
    carriers: u32,
    dice: Dice,
    kind: Option<WeaponType>,
    slot: usize,
    strike: Strike,
    /// Its dice, by the Armor that is added and the Armor that is struck.
    strikes: Table,
    /// S19: the D6 of a hit without a roll; only in reach of a vehicle.
    results: Option<Table>,
    whip: WhipDice,
}

/// How many dice a model has.
#[derive(Clone, Copy, Debug)]
enum Dice {
    /// Att, or the Att of several such weapons.
    Att(u32),
    /// SY-24: one for each enemy, with each such weapon.
    Enemies(u32),
    /// SY-35: the vehicle's HP.
    Crew,
}

/// A side before its dice are made.
struct Fighter<'a> {
    unit: &'a Unit,
    is_crew: bool,
}

/// What a line of dice is made of, before its slot is known.
struct Draft {
    name: String,
    place: usize,
    before: u32,
    carriers: u32,
    dice: Dice,
    kind: Option<WeaponType>,
    slot: Slot,
}

impl Fighter<'_> {
    fn adds_armor(&self) -> bool {
        self.unit.is_vehicle() && !self.is_crew
    }

    fn suffers(&self) -> Suffers {
        match (self.unit.is_vehicle(), self.is_crew) {
            (false, _) => Suffers::Points,
            (true, false) => Suffers::Results,
            (true, true) => Suffers::Crew,
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
        let bare = |name: &str, before, dice| {
            // Bare hands and crews reach 1".
            let slot = Slot { in_reach: reaches(Some(1)), force: 0 };
            let place = self.unit.weapons.len();
            Draft { name: name.to_owned(), place, before, carriers: u32::MAX, dice, kind: None, slot }
        };
        if self.is_crew {
            return vec![bare("crew", 0, Dice::Crew)];
        }
        let is_vehicle = self.unit.is_vehicle();
        let used = carried(self.unit.weapons.iter().filter(|weapon| weapon.is_melee()), is_vehicle);
        let everyone_armed = is_vehicle || used.iter().any(|carried| carried.weapon.count.is_none());
        let special: u32 = used.iter().map(|carried| carried.carriers).fold(0, u32::saturating_add);
        let draft = |Carried { weapon, before, carriers, times }: Carried| {
            let dice = if weapon.is(WeaponType::Slashing) {
                Dice::Enemies(times)
            } else {
                Dice::Att(weapon.att.map_or(0, Whole::get) * times)
            };
            let place = self.unit.weapons.iter().position(|listed| std::ptr::eq(listed, weapon));
            let slot = Slot { in_reach: reaches(weapon.range.map(Whole::get)), force: weapon.force.get() };
            let place = place.unwrap_or_default();
            Draft { name: weapon.called(), place, before, carriers, dice, kind: weapon.r#type, slot }
        };
        let mut drafts: Vec<Draft> = used.into_iter().map(draft).collect();
        if !everyone_armed {
            drafts.push(bare("bare hands", special, Dice::Att(1)));
        }
        drafts
    }
}

impl Melee {
    /// Checks that both units have what melee needs.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Option<Self> {
        let Units { attacker, target, situation, .. } = units;
        let is_crew = target.is_vehicle() && situation.defence == Defence::Crew;
        if is_crew {
            problems.need(target.resolve, "target.resolve", "for a vehicle that its crew defends");
        }
        let fighters = [Fighter { unit: attacker, is_crew: false }, Fighter { unit: target, is_crew }];
        let distance = situation.distance.map(Whole::get);
        let drafts = [0, 1].map(|side: usize| fighters[side].drafts(distance));
        let is_armed = [0, 1].map(|side: usize| !drafts[side].is_empty());
        // SY-21 is needed only where somebody can strike a unit that suffers points.
        let compared =
            [0, 1].iter().any(|&side| is_armed[1 - side] && fighters[side].suffers() != Suffers::Results);
        let is_defensive = |drafts: &Vec<Draft>| drafts.iter().any(is_defensive);
        let defensive = [is_defensive(&drafts[0]), is_defensive(&drafts[1])];
        let [first, second] = drafts;
        let mut party = |side: usize, drafts: Vec<Draft>| {
            let parts = Parts { fighter: &fighters[side], enemy: &fighters[1 - side], compared, units };
            parts.party(drafts, defensive[1 - side], pools)
        };
        let parties = [party(0, first), party(1, second)];
        let [first, second] = parties;
        let in_combat = situation.in_combat.map_or(u32::MAX, Whole::get);
        Some(Self { parties: [first?, second?], in_combat })
    }

    /// Nobody has struck yet.
    pub fn begin(&self) -> Stage {
        Stage::Clash(Clash { side: Side::Attacker, line: 0, blows: [Blows::default(); 2] })
    }

    /// One weapon of one side strikes; after the last the damage is reckoned.
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
                self.reckon(clash.blows, state, sides, chance);
                Stage::End
            }
        };
    }

    /// Models of a side that strike.
    fn strikers(&self, side: Side, state: &State) -> u32 {
        let acting = state.of(side).acting();
        if self.parties[side as usize].is_vehicle { acting } else { acting.min(self.in_combat) }
    }

    /// The Armor that a side adds to its rolls, and the Armor that it strikes.
    fn armors(&self, side: Side, state: &State) -> (u32, u32) {
        let added = if self.parties[side as usize].adds_armor { state.of(side).armor() } else { 0 };
        let enemy = other(side);
        let is_struck = self.parties[enemy as usize].suffers == Suffers::Results;
        (added, if is_struck { state.of(enemy).armor() } else { 0 })
    }

    /// One weapon strikes.
    fn strike<C: Chance>(&self, line: &Line, clash: &mut Clash, state: &State, chance: &mut C) {
        let side = clash.side;
        let users = line.users(self.strikers(side, state));
        let enemy = state.of(other(side));
        // S18: a vehicle is one enemy, others as many as are in combat.
        let enemies = match enemy {
            Condition::Infantry { .. } => enemy.living().min(self.in_combat),
            Condition::Vehicle { .. } => 1,
        };
        let dice = match line.dice {
            Dice::Att(att) => users * att,
            Dice::Enemies(times) => users * times * enemies,
            Dice::Crew => state.of(side).hp(),
        };
        if dice == 0 {
            return;
        }
        let armors = self.armors(side, state);
        let (hits, fails, damage) = line.roll(dice, armors, chance);
        let blows = &mut clash.blows[side as usize];
        blows.add(line.slot, hits);
        blows.damage += damage;
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

    /// All blows are struck: SY-27, then the damage of both sides at once.
    fn reckon<C: Chance>(&self, blows: [Blows; 2], state: &mut State, sides: &Sides, chance: &mut C) {
        let mut blows = blows;
        let fails = blows.map(|blows| u32::from(blows.fails));
        for side in [Side::Attacker, Side::Target] {
            self.parry(side, fails[other(side) as usize], &mut blows[side as usize], state, chance);
        }
        let [first, second] = &self.parties;
        let points = compare([&blows[0], &blows[1]], [&first.slots, &second.slots]);
        for side in [Side::Target, Side::Attacker] {
            let (enemy, body) = (other(side) as usize, sides.of(side));
            let before = state.of(side);
            let suffers = self.parties[side as usize].suffers;
            let damage = match suffers {
                Suffers::Results => blows[enemy].damage,
                Suffers::Points | Suffers::Crew => Damage::points(points[enemy]),
            };
            let (after, losses) = match suffers {
                Suffers::Crew => Body::after_crew(before, damage),
                Suffers::Points | Suffers::Results => body.after(before, damage),
            };
            chance.measure(side.suffers().locks, blows[enemy].all());
            if suffers != Suffers::Results {
                chance.tell("SY-21", || {
                    let (theirs, own) = (blows[enemy].all(), blows[side as usize].all());
                    let (who, points) = (side.words(), damage.points);
                    format!("hits on {who} {theirs}, its own hits {own}: points {points}")
                });
            }
            body.report(damage.points.into(), losses, after, chance);
            state.suffer(side, after, damage);
        }
    }

    /// SY-27: extra hits for the dice that the enemy failed, with the first Defensive weapon that a striking model has.
    fn parry<C: Chance>(&self, side: Side, fails: u32, blows: &mut Blows, state: &State, chance: &mut C) {
        let strikers = self.strikers(side, state);
        let lines = self.parties[side as usize].lines.iter();
        let in_use = lines.filter(|line| line.is_defensive() && line.users(strikers) > 0);
        let Some(line) = in_use.min_by_key(|line| line.place) else { return };
        if fails == 0 {
            return;
        }
        blows.add(line.slot, fails);
        blows.damage += line.sure(fails, self.armors(side, state), chance);
        chance.tell("SY-27", || format!("{}: extra hits of {} {fails}", line.name, side.words()));
    }
}

/// The other side.
const fn other(side: Side) -> Side {
    match side {
        Side::Attacker => Side::Target,
        Side::Target => Side::Attacker,
    }
}

fn is_defensive(draft: &Draft) -> bool {
    draft.kind == Some(WeaponType::Defensive)
}

impl Line {
    fn is_defensive(&self) -> bool {
        self.kind == Some(WeaponType::Defensive)
    }

    /// Models that strike with it, of all that strike.
    fn users(&self, strikers: u32) -> u32 {
        strikers.saturating_sub(self.before).min(self.carriers)
    }

    /// The rule that its dice follow.
    fn rule(&self) -> &'static str {
        match (self.dice, self.kind) {
            (Dice::Crew, _) => "SY-35",
            (_, Some(WeaponType::Fast)) => "SY-22",
            (_, Some(WeaponType::Crushing)) => "SY-23",
            (_, Some(WeaponType::Slashing)) => "SY-24",
            (_, Some(WeaponType::Whip)) => "SY-25",
            (_, Some(WeaponType::Grasping)) => "SY-26",
            _ => "SY-20",
        }
    }

    /// Hits, dice that failed, and the damage of Results.
    fn roll<C: Chance>(&self, dice: u32, armors: (u32, u32), chance: &mut C) -> (u32, u32, Damage) {
        let read = |score: Score| (score.count(), Damage::from_lanes(score, 1));
        match self.kind {
            // SY-26: hits without a roll, and so without a failure.
            Some(WeaponType::Grasping) => (dice, 0, self.sure(dice, armors, chance)),
            Some(WeaponType::Whip) => {
                let (hits, mut damage) = read(self.strikes.roll(armors, dice, chance));
                match self.whip {
                    // Every die that hits brings another, until one fails.
                    WhipDice::Recursive => (hits, dice, damage),
                    WhipDice::Once => {
                        let (extra, more) = read(self.strikes.roll(armors, hits, chance));
                        damage += more;
                        (hits + extra, dice - extra, damage)
                    }
                }
            }
            _ => {
                let (hits, damage) = read(self.strikes.roll(armors, dice, chance));
                (hits, dice - hits, damage)
            }
        }
    }

    /// Hits without a roll: against a vehicle a D6 for each Result.
    fn sure<C: Chance>(&self, hits: u32, armors: (u32, u32), chance: &mut C) -> Damage {
        match &self.results {
            Some(results) => Damage::from_lanes(results.roll(armors, hits, chance), 0),
            None => Damage::default(),
        }
    }
}

/// What the dice of one side are made from.
struct Parts<'a> {
    fighter: &'a Fighter<'a>,
    enemy: &'a Fighter<'a>,
    compared: bool,
    units: &'a Units,
}

impl Parts<'_> {
    /// `None` if a unit lacks what it needs, which was said before.
    fn party(&self, drafts: Vec<Draft>, fails_matter: bool, pools: &mut Pools) -> Option<Party> {
        let mut slots: Vec<Slot> = drafts.iter().map(|draft| draft.slot).collect();
        slots.sort_by_key(|&slot| std::cmp::Reverse(slot));
        slots.dedup();
        let enemy_suffers = self.enemy.suffers();
        // What a hit must reach: the Resolve of infantry and crews, the Armor of vehicles.
        let (resolve, most_struck) = match enemy_suffers {
            Suffers::Results => (0, self.enemy.unit.armor?.get()),
            Suffers::Points | Suffers::Crew => (self.enemy.unit.resolve?.get(), 0),
        };
        let most_added = self.fighter.most_armor();
        let plates = Plates::new(self.enemy.unit, &self.units.options);
        let line = |draft: Draft| {
            let struck = (enemy_suffers == Suffers::Results && draft.slot.in_reach).then_some(plates);
            let recursive = self.units.options.whip == WhipDice::Recursive;
            let strike =
                Strike { resolve, kind: draft.kind, recursive, plates: struck, force: draft.slot.force };
            let no_roll = matches!(draft.kind, Some(WeaponType::Grasping | WeaponType::Defensive));
            let results = struck.filter(|_| no_roll).map(|plates| {
                let die = |(added, armor)| plates.against(draft.slot.force, added, armor).die();
                Table::new(most_added, most_struck, die, pools)
            });
            let slot = slots.iter().position(|&slot| slot == draft.slot).filter(|_| self.compared);
            Line {
                strikes: Table::new(most_added, most_struck, |armors| strike.die(armors), pools),
                name: draft.name,
                place: draft.place,
                before: draft.before,
                carriers: draft.carriers,
                dice: draft.dice,
                kind: draft.kind,
                slot: slot.unwrap_or_default(),
                strike,
                results,
                whip: self.units.options.whip,
            }
        };
        let lines = drafts.into_iter().map(line).collect();
        Some(Party {
            lines,
            slots,
            suffers: self.fighter.suffers(),
            is_vehicle: self.fighter.unit.is_vehicle(),
            adds_armor: self.fighter.adds_armor(),
            fails_matter,
        })
    }
}
