//! The page, built into the program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};

use crate::api::other_version;
use crate::problem::{Code, Problem};
use crate::registry::GameRegistry;

/// One file of the built page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Path from the root, such as `/index.html`.
    pub path: &'static str,
    /// Media type, such as `text/html`.
    pub kind: &'static str,
    /// Content of the file.
    pub bytes: &'static [u8],
}

/// The page shown if the page was not built.
const PLACEHOLDER: &str = include_str!("placeholder.html");

fn find(registry: &GameRegistry, path: &str) -> Option<&'static Asset> {
    registry.config().page.iter().find(|asset| asset.path == path)
}

/// Serves the page. The page chooses its content by its own address.
pub async fn index(State(registry): State<Arc<GameRegistry>>) -> Response {
    let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    match find(&registry, "/index.html") {
        Some(asset) => (html, asset.bytes).into_response(),
        None => (html, PLACEHOLDER).into_response(),
    }
}

/// Serves a file of the page.
pub async fn asset(State(registry): State<Arc<GameRegistry>>, uri: Uri) -> Response {
    let Some(asset) = find(&registry, uri.path()) else {
        if let Some(problem) = other_version(&uri) {
            return problem.into_response();
        }
        return Problem::new(Code::UnknownPath, format!("there is nothing at {}", uri.path())).into_response();
    };
    // Names of built files contain a hash of their content.
    let kept = if asset.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    ([(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, kept)], asset.bytes).into_response()
}
