//! Variants over the cells of a sweep.
//!
//! The runs of a scenario are its base, its variants, and the cells of the base. If one or two fields are swept, each variant
//! is also played in each cell; these runs are kept apart, by variant.

use results::Origin;

use crate::diagnostic::Diagnostics;
use crate::document::Node;
use crate::drafts::{Draft, Drafts};
use crate::input::OpenInput;
use crate::limits;
use crate::matchup::try_run;
use crate::overrides::apply;
use crate::roster::Rosters;
use crate::scenario::{Run, SweptVariant};

/// The largest number of swept fields: in a picture of more, variants could not be told apart.
const SWEPT_FIELDS: usize = 2;

/// Every variant in every cell, or a sentence that says why there is none. The runs of the scenario are valid.
pub fn variants(
    input: &OpenInput<'_>,
    drafts: &Drafts,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> (Vec<SweptVariant>, Option<String>) {
    let fields = drafts.swept_fields();
    if fields.is_empty() || drafts.variants.is_empty() {
        return (Vec::new(), None);
    }
    if fields.len() > SWEPT_FIELDS {
        return (Vec::new(), Some("Variants are swept where one or two fields are.".to_owned()));
    }
    // A variant that sets nothing but swept fields is a cell already.
    let adds = |variant: &&Draft| variant.overrides.iter().any(|found| !fields.contains(&found.path));
    let variants: Vec<&Draft> = drafts.variants.iter().filter(adds).collect();
    let runs = 1 + drafts.variants.len() + drafts.cells.len() * (1 + variants.len());
    if runs > limits::RUNS {
        let why =
            format!("The variants are not swept: that would be {runs} runs, more than {}.", limits::RUNS);
        return (Vec::new(), Some(why));
    }
    let swept = variants.into_iter().map(|variant| {
        let root = apply(&input.root, &variant.overrides);
        let runs = drafts.cells.iter().filter_map(|cell| {
            let own = variant.overrides.iter().filter(|found| !fields.contains(&found.path));
            let settings = own.chain(&cell.overrides).map(|found| found.setting()).collect();
            let run = check_cell(&apply(&root, &cell.overrides), input, rosters, diagnostics)?;
            let label = format!("{}: {}", variant.label, cell.label);
            Some(Run { label, origin: Origin::Cell, settings, ..run })
        });
        SweptVariant { name: variant.label.clone(), runs: runs.collect() }
    });
    (swept.collect(), None)
}

/// Checks a variant in a cell. Both are valid alone. A combination that the rules refuse is left out: nobody wrote it.
fn check_cell(
    root: &Node,
    input: &OpenInput<'_>,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> Option<Run> {
    let found = try_run(root, input, rosters, diagnostics);
    if !diagnostics.list.is_empty() {
        diagnostics.list.clear();
        return None;
    }
    found?.ok().filter(|run| run.fault().is_none())
}
