//! Guided games: those of the built-in scenarios, and those that clients send.

use axum::Json;
use axum::http::StatusCode;
use board::scenario::{Diagnostics, Document};
use players::Level;
use referee::ledger::ScenarioText;
use serde::Serialize;
use serde_json::Map;
use table::case::Case;
use table::guide::{Guide, read_guide};
use utoipa::ToSchema;

use super::start::{DiceChoice, NewGameMade, NewGameRequest, check, is_text, made, scenario_of, set_up, system_of};
use crate::client::Client;
use crate::pre_game::Player;
use crate::problem::{Code, Problem};
use crate::registry::{GameRegistry, NewGameSpec};

/// The guided game of a scenario.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GuideRow {
    /// Title of the guided game, for display.
    title: String,
    /// What it teaches, in one sentence.
    about: String,
    /// Name of the side that the learner plays.
    side: String,
    /// Number of lessons.
    lessons: usize,
}

/// Returns the guided game of a scenario, for the list of scenarios; `None` if it has none, or a broken one.
pub fn guide_row(guides: &[ScenarioText], scenario: &ScenarioText) -> Option<GuideRow> {
    let guide = guides.iter().find(|guide| guide.name == scenario.name)?;
    let case = Case::parse(&guide.name, &guide.text, |_| Ok(scenario.clone())).ok()?;
    let (side, about) = case.guide_head()?;
    let (side, about, lessons) = (side.to_owned(), about.to_owned(), case.lessons());
    Some(GuideRow { title: case.title, about, side, lessons })
}

/// Returns the guided game of a built-in scenario. The first request for it plays it through.
async fn guide(registry: &GameRegistry, name: &str) -> Result<Guide, Problem> {
    let named = |all: &[ScenarioText]| all.iter().find(|one| one.name == name).cloned();
    let config = registry.config();
    let (Some(guide), Some(scenario)) = (named(&config.guides), named(&config.scenarios)) else {
        return Err(Problem::new(Code::UnknownScenario, format!("the scenario `{name}` has no guided game")));
    };
    let broken = |mistakes: Diagnostics| Problem::new(Code::Failed, format!("its guide is broken: {mistakes}"));
    let played = move || read_guide(&guide.name, &guide.text, &scenario).map_err(broken);
    Ok(registry.guide(name).get_or_try_init(|| set_up(registry, played)).await?.clone())
}

/// Creates a guided game. Once the lessons are over, the computer plays the other side.
pub async fn create_guided(
    registry: &GameRegistry,
    client: Client,
    body: NewGameRequest,
) -> Result<(StatusCode, Json<NewGameMade>), Problem> {
    if !body.players.is_empty() || !body.options.is_empty() || body.dice != DiceChoice::Fair {
        let why = "a guided game has its own players, options and dice: expected only `guide` or `guide_text`";
        return Err(Problem::new(Code::WrongPlayers, why));
    }
    if body.guide && body.guide_text.is_some() {
        let why = "`guide` asks for the built-in guided game and `guide_text` sends one: expected only one of them";
        return Err(Problem::new(Code::WrongPlayers, why));
    }
    let guide = match body.guide_text {
        Some(text) => {
            let scenario = scenario_of(registry, body.scenario)?;
            set_up(registry, move || read(scenario, &text)).await?
        }
        None if is_text(&body.scenario) => {
            let why =
                "a scenario that is sent as text has no guided game of its own; expected its guide in `guide_text`";
            return Err(Problem::new(Code::UnknownScenario, why));
        }
        None => guide(registry, &body.scenario).await?,
    };
    let (scenario, learner) = (guide.scenario.clone(), guide.side.index());
    let document = Document::parse(&scenario.name, &scenario.text).map_err(|error| Problem::mistakes(&error))?;
    let system = system_of(&document)?;
    let mut players = [Player::Computer(Level::Recruit); 2];
    players[learner] = Player::Human;
    let guide = Some(Box::new(guide));
    let spec = NewGameSpec { scenario, system: system.name(), players, fair: true, guide, client };
    Ok(made(system, registry.create(spec).await?))
}

/// Reads a guide that a client has sent, and plays it through.
fn read(scenario: ScenarioText, text: &str) -> Result<Guide, Problem> {
    // Mistakes of the scenario itself come first, each at its own line.
    let (_, scenario) = check(scenario, &Map::new())?;
    read_guide("uploaded.guide.toml", text, &scenario).map_err(|mistakes| Problem::mistakes(&mistakes))
}
