//! Prices for programs and spreadsheets, in the order of the roster.

use results::{
    Bond, Circle, Estimate, FieldVariant, MixedField, NoPrice, PriceAnchor, Priced, SituationPrices,
};
use serde_json::{Value, json};

use super::PriceReport;
use crate::ReportError;
use crate::json::estimate;

/// Prices for programs.
pub fn price_json(report: &PriceReport) -> String {
    let prices = &report.prices;
    let situation = |situation: &SituationPrices| {
        json!({
            "name": situation.name,
            "fair": situation.fair.iter().map(|fair| estimate(*fair)).collect::<Vec<_>>(),
        })
    };
    let circle = |circle: &Circle| {
        json!({
            "units": circle.units.map(|place| report.units.get(place)),
            "scores": circle.scores.map(|score| estimate(Some(score))),
        })
    };
    let scores = prices.scores.iter().map(|row| row.iter().map(|score| estimate(*score)).collect::<Value>());
    report.source().document(json!({
        "order": report.order,
        "policy": report.policy,
        "rounds": report.rounds,
        "armies": report.armies,
        "army": report.army,
        "precision": report.precision,
        "matters": report.matters,
        "narrow": prices.narrow,
        "units": (0..prices.units.len()).map(|place| unit(report, place)).collect::<Vec<_>>(),
        "situations": prices.situations.iter().map(situation).collect::<Vec<_>>(),
        "scores": scores.collect::<Vec<_>>(),
        "residual": report.has_scores().then_some(prices.residual),
        "circles": prices.circles.iter().map(circle).collect::<Vec<_>>(),
        "rounding": prices.rounding.as_ref().map(|rounding| json!({ "scale": rounding.scale, "uneven": rounding.uneven })),
        "field": prices.mixed.as_ref().map(|mixed| field(report, mixed)),
        "notes": report.notes,
    }))
}

fn field(report: &PriceReport, mixed: &MixedField) -> Value {
    let name = |place: usize| report.units.get(place);
    let bond = |bond: &Bond| json!({ "units": bond.units.map(name), "effect": estimate(Some(bond.effect)) });
    let variant = |variant: &FieldVariant| {
        json!({
            "name": variant.name,
            "fair": variant.fair.iter().map(|fair| estimate(*fair)).collect::<Vec<_>>(),
        })
    };
    let map = |map: &[Vec<Option<Estimate>>]| {
        map.iter().map(|row| row.iter().map(|effect| estimate(*effect)).collect::<Value>()).collect::<Value>()
    };
    let (kept, given) = match &mixed.anchor {
        PriceAnchor::Total(total) => (Some(*total), Vec::new()),
        PriceAnchor::Given(units) => (None, units.iter().map(|&unit| name(unit)).collect()),
    };
    let is_answered = !report.prices.is_unanswered();
    let fair = is_answered.then_some(mixed.uneven);
    json!({
        "army_points": mixed.army_points,
        "lists": mixed.lists,
        "anchor": { "total": kept, "given": given },
        "draws": mixed.draws,
        "uneven": { "now": mixed.uneven_now, "fair": fair },
        "explained": mixed.explained.filter(|_| is_answered).map(|explained| json!({
            "points": explained.points,
            "synergy": explained.synergy,
            "counters": explained.counters,
            "both": explained.both,
        })),
        "synergies": mixed.synergies.iter().map(bond).collect::<Vec<_>>(),
        "counters": mixed.counters.iter().map(bond).collect::<Vec<_>>(),
        "beside": map(&mixed.beside),
        "against": map(&mixed.against),
        "variants": mixed.variants.iter().map(variant).collect::<Vec<_>>(),
    })
}

fn unit(report: &PriceReport, place: usize) -> Value {
    let (prices, unit) = (&report.prices, &report.prices.units[place]);
    let met = |met: Option<(usize, Estimate)>| {
        met.map(|(place, score)| json!({ "unit": report.units.get(place), "score": estimate(Some(score)) }))
    };
    let rounded = prices.rounding.as_ref().and_then(|all| all.units.get(place)?.as_ref());
    let rounded =
        rounded.map(|rounded| json!({ "price": rounded.price, "off": rounded.off, "score": estimate(Some(rounded.score)) }));
    let game = &prices.metagame;
    json!({
        "name": report.units.get(place),
        "now": unit.now,
        "fixed": unit.fixed,
        "square_law": unit.square_law,
        "fair": estimate(unit.fair),
        "reason": unit.reason.map(NoPrice::words),
        "depends_on_the_field": prices.mixed.as_ref().map(|_| !prices.depends_on(place).is_empty()),
        "verdict": said(unit),
        "confirmed": estimate(unit.confirmed),
        "best": met(unit.best),
        "worst": met(unit.worst),
        "rounded": rounded,
        "mix": game.mix.get(place),
        "mix_score": estimate(game.scores.get(place).copied().flatten()),
        "entry": game.entry.get(place).copied().flatten(),
    })
}

/// The verdict, if there is one.
fn said(unit: &Priced) -> Option<&'static str> {
    Some(unit.verdict.words()).filter(|words| !words.is_empty())
}

/// Prices for spreadsheets: a row for each number.
pub fn price_csv(report: &PriceReport) -> Result<Vec<u8>, ReportError> {
    let mut csv = report.source().csv(&["unit", "verdict", "opponent", "situation", "quantity"])?;
    let prices = &report.prices;
    let name = |place: usize| report.units.get(place).map_or("", String::as_str);
    csv.row(&["", "", "", "", "residual"], report.has_scores().then(|| Estimate::exact(prices.residual)))?;
    if let Some(mixed) = &prices.mixed {
        csv.row(&["", "", "", "", "uneven.now"], mixed.uneven_now.map(Estimate::exact))?;
        csv.row(
            &["", "", "", "", "uneven.fair"],
            (!prices.is_unanswered()).then(|| Estimate::exact(mixed.uneven)),
        )?;
        csv.row(&["", "", "", "", "draws"], Some(Estimate::exact(mixed.draws)))?;
    }
    for (place, unit) in prices.units.iter().enumerate() {
        let (unit_name, verdict) = (name(place), said(unit).unwrap_or_default());
        let rounded = prices.rounding.as_ref().and_then(|all| all.units.get(place)?.as_ref());
        let game = &prices.metagame;
        let numbers = [
            ("now", unit.now.map(Estimate::exact)),
            ("fair", unit.fair),
            ("square_law", unit.square_law.map(Estimate::exact)),
            ("confirmed", unit.confirmed),
            ("rounded.price", rounded.map(|rounded| Estimate::exact(rounded.price))),
            ("rounded.score", rounded.map(|rounded| rounded.score)),
            ("mix", game.mix.get(place).copied().map(Estimate::exact)),
            ("mix.score", game.scores.get(place).copied().flatten()),
            ("mix.entry", game.entry.get(place).copied().flatten().map(Estimate::exact)),
        ];
        for (quantity, found) in numbers {
            csv.row(&[unit_name, verdict, "", "", quantity], found)?;
        }
        for (quantity, met) in [("best", unit.best), ("worst", unit.worst)] {
            let opponent = met.map_or("", |(place, _)| name(place));
            csv.row(&[unit_name, verdict, opponent, "", quantity], met.map(|(_, score)| score))?;
        }
        for situation in &prices.situations {
            let fair = situation.fair.get(place).copied().flatten();
            csv.row(&[unit_name, verdict, "", &situation.name, "fair"], fair)?;
        }
        for variant in prices.mixed.iter().flat_map(|mixed| &mixed.variants) {
            let fair = variant.fair.get(place).copied().flatten();
            csv.row(&[unit_name, verdict, "", &variant.name, "fair"], fair)?;
        }
        for (quantity, map) in
            prices.mixed.iter().flat_map(|mixed| [("beside", &mixed.beside), ("against", &mixed.against)])
        {
            for (other, effect) in map.get(place).into_iter().flatten().enumerate() {
                if effect.is_some() {
                    csv.row(&[unit_name, verdict, name(other), "", quantity], *effect)?;
                }
            }
        }
        for (other, score) in prices.scores.get(place).into_iter().flatten().enumerate() {
            csv.row(&[unit_name, verdict, name(other), "", "score"], *score)?;
        }
    }
    for (index, circle) in prices.circles.iter().enumerate() {
        let quantity = format!("circle {}", index + 1);
        for step in 0..3 {
            let (one, next) = (circle.units[step], circle.units[(step + 1) % 3]);
            csv.row(&[name(one), "", name(next), "", &quantity], Some(circle.scores[step]))?;
        }
    }
    csv.bytes()
}
