//! The creation of a guided game: that of a built-in scenario, or one that is sent.

use board::scenario::{Diagnostics, Document};
use players::Level;
use referee::ledger::ScenarioText;
use serde::Serialize;
use serde_json::Map;
use table::AnySystem;
use table::case::Case;
use table::guide::{Guide, read_guide};
use utoipa::ToSchema;

use crate::new_game::{DiceChoice, NewGame, NewGameRequest, check, system_of};
use crate::pre_game::Player;
use crate::problem::{Code, Problem};

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

/// Refuses choices that a guided game doesn't leave.
///
/// # Errors
/// The request has players, options or dice, or asks for two guides.
pub fn refuse_choices(body: &NewGameRequest) -> Result<(), Problem> {
    if !body.players.is_empty() || !body.options.is_empty() || body.dice != DiceChoice::Fair {
        let why = "a guided game has its own players, options and dice: expected only `guide` or `guide_text`";
        return Err(Problem::new(Code::WrongPlayers, why));
    }
    if body.guide && body.guide_text.is_some() {
        let why = "`guide` asks for the built-in guided game and `guide_text` sends one: expected only one of them";
        return Err(Problem::new(Code::WrongPlayers, why));
    }
    Ok(())
}

/// Returns the guide of a built-in scenario with the scenario.
///
/// # Errors
/// One of them is missing: the scenario of this name has no guided game.
pub fn guide_of(
    guide: Option<ScenarioText>,
    scenario: Option<ScenarioText>,
    name: &str,
) -> Result<(ScenarioText, ScenarioText), Problem> {
    let none = || Problem::new(Code::UnknownScenario, format!("the scenario `{name}` has no guided game"));
    guide.zip(scenario).ok_or_else(none)
}

/// Returns the problem of a scenario that is sent as text, and asks for a built-in guided game.
#[must_use]
pub fn guide_of_text() -> Problem {
    let why = "a scenario that is sent as text has no guided game of its own; expected its guide in `guide_text`";
    Problem::new(Code::UnknownScenario, why)
}

/// Returns the guided game of a built-in scenario, which is played through for that.
///
/// # Errors
/// The guide is broken.
pub fn guided_game(guide: &ScenarioText, scenario: &ScenarioText) -> Result<Guide, Problem> {
    let broken = |mistakes: Diagnostics| Problem::new(Code::Failed, format!("its guide is broken: {mistakes}"));
    read_guide(&guide.name, &guide.text, scenario).map_err(broken)
}

/// Reads a guide that is sent as text, and plays it through.
///
/// # Errors
/// The scenario or the guide has mistakes.
pub fn read_guide_text(scenario: ScenarioText, text: &str) -> Result<Guide, Problem> {
    // Mistakes of the scenario itself come first, each at its own line.
    let (_, scenario) = check(scenario, &Map::new())?;
    read_guide("uploaded.guide.toml", text, &scenario).map_err(|mistakes| Problem::mistakes(&mistakes))
}

impl NewGame {
    /// Returns the game of a guide, and its system. Once the lessons are over, the computer plays the other side.
    ///
    /// # Errors
    /// Its scenario has mistakes.
    pub fn guided(guide: Guide) -> Result<(&'static dyn AnySystem, NewGame), Problem> {
        let (scenario, learner) = (guide.scenario.clone(), guide.side.index());
        let document = Document::parse(&scenario.name, &scenario.text).map_err(|error| Problem::mistakes(&error))?;
        let system = system_of(&document)?;
        let mut players = [Player::Computer(Level::Recruit); 2];
        players[learner] = Player::Human;
        let guide = Some(Box::new(guide));
        Ok((system, NewGame { scenario, system: system.name(), players, fair: true, guide }))
    }
}
