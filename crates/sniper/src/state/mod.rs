//! State of one game: the position, the steps still to do, changes and reports. Plain data.

pub mod apply;
pub mod below;
pub mod change;
pub mod ending;
pub mod index;
pub mod man;
pub mod men;
pub mod plot;
pub mod position;
pub mod report;
pub mod step;

use rules::agenda::Agenda;
use rules::{GameState, Outcome, Piece, Side};

use crate::setting::Setting;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::step::{Question, Step};

/// The system for SPI Sniper!
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sniper;

impl GameState for Sniper {
    type Setting = Setting;
    type Position = Position;
    type Question = Question;
    type Step = Step;
    type Change = Change;
    type Report = Report;

    #[inline]
    fn agenda(position: &Position) -> &Agenda<Step> {
        &position.agenda
    }

    #[inline]
    fn agenda_mut(position: &mut Position) -> &mut Agenda<Step> {
        &mut position.agenda
    }

    #[inline]
    fn has_pending_question(_: &Setting, position: &Position) -> bool {
        let asked = position.agenda.top().is_some_and(|step| step.question().is_some());
        asked && Side::BOTH.iter().any(|side| !position.ready[*side])
    }

    #[inline(always)]
    fn apply(_: &Setting, position: &mut Position, change: &Change) {
        apply::apply(position, change);
    }

    fn pieces(position: &Position) -> usize {
        position.men.len()
    }

    fn piece_name(setting: &Setting, piece: Piece) -> Option<&str> {
        setting.names.get(piece.index()).map(AsRef::as_ref)
    }

    #[inline]
    fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
        ending::outcome(setting, position)
    }

    fn losses(_: &Setting, position: &Position, side: Side) -> usize {
        ending::losses(position, side)
    }
}
