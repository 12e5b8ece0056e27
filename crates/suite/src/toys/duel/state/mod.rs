//! The true position of a game, and its changes.

pub mod change;
pub mod ending;
pub mod position;
pub mod report;
pub mod step;

use rules::agenda::Agenda;
use rules::{GameState, Outcome, Piece, Side};

use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::position::Position;
use crate::toys::duel::state::report::Report;
use crate::toys::duel::state::step::{Question, Step};

/// The system of the game Duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Duel;

impl GameState for Duel {
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

    fn has_pending_question(_: &Setting, position: &Position) -> bool {
        Side::BOTH.iter().any(|side| position.plots(*side))
    }

    fn apply(_: &Setting, position: &mut Position, change: &Change) {
        change::apply(position, change);
    }

    fn pieces(position: &Position) -> usize {
        position.men.len()
    }

    fn piece_name(setting: &Setting, piece: Piece) -> Option<&str> {
        setting.names.get(piece.index()).map(String::as_str)
    }

    fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
        ending::outcome(setting, position)
    }

    fn losses(_: &Setting, position: &Position, side: Side) -> usize {
        position.men.iter().filter(|man| man.side == side && man.down).count()
    }
}
