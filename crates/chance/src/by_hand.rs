//! Rolling by hand: die by die, with every die written down.
//!
//! [`ByHand`] plays the rules as people at a table do. Its [`Faces`] come from a [`Script`] or from a generator. It keeps what was
//! rolled as [`Line`]s of a story, which is a valid script again.

use std::fmt::{self, Write as _};

use crate::chance::Chance;
use crate::dice::{Die, Pool, Pools, Roll, Score, Shows};
use crate::fields::Index;

/// Where single faces come from.
pub trait Faces {
    /// Picks one of several faces. There are `copies[i]` of face `i`.
    fn pick(&mut self, roll: &Roll, copies: &[u64], shows: &dyn Fn(usize) -> Shows) -> usize;

    /// Whether there is no such face. Faces picked after that have no meaning, and nothing more is told.
    fn has_failed(&self) -> bool {
        false
    }
}

/// A line of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Dice or cards of one roll, in the order in which they fell.
    Rolled {
        /// The roll.
        roll: Roll,
        /// The face of each.
        shown: Vec<Shows>,
    },
    /// What a rule did with them.
    Remark {
        /// The rule's id.
        rule: String,
        /// The description.
        words: String,
    },
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rolled { roll, shown } => {
                let mut dice = as_word(&roll.name);
                for face in shown {
                    write!(dice, " {}", as_word(&face.to_string()))?;
                }
                write!(f, "{dice:<40} # {}", roll.rule)
            }
            Self::Remark { rule, words } => write!(f, "  # {rule}: {words}"),
        }
    }
}

/// A name as one word, since a script separates words by blanks.
fn as_word(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Plays the rules die by die.
pub struct ByHand<'a, F> {
    pools: &'a Pools,
    /// Where the faces come from.
    pub faces: F,
    /// What happened so far.
    pub story: Vec<Line>,
    /// The measures reported since they were last taken: the index of each and its value.
    pub measures: Vec<(usize, u32)>,
    /// Whether a match-up of a battle is being played. Its measures are not counted.
    in_matchup: bool,
}

impl<'a, F: Faces> ByHand<'a, F> {
    /// Begins with these dice and an empty story.
    pub fn new(pools: &'a Pools, faces: F) -> Self {
        Self { pools, faces, story: Vec::new(), measures: Vec::new(), in_matchup: false }
    }

    /// Throws one die, and every throw that follows from its faces. Begins with throw `first`. If that is 0, stops before a throw of the
    /// second kind, which is made later. Returns the score and the throw that is still to be made.
    fn throw(&mut self, die: &Die, first: usize) -> (Score, Option<usize>) {
        let (mut score, mut next) = (Score::ZERO, first);
        loop {
            let throw = &die.throws()[next];
            let copies: Vec<u64> = throw.faces.iter().map(|face| face.copies).collect();
            let face = &throw.faces[self.pick(&throw.roll, &copies, &|face| throw.faces[face].shows.clone())];
            score = score + face.score;
            match face.then {
                Some(place) if first == 0 && die.is_of_second_kind(place) => return (score, Some(place)),
                Some(place) => next = place,
                None => return (score, None),
            }
        }
    }

    fn pick(&mut self, roll: &Roll, copies: &[u64], shows: &dyn Fn(usize) -> Shows) -> usize {
        let picked = self.faces.pick(roll, copies, shows);
        if self.faces.has_failed() {
            return picked;
        }
        let face = shows(picked);
        match self.story.last_mut() {
            Some(Line::Rolled { roll: last, shown }) if last == roll => shown.push(face),
            _ => self.story.push(Line::Rolled { roll: roll.clone(), shown: vec![face] }),
        }
        picked
    }
}

impl<F: Faces> Chance for ByHand<'_, F> {
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        let die = self.pools.die(pool);
        let mut scores = vec![Score::ZERO; dice as usize];
        let mut waiting = Vec::new();
        for (place, score) in scores.iter_mut().enumerate() {
            let (scored, second) = self.throw(&die, 0);
            *score = scored;
            waiting.extend(second.map(|second| (place, second)));
        }
        for (place, second) in waiting {
            let (scored, _) = self.throw(&die, second);
            scores[place] = scores[place] + scored;
        }
        die.reading().read(scores)
    }

    fn die<T: Copy + PartialEq>(&mut self, roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        let number = |face: usize| face as u8 + 1;
        let picked = self.pick(&roll, &vec![1; sides.into()], &|face| Shows::Number(number(face).into()));
        read(number(picked))
    }

    fn draw(&mut self, roll: Roll, copies: &[u32], shows: impl Fn(usize) -> Shows) -> usize {
        let copies: Vec<u64> = copies.iter().map(|&copies| copies.into()).collect();
        self.pick(&roll, &copies, &shows)
    }

    fn measure(&mut self, measure: impl Index, value: u32) {
        if !self.in_matchup {
            self.measures.push((measure.index(), value));
        }
    }

    fn add(&mut self, measure: impl Index, value: u32) {
        if self.in_matchup {
            return;
        }
        match self.measures.iter_mut().find(|(known, _)| *known == measure.index()) {
            Some((_, sum)) => *sum += value,
            None => self.measures.push((measure.index(), value)),
        }
    }

    fn tell(&mut self, rule: &str, words: impl FnOnce() -> String) {
        if !self.faces.has_failed() {
            self.story.push(Line::Remark { rule: rule.to_owned(), words: words() });
        }
    }

    fn within<T>(&mut self, _matchup: usize, play: impl FnOnce(&mut Self) -> T) -> T {
        self.in_matchup = true;
        let answer = play(self);
        self.in_matchup = false;
        answer
    }
}

/// Faces read from a text: the name of a roll, then what each die shows.
///
/// ```text
/// attack 5 3 1      # everything after a hash is a remark
/// penetration 4
/// ```
#[derive(Clone, Debug)]
pub struct Script {
    entries: Vec<Entry>,
    next: usize,
    error: Option<ScriptError>,
    /// How many faces were picked after the error.
    picked_since: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    line: usize,
    name: String,
    shows: String,
}

/// Why a script does not fit the rules that read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptError {
    /// A line names a roll but no dice.
    NoDice {
        /// The number of the line.
        line: usize,
    },
    /// The rules are done with this roll and ask for another.
    LeftOver {
        /// The line.
        line: usize,
        /// The roll that is done.
        found: String,
        /// The roll that the rules ask for.
        wanted: String,
    },
    /// The rules ask for another roll first.
    TooEarly {
        /// The line.
        line: usize,
        /// The roll in the script.
        found: String,
        /// The roll that the rules ask for.
        wanted: String,
    },
    /// No face of the die shows what the script says.
    WrongFace {
        /// The line.
        line: usize,
        /// The face in the script.
        found: String,
        /// The faces of the die.
        allowed: String,
    },
    /// The script ends before the rules do.
    TooFew {
        /// The roll that the rules ask for.
        wanted: String,
        /// The number of dice in the script.
        after: usize,
    },
    /// Dice are left when the rules are done.
    Unused {
        /// The line of the first die that is left.
        line: usize,
        /// The number of dice that are left.
        left: usize,
    },
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDice { line } => write!(f, "line {line}: a roll without dice"),
            Self::LeftOver { line, found, wanted } => {
                write!(f, "line {line}: dice of `{found}` are left over, the rules ask for `{wanted}` now")
            }
            Self::TooEarly { line, found, wanted } => {
                write!(f, "line {line}: `{found}` came too early, the rules ask for `{wanted}` first")
            }
            Self::WrongFace { line, found, allowed } => {
                write!(f, "line {line}: no face shows {found:?}; this die has {allowed}")
            }
            Self::TooFew { wanted, after } => {
                write!(f, "the script ends after {after} dice, the rules ask for `{wanted}`")
            }
            Self::Unused { line, left } => {
                write!(f, "line {line}: dice are left over when the rules are done: {left} in all")
            }
        }
    }
}

impl std::error::Error for ScriptError {}

impl Script {
    /// Reads a script.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut entries = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim_start();
            // A name with blanks is written in quotes, or with hyphens in their place.
            let (name, rest) = match text.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
                Some((name, rest)) => (as_word(name), rest),
                None => {
                    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text.trim_end(), ""));
                    (name.to_owned(), rest)
                }
            };
            if name.is_empty() {
                continue;
            }
            let words = rest.split_whitespace();
            let before = entries.len();
            entries.extend(words.map(|shows| Entry { line, name: name.clone(), shows: shows.to_owned() }));
            if entries.len() == before {
                return Err(ScriptError::NoDice { line });
            }
        }
        Ok(Self { entries, next: 0, error: None, picked_since: 0 })
    }

    /// Checks that the script had every die that the rules asked for, and no more. Call it when the rules are done.
    pub fn finish(self) -> Result<(), ScriptError> {
        match (self.error, self.entries.get(self.next)) {
            (Some(error), _) => Err(error),
            (None, Some(entry)) => {
                Err(ScriptError::Unused { line: entry.line, left: self.entries.len() - self.next })
            }
            (None, None) => Ok(()),
        }
    }

    /// Whether all dice have been used.
    pub fn is_used_up(&self) -> bool {
        self.next == self.entries.len()
    }
}

impl Faces for Script {
    fn pick(&mut self, roll: &Roll, copies: &[u64], shows: &dyn Fn(usize) -> Shows) -> usize {
        let possible = || (0..copies.len()).filter(|&face| copies[face] > 0);
        let fault = match self.entries.get(self.next) {
            None => ScriptError::TooFew { wanted: as_word(&roll.name), after: self.entries.len() },
            Some(entry) if as_word(&roll.name) != entry.name => {
                let (line, found, wanted) = (entry.line, entry.name.clone(), as_word(&roll.name));
                let before = self.next.checked_sub(1).map(|last| &self.entries[last].name);
                if before == Some(&found) {
                    ScriptError::LeftOver { line, found, wanted }
                } else {
                    ScriptError::TooEarly { line, found, wanted }
                }
            }
            Some(entry) => match possible().find(|&face| as_word(&shows(face).to_string()) == entry.shows) {
                Some(face) => {
                    self.next += 1;
                    return face;
                }
                None => ScriptError::WrongFace {
                    line: entry.line,
                    found: entry.shows.clone(),
                    allowed: possible().map(|face| shows(face).to_string()).collect::<Vec<_>>().join(" "),
                },
            },
        };
        self.error.get_or_insert(fault);
        // Each face in turn, so that no die that is thrown again and again is thrown for ever.
        self.picked_since += 1;
        possible().nth(self.picked_since % possible().count().max(1)).unwrap_or_default()
    }

    fn has_failed(&self) -> bool {
        self.error.is_some()
    }
}
