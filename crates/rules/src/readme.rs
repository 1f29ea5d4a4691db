//! The rules of a system as its README lists them: the one place that says what each of them does.

use chance::fields::Name;
use chance::shared::{List, Shared};

/// The rows of a README's table of rules: `| SI-2 | what the rule does | ..`.
pub fn rules_of(readme: &'static str) -> List<Name> {
    readme.lines().filter_map(rule_of).collect()
}

fn rule_of(line: &'static str) -> Option<Name> {
    let mut cells = line.strip_prefix("| ")?.split(" | ");
    let (id, rule) = (cells.next()?, cells.next()?);
    let (system, number) = id.split_once('-')?;
    let is_id = system.bytes().all(|byte| byte.is_ascii_uppercase()) && number.parse::<u32>().is_ok();
    is_id.then_some(Name { name: Shared::Static(id), doc: Shared::Static(rule) })
}
