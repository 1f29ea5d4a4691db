//! What is said of a field of mixed armies.

use results::{Bond, Estimate, Explained, MixedField, PriceAnchor};

use super::PriceReport;
use crate::{digits, names};

/// The battles for which prices are fair.
pub(super) fn battles(mixed: &MixedField, order: &str, policy: &str, rounds: &str) -> String {
    let enemies = if mixed.lists.is_empty() {
        String::new()
    } else {
        let lists: Vec<String> = mixed.lists.iter().map(|list| names::line(list)).collect();
        format!(" against {}", lists.join(", "))
    };
    format!(
        "Fair in battles of {} points of this roster{enemies}, {order}, targets: {policy}; at most {rounds}.",
        digits::plain((mixed.army_points * 10.0).round() / 10.0)
    )
}

/// Percentage points of a share, to two digits.
fn points(value: f64) -> String {
    digits::short_number(&Estimate::exact(100.0 * value), 2)
}

impl PriceReport {
    /// What holds the scale of prices.
    pub(super) fn anchor(&self, mixed: &MixedField) -> String {
        match &mixed.anchor {
            _ if self.prices.is_unanswered() => String::new(),
            PriceAnchor::Total(total) => {
                format!(
                    "The prices that are sought add up to {}, as they do now.",
                    digits::plain((total * 10.0).round() / 10.0)
                )
            }
            PriceAnchor::Given(units) => {
                let given: Vec<String> = units.iter().map(|&unit| self.unit(unit)).collect();
                format!("The scale is held by the prices that are given: {}.", given.join(", "))
            }
        }
    }

    /// What price cannot mend.
    pub(super) fn unmended(&self, mixed: &MixedField) -> Vec<String> {
        let mut said = Vec::new();
        let undecided =
            (mixed.draws > 0.005).then(|| format!("{} of the battles are undecided.", share(mixed.draws)));
        if self.prices.is_unanswered() {
            return undecided.into_iter().collect();
        }
        let now = mixed.uneven_now.map(|now| format!(" ({} at the prices now)", points(now)));
        said.push(format!(
            "At fair prices the chance to win a battle of equal points is {} percentage points from even{}, by what armies are made of \
             (root mean square).",
            points(mixed.uneven),
            now.unwrap_or_default()
        ));
        said.extend(undecided);
        if let Some(Explained { points, synergy, counters, both }) = mixed.explained {
            let more = |value: f64| share((value - points).max(0.0));
            said.push(format!(
                "Of what makes one army beat another, the points spent explain {}, units that help each other a further {}, units that stop \
                 others a further {}, and both together {}.",
                share(points),
                more(synergy),
                more(counters),
                more(both)
            ));
        }
        said.extend(mixed.synergies.iter().map(|bond| {
            let [one, other] = bond.units.map(|unit| self.unit(unit));
            if bond.effect.value > 0.0 {
                format!("{one} and {other} need each other: side by side {}.", effect(bond))
            } else {
                format!("{one} and {other} do the same work: side by side {}.", effect(bond))
            }
        }));
        said.extend(mixed.counters.iter().map(|bond| {
            let [one, other] = bond.units.map(|unit| self.unit(unit));
            format!("{one} stops {other}: {}.", effect(bond))
        }));
        if !mixed.synergies.is_empty() || !mixed.counters.is_empty() {
            said.push(
                "These are changes of the chance to win where each of the two is a third of its army."
                    .to_owned(),
            );
        }
        said
    }

    /// Which prices depend on the field.
    pub(super) fn dependent(&self, mixed: &MixedField) -> Vec<String> {
        let depends = |unit: usize| {
            let fields = self.prices.depends_on(unit);
            let fair = self.prices.units[unit].fair?.value;
            let other = |&place: &usize| {
                let variant = &mixed.variants[place];
                let price = variant.fair[unit].as_ref()?;
                Some(format!("{} ({:+.0} %)", variant.name, 100.0 * (price.value / fair - 1.0)))
            };
            let fields: Vec<String> = fields.iter().filter_map(other).collect();
            (!fields.is_empty())
                .then(|| format!("{} depends on the field: {}.", self.unit(unit), fields.join(", ")))
        };
        (0..self.prices.units.len()).filter_map(depends).collect()
    }
}

fn effect(bond: &Bond) -> String {
    let half = bond.effect.error.map_or(0.0, |error| (error.high - error.low) / 2.0);
    format!("{:+.0} ± {:.0} percentage points", 100.0 * bond.effect.value, (100.0 * half).max(1.0))
}

fn share(value: f64) -> String {
    format!("{:.0} %", 100.0 * value)
}
