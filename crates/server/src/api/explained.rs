//! The pages that explain the sewers of a rule system.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

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
    let system = table::system(&name)
        .ok_or_else(|| Problem::new(Code::UnknownSystem, format!("unknown rule system `{name}`")))?;
    let kept = registry.explained(system.name());
    let drawn = || {
        let pages = registry.config().explained.clone();
        set_up(&registry, move || game::explained(&pages, &name).map(Bytes::from))
    };
    let body = kept.get_or_try_init(drawn).await?.clone();
    let headers = [("content-type", "application/json"), ("cache-control", "max-age=3600")];
    Ok((headers, body).into_response())
}
