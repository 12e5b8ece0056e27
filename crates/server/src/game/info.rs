//! What a seat is told about its game as a whole.

use std::collections::BTreeMap;

use referee::RollAsked;
use rules::{Seat, Side};
use serde::Serialize;
use serde_json::Value;

use super::Game;
use crate::api::named;
use crate::pre_game::{Dice, Player, Stage};

/// A game from a seat: everything but the board and the play.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct SeatInfo {
    /// The side's name, or `spectator`.
    pub seat: &'static str,
    /// The index of the side in `sides`.
    #[schema(schema_with = named::perhaps_side, required = true)]
    pub side: Option<usize>,
    /// The rule system.
    pub system: String,
    /// The scenario's title.
    pub title: String,
    /// The names of the sides.
    #[schema(min_items = 2, max_items = 2)]
    pub sides: [&'static str; 2],
    /// The options as resolved; null before play.
    #[schema(value_type = Object)]
    pub options: Value,
    /// Who plays each side.
    pub players: BTreeMap<&'static str, Player>,
    /// The dice.
    pub dice: DiceInfo,
    /// How many events the seat has heard.
    pub heard: usize,
    /// Its log head.
    pub head: String,
    /// The public log head.
    pub public: String,
    /// What it is asked.
    #[schema(required = true)]
    pub asked: Option<String>,
    /// The kind of that question.
    #[schema(required = true)]
    pub question: Option<String>,
    /// The dice it must enter.
    #[schema(schema_with = named::perhaps_roll, required = true)]
    pub roll: Option<RollAsked>,
    /// How the game ended.
    #[schema(required = true)]
    pub outcome: Option<OutcomeInfo>,
    /// The calculators of the system.
    #[schema(schema_with = named::tools)]
    pub tools: Value,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct OutcomeInfo {
    /// The winner's name, or `draw`.
    pub winner: String,
    /// Plain words.
    pub why: &'static str,
}

/// What everybody may know of the dice.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct DiceInfo {
    /// `fair`, or `players` where players enter the rolls that everybody sees.
    pub kind: &'static str,
    /// How far the game has come.
    pub stage: Stage,
    /// The version of the rule by which commitments are made: 2, or 1 in games of earlier versions.
    pub fairness: u32,
    /// The name of the game that commitments are bound to; none by version 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Commitments, by `referee` and the sides' names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitments: Option<BTreeMap<&'static str, Option<String>>>,
    /// Nonces: the sides' when both are revealed, the referee's when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonces: Option<BTreeMap<&'static str, Option<String>>>,
}

impl Game {
    /// The names of the sides.
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

    /// The game from a seat.
    #[must_use]
    pub fn info(&self, seat: Seat) -> SeatInfo {
        let sides = self.sides();
        let about = self.table.as_ref().map_or(Value::Null, |table| table.about());
        let ack = self.table.as_ref().map(|table| table.ack(seat));
        let asked = seat.side().and_then(|side| self.table.as_ref()?.asked(side));
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
                .map(|(winner, why)| OutcomeInfo { winner, why }),
            tools: about["tools"].clone(),
        }
    }
}
