//! Five tabletop wargames, as pure rules.
//!
//! Every rule is written once, as a plain function that asks a [`chance::Chance`] for named rolls. Nothing here
//! draws a random number, weighs a probability, reads a file or starts a thread; the interpreter that plays the
//! rules decides that. The exact engine weighs every outcome, the simulator samples, a script replays dice that
//! people rolled, and `explain` tells what happened.
//!
//! Each system is a folder of the same shape: its units and options, one file for each procedure, and a
//! README that says where dice are rolled. A system becomes playable by one line in the list below.
//!
//! A match-up is made of what a file says, and played here with dice that were written down:
//!
//! ```
//! use chance::by_hand::{ByHand, Script};
//! use chance::dice::Pools;
//! use chance::fields::{Setup, Value};
//! use chance::{FromSetup, Game};
//! use rules::space_infantry::Matchup;
//!
//! let unit = |fields: &[(&str, Value)]| {
//!     Value::Table(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
//! };
//! let whole = Value::Whole;
//! let attacker = unit(&[("ap", whole(2)), ("av_skill", whole(3)), ("pen", whole(2))]);
//! let target = unit(&[("heavy_armor", Value::Flag(true)), ("dmg", whole(4)), ("sp", whole(1))]);
//! let sections = vec![("attacker".into(), attacker), ("target".into(), target)];
//! let game = Matchup::new(&(), &Setup { procedure: None, sections }, Pools::default()).unwrap();
//!
//! // 3 and 4 reach the skill; 2 + 2 reaches the target's number and kills it.
//! let script = Script::parse("attack 3 4\npenetration 1 2").unwrap();
//! let mut dice = ByHand::new(game.pools(), script);
//! let mut state = game.start();
//! game.round(&mut state, &mut dice);
//! dice.faces.finish().unwrap();
//! assert!(game.is_killed(&state));
//! ```

pub mod deadzone;
pub mod dust_warfare;
mod readme;
pub mod rules_crusade;
pub mod space_infantry;
pub mod sythopian_wars;

/// Calls a macro with the list of all systems: a name, what it covers, and the type of its match-ups.
#[macro_export]
macro_rules! with_systems {
    ($callback:ident) => {
        $callback! {
            /// Space Infantry: vehicles.
            SpaceInfantry => $crate::space_infantry::Matchup,
            /// Deadzone: vehicles, crew-served weapons and indirect fire.
            Deadzone => $crate::deadzone::Matchup,
            /// Dust Warfare: attacks, suppression, damage tables and repairs.
            DustWarfare => $crate::dust_warfare::Matchup,
            /// Rules Crusade: vehicles.
            RulesCrusade => $crate::rules_crusade::Matchup,
            /// Sythopian Wars: shooting, melee, vehicles.
            SythopianWars => $crate::sythopian_wars::Matchup,
        }
    };
}
