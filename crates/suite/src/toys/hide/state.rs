//! The true position of a game, and how it changes.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::agenda::Agenda;
use rules::{GameState, GameView as _, Outcome, Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::toys::hide::printed::{END, HOUND, LISTEN, MOLE, POUNCE, ROUNDS, SLIP, WALK};
use crate::toys::hide::setting::Setting;

/// The toy, honest with `LEAK` = 0.
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

/// The position of a game, with everything that is hidden in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) agenda: Agenda<Step>,
    pub(super) men: ArrayVec<Man, 8>,
    pub(super) round: u8,
    /// For the leak by sequence: real moles' moves.
    pub(super) stamp: u8,
}

impl Position {
    /// Whether each hidden counter is real: what a scramble changes.
    pub fn contents(&mut self) -> impl Iterator<Item = (Piece, &mut bool)> {
        let numbered = (0u16..).map(Piece).zip(self.men.iter_mut());
        numbered.filter(|(_, man)| man.below && !man.out).map(|(piece, man)| (piece, &mut man.real))
    }

    /// The counters below a hex.
    pub fn below(&self, at: LocationId) -> impl Iterator<Item = Piece> {
        let numbered = (0u16..).map(Piece).zip(&self.men);
        numbered.filter(move |(_, man)| man.below && !man.out && man.at == at).map(|(piece, _)| piece)
    }

    /// Whether something real lies below a hex.
    pub(super) fn real_below(&self, at: LocationId) -> bool {
        self.men.iter().any(|man| man.side == MOLE && man.below && man.real && !man.out && man.at == at)
    }
}

#[allow(missing_docs)]
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

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Step { piece: Piece, to: LocationId, near: bool },
    Surface { mole: Piece },
    Remove { piece: Piece },
    Round { now: u8 },
    Stamp,
}

#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    Barred { at: LocationId },
    Lost { at: LocationId },
    Heard { at: LocationId, real: bool },
    Pounced { caught: bool },
}

rules::questions! {
    /// The kinds of questions.
    Question {
        /// What a mole does.
        Mole = "mole" by SLIP,
        /// What a hound does.
        Hound = "hound" by WALK,
        /// Where a lost mole comes to.
        Direct = "direct" by SLIP,
        /// Whether a hound listens.
        Listen = "listen" by LISTEN,
        /// Whether a hound pounces.
        Pounce = "pounce" by POUNCE,
        /// Where a mole flees to.
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
            return Some(Outcome { winner: Some(MOLE), clause: END, why: "a mole got through" });
        }
        let over = position.round > ROUNDS || moles().count() == 0;
        over.then_some(Outcome { winner: Some(HOUND), clause: END, why: "no mole got through" })
    }

    fn losses(_: &Setting, _: &Position, _: Side) -> usize {
        0
    }
}
