//! State of a game as plain data: position, changes, steps and reports.

pub mod change;
pub mod ending;
pub mod position;
pub mod report;
pub mod squad;
pub mod step;
pub mod unit_index;

use rules::agenda::Agenda;
use rules::{GameState, Outcome, Piece, Side};

use crate::setting::Setting;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::step::{Question, Step};

/// The rule system of Tide of Iron: Stalingrad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tide;

impl GameState for Tide {
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
        position.agenda.top().is_some_and(|step| step.question().is_some())
    }

    #[inline(always)]
    fn apply(_: &Setting, position: &mut Position, change: &Change) {
        change::apply(position, change);
    }

    fn pieces(position: &Position) -> usize {
        position.squads.len()
    }

    fn piece_name(setting: &Setting, piece: Piece) -> Option<&str> {
        setting.names.get(piece.index()).map(AsRef::as_ref)
    }

    #[inline]
    fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
        ending::outcome(setting, position)
    }

    fn losses(_: &Setting, position: &Position, side: Side) -> usize {
        position.squads.iter().filter(|squad| squad.side == side && squad.is_lost()).count()
    }
}
