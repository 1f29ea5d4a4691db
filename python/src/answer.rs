//! Answers, which become text, tables, charts and arrays when they are asked for.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use report::{
    BattleReport, Chart, Compared, Matrix, PriceReport, Report, ReportError, Sensitivity, Style, WorthReport,
};
use results::Estimate;

/// What was asked.
#[expect(clippy::large_enum_variant, reason = "there is one for each call")]
enum Kind {
    Run(Report),
    Compare(Compared),
    Battle(BattleReport),
    Matrix(Matrix),
    Sensitivity(Sensitivity),
    Balance(PriceReport),
    Worth(WorthReport),
}

macro_rules! kinds {
    ($($kind:ident($Report:ty)),*) => {
        $(impl From<$Report> for Kind {
            fn from(report: $Report) -> Self {
                Self::$kind(report)
            }
        })*
    };
}

kinds! {
    Run(Report), Compare(Compared), Battle(BattleReport), Matrix(Matrix), Sensitivity(Sensitivity),
    Balance(PriceReport), Worth(WorthReport)
}

/// An answer.
#[pyclass(frozen, module = "killcurve._native")]
pub struct Answer {
    kind: Kind,
    remarks: Vec<String>,
}

impl Answer {
    /// An answer, and what is to be said of it.
    pub fn new(kind: impl Into<AnswerKind>, remarks: Vec<String>) -> Self {
        Self { kind: kind.into().0, remarks }
    }
}

/// Any report.
pub struct AnswerKind(Kind);

impl<T> From<T> for AnswerKind
where
    Kind: From<T>,
{
    fn from(report: T) -> Self {
        Self(report.into())
    }
}

fn unmade(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(format!("cannot make the report: {error}"))
}

type File = (String, Vec<u8>);

impl Kind {
    fn charts(&self) -> Result<Vec<Chart>, ReportError> {
        match self {
            Self::Run(report) => report::charts(report),
            Self::Compare(_) => Ok(Vec::new()),
            Self::Battle(report) => report::battle_charts(report),
            Self::Matrix(report) => report::matrix_charts(report),
            Self::Sensitivity(report) => report::sensitivity_charts(report),
            Self::Balance(report) => report::price_charts(report),
            Self::Worth(report) => report::worth_charts(report),
        }
    }

    fn files(&self) -> PyResult<Vec<File>> {
        match self {
            Self::Run(report) => {
                let files = report::files(report).map_err(unmade)?;
                let bytes = |(name, content): (String, report::Content<'_>)| {
                    Ok((name, content.bytes().map_err(unmade)?))
                };
                files.into_iter().map(bytes).collect()
            }
            Self::Compare(report) => Ok(vec![
                ("compare.json".to_owned(), report::comparison_json(report).into_bytes()),
                ("compare.csv".to_owned(), report::comparison_csv(report).map_err(unmade)?.into_bytes()),
            ]),
            Self::Battle(report) => report::battle_files(report).map_err(unmade),
            Self::Matrix(report) => report::matrix_files(report).map_err(unmade),
            Self::Sensitivity(report) => report::sensitivity_files(report).map_err(unmade),
            Self::Balance(report) => report::price_files(report).map_err(unmade),
            Self::Worth(report) => report::worth_files(report).map_err(unmade),
        }
    }

    fn json(&self) -> PyResult<String> {
        Ok(match self {
            Self::Run(report) => {
                let mut bytes = Vec::new();
                report::json(report, &mut bytes).map_err(unmade)?;
                String::from_utf8(bytes).map_err(unmade)?
            }
            Self::Compare(report) => report::comparison_json(report),
            Self::Battle(report) => report::battle_json(report),
            Self::Matrix(report) => report::matrix_json(report),
            Self::Sensitivity(report) => report::sensitivity_json(report),
            Self::Balance(report) => report::price_json(report),
            Self::Worth(report) => report::worth_json(report),
        })
    }

    fn csv(&self) -> PyResult<Vec<u8>> {
        match self {
            Self::Run(report) => {
                let mut bytes = Vec::new();
                report::results_csv(report, &mut bytes).map_err(unmade)?;
                Ok(bytes)
            }
            Self::Compare(report) => report::comparison_csv(report).map(String::into_bytes).map_err(unmade),
            Self::Battle(report) => report::battle_csv(report).map_err(unmade),
            Self::Matrix(report) => report::matrix_csv(report).map_err(unmade),
            Self::Sensitivity(report) => report::sensitivity_csv(report).map_err(unmade),
            Self::Balance(report) => report::price_csv(report).map_err(unmade),
            Self::Worth(report) => report::worth_csv(report).map_err(unmade),
        }
    }

    fn table(&self, width: usize) -> String {
        let style = Style { color: false, unicode: true };
        match self {
            Self::Run(report) => report::table(report, width, style),
            Self::Compare(report) => report::comparison_table(report, width, style),
            Self::Battle(report) => report::battle_table(report, width, style),
            Self::Matrix(report) => report::matrix_table(report, width, style),
            Self::Sensitivity(report) => report::sensitivity_table(report, width, style),
            Self::Balance(report) => report::price_table(report, width, style),
            Self::Worth(report) => report::worth_table(report, width, style),
        }
    }
}

#[pymethods]
impl Answer {
    /// The command that was asked: `run`, `battle` and so on.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.kind {
            Kind::Run(_) => "run",
            Kind::Compare(_) => "compare",
            Kind::Battle(_) => "battle",
            Kind::Matrix(_) => "matrix",
            Kind::Sensitivity(_) => "sensitivity",
            Kind::Balance(_) => "balance",
            Kind::Worth(_) => "worth",
        }
    }

    /// What is to be said of the answer.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }

    /// The JSON document of the command line.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.kind.json())
    }

    /// The CSV of the command line.
    fn csv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &py.detach(|| self.kind.csv())?))
    }

    /// The table of the command line.
    fn table(&self, py: Python<'_>, width: usize) -> String {
        py.detach(|| self.kind.table(width.clamp(60, 200)))
    }

    /// The charts: name, title and SVG of each.
    fn charts(&self, py: Python<'_>) -> PyResult<Vec<(String, String, String)>> {
        let charts = py.detach(|| self.kind.charts()).map_err(unmade)?;
        Ok(charts.into_iter().map(|chart| (chart.name, chart.title, chart.svg)).collect())
    }

    /// The files of the report, by name.
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let files = PyDict::new(py);
        for (name, bytes) in py.detach(|| self.kind.files())? {
            files.set_item(name, PyBytes::new(py, &bytes))?;
        }
        Ok(files)
    }

    /// The distributions of a run: by measure, an array with a row for each round and a column for each value. `what` is `value`,
    /// `low` or `high`. The place counts the runs, then the cells of variants.
    fn distributions<'py>(&self, py: Python<'py>, place: usize, what: &str) -> PyResult<Bound<'py, PyDict>> {
        let read: fn(&Estimate) -> f64 = match what {
            "low" => |estimate| estimate.low().unwrap_or(estimate.value),
            "high" => |estimate| estimate.high().unwrap_or(estimate.value),
            _ => |estimate| estimate.value,
        };
        let found = PyDict::new(py);
        let Kind::Run(report) = &self.kind else { return Ok(found) };
        let swept = report.swept_variants.iter().flat_map(|variant| &variant.runs);
        let Some(run) = report.runs.iter().chain(swept).nth(place) else { return Ok(found) };
        let rounds = &run.results.rounds;
        let numpy = py.import("numpy")?;
        for (index, measure) in rounds.first().map_or(&[][..], |round| &round.measures).iter().enumerate() {
            let row = |round: &'_ results::Round| round.measures[index].probabilities.len();
            let width = rounds.iter().map(row).max().unwrap_or(0);
            let mut bytes = Vec::with_capacity(rounds.len() * width * 8);
            for round in rounds {
                let known = &round.measures[index].probabilities;
                // What was never seen in this round was seen in another.
                let numbers = known.iter().map(read).chain(std::iter::repeat(0.0)).take(width);
                numbers.for_each(|number| bytes.extend(number.to_ne_bytes()));
            }
            let flat = numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), "float64"))?;
            found.set_item(measure.name.as_str(), flat.call_method1("reshape", (rounds.len(), width))?)?;
        }
        Ok(found)
    }
}
