//! What goes wrong while a game of a file is played: an error, and no result.

use chance::game::Visitable;
use chance::{Game, PlayFault, Visit};
use scenario::{Run, Source};
use simulator::Plan;

use crate::failure::Failure;

/// Asks a game what went wrong.
struct FaultOf;

impl Visit for FaultOf {
    type Out = Option<PlayFault>;

    fn visit<G: Game>(self, game: &G) -> Option<PlayFault> {
        game.fault()
    }
}

/// Plays one trial, in which a loop without end comes to its limit.
struct OneTrial(u32);

impl Visit for OneTrial {
    type Out = ();

    fn visit<G: Game>(self, game: &G) {
        let plan = Plan { rounds: self.0, trials: 1, seed: 1, first_batch: 0 };
        simulator::simulate(game, plan, &|_| ());
    }
}

/// Returns an error if something went wrong while a game was played; `label` says in which run.
pub fn refuse(label: &str, game: &impl Visitable) -> Result<(), Failure> {
    game.visit(FaultOf).map_or(Ok(()), |fault| Err(failure(label, fault)))
}

/// As [`refuse`], of a run that the exact engine found to be endless.
pub fn refuse_endless(run: &Run) -> Result<(), Failure> {
    run.matchup.visit(OneTrial(run.rounds));
    refuse(&run.label, &run.matchup)
}

/// The error of a fault, with the place in the game file.
pub fn failure(label: &str, fault: PlayFault) -> Failure {
    let PlayFault { file, text, range, message } = fault;
    let help = format!("this happened in the run `{}`", scenario::printable(label));
    Failure::fault(Source { name: file, text }, range, message, Some(help))
}
