//! The versions of the HTTP interface and of all formats.

use axum::Json;
use axum::http::Uri;
use serde::Serialize;
use table::FORMATS;
use utoipa::ToSchema;

use crate::problem::{Code, Problem};

/// Version of the HTTP interface: of all addresses under `/api`, and of the live log. A later version would have
/// addresses under `/api/v2`.
pub const HTTP: u32 = 1;

/// The version of the program, and of each format that it reads and writes.
#[derive(Debug, Serialize, ToSchema)]
pub struct Versions {
    /// Version of the program, such as `0.1.0`.
    program: &'static str,
    /// Version of this HTTP interface.
    http: u32,
    /// Version of the JSON-RPC protocol of `undercity engine`.
    engine: u32,
    /// Version of the ledger format.
    ledger: u32,
    /// Version of the format of scenario files.
    scenario: u32,
    /// Version of the format of conformance cases.
    case: u32,
}

/// Returns the version of the program, and of each format that it reads and writes.
#[utoipa::path(get, path = "/api", responses((status = 200, body = Versions)))]
pub async fn versions() -> Json<Versions> {
    let table::Formats { program, engine, ledger, scenario, case } = FORMATS;
    Json(Versions { program, http: HTTP, engine, ledger, scenario, case })
}

/// Returns the problem for an address under `/api/vN` of a version that this program lacks; `None` for other addresses.
pub fn other_version(uri: &Uri) -> Option<Problem> {
    let version = uri.path().strip_prefix("/api/v")?.split('/').next()?;
    let version: u32 = version.parse().ok()?;
    let detail = if version == 1 {
        "version 1 has its addresses under /api itself".to_owned()
    } else {
        format!("version {version} of the interface is not known; this program speaks version {HTTP}, under /api")
    };
    Some(Problem::new(Code::UnknownPath, detail))
}
