//! Rolling by hand: die by die, with every die written down.
//!
//! [`ByHand`] plays the rules as people at a table do. Where the faces come from is the business of its
//! [`Faces`]: a [`Script`] reads them from a text, a generator throws them. Whatever came is kept as a
//! [`Line`]s of a story, which is a valid script again.

use std::fmt::{self, Write as _};

use crate::chance::Chance;
use crate::dice::{Pool, Pools, Roll, Score, Shows};
use crate::fields::Named;

/// Where single faces come from.
pub trait Faces {
    /// Picks one of several faces; `ways[i]` is how many of face `i` there are.
    fn pick(&mut self, roll: Roll, ways: &[u32], shows: &dyn Fn(usize) -> Shows) -> usize;
}

/// A line of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Dice or cards of one roll, in the order in which they fell.
    Rolled {
        /// Which roll.
        roll: Roll,
        /// What they show.
        shown: Vec<Shows>,
    },
    /// What a rule made of them.
    Told {
        /// The rule's id.
        rule: &'static str,
        /// In words.
        words: String,
    },
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rolled { roll, shown } => {
                let mut dice = roll.name.to_owned();
                for face in shown {
                    write!(dice, " {face}")?;
                }
                write!(f, "{dice:<40} # {}", roll.rule)
            }
            Self::Told { rule, words } => write!(f, "  # {rule}: {words}"),
        }
    }
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
    /// In a match-up of a battle, whose measures are not counted.
    inside: bool,
}

impl<'a, F: Faces> ByHand<'a, F> {
    /// A table with these dice and nothing rolled yet.
    pub fn new(pools: &'a Pools, faces: F) -> Self {
        Self { pools, faces, story: Vec::new(), measures: Vec::new(), inside: false }
    }

    fn pick(&mut self, roll: Roll, ways: &[u32], shows: &dyn Fn(usize) -> Shows) -> usize {
        let picked = self.faces.pick(roll, ways, shows);
        let face = shows(picked);
        match self.story.last_mut() {
            Some(Line::Rolled { roll: last, shown }) if *last == roll => shown.push(face),
            _ => self.story.push(Line::Rolled { roll, shown: vec![face] }),
        }
        picked
    }
}

impl<F: Faces> Chance for ByHand<'_, F> {
    fn pool(&mut self, pool: Pool, dice: u32) -> Score {
        let throws = self.pools.dice()[pool.index()].throws();
        let mut score = Score::ZERO;
        for _ in 0..dice {
            let mut next = Some(0);
            while let Some(place) = next {
                let throw = &throws[place];
                let ways: Vec<u32> = throw.faces.iter().map(|face| face.ways).collect();
                let face = &throw.faces[self.pick(throw.roll, &ways, &|face| throw.faces[face].shows)];
                score = score + face.score;
                next = face.then;
            }
        }
        score
    }

    fn total_told(
        &mut self,
        parts: &[(Pool, u32)],
        rule: &'static str,
        words: impl Fn(usize, Score) -> String,
    ) -> Score {
        let mut total = Score::ZERO;
        for (place, &(pool, dice)) in parts.iter().enumerate() {
            let score = self.pool(pool, dice);
            self.tell(rule, || words(place, score));
            total = total + score;
        }
        total
    }

    fn die<T: Copy + PartialEq>(&mut self, roll: Roll, sides: u8, read: impl Fn(u8) -> T) -> T {
        let number = |face: usize| face as u8 + 1;
        let picked = self.pick(roll, &vec![1; sides.into()], &|face| Shows::Number(number(face)));
        read(number(picked))
    }

    fn draw(&mut self, roll: Roll, ways: &[u32], shows: impl Fn(usize) -> Shows) -> usize {
        self.pick(roll, ways, &shows)
    }

    fn measure(&mut self, measure: impl Named, value: u32) {
        if !self.inside {
            self.measures.push((measure.index(), value));
        }
    }

    fn enter(&mut self, matchup: Option<usize>) {
        self.inside = matchup.is_some();
    }

    fn add(&mut self, measure: impl Named, value: u32) {
        if self.inside {
            return;
        }
        match self.measures.iter_mut().find(|(known, _)| *known == measure.index()) {
            Some((_, sum)) => *sum += value,
            None => self.measures.push((measure.index(), value)),
        }
    }

    fn tell(&mut self, rule: &'static str, words: impl FnOnce() -> String) {
        self.story.push(Line::Told { rule, words: words() });
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
    /// A line has a name but no dice.
    NoDice {
        /// Its number.
        line: usize,
    },
    /// The rules ask for another roll.
    WrongName {
        /// The line.
        line: usize,
        /// The roll that the script has.
        found: String,
        /// The roll that the rules ask for.
        wanted: &'static str,
    },
    /// No face of the die shows this.
    WrongFace {
        /// The line.
        line: usize,
        /// What the script has.
        found: String,
        /// What the die can show.
        allowed: String,
    },
    /// The script ends before the rules do.
    TooFew {
        /// The roll that the rules ask for.
        wanted: &'static str,
        /// How many dice the script had.
        after: usize,
    },
    /// The rules are done, and dice are left.
    Unused {
        /// The line of the first.
        line: usize,
        /// How many are left.
        left: usize,
    },
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDice { line } => write!(f, "line {line}: a roll without dice"),
            Self::WrongName { line, found, wanted } => {
                write!(f, "line {line}: the script rolls {found:?}, the rules ask for {wanted:?}")
            }
            Self::WrongFace { line, found, allowed } => {
                write!(f, "line {line}: no face shows {found:?}; this die has {allowed}")
            }
            Self::TooFew { wanted, after } => {
                write!(f, "the script ends after {after} dice, the rules ask for {wanted:?}")
            }
            Self::Unused { line, left } => {
                write!(f, "line {line}: {left} dice are left when the rules are done")
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
            let mut words = text.split('#').next().unwrap_or_default().split_whitespace();
            let Some(name) = words.next() else { continue };
            let before = entries.len();
            entries.extend(words.map(|shows| Entry { line, name: name.to_owned(), shows: shows.to_owned() }));
            if entries.len() == before {
                return Err(ScriptError::NoDice { line });
            }
        }
        Ok(Self { entries, next: 0, error: None })
    }

    /// Whether every die was asked for and every roll was found; to be asked when the rules are done.
    pub fn finish(self) -> Result<(), ScriptError> {
        match (self.error, self.entries.get(self.next)) {
            (Some(error), _) => Err(error),
            (None, Some(entry)) => {
                Err(ScriptError::Unused { line: entry.line, left: self.entries.len() - self.next })
            }
            (None, None) => Ok(()),
        }
    }

    /// Whether something did not fit. From then on the faces are without meaning.
    pub fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Whether all dice have been used.
    pub fn is_used_up(&self) -> bool {
        self.next == self.entries.len()
    }
}

impl Faces for Script {
    fn pick(&mut self, roll: Roll, ways: &[u32], shows: &dyn Fn(usize) -> Shows) -> usize {
        let possible = || (0..ways.len()).filter(|&face| ways[face] > 0);
        let fault = match self.entries.get(self.next) {
            None => ScriptError::TooFew { wanted: roll.name, after: self.entries.len() },
            Some(entry) if entry.name != roll.name => {
                ScriptError::WrongName { line: entry.line, found: entry.name.clone(), wanted: roll.name }
            }
            Some(entry) => match possible().find(|&face| shows(face).to_string() == entry.shows) {
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
        possible().next().unwrap_or_default()
    }
}
