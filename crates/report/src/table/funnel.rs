//! Where the shots go, in the terminal summary.
//!
//! One run has a bar for each step. Several runs are columns, with the loss below each step.

use std::iter::once;

use super::{Page, labels, missing};
use crate::funnel::{self, Stage};
use crate::grid::{self, Column, Ink, Matrix};
use crate::{Run, digits, names};

impl Page {
    pub(super) fn funnel(&mut self, compared: &[&Run]) {
        if funnel::step_names(compared).is_empty() {
            return;
        }
        if let [only] = compared {
            self.section("Where the shots go: means, and what is lost at each step");
            self.funnel_of_one(only);
            return;
        }
        let of_all = |stages: fn(&Run) -> Vec<Stage>| compared.iter().map(|run| stages(run)).collect();
        let parts: [(&str, Vec<Vec<Stage>>); 2] =
            [("in round 1", of_all(funnel::in_first)), ("in all rounds", of_all(funnel::in_all))];
        for (when, runs) in parts {
            if runs.iter().all(Vec::is_empty) {
                continue;
            }
            self.section(&format!("Where the shots go {when}, side by side"));
            self.funnel_of_many(compared, &runs);
        }
    }

    /// One run: a row for each step, with a bar.
    fn funnel_of_one(&mut self, run: &Run) {
        let (first, all) = (funnel::in_first(run), funnel::in_all(run));
        let mut columns = vec![Column::left("step"), Column::right("round 1"), Column::right("lost")];
        if !all.is_empty() {
            columns.push(Column::right(format!("all {} rounds", run.results.rounds.len())));
            columns.push(Column::right("lost"));
        }
        columns.push(Column::left("").ink(Ink::Bar));
        let most = first.iter().map(|stage| stage.mean.value).fold(f64::MIN_POSITIVE, f64::max);
        let rows: Vec<Vec<String>> = first
            .iter()
            .enumerate()
            .map(|(index, stage)| {
                let numbers = once(stage)
                    .chain(all.get(index))
                    .flat_map(|stage| [digits::number(&stage.mean), stage.change.shown()]);
                let bar = self.style.bar(stage.mean.value / most, self.width / 4);
                once(names::line(&stage.name)).chain(numbers).chain(once(bar)).collect()
            })
            .collect();
        self.lines.extend(grid::lines(&columns, &rows, self.width, self.style));
    }

    /// Runs side by side: below each step what is lost on the way to it.
    fn funnel_of_many(&mut self, compared: &[&Run], runs: &[Vec<Stage>]) {
        let (mut rows, mut cells) = (Vec::new(), Vec::new());
        for name in funnel::step_names(compared) {
            let cell = |show: fn(&Stage) -> String| -> Vec<String> {
                let found = |stages: &Vec<Stage>| stages.iter().find(|stage| stage.name == name).map(show);
                runs.iter().map(|stages| found(stages).unwrap_or_else(missing)).collect()
            };
            rows.push(names::line(name));
            cells.push(cell(|stage| digits::number(&stage.mean)));
            let lost = cell(|stage| stage.change.shown());
            if lost.iter().any(|lost| !lost.is_empty() && lost != digits::missing()) {
                rows.push("  lost".to_owned());
                cells.push(lost);
            }
        }
        self.matrix(&Matrix { corner: ("step", "run"), rows, columns: labels(compared), cells });
    }
}
