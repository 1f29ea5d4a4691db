//! `killcurve answer`: answers requests of other programs, a line of JSON each.

use std::io::{self, BufRead, Write};

use crate::output::Failure;

/// How a line of progress begins. A line with an answer begins with `{"ok"`.
pub const PROGRESS: &str = "{\"progress\":";

/// Answers every line of standard input.
pub fn answer_requests() -> Result<(), Failure> {
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| Failure::Run(format!("cannot read a request: {error}")))?;
        // Who does not read progress will not read the answer either, and that is reported below.
        let tell = |progress: &str| drop(write(&format!("{PROGRESS}{progress}}}\n")));
        let answer = desk::request::answer(&line, &tell);
        write(&(answer + "\n"))?;
    }
    Ok(())
}

fn write(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}
