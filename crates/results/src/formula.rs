//! Formulas of points.

use crate::Estimate;

/// The shape of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A sum of the fields, each times a number.
    Additive,
    /// A product of the fields, each to a power.
    Multiplicative,
    /// The square root of offence times defence, each of which is a sum.
    Root,
}

impl Shape {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Additive => "additive",
            Self::Multiplicative => "multiplicative",
            Self::Root => "root of offence times defence",
        }
    }
}

/// A field of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaField {
    /// The field, such as `ap`.
    pub field: String,
    /// The smallest number of made-up units.
    pub least: i64,
    /// The largest number.
    pub most: i64,
    /// Whether it changes what a unit does to others.
    pub offence: bool,
    /// Whether it changes what others do to a unit.
    pub defence: bool,
    /// What one more is worth by the best formula, at the mean unit of the roster.
    pub slope: Estimate,
}

/// A number of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The place of the field; `None` for the constant.
    pub field: Option<usize>,
    /// For the root of offence times defence: whether it belongs to the defence.
    pub of_defence: bool,
    /// The factor, or the power.
    pub number: Estimate,
}

/// A formula that was fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// Its shape.
    pub shape: Shape,
    /// Its numbers.
    pub terms: Vec<Term>,
    /// What is added to each field before a power is taken, so that none is 0.
    pub shifts: Vec<i64>,
    /// How far it is off for made-up units that it was not fitted to, as a share of the price (root mean square of the logarithm).
    pub error: Estimate,
}

/// A unit of the roster and what formulas say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaUnit {
    /// The fair price.
    pub fair: Option<Estimate>,
    /// The price by the best formula.
    pub formula: f64,
    /// How far the formula is off, as a share of the fair price.
    pub off: Option<f64>,
}

/// Points as a function of the fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Formulas {
    /// The fields.
    pub fields: Vec<FormulaField>,
    /// The formulas, the one with the least error first.
    pub fitted: Vec<Fitted>,
    /// The units of the roster.
    pub units: Vec<FormulaUnit>,
    /// The made-up units that were priced.
    pub priced: usize,
    /// Those that have no fair price.
    pub unpriced: usize,
    /// The battles.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
}
