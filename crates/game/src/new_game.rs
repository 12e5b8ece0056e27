//! The creation of a game.

use std::collections::BTreeMap;

use board::draw;
use board::scenario::Document;
use referee::ledger::ScenarioText;
use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::guide::Guide;
use table::{AnySystem, Keyed, SYSTEMS};
use utoipa::ToSchema;

use crate::link::Token;
use crate::pre_game::{Dice, Parts, Player, PreGame};
use crate::problem::{Code, Problem};
use crate::randomness;

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
    pub scenario: String,
    /// Scenario options to change, by name.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub options: Map<String, Value>,
    /// Player of each side by side name: `human` or a level of the computer. A side that is left out is human.
    #[serde(default)]
    pub players: BTreeMap<String, Player>,
    /// Choice of who rolls the dice; the referee if left out.
    #[serde(default)]
    pub dice: DiceChoice,
    /// Whether to play the guided game of a built-in scenario. It has its own players, options and dice.
    #[serde(default)]
    pub guide: bool,
    /// Full TOML text of a guide of the scenario, which is then played. Like `guide`, it has its own players, options and
    /// dice.
    #[serde(default)]
    pub guide_text: Option<String>,
}

/// A new game with the links to its seats.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewGameMade {
    /// Name of the rule system, such as `tide`.
    pub system: &'static str,
    /// Names of both sides, side A first.
    pub sides: [&'static str; 2],
    /// Links by side name or `spectator`. Anyone with a link can play that seat.
    pub links: BTreeMap<&'static str, String>,
}

/// A game that is to be created.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Scenario with its options, already checked.
    pub scenario: ScenarioText,
    /// Name of the rule system, such as `tide`.
    pub system: &'static str,
    /// Player of each side, side A first.
    pub players: [Player; 2],
    /// Whether the referee rolls all dice. Otherwise players enter the rolls that both sides see.
    pub fair: bool,
    /// Script of a guided game, whose dice it has.
    pub guide: Option<Box<Guide>>,
}

impl NewGame {
    /// Returns the game of a request whose scenario was checked.
    ///
    /// # Errors
    /// A side has an unknown name.
    /// The computer plays both sides, but players should enter dice.
    pub fn of(
        (system, scenario): (&dyn AnySystem, ScenarioText),
        wanted: &BTreeMap<String, Player>,
        dice: DiceChoice,
    ) -> Result<NewGame, Problem> {
        let players = players(system, wanted)?;
        let fair = dice == DiceChoice::Fair;
        if !fair && players.iter().all(|player| player.is_computer()) {
            let why = "the computer plays both sides and has no dice: choose fair dice, or let a person play";
            return Err(Problem::new(Code::WrongPlayers, why));
        }
        Ok(NewGame { scenario, system: system.name(), players, fair, guide: None })
    }

    /// Returns the game before its ledger, and the links to its seats. A side of the computer has no link.
    ///
    /// # Errors
    /// The operating system gives no random bytes.
    pub fn draw_secrets(self) -> Result<(PreGame, [Option<Token>; 3]), Problem> {
        let mut pre_game = PreGame {
            system: self.system.to_owned(),
            scenario: self.scenario,
            players: self.players,
            game: Some(randomness::bytes()?.into()),
            nonce: randomness::nonce()?,
            dice: match self.guide {
                Some(_) => Dice::Guide,
                None if self.fair => Dice::Fair(Parts::default()),
                None => Dice::Own(Parts::default()),
            },
            guide: self.guide,
        };
        let mut links = [None, None, None];
        for (seat, link) in Seat::ALL.into_iter().zip(&mut links) {
            match seat.side().filter(|side| self.players[side.index()].is_computer()) {
                Some(side) => pre_game.put_in(side, randomness::nonce()?),
                None => *link = Some(randomness::token()?),
            }
        }
        Ok((pre_game, links))
    }
}

impl NewGameMade {
    /// Returns the answer to a request for a game of a system.
    #[must_use]
    pub fn of(system: &dyn AnySystem, links: &[Option<Token>; 3]) -> NewGameMade {
        let names = [system.sides()[0], system.sides()[1], "spectator"];
        let links = names.into_iter().zip(links);
        let links = links.filter_map(|(name, link)| Some((name, link.as_ref()?.text().to_owned())));
        NewGameMade { system: system.name(), sides: system.sides(), links: links.collect() }
    }
}

/// Returns whether a request has the text of a scenario, and not a name.
#[must_use]
pub fn is_text(scenario: &str) -> bool {
    scenario.contains('\n')
}

/// Returns the rule system of a scenario.
///
/// # Errors
/// It names none, or an unknown one.
pub fn system_of(document: &Document) -> Result<&'static dyn AnySystem, Problem> {
    document.system().and_then(|name| table::system(&name)).ok_or_else(|| {
        let known: Vec<_> = SYSTEMS.iter().map(|system| system.name()).collect();
        Problem::mistakes(&document.unknown_system(&known))
    })
}

/// Draws a scenario at its start, with only what both sides can see.
///
/// # Errors
/// The scenario has mistakes.
pub fn draw_start(scenario: ScenarioText) -> Result<String, Problem> {
    let document = Document::parse(&scenario.name, &scenario.text).map_err(|error| Problem::mistakes(&error))?;
    let table = system_of(&document)?
        .begin(Keyed::unplayed(scenario), Box::new(()))
        .map_err(|_| Problem::new(Code::Failed, "the scenario cannot be set up"))?;
    Ok(draw::svg(&table.picture(Seat::Spectator)))
}

/// Checks a scenario with the options of a request. Returns its system, and its text with the options.
///
/// # Errors
/// The scenario has mistakes.
pub fn check(
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
