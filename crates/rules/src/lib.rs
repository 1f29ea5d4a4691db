//! Five tabletop wargames, as pure rules.
//!
//! Every rule is written once, as a plain function that asks a [`chance::Chance`] for named rolls. Nothing here
//! draws a random number, weighs a probability, reads a file or starts a thread; the interpreter that plays the
//! rules decides that. The exact engine weighs every outcome, the simulator samples, a script replays dice that
//! people rolled, and `explain` tells what happened.
//!
//! Each system is a folder of the same shape: its units and options, one file for each procedure, and a
//! README that says where dice are rolled. A system becomes playable by one line in the list below.

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
