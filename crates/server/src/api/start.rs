//! Requests before a game: scenarios, rulebooks, and the creation of a game.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use game::{NewGame, NewGameMade, NewGameRequest, OpponentRow, RulebookAnswer, Token, check, draw_start, is_text};
use referee::ledger::ScenarioText;
use table::AnySystem;

use super::extract::LargeJsonBody;
use super::guided::create_guided;
use super::path::{Path, ScenarioPath, SystemPath};
use crate::connections::Connection;
use crate::problem::{Code, Problem};
use crate::registry::GameRegistry;

/// Returns the computer players, the weakest first.
#[utoipa::path(get, path = "/api/opponents", responses((status = 200, body = Vec<OpponentRow>)))]
pub async fn opponents() -> Json<Vec<OpponentRow>> {
    Json(game::opponents())
}

fn builtin(registry: &GameRegistry, name: &str) -> Result<ScenarioText, Problem> {
    let found = registry.config().scenarios.iter().find(|scenario| scenario.name == name);
    found.cloned().ok_or_else(|| Problem::new(Code::UnknownScenario, format!("unknown scenario `{name}`")))
}

/// Returns the scenario of a request: its own text, or the built-in one of that name.
pub(super) fn scenario_of(registry: &GameRegistry, scenario: String) -> Result<ScenarioText, Problem> {
    if is_text(&scenario) {
        return Ok(ScenarioText { name: "uploaded.toml".to_owned(), text: scenario });
    }
    builtin(registry, &scenario)
}

/// Runs long work on a blocking thread, with a limit on how many run at once.
pub async fn set_up<T: Send + 'static>(
    registry: &GameRegistry,
    act: impl FnOnce() -> Result<T, game::Problem> + Send + 'static,
) -> Result<T, Problem> {
    Ok(registry.setting_up().work("the scenario made the referee fail", act).await??)
}

/// Returns an SVG picture of a scenario at its start, with only what both sides can see.
#[utoipa::path(
    get,
    path = "/api/scenarios/{system}/{file}/picture.svg",
    params(ScenarioPath),
    responses((status = 200, content_type = "image/svg+xml", body = String))
)]
pub async fn picture(
    State(registry): State<Arc<GameRegistry>>,
    Path(ScenarioPath { system, file }): Path<ScenarioPath>,
) -> Result<Response, Problem> {
    let scenario = builtin(&registry, &format!("{system}/{file}"))?;
    let picture = registry.picture(&scenario.name);
    let svg = picture.get_or_try_init(|| set_up(&registry, move || draw_start(scenario))).await?.clone();
    let headers = [("content-type", "image/svg+xml"), ("cache-control", "max-age=3600")];
    Ok((headers, svg).into_response())
}

/// Returns the rulebook of a rule system: its clauses in our own words, and its options.
#[utoipa::path(
    get,
    path = "/api/systems/{system}/rulebook",
    params(SystemPath),
    responses((status = 200, body = RulebookAnswer))
)]
pub async fn rulebook(Path(SystemPath { system }): Path<SystemPath>) -> Result<Json<RulebookAnswer>, Problem> {
    Ok(Json(game::rulebook(&system)?))
}

/// Creates a game and the links to its seats.
#[utoipa::path(
    post,
    path = "/api/games",
    request_body = NewGameRequest,
    responses(
        (status = 201, body = NewGameMade),
        (status = 404), (status = 422),
    )
)]
pub async fn create(
    State(registry): State<Arc<GameRegistry>>,
    Extension(connection): Extension<Arc<Connection>>,
    LargeJsonBody(body): LargeJsonBody<NewGameRequest>,
) -> Result<(StatusCode, Json<NewGameMade>), Problem> {
    let client = connection.client();
    registry.admit(client).await?;
    if body.guide || body.guide_text.is_some() {
        return create_guided(&registry, client, body).await;
    }
    let scenario = scenario_of(&registry, body.scenario)?;
    let options = body.options;
    let (system, scenario) = set_up(&registry, move || check(scenario, &options)).await?;
    let game = NewGame::of((system, scenario), &body.players, body.dice)?;
    Ok(made(system, &registry.create(game, client).await?))
}

pub(super) fn made(system: &dyn AnySystem, links: &[Option<Token>; 3]) -> (StatusCode, Json<NewGameMade>) {
    (StatusCode::CREATED, Json(NewGameMade::of(system, links)))
}
