//! The luck of a finished game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use table::Luck;

use super::seat::finished;
use crate::house::{AtTable, House};
use crate::problem::{Code, Problem};

/// What each roll of a finished game did, against what was to be expected of it, and the luck of each side.
#[utoipa::path(
    get, path = "/api/seats/{token}/luck",
    params(("token" = String, Path, description = "the link")),
    responses((status = 200, body = ref("#/components/schemas/Luck")), (status = 409, body = Problem))
)]
pub async fn luck(State(house): State<Arc<House>>, at: AtTable) -> Result<Json<Luck>, Problem> {
    let ledger = finished(&house, &at).await?;
    let luck = at.slot.luck().get_or_try_init(async || {
        house.reckoning().work("the luck could not be computed", move || reckoned(&ledger)).await?
    });
    luck.await.cloned().map(Json)
}

fn reckoned(ledger: &str) -> Result<Luck, Problem> {
    let failed = || Problem::new(Code::Failed, "the ledger cannot be replayed");
    let header = referee::replay::header(ledger).map_err(|_| failed())?;
    let system = table::system(&header.system).ok_or_else(failed)?;
    let replayed = system.replay(ledger, None).map_err(|_| failed())?;
    Ok(replayed.table.luck(&mut |_, _| {})?)
}
