//! Victory conditions beyond the points of the last round.

use board::Board;
use board::scenario::{Diagnostic, Reader, Spanned};
use rules::objectives::{self, Goal, Objectives};

use crate::printed::clause::SC3;
use crate::setting::{AtOnce, Points};
use crate::setup::scenario::AtOnceEntry;

/// Reads the conditions that win at the end of any round (TOI-B38).
pub(super) fn read_at_once(
    reader: &mut Reader<'_>,
    board: &Board,
    objectives: &Objectives<Points>,
    entries: &[AtOnceEntry],
) -> Vec<AtOnce> {
    let mut conditions = Vec::new();
    for entry in entries {
        if entry.points.unwrap_or(0) == 0 && entry.holds.is_empty() {
            let problem = Diagnostic::new("a victory at once needs `points` or `holds`");
            SC3.broken_by(reader, entry.side.span(), problem.help("write holds = [\"D5\"], or points = 6"));
        }
        let mut holds = Vec::new();
        for hex in &entry.holds {
            let Some(at) = reader.hex(board, hex) else { continue };
            let found = objectives::index_of(objectives, board.ground(at)).and_then(|n| u8::try_from(n).ok());
            match found {
                Some(objective) => holds.push(objective),
                None => SC3.broken_by(
                    reader,
                    hex.span(),
                    Diagnostic::new(format!("{} has no objective", hex.get_ref())).help("add it with [[objective]]"),
                ),
            }
        }
        let (side, points) = (entry.side.get_ref().side(), entry.points.unwrap_or(0));
        conditions.push(AtOnce { side, points, holds });
    }
    conditions
}

/// Checks that a draw needs fewer points than a victory.
pub(super) fn check_draw(reader: &mut Reader<'_>, goal: Goal, draw: Option<&Spanned<u16>>) {
    let Some(draw) = draw else { return };
    if goal.side.is_none() || *draw.get_ref() >= goal.points {
        let problem = Diagnostic::new("`draw` needs a `side`, and fewer points than `points`");
        SC3.broken_by(reader, draw.span(), problem);
    }
}
