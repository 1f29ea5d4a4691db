//! Tells one attack die by die. The story is a script that can be played again.

use std::fmt::Write as _;

use chance::by_hand::{ByHand, Faces, Script};
use chance::game::Visitable;
use chance::{Flow, Game, Visit};
use scenario::{Run, Scenario, printable};
use simulator::Generator;

use crate::engine::SEED;
use crate::failure::Failure;
use crate::fault::refuse;

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

/// Tells the run of this label.
pub fn explain(scenario: &Scenario, label: &str, dice: Dice<'_>) -> Result<String, Failure> {
    let Some(run) = scenario.runs.iter().find(|run| run.label == label) else {
        let labels: Vec<&str> = scenario.runs.iter().map(|run| run.label.as_str()).take(20).collect();
        let labels = labels.join(", ");
        return Err(Failure::Input(format!("error: there is no run `{label}`; there are: {labels}")));
    };
    let mut text = String::new();
    let name = |card: &scenario::Card, otherwise: &str| printable(card.name.as_deref().unwrap_or(otherwise));
    let _ = writeln!(text, "# {}: {}", scenario.header.system.title, printable(&scenario.header.name));
    let _ = writeln!(
        text,
        "# {} against {}",
        name(&run.attacker, "the attacker"),
        name(&run.target, "the target")
    );
    let story = match dice {
        Dice::Script { name, text } => {
            let wrong = |error| Failure::Input(format!("error: {name}: {error}"));
            let script = Script::parse(text).map_err(wrong)?;
            let (story, script) = run.matchup.visit(Tell { run, faces: script });
            script.finish().map_err(wrong)?;
            story
        }
        Dice::Thrown(seed) => {
            let seed = seed.or(run.seed).unwrap_or(SEED);
            let _ = writeln!(text, "# seed {seed}");
            run.matchup.visit(Tell { run, faces: Generator::new(seed, 0) }).0
        }
    };
    refuse(run)?;
    Ok(text + &story)
}

/// A source of faces that may run out.
trait FaceSource: Faces + Clone {
    fn has_failed(&self) -> bool {
        false
    }
    /// Returns whether no dice are left for another round.
    fn is_used_up(&self) -> bool {
        false
    }
}

impl FaceSource for Generator {}

impl FaceSource for Script {
    fn has_failed(&self) -> bool {
        Script::has_failed(self)
    }

    fn is_used_up(&self) -> bool {
        Script::is_used_up(self)
    }
}

struct Tell<'a, F> {
    run: &'a Run,
    faces: F,
}

impl<F: FaceSource> Visit for Tell<'_, F> {
    type Out = (String, F);

    fn visit<G: Game>(self, game: &G) -> (String, F) {
        let mut hand = ByHand::new(game.pools(), self.faces);
        let mut state = game.start();
        let mut text = String::new();
        let mut before = chance::Events::NONE;
        for round in 1..=self.run.rounds {
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
            let events = game.events(&state);
            let new = game
                .system()
                .events
                .iter()
                .enumerate()
                .filter(|&(index, _)| events.has(index) && !before.has(index));
            for (_, event) in new {
                let _ = writeln!(text, "  # now: {} ({})", event.name, event.doc);
            }
            before = events;
            if game.is_killed(&state) {
                let _ = writeln!(text, "# The target is destroyed in round {round}.");
                break;
            }
            if game.is_over(&state) {
                let _ = writeln!(text, "# The attack is over in round {round}: the attacker cannot go on.");
                break;
            }
            if hand.faces.has_failed() {
                break;
            }
        }
        if !game.is_killed(&state) {
            let _ = writeln!(text, "# The target is alive.");
        }
        (text, hand.faces)
    }
}
