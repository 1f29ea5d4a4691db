//! Scenarios made up from the fields that the rules declare: whatever they say, they are refused with a place or played soundly.

use std::path::Path;

use chance::System;
use chance::fields::{Field, Kind};
use rayon::prelude::*;

use crate::mutate::Hand;
use crate::tried::{self, Tried};

/// A value that a field may have, mostly; now and then one just beyond its range.
fn value(kind: &Kind, unit: &[Field], hand: &mut Hand) -> String {
    match kind {
        Kind::Whole { min, max } => {
            let span = (max - min).clamp(0, 1 << 20) as usize;
            let near = min + hand.below(span.min(6) + 1) as i64;
            let found = match hand.below(200) {
                0 => max + 1,
                1 => min - 1,
                2..12 => *max,
                12..22 => *min,
                22..42 => min + hand.below(span + 1) as i64,
                _ => near,
            };
            found.to_string()
        }
        Kind::Flag => (hand.below(2) == 0).to_string(),
        Kind::Text => "\"any\"".to_owned(),
        Kind::Choice(names) => format!("{:?}", names[hand.below(names.len())].name),
        Kind::Pattern { what, .. } => {
            // Each pattern gives examples of itself in quotes.
            let examples: Vec<&str> = what.split('"').skip(1).step_by(2).collect();
            format!("{:?}", examples[hand.below(examples.len())])
        }
        Kind::List { of, max } => {
            let count = hand.below((*max).min(3) + 1);
            format!("[{}]", (0..count).map(|_| value(of, unit, hand)).collect::<Vec<_>>().join(", "))
        }
        Kind::Table(fields) => inline(&some(fields, unit, 1, hand)),
        Kind::Unit { beside } => {
            let mut fields = some(unit, unit, 6, hand);
            fields.extend(some(beside, unit, 1, hand));
            inline(&fields)
        }
        Kind::Either(kinds) => value(&kinds[hand.below(kinds.len())], unit, hand),
    }
}

fn inline(fields: &[(&str, String)]) -> String {
    let inner: Vec<String> = fields.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{{ {} }}", inner.join(", "))
}

/// Values for fields: those without a default mostly, the others one in so many.
fn some<'a>(fields: &'a [Field], unit: &[Field], rare: usize, hand: &mut Hand) -> Vec<(&'a str, String)> {
    let mut found = Vec::new();
    for field in fields {
        let wanted = if field.default.is_none() { hand.below(8) < 7 } else { hand.below(rare + 1) == 0 };
        if wanted {
            found.push((field.name.as_str(), value(&field.kind, unit, hand)));
        }
    }
    found
}

fn scenario(system: &System, hand: &mut Hand) -> String {
    let procedure = system.procedures[hand.below(system.procedures.len())].name.name.clone();
    let mut text =
        format!("system = \"{}\"\nprocedure = \"{procedure}\"\nrounds = {}\n", system.id, 1 + hand.below(3));
    let units =
        ["attacker", "target"].into_iter().chain(system.further_units.iter().map(chance::Shared::as_str));
    let sections = units
        .map(|unit| (unit, &system.unit))
        .chain([("situation", &system.situation), ("options", &system.options)]);
    for (section, fields) in sections {
        text += &format!("[{section}]\n");
        for (name, value) in some(fields, &system.unit, 6, hand) {
            text += &format!("{name} = {value}\n");
        }
    }
    text
}

fn overrides(system: &System, hand: &mut Hand) -> Vec<String> {
    let sections = [
        ("attacker", &system.unit),
        ("target", &system.unit),
        ("situation", &system.situation),
        ("options", &system.options),
    ];
    let sections: Vec<_> = sections.into_iter().filter(|(_, fields)| !fields.is_empty()).collect();
    (0..=hand.below(3))
        .map(|_| {
            let (section, fields) = &sections[hand.below(sections.len())];
            let field = &fields[hand.below(fields.len())];
            format!("{section}.{}={}", field.name, value(&field.kind, &system.unit, hand))
        })
        .collect()
}

#[test]
fn made_up_scenarios_are_refused_with_a_place_or_played_soundly() {
    for (number, system) in (0..).zip(systems::built_in()) {
        let played: usize = (0..400_u64)
            .into_par_iter()
            .map(|seed| {
                let mut hand = Hand::new(seed, number);
                // Every other one is the system's own starter with a few fields set as the command line sets them.
                let (text, set) = if seed % 2 == 0 {
                    (scenario(system, &mut hand), Vec::new())
                } else {
                    (system.starter.to_string(), overrides(system, &mut hand))
                };
                let tried = std::panic::catch_unwind(|| tried::scenario(&text, &set, Path::new("")));
                usize::from(tried.unwrap_or_else(|_| panic!("{set:?} and:\n{text}")) == Tried::Played)
            })
            .sum();
        println!("{}: {played} of 400 are played", system.id);
        assert!((20..400).contains(&played), "{}: {played} of 400 are played", system.id);
    }
}
