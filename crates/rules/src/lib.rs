//! Five tabletop wargames, as pure rules.
//!
//! Every rule is written once, as a plain function that asks a [`Chance`] for named rolls. Nothing here
//! draws a random number, weighs a probability, reads a file or starts a thread; who plays the rules decides
//! what becomes of them. The exact engine weighs every outcome, the simulator samples, a script replays
//! dice that people rolled, and a storyteller says what happened.
//!
//! Each system is a folder of the same shape: its units and options, one file for each procedure, and a
//! README that says where dice are rolled. A system becomes playable by one line in the list below.

pub mod battle;
pub mod chance;
pub mod dice;
pub mod duel;
pub mod fields;
pub mod game;
pub mod hand;
pub mod limits;
pub mod sums;

pub mod deadzone;
pub mod dust_warfare;
pub mod rules_crusade;
pub mod space_infantry;
pub mod sythopian_wars;

pub use battle::Battle;
pub use chance::Chance;
pub use duel::Duel;
pub use game::{Events, Flow, Game, System};

use battle::{Muster, NoBattle, Refusal};
use dice::Pools;
use fields::{Problems, Setup};

/// Does something with a match-up of whatever system it is.
pub trait Visit {
    /// What comes of it.
    type Out;

    /// Does it.
    fn visit<G: Game>(self, game: &G) -> Self::Out;
}

macro_rules! systems {
    ($($(#[doc = $doc:literal])+ $Name:ident => $Matchup:ty,)+) => {
        /// Every system as data.
        pub const SYSTEMS: &[System] = &[$(<$Matchup>::SYSTEM,)+];

        /// A match-up of any system, checked and ready to be played.
        #[derive(Clone, Debug)]
        pub enum Matchup { $($(#[doc = $doc])+ $Name($Matchup),)+ }

        impl Matchup {
            /// Checks a match-up of a system; `None` if there is no such system. Its dice join those that are there already.
            pub fn new(system: &str, setup: &Setup, pools: Pools) -> Option<Result<Self, Problems>> {
                $(if system == <$Matchup>::SYSTEM.id {
                    return Some(<$Matchup as Duel>::new(setup, pools).map(Self::$Name));
                })+
                None
            }

            /// The dice that it asks for.
            pub fn pools(&self) -> &Pools {
                match self { $(Self::$Name(game) => game.pools(),)+ }
            }

            /// Lets a visitor at the match-up.
            pub fn visit<V: Visit>(&self, visitor: V) -> V::Out {
                match self { $(Self::$Name(game) => visitor.visit(game),)+ }
            }
        }

        /// A battle of any system, checked and ready to be played.
        #[derive(Clone, Debug)]
        pub enum AnyBattle { $($(#[doc = $doc])+ $Name(Battle<$Matchup>),)+ }

        impl AnyBattle {
            /// Matches every unit of a system with every enemy; `None` if there is no such system. What cannot be matched is said
            /// beside the battle.
            pub fn muster(system: &str, muster: &Muster) -> Option<(Result<Self, NoBattle>, Vec<Refusal>)> {
                $(if system == <$Matchup>::SYSTEM.id {
                    let (battle, refusals) = Battle::<$Matchup>::muster(muster);
                    return Some((battle.map(Self::$Name), refusals));
                })+
                None
            }

            /// The same battle with other numbers of units.
            pub fn recounted(&self, counts: &[u32]) -> Result<Self, NoBattle> {
                Ok(match self { $(Self::$Name(battle) => Self::$Name(battle.recounted(counts)?),)+ })
            }

            /// The points that a side can lose: measures of points count in places of this list.
            pub fn sums(&self, side: battle::Side) -> &battle::Sums {
                match self { $(Self::$Name(battle) => battle.sums(side),)+ }
            }

            /// The attack of one kind of unit on another, by their places among the recruits; none if it cannot attack it.
            pub fn attack(&self, attacker: usize, target: usize) -> Option<Matchup> {
                match self { $(Self::$Name(battle) => battle.attack_of(attacker, target).cloned().map(Matchup::$Name),)+ }
            }

            /// Lets a visitor at the battle, which is a game like any other.
            pub fn visit<V: Visit>(&self, visitor: V) -> V::Out {
                match self { $(Self::$Name(battle) => visitor.visit(battle),)+ }
            }
        }
    };
}

systems! {
    /// Space Infantry: vehicles.
    SpaceInfantry => space_infantry::Matchup,
    /// Deadzone: vehicles, crew-served weapons and indirect fire.
    Deadzone => deadzone::Matchup,
    /// Dust Warfare: attacks, suppression, damage tables and repairs.
    DustWarfare => dust_warfare::Matchup,
    /// Rules Crusade: vehicles.
    RulesCrusade => rules_crusade::Matchup,
    /// Sythopian Wars: shooting, melee, vehicles.
    SythopianWars => sythopian_wars::Matchup,
}
