//! The files of the page, which are part of the program.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Makes a file of the page.
macro_rules! files {
    ($($name:literal,)+) => {
        &[$(($name, include_bytes!(concat!("../../page/", $name)) as &[u8]),)+]
    };
}

/// The files by their names. The service worker and the worker with WebAssembly are for the page without a server.
const FILES: &[(&str, &[u8])] = files![
    "index.html",
    "style.css",
    "icon.svg",
    "app.js",
    "compare.js",
    "dom.js",
    "editor.js",
    "engine.js",
    "explain.js",
    "form.js",
    "gallery.js",
    "project.js",
    "results.js",
    "roster.js",
    "share.js",
    "sweep.js",
    "targets.js",
    "view.js",
];

/// How the page knows that it has a server: its static form says `wasm` here.
const ENGINE: [&str; 2] = ["data-engine=\"wasm\"", "data-engine=\"server\""];

/// A file of the page.
pub fn file(name: &str) -> Response {
    let Some((_, bytes)) = FILES.iter().find(|(known, _)| *known == name) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let kind = [(header::CONTENT_TYPE, kind)];
    if name == "index.html" {
        let [own, server] = ENGINE;
        return (kind, String::from_utf8_lossy(bytes).replace(own, server)).into_response();
    }
    (kind, *bytes).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files of the page that only its static form has.
    const STATIC_ONLY: [&str; 2] = ["engine-worker.js", "offline.js"];

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let names =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| !STATIC_ONLY.contains(&name.as_str())).collect();
        let mut known: Vec<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        names.sort();
        known.sort();
        assert_eq!(names, known);
    }

    #[test]
    fn the_page_has_the_server_s_policy_and_says_where_its_engine_is() {
        let page = String::from_utf8_lossy(FILES[0].1);
        assert!(page.contains(super::super::guard::POLICY));
        assert_eq!(page.matches(ENGINE[0]).count(), 1);
    }
}
