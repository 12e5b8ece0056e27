//! Requests before a game: scenarios, rulebooks, and the creation of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use board::draw;
use board::scenario::Document;
use players::Level;
use referee::ledger::ScenarioText;
use rules::Seat;
use rules::rulebook::{ClauseEntry, LeftOut, OptionEntry, Reference};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::{AnySystem, Keyed, SYSTEMS};
use utoipa::ToSchema;

use super::extract::LargeJsonBody;
use super::guided::create_guided;
use super::named;
use super::path::{Path, ScenarioPath, SystemPath};
use crate::connections::Connection;
use crate::pre_game::Player;
use crate::problem::{Code, Problem};
use crate::registry::{GameRegistry, NewGameSpec};
use crate::seats::Token;

/// A computer player, which a client can choose by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpponentRow {
    /// Name of the level, as the player of a side in a new game: `recruit`, `regular`, `veteran` or `elite`.
    name: &'static str,
    /// Description of how it plays.
    about: &'static str,
}

/// Returns the computer players, the weakest first.
#[utoipa::path(get, path = "/api/opponents", responses((status = 200, body = Vec<OpponentRow>)))]
pub async fn opponents() -> Json<Vec<OpponentRow>> {
    Json(Level::ALL.map(|level| OpponentRow { name: level.name(), about: level.about() }).into())
}

fn builtin(registry: &GameRegistry, name: &str) -> Result<ScenarioText, Problem> {
    let found = registry.config().scenarios.iter().find(|scenario| scenario.name == name);
    found.cloned().ok_or_else(|| Problem::new(Code::UnknownScenario, format!("unknown scenario `{name}`")))
}

/// Returns whether a request has the text of a scenario, and not a name.
pub(super) fn is_text(scenario: &str) -> bool {
    scenario.contains('\n')
}

/// Returns the scenario of a request: its own text, or the built-in one of that name.
pub(super) fn scenario_of(registry: &GameRegistry, scenario: String) -> Result<ScenarioText, Problem> {
    if is_text(&scenario) {
        return Ok(ScenarioText { name: "uploaded.toml".to_owned(), text: scenario });
    }
    builtin(registry, &scenario)
}

pub(super) fn system_of(document: &Document) -> Result<&'static dyn AnySystem, Problem> {
    document.system().and_then(|name| table::system(&name)).ok_or_else(|| {
        let known: Vec<_> = SYSTEMS.iter().map(|system| system.name()).collect();
        Problem::mistakes(&document.unknown_system(&known))
    })
}

/// Runs long work on a blocking thread, with a limit on how many run at once.
pub async fn set_up<T: Send + 'static>(
    registry: &GameRegistry,
    act: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    registry.setting_up().work("the scenario made the referee fail", act).await?
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

/// Draws a scenario at its start, with only what both sides can see.
fn draw_start(scenario: ScenarioText) -> Result<String, Problem> {
    let document = Document::parse(&scenario.name, &scenario.text).map_err(|error| Problem::mistakes(&error))?;
    let table = system_of(&document)?
        .begin(Keyed::unplayed(scenario), Box::new(()))
        .map_err(|_| Problem::new(Code::Failed, "the scenario cannot be set up"))?;
    Ok(draw::svg(&table.picture(Seat::Spectator)))
}

/// A rulebook with its clauses and options.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulebookAnswer {
    /// Name of the rule system, such as `tide`.
    system: &'static str,
    /// Title of the published game.
    title: &'static str,
    /// Sources of the clauses.
    source: &'static str,
    /// Sources that clauses cite.
    #[schema(schema_with = named::references)]
    references: &'static [Reference],
    /// Parts of the published game that the program leaves out.
    #[schema(schema_with = named::left_out)]
    left_out: &'static [LeftOut],
    /// Clauses in the order of the book.
    #[schema(schema_with = named::clauses)]
    clauses: &'static [ClauseEntry],
    /// Options that a scenario of this system can set.
    #[schema(schema_with = named::options)]
    options: &'static [OptionEntry],
    /// The referee's own clauses, which apply to every game.
    #[schema(schema_with = named::clauses)]
    house: &'static [ClauseEntry],
}

/// Returns the rulebook of a rule system: its clauses in our own words, and its options.
#[utoipa::path(
    get,
    path = "/api/systems/{system}/rulebook",
    params(SystemPath),
    responses((status = 200, body = RulebookAnswer))
)]
pub async fn rulebook(Path(SystemPath { system: name }): Path<SystemPath>) -> Result<Json<RulebookAnswer>, Problem> {
    let system = table::system(&name)
        .ok_or_else(|| Problem::new(Code::UnknownSystem, format!("unknown rule system `{name}`")))?;
    let book = system.rulebook();
    Ok(Json(RulebookAnswer {
        system: system.name(),
        title: &book.title,
        source: &book.source,
        references: &book.references,
        left_out: &book.left_out,
        clauses: &book.clauses,
        options: &book.options,
        house: &referee::referee_rulebook().book().clauses,
    }))
}

/// The choice of who rolls the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DiceChoice {
    /// The referee rolls, from nonces of all three parties.
    #[default]
    Fair,
    /// Players enter the rolls that both sides see; the referee rolls the secret ones.
    Players,
}

/// A request to create a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "scenario": "tide/first", "players": { "german": "regular" } }))]
pub struct NewGameRequest {
    /// Name of a built-in scenario, or the full TOML text of a scenario.
    pub(super) scenario: String,
    /// Scenario options to change, by name.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub(super) options: Map<String, Value>,
    /// Player of each side by side name: `human` or a level of the computer. A side that is left out is human.
    #[serde(default)]
    pub(super) players: BTreeMap<String, Player>,
    /// Choice of who rolls the dice; the referee if left out.
    #[serde(default)]
    pub(super) dice: DiceChoice,
    /// Whether to play the guided game of a built-in scenario. It has its own players, options and dice.
    #[serde(default)]
    pub(super) guide: bool,
    /// Full TOML text of a guide of the scenario, which is then played. Like `guide`, it has its own players, options and
    /// dice.
    #[serde(default)]
    pub(super) guide_text: Option<String>,
}

/// A new game with the links to its seats.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewGameMade {
    /// Name of the rule system, such as `tide`.
    system: &'static str,
    /// Names of both sides, side A first.
    sides: [&'static str; 2],
    /// Links by side name or `spectator`. Anyone with a link can play that seat.
    links: BTreeMap<&'static str, String>,
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
    let checked = set_up(&registry, move || check(scenario, &options)).await?;
    let (system, scenario) = checked;
    let players = players(system, &body.players)?;
    let fair = body.dice == DiceChoice::Fair;
    if !fair && players.iter().all(|player| player.is_computer()) {
        let why = "the computer plays both sides and has no dice: choose fair dice, or let a person play";
        return Err(Problem::new(Code::WrongPlayers, why));
    }
    let links =
        registry.create(NewGameSpec { scenario, system: system.name(), players, fair, guide: None, client }).await?;
    Ok(made(system, links))
}

pub(super) fn made(system: &dyn AnySystem, links: [Option<Token>; 3]) -> (StatusCode, Json<NewGameMade>) {
    let names = [system.sides()[0], system.sides()[1], "spectator"];
    let links = names.into_iter().zip(links).filter_map(|(name, link)| Some((name, link?.text().to_owned())));
    let made = NewGameMade { system: system.name(), sides: system.sides(), links: links.collect() };
    (StatusCode::CREATED, Json(made))
}

pub(super) fn check(
    scenario: ScenarioText,
    options: &Map<String, Value>,
) -> Result<(&'static dyn AnySystem, ScenarioText), Problem> {
    let mistakes = |error: board::scenario::Diagnostics| Problem::mistakes(&error);
    let document = Document::parse(&scenario.name, &scenario.text).map_err(mistakes)?;
    let document = if options.is_empty() { document } else { document.with_options(options).map_err(mistakes)? };
    let system = system_of(&document)?;
    system.check(&document).map_err(mistakes)?;
    Ok((system, ScenarioText { name: scenario.name, text: document.text().to_owned() }))
}

fn players(system: &dyn AnySystem, wanted: &BTreeMap<String, Player>) -> Result<[Player; 2], Problem> {
    if let Some(stranger) = wanted.keys().find(|name| !system.sides().contains(&name.as_str())) {
        let [a, b] = system.sides();
        return Err(Problem::new(Code::WrongPlayers, format!("unknown side `{stranger}`; expected {a} or {b}")));
    }
    Ok(system.sides().map(|side| wanted.get(side).copied().unwrap_or_default()))
}
