//! A round of attack, step by step: the reaction (DW-42), the lines, the defence, the damage table and those who suffer with the
//! target, its activation and the end phase.
//!
//! What is known of an attack shrinks from step to step: hits and damage of all lines, then damage alone, then table dice. The
//! reaction is rolled first, for it needs nothing of the attack; of the attacker as it was before, the attack then needs only the
//! weapons that the reaction may have cost it.

use super::State;
use super::activation::Activation;
use super::blast::Victim;
use super::choices::{Ability, Cover, Effect, Event, Measure, Reaction, WeaponLosses};
use super::condition::{Condition, Effects};
use super::defence::{Damage, Defender};
use super::lines::Lines;
use super::plan::{Breach, Lost, Manner};
use super::shots::Shots;
use super::table::{Table, TableDice, Tabled};
use super::units::{UnitType, Units};
use super::weapons::Trait;
use crate::chance::Chance;
use crate::dice::Pools;
use crate::fields::{Fault, Problems};
use crate::game::{Events, Flow};

/// DW-42: a reaction attack is made up to this distance, in inches.
const REACTION_REACH: u32 = 12;

/// Where in the round an attack is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The round begins.
    #[default]
    Begin,
    /// The target's lines are rolled in reaction.
    Answer,
    /// The attacker defends itself against them.
    Answered(Damage),
    /// The attacker's lines are rolled, after the reaction.
    Fire,
    /// The target defends itself against them.
    Hit(Damage),
    /// The target was damaged: its riders suffer, then the table is rolled for.
    Riders(Option<TableDice>),
    /// The damage table is rolled for.
    Table(TableDice),
    /// Ammunition has detonated: the riders suffer.
    Detonation,
    /// So many units of bystanders are still to suffer.
    Bystanders {
        /// Units that have not suffered yet.
        waiting: u8,
        /// Miniatures removed so far.
        casualties: u16,
    },
    /// The target's activation and the end phase.
    Activation,
}

/// An attack, ready to be played.
#[derive(Clone, Debug)]
pub struct Attack {
    lines: Lines,
    target: Defender,
    cover: Cover,
    table: Table,
    /// The weapons with which the target may react, and the attacker as their target.
    answer: Option<Lines>,
    attacker: Defender,
    hits_the_dirt: bool,
    weapon_losses: WeaponLosses,
    riders: Option<Victim>,
    bystanders: Option<(Victim, u8)>,
    activation: Option<Activation>,
    start: Condition,
}

impl Attack {
    /// Checks both sides and makes their dice.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        let Units { situation, options, .. } = units;
        let target = Defender::target(&units.target, situation, options, pools);
        let attacker = Defender::new(&units.attacker, situation, options, pools);
        let manner = Manner::of(situation);
        let lines = Lines::new("attacker", &units.attacker, &target.body, situation, manner, pools, problems);
        let answers = situation.reaction == Reaction::Attack && situation.distance.get() <= REACTION_REACH;
        let answer = answers.then(|| {
            Lines::new("target", &units.target, &attacker.body, situation, Manner::Reaction, pools, problems)
        });
        if situation.riders.is_some() && target.body.kind == UnitType::Soldier {
            let words = "nobody rides on a unit of soldiers".to_owned();
            problems.add("situation.riders", Fault::Conflict(words));
        }
        let soldiers = target.body.kind == UnitType::Soldier && !target.body.has(Ability::Zombie);
        Self {
            table: Table::new(target.body.kind, options, pools),
            cover: situation.cover,
            hits_the_dirt: situation.reaction == Reaction::HitTheDirt && soldiers,
            weapon_losses: options.weapon_losses,
            riders: situation.riders.as_ref().map(|squad| Victim::new(&squad.unit, options, pools)),
            bystanders: (situation.bystanders.as_ref())
                .map(|squad| (Victim::new(&squad.unit, options, pools), squad.count as u8)),
            activation: situation.target_activates.then(|| Activation::new(pools)),
            start: target.body.start(situation, problems),
            lines,
            target,
            answer,
            attacker,
        }
    }

    /// The target before the first round.
    pub fn start(&self) -> Condition {
        self.start
    }

    /// Plays one step.
    #[inline]
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        match state.stage {
            Stage::Begin => self.begin(state, chance),
            Stage::Answer => self.answer(state, chance),
            Stage::Answered(damage) => self.answered(damage, state, chance),
            Stage::Fire => {
                state.stage = Stage::Activation;
                if let Some(shots) = self.shots(state) {
                    Self::fire(&shots, state, chance);
                }
            }
            Stage::Hit(damage) => self.hit(damage, state, chance),
            Stage::Riders(dice) => {
                self.spray_riders(state, chance);
                state.stage = dice.map_or(Stage::Activation, Stage::Table);
            }
            Stage::Table(dice) => self.roll_table(dice, state, chance),
            Stage::Detonation => self.detonate(state, chance),
            Stage::Bystanders { waiting, casualties } => self.blast_one(waiting, casualties, state, chance),
            Stage::Activation => {
                self.finish(state, chance);
                return Flow::RoundOver;
            }
        }
        Flow::Next
    }

    /// Whether the target is eliminated.
    #[inline]
    pub fn is_killed(&self, state: &State) -> bool {
        state.target.is_eliminated(&self.target.body)
    }

    /// The events so far.
    #[inline]
    pub fn events(&self, state: &State) -> Events {
        let events = Events(state.happened.0 | state.target.effects.events().0);
        let riders = self.riders.as_ref().is_some_and(|riders| riders.is_eliminated(&state.riders));
        events
            .with(Event::AttackerKilled, state.attacker.is_eliminated(&self.attacker.body))
            .with(Event::RidersKilled, riders)
    }

    /// The attack of this round, if any line fires.
    #[inline]
    fn shots(&self, state: &State) -> Option<Shots<'_>> {
        let breach = match (state.target.effects.has(Effect::HullBreach), self.target.body.kind) {
            (false, _) => Breach::None,
            (true, UnitType::Aircraft) => Breach::OfAircraft,
            (true, _) => Breach::OfVehicle,
        };
        let lost = Lost { best: 0, least: state.attacker_losses.into() };
        let plan = self.lines.plan(&state.attacker, lost, breach, false)?;
        Some(Shots { lines: &self.lines, plan, defender: &self.target, ground: self.cover, dirt: false })
    }

    /// The reaction attack of this round, if any line can fire; a close combat attack is answered in kind.
    #[inline]
    fn answering_shots(&self, state: &State) -> Option<Shots<'_>> {
        let lines = self.answer.as_ref()?;
        let attack = self.shots(state)?;
        let lost = self.lost_by_target(state);
        let plan = lines.plan(&state.target, lost, Breach::None, attack.plan.nature.close)?;
        // DW-32: those whom an aircraft with damaged fire control attacks are in soft cover.
        let fire_control = state.target.effects.has(Effect::DamagedFireControl);
        let ground = if fire_control { Cover::Soft } else { Cover::None };
        Some(Shots { lines, plan, defender: &self.attacker, ground, dirt: false })
    }

    /// Weapons that the target has no more: by its effects since the start (DW-29, DW-30), and with its dead.
    fn lost_by_target(&self, state: &State) -> Lost {
        let effects: Effects = state.target.effects.without(self.start.effects);
        let damaged = effects.has(Effect::WeaponDamaged) || effects.has(Effect::DamagedWeapon);
        let chosen = state.happened.has(Event::AttackerChoseWeapon as usize);
        Lost {
            best: u32::from(effects.has(Effect::Detonation)) + u32::from(damaged && chosen),
            least: u32::from(damaged && !chosen) + self.lost_with(&state.target),
        }
    }

    /// Weapons that the dead of a unit took with them.
    #[inline]
    fn lost_with(&self, unit: &Condition) -> u32 {
        match self.weapon_losses {
            WeaponLosses::None => 0,
            WeaponLosses::CheapestFirst => unit.lost.into(),
        }
    }

    #[inline]
    fn begin<C: Chance>(&self, state: &mut State, chance: &mut C) {
        state.attacker_losses = self.lost_with(&state.attacker) as u8;
        let alive = !state.attacker.is_eliminated(&self.attacker.body);
        let shots = if alive { self.shots(state) } else { None };
        let Some(shots) = shots else {
            chance.tell("DW-8", || {
                if alive { "no line fires: no attack" } else { "the attacker is no more" }.to_owned()
            });
            state.attacker.empty = 0;
            state.target.empty = 0;
            state.stage = Stage::Activation;
            return;
        };
        shots.plan.tell(chance);
        let may_react = !state.target.reacted && !state.target.is_held_down(&self.target.body);
        let answer = if may_react { self.answering_shots(state) } else { None };
        if let Some(answer) = answer {
            chance.tell("DW-42", || "the target reacts with an attack, at the same time".to_owned());
            answer.plan.tell(chance);
            state.target.reacted = true;
            state.stage = Stage::Answer;
            return;
        }
        state.target.empty = 0;
        let dirt = may_react && self.hits_the_dirt;
        if dirt {
            state.target.reacted = true;
            state.target.gain_markers(1, &self.target.body);
            state.note_markers();
            chance.tell("DW-20", || "the target hits the dirt: a marker, and one step of cover".to_owned());
        }
        // Nothing was rolled: the lines are rolled in the same step.
        Self::fire(&Shots { dirt, ..shots }, state, chance);
    }

    fn answer<C: Chance>(&self, state: &mut State, chance: &mut C) {
        state.stage = match self.answering_shots(state) {
            Some(shots) => Stage::Answered(shots.fire(&state.attacker, chance).1),
            None => Stage::Fire,
        };
    }

    fn answered<C: Chance>(&self, damage: Damage, state: &mut State, chance: &mut C) {
        state.stage = Stage::Fire;
        let Some(Shots { plan, .. }) = self.answering_shots(state) else { return };
        let harm = self.attacker.suffer(&mut state.attacker, damage, plan.nature, chance);
        chance.measure(Measure::ReactionDamage, harm.taken);
        chance.measure(Measure::ReactionCasualties, harm.casualties);
        plan.spend(&mut state.target);
    }

    #[inline]
    fn fire<C: Chance>(shots: &Shots<'_>, state: &mut State, chance: &mut C) {
        let (volley, damage) = shots.fire(&state.target, chance);
        chance.measure(Measure::Hits, volley.hits);
        chance.measure(Measure::DamageBeforeArmor, volley.damage);
        // DW-24
        chance.measure(Measure::DefencesRemoved, volley.defences);
        if volley.defences > 0 {
            chance.tell("DW-24", || format!("demolition: {} defence pieces are removed", volley.defences));
        }
        state.stage = Stage::Hit(damage);
    }

    #[inline]
    fn hit<C: Chance>(&self, damage: Damage, state: &mut State, chance: &mut C) {
        state.stage = Stage::Activation;
        let Some(Shots { plan, .. }) = self.shots(state) else { return };
        let (nature, body) = (plan.nature, &self.target.body);
        plan.spend(&mut state.attacker);
        let harm = self.target.suffer(&mut state.target, damage, nature, chance);
        chance.measure(Measure::ArmorNegated, harm.negated);
        chance.measure(Measure::Damage, harm.taken);
        if harm.casualties > 0 {
            chance.measure(Measure::Casualties, harm.casualties);
        }
        if harm.cheated {
            state.happened.add(Event::CheatedDeath);
        }
        // DW-22
        if (damage.before > 0 || nature.has(Trait::Grenade)) && state.target.takes_markers(body) {
            state.target.gain_markers(1, body);
            state.note_markers();
            let markers = state.target.suppression;
            chance.tell("DW-22", || format!("a suppression marker: {markers} in all"));
        }
        let destroyed = state.target.is_eliminated(body);
        let dice =
            if destroyed { None } else { self.table.brings(&mut state.target, damage, harm, nature, chance) };
        let riders = self.riders.as_ref().is_some_and(|riders| !riders.is_eliminated(&state.riders));
        if riders && harm.taken > 0 {
            state.stage = Stage::Riders(dice);
        } else if let Some(dice) = dice {
            state.stage = Stage::Table(dice);
        }
    }

    /// DW-34: the vehicle was damaged.
    fn spray_riders<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if let Some(riders) = &self.riders {
            state.rider_casualties += riders.spray(&mut state.riders, chance) as u8;
        }
    }

    fn roll_table<C: Chance>(&self, dice: TableDice, state: &mut State, chance: &mut C) {
        let effect = match self.table.roll(&mut state.target, dice, chance) {
            Tabled::Rolling(dice) => {
                state.stage = Stage::Table(dice);
                return;
            }
            Tabled::Done(effect) => effect,
        };
        state.stage = Stage::Activation;
        match effect {
            Some(Effect::WeaponDamaged | Effect::DamagedWeapon) if self.table.attacker_chooses(chance) => {
                state.happened.add(Event::AttackerChoseWeapon);
            }
            Some(Effect::Detonation) => state.stage = Stage::Detonation,
            _ => {}
        }
    }

    /// DW-30: the riders first, then the bystanders, unit by unit.
    fn detonate<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if let Some(riders) = &self.riders {
            state.rider_casualties += riders.detonation(&mut state.riders, chance) as u8;
        }
        state.stage = match self.bystanders {
            Some((_, waiting)) => Stage::Bystanders { waiting, casualties: 0 },
            None => Stage::Activation,
        };
    }

    fn blast_one<C: Chance>(&self, waiting: u8, casualties: u16, state: &mut State, chance: &mut C) {
        state.stage = Stage::Activation;
        let Some((victim, _)) = &self.bystanders else { return };
        let mut unit = Condition::default();
        let casualties = casualties + victim.detonation(&mut unit, chance) as u16;
        if victim.is_eliminated(&unit) {
            state.happened.add(Event::BystanderKilled);
        }
        if waiting > 1 {
            state.stage = Stage::Bystanders { waiting: waiting - 1, casualties };
        } else {
            chance.measure(Measure::BystanderCasualties, casualties.into());
        }
    }

    /// The target's activation and the end phase; then the state is ready for the next round.
    #[inline]
    fn finish<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let body = &self.target.body;
        if let Some(activation) = self.activation.filter(|_| !state.target.is_eliminated(body)) {
            let activated = activation.play(&mut state.target, body, chance);
            if activated.retreats {
                state.happened.add(Event::Retreating);
            }
            if activated.casualties > 0 {
                chance.measure(Measure::Casualties, activated.casualties);
            }
            if activated.burnt {
                self.spray_riders(state, chance);
            }
            activation.end_phase(&mut state.target, chance);
        }
        chance.measure(Measure::Suppression, state.target.suppression.into());
        if self.riders.is_some() {
            chance.measure(Measure::RiderCasualties, state.rider_casualties.into());
        }
        state.rider_casualties = 0;
        state.attacker_losses = 0;
        state.stage = Stage::Begin;
        if state.attacker.is_eliminated(&self.attacker.body) {
            state.attacker = Condition { lost: state.attacker.lost, ..Condition::default() };
        }
    }
}
