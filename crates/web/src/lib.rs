//! killcurve's answers as WebAssembly.
//!
//! A page writes a request into `request`'s memory, calls `answer`, and reads the answer where `answer_start` says. Texts cross
//! as UTF-8. These few functions are all that a page needs, so no generated code stands between it and the engine. The target is
//! `wasm32-wasip1`, where clocks and random numbers have a fixed interface; on `wasm32-unknown-unknown` dependencies would ask for them
//! through code that another tool has to generate.
#![cfg(target_arch = "wasm32")]

use std::sync::{Mutex, MutexGuard, PoisonError};

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn locked(text: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(unsafe_code, reason = "functions of the page are declared so; this one is safe to call")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Is told how far long work is: a text of JSON.
    safe fn progress(start: *const u8, length: usize);
}

/// Makes room for a request of so many bytes, and returns where it begins.
#[expect(unsafe_code, reason = "an exported name is marked so")]
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut request = locked(&REQUEST);
    request.clear();
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// Answers the request, and returns the length of the answer in bytes.
#[expect(unsafe_code, reason = "an exported name is marked so")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let request = String::from_utf8_lossy(&std::mem::take(&mut *locked(&REQUEST))).into_owned();
    let text = desk::request::answer(&request, &|words| progress(words.as_ptr(), words.len()));
    let mut answer = locked(&ANSWER);
    *answer = text.into_bytes();
    answer.len()
}

/// Returns where the answer begins.
#[expect(unsafe_code, reason = "an exported name is marked so")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_start() -> *const u8 {
    locked(&ANSWER).as_ptr()
}
