//! A round of attack, step by step: the reaction (DW-42), the lines with the defence and the damage table, riders and bystanders of the
//! target, its activation and the end phase.
//!
//! Each part keeps less of the attack: first the hits and damage of all lines, then the damage alone, then the table dice, then a line of
//! the table. Of the target's earlier effects only a Hull Breach changes the attack. The reaction is rolled first, because it does not
//! depend on the attack. What the reaction costs the attacker changes its attack only by lost weapons.

use super::State;
use super::activation::Activation;
use super::choices::{Ability, Cover, Event, Measure, Reaction, WeaponLosses};
use super::condition::{Body, Condition};
use super::defence::{Blow, Damage, Defender};
use super::lines::Lines;
use super::nearby::Nearby;
use super::plan::{Manner, Plan};
use super::role::Role;
use super::second::Second;
use super::shots::Shots;
use super::table::{Table, TableDice, TableLine};
use super::units::{UnitType, Units};
use super::weapons::Trait;
use chance::Chance;
use chance::dice::Pools;
use chance::fields::Problems;
use chance::game::{Events, Flow};

/// DW-42: a reaction attack is made up to this distance, in inches.
const REACTION_REACH: u32 = 12;

/// Where in the round an attack is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The round begins.
    #[default]
    Begin,
    /// The second target is attacked; the attack on the target is next (DW-55).
    Split,
    /// The target's lines are rolled in reaction.
    Answer,
    /// The attacker defends itself against them.
    Answered(Damage),
    /// The attacker's lines are rolled.
    Fire {
        /// The target has hit the dirt.
        dirt: bool,
    },
    /// The target was damaged: its riders suffer, then the table is rolled for.
    Riders(Option<TableDice>),
    /// The damage table is rolled for.
    Table(TableDice),
    /// A line of the damage table was reached.
    Reached(TableLine),
    /// The effect of that line is known.
    Affected(Option<Event>),
    /// Ammunition has detonated: the riders suffer.
    Detonation,
    /// Units of bystanders still suffer the detonation.
    Bystanders {
        /// Units that have not suffered it yet.
        waiting: u8,
    },
    /// The target's activation and the end phase.
    Activation,
}

/// The attack of a suppressed unit, which has one action less.
#[derive(Clone, Debug)]
pub(super) enum HeldDown {
    /// Unchanged: one action is enough.
    AsEver,
    /// A sustained attack is a plain one.
    Plain(Box<Lines>),
    /// There is no indirect fire.
    Silent,
}

/// An attack, ready to be played.
#[derive(Clone, Debug)]
pub struct Attack {
    pub(super) lines: Lines,
    pub(super) held_down: HeldDown,
    /// DW-53: the attacker's bombs.
    pub(super) bombs: Option<Lines>,
    /// DW-55: the second target.
    second: Option<Second>,
    pub(super) target: Defender,
    pub(super) cover: Cover,
    table: Table,
    /// The weapons with which the target may react, and the attacker as their target.
    pub(super) answer: Option<Lines>,
    pub(super) attacker: Defender,
    pub(super) hits_the_dirt: bool,
    pub(super) weapon_losses: WeaponLosses,
    nearby: Nearby,
    /// DW-16: whether All in One leaves a marker.
    marks_all_in_one: bool,
    activation: Option<Activation>,
    pub(super) start: Condition,
}

impl Attack {
    /// Checks both sides and makes their dice.
    pub fn new(units: &Units, pools: &mut Pools, problems: &mut Problems) -> Self {
        let Units { situation, options, .. } = units;
        let target = Defender::target(&units.target, situation, options, pools);
        let attacker = Defender::new(&units.attacker, situation, options, pools);
        let manner = Manner::of(situation);
        let second = Second::new(units, pools, problems);
        let mut lines = |role, manner| {
            let (unit, body) = (&units.attacker, &target.body);
            Lines::new(role, unit, body, situation, manner, pools, problems)
        };
        let held_down = match manner {
            Manner::Plain | Manner::Reaction | Manner::Bombs { .. } => HeldDown::AsEver,
            Manner::Sustained { .. } => HeldDown::Plain(Box::new(lines(Role::Target, Manner::Plain))),
            Manner::Indirect => HeldDown::Silent,
        };
        let bombs: u32 = (units.attacker.weapons.iter())
            .filter(|weapon| weapon.has(Trait::Bomb))
            .map(|weapon| weapon.count.get())
            .sum();
        let bombs = (bombs > 0).then(|| lines(Role::Bombs, Manner::Bombs { sustained: bombs > 1 }));
        let lines = lines(Role::Target, manner);
        let answers = situation.reaction == Reaction::Attack && situation.distance.get() <= REACTION_REACH;
        let answer = answers.then(|| {
            let (unit, body) = (&units.target, &attacker.body);
            Lines::new(Role::Reaction, unit, body, situation, Manner::Reaction, pools, problems)
        });
        let soldiers = target.body.kind == UnitType::Soldier && !target.body.is_fearless();
        Self {
            table: Table::new(target.body.kind, options, pools),
            cover: situation.cover,
            hits_the_dirt: situation.reaction == Reaction::HitTheDirt && soldiers,
            weapon_losses: options.weapon_losses,
            nearby: Nearby::new((&units.attacker, &target), situation, options, pools, problems),
            marks_all_in_one: options.all_in_one_marker,
            activation: situation.target_activates.then(|| Activation::new(pools)),
            start: target.body.start(situation, problems),
            lines,
            bombs,
            second,
            held_down,
            target,
            answer,
            attacker,
        }
    }

    /// The target before the first round.
    pub fn start(&self) -> Condition {
        self.start
    }

    /// The target as a body.
    pub fn target(&self) -> &Body {
        &self.target.body
    }

    /// Whether any line of the attacker would fire.
    pub fn fires(&self, state: &State) -> bool {
        let losses = self.lost_with(&state.attacker) as u8;
        self.shots(&State { attacker_losses: losses, ..*state }).is_some()
    }

    /// Whether units are activated at the end of a round.
    pub fn activates(&self) -> bool {
        self.activation.is_some()
    }

    /// Plays the target's activation and the end phase.
    pub fn activate<C: Chance>(&self, target: &mut Condition, chance: &mut C) {
        if let Some(activation) = self.activation {
            activation.play(target, &self.target.body, chance);
            activation.end_phase(target, chance);
        }
    }

    /// Plays one step.
    #[inline]
    pub fn step<C: Chance>(&self, state: &mut State, chance: &mut C) -> Flow {
        let activates = state.stage == Stage::Activation;
        self.act(state, chance);
        // An activation without dice is no step of its own.
        if state.stage == Stage::Activation && (activates || !self.rolls_at_activation(state)) {
            self.finish(state, chance);
            return Flow::RoundOver;
        }
        Flow::Next
    }

    /// Whether dice are rolled at the end of the round.
    #[inline]
    fn rolls_at_activation(&self, state: &State) -> bool {
        let rolls = |unit: &Condition, body| unit.suppression > 0 || unit.needs_leader(body);
        rolls(&state.target, &self.target.body)
            || self.second.as_ref().is_some_and(|second| rolls(&state.beside, second.body()))
    }

    /// Plays the next part of the attack, up to the activation.
    #[inline]
    pub fn act<C: Chance>(&self, state: &mut State, chance: &mut C) {
        if state.stage == Stage::Begin
            && let Some(second) = &self.second
        {
            state.stage = Stage::Split;
            if !state.attacker.is_eliminated(&self.attacker.body) {
                return second.attack(state, chance);
            }
        }
        if matches!(state.stage, Stage::Begin | Stage::Split) && self.answer.is_some() {
            self.begin(state, chance);
        }
        match state.stage {
            Stage::Answer => self.answer(state, chance),
            Stage::Answered(damage) => self.answered(damage, state, chance),
            Stage::Begin | Stage::Split | Stage::Fire { .. } => self.attack(state, chance),
            Stage::Riders(dice) => {
                self.nearby.hurt_riders(state, chance);
                state.stage = dice.map_or(Stage::Activation, Stage::Table);
            }
            Stage::Table(dice) => {
                state.stage = Stage::Reached(self.table.roll(dice, chance));
                self.look_up(state);
            }
            Stage::Detonation => state.stage = self.nearby.detonate(state, chance),
            Stage::Bystanders { waiting } => state.stage = self.nearby.blast_one(waiting, state, chance),
            Stage::Reached(_) | Stage::Affected(_) | Stage::Activation => {}
        }
        if let Stage::Affected(effect) = state.stage {
            self.affect(effect, state, chance);
        }
    }

    /// Whether the target is eliminated.
    #[inline]
    pub fn is_killed(&self, state: &State) -> bool {
        state.target.is_eliminated(&self.target.body)
    }

    /// The events so far.
    #[inline]
    pub fn events(&self, state: &State) -> Events {
        let events = state.happened.and(state.target.effects.by_index());
        events
            .with(Event::AttackerChoseWeapon, state.target.enemy_chose_weapon)
            .with(Event::AttackerKilled, state.attacker.is_eliminated(&self.attacker.body))
            .with(Event::RidersKilled, self.nearby.has_lost_riders(state))
            .with(Event::SecondKilled, self.second.as_ref().is_some_and(|second| second.is_killed(state)))
    }

    /// Clears fields that no later rule reads: events, and everything but the unit beside the target once the target is eliminated.
    /// Returns the events that the state no longer shows.
    pub fn forget(&self, state: &mut State) -> Events {
        let mut gone = state.happened;
        state.happened = Events::NONE;
        if self.is_killed(state) {
            gone = gone.and(self.events(state));
            let State { stage, beside, target, .. } = *state;
            let target = Condition { lost: target.lost, ..Condition::default() };
            let beside = if stage == Stage::Begin { Condition::default() } else { beside };
            *state = State { target, stage, beside, ..State::default() };
        } else if self.answer.is_none() {
            // Only a reaction depends on which weapon is lost.
            let chosen = std::mem::take(&mut state.target.enemy_chose_weapon);
            gone = gone.with(Event::AttackerChoseWeapon, chosen);
            // The least effect gives way to no other and matters only to a unit that attacks: to get it again changes nothing.
            if let Some(&least) = Event::table(self.target.body.kind).first() {
                let effects = state.target.effects;
                gone = gone.and(effects.only(least).by_index());
                state.target.effects = effects.without(effects.only(least));
            }
        }
        gone
    }

    /// The attack: everything that the target's earlier effects do not influence is one part. Only a reaction is fired
    /// with the weapons that they have left.
    fn attack<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let effects = state.target.effects;
        state.target.effects = effects.only(Event::HullBreach);
        let before = *state;
        *state = chance.part(before, |chance| {
            let mut state = before;
            self.attack_without_effects(&mut state, chance);
            state
        });
        state.target.effects.add_all(effects);
        self.look_up(state);
    }

    fn attack_without_effects<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let shots = match state.stage {
            Stage::Fire { dirt } => self.shots(state).map(|shots| Shots { dirt, ..shots }),
            _ => self.begin(state, chance),
        };
        if let Stage::Fire { .. } = state.stage {
            state.stage = Stage::Activation;
        }
        let Some(shots) = shots else { return };
        let blow = self.strike(&shots, state, chance);
        self.hit(&blow, &shots.plan, state, chance);
        state.attacker.bombs_dropped |= shots.lines.is_bombing();
        if let Stage::Table(dice) = state.stage {
            state.stage = Stage::Reached(self.table.roll(dice, chance));
        }
    }

    /// DW-25: looks up the effect of the line that was reached.
    #[inline]
    fn look_up(&self, state: &mut State) {
        if let Stage::Reached(line) = state.stage {
            state.stage = Stage::Affected(self.table.effect(line, &state.target));
        }
    }

    /// Rolls the lines and the defence. Neither depends on the target's damage.
    fn strike<C: Chance>(&self, shots: &Shots<'_>, state: &State, chance: &mut C) -> Blow {
        let target = Condition { wounds: 0, ..state.target };
        chance.part((State { target, ..*state }, shots.dirt), |chance| {
            let (volley, damage) = shots.fire(&state.target, chance);
            chance.measure(Measure::Hits, volley.hits);
            chance.measure(Measure::DamageBeforeArmor, volley.damage);
            // DW-24
            chance.measure(Measure::DefencesRemoved, volley.defences);
            if volley.defences > 0 {
                chance
                    .tell("DW-24", || format!("demolition: {} defence pieces are removed", volley.defences));
            }
            let blow = self.target.defend(&state.target, damage, shots.plan.nature, chance);
            chance.measure(Measure::ArmorNegated, blow.negated());
            chance.measure(Measure::Damage, blow.taken());
            blow
        })
    }

    /// Marks what the attack used up, that on the second target included (DW-55).
    #[inline]
    pub(super) fn spend(&self, plan: Option<&Plan>, state: &mut State) {
        let second = self.second.as_ref().and_then(|second| second.plan(&state.attacker));
        match plan {
            Some(plan) => plan.spend(&mut state.attacker),
            None => state.attacker.empty = 0,
        }
        if let Some(second) = second {
            state.attacker.empty |= second.emptied;
            state.attacker.used.add_all(second.now);
        }
    }

    /// Applies the blow to the target.
    #[inline]
    fn hit<C: Chance>(&self, blow: &Blow, plan: &Plan, state: &mut State, chance: &mut C) {
        let (nature, body) = (plan.nature, &self.target.body);
        self.spend(Some(plan), state);
        if self.marks_all_in_one && plan.now.has(Ability::AllInOne) {
            state.attacker.gain_markers(1, &self.attacker.body);
            chance.tell("DW-16", || "All in One leaves a suppression marker on its unit".to_owned());
        }
        let casualties = self.target.take(&mut state.target, blow, chance);
        if casualties > 0 {
            chance.measure(Measure::Casualties, casualties);
        }
        if blow.cheated {
            state.happened.add(Event::CheatedDeath);
        }
        // DW-22
        let is_suppressing = nature.suppresses(blow.damage.before.into());
        if is_suppressing && body.is_fearless() {
            chance.tell("DW-45", || "the target takes no suppression markers".to_owned());
        }
        if is_suppressing && state.target.takes_markers(body) {
            state.target.gain_markers(1, body);
            state.note_markers();
            let markers = state.target.suppression;
            chance.tell("DW-22", || format!("a suppression marker: {markers} in all"));
        }
        let destroyed = state.target.is_eliminated(body);
        let dice = if destroyed { None } else { self.table.brings(&mut state.target, blow, nature, chance) };
        if self.nearby.suffers(destroyed, blow.taken(), state) {
            state.stage = Stage::Riders(dice);
        } else if let Some(dice) = dice {
            state.stage = Stage::Table(dice);
        }
    }

    #[inline]
    fn affect<C: Chance>(&self, effect: Option<Event>, state: &mut State, chance: &mut C) {
        state.stage = Stage::Activation;
        self.table.affect(&mut state.target, effect, chance);
        match effect {
            Some(Event::WeaponDamaged | Event::DamagedWeapon) if self.table.attacker_chooses(chance) => {
                state.target.enemy_chose_weapon = true;
            }
            Some(Event::Detonation) if self.nearby.is_anybody() => state.stage = Stage::Detonation,
            _ => {}
        }
    }

    /// The target's activation and the end phase; then the state is ready for the next round.
    #[inline]
    fn finish<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let body = &self.target.body;
        if let Some(activation) = self.activation.filter(|_| !state.target.is_eliminated(body)) {
            let activated = activation.play(&mut state.target, body, chance);
            state.happened = state.happened.with(Event::Suppressed, activated.new_leader);
            if activated.retreats {
                state.happened.add(Event::Retreating);
            }
            if activated.casualties > 0 {
                chance.measure(Measure::Casualties, activated.casualties);
            }
            if activated.burnt {
                self.nearby.spray_riders(state, chance);
            }
            activation.end_phase(&mut state.target, chance);
        }
        if let (Some(activation), Some(second)) = (self.activation, &self.second) {
            second.activate(activation, state, chance);
        }
        if state.target.suppression > 0 {
            chance.measure(Measure::Suppression, state.target.suppression.into());
        }
        if self.activation.is_some() {
            // DW-5: the end phase takes the marker of All in One.
            state.attacker.suppression = state.attacker.suppression.saturating_sub(1);
        }
        state.attacker_losses = 0;
        state.stage = Stage::Begin;
        if state.attacker.is_eliminated(&self.attacker.body) {
            state.attacker = Condition { lost: state.attacker.lost, ..Condition::default() };
        }
    }
}
