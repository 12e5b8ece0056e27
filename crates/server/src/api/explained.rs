//! The pages that explain the sewers of a rule system.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use referee::ledger::ScenarioText;
use table::AnySystem;
use table::case::{Case, CaseError};

use super::path::{Path, SystemPath};
use super::start::set_up;
use crate::problem::{Code, Problem};
use crate::registry::GameRegistry;

/// Returns how the sewers of a rule system work: panels with pictures of what each side sees.
#[utoipa::path(
    get,
    path = "/api/systems/{system}/sewers",
    params(SystemPath),
    responses((status = 200, body = ref("#/components/schemas/Explained")))
)]
pub async fn sewers(
    State(registry): State<Arc<GameRegistry>>,
    Path(SystemPath { system: name }): Path<SystemPath>,
) -> Result<Response, Problem> {
    let unknown = |why: &str| Problem::new(Code::UnknownSystem, format!("{why} `{name}`"));
    let system = table::system(&name).ok_or_else(|| unknown("unknown rule system"))?;
    let page = registry.config().explained.iter().find(|page| page.name == name);
    let page = page.cloned().ok_or_else(|| unknown("no page explains the sewers of"))?;
    let kept = registry.explained(system.name());
    let body = kept.get_or_try_init(|| set_up(&registry, move || drawn(system, &page))).await?.clone();
    let headers = [("content-type", "application/json"), ("cache-control", "max-age=3600")];
    Ok((headers, body).into_response())
}

/// Plays a page and draws its panels.
fn drawn(system: &dyn AnySystem, page: &ScenarioText) -> Result<Bytes, Problem> {
    let wrong = |why: String| Problem::new(Code::Failed, format!("the page about the sewers: {why}"));
    let no_file = |name: &str| {
        let source = std::io::Error::from(std::io::ErrorKind::NotFound);
        Err(CaseError::Read { path: name.into(), source })
    };
    let case = Case::parse(&page.name, &page.text, no_file).map_err(|error| wrong(error.to_string()))?;
    let explained = system.explain(&case).map_err(|failure| wrong(failure.to_string()))?;
    serde_json::to_vec(&explained).map(Bytes::from).map_err(|error| wrong(error.to_string()))
}
