//! Tells one attack or battle die by die. The story is a script that can be played again.

use std::fmt::Write as _;

use chance::by_hand::{ByHand, Faces, Script, ScriptError};
use chance::game::Visitable;
use chance::{Flow, Game, Visit};
use scenario::{BattleFile, Header, Scenario, printable};
use simulator::Generator;

use crate::engine::SEED;
use crate::failure::Failure;
use crate::fault::{refuse, refuse_battle};

/// Where the dice of a story come from.
#[derive(Clone, Copy, Debug)]
pub enum Dice<'a> {
    /// They are thrown with a seed: this one, the file's, or [`SEED`].
    Thrown(Option<u64>),
    /// They are read from a script.
    Script {
        /// The script's name, for errors.
        name: &'a str,
        /// The script.
        text: &'a str,
    },
}

/// An attack or a battle that was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// What happened. It is a script that can be played again.
    pub text: String,
    /// Where a script did not fit, and why. What it rolled before that is told.
    pub fault: Option<String>,
}

/// Tells the run of this label.
pub fn explain(scenario: &Scenario, label: &str, dice: Dice<'_>) -> Result<Story, Failure> {
    let Some(run) = scenario.runs.iter().find(|run| run.label == label) else {
        let labels: Vec<&str> = scenario.runs.iter().map(|run| run.label.as_str()).take(20).collect();
        let labels = labels.join(", ");
        return Err(Failure::Input(format!("error: there is no run `{label}`; there are: {labels}")));
    };
    let name = |card: &scenario::Card, otherwise: &str| printable(card.name.as_deref().unwrap_or(otherwise));
    let (attacker, target) = (name(&run.attacker, "the attacker"), name(&run.target, "the target"));
    let told = Told {
        head: format!("{}# {attacker} against {target}\n", title(&scenario.header)),
        rounds: run.rounds,
        seed: run.seed,
        is_battle: false,
    };
    let story = told.by(&run.matchup, dice)?;
    refuse(run)?;
    Ok(story)
}

/// Tells a battle, round by round.
pub fn explain_battle(file: &BattleFile, dice: Dice<'_>) -> Result<Story, Failure> {
    let mut head = title(&file.header);
    let mut number = 1;
    for side in &file.sides {
        let _ = write!(head, "# {}:", printable(&side.name));
        for (place, unit) in side.units.iter().enumerate() {
            let last = number + unit.count - 1;
            let numbers = if number == last { number.to_string() } else { format!("{number} to {last}") };
            let comma = if place > 0 { "," } else { "" };
            let _ = write!(head, "{comma} {} (unit {numbers})", printable(&unit.name));
            number = last + 1;
        }
        head.push('\n');
    }
    head.push_str(
        "# In each round the units of a kind are numbered anew: the destroyed and the most damaged first.\n",
    );
    let told = Told { head, rounds: file.rounds, seed: file.seed, is_battle: true };
    let story = told.by(&file.battle, dice)?;
    refuse_battle(&file.battle)?;
    Ok(story)
}

fn title(header: &Header) -> String {
    format!("# {}: {}\n", header.system.title, printable(&header.name))
}

/// What is told.
struct Told {
    /// The lines before the first round.
    head: String,
    rounds: u32,
    seed: Option<u64>,
    is_battle: bool,
}

impl Told {
    fn by(mut self, game: &impl Visitable, dice: Dice<'_>) -> Result<Story, Failure> {
        match dice {
            Dice::Script { name, text } => {
                let wrong = |error: ScriptError| format!("error: {name}: {error}");
                let script = Script::parse(text).map_err(|error| Failure::Input(wrong(error)))?;
                let (mut text, script) = game.visit(Tell { told: &self, faces: script });
                let fault = script.finish().err();
                if let Some(error) = &fault {
                    let _ = writeln!(text, "# The script does not fit. {}", in_sentence(&error.to_string()));
                }
                Ok(Story { text: self.head + &text, fault: fault.map(wrong) })
            }
            Dice::Thrown(seed) => {
                let seed = seed.or(self.seed).unwrap_or(SEED);
                let _ = writeln!(self.head, "# seed {seed}");
                let (text, _) = game.visit(Tell { told: &self, faces: Generator::new(seed, 0) });
                Ok(Story { text: self.head + &text, fault: None })
            }
        }
    }

    /// The last line, of a round in which everything ended, or after the last one.
    fn ending<G: Game>(&self, game: &G, state: &G::State, round: Option<u32>) -> Option<String> {
        let killed = game.is_killed(state);
        Some(match (round, self.is_battle) {
            (Some(round), _) if killed => format!("# The target is destroyed in round {round}."),
            (Some(round), true) => format!("# The battle is over in round {round}."),
            (Some(round), false) => {
                format!(
                    "# The attack is over in round {round}: the attacker cannot go on.\n# The target is alive."
                )
            }
            (None, true) => "# The battle ends undecided.".to_owned(),
            (None, false) if !killed => "# The target is alive.".to_owned(),
            (None, false) => return None,
        })
    }
}

/// Begins with a capital letter and ends with a full stop.
fn in_sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// A source of faces that may run out.
trait FaceSource: Faces + Clone {
    /// Returns whether no dice are left for another round.
    fn is_used_up(&self) -> bool {
        false
    }
}

impl FaceSource for Generator {}

impl FaceSource for Script {
    fn is_used_up(&self) -> bool {
        Script::is_used_up(self)
    }
}

struct Tell<'a, F> {
    told: &'a Told,
    faces: F,
}

impl<F: FaceSource> Visit for Tell<'_, F> {
    type Out = (String, F);

    fn visit<G: Game>(self, game: &G) -> (String, F) {
        let mut hand = ByHand::new(game.pools(), self.faces);
        let mut state = game.start();
        let mut text = String::new();
        let mut before = chance::Events::NONE;
        let mut ended = None;
        for round in 1..=self.told.rounds {
            // A script may end early. Rounds that need no dice are still played.
            let before_round = hand.faces.is_used_up().then(|| (hand.faces.clone(), state.clone()));
            while game.step(&mut state, &mut hand) == Flow::Next && !hand.faces.has_failed() {}
            if let Some((faces, earlier)) = before_round.filter(|_| round > 1 && hand.faces.has_failed()) {
                (hand.faces, state) = (faces, earlier);
                let _ = writeln!(text, "\n# The script ends here.");
                break;
            }
            let _ = writeln!(text, "\n# Round {round}");
            for line in hand.story.drain(..) {
                let _ = writeln!(text, "{line}");
            }
            if hand.faces.has_failed() {
                // The state has no meaning any more.
                return (text, hand.faces);
            }
            let events = game.events(&state);
            for (index, event) in game.system().events.iter().enumerate() {
                if events.has(index) && !before.has(index) {
                    let _ = writeln!(text, "  # now: {} ({})", event.name, event.doc);
                }
            }
            before = events;
            if game.is_killed(&state) || game.is_over(&state) {
                ended = Some(round);
                break;
            }
        }
        if let Some(ending) = self.told.ending(game, &state, ended) {
            let _ = writeln!(text, "{ending}");
        }
        (text, hand.faces)
    }
}
