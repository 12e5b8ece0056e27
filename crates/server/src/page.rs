//! The built page, as the program carries it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};

use crate::api::other_version;
use crate::problem::{Code, Problem};
use crate::registry::GameRegistry;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path from the root, such as `/index.html`.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

/// Shown where there is no page.
const PLACEHOLDER: &str = include_str!("placeholder.html");

fn find(registry: &GameRegistry, path: &str) -> Option<&'static Asset> {
    registry.config().page.iter().find(|asset| asset.path == path)
}

/// The page; what it shows it finds from its own address.
pub async fn index(State(registry): State<Arc<GameRegistry>>) -> Response {
    let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    match find(&registry, "/index.html") {
        Some(asset) => (html, asset.bytes).into_response(),
        None => (html, PLACEHOLDER).into_response(),
    }
}

/// A file of the page.
pub async fn asset(State(registry): State<Arc<GameRegistry>>, uri: Uri) -> Response {
    let Some(asset) = find(&registry, uri.path()) else {
        if let Some(problem) = other_version(&uri) {
            return problem.into_response();
        }
        return Problem::new(Code::UnknownPath, format!("there is nothing at {}", uri.path())).into_response();
    };
    // The names of built files hold a hash of what is in them.
    let kept = if asset.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    ([(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, kept)], asset.bytes).into_response()
}
