//! The vocabulary of rules: dice as data, a source of chance, games, fields and battles.
//!
//! Rules are plain functions that ask a [`Chance`] for named rolls. This crate defines what they may ask for, what a game and a battle
//! are, and how a system describes its fields. It holds no rule of any game, draws no random number and computes no probability.
//! [`by_hand`] plays rules die by die, from a script or a generator; the engines are crates of their own.
//!
//! ```
//! use chance::Chance;
//! use chance::by_hand::{ByHand, Script};
//! use chance::dice::{Die, Pool, Pools, Roll};
//!
//! /// Rolls to hit with 3 or more, then rolls a d8 for the place that was hit.
//! fn shoot(hit: Pool, dice: u32, chance: &mut impl Chance) -> (u32, u8) {
//!     let hits = chance.pool(hit, dice).count();
//!     (hits, chance.die(Roll::new("place", "TOY-2"), 8, |number| number))
//! }
//!
//! let pools = Pools::default();
//! let hit = pools.add(Die::new(Roll::new("attack", "TOY-1"), 6, |number| number >= 3));
//! let script = Script::parse("attack 5 2 3\nplace 7").unwrap();
//! let mut chance = ByHand::new(&pools, script);
//! assert_eq!(shoot(hit, 3, &mut chance), (2, 7));
//! chance.faces.finish().unwrap();
//! ```

pub mod battle;
pub mod by_hand;
mod chance;
pub mod dice;
pub mod duel;
pub mod fields;
pub mod game;
pub mod limits;
mod set;
pub mod shared;

pub use battle::Battle;
pub use chance::Chance;
pub use duel::Duel;
pub use game::{Events, Flow, FromSetup, Game, PlayFault, System, Visit};
pub use set::Set;
pub use shared::{Shared, Text};
