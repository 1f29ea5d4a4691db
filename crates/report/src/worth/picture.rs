//! The tornado of what steps are worth.

use results::{Estimate, StepWorth};

use super::WorthReport;
use crate::chart::tornado::changes;
use crate::chart::{Bar, Tornado};
use crate::{Chart, ReportError, digits};

/// The tornado; none where no step has a price.
pub(super) fn charts(worth: &WorthReport) -> Result<Vec<Chart>, ReportError> {
    let bars = bars(worth);
    if bars.is_empty() {
        return Ok(Vec::new());
    }
    let without = worth.worth.steps.iter().filter(|step| step.change.is_none()).count();
    let mut subtitle = format!(
        "Its fair price is {}. Whiskers are 95 % intervals.",
        digits::number_with_margin(&worth.worth.fair)
    );
    if without > 0 {
        subtitle += &format!(" Steps that leave it without a price: {without}.");
    }
    let picture = Tornado {
        title: worth.title(),
        subtitle,
        axis: "change of the fair price, in points".to_owned(),
        base: Estimate::exact(0.0),
        percent: false,
        bars,
    };
    Ok(vec![changes(&worth.source(), "worth", &picture)?])
}

/// A bar for each number that has a step with a price; where there is no step, that end has no label.
pub(super) fn bars(worth: &WorthReport) -> Vec<Bar> {
    let end = |step: Option<&StepWorth>| {
        let priced = step.and_then(|step| Some((step.to.to_string(), step.change?)));
        priced.unwrap_or_else(|| (String::new(), Estimate::exact(0.0)))
    };
    let bars = worth.fields().into_iter().map(|field| {
        let (low_label, low) = end(field.down);
        let (high_label, high) = end(field.up);
        Bar { label: field.name(), low_label, high_label, low, high }
    });
    bars.filter(|bar| !(bar.low_label.is_empty() && bar.high_label.is_empty())).collect()
}
