//! One function for programs: a request as JSON, and its answer as JSON.
//!
//! The page in the browser asks it through `killcurve serve` or as WebAssembly, and both give the same bytes. A request brings the texts
//! of all files that it needs; no file is read. Documents in an answer are texts, written by the same functions as the files and the
//! output of the command line, so they equal those to the last digit.
//!
//! ```
//! let request = r#"{
//!     "ask": "explain", "seed": 4, "of": {
//!         "file": "a.toml",
//!         "files": { "a.toml": "system = \"space-infantry\"\nattacker = { ap = 3, av_skill = 3 }\ntarget = { dmg = 4, sp = 2 }\n" }
//!     }
//! }"#;
//! let answer = desk::request::answer(request, &|_| ());
//! assert!(answer.starts_with(r##"{"ok":true,"story":"# Space Infantry: a"##), "{answer}");
//! ```

mod ask;
mod change;
mod check;
mod faults;
mod fields;
mod play;
mod progress;
mod sample;
mod texts;

use serde_json::{Value, json};

use crate::failure::Failure;
use ask::Ask;
use progress::Telling;

/// What an answer says, beside `ok`.
type Answer = Result<Value, Failure>;

/// Answers a request. While long work goes on, `tell` is called with a JSON object that says how far it is.
///
/// The answer is an object. Its `ok` says whether there is an answer; if not, `text` is the message of the command line, and `faults`
/// lists what is wrong in which file and where.
pub fn answer(request: &str, tell: &(dyn Fn(&str) + Sync)) -> String {
    let telling = Telling::new(tell);
    let found = match serde_json::from_str::<Ask>(request) {
        Ok(ask) => ask.answer(&telling),
        Err(error) => Err(Failure::Input(format!("error: this request cannot be read: {error}"))),
    };
    let mut answer = json!({ "ok": found.is_ok() });
    let more = found.unwrap_or_else(|failure| faults::json(&failure));
    if let (Value::Object(answer), Value::Object(more)) = (&mut answer, more) {
        answer.extend(more);
        let remarks = telling.into_remarks();
        if !remarks.is_empty() {
            answer.insert("remarks".to_owned(), remarks.into());
        }
    }
    answer.to_string()
}

pub use check::about;
pub use texts::{Closure, closure};
