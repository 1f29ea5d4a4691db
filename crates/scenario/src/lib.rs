//! Input files of killcurve: TOML in, checked match-ups and battles out.
//!
//! | file | read by | result |
//! |---|---|---|
//! | a scenario: an attacker against a target | [`load`] | [`Scenario`] |
//! | a battle: units of two sides | [`load_battle`] | [`BattleFile`] |
//! | a roster, every unit against every unit | [`load_pairings`] | [`Pairings`] |
//! | a roster, battles of every pair | [`load_battle_roster`] | [`BattleRoster`] |
//! | a scenario, each number a step up or down | [`load_steps`] | [`SteppedRun`]s |
//!
//! Each takes a path, or a [`File`] of other [`Files`] than the disk's, and has a `parse_…` beside it for a text that is no file. A
//! result carries a [`Header`]: name, rules, notes and a
//! fingerprint. An [`Invalid`] file lists all that is wrong with it, with file, line, caret and often a suggestion.
//!
//! ```
//! use std::path::Path;
//!
//! let text = r#"
//!     system = "space-infantry"
//!     attacker = { ap = 3, av_skill = 3 }
//!     target = { heavy_armor = true, dmg = 4, sp = 2 }
//!     [sweep]
//!     attacker.pen = "0..=2"
//! "#;
//! let source = scenario::Source { name: "titan.toml".to_owned(), text: text.to_owned() };
//! let found = scenario::parse(source, "titan", Path::new(""), &["target.dmg=5".to_owned()]).unwrap();
//! assert_eq!(found.header.system.title.as_str(), "Space Infantry");
//! // The base, and three cells of the sweep.
//! assert_eq!(found.runs.len(), 4);
//! assert_eq!(found.runs[3].label, "attacker.pen = 2");
//!
//! let source = scenario::Source { name: "titan.toml".to_owned(), text: text.replace("pen", "pem") };
//! let wrong = scenario::parse(source, "titan", Path::new(""), &[]).unwrap_err();
//! assert!(wrong.render(false).contains("did you mean `pen`?"));
//! ```
//!
//! # How it works
//!
//! A text is parsed into a tree in which every value knows its place. Overrides, variants and sweeps change the tree, never
//! the text, so a fault is shown where it was written: in the file, in a roster, or on the command line. The rules check
//! the values; this crate words the messages.

mod armies;
mod battle;
mod battle_roster;
mod diagnostic;
mod document;
mod drafts;
mod edit;
mod expect;
mod files;
mod game_file;
mod header;
mod input;
pub mod limits;
mod made_up;
mod matchup;
mod notation;
mod overrides;
mod pairings;
mod refusals;
mod roster;
mod scenario;
mod schema;
mod sheet;
mod situations;
mod steps;
mod swept;
mod unit;
mod unit_table;
mod values;
mod versions;

pub use armies::Army;
pub use battle::{BattleFile, BattleSide, UnitCount, load_battle, parse_battle};
pub use battle_roster::{BattleRoster, SituationBattles, load_battle_roster, parse_battle_roster};
pub use diagnostic::{Diagnostic, Diagnostics, Invalid, Source, Span, printable, unknown};
pub use drafts::written;
pub use edit::{Edit, Step, edited, values};
pub use expect::{Claim, Expect};
pub use files::{Disk, File, Files};
pub use game_file::{is_game_file, load_game, load_rules, where_it_happened};
pub use header::Header;
pub use input::read_text;
pub use made_up::RosterNumber;
pub use pairings::{Pairings, load_pairings, parse_pairings};
pub use roster::{is_roster, is_roster_or_battle, kind};
pub use scenario::{Run, Scenario, SweptVariant, load, parse};
pub use schema::{game_schema, schema};
pub use steps::{NumberStep, SteppedRun, load_steps};
pub use unit::{Card, RosterUnit};
pub use unit_table::{export_units, import_units};
