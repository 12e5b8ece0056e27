//! The built page, carried in the program.

use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};

use crate::problem::{Code, Problem};

/// A file of the page: its path from the root, its type, its bytes.
struct Asset {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Shown where the program was built without the page.
const PLACEHOLDER: &str = include_str!("placeholder.html");

fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

/// The page; what it shows it finds from its own address.
pub async fn index() -> Response {
    let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    match find("/index.html") {
        Some(asset) => (html, asset.bytes).into_response(),
        None => (html, PLACEHOLDER).into_response(),
    }
}

/// A file of the page.
pub async fn asset(uri: Uri) -> Response {
    let Some(asset) = find(uri.path()) else {
        return Problem::new(Code::UnknownPath, format!("nothing is at {}", uri.path())).into_response();
    };
    // The names of built files hold a hash of what is in them.
    let kept = if asset.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    ([(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, kept)], asset.bytes).into_response()
}
