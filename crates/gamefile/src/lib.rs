//! Games that designers write themselves.
//!
//! A game file describes a game in TOML, and its attack sequence in a small language that reads like Python. This crate reads such a
//! file and makes of it a [`Game`](chance::Game) like any other: text in, checked program out. It opens no file and draws no number.
//!
//! A file goes through four steps. It is read into declarations and statements ([`read`]); these are checked, so that every mistake is
//! told with its place. For each match-up they become a program for a small machine, in which fields are constants. The
//! program is analysed: which registers are read later, when a measure is settled. Then it is played, one roll a step.
//!
//! ```
//! let text = "
//! game = 'brawl'
//! dead = 'health == 0'
//! [unit]
//! attacks = { whole = '1..=20', default = 4 }
//! [state]
//! health = { start = 6, whole = '0..=6' }
//! [measures]
//! hits = 'Hits'
//! [procedure.fight]
//! play = '''
//! hits = count(attacker.attacks, d6 >= 5)
//! target.health -= hits
//! '''
//! ";
//! let game = gamefile::read("brawl.toml", text).unwrap();
//! assert_eq!(game.system().procedures[0].name.name, "fight");
//!
//! // A mistake knows its bytes in the file, and what to write instead.
//! let mistakes = gamefile::read("brawl.toml", &text.replace("target.health", "target.helth")).unwrap_err();
//! assert_eq!(mistakes[0].help.as_deref(), Some("did you mean `health`?"));
//! ```

mod analysis;
mod ast;
mod compile;
mod declare;
mod declared;
mod document;
mod duel;
mod facts;
pub mod limits;
mod machine;
mod matchup;
mod mistake;
mod names;
mod parse;
mod parse_expr;
mod program;
mod rolls;
mod starter;
mod state;
mod text;
mod token;

use std::sync::Arc;

pub use matchup::Matchup;
pub use mistake::{Mistake, Span};
pub use starter::starter;

/// A game that was read from a file and checked.
#[derive(Debug)]
pub struct GameFile {
    /// The file's name, for errors at play.
    pub name: String,
    /// The file's text.
    pub text: String,
    declared: declared::Declared,
}

impl GameFile {
    /// The game as data.
    pub fn system(&self) -> &chance::System {
        &self.declared.system
    }
}

/// Reads and checks the text of a game file.
pub fn read(name: &str, text: &str) -> Result<Arc<GameFile>, Vec<Mistake>> {
    let mut mistakes = mistake::Mistakes::default();
    if text.len() > limits::FILE {
        mistakes.add(Span { start: 0, end: 0 }, format!("a game file has at most {} bytes", limits::FILE));
        return Err(mistakes.into_list());
    }
    let declared = declare::declare(text, &mut mistakes);
    if let (Some(mut declared), true) = (declared, mistakes.is_empty()) {
        declare::know_texts(&mut declared);
        compile::check(&declared, &mut mistakes);
        if mistakes.is_empty() {
            declare::count_effects(&mut declared);
            return Ok(Arc::new(GameFile { name: name.to_owned(), text: text.to_owned(), declared }));
        }
    }
    Err(mistakes.into_list())
}
