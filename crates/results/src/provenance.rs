//! Where a result comes from: enough to find its input again and to repeat the run.

use crate::Method;

/// The origin of a result.
///
/// Every report, table, chart and data file carries one. It names the input file, the version of the program, how the
/// numbers were found, and the command that produces them again.
#[derive(Clone, Debug, PartialEq)]
pub struct Provenance {
    /// The kind of input file.
    pub kind: InputKind,
    /// The name given in the file, or the file's own name without its ending.
    pub name: String,
    /// The description given in the file.
    pub description: Option<String>,
    /// Notes that readers of the results must see, such as "dice are assumed": from the file and from every roster it uses.
    pub notes: Vec<String>,
    /// The rule system's id, such as `space-infantry`.
    pub system_id: String,
    /// The rule system's title, such as `Space Infantry`.
    pub system_title: String,
    /// The fingerprint of everything the file was checked with: its text, rosters, and overrides from the command line.
    pub hash: String,
    /// The version of killcurve.
    pub version: String,
    /// The methods that produced the numbers, each once. Runs of one scenario may differ.
    pub methods: Vec<Method>,
    /// The command that produces the same result again.
    pub command: String,
    /// The text of the input file.
    pub input: String,
}

/// The kind of an input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// One attacker against one target, with variants and a sweep.
    Scenario,
    /// Units of two sides.
    Battle,
    /// A list of units.
    Roster,
}

impl InputKind {
    /// The name used in files and sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Battle => "battle",
            Self::Roster => "roster",
        }
    }
}

impl Provenance {
    /// All notes in one line.
    pub fn note(&self) -> String {
        self.notes.join(" ")
    }

    /// The method's name in files; `None` if runs were found by different methods.
    pub fn method(&self) -> Option<&'static str> {
        only(self.methods.iter().map(Method::name))
    }

    /// The number of trials; `None` for exact results, or if runs differ.
    pub fn trials(&self) -> Option<u64> {
        only(self.methods.iter().map(Method::trials)).flatten()
    }

    /// The seed; `None` if nothing was sampled, or if sampled runs differ.
    pub fn seed(&self) -> Option<u64> {
        only(self.methods.iter().filter_map(Method::seed))
    }
}

/// The value that all items share; `None` if there is no item or if they differ.
fn only<T: PartialEq>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.all(|item| item == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: Method = Method::Exact { states: 3, paths: 5, truncated: 0.0 };

    fn found_by(methods: &[Method]) -> Provenance {
        Provenance {
            kind: InputKind::Scenario,
            name: "Titan".to_owned(),
            description: None,
            notes: Vec::new(),
            system_id: "space-infantry".to_owned(),
            system_title: "Space Infantry".to_owned(),
            hash: "00".to_owned(),
            version: "0.1.0".to_owned(),
            methods: methods.to_vec(),
            command: String::new(),
            input: String::new(),
        }
    }

    #[test]
    fn a_shared_method_seed_or_number_of_trials_is_reported_and_others_are_not() {
        let sampled = |trials, seed| Method::MonteCarlo { trials, seed };
        let all = |methods: &[Method]| {
            let found = found_by(methods);
            (found.method(), found.trials(), found.seed())
        };
        assert_eq!(all(&[EXACT]), (Some("exact"), None, None));
        assert_eq!(all(&[sampled(10, 7)]), (Some("monte-carlo"), Some(10), Some(7)));
        assert_eq!(all(&[sampled(10, 7), sampled(20, 7)]), (Some("monte-carlo"), None, Some(7)));
        assert_eq!(all(&[sampled(10, 7), sampled(10, 8)]), (Some("monte-carlo"), Some(10), None));
        // The seed of the sampled runs is known even where other runs are exact.
        assert_eq!(all(&[EXACT, sampled(10, 7)]), (None, None, Some(7)));
        assert_eq!(all(&[]), (None, None, None));
    }
}
