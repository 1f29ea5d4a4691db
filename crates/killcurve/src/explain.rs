//! `killcurve explain`: plays one attack die by die. Its output is a script that it can read again.

use desk::Dice;

use crate::args::Explain;
use crate::load::load;
use crate::output::{Failure, print, shown};

/// Prints one seeded or scripted attack.
pub fn explain(args: &Explain) -> Result<(), Failure> {
    let scenario = load(&args.file, &args.set)?;
    let script = args.script.as_ref().map(|path| {
        let text = scenario::read_text(path)
            .map_err(|reason| Failure::Input(format!("error: cannot read {}: {reason}", shown(path))))?;
        Ok::<_, Failure>((path.display().to_string(), text))
    });
    let script = script.transpose()?;
    let dice = match &script {
        Some((name, text)) => Dice::Script { name, text },
        None => Dice::Thrown(args.seed),
    };
    print(&desk::explain(&scenario, &args.run, dice)?)
}
