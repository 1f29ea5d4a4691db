//! How large a game file and what it plays may become.

/// Bytes of a game file.
pub const FILE: usize = 256 * 1024;
/// How deep brackets and operators may stand inside each other.
pub const EXPRESSION: usize = 100;
/// How deep blocks may stand inside each other.
pub const BLOCKS: usize = 20;
/// Characters of a name, a choice or a symbol.
pub const NAME: usize = 60;
/// Entries of a section of the file, names of a choice, faces of a die, and rows or columns of a table.
pub const ENTRIES: usize = 1_000;
/// Entries of a list in a scenario.
pub const LIST: usize = 100;
/// Names of a field of kind `tags`.
pub const TAGS: usize = 64;
/// Measures of a game.
pub const MEASURES: usize = 60;
/// Events of a game.
pub const EVENTS: usize = 32;
/// Numbers that a unit remembers, those of list entries included.
pub const STATES: usize = 2_000;
/// Instructions of a program, with functions put in place and loops over lists written out.
pub const PROGRAM: usize = 60_000;
/// Words of memory for the analysis of a program.
pub const ANALYSIS: usize = 8_000_000;
/// The largest face of a die, the largest number of a field or a table, and their least with a minus.
pub const NUMBER: i64 = 1_000_000_000;
/// The largest face of a die of one's own.
pub const FACE: i64 = 1_000_000;
/// Faces of a die.
pub const SIDES: i64 = 1_000;
/// Dice of one roll, those that they bring not counted.
pub const DICE: i64 = 1_000;
/// Statements along one path of an attack.
pub const STATEMENTS: u32 = 100_000;
/// The largest value of a measure.
pub const MEASURE: i64 = 100_000;
/// Different dice of a match-up, where dice depend on what has happened.
pub const KINDS: usize = 20_000;
/// Characters of a title or another text about the game.
pub const DESCRIPTION: usize = 2_000;
