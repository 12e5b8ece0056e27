//! One game as plain data: the position with its indexes, agenda steps, changes, reports, and the end of the game.

pub mod apply;
pub mod around;
pub mod below;
pub mod change;
pub mod changes;
pub mod ending;
pub mod fight;
pub mod lines;
pub mod pieces;
pub mod position;
pub mod report;
pub mod step;
pub mod unit;

use rules::agenda::Agenda;
use rules::{GameState, Outcome, Piece, Side};

use crate::setting::Setting;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::step::{Question, Step};

/// The rule system for infantry of Advanced Squad Leader, with the sewers and tunnels of chapter B8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asl;

impl GameState for Asl {
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
        position.agenda.steps().last().is_some_and(|step| step.asks_anybody(position))
    }

    #[inline(always)]
    fn apply(setting: &Setting, position: &mut Position, change: &Change) {
        apply::apply(setting, position, change);
    }

    fn pieces(position: &Position) -> usize {
        position.units.len()
    }

    fn piece_name(setting: &Setting, piece: Piece) -> Option<&str> {
        setting.names.get(piece.index()).map(AsRef::as_ref)
    }

    fn creates(change: &Change) -> bool {
        matches!(change, Change::Created { .. })
    }

    fn later_name(setting: &Setting, position: &Position, piece: Piece) -> Option<String> {
        let unit = position.unit(piece)?;
        setting.name_of(unit.name, unit.born).map(|name| name.as_ref().to_owned())
    }

    fn can_be_later_name(setting: &Setting, name: &str) -> bool {
        setting.named(name).is_some()
    }

    #[inline]
    fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
        ending::outcome(setting, position)
    }

    fn losses(_: &Setting, position: &Position, side: Side) -> usize {
        ending::losses(position, side)
    }
}
