//! A round of attack, step by step: the reaction (DW-42), the lines, the defence, the damage table and those who suffer with the
//! target, its activation and the end phase.
//!
//! Each line is a step of its own, and what is known of an attack shrinks from step to step: hits and damage, then damage
//! alone, then table dice. The reaction is rolled first, for it needs nothing of the attack; of the attacker as it was before, the
//! attack then needs only the weapons that the reaction may have cost it.

use super::State;
use super::activation::Activation;
use super::blast::Victim;
use super::choices::{Ability, Cover, Effect, Event, Measure, Reaction, WeaponLosses};
use super::condition::{Condition, Effects};
use super::defence::{Damage, Defender};
use super::lines::{Breach, Lines, Lost, Manner, Plan};
use super::table::{Table, TableDice, Tabled};
use super::units::{UnitType, Units};
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
    Answer(Volley),
    /// The attacker defends itself against them.
    Answered(Damage),
    /// The attacker's lines are rolled.
    Fire(Volley),
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

/// What the lines of an attack have done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Volley {
    line: u8,
    /// The target hit the dirt.
    dirt: bool,
    hits: u16,
    damage: u16,
    /// The part of the damage that soft cover does not reduce.
    radiation: u16,
    defences: u16,
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
        let Units { attacker: attacking, target: attacked, situation, options, .. } = units;
        let target = Defender::target(attacked, situation, options, pools);
        let attacker = Defender::new(attacking, situation, options, pools);
        let manner = Manner::attack(situation);
        let lines = Lines::new("attacker", attacking, &target.body, situation, manner, pools, problems);
        let answers = situation.reaction == Reaction::Attack && situation.distance.get() <= REACTION_REACH;
        let answer = answers.then(|| {
            Lines::new("target", attacked, &attacker.body, situation, Manner::REACTION, pools, problems)
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
            Stage::Answer(volley) => self.answer(volley, state, chance),
            Stage::Answered(damage) => self.answered(damage, state, chance),
            Stage::Fire(volley) => self.fire(volley, state, chance),
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
    pub fn is_killed(&self, state: &State) -> bool {
        state.target.is_eliminated(&self.target.body)
    }

    /// The events so far.
    pub fn events(&self, state: &State) -> Events {
        let mut events = state.happened;
        state.target.effects.iter().for_each(|effect| events.add(Event::of(effect)));
        let riders = self.riders.as_ref().is_some_and(|riders| riders.is_eliminated(&state.riders));
        events
            .with(Event::AttackerKilled, state.attacker.is_eliminated(&self.attacker.body))
            .with(Event::RidersKilled, riders)
    }

    /// The attack of this round, if any line fires.
    #[inline]
    fn plan(&self, state: &State) -> Option<Plan> {
        let breach = match (state.target.effects.has(Effect::HullBreach), self.target.body.kind) {
            (false, _) => Breach::None,
            (true, UnitType::Aircraft) => Breach::OfAircraft,
            (true, _) => Breach::OfVehicle,
        };
        let lost = Lost { best: 0, least: state.attacker_losses.into() };
        self.lines.plan(&state.attacker, lost, breach, false)
    }

    /// The reaction attack of this round, if any line can fire; a close combat attack is answered in kind.
    fn answer_plan<'a>(&'a self, attack: &Plan, state: &State) -> Option<(&'a Lines, Plan)> {
        let lines = self.answer.as_ref()?;
        let lost = self.lost_by_target(state);
        lines.plan(&state.target, lost, Breach::None, attack.close).map(|plan| (lines, plan))
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
    fn lost_with(&self, unit: &Condition) -> u32 {
        match self.weapon_losses {
            WeaponLosses::None => 0,
            WeaponLosses::CheapestFirst => unit.lost.into(),
        }
    }

    fn begin<C: Chance>(&self, state: &mut State, chance: &mut C) {
        state.attacker_losses = self.lost_with(&state.attacker) as u8;
        let alive = !state.attacker.is_eliminated(&self.attacker.body);
        let attack = if alive { self.plan(state) } else { None };
        let Some(attack) = attack else {
            chance.tell("DW-8", || {
                if alive { "no line fires: no attack" } else { "the attacker is no more" }.to_owned()
            });
            state.attacker.empty = 0;
            state.target.empty = 0;
            state.stage = Stage::Activation;
            return;
        };
        attack.tell(chance);
        let may_react = !state.target.reacted && !state.target.is_held_down(&self.target.body);
        let answer = if may_react { self.answer_plan(&attack, state) } else { None };
        if let Some((_, answer)) = answer {
            state.target.reacted = true;
            state.stage = Stage::Answer(Volley::default());
            chance.tell("DW-42", || "the target reacts with an attack, at the same time".to_owned());
            answer.tell(chance);
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
        state.stage = Stage::Fire(Volley { dirt, ..Volley::default() });
    }

    fn answer<C: Chance>(&self, mut volley: Volley, state: &mut State, chance: &mut C) {
        let Some((lines, plan)) = self.plan(state).and_then(|attack| self.answer_plan(&attack, state)) else {
            state.stage = Stage::Fire(Volley::default());
            return;
        };
        let fire_control = state.target.effects.has(Effect::DamagedFireControl);
        let ground = if fire_control { Cover::Soft } else { Cover::None };
        let shelter = self.attacker.shelter(&state.attacker, ground, false, &lines.nature(&plan));
        let fired = lines.fire(volley.line, &plan, state.attacker.living(&self.attacker.body), chance);
        volley.damage += fired.damage as u16;
        if fired.radiation && shelter.radiation_passes {
            volley.radiation += fired.damage as u16;
        }
        state.stage = if let Some(line) = fired.next {
            Stage::Answer(Volley { line, ..volley })
        } else {
            let left = shelter.leaves(volley.damage, volley.radiation);
            Stage::Answered(Damage { before: volley.damage, left })
        };
    }

    fn answered<C: Chance>(&self, damage: Damage, state: &mut State, chance: &mut C) {
        if let Some((lines, plan)) = self.plan(state).and_then(|attack| self.answer_plan(&attack, state)) {
            let harm = self.attacker.suffer(&mut state.attacker, damage, &lines.nature(&plan), chance);
            chance.measure(Measure::ReactionDamage, harm.taken);
            chance.measure(Measure::ReactionCasualties, harm.casualties);
            plan.spend(&mut state.target);
        }
        state.stage = Stage::Fire(Volley::default());
    }

    fn fire<C: Chance>(&self, mut volley: Volley, state: &mut State, chance: &mut C) {
        let Some(plan) = self.plan(state) else {
            state.stage = Stage::Activation;
            return;
        };
        let nature = self.lines.nature(&plan);
        let shelter = self.target.shelter(&state.target, self.cover, volley.dirt, &nature);
        let fired = self.lines.fire(volley.line, &plan, state.target.living(&self.target.body), chance);
        volley.hits += fired.hits as u16;
        volley.damage += fired.damage as u16;
        if fired.radiation && shelter.radiation_passes {
            volley.radiation += fired.damage as u16;
        }
        if fired.demolition {
            volley.defences += fired.hits as u16;
        }
        if let Some(line) = fired.next {
            state.stage = Stage::Fire(Volley { line, ..volley });
            return;
        }
        chance.measure(Measure::Hits, volley.hits.into());
        chance.measure(Measure::DamageBeforeArmor, volley.damage.into());
        // DW-24
        chance.measure(Measure::DefencesRemoved, volley.defences.into());
        if volley.defences > 0 {
            chance.tell("DW-24", || format!("{} defence pieces can be removed", volley.defences));
        }
        let left = shelter.leaves(volley.damage, volley.radiation);
        state.stage = Stage::Hit(Damage { before: volley.damage, left });
    }

    fn hit<C: Chance>(&self, damage: Damage, state: &mut State, chance: &mut C) {
        state.stage = Stage::Activation;
        let Some(plan) = self.plan(state) else { return };
        let (nature, body) = (self.lines.nature(&plan), &self.target.body);
        plan.spend(&mut state.attacker);
        let harm = self.target.suffer(&mut state.target, damage, &nature, chance);
        chance.measure(Measure::ArmorNegated, harm.negated);
        chance.measure(Measure::Damage, harm.taken);
        if harm.casualties > 0 {
            chance.measure(Measure::Casualties, harm.casualties);
        }
        if harm.cheated {
            state.happened.add(Event::CheatedDeath);
        }
        // DW-22
        if (damage.before > 0 || nature.grenade) && state.target.takes_markers(body) {
            state.target.gain_markers(1, body);
            state.note_markers();
            let markers = state.target.suppression;
            chance.tell("DW-22", || format!("a suppression marker: {markers} in all"));
        }
        let destroyed = state.target.is_eliminated(body);
        let dice =
            if destroyed { None } else { self.table.dice(&mut state.target, damage, harm, &nature, chance) };
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
