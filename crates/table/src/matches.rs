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

/// Maximum number of orders of a game; a longer game is an error.
const MOST_ORDERS: usize = 5_000;

/// A request for one game between computer players.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// Scenario to play, with its options.
    pub scenario: &'a ScenarioText,
    /// The player of each side.
    pub players: BySide<Skill>,
    /// Seed of dice and players. Equal seeds give equal games, unless a player's budget is a time.
    pub seed: u64,
    /// Number of threads per player, at least 1.
    pub threads: usize,
}

/// The result of a game between computer players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchResult {
    /// Name of the winner, or `draw`.
    pub winner: String,
    /// Number of orders that each side gave, side A first.
    pub orders: [usize; 2],
    /// Number of these orders chosen at random, because no possible position consistent with the side's knowledge was
    /// found.
    #[serde(default)]
    #[serde(rename = "unguessed")]
    pub fallback_orders: [usize; 2],
    /// Number of units or men that each side lost.
    pub lost: [usize; 2],
    /// Status lines at the end of the game, such as `Round`: `6 of 6`.
    pub status: BTreeMap<String, String>,
    /// Number of orders of each side that began, led or ended below ground, by verb.
    pub below: [BTreeMap<String, usize>; 2],
}

/// The reason why a game between computer players was not finished.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Mistakes in the scenario.
    #[error("the scenario has mistakes")]
    Scenario(#[from] Diagnostics),
    /// The referee failed during the game.
    #[error(transparent)]
    Referee(#[from] RefereeError),
    /// An order was refused: a defect of a player, or of the system's `sample`.
    #[error("entry {entry}: {order} was refused: {error}")]
    Order {
        /// Number of entries in the ledger before the order.
        entry: usize,
        /// Refused order, as JSON.
        order: String,
        /// Refusal or failure of the referee.
        error: SubmitError,
    },
    /// A player found no order, although its side was asked.
    #[error("entry {entry}: {side} must give an order but has none: {error}")]
    Player {
        /// Number of entries in the ledger at this point.
        entry: usize,
        /// Name of the player's side.
        side: &'static str,
        /// Error of the player.
        error: PlayerError,
    },
    /// The game exceeds the maximum number of orders.
    #[error("no end after {MOST_ORDERS} orders; the last was {order} by {side}")]
    Endless {
        /// Name of the side that gave the last order.
        side: &'static str,
        /// Last order, as JSON.
        order: String,
    },
    /// The game is not over, but neither side is asked for an order.
    #[error("entry {entry}: no side has an order to give, but the game is not over")]
    Stuck {
        /// Number of entries in the ledger at this point.
        entry: usize,
    },
}

/// Returns the nonces derived from a seed, for games whose fairness needs no proof.
pub(crate) fn nonces(seed: u64) -> [Nonce; 3] {
    [0u8, 1, 2].map(|of| {
        let digest = Sha256::new().chain_update(seed.to_be_bytes()).chain_update([of]).finalize();
        Nonce::from(<[u8; 32]>::from(digest))
    })
}

/// Plays one game between computer players.
pub(crate) fn play_match<S: System>(asked: &Match<'_>) -> Result<MatchResult, MatchError> {
    let nonces @ [own, a, b] = nonces(asked.seed);
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
            return Err(MatchError::Stuck { entry: referee.number_of_entries() });
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
    // Other status lines are left out: whose turn it was says nothing, and the winner is a field of its own.
    let stood = lines.filter(|line| matches!(line.about, LineAbout::Time | LineAbout::Account));
    let status = stood.map(|line| (line.name, line.value)).collect();
    Ok(MatchResult { winner, orders, fallback_orders, lost, status, below })
}

/// An order that a computer player gave.
pub struct Given {
    /// The order in the side's own names.
    pub order: serde_json::Value,
    /// Verb of the order if it concerns a place below ground; otherwise `None`.
    pub below: Option<String>,
    /// Whether it was chosen at random from the offers.
    pub is_fallback: bool,
}

/// Gives one order for a side. If no possible position consistent with its knowledge is found, one of its offers is
/// chosen at random, as in a live game.
///
/// # Errors
/// The side is not asked.
/// The order of its player is refused.
pub fn play_one<S: System>(
    referee: &mut Referee<S>,
    side: Side,
    player: &mut dyn Player<S>,
    dice: &mut QuickDice,
) -> Result<Given, MatchError> {
    let entry = referee.number_of_entries();
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

/// Returns the verb of an order, if a piece or a place that it names is below ground.
fn verb_below<S: System>(referee: &Referee<S>, side: Side, order: &serde_json::Value) -> Option<String> {
    let order: S::Order = referee.read(side.seat(), order).ok()?;
    let setting = referee.setting();
    let facts = referee.facts(side.seat());
    let phrase = referee.describe_with(side, &facts, &rules::Choice::Order(order));
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
