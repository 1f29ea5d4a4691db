//! Any bytes as a scenario, a battle or a roster with overrides behind it: read, checked, and played a little.
//!
//! `fuzz/README.md` says how to run it. What it tries is the same as what the ordinary tests try.

#![no_main]

use std::path::Path;

#[path = "../../crates/killcurve/tests/hostile/tried.rs"]
mod tried;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        // Where there are no rosters to be found.
        tried::input(text, Path::new("/nonexistent"));
    }
});
