//! The description of a game as a whole for a seat.

use std::collections::BTreeMap;

use referee::RollAsked;
use rules::{Seat, Side};
use serde::Serialize;
use serde_json::{Value, json};

use crate::game::Game;
use crate::named;
use crate::pre_game::{Dice, Player, Stage};

/// The game as a whole from a seat: everything except the board and the play.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct SeatInfo {
    /// A side's name, or `spectator`.
    pub seat: &'static str,
    /// Index of the side in `sides`; null for a spectator.
    #[schema(schema_with = named::perhaps_side, required = true)]
    pub side: Option<usize>,
    /// Name of the rule system, such as `tide`.
    pub system: String,
    /// Title of the scenario, for display.
    pub title: String,
    /// Names of both sides, side A first.
    #[schema(min_items = 2, max_items = 2)]
    pub sides: [&'static str; 2],
    /// Options of the game with their values; null before play.
    #[schema(value_type = Option<Object>, required = true)]
    pub options: Value,
    /// Player of each side: `human` or a computer level.
    pub players: BTreeMap<&'static str, Player>,
    /// Dice, commitments and stage of the game.
    pub dice: DiceInfo,
    /// Number of events in the seat's log.
    pub heard: usize,
    /// Log head of the seat: 64 hexadecimal digits; empty before play.
    #[schema(pattern = "^([0-9a-f]{64})?$")]
    pub head: String,
    /// Log head of the spectator's log, which covers what both sides see; empty before play.
    #[schema(pattern = "^([0-9a-f]{64})?$")]
    pub public: String,
    /// The seat's question as text; null if it waits.
    #[schema(required = true)]
    pub asked: Option<String>,
    /// Kind of the question, such as `move`; null if the seat waits.
    #[schema(required = true)]
    pub question: Option<String>,
    /// Roll for which this seat must enter dice; null if there is none.
    #[schema(schema_with = named::perhaps_roll, required = true)]
    pub roll: Option<RollAsked>,
    /// Result of the game; null while it is under way.
    #[schema(required = true)]
    pub outcome: Option<OutcomeInfo>,
    /// Calculators of the system with their inputs; empty before play.
    #[schema(schema_with = named::tools)]
    pub tools: Value,
}

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct OutcomeInfo {
    /// Name of the winner, or `draw`.
    pub winner: String,
    /// Reason for the result, as this seat reads it: “you” is the seat's own side.
    pub why: &'static str,
}

/// The public information on the dice.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct DiceInfo {
    /// `fair` if the referee rolls, or `players` if players enter the rolls that both sides see. `guide` in a guided
    /// game: its dice are laid down, and can't be verified.
    pub kind: &'static str,
    /// Stage that the game has reached.
    pub stage: Stage,
    /// Version of the fairness protocol: 2, or 1 in games of earlier versions.
    pub fairness: u32,
    /// Id of the game, to which commitments are bound; null for version 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Commitments by party: `referee` and the sides' names. Null if no dice come from a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitments: Option<BTreeMap<&'static str, Option<String>>>,
    /// Nonces by party: those of the sides after both are revealed, that of the referee after the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonces: Option<BTreeMap<&'static str, Option<String>>>,
}

impl Game {
    #[must_use]
    pub fn sides(&self) -> [&'static str; 2] {
        table::system(&self.pre_game.system).map_or(["", ""], |system| system.sides())
    }

    fn dice_info(&self) -> DiceInfo {
        let stage = self.stage();
        let (fairness, game) = (self.pre_game.binding().version(), self.pre_game.game.map(|game| game.to_hex()));
        let kind = match self.pre_game.dice {
            Dice::Fair(_) => "fair",
            Dice::Own(_) | Dice::Players => "players",
            Dice::Guide => "guide",
        };
        let Some(parts) = self.pre_game.dice.parts() else {
            return DiceInfo { kind, stage, fairness, game, commitments: None, nonces: None };
        };
        let [a, b] = self.sides();
        let revealed = matches!(stage, Stage::Play | Stage::Over);
        let commitment = |side: Side| parts.commitments[side.index()].map(|commitment| commitment.to_hex());
        let nonce = |side: Side| parts.nonces[side.index()].filter(|_| revealed).map(|nonce| nonce.to_hex());
        DiceInfo {
            kind,
            stage,
            fairness,
            game,
            commitments: Some(BTreeMap::from([
                ("referee", Some(self.pre_game.own_commitment().to_hex())),
                (a, commitment(Side::A)),
                (b, commitment(Side::B)),
            ])),
            nonces: Some(BTreeMap::from([
                ("referee", (stage == Stage::Over).then(|| self.pre_game.nonce.to_hex())),
                (a, nonce(Side::A)),
                (b, nonce(Side::B)),
            ])),
        }
    }

    /// Returns the game as a whole from a seat.
    #[must_use]
    pub fn info(&self, seat: Seat) -> SeatInfo {
        let sides = self.sides();
        let about = self.table.as_ref().map_or(Value::Null, |table| table.about());
        let ack = self.table.as_ref().map(|table| table.ack(seat));
        let asked = seat.side().and_then(|side| self.table.as_ref()?.pending_question(side));
        let scenario = &self.pre_game.scenario;
        let title = board::scenario::Document::parse(&scenario.name, &scenario.text)
            .map_or_else(|_| scenario.name.clone(), |document| document.reader().head().title.into_inner());
        SeatInfo {
            seat: seat.side().map_or("spectator", |side| sides[side.index()]),
            side: seat.side().map(Side::index),
            system: self.pre_game.system.clone(),
            title,
            sides,
            options: about["options"].clone(),
            players: sides.into_iter().zip(self.pre_game.players).collect(),
            dice: self.dice_info(),
            heard: ack.map_or(0, |ack| ack.heard),
            head: ack.map_or_else(String::new, |ack| ack.head.to_hex()),
            public: ack.map_or_else(String::new, |ack| ack.public.to_hex()),
            asked: asked.as_ref().map(|(_, words)| words.clone()),
            question: asked.map(|(kind, _)| kind.to_owned()),
            roll: self.roll_of(seat),
            outcome: self
                .table
                .as_ref()
                .and_then(|table| table.outcome())
                .map(|(winner, why)| OutcomeInfo { winner, why: why.words(seat) }),
            tools: about.get("tools").cloned().unwrap_or_else(|| json!([])),
        }
    }
}
