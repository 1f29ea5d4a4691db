//! `killcurve explain`: plays one attack or battle die by die. Its output is a script that it can read again.

use desk::Dice;
use results::InputKind;

use crate::args::Explain;
use crate::load::{invalid, load};
use crate::output::{Failure, print, shown};

/// Prints a seeded or scripted attack or battle.
pub fn explain(args: &Explain) -> Result<(), Failure> {
    let script = args.script.as_ref().map(|path| {
        let text = scenario::read_text(path)
            .map_err(|reason| Failure::Input(format!("error: cannot read {}: {reason}", shown(path))))?;
        Ok::<_, Failure>((shown(path), text))
    });
    let script = script.transpose()?;
    let dice = match &script {
        Some((name, text)) => Dice::Script { name, text },
        None => Dice::Thrown(args.seed),
    };
    let story = if scenario::kind(&args.file) == Some(InputKind::Battle) {
        if args.run != "base" {
            return Err(Failure::Input("error: a battle has no runs: leave --run out".to_owned()));
        }
        desk::explain_battle(&scenario::load_battle(&args.file, &args.set).map_err(invalid)?, dice)?
    } else {
        desk::explain(&load(&args.file, &args.set)?, &args.run, dice)?
    };
    print(&story.text)?;
    story.fault.map_or(Ok(()), |fault| Err(Failure::Input(fault)))
}
