//! The true position of a game, and its changes.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{GameState, GameView as _, Outcome, Piece, Reason, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::hide::printed::{END, HOUND, LISTEN, MOLE, POUNCE, ROUNDS, SLIP, WALK};
use crate::toys::hide::setting::Setting;

/// The toy system, without leaks if `LEAK` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hide<const LEAK: u8>;

/// A mole or a hound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    pub(super) side: Side,
    pub(super) at: LocationId,
    pub(super) below: bool,
    pub(super) real: bool,
    pub(super) out: bool,
}

/// The position of a game, secrets included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) agenda: Agenda<Step>,
    pub(super) men: ArrayVec<Man, 8>,
    pub(super) round: u8,
    /// Number of moves of moles, for the leak by sequence.
    pub(super) stamp: u8,
}

impl Position {
    /// Lists for each hidden counter whether it is a mole, for scrambling.
    pub fn contents(&mut self) -> impl Iterator<Item = (Piece, &mut bool)> {
        let numbered = (0u16..).map(Piece).zip(self.men.iter_mut());
        numbered.filter(|(_, man)| man.below && !man.out).map(|(piece, man)| (piece, &mut man.real))
    }

    /// Lists the counters below a hex.
    pub fn below(&self, at: LocationId) -> impl Iterator<Item = Piece> {
        let numbered = (0u16..).map(Piece).zip(&self.men);
        numbered.filter(move |(_, man)| man.below && !man.out && man.at == at).map(|(piece, _)| piece)
    }

    /// Returns whether a mole is below a hex.
    pub(super) fn real_below(&self, at: LocationId) -> bool {
        self.men.iter().any(|man| man.side == MOLE && man.below && man.real && !man.out && man.at == at)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Mole,
    Hound,
    NextRound,
    Slip { mole: Piece, to: LocationId },
    Direct { mole: Piece },
    Moved { mole: Piece },
    Listen { mole: Piece },
    Pounce { mole: Piece },
    Flee { mole: Piece },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Step { piece: Piece, to: LocationId, near: bool },
    Surface { mole: Piece },
    Remove { piece: Piece },
    Round { now: u8 },
    Stamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    Barred { at: LocationId },
    Lost { at: LocationId },
    Heard { at: LocationId, real: bool },
    Pounced { caught: bool },
}

rules::questions! {
    /// Kinds of questions, each with its clause.
    Question {
        /// Orders of a mole.
        Mole = "mole" by SLIP,
        /// Orders of a hound.
        Hound = "hound" by WALK,
        /// Place where a lost mole comes up.
        Direct = "direct" by SLIP,
        /// Whether a hound listens for moles.
        Listen = "listen" by LISTEN,
        /// Whether a hound pounces on a counter.
        Pounce = "pounce" by POUNCE,
        /// Place that a mole flees to.
        Flee = "flee" by POUNCE,
    }
}

impl<const LEAK: u8> GameState for Hide<LEAK> {
    type Setting = Setting;
    type Position = Position;
    type Question = Question;
    type Step = Step;
    type Change = Change;
    type Report = Report;

    fn agenda(position: &Position) -> &Agenda<Step> {
        &position.agenda
    }

    fn agenda_mut(position: &mut Position) -> &mut Agenda<Step> {
        &mut position.agenda
    }

    fn has_pending_question(setting: &Setting, position: &Position) -> bool {
        Side::BOTH.iter().any(|side| Self::pending_question(Self::eyes(setting, position, side.seat())).is_some())
    }

    fn apply(_: &Setting, position: &mut Position, change: &Change) {
        match *change {
            Change::Step { piece, to, .. } => position.men[piece.index()].at = to,
            Change::Surface { mole } => position.men[mole.index()].below = false,
            Change::Remove { piece } => position.men[piece.index()].out = true,
            Change::Round { now } => position.round = now,
            Change::Stamp => position.stamp += 1,
        }
    }

    fn pieces(position: &Position) -> usize {
        position.men.len()
    }

    fn piece_name(_: &Setting, piece: Piece) -> Option<&str> {
        ["m1", "m2", "m3", "h1", "h2"].get(piece.index()).copied()
    }

    fn outcome(_: &Setting, position: &Position) -> Option<Outcome> {
        let moles = || position.men.iter().filter(|man| man.side == MOLE && man.real && !man.out);
        if moles().any(|man| !man.below && man.at == LocationId(5)) {
            return Some(Outcome { winner: Some(MOLE), clause: END, why: Reason::for_all("a mole got through") });
        }
        let over = position.round > ROUNDS || moles().count() == 0;
        over.then_some(Outcome { winner: Some(HOUND), clause: END, why: Reason::for_all("no mole got through") })
    }

    fn losses(_: &Setting, _: &Position, _: Side) -> usize {
        0
    }
}
