//! What changed between two versions of a roster.

use battles::{Versions, price_changes};
use report::{ChangedUnit, DiffReport};
use results::{InputKind, Method, Provenance};
use scenario::{BattleRoster, printable};

use crate::balance::{PriceRequest, Pricing, refuse};
use crate::failure::Failure;
use crate::provenance::provenance;
use crate::watch::{Battles, Watch};

/// Fields that say nothing of how a unit fights.
const NOT_OF_THE_FIGHT: [&str; 2] = ["points", "fixed"];

/// Compares the fair prices and verdicts of two versions of a roster, the old one first. `files` are their names in the command that makes
/// the report again; a price within the share `matters` of the fair one is fair.
pub fn diff(
    versions: [BattleRoster; 2],
    files: [&str; 2],
    pricing: &Pricing,
    matters: f64,
    watch: &dyn Watch,
) -> Result<DiffReport, Failure> {
    let systems = [0, 1].map(|version| &versions[version].header.system);
    if systems[0].id != systems[1].id {
        let [old, new] = [0, 1].map(|version| {
            format!("{} is a roster of {}", printable(files[version]), printable(&systems[version].title))
        });
        return Err(Failure::Input(format!(
            "error: the rosters are of different systems\n  = note: {old}\n  = note: {new}"
        )));
    }
    let [old, new] = versions;
    let seed = pricing.seed.or(new.seed).or(old.seed);
    let most = pricing.max_trials.or(new.trials).or(old.trials);
    let pricing = Pricing { seed, max_trials: most, ..pricing.clone() };
    let old = PriceRequest::new(&pricing, old)?;
    let new = PriceRequest::new(&pricing, new)?;
    let units = all_units(&old.field, &new.field);
    let changed: Vec<Vec<_>> = units
        .iter()
        .map(|&unit| match unit {
            [Some(before), Some(after)] => old.field.changed_fields(before, &new.field, after),
            _ => Vec::new(),
        })
        .collect();
    let priced_at = |asked: &PriceRequest<'_>, unit: Option<usize>| {
        asked.order.iter().position(|&place| Some(place) == unit)
    };
    let places: Vec<[Option<usize>; 2]> =
        units.iter().map(|&[before, after]| [priced_at(&old, before), priced_at(&new, after)]).collect();
    let unchanged: Vec<bool> = changed
        .iter()
        .map(|fields| fields.iter().all(|(name, _)| NOT_OF_THE_FIGHT.contains(&name.as_str())))
        .collect();
    let rosters = [old.roster(&old.field), new.roster(&new.field)];
    let searches = [old.mixed(matters, &[], false), new.mixed(matters, &[], false)];
    let versions = Versions { rosters: [&rosters[0], &rosters[1]], units: &places, unchanged: &unchanged };
    let changes = price_changes(versions, [&searches[0], &searches[1]], &Battles(watch));
    watch.end();
    rosters.iter().try_for_each(refuse)?;
    if !changes.narrow {
        watch.remark(
            "not every interval is as narrow as asked for: give a smaller --precision, or allow more with --max-trials",
        );
    }
    let name = |&[before, after]: &[Option<usize>; 2]| {
        let unit = after.map(|unit| &new.field.units[unit]).or(before.map(|unit| &old.field.units[unit]));
        unit.map(|unit| unit.name().to_owned()).unwrap_or_default()
    };
    let command = new.command("diff", &files.join(" "), &format!(" --matters {matters}"));
    let method = Method::MonteCarlo { trials: changes.trials, seed: changes.seed };
    let hashes = [&old.field.header.hash, &new.field.header.hash].map(String::as_str);
    Ok(DiffReport {
        provenance: Provenance {
            hash: hashes.join(" "),
            ..provenance(InputKind::Roster, &new.field.header, [method], command)
        },
        versions: files.map(str::to_owned),
        units: units
            .iter()
            .zip(changed)
            .map(|(unit, fields)| ChangedUnit { name: name(unit), fields })
            .collect(),
        rules: old.field.changed_rules(&new.field),
        precision: new.precision(),
        matters,
        changes,
    })
}

/// The units of both versions by their keys: those of the new one in its order, then those that are there no more.
fn all_units(old: &BattleRoster, new: &BattleRoster) -> Vec<[Option<usize>; 2]> {
    let place = |roster: &BattleRoster, key: &str| roster.units.iter().position(|unit| unit.key == key);
    let of_new = new.units.iter().enumerate().map(|(after, unit)| [place(old, &unit.key), Some(after)]);
    let removed = old.units.iter().enumerate().filter(|(_, unit)| place(new, &unit.key).is_none());
    of_new.chain(removed.map(|(before, _)| [Some(before), None])).collect()
}
