//! From units as files give them to a battle: every unit is matched with every enemy.

use super::{Battle, NoBattle, Order, Policy, Side, Troop};
use crate::dice::Pools;
use crate::duel::Duel;
use crate::fields::{Fault, Problem, Problems, Setup, Value};

/// Units of a kind, not checked yet.
#[derive(Clone, Debug)]
pub struct Recruit {
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
pub struct Muster {
    /// The units; those of side 0 first.
    pub recruits: Vec<Recruit>,
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
    /// The one that would attack, by its place among the recruits.
    pub attacker: usize,
    /// The one that would be attacked.
    pub target: usize,
    /// Why not.
    pub problems: Vec<Problem>,
}

impl<G: Duel> Battle<G> {
    /// Matches every unit with every enemy. What cannot be matched is said beside the battle.
    pub fn muster(muster: &Muster) -> (Result<Self, NoBattle>, Vec<Refusal>) {
        let Muster { recruits, order, policies, .. } = muster;
        let mut pools = Pools::default();
        let mut matchups = Vec::with_capacity(recruits.len() * recruits.len());
        let mut refusals = Vec::new();
        for (attacker, attacks) in recruits.iter().enumerate() {
            for (target, attacked) in recruits.iter().enumerate() {
                let made = if attacks.side == attacked.side {
                    None
                } else {
                    match Self::matched(muster, attacks, attacked, &pools) {
                        Ok(matchup) => {
                            pools = matchup.pools().clone();
                            Some(matchup)
                        }
                        Err(Problems(problems)) => {
                            refusals.push(Refusal { attacker, target, problems });
                            None
                        }
                    }
                };
                matchups.push(made);
            }
        }
        let troop =
            |recruit: &Recruit| Troop { side: recruit.side, count: recruit.count, points: recruit.points };
        let troops = recruits.iter().map(troop).collect();
        (Self::new(troops, matchups, pools, *order, *policies), refusals)
    }

    /// The same battle with other numbers of units.
    pub fn recounted(&self, counts: &[u32]) -> Result<Self, NoBattle> {
        let troops = self.troops.iter().zip(counts).map(|(troop, &count)| Troop { count, ..troop.clone() });
        Self::new(troops.collect(), self.matchups.clone(), self.pools.clone(), self.order, self.policies)
    }

    /// The attack of one kind of unit on another.
    fn matched(muster: &Muster, attacker: &Recruit, target: &Recruit, pools: &Pools) -> Result<G, Problems> {
        let procedures: Vec<Option<Value>> = match &attacker.procedure {
            // Every one of them is tried on every enemy.
            Some(Value::List(procedures)) if procedures.len() > G::BATTLES.len() => {
                let fault = Fault::TooMany { limit: G::BATTLES.len() };
                return Err(Problems(vec![Problem { path: "procedure".to_owned(), fault }]));
            }
            Some(Value::List(procedures)) => procedures.iter().cloned().map(Some).collect(),
            other => vec![other.clone()],
        };
        let made = procedures.into_iter().map(|procedure| {
            let setup = Self::setup(muster, attacker, target, procedure)?;
            G::new(&setup, pools.clone())
        });
        let made: Vec<Result<G, Problems>> = made.collect();
        let harmful = |matchup: &Result<G, Problems>| {
            matchup.as_ref().is_ok_and(|matchup| {
                let target = matchup.fresh();
                matchup.can_harm(&matchup.part(&matchup.start(), target).attacker, &target)
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
        muster: &Muster,
        attacker: &Recruit,
        target: &Recruit,
        procedure: Option<Value>,
    ) -> Result<Setup, Problems> {
        let mut problems = Problems::default();
        if let Some(Value::Text(name)) = &procedure
            && !G::BATTLES.contains(&name.as_str())
        {
            let known = G::BATTLES.iter().map(|&known| known.to_owned()).collect();
            problems.add("procedure", Fault::Unknown { found: name.clone(), known });
        }
        if let Some(Value::Table(fields)) = &muster.situation {
            for (name, _) in fields.iter().filter(|(name, _)| G::NOT_IN_BATTLES.contains(&name.as_str())) {
                let expected = "nothing here: a battle begins with fresh units and nobody else".to_owned();
                problems.add(format!("situation.{name}"), Fault::Expected(expected));
            }
        }
        let mut options = muster.options.clone().unwrap_or(Value::Table(Vec::new()));
        for &(name, value) in G::BATTLE_OPTIONS {
            if let Value::Table(entries) = &mut options
                && !entries.iter().any(|(known, _)| known == name)
            {
                entries.push((name.to_owned(), value.into()));
            }
        }
        let mut sections =
            vec![("attacker", attacker.unit.clone()), ("target", target.unit.clone()), ("options", options)];
        sections.extend(muster.situation.clone().map(|situation| ("situation", situation)));
        problems.or(Some(Setup { procedure, sections }))
    }
}

const EXPECTED: &str = "the name of a procedure, or a list of them";
