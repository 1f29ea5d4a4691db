//! A battle for programs and spreadsheets.

use results::{BattleRound, Estimate, Method, SideResults, Spread};
use serde_json::{Value, json};

use super::{BattleReport, SideReport, UnitLine};
use crate::ReportError;
use crate::json::estimate;

/// The battle for programs.
pub fn battle_json(battle: &BattleReport) -> String {
    let results = &battle.results;
    let exact = match results.method {
        Method::Exact { states, paths, truncated } => {
            json!({ "states": states, "paths": paths, "truncated": truncated })
        }
        Method::MonteCarlo { .. } => Value::Null,
    };
    let [one, other] = battle.both();
    let round = |(index, round): (usize, &BattleRound)| {
        json!({
            "round": index + 1,
            "strength": round.strength.map(|strength| estimate(Some(strength))),
            "decided": estimate(Some(round.decided)),
        })
    };
    battle.source().document(json!({
        "exact": exact,
        "rounds": battle.rounds,
        "order": battle.order,
        "draw": estimate(Some(results.draw)),
        "both_gone": estimate(Some(results.both_gone)),
        "sides": [side(one, other.1.win), side(other, one.1.win)],
        "strength_of": battle.strength_of(),
        "by_round": results.rounds.iter().enumerate().map(round).collect::<Vec<_>>(),
        "notes": battle.notes,
    }))
}

fn side((side, results): (&SideReport, &SideResults), loss: Estimate) -> Value {
    let unit = |unit: &UnitLine| json!({ "name": unit.name, "count": unit.count, "points": unit.points });
    json!({
        "name": side.name,
        "policy": side.policy,
        "points": side.points,
        "units": side.units.iter().map(unit).collect::<Vec<_>>(),
        "win": estimate(Some(results.win)),
        "loss": estimate(Some(loss)),
        "earned": estimate(results.earned),
        "survivors": spread(&results.survivors),
        "points_lost": results.points_lost.as_ref().map(spread),
    })
}

fn spread(spread: &Spread) -> Value {
    json!({
        "mean": estimate(Some(spread.mean)),
        "values": spread.values,
        "probabilities": spread.probabilities.iter().map(|&known| estimate(Some(known))).collect::<Vec<_>>(),
    })
}

/// The battle for spreadsheets: a row for each number.
pub fn battle_csv(battle: &BattleReport) -> Result<Vec<u8>, ReportError> {
    let mut csv = battle.source().csv(&["side", "round", "quantity"])?;
    let results = &battle.results;
    csv.row(&["", "", "draw"], Some(results.draw))?;
    csv.row(&["", "", "both_gone"], Some(results.both_gone))?;
    let [one, other] = battle.both();
    for ((side, found), loss) in [(one, other.1.win), (other, one.1.win)] {
        csv.row(&[&side.name, "", "win"], Some(found.win))?;
        csv.row(&[&side.name, "", "loss"], Some(loss))?;
        csv.row(&[&side.name, "", "points"], side.points.map(Estimate::exact))?;
        csv.row(&[&side.name, "", "earned"], found.earned)?;
        for (name, spread) in
            [("survivors", Some(&found.survivors)), ("points_lost", found.points_lost.as_ref())]
        {
            csv.row(&[&side.name, "", &format!("{name}.mean")], spread.map(|spread| spread.mean))?;
            let each = spread.into_iter().flat_map(|spread| spread.values.iter().zip(&spread.probabilities));
            for (value, probability) in each {
                csv.row(&[&side.name, "", &format!("{name}={value}")], Some(*probability))?;
            }
        }
    }
    for (index, round) in results.rounds.iter().enumerate() {
        let number = (index + 1).to_string();
        for (side, strength) in battle.sides.iter().zip(round.strength) {
            csv.row(&[&side.name, &number, "strength"], Some(strength))?;
        }
        csv.row(&["", &number, "decided"], Some(round.decided))?;
    }
    csv.bytes()
}
