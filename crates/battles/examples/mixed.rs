//! Fair prices of a roster in mixed armies, and how long they take: `cargo run --release -p battles --example mixed -- FILE [PRECISION] [SEED]`.

use std::path::Path;
use std::time::Instant;

use battles::{MixedSearch, Roster, Situation, Unit, Watch, balance_mixed};

struct Stages(Instant);

impl Watch for Stages {
    fn stage(&self, words: &str, battles: u64) {
        eprintln!("{:8.3} s  {words}: {battles} battles", self.0.elapsed().as_secs_f64());
    }

    fn played(&self, _battles: u64) {}
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let field = scenario::load_battle_roster(Path::new(&arguments[0]), &[])
        .unwrap_or_else(|invalid| panic!("{}", invalid.render(false)));
    let number = |place: usize, default: f64| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let units = field.units.iter().map(|player| Unit {
        now: player.card.points,
        weight: player.card.weight.unwrap_or(1.0),
        fixed: player.card.fixed,
    });
    let situations = field.situations.iter().map(|situation| Situation {
        name: situation.name.clone(),
        weight: situation.weight,
        matchups: situation.matchups.clone(),
    });
    let roster = Roster {
        units: units.collect(),
        situations: situations.collect(),
        rounds: 60,
        army_points: None,
        lists: Vec::new(),
    };
    let search = MixedSearch {
        precision: number(1, 0.06),
        matters: 0.05,
        max_battles: 2_000_000,
        seed: number(2, 1.0) as u64,
        steps: vec![1.0],
        variants: number(3, 0.0) > 0.0,
    };
    let start = Instant::now();
    let prices = balance_mixed(&roster, &search, &Stages(start));
    eprintln!("{:8.3} s  done", start.elapsed().as_secs_f64());
    for (unit, priced) in field.units.iter().zip(&prices.units) {
        let (now, confirmed) = (priced.now.unwrap_or(f64::NAN), priced.confirmed);
        let residual = confirmed.map_or(f64::NAN, |confirmed| confirmed.value - 1.0);
        match priced.fair {
            Some(fair) => {
                let half = fair.error.map_or(0.0, |error| (error.high - error.low) / 2.0 / fair.value);
                println!(
                    "{:26} {now:7.1} {:8.2} ± {:4.1} %  residual {:5.1} %  {}",
                    unit.name(),
                    fair.value,
                    100.0 * half,
                    100.0 * residual,
                    priced.verdict.words()
                );
            }
            None => {
                println!(
                    "{:26} {now:7.1} {}",
                    unit.name(),
                    priced.reason.map_or("", |reason| reason.words())
                );
            }
        }
    }
    let Some(mixed) = &prices.mixed else { return };
    println!(
        "{} battles; army {}; even now {:?}, fair {:.3}; draws {:.3}; {:?}",
        prices.trials, mixed.army_points, mixed.uneven_now, mixed.uneven, mixed.draws, mixed.explained
    );
    let name = |place: usize| field.units[place].name();
    for (words, bonds) in [("beside", &mixed.synergies), ("against", &mixed.counters)] {
        for bond in bonds {
            println!("{} {words} {}: {:+.3}", name(bond.units[0]), name(bond.units[1]), bond.effect.value);
        }
    }
    for variant in &mixed.variants {
        let ratios = variant.fair.iter().zip(&prices.units).map(|(other, unit)| match (other, unit.fair) {
            (Some(other), Some(fair)) => format!("{:+.0}%", 100.0 * (other.value / fair.value - 1.0)),
            _ => "–".to_owned(),
        });
        println!("{}: {}", variant.name, ratios.collect::<Vec<_>>().join(" "));
    }
    println!("mix {:.2?} entry {:.1?}", prices.metagame.mix, prices.metagame.entry);
}
