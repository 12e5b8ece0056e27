//! The list of scenarios to choose from.

use std::collections::BTreeMap;

use board::scenario::Document;
use referee::ledger::ScenarioText;
use serde::Serialize;
use utoipa::ToSchema;

use crate::new_guided::{GuideRow, guide_row};

/// Length and balance of a scenario, measured in games between equal computer players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Measured {
    /// Number of games.
    pub games: u64,
    /// The computer player of both sides, as `undercity balance` names it.
    pub players: String,
    /// Number of decisions of one side in a game: the mean of both sides.
    pub decisions: u32,
    /// Length of a game in minutes for a person who plays one side: its decisions at a fixed pace.
    pub minutes: u32,
    /// Number of games that each side won, the first side first.
    pub wins: [u64; 2],
    /// Name of the side that won less often, if chance does not explain the difference; null otherwise.
    #[schema(required = true)]
    pub harder: Option<String>,
}

/// A built-in scenario, which a client can choose by name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScenarioRow {
    /// Name of the scenario: `SYSTEM/FILE`, such as `tide/first`.
    name: String,
    /// Title of the scenario, for display.
    title: String,
    /// Story of the scenario in a few sentences; null if it has none.
    #[schema(required = true)]
    summary: Option<String>,
    /// Name of its rule system, such as `tide`.
    system: String,
    /// Title of the published game, for display.
    game: &'static str,
    /// Names of both sides, such as `german` and `soviet`.
    #[schema(min_items = 2, max_items = 2)]
    sides: [&'static str; 2],
    /// Victory conditions, one line each. Both sides may read them before the game.
    victory: Vec<String>,
    /// What players learn by playing it, in a few words; null if its file does not say.
    #[schema(required = true)]
    teaches: Option<String>,
    /// How much it asks of its players: `first game`, `easy`, `medium` or `hard`; null if its file does not say.
    #[schema(required = true)]
    difficulty: Option<&'static str>,
    /// Name of the side for a player who plays it for the first time.
    side: String,
    /// Number of turns after which the game ends at the latest; null without a limit.
    #[schema(required = true)]
    turns: Option<u16>,
    /// The game's own word for a turn, such as `round`.
    turn: &'static str,
    /// Whether a side has units, or places below ground, that the other side can't see.
    hidden: bool,
    /// Length and balance, from games between computer players; null if they were not measured.
    #[schema(required = true)]
    measured: Option<Measured>,
    /// Its guided game; null if it has none.
    #[schema(required = true)]
    guide: Option<GuideRow>,
}

/// Returns the rows of scenarios with their guided games and their measures by name, without those that have mistakes.
#[must_use]
pub fn scenario_rows(
    scenarios: &[ScenarioText],
    guides: &[ScenarioText],
    measured: &BTreeMap<String, Measured>,
) -> Vec<ScenarioRow> {
    let whole = |scenario: &ScenarioText| {
        let measured = measured.get(&scenario.name).cloned();
        Some(ScenarioRow { guide: guide_row(guides, scenario), measured, ..row(scenario)? })
    };
    scenarios.iter().filter_map(whole).collect()
}

/// Returns the row of a scenario, without its measures and its guided game; `None` if the scenario has mistakes.
fn row(scenario: &ScenarioText) -> Option<ScenarioRow> {
    let document = Document::parse(&scenario.name, &scenario.text).ok()?;
    let head = document.reader().head();
    let system = table::system(head.system.get_ref())?;
    let checked = system.check(&document).ok()?;
    let sides = system.sides();
    let about = head.about;
    Some(ScenarioRow {
        name: scenario.name.clone(),
        title: head.title.into_inner(),
        summary: head.summary,
        system: system.name().to_owned(),
        game: &system.rulebook().title,
        sides,
        victory: checked.victory,
        teaches: about.teaches.map(board::scenario::Spanned::into_inner),
        difficulty: about.difficulty.map(board::scenario::Difficulty::word),
        side: about.side.map_or_else(|| sides[0].to_owned(), board::scenario::Spanned::into_inner),
        turns: checked.outline.turns,
        turn: checked.outline.turn,
        hidden: checked.outline.hidden,
        measured: None,
        guide: None,
    })
}
