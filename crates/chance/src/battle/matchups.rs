//! Every kind of unit of a roster against every kind, itself included.
//!
//! A search for prices plays battles between millions of different armies of the same kinds of units. The match-ups of these kinds
//! are made once; a battle of any two armies takes them from here.

use super::{Battle, BattleSetup, NoBattle, Order, Policy, Refusal, Side, Troop, UnitSetup};
use crate::dice::Pools;
use crate::duel::Duel;
use crate::fields::Problems;
use crate::game::{Game, PlayFault, System};

/// The match-ups of all pairs of kinds.
#[derive(Clone, Debug)]
pub struct Matchups<G> {
    system: System,
    pools: Pools,
    kinds: usize,
    /// By attacker and target; `None` if the rules refuse the attack.
    pairs: Vec<Option<G>>,
    order: Order,
    policy: Policy,
}

/// Units of a kind in an army.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// The kind, by its place in the roster.
    pub kind: usize,
    /// How many units.
    pub count: u32,
    /// What each costs.
    pub points: f64,
}

impl<G: Duel> Matchups<G> {
    /// Matches every kind with every kind. The sides and counts of the units are not read; both sides follow the first policy.
    /// Returns the match-ups, and the pairs that the rules refuse.
    pub fn new(rulebook: &G::Rulebook, setup: &BattleSetup) -> (Self, Vec<Refusal>) {
        let units = &setup.units;
        let pools = Pools::default();
        let (mut pairs, mut refusals) = (Vec::with_capacity(units.len().pow(2)), Vec::new());
        for (attacker, attacks) in units.iter().enumerate() {
            for (target, attacked) in units.iter().enumerate() {
                let sides: [UnitSetup; 2] =
                    [UnitSetup { side: 0, ..attacks.clone() }, UnitSetup { side: 1, ..attacked.clone() }];
                let matched = Battle::<G>::matched(rulebook, setup, [&sides[0], &sides[1]], &pools);
                pairs.push(match matched {
                    Ok(matchup) => Some(matchup),
                    Err(Problems(problems)) => {
                        refusals.push(Refusal { attacker, target, problems });
                        None
                    }
                });
            }
        }
        let system = G::system_of(rulebook).clone();
        let (kinds, order, policy) = (units.len(), setup.order, setup.policies[0]);
        (Self { system, pools, kinds, pairs, order, policy }, refusals)
    }

    /// The number of kinds.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// The dice of all match-ups.
    pub fn pools(&self) -> &Pools {
        &self.pools
    }

    /// Who attacks first in a round.
    pub fn order(&self) -> Order {
        self.order
    }

    /// How both sides choose their targets.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// The same match-ups, with another policy of both sides.
    #[must_use]
    pub fn with_policy(&self, policy: Policy) -> Self {
        Self { policy, ..self.clone() }
    }

    /// The same match-ups, with the kinds in another order: `order` lists their present places.
    #[must_use]
    pub fn in_order(&self, order: &[usize]) -> Self {
        let places = order.iter().flat_map(|&attacker| order.iter().map(move |&target| (attacker, target)));
        let pairs = places.map(|(attacker, target)| self.attack(attacker, target).cloned()).collect();
        Self { pairs, kinds: order.len(), ..self.clone() }
    }

    /// The attack of one kind on another; `None` if it cannot attack it.
    pub fn attack(&self, attacker: usize, target: usize) -> Option<&G> {
        self.pairs[attacker * self.kinds + target].as_ref()
    }

    /// A match-up in which this kind is the target; `None` if no kind can attack it.
    pub fn as_target(&self, kind: usize) -> Option<&G> {
        (0..self.kinds).find_map(|attacker| self.attack(attacker, kind))
    }

    /// A unit of this kind before the battle; `None` if it can neither attack nor be attacked.
    pub fn fresh(&self, kind: usize) -> Option<G::Condition> {
        let as_attacker = || {
            let matchup = (0..self.kinds).find_map(|target| self.attack(kind, target))?;
            Some(matchup.finish_attack(&matchup.start(), matchup.fresh()).attacker)
        };
        self.as_target(kind).map(Duel::fresh).or_else(as_attacker)
    }

    /// What all units share before the first round; `None` where no kind can attack any.
    pub fn shared(&self) -> Option<G::Shared> {
        self.pairs.iter().flatten().next().map(Duel::shared)
    }

    /// What went wrong while the match-ups were played.
    pub fn fault(&self) -> Option<PlayFault> {
        self.pairs.iter().flatten().find_map(Game::fault)
    }

    /// The battle of two armies.
    pub fn battle(&self, armies: [&[Group]; 2]) -> Result<Battle<G>, NoBattle> {
        let both = || (0..2).flat_map(|side: Side| armies[side].iter().map(move |group| (side, group)));
        let troop = |(side, group): (Side, &Group)| Troop { side, count: group.count, points: group.points };
        let mut matchups = Vec::new();
        for (side, attacker) in both() {
            for (other, target) in both() {
                let attack = || self.attack(attacker.kind, target.kind).cloned();
                matchups.push((side != other).then(attack).flatten());
            }
        }
        let troops = both().map(troop).collect();
        Battle::new(&self.system, troops, matchups, self.pools.clone(), self.order, [self.policy; 2])
    }
}

/// An operation on the match-ups of any system.
pub trait VisitMatchups<'a> {
    /// The result.
    type Out;

    /// Runs the operation.
    fn visit<G: Duel + Send + 'a>(self, matchups: &'a Matchups<G>) -> Self::Out
    where
        G::Condition: 'a,
        G::Shared: 'a;
}
