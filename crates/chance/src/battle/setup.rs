//! A battle made from the units of a file: every unit is matched with every enemy.

use super::{Battle, NoBattle, Order, Policy, Side, Troop};
use crate::dice::Pools;
use crate::duel::Duel;
use crate::fields::{Fault, Problem, Problems, Setup, Value};
use crate::game::BattleRules;

/// Units of a kind, not checked yet.
#[derive(Clone, Debug)]
pub struct UnitSetup {
    /// Which side.
    pub side: Side,
    /// How many.
    pub count: u32,
    /// What each costs.
    pub points: f64,
    /// How it attacks: the name of a procedure, or a list of them, of which the first is used that can harm the target.
    pub procedure: Option<Value>,
    /// Its fields.
    pub unit: Value,
}

/// A battle, not checked yet.
#[derive(Clone, Debug)]
pub struct BattleSetup {
    /// The units; those of side 0 first.
    pub units: Vec<UnitSetup>,
    /// The situation of every attack.
    pub situation: Option<Value>,
    /// The rules' open questions.
    pub options: Option<Value>,
    /// Who attacks first.
    pub order: Order,
    /// How each side chooses its targets.
    pub policies: [Policy; 2],
}

/// Two kinds of units that cannot be matched.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The attacker, by its place among the units.
    pub attacker: usize,
    /// The target, by its place among the units.
    pub target: usize,
    /// The reasons.
    pub problems: Vec<Problem>,
}

impl<G: Duel> Battle<G> {
    /// Matches every unit with every enemy. Returns the battle, and the pairs that the rules refuse.
    pub fn from_setup(rulebook: &G::Rulebook, setup: &BattleSetup) -> (Result<Self, NoBattle>, Vec<Refusal>) {
        let BattleSetup { units, order, policies, .. } = setup;
        let pools = Pools::default();
        let mut matchups = Vec::with_capacity(units.len() * units.len());
        let mut refusals = Vec::new();
        for (attacker, attacks) in units.iter().enumerate() {
            for (target, attacked) in units.iter().enumerate() {
                let made = if attacks.side == attacked.side {
                    None
                } else {
                    match Self::matched(rulebook, setup, [attacks, attacked], &pools) {
                        Ok(matchup) => Some(matchup),
                        Err(Problems(problems)) => {
                            refusals.push(Refusal { attacker, target, problems });
                            None
                        }
                    }
                };
                matchups.push(made);
            }
        }
        let troop = |unit_setup: &UnitSetup| Troop {
            side: unit_setup.side,
            count: unit_setup.count,
            points: unit_setup.points,
        };
        let troops = units.iter().map(troop).collect();
        let battle = Self::new(G::system_of(rulebook), troops, matchups, pools, *order, *policies);
        (battle, refusals)
    }

    /// The same battle with other numbers of units.
    pub fn recounted(&self, counts: &[u32]) -> Result<Self, NoBattle> {
        let troops = self.troops.iter().zip(counts).map(|(troop, &count)| Troop { count, ..troop.clone() });
        let troops = troops.collect();
        let (matchups, pools) = (self.matchups.clone(), self.pools.clone());
        Self::new(&self.system, troops, matchups, pools, self.order, self.policies)
    }

    /// The attack of one kind of unit on another.
    pub(super) fn matched(
        rulebook: &G::Rulebook,
        setup: &BattleSetup,
        [attacker, target]: [&UnitSetup; 2],
        pools: &Pools,
    ) -> Result<G, Problems> {
        let known = &G::system_of(rulebook).battles;
        let procedures: Vec<Option<Value>> = match &attacker.procedure {
            // Every one of them is tried on every enemy.
            Some(Value::List(procedures)) if procedures.len() > known.procedures.len() => {
                let fault = Fault::TooMany { limit: known.procedures.len() };
                return Err(Problems(vec![Problem { path: "procedure".to_owned(), fault }]));
            }
            Some(Value::List(procedures)) => procedures.iter().cloned().map(Some).collect(),
            other => vec![other.clone()],
        };
        let made = procedures.into_iter().map(|procedure| {
            let setup = Self::setup(known, setup, [attacker, target], procedure)?;
            G::new(rulebook, &setup, pools.clone())
        });
        let made: Vec<Result<G, Problems>> = made.collect();
        let harmful = |matchup: &Result<G, Problems>| {
            matchup.as_ref().is_ok_and(|matchup| {
                let target = matchup.fresh();
                matchup.can_harm(&matchup.finish_attack(&matchup.start(), target.clone()).attacker, &target)
            })
        };
        let best = made.iter().position(harmful).or_else(|| made.iter().position(Result::is_ok)).unwrap_or(0);
        let nothing = || {
            Err(Problems(vec![Problem {
                path: "procedure".to_owned(),
                fault: Fault::Expected(EXPECTED.to_owned()),
            }]))
        };
        made.into_iter().nth(best).unwrap_or_else(nothing)
    }

    fn setup(
        rules: &BattleRules,
        setup: &BattleSetup,
        [attacker, target]: [&UnitSetup; 2],
        procedure: Option<Value>,
    ) -> Result<Setup, Problems> {
        let mut problems = Problems::default();
        if let Some(Value::Text(name)) = &procedure
            && !rules.procedures.iter().any(|known| known == name)
        {
            let known = rules.procedures.iter().map(ToString::to_string).collect();
            problems.add("procedure", Fault::Unknown { found: name.clone(), known });
        }
        if let Some(Value::Table(fields)) = &setup.situation {
            let set_by_battle = |name: &String| rules.not_in_situation.iter().any(|known| known == name);
            for (name, _) in fields.iter().filter(|(name, _)| set_by_battle(name)) {
                let expected = "nothing here: a battle begins with fresh units and nobody else".to_owned();
                problems.add(format!("situation.{name}"), Fault::Expected(expected));
            }
        }
        let mut options = setup.options.clone().unwrap_or(Value::Table(Vec::new()));
        for (name, value) in rules.options.iter() {
            if let Value::Table(entries) = &mut options
                && !entries.iter().any(|(known, _)| name == known)
            {
                entries.push((name.to_string(), value.as_str().into()));
            }
        }
        let mut sections = vec![
            ("attacker".into(), attacker.unit.clone()),
            ("target".into(), target.unit.clone()),
            ("options".into(), options),
        ];
        sections.extend(setup.situation.clone().map(|situation| ("situation".into(), situation)));
        problems.or(Some(Setup { procedure, sections }))
    }
}

const EXPECTED: &str = "the name of a procedure, or a list of them";
