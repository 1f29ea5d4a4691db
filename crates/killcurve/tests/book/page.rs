//! The blocks of code and the pictures of a page, with the marks that stand before them as comments:
//!
//! | mark | what it says |
//! |---|---|
//! | `<!-- file: NAME -->` | the block is this file; the commands that follow find it |
//! | `<!-- append: NAME -->` | the block is added to this file |
//! | `<!-- exit code: 1 -->` | the last command of the block ends with this code |
//! | `<!-- run by: FILE -->` | the commands of the block are run by this file, or those of the page if it is its first line |
//! | `<!-- run by hand: REASON -->` | no test runs the block |
//! | `<!-- picture: FILE -->` | the picture below is this file of a report that the commands before it wrote |
//!
//! A block `console` has commands behind `$ ` and what they print; a line `…` stands for any lines. A block `sh` has commands alone.

/// A block of code or a picture.
#[derive(Debug)]
pub struct Block {
    /// The marks before it.
    marks: Vec<String>,
    /// What it holds.
    pub kind: Kind,
    /// Its lines, without the fence.
    pub lines: Vec<String>,
    /// The number of its first line on the page, from 1.
    pub line: usize,
}

/// What a block holds.
#[derive(Debug, PartialEq)]
pub enum Kind {
    /// Code in this language.
    Code(String),
    /// The picture at this address.
    Picture(String),
}

impl Block {
    /// The value of a mark, such as `titan.toml` of `<!-- file: titan.toml -->`.
    pub fn mark(&self, name: &str) -> Option<&str> {
        self.marks.iter().find_map(|mark| mark.strip_prefix(name)?.strip_prefix(": "))
    }

    /// Whether another file runs the block's commands. `runner` says whether a mark names one.
    pub fn is_run_elsewhere(&self, runner: &impl Fn(&str) -> bool) -> bool {
        self.marks.iter().any(|mark| runner(mark))
    }

    /// Whether the block holds code in this language.
    pub fn is(&self, language: &str) -> bool {
        self.kind == Kind::Code(language.to_owned())
    }
}

/// The mark on a line, without the signs of a comment.
pub fn mark(line: &str) -> Option<&str> {
    line.trim().strip_prefix("<!-- ")?.strip_suffix(" -->")
}

/// Finds the blocks of a page.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut marks: Vec<String> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let inside = lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim_start() != "```");
            blocks.push(Block {
                marks: std::mem::take(&mut marks),
                kind: Kind::Code(language.to_owned()),
                lines: inside.map(str::to_owned).collect(),
                line: number + 2,
            });
        } else if let Some(mark) = mark(line) {
            marks.push(mark.to_owned());
        } else if let Some(address) = line.strip_prefix("![").and_then(|line| line.split_once("](")) {
            let address = address.1.split(')').next().unwrap_or_default();
            blocks.push(Block {
                marks: std::mem::take(&mut marks),
                kind: Kind::Picture(address.to_owned()),
                lines: Vec::new(),
                line: number + 1,
            });
        } else if !line.trim().is_empty() {
            marks.clear();
        }
    }
    blocks
}

/// A command of a block, with the lines that follow it.
#[derive(Debug, PartialEq)]
pub struct Command {
    /// The command, on one line.
    pub text: String,
    /// The lines of the block that hold it.
    pub typed: Vec<String>,
    /// What the page says that it prints.
    pub output: Vec<String>,
}

/// The commands of a `console` block.
pub fn console(lines: &[String]) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (_, Some(command)) if goes_on => {
                command.text = format!("{} {}", command.text.trim_end_matches('\\').trim_end(), line.trim());
                command.typed.push(line.clone());
            }
            (Some(text), _) => {
                commands.push(Command {
                    text: text.to_owned(),
                    typed: vec![line.clone()],
                    output: Vec::new(),
                });
            }
            (None, Some(command)) => command.output.push(line.clone()),
            (None, None) => {}
        }
        goes_on = line.ends_with('\\') && commands.last().is_some_and(|command| command.output.is_empty());
    }
    commands
}

/// Whether an output is what the page shows. A line `…` stands for any number of lines.
pub fn matches(shown: &[String], found: &[String]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((first, rest)) if first.trim() == "…" => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]))
        }
        Some((first, rest)) => {
            found.first().is_some_and(|line| line.trim_end() == first.trim_end())
                && matches(rest, &found[1..])
        }
    }
}

/// Where an output is not what the page shows, in words.
pub fn difference(shown: &[String], found: &[String]) -> String {
    let is_new =
        |line: &&String| line.trim() != "…" && !found.iter().any(|found| found.trim_end() == line.trim_end());
    let is_unseen = |line: &&String| !shown.iter().any(|shown| shown.trim_end() == line.trim_end());
    match (shown.iter().find(is_new), found.iter().find(is_unseen)) {
        (Some(line), _) => format!("no line is\n{line}\nIt prints\n{}", found.join("\n")),
        (None, Some(line)) => format!("the page does not show\n{line}"),
        (None, None) => format!("the same lines in another order or number:\n{}", found.join("\n")),
    }
}

#[test]
fn blocks_and_commands_are_found_with_their_marks() {
    let text = "<!-- file: a.toml -->\n```toml\nap = 3\n```\nWords.\n\n<!-- exit code: 1 -->\n\n```console\n$ one \\\n    two\nout\n…\n\
                $ three\n```\n<!-- picture: reports/a.svg -->\n![A picture](pictures/a.svg)\n";
    let blocks = blocks(text);
    assert_eq!(blocks.len(), 3);
    assert!(
        blocks[0].is("toml") && blocks[0].mark("file") == Some("a.toml") && blocks[0].lines == ["ap = 3"]
    );
    assert_eq!((blocks[1].mark("file"), blocks[1].mark("exit code"), blocks[1].line), (None, Some("1"), 10));
    let commands = console(&blocks[1].lines);
    assert_eq!((commands[0].text.as_str(), commands[1].text.as_str()), ("one two", "three"));
    assert_eq!(commands[0].output, ["out", "…"]);
    assert_eq!(blocks[2].kind, Kind::Picture("pictures/a.svg".to_owned()));
    assert_eq!(blocks[2].mark("picture"), Some("reports/a.svg"));
}

#[test]
fn outputs_are_compared_line_by_line() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(matches(&lines("a\n…\nd"), &lines("a\nb\nc\nd")) && matches(&lines("a\n…"), &lines("a")));
    assert!(!matches(&lines("a\n…\nd"), &lines("a\nb\nd\ne")) && !matches(&lines("a"), &lines("a\nb")));
    assert!(!matches(&lines("a\nb"), &lines("a")) && matches(&lines("a  "), &lines("a")));
}
