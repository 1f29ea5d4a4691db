//! The pictures of a battle: strength by round, units left, and points lost.

use results::Estimate;

use super::BattleReport;
use crate::chart::data::{Bars, Group, Line, LineChart, Place, estimate};
use crate::chart::{bars, lines};
use crate::{Chart, ReportError, digits};

/// More numbers than this share bars.
const MOST_BARS: usize = 24;

/// The most places of the curve of points lost.
const MOST_PLACES: f64 = 19.0;

/// The charts; points lost have one only where a side's points are known.
pub(super) fn charts(battle: &BattleReport) -> Result<Vec<Chart>, ReportError> {
    let source = battle.source();
    let mut charts = Vec::new();
    if !battle.results.rounds.is_empty() {
        charts.push(lines::draw(&source, "strength", &strength(battle))?);
    }
    charts.push(bars::draw(&source, "survivors".to_owned(), &survivors(battle))?);
    if let Some(curve) = points_lost(battle) {
        charts.push(lines::draw(&source, "points_lost", &curve)?);
    }
    Ok(charts)
}

/// What is left of each side by round; before the first round it is all there.
pub(super) fn strength(battle: &BattleReport) -> LineChart {
    let rounds = &battle.results.rounds;
    let place = |round: usize| Place {
        at: round as f64,
        label: round.to_string(),
        pointer: if round == 0 { "Before the battle".to_owned() } else { format!("Round {round}") },
    };
    let line = |index: usize| {
        let later = rounds.iter().map(|round| Some(round.strength[index]));
        let values = [Some(Estimate::exact(1.0))].into_iter().chain(later).collect();
        Line { label: battle.sides[index].title(), values }
    };
    let side = match battle.strength_of() {
        "points" => "left of its points, on average",
        _ => "left of its units, on average",
    };
    LineChart {
        title: "Strength of both sides by round".to_owned(),
        side,
        bottom: "round".to_owned(),
        places: (0..=rounds.len()).map(place).collect(),
        lines: battle.drawn().map(line).into(),
        joined: true,
        note: None,
    }
}

/// How many units are left of each side; many numbers share bars.
pub(super) fn survivors(battle: &BattleReport) -> Bars {
    let spreads = battle.results.sides.each_ref().map(|side| &side.survivors);
    let most = spreads.iter().filter_map(|spread| spread.values.last()).fold(0.0, |a, b| f64::max(a, *b));
    let count = most as usize + 1;
    let width = count.div_ceil(MOST_BARS);
    let slots = count.div_ceil(width);
    let group = |index: usize| {
        let (side, spread) = (&battle.sides[index], spreads[index]);
        let mut shares = vec![Vec::new(); slots];
        for (value, probability) in spread.values.iter().zip(&spread.probabilities) {
            shares[(*value as usize / width).min(slots - 1)].push(*probability);
        }
        // More units than a side has are never left.
        let all = side.units.iter().map(|unit| unit.count as usize).sum::<usize>();
        let bar = |(slot, shares): (usize, Vec<Estimate>)| match shares.as_slice() {
            [only] => *only,
            [] if slot * width > all => Estimate::exact(0.0),
            _ => estimate(shares.iter().map(|share| share.value).sum(), &battle.results.method),
        };
        Group {
            label: side.title(),
            remark: format!("mean {}", digits::number_with_margin(&spread.mean)),
            bars: shares.into_iter().enumerate().map(bar).collect(),
        }
    };
    let label = |slot: usize| match (slot * width, ((slot + 1) * width).min(count) - 1) {
        (from, to) if from == to => from.to_string(),
        (from, to) => format!("{from}–{to}"),
    };
    Bars {
        title: "Units left at the end".to_owned(),
        axis: "units left".to_owned(),
        values: (0..slots).map(label).collect(),
        groups: battle.drawn().map(group).into(),
        last_apart: false,
        note: None,
    }
}

/// The probability that each side loses at least a number of points; `None` if no side's points are known.
pub(super) fn points_lost(battle: &BattleReport) -> Option<LineChart> {
    let spreads = battle.results.sides.each_ref().map(|side| side.points_lost.as_ref());
    let ends = spreads.iter().flatten().filter_map(|spread| spread.values.last());
    let most = ends.fold(0.0, |a, b| f64::max(a, *b));
    if most <= 0.0 || !most.is_finite() {
        return None;
    }
    let power = 10f64.powi((most / MOST_PLACES).log10().floor() as i32);
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0, 20.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|step| (most / step).ceil() < MOST_PLACES)?;
    let places: Vec<f64> = (0..=(most / step - 1e-9).ceil() as u32).map(|n| f64::from(n) * step).collect();
    let line = |index: usize| {
        let (side, spread) = (&battle.sides[index], spreads[index]);
        let least = |place: f64| {
            let (values, shares) = spread.map(|spread| (&spread.values, &spread.probabilities))?;
            if place <= 0.0 {
                return Some(Estimate::exact(1.0));
            }
            // More points than a side has are never lost.
            if side.points.is_some_and(|points| place > points + 1e-9) {
                return Some(Estimate::exact(0.0));
            }
            let reached = values.iter().zip(shares).filter(|(value, _)| **value >= place - 1e-9);
            let share: f64 = reached.map(|(_, share)| share.value).sum();
            Some(estimate(share.min(1.0), &battle.results.method))
        };
        Line { label: side.title(), values: places.iter().map(|&place| least(place)).collect() }
    };
    Some(LineChart {
        title: "How likely a side loses so many points or more".to_owned(),
        side: "loses so many or more",
        bottom: "points".to_owned(),
        lines: battle.drawn().map(line).into_iter().filter(known).collect(),
        places: places
            .iter()
            .map(|&at| {
                let label = digits::plain(at);
                Place { at, pointer: format!("Loses {label} points or more"), label }
            })
            .collect(),
        joined: true,
        note: Some("Read it at the marks.".to_owned()),
    })
}

fn known(line: &Line) -> bool {
    line.values.iter().any(Option::is_some)
}
