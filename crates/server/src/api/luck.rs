//! The luck of each side in a finished game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use table::Luck;

use super::path::LinkPath;
use super::seat::finished;
use crate::problem::Problem;
use crate::registry::{GameRegistry, SeatSession};

/// Returns the effect of each roll of a finished game compared with average dice, and the luck of each side.
#[utoipa::path(
    get, path = "/api/seats/{link}/luck",
    params(LinkPath),
    responses((status = 200, body = ref("#/components/schemas/Luck")), (status = 409))
)]
pub async fn luck(State(registry): State<Arc<GameRegistry>>, session: SeatSession) -> Result<Json<Luck>, Problem> {
    let ledger = finished(&registry, &session).await?;
    let luck = session.game.luck().get_or_try_init(async || {
        registry
            .computing()
            .work("the luck could not be computed", move || game::luck(&ledger))
            .await?
            .map_err(Problem::from)
    });
    luck.await.cloned().map(Json)
}
