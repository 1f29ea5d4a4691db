//! Lists for programs and spreadsheets.

use results::{Estimate, MixedList, ScoredList, UnitCounts, UnitInLists};
use serde_json::{Value, json};

use super::ListReport;
use crate::ReportError;
use crate::json::estimate;

/// Lists for programs.
pub fn list_json(report: &ListReport) -> String {
    let mix = &report.mix;
    let list = |one: &MixedList| {
        json!({
            "share": one.share,
            "list": units(report, &one.list.units),
            "points": one.list.points,
            "against_mix": estimate(Some(one.list.score)),
            "against_field": estimate(Some(one.against_field)),
        })
    };
    let scores =
        mix.scores.iter().map(|row| row.iter().map(|score| estimate(Some(*score))).collect::<Value>());
    report.source().document(json!({
        "order": report.order,
        "policy": report.policy,
        "rounds": report.rounds,
        "points": mix.points,
        "tolerance": mix.tolerance,
        "most_units": mix.most_units,
        "settled": mix.settled,
        "best_against_field": scored(report, &mix.against_field),
        "best_against_mix": scored(report, &mix.best_answer),
        "mix_against_field": estimate(Some(mix.mix_against_field)),
        "field_armies": mix.field,
        "lists": mix.lists.iter().map(list).collect::<Vec<_>>(),
        "scores": scores.collect::<Vec<_>>(),
        "units": mix.units.iter().enumerate().map(|(place, one)| unit(report, place, one)).collect::<Vec<_>>(),
        "notes": report.notes,
    }))
}

fn units(report: &ListReport, units: &UnitCounts) -> Value {
    units.iter().map(|&(unit, count)| json!({ "unit": report.units.get(unit), "count": count })).collect()
}

fn scored(report: &ListReport, list: &ScoredList) -> Value {
    json!({
        "list": units(report, &list.units),
        "points": list.points,
        "score": estimate(Some(list.score)),
    })
}

fn unit(report: &ListReport, place: usize, unit: &UnitInLists) -> Value {
    json!({
        "name": report.units.get(place),
        "now": unit.price,
        "share": estimate(Some(unit.share)),
        "best_list": unit.best.as_ref().map(|best| scored(report, best)),
        "verdict": unit.verdict.words(),
    })
}

/// Lists for spreadsheets: a row for each number.
pub fn list_csv(report: &ListReport) -> Result<Vec<u8>, ReportError> {
    let mix = &report.mix;
    let mut csv = report.source().csv(&["list", "unit", "verdict", "quantity"])?;
    let mut scored = |list: &ScoredList, quantity: &str, score: Estimate| {
        csv.row(&[&report.list(&list.units), "", "", quantity], Some(score))
    };
    scored(&mix.against_field, "best.against_field", mix.against_field.score)?;
    scored(&mix.best_answer, "best.against_mix", mix.best_answer.score)?;
    for one in &mix.lists {
        scored(&one.list, "share", Estimate::exact(one.share))?;
        scored(&one.list, "points", Estimate::exact(one.list.points))?;
        scored(&one.list, "against_mix", one.list.score)?;
        scored(&one.list, "against_field", one.against_field)?;
    }
    csv.row(&["", "", "", "mix.against_field"], Some(mix.mix_against_field))?;
    for (name, unit) in report.units.iter().zip(&mix.units) {
        let verdict = unit.verdict.words();
        csv.row(&["", name, verdict, "now"], unit.price.map(Estimate::exact))?;
        csv.row(&["", name, verdict, "share"], Some(unit.share))?;
        let list = unit.best.as_ref().map(|best| report.list(&best.units)).unwrap_or_default();
        csv.row(&[&list, name, verdict, "best_list"], unit.best.as_ref().map(|best| best.score))?;
    }
    csv.bytes()
}
