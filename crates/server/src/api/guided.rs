//! Guided games: those of the built-in scenarios, and those that clients send.

use axum::Json;
use axum::http::StatusCode;
use game::{
    NewGame, NewGameMade, NewGameRequest, guide_of_text, guided_game, is_text, read_guide_text, refuse_choices,
};
use referee::ledger::ScenarioText;
use table::guide::Guide;

use super::start::{made, scenario_of, set_up};
use crate::client::Client;
use crate::problem::Problem;
use crate::registry::GameRegistry;

/// Returns the guided game of a built-in scenario. The first request for it plays it through.
async fn guide(registry: &GameRegistry, name: &str) -> Result<Guide, Problem> {
    let config = registry.config();
    let named = |all: &[ScenarioText]| all.iter().find(|one| one.name == name).cloned();
    // A place is kept only for a name that exists.
    let (guide, scenario) = game::guide_of(named(&config.guides), named(&config.scenarios), name)?;
    let played = move || guided_game(&guide, &scenario);
    Ok(registry.guide(name).get_or_try_init(|| set_up(registry, played)).await?.clone())
}

/// Creates a guided game.
pub async fn create_guided(
    registry: &GameRegistry,
    client: Client,
    body: NewGameRequest,
) -> Result<(StatusCode, Json<NewGameMade>), Problem> {
    refuse_choices(&body)?;
    let guide = match body.guide_text {
        Some(text) => {
            let scenario = scenario_of(registry, body.scenario)?;
            set_up(registry, move || read_guide_text(scenario, &text)).await?
        }
        None if is_text(&body.scenario) => return Err(guide_of_text().into()),
        None => guide(registry, &body.scenario).await?,
    };
    let (system, game) = NewGame::guided(guide)?;
    Ok(made(system, &registry.create(game, client).await?))
}
