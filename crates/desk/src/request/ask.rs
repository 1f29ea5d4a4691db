//! What may be asked.

use std::collections::BTreeMap;
use std::path::Path;

use chance::fields::{FromValue, Problems, Value as FieldValue};
use scenario::File;
use serde::{Deserialize, Deserializer};
use serde_json::json;

use super::progress::Telling;
use super::{Answer, change, check, fields, play, sample};
use crate::balance::{Armies, BATTLE_ROUNDS};
use crate::engine::{Method, PlayOptions};

/// A request.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// The built-in systems, and the version of the program.
    Systems,
    /// The fields of a built-in system.
    Describe { system: String },
    /// The samples, without their texts.
    Samples,
    /// A sample with all files that it names.
    Sample { path: String },
    /// The files of a game to begin with.
    NewGame { name: String },
    /// What a file holds and what is wrong with it.
    Check { of: Texts },
    /// A text with changed values.
    Edit { text: String, edits: Vec<change::Change> },
    /// The odds of a scenario.
    Run(Playing),
    /// Versions of an attack, compared with the first.
    Compare {
        files: BTreeMap<String, String>,
        compared: Vec<String>,
        #[serde(default = "one_in_a_hundred")]
        matters: f64,
        #[serde(default)]
        play: Options,
    },
    /// What one step of each number changes.
    Sensitivity(Playing),
    /// One attack die by die.
    Explain {
        of: Texts,
        #[serde(default = "base")]
        run: String,
        seed: Option<u64>,
        script: Option<String>,
    },
    /// A battle.
    Battle(Playing),
    /// Every unit of a roster against every unit.
    Matrix {
        of: Texts,
        #[serde(default)]
        play: Options,
        #[serde(default)]
        report: bool,
        situation: Option<String>,
    },
    /// What the units of a roster should cost.
    Balance {
        of: Texts,
        #[serde(default)]
        prices: Prices,
        #[serde(default)]
        report: bool,
    },
    /// What one step of each number of a unit is worth.
    Worth {
        of: Texts,
        #[serde(default)]
        prices: Prices,
        unit: String,
        #[serde(default)]
        report: bool,
    },
}

/// A file among texts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// The texts by their paths.
    pub files: BTreeMap<String, String>,
    /// The path of the file that is meant.
    pub file: String,
    /// Overrides, as the command line takes them.
    #[serde(default)]
    pub set: Vec<String>,
}

impl Texts {
    /// The file as readers take it.
    pub fn file(&self) -> File<'_> {
        File { path: Path::new(&self.file), files: &self.files }
    }
}

/// A file and how it is played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    pub of: Texts,
    #[serde(default)]
    pub play: Options,
    /// Whether the files of the report are wanted.
    #[serde(default)]
    pub report: bool,
}

/// How runs are played: the options of the command line.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    #[serde(default, deserialize_with = "method")]
    pub method: Option<Method>,
    pub trials: Option<u64>,
    pub seed: Option<u64>,
    pub max_paths: Option<u64>,
}

impl Options {
    /// The method that is asked for.
    pub fn method(self) -> Method {
        self.method.unwrap_or(Method::Auto)
    }

    /// The options of the engines.
    pub fn for_engines(self) -> PlayOptions {
        PlayOptions {
            trials: self.trials,
            seed: self.seed,
            ..PlayOptions::new(self.method(), self.max_paths)
        }
    }

    /// The options as a user types them.
    pub fn as_typed(self, set: &[String]) -> String {
        crate::command_line::options(self.method(), self.trials, self.seed, self.max_paths, set)
    }
}

/// How prices are sought: the options of the command line.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Prices {
    #[serde(deserialize_with = "armies")]
    pub armies: Option<Armies>,
    pub precision: Option<f64>,
    pub army_points: Option<f64>,
    pub army: Option<u32>,
    pub rounds: u32,
    pub max_trials: Option<u64>,
    pub seed: Option<u64>,
    pub matters: f64,
    pub field_only: bool,
    pub round: Vec<f64>,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            armies: None,
            precision: None,
            army_points: None,
            army: None,
            rounds: BATTLE_ROUNDS,
            max_trials: None,
            seed: None,
            matters: 0.05,
            field_only: false,
            round: Vec::new(),
        }
    }
}

fn base() -> String {
    "base".to_owned()
}

const fn one_in_a_hundred() -> f64 {
    0.01
}

/// Reads one of a fixed set of names.
fn named<'de, D: Deserializer<'de>, T: FromValue>(deserializer: D) -> Result<Option<T>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let mut problems = Problems::default();
    let found = T::from_value(&FieldValue::Text(text.clone()), "", &mut problems);
    found.map(Some).ok_or_else(|| serde::de::Error::custom(format!("`{text}` is not {}", T::KIND)))
}

fn method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Method>, D::Error> {
    match named(deserializer)? {
        // It has two answers, and a program that wants both asks twice.
        Some(Method::Both) => Err(serde::de::Error::custom("`both` is for the command line alone")),
        found => Ok(found),
    }
}

fn armies<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Armies>, D::Error> {
    named(deserializer)
}

impl Ask {
    /// Answers.
    pub fn answer(self, watch: &Telling<'_>) -> Answer {
        match self {
            Self::Systems => {
                Ok(json!({ "systems": fields::systems(), "version": env!("CARGO_PKG_VERSION") }))
            }
            Self::Describe { system } => fields::built_in(&system),
            Self::Samples => Ok(json!({ "samples": sample::list() })),
            Self::Sample { path } => sample::open(&path),
            Self::NewGame { name } => sample::new_game(&name),
            Self::Check { of } => Ok(check::check(&of)),
            Self::Edit { text, edits } => change::edited(&text, edits),
            Self::Run(playing) => play::run(&playing, watch),
            Self::Compare { files, compared, matters, play } => {
                play::compare(&files, &compared, matters, play, watch)
            }
            Self::Sensitivity(playing) => play::sensitivity(&playing, watch),
            Self::Explain { of, run, seed, script } => play::explain(&of, &run, seed, script.as_deref()),
            Self::Battle(playing) => play::battle(&playing, watch),
            Self::Matrix { of, play, report, situation } => {
                play::matrix(&Playing { of, play, report }, situation.as_deref(), watch)
            }
            Self::Balance { of, prices, report } => play::balance(&of, prices, report, watch),
            Self::Worth { of, prices, unit, report } => play::worth(&of, &prices, &unit, report, watch),
        }
    }
}
