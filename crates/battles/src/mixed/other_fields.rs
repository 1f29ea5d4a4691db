//! Prices in other fields: armies of other sizes, other policies, and each situation alone.

use chance::fields::Named;
use results::{Estimate, FieldVariant, NoPrice, SituationPrices};
use systems::AnyMatchups;

use super::chains::{BURN_IN, CHAINS, Place};
use super::field::Field;
use super::ready::{Ready, all_players};
use super::search::{inside, run};
use super::{MixedSearch, Watch};
use crate::roster::Roster;

/// Rounds in another field.
const VARIANT: u64 = 16;
const VARIANT_SEED: u64 = 0x7a71_a470_0000_0003;

/// Prices in other fields, and in each situation alone.
pub fn other_fields(
    roster: &Roster,
    ready: &Ready,
    place: &Place,
    fair: &[Result<Estimate, NoPrice>],
    search: &MixedSearch,
    watch: &dyn Watch,
) -> (Vec<FieldVariant>, Vec<SituationPrices>) {
    let matchups: Vec<&AnyMatchups> = roster.situations.iter().map(|situation| &situation.matchups).collect();
    let situations: Vec<f64> = roster.situations.iter().map(|situation| situation.weight).collect();
    let look = |name: &str, number: u64, field: &Field<'_>| -> Vec<Option<Estimate>> {
        let market = ready.market(roster, field);
        watch.stage(name, CHAINS as u64 * (BURN_IN + VARIANT) * market.round);
        let seed = search.seed ^ VARIANT_SEED ^ number << 8;
        let found = run(&market, place, seed, VARIANT, &|played| watch.played(played));
        let one = |unit: usize| {
            fair[unit].ok()?;
            if market.free[unit] { inside(&market, &found, unit) } else { fair[unit].ok() }
        };
        (0..place.prices.len()).map(one).collect()
    };
    let mut variants = Vec::new();
    if roster.lists.is_empty() {
        for (name, size) in [("half the army", 0.5), ("twice the army", 2.0)] {
            let mut field = ready.field(roster, all_players(&matchups), &situations);
            field.points *= size;
            variants.push(FieldVariant {
                name: name.to_owned(),
                fair: look(name, variants.len() as u64, &field),
            });
        }
    }
    for &policy in chance::battle::Policy::ALL {
        if policy == roster.situations[0].matchups.policy() {
            continue;
        }
        let other: Vec<AnyMatchups> = matchups.iter().map(|matchups| matchups.with_policy(policy)).collect();
        let field = ready.field(roster, all_players(&other.iter().collect::<Vec<_>>()), &situations);
        let name = format!("targets: {}", policy.name());
        let fair = look(&name, variants.len() as u64, &field);
        variants.push(FieldVariant { name, fair });
    }
    let mut alone = Vec::new();
    if roster.situations.len() > 1 {
        for (number, situation) in (100..).zip(&roster.situations) {
            let field = ready.field(roster, all_players(&[&situation.matchups]), &[1.0]);
            alone.push(SituationPrices {
                name: situation.name.clone(),
                fair: look(&situation.name, number, &field),
            });
        }
    }
    (variants, alone)
}
