//! Match-ups and battles of any rule system, chosen at run time.
//!
//! Engines are generic over a [`Game`], and files name their system at run time. [`Matchup`] and [`AnyBattle`] connect the two:
//! each holds a game of any system and passes it to a [`Visit`].
//!
//! ```
//! use chance::fields::{Setup, Value};
//! use chance::game::Visitable;
//! use chance::{Game, Visit, dice::Pools};
//! use systems::Rulebook;
//!
//! /// Returns the procedure of a game.
//! struct Procedure;
//!
//! impl Visit for Procedure {
//!     type Out = String;
//!
//!     fn visit<G: Game>(self, game: &G) -> String {
//!         game.procedure().to_owned()
//!     }
//! }
//!
//! let rules = Rulebook::built_in("space-infantry").unwrap();
//! let unit = |fields: &[(&str, i64)]| {
//!     Value::Table(fields.iter().map(|&(name, value)| (name.to_owned(), Value::Whole(value))).collect())
//! };
//! let sections = vec![
//!     ("attacker".into(), unit(&[("ap", 3), ("av_skill", 3)])),
//!     ("target".into(), unit(&[("dmg", 4), ("sp", 2)])),
//! ];
//! let matchup = rules.matchup(&Setup { procedure: None, sections }, Pools::default()).unwrap();
//! assert_eq!(matchup.visit(Procedure), "anti-vehicle");
//! ```

use std::sync::Arc;

use chance::battle::{
    self, Battle, BattleSetup, Group, Matchups, NoBattle, Order, Policy, Refusal, VisitMatchups,
};
use chance::dice::Pools;
use chance::fields::{Problems, Setup};
use chance::game::Visitable;
use chance::{FromSetup, Game, PlayFault, System, Text, Visit};
use gamefile::GameFile;

macro_rules! define {
    ($($(#[doc = $doc:literal])+ $Name:ident => $Matchup:ty,)+) => {
        /// A match-up of any system, checked and ready to be played.
        #[derive(Clone, Debug)]
        pub enum Matchup { $($(#[doc = $doc])+ $Name($Matchup),)+ }

        impl Matchup {
            /// Returns the dice of the match-up.
            pub fn pools(&self) -> &Pools {
                match self { $(Self::$Name(game) => game.pools(),)+ }
            }
        }

        impl Visitable for Matchup {
            fn visit<V: Visit>(&self, visitor: V) -> V::Out {
                match self { $(Self::$Name(game) => visitor.visit(game),)+ }
            }
        }

        /// A battle of any system, checked and ready to be played.
        #[derive(Clone, Debug)]
        pub enum AnyBattle { $($(#[doc = $doc])+ $Name(Battle<$Matchup>),)+ }

        impl AnyBattle {
            /// Returns the same battle with other numbers of units.
            pub fn recounted(&self, counts: &[u32]) -> Result<Self, NoBattle> {
                Ok(match self { $(Self::$Name(battle) => Self::$Name(battle.recounted(counts)?),)+ })
            }

            /// Returns the same battle with names of its kinds of units, by which it is told.
            #[must_use]
            pub fn with_names(self, names: Vec<Text>) -> Self {
                match self { $(Self::$Name(battle) => Self::$Name(battle.with_names(names)),)+ }
            }

            /// Returns the sums of points that a side can lose. Measures of points count places in this list.
            pub fn sums(&self, side: battle::Side) -> &battle::Sums {
                match self { $(Self::$Name(battle) => battle.sums(side),)+ }
            }

            /// Returns the attack of one kind of unit on another, by their places among the units; `None` if the rules refuse it.
            pub fn attack(&self, attacker: usize, target: usize) -> Option<Matchup> {
                match self { $(Self::$Name(battle) => battle.attack_of(attacker, target).cloned().map(Matchup::$Name),)+ }
            }
        }

        impl Visitable for AnyBattle {
            fn visit<V: Visit>(&self, visitor: V) -> V::Out {
                match self { $(Self::$Name(battle) => visitor.visit(battle),)+ }
            }
        }

        /// The match-ups of all pairs of kinds of a roster, by any system.
        #[derive(Clone, Debug)]
        pub enum AnyMatchups { $($(#[doc = $doc])+ $Name(Matchups<$Matchup>),)+ }

        impl AnyMatchups {
            /// Passes the match-ups to a visitor.
            pub fn visit<'a, V: VisitMatchups<'a>>(&'a self, visitor: V) -> V::Out {
                match self { $(Self::$Name(matchups) => visitor.visit(matchups),)+ }
            }

            /// Returns what went wrong while the match-ups were played.
            pub fn fault(&self) -> Option<PlayFault> {
                match self { $(Self::$Name(matchups) => matchups.fault(),)+ }
            }

            /// Returns the battle of two armies.
            pub fn battle(&self, armies: [&[Group]; 2]) -> Result<AnyBattle, NoBattle> {
                Ok(match self { $(Self::$Name(matchups) => AnyBattle::$Name(matchups.battle(armies)?),)+ })
            }

            /// Whether one kind can attack another.
            pub fn can_attack(&self, attacker: usize, target: usize) -> bool {
                match self { $(Self::$Name(matchups) => matchups.attack(attacker, target).is_some(),)+ }
            }

            /// How both sides choose their targets.
            pub fn policy(&self) -> Policy {
                match self { $(Self::$Name(matchups) => matchups.policy(),)+ }
            }

            /// Whether one side attacks first in a round.
            pub fn one_side_first(&self) -> bool {
                match self { $(Self::$Name(matchups) => matchups.order() != Order::AtOnce,)+ }
            }

            /// Returns the same match-ups with another policy of both sides.
            #[must_use]
            pub fn with_policy(&self, policy: Policy) -> Self {
                match self { $(Self::$Name(matchups) => Self::$Name(matchups.with_policy(policy)),)+ }
            }

            /// Returns the same match-ups with the kinds in another order: `order` lists their present places.
            #[must_use]
            pub fn in_order(&self, order: &[usize]) -> Self {
                match self { $(Self::$Name(matchups) => Self::$Name(matchups.in_order(order)),)+ }
            }
        }

        impl Rulebook {
            /// Matches every kind of unit with every kind. Returns the match-ups, and the pairs that the rules refuse.
            pub fn matchups(&self, setup: &BattleSetup) -> (AnyMatchups, Vec<Refusal>) {
                match &self.0 {
                    $(Book::$Name(rules) => {
                        let (matchups, refusals) = Matchups::<$Matchup>::new(rules, setup);
                        (AnyMatchups::$Name(matchups), refusals)
                    })+
                }
            }

            /// Checks a match-up. Its dice are added to `pools`.
            pub fn matchup(&self, setup: &Setup, pools: Pools) -> Result<Matchup, Problems> {
                match &self.0 {
                    $(Book::$Name(rules) => <$Matchup>::new(rules, setup, pools).map(Matchup::$Name),)+
                }
            }

            /// Matches every unit with every enemy. Returns the battle, and the pairs that the rules refuse.
            pub fn battle(&self, setup: &BattleSetup) -> (Result<AnyBattle, NoBattle>, Vec<Refusal>) {
                match &self.0 {
                    $(Book::$Name(rules) => {
                        let (battle, refusals) = Battle::<$Matchup>::from_setup(rules, setup);
                        (battle.map(AnyBattle::$Name), refusals)
                    })+
                }
            }
        }

        #[derive(Clone, Debug)]
        enum Book { $($Name(<$Matchup as FromSetup>::Rulebook),)+ }

        impl std::ops::Deref for Rulebook {
            type Target = System;

            fn deref(&self) -> &System {
                match &self.0 { $(Book::$Name(rules) => <$Matchup>::system_of(rules),)+ }
            }
        }
    };
}

macro_rules! built_in {
    ($($(#[doc = $doc:literal])+ $Name:ident => $Matchup:ty,)+) => {
        define! {
            $($(#[doc = $doc])+ $Name => $Matchup,)+
            /// A game that was read from a file.
            GameFile => gamefile::Matchup,
        }

        /// Returns the built-in systems as data.
        pub fn built_in() -> impl Iterator<Item = &'static System> {
            [$(<$Matchup>::system_of(&()),)+].into_iter()
        }

        impl Rulebook {
            /// Returns the built-in rules with this id.
            pub fn built_in(id: &str) -> Option<Self> {
                $(if <$Matchup>::system_of(&()).id == id {
                    return Some(Self(Book::$Name(())));
                })+
                None
            }
        }
    };
}

rules::with_systems!(built_in);

/// The rules that a file names. Dereferences to the [`System`] that describes them.
#[derive(Clone, Debug)]
pub struct Rulebook(Book);

impl Rulebook {
    /// Returns the rules of a game that was read from a file.
    pub fn of_file(game: Arc<GameFile>) -> Self {
        Self(Book::GameFile(game))
    }

    /// Returns the game file that the rules were read from; `None` for built-in rules.
    pub fn game_file(&self) -> Option<&Arc<GameFile>> {
        match &self.0 {
            Book::GameFile(game) => Some(game),
            _ => None,
        }
    }
}
