//! Variants over the cells of a sweep.
//!
//! The runs of a scenario are its base, its variants, and the cells of the base: that list is fixed. Where one or two fields are swept,
//! a designer also asks how a variant fares in each cell. These runs stand beside the list, by variant.

use std::path::Path;

use rules::{System, limits};

use crate::Run;
use crate::diagnostic::Diagnostics;
use crate::document::Node;
use crate::matchup::try_run;
use crate::roster::Rosters;
use crate::runs::{self, Draft};
use crate::{Origin, SweptVariant};

/// More fields than this make no picture in which variants could be told apart.
const MOST_FIELDS: usize = 2;

/// What a scenario whose runs are all fine is made of.
pub struct Fine<'a> {
    /// The file's tree.
    pub root: &'a Node,
    /// The variants.
    pub variants: &'a [Draft],
    /// The cells of the sweep.
    pub cells: &'a [Draft],
    /// The rules.
    pub system: &'static System,
    /// Where rosters are looked for.
    pub folder: &'a Path,
}

/// Every variant in every cell; and why there is none, where one might look for some.
pub fn variants(
    fine: &Fine<'_>,
    rosters: &mut Rosters,
    diagnostics: &mut Diagnostics,
) -> (Vec<SweptVariant>, Option<String>) {
    let Some(first) = fine.cells.first().filter(|_| !fine.variants.is_empty()) else {
        return (Vec::new(), None);
    };
    if first.settings.len() > MOST_FIELDS {
        return (Vec::new(), Some("Variants are swept where one or two fields are.".to_owned()));
    }
    // A variant that sets nothing but swept fields is a cell already.
    let is_swept = |path: &str| first.settings.iter().any(|setting| setting.path == path);
    let adds = |variant: &&Draft| variant.settings.iter().any(|setting| !is_swept(&setting.path));
    let variants: Vec<&Draft> = fine.variants.iter().filter(adds).collect();
    let runs = 1 + fine.variants.len() + fine.cells.len() * (1 + variants.len());
    if runs > limits::RUNS {
        let why =
            format!("The variants are not swept: that would be {runs} runs, more than {}.", limits::RUNS);
        return (Vec::new(), Some(why));
    }
    let swept = variants.into_iter().map(|variant| {
        let root = runs::apply(fine.root, &variant.settings);
        let runs = fine.cells.iter().filter_map(|cell| {
            let settings = variant.settings.iter().filter(|setting| !is_swept(&setting.path));
            let settings = settings.chain(&cell.settings).map(|s| (s.path.clone(), s.entry.node.value()));
            let run = one(&runs::apply(&root, &cell.settings), fine, rosters, diagnostics)?;
            let label = format!("{}: {}", variant.label, cell.label);
            Some(Run { label, origin: Origin::Cell, settings: settings.collect(), ..run })
        });
        SweptVariant { name: variant.label.clone(), runs: runs.collect() }
    });
    (swept.collect(), None)
}

/// One variant in one cell. Each is fine by itself; what the rules refuse of both together is left out, for nobody wrote it.
fn one(root: &Node, fine: &Fine<'_>, rosters: &mut Rosters, diagnostics: &mut Diagnostics) -> Option<Run> {
    let found = try_run(root, fine.system, fine.folder, rosters, diagnostics);
    if !diagnostics.list.is_empty() {
        diagnostics.list.clear();
        return None;
    }
    found?.ok()
}
