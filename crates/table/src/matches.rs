//! Matches between computer players, to measure the balance of a scenario.

use std::collections::BTreeMap;

use board::LocationKind;
use board::naming::naming;
use board::scenario::Diagnostics;
use fair::{Binding, GameId, Nonce};
use players::{Player, PlayerError, Skill};
use referee::ledger::{DiceTerms, ScenarioText};
use referee::{GameSetup, Referee, RefereeError, SubmitError, outcome_name};
use rules::scene::LineAbout;
use rules::{BySide, QuickDice, Seat, Side, System, any_order};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// More orders than any game takes.
const MOST_ORDERS: usize = 5_000;

/// A game to be played by computer players.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The scenario.
    pub scenario: &'a ScenarioText,
    /// Who plays each side.
    pub players: BySide<Skill>,
    /// The seed of dice and players: the same seed gives the same game, where no player's budget is one of time.
    pub seed: u64,
    /// On how many threads a player thinks, at least 1.
    pub threads: usize,
}

/// How a game between computer players went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchResult {
    /// The winner's name, or `draw`.
    pub winner: String,
    /// Orders given by each side.
    pub orders: [usize; 2],
    /// How many of them were chosen at random, because no possible position consistent with the side's knowledge was found.
    #[serde(default)]
    #[serde(rename = "unguessed")]
    pub fallback_orders: [usize; 2],
    /// How many units or men each side lost.
    pub lost: [usize; 2],
    /// How the state of play read at the end, such as `Round`: `6 of 6`.
    pub status: BTreeMap<String, String>,
    /// How often each side gave an order that began, led or ended below ground, by verb.
    pub below: [BTreeMap<String, usize>; 2],
}

/// Why a game between computer players was not finished.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Mistakes in the scenario.
    #[error("the scenario has mistakes")]
    Scenario(#[from] Diagnostics),
    /// The referee failed.
    #[error(transparent)]
    Referee(#[from] RefereeError),
    /// An order was not taken: a defect of a player, or of the system's `sample`.
    #[error("entry {entry}: {order} was refused: {error}")]
    Order {
        /// After how many entries.
        entry: usize,
        /// The order.
        order: String,
        /// Why.
        error: SubmitError,
    },
    /// A player found no order.
    #[error("entry {entry}: {side} must give an order but has none: {error}")]
    Player {
        /// After how many entries.
        entry: usize,
        /// Whose.
        side: &'static str,
        /// Why.
        error: PlayerError,
    },
    /// The game takes more orders than any should.
    #[error("no end after {MOST_ORDERS} orders; the last was {order} by {side}")]
    Endless {
        /// Whose was the last order.
        side: &'static str,
        /// What it was.
        order: String,
    },
    /// The game is not over, and nobody is asked anything.
    #[error("entry {entry}: no side has an order to give, but the game is not over")]
    Stuck {
        /// After how many entries.
        entry: usize,
    },
}

/// A nonce derived from a seed, for games whose fairness needs no proof.
fn nonce(seed: u64, of: u8) -> Nonce {
    let digest = Sha256::new().chain_update(seed.to_be_bytes()).chain_update([of]).finalize();
    Nonce::from(<[u8; 32]>::from(digest))
}

/// Plays one game.
pub(crate) fn play_match<S: System>(asked: &Match<'_>) -> Result<MatchResult, MatchError> {
    let nonces @ [own, a, b] = [0, 1, 2].map(|of| nonce(asked.seed, of));
    let game = GameId::from([0; 32]);
    let dice = DiceTerms::Fair(Binding::Game(game).commitments(&nonces));
    let setup = GameSetup { scenario: asked.scenario.clone(), game, nonce: own, dice };
    let mut referee = Referee::<S>::open(setup, Box::new(()))?;
    referee.reveal(a, b)?;
    let seed = |side: Side| asked.seed.wrapping_mul(2).wrapping_add(side.index() as u64);
    let mut players = BySide::new(|side| asked.players[side].player::<S>(seed(side), asked.threads));
    let mut dice = QuickDice::new(asked.seed);
    let (mut orders, mut fallback_orders) = ([0; 2], [0; 2]);
    let mut below = [BTreeMap::new(), BTreeMap::new()];
    while referee.outcome().is_none() {
        let Some(side) = Side::BOTH.into_iter().find(|side| referee.pending_question(*side).is_some()) else {
            return Err(MatchError::Stuck { entry: referee.entries().len() });
        };
        let given = play_one(&mut referee, side, players[side].as_mut(), &mut dice)?;
        let Given { order, below: verb, is_fallback: any } = given;
        fallback_orders[side.index()] += usize::from(any);
        if let Some(verb) = verb {
            *below[side.index()].entry(verb).or_insert(0) += 1;
        }
        orders[side.index()] += 1;
        if orders[0] + orders[1] >= MOST_ORDERS && referee.outcome().is_none() {
            return Err(MatchError::Endless { side: S::SIDES[side.index()], order: order.to_string() });
        }
    }
    let winner = referee.outcome().map(|outcome| outcome_name::<S>(&outcome)).unwrap_or_default();
    let lost = Side::BOTH.map(|side| S::losses(referee.setting(), referee.true_position(), side));
    let lines = scene(&referee, Seat::Spectator).status.into_iter();
    // Whose turn it was when the game ended says nothing of it, and who won is told besides.
    let stood = lines.filter(|line| matches!(line.about, LineAbout::Time | LineAbout::Account));
    let status = stood.map(|line| (line.name, line.value)).collect();
    Ok(MatchResult { winner, orders, fallback_orders, lost, status, below })
}

/// An order that was given.
pub struct Given {
    /// In the side's own words.
    pub order: serde_json::Value,
    /// Its verb, if it has to do with what lies below.
    pub below: Option<String>,
    /// Whether it was chosen at random from the offers.
    pub is_fallback: bool,
}

/// Gives one order for a side: any of its offers where no possible position
/// consistent with its knowledge is found, as at a table.
///
/// # Errors
/// When the side is not asked, or its player gives an order that is not taken.
pub fn play_one<S: System>(
    referee: &mut Referee<S>,
    side: Side,
    player: &mut dyn Player<S>,
    dice: &mut QuickDice,
) -> Result<Given, MatchError> {
    let entry = referee.entries().len();
    let known = referee.knowledge(side.seat())?;
    let failed = |error| MatchError::Player { entry, side: S::SIDES[side.index()], error };
    let (order, is_fallback) = match player.order(&known) {
        Ok(order) => (order, false),
        Err(PlayerError::NoGuess) => {
            let any = any_order::<S>(referee.setting(), referee.true_position(), side, dice, &mut Vec::new());
            let any = any.ok_or_else(|| failed(PlayerError::NoOrder))?;
            let written = naming(referee.seat(side.seat()).names(), || serde_json::to_value(any));
            (written.map_err(|error| failed(error.into()))?, true)
        }
        Err(error) => return Err(failed(error)),
    };
    let below = verb_below(referee, side, &order);
    let refused = |error| MatchError::Order { entry, order: order.to_string(), error };
    referee.submit_written(side, &order, None).map_err(refused)?;
    Ok(Given { order, below, is_fallback })
}

/// The verb of an order, if a piece or a place it is about lies below.
fn verb_below<S: System>(referee: &Referee<S>, side: Side, order: &serde_json::Value) -> Option<String> {
    let order: S::Order = referee.read(side.seat(), order).ok()?;
    let setting = referee.setting();
    let mut facts = Vec::new();
    S::view(referee.eyes(side.seat()), &mut |fact| facts.push(fact));
    let phrase = naming(referee.seat(side.seat()).names(), || S::describe_order(setting, side.seat(), &facts, &order));
    let board = S::ground(setting).board;
    let is_below = |at: board::LocationId| {
        let kind = board.location(at).kind;
        kind.is_underground() || kind == LocationKind::Card
    };
    let scene = S::scene(setting, side.seat(), &facts);
    let stands = scene.pieces.iter().filter(|piece| phrase.pieces.contains(&piece.piece)).map(|piece| piece.location);
    let below = phrase.places.iter().copied().chain(stands).any(is_below);
    below.then_some(phrase.verb)
}

fn scene<S: System>(referee: &Referee<S>, seat: Seat) -> rules::scene::Scene {
    let mut facts = Vec::new();
    S::view(referee.eyes(seat), &mut |fact| facts.push(fact));
    naming(referee.seat(seat).names(), || S::scene(referee.setting(), seat, &facts))
}
