//! The provenance of answers: the input file, the methods and the command.

use results::{InputKind, Method, Provenance};
use scenario::Header;

/// Returns the provenance of an answer to an input file.
pub fn provenance(
    kind: InputKind,
    header: &Header,
    methods: impl IntoIterator<Item = Method>,
    command: String,
) -> Provenance {
    let Header { name, description, notes, system, text, hash } = header.clone();
    Provenance {
        kind,
        name,
        description,
        notes,
        system_id: system.id.to_string(),
        system_title: system.title.to_string(),
        hash,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        methods: distinct(methods),
        command,
        input: text,
    }
}

/// Returns each method once. Exact answers count as one method, however much work they took.
fn distinct(methods: impl IntoIterator<Item = Method>) -> Vec<Method> {
    let same = |a: &Method, b: &Method| (a.trials(), a.seed()) == (b.trials(), b.seed());
    let mut found: Vec<Method> = Vec::new();
    for method in methods {
        if !found.iter().any(|known| same(known, &method)) {
            found.push(method);
        }
    }
    found
}
