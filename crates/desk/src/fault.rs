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

/// Returns an error if something went wrong while a run was played.
pub fn refuse(run: &Run) -> Result<(), Failure> {
    refuse_as(&run.label, run)
}

/// As [`refuse`], of a run that has another name here.
pub fn refuse_as(label: &str, run: &Run) -> Result<(), Failure> {
    let fault = run.matchup.visit(FaultOf);
    fault.map_or(Ok(()), |fault| Err(failure(fault, scenario::where_it_happened(label, &run.scenario))))
}

/// As [`refuse`], of a run that the exact engine found to be endless.
pub fn refuse_endless(run: &Run) -> Result<(), Failure> {
    run.matchup.visit(OneTrial(run.rounds));
    refuse(run)
}

/// As [`refuse`], of a battle.
pub fn refuse_battle(battle: &impl Visitable) -> Result<(), Failure> {
    battle.visit(FaultOf).map_or(Ok(()), |fault| Err(battle_failure(fault)))
}

/// The error of a fault in a battle.
pub fn battle_failure(fault: PlayFault) -> Failure {
    failure(fault, "this happened in a battle".to_owned())
}

/// The error of a fault, with the place in the game file.
fn failure(fault: PlayFault, help: String) -> Failure {
    let PlayFault { file, text, range, message } = fault;
    Failure::fault(Source { name: file, text }, range, message, Some(help))
}
