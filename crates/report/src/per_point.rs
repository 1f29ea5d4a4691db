//! At which price one unit is as good as another, target by target: a table, JSON, CSV, a chart and a page.

use results::{Error, Estimate, Provenance};
use serde_json::{Value, json};

use crate::chart::dots::{self, Dots, Row};
use crate::grid::{Column, Ink};
use crate::html::tables::{Cell, Table, numbers, text_column};
use crate::matrix::Unit;
use crate::source::{self, Opening, Section, Source};
use crate::table::Page;
use crate::{Chart, ReportError, Style, digits, html, names, phrases};

/// The quantile of the normal distribution that a 95 % interval is made with.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// Two units compared in what they kill for their points.
#[derive(Clone, Debug, PartialEq)]
pub struct PerPoint {
    /// Where it comes from.
    pub provenance: Provenance,
    /// How long a target is attacked at most.
    pub rounds: u32,
    /// The situation that was played, where the roster lists some.
    pub situation: Option<String>,
    /// The unit whose price is asked for, and the one that it is compared with, which has points.
    pub units: [Unit; 2],
    /// Each target.
    pub targets: Vec<TargetPrice>,
}

/// How both units do against a target.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetPrice {
    /// The target.
    pub target: Unit,
    /// What each kills; or why it cannot attack.
    pub rates: [Result<Rate, Vec<String>>; 2],
}

/// How often a unit kills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Kills per attack.
    pub value: f64,
    /// The variance of its logarithm: 0 if it is exact, infinite if there were too few kills to tell.
    pub log_variance: f64,
    /// Whether it was sampled.
    pub sampled: bool,
}

impl Rate {
    fn estimate(self) -> Estimate {
        interval(self.value, self.log_variance, self.sampled)
    }
}

/// A positive number with the interval that belongs to the variance of its logarithm.
fn interval(value: f64, log_variance: f64, sampled: bool) -> Estimate {
    let factor = (NORMAL_QUANTILE * log_variance.sqrt()).exp();
    let error = sampled.then(|| Error {
        low: value / factor,
        high: value * factor,
        standard: value * log_variance.sqrt(),
    });
    Estimate { value, error: error.filter(|error| error.high.is_finite()) }
}

/// What came of a target.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Price {
    /// Both are as good at this price.
    Even(Estimate),
    /// There is none, for this reason.
    None(&'static str),
}

impl TargetPrice {
    /// The price at which the first unit kills as much for its points as the second, which costs `points`.
    fn price(&self, points: f64) -> Price {
        let [Ok(first), Ok(second)] = &self.rates else {
            return Price::None(match &self.rates {
                [Err(_), Err(_)] => "neither can attack it",
                [Err(_), _] => "cannot attack it",
                _ => "the other cannot attack it",
            });
        };
        let log_variance = first.log_variance + second.log_variance;
        let sampled = first.sampled || second.sampled;
        match (first.value > 0.0, second.value > 0.0) {
            (false, false) => Price::None("neither kills it"),
            (false, true) => Price::None("never kills it"),
            (true, false) => Price::None("the other never kills it"),
            _ if log_variance.is_infinite() => Price::None("too few kills to tell"),
            _ => Price::Even(interval(points * first.value / second.value, log_variance, sampled)),
        }
    }
}

impl PerPoint {
    fn points(&self) -> f64 {
        self.units[1].points.unwrap_or(1.0)
    }

    fn names(&self) -> [String; 2] {
        [0, 1].map(|place: usize| names::line(&self.units[place].name))
    }

    fn source(&self) -> Source<'_> {
        let methods = phrases::methods_among(self.provenance.methods.iter());
        Source { provenance: &self.provenance, methods }
    }

    fn title(&self) -> String {
        let [unit, against] = self.names();
        format!("At which price is {unit} as good as {against}?")
    }

    /// What its own price says of a price that would be even.
    fn verdict(&self, price: Price) -> &'static str {
        let (Price::Even(even), Some(own)) = (price, self.units[0].points) else { return "" };
        match (even.low().unwrap_or(even.value), even.high().unwrap_or(even.value)) {
            (low, _) if own < low => "better for its points",
            (_, high) if own > high => "worse for its points",
            (low, high) if low == high => "as good for its points",
            _ => "cannot tell",
        }
    }

    fn prices(&self) -> impl Iterator<Item = (&TargetPrice, Price)> {
        self.targets.iter().map(|target| (target, target.price(self.points())))
    }

    /// The lowest and the highest price, with their targets.
    fn headline(&self) -> String {
        let [unit, against] = self.names();
        let own = match self.units[0].points {
            Some(points) => {
                format!("{unit} costs {}, {against} {}", digits::plain(points), digits::plain(self.points()))
            }
            None => format!("{against} costs {}", digits::plain(self.points())),
        };
        let even: Vec<(String, Estimate)> = self
            .prices()
            .filter_map(|(target, price)| match price {
                Price::Even(even) => Some((names::line(&target.target.name), even)),
                Price::None(_) => None,
            })
            .collect();
        let by_price =
            |one: &&(String, Estimate), other: &&(String, Estimate)| one.1.value.total_cmp(&other.1.value);
        match (even.iter().min_by(by_price), even.iter().max_by(by_price)) {
            (Some(low), Some(high)) if even.len() > 1 => format!(
                "{own}. {unit} is as good at {} points against {} and at {} points against {}.",
                digits::number(&low.1),
                low.0,
                digits::number(&high.1),
                high.0
            ),
            (Some(only), _) => {
                format!("{own}. {unit} is as good at {} points against {}.", digits::number(&only.1), only.0)
            }
            _ => format!("{own}. There is no target that both kill."),
        }
    }

    fn notes(&self) -> Vec<String> {
        let rounds = if self.rounds == 1 {
            "Kills per attack: each target is attacked once, and then the next one.".to_owned()
        } else {
            format!(
                "Kills per attack: each target is attacked until it is dead, {} times at most, and then the next one.",
                self.rounds
            )
        };
        let situation = self.situation.as_ref().map(|name| format!("Situation: {}.", names::line(name)));
        std::iter::once(rounds).chain(situation).collect()
    }
}

/// The price in words; or why there is none.
fn shown(price: Price) -> String {
    match price {
        Price::Even(even) => digits::number_with_margin(&even),
        Price::None(why) => why.to_owned(),
    }
}

fn kills(rate: &Result<Rate, Vec<String>>) -> String {
    rate.as_ref().map_or_else(|_| digits::missing().to_owned(), |rate| digits::number(&rate.estimate()))
}

/// The prices for people.
pub fn per_point_table(report: &PerPoint, width: usize, style: Style) -> String {
    let source = report.source();
    let mut page = Page::new(width, style);
    source.header(&mut page, &format!("{} ({})", report.title(), names::line(&report.provenance.name)));
    page.wrapped(&report.headline(), Ink::Strong);
    for note in report.notes() {
        page.wrapped(&note, Ink::Faint);
    }
    page.gap();
    let [unit, against] = report.names();
    let columns = [
        Column::left("target"),
        Column::right(names::shorten(&unit, 18)),
        Column::right(names::shorten(&against, 18)),
        Column::right("price"),
        Column::left("at its own").ink(Ink::Strong),
    ];
    let rows = report.prices().map(|(target, price)| {
        let [first, second] = [0, 1].map(|place: usize| kills(&target.rates[place]));
        vec![names::line(&target.target.name), first, second, shown(price), report.verdict(price).to_owned()]
    });
    page.grid(&columns, &rows.collect::<Vec<_>>());
    source.footer(&mut page);
    page.text()
}

/// The prices for programs.
pub fn per_point_json(report: &PerPoint) -> String {
    let rate = |rate: &Result<Rate, Vec<String>>| {
        rate.as_ref().map_or(Value::Null, |rate| crate::json::estimate(Some(rate.estimate())))
    };
    let target = |(target, price): (&TargetPrice, Price)| {
        let (even, reason) = match price {
            Price::Even(even) => (Some(even), None),
            Price::None(why) => (None, Some(why)),
        };
        json!({
            "target": target.target.name,
            "target_points": target.target.points,
            "kills_per_attack": rate(&target.rates[0]),
            "other_kills_per_attack": rate(&target.rates[1]),
            "price": crate::json::estimate(even),
            "reason": reason,
            "verdict": report.verdict(price),
        })
    };
    report.source().document(json!({
        "unit": report.units[0].name,
        "points": report.units[0].points,
        "other": report.units[1].name,
        "other_points": report.units[1].points,
        "rounds": report.rounds,
        "situation": report.situation,
        "targets": report.prices().map(target).collect::<Vec<Value>>(),
    }))
}

/// The prices for spreadsheets: a row for each number.
pub fn per_point_csv(report: &PerPoint) -> Result<Vec<u8>, ReportError> {
    let mut csv = report.source().csv(&["unit", "other", "target", "quantity"])?;
    let [unit, against] = [&report.units[0].name, &report.units[1].name];
    for (target, price) in report.prices() {
        let name = &target.target.name;
        for (quantity, rate) in ["kills_per_attack", "other_kills_per_attack"].into_iter().zip(&target.rates)
        {
            csv.row(&[unit, against, name, quantity], rate.as_ref().ok().map(|rate| rate.estimate()))?;
        }
        let even = match price {
            Price::Even(even) => Some(even),
            Price::None(_) => None,
        };
        csv.row(&[unit, against, name, "price"], even)?;
    }
    csv.bytes()
}

fn charts(report: &PerPoint) -> Result<Vec<Chart>, ReportError> {
    let row = |(target, price): (&TargetPrice, Price)| {
        let even = match price {
            Price::Even(even) => Some(even),
            Price::None(_) => None,
        };
        Row {
            label: names::line(&target.target.name),
            said: even.map_or_else(String::new, |even| digits::number(&even)),
            now: report.units[0].points.filter(|_| even.is_some()),
            fair: even,
            others: Vec::new(),
        }
    };
    let rows: Vec<Row> = report.prices().map(row).filter(|row| row.fair.is_some()).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let [unit, against] = report.names();
    let note = format!("{against} costs {} points.", digits::plain(report.points()));
    let dots = Dots {
        title: report.title(),
        note,
        axis: format!("points that {unit} may cost"),
        marks: ["its price now", "as good at"],
        rows,
        others: Vec::new(),
    };
    Ok(vec![dots::draw(&report.source(), "per-point", &dots)?])
}

fn page(report: &PerPoint, charts: &[Chart]) -> Result<String, ReportError> {
    let [unit, against] = report.names();
    let sampled = report.provenance.trials().is_some();
    let sureness =
        if sampled { "Intervals hold the true number 95 times out of 100." } else { "Exact: no estimate." };
    let opening = Opening {
        title: report.title(),
        about: vec![format!("Targets: the roster {}", names::line(&report.provenance.name))],
        headline: report.headline(),
        sureness: sureness.to_owned(),
        facts: Vec::new(),
    };
    let figures = Section {
        title: "Target by target".to_owned(),
        figures: html::figures(charts),
        ..Section::default()
    };
    let columns = vec![
        text_column("Target"),
        text_column("At its own price"),
        numbers(&format!("Kills per attack: {unit}")),
        numbers(&format!("Kills per attack: {against}")),
        numbers(&format!("Price of {unit}")),
    ];
    let rows = report.prices().map(|(target, price)| {
        let rate = |place: usize| {
            let value = target.rates[place].as_ref().map_or(f64::NAN, |rate| rate.value);
            Cell::number(kills(&target.rates[place]), value)
        };
        let value = if let Price::Even(even) = price { even.value } else { f64::NAN };
        let name = Cell::text(&target.target.name);
        vec![name, Cell::text(report.verdict(price)), rate(0), rate(1), Cell::number(shown(price), value)]
    });
    let table =
        Section { notes: report.notes(), ..Section::of(Table::new("All numbers", columns, rows.collect())) };
    report.source().page((opening, vec![figures, table]))
}

/// Every file of the prices, by name.
pub fn per_point_files(report: &PerPoint) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let charts = charts(report)?;
    let page = page(report, &charts)?;
    Ok(source::files("per-point", (per_point_csv(report)?, per_point_json(report), page), charts))
}
