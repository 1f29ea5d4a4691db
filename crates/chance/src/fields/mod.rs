//! The fields of a scenario, with their types, ranges and meaning, declared once.
//!
//! [`record!`](crate::record) declares a group of fields (a unit, the situation, the options), and
//! [`choice!`](crate::choice) a fixed set of names. Each gives a Rust type, the way to read it from a file,
//! and the same facts as data for help, schema and error messages.
//!
//! ```
//! use chance::fields::{FromValue, Problems, Value, Whole};
//!
//! chance::record! {
//!     /// A unit of a game.
//!     pub struct Unit {
//!         /// Number of attacks.
//!         attacks: Whole<1, 10>,
//!         /// Whether misses are rolled once more.
//!         rerolls: bool = true,
//!     }
//! }
//!
//! let mut problems = Problems::default();
//! let table = Value::Table(vec![("attacks".to_owned(), Value::Whole(3))]);
//! let unit = Unit::from_value(&table, "attacker", &mut problems).unwrap();
//! assert_eq!((unit.attacks.get(), unit.rerolls), (3, true));
//!
//! let table = Value::Table(vec![("attacks".to_owned(), Value::Whole(11))]);
//! assert_eq!(Unit::from_value(&table, "attacker", &mut problems), None);
//! assert_eq!(problems.0[0].path, "attacker.attacks");
//! ```

mod declare;
mod kind;
mod problem;
mod read;
mod setup;
mod value;

pub use kind::{Field, Index, Kind, Name, Named};
pub use problem::{Fault, Problem, Problems};
pub use read::{FromValue, List, Whole, expected, field, named, plain, unknown_names};
pub use setup::Setup;
pub use value::Value;
