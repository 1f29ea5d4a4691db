//! `killcurve serve`: the page in a browser, with the files of a folder.
//!
//! The server is for the browser of this machine alone. It listens on the loopback address, refuses requests that were meant for another
//! host or come from another site, and every address begins with a token that is new at each start. Answers come from processes of
//! their own (`workers`), which end when nobody waits for them.

mod folder;
mod guard;
mod page;
mod workers;

use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};

use crate::args::Serve;
use crate::output::{Failure, print};
use folder::Folder;
use guard::Guard;
use workers::Workers;

/// The largest request: the files of a scenario, as JSON.
const MAX_REQUEST: usize = 16 << 20;

/// What the handlers of requests share.
struct Desk {
    folder: Folder,
    workers: Workers,
}

/// Serves the page until the program is stopped.
pub fn serve(args: &Serve) -> Result<(), Failure> {
    let desk = Desk { folder: Folder::open(&args.folder)?, workers: Workers::new()? };
    let failed = |error: std::io::Error| Failure::Run(format!("cannot serve: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let listener =
            tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).await.map_err(failed)?;
        let guard = Guard::new(listener.local_addr().map_err(failed)?.port());
        print(&format!(
            "killcurve is at {}\nIt shows the files in {}. Ctrl-C ends it.\n",
            guard.address(),
            desk.folder.shown()
        ))?;
        let app = Router::new()
            .route("/", get(|| async { page::file("index.html") }))
            .route("/{*file}", get(|Path(file): Path<String>| async move { page::file(&file) }))
            .route("/answer", post(answer))
            .route("/files", get(files))
            .route("/open", post(open))
            .route("/save", post(save))
            .layer(DefaultBodyLimit::max(MAX_REQUEST))
            .with_state(Arc::new(desk));
        // The middleware takes the token away, so it stands before the routes.
        let app = Router::new()
            .fallback_service(app)
            .layer(middleware::from_fn_with_state(Arc::new(guard), guard::check));
        axum::serve(listener, app).await.map_err(failed)
    })
}

/// Answers a request: a line for each step of progress, then the answer.
async fn answer(State(desk): State<Arc<Desk>>, request: String) -> Response {
    match desk.workers.answer(&request).await {
        Ok(lines) => {
            ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
        }
        Err(error) => {
            let words = format!("the engine cannot be started: {error}");
            (StatusCode::INTERNAL_SERVER_ERROR, words).into_response()
        }
    }
}

/// Lists the files of the folder.
async fn files(State(desk): State<Arc<Desk>>) -> Response {
    as_json(&json!({ "folder": desk.folder.shown(), "files": desk.folder.list() }))
}

/// Opens a file, with all files that it names.
async fn open(State(desk): State<Arc<Desk>>, request: String) -> Response {
    told(desk.folder.open_file(&request))
}

/// Writes a file.
async fn save(State(desk): State<Arc<Desk>>, request: String) -> Response {
    told(desk.folder.save(&request))
}

fn told(answer: Result<Value, String>) -> Response {
    as_json(&answer.unwrap_or_else(|words| json!({ "ok": false, "text": words })))
}

fn as_json(value: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}
