//! Who may ask: the browser of this machine that knows the token.
//!
//! Any page that is open in a browser can send requests to this machine. A name that leads to the loopback address would even let it
//! read the answers. So the host of a request must be this server's, its origin, if it has one, this server's page, and its path must
//! begin with the token.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The policy of the page. The page itself has the same, for servers that send none.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                          connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// What a request must know.
pub struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    /// A guard with a new token.
    pub fn new(port: u16) -> Self {
        // The keys of each come from the system's generator of random numbers.
        let random = || RandomState::new().hash_one(port);
        Self { port, token: format!("{:016x}{:016x}", random(), random()) }
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    fn is_host(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{}", self.port))
    }

    fn is_own(&self, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let origin = text(header::ORIGIN)
            .is_none_or(|origin| origin.strip_prefix("http://").is_some_and(|host| self.is_host(host)));
        text(header::HOST).is_some_and(|host| self.is_host(host)) && origin
    }

    /// The rest of a path after the token. All of the token is compared, so that the time does not tell how much of it was right.
    fn after_token<'a>(&self, path: &'a str) -> Option<&'a str> {
        let (token, rest) = path.strip_prefix('/')?.split_at_checked(self.token.len())?;
        let differs = token.bytes().zip(self.token.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
        (differs == 0).then_some(rest)
    }
}

/// Lets a request pass without the token, or refuses it.
pub async fn check(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let mut response = if guard.is_own(request.headers()) {
        match guard.after_token(request.uri().path()).map(str::parse::<Uri>) {
            Some(Ok(uri)) => {
                *request.uri_mut() = uri;
                next.run(request).await
            }
            _ => {
                refused("the address lacks the token: take the whole address that `killcurve serve` prints\n")
            }
        }
    } else {
        refused("this server answers the browser of this machine alone\n")
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ] {
        headers.insert(name, value);
    }
    response
}

fn refused(words: &'static str) -> Response {
    (StatusCode::FORBIDDEN, words).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(HeaderName, &'static str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_this_server_s_page_may_ask() {
        let guard = Guard { port: 8000, token: "abc".to_owned() };
        let own = |list: &[(HeaderName, &'static str)]| guard.is_own(&headers(list));
        assert!(own(&[(header::HOST, "127.0.0.1:8000")]));
        assert!(own(&[(header::HOST, "localhost:8000"), (header::ORIGIN, "http://localhost:8000")]));
        assert!(!own(&[]));
        assert!(!own(&[(header::HOST, "evil.example:8000")]));
        assert!(!own(&[(header::HOST, "127.0.0.1:8001")]));
        assert!(!own(&[(header::HOST, "127.0.0.1:8000"), (header::ORIGIN, "http://evil.example")]));
        assert!(!own(&[(header::HOST, "127.0.0.1:8000"), (header::ORIGIN, "null")]));
        assert!(!own(&[(header::HOST, "127.0.0.1:8000"), (header::ORIGIN, "https://127.0.0.1:8000")]));
    }

    #[test]
    fn a_path_begins_with_the_token() {
        let guard = Guard { port: 8000, token: "abc".to_owned() };
        assert_eq!(guard.after_token("/abc/files"), Some("/files"));
        for path in ["/", "/ab", "/abd/files", "/files", "abc/files", "/äbc/"] {
            assert_eq!(guard.after_token(path), None, "{path}");
        }
        let [one, other] = [Guard::new(1), Guard::new(1)];
        assert!(one.token.len() == 32 && one.token != other.token);
    }
}
