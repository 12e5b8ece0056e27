//! Warnings about a scenario as a whole: sewers that units can't use, and points that nobody can have.

use board::scenario::{Diagnostic, Reader};
use rules::{BySide, objectives};

use crate::setting::below::RANGE;
use crate::setting::{Place, Setting};
use crate::setup::scenario::Play;
use crate::state::ending::worth;
use crate::state::unit::Unit;

/// Warns of what can't work in a scenario without errors.
pub fn check(reader: &mut Reader<'_>, setting: &Setting, play: &Play, units: &[Unit]) {
    if reader.has_errors() {
        return;
    }
    check_sewers(reader, setting, play.sewers);
    let held: u32 = setting.objectives.iter().map(|objective| u32::from(objective.brings)).sum();
    let most = BySide::new(|side| {
        let enemies = units.iter().filter(|unit| unit.side != side && setting.casualties);
        held + enemies.map(|unit| u32::from(worth(unit.kind))).sum::<u32>()
    });
    objectives::check_goal(reader, setting.goal, most);
}

fn check_sewers(reader: &mut Reader<'_>, setting: &Setting, sewers: Option<bool>) {
    let board = &setting.board;
    if sewers != Some(true) {
        let printed = sewers.is_none() && board.manholes().next().is_some();
        let (key, words) = if reader.has("capability") {
            ("capability", "`[capability]` has no effect: the sewers can't be used in this scenario")
        } else if printed {
            ("board", "the manholes have no effect: the sewers can't be used in this scenario")
        } else {
            return;
        };
        let span = reader.place_of(key);
        let problem = Diagnostic::new(words).help("write sewers = true in [play]; sewers = false if that is meant");
        reader.warning(span, problem);
        return;
    }
    let below = setting.spots.iter().zip(&setting.sewer_edges).filter(|(spot, _)| spot.place == Place::Sewer);
    let count = below.clone().count();
    let alone: Vec<&str> =
        below.filter(|(_, edges)| edges.is_empty()).map(|(spot, _)| board.grid().label(spot.hex)).collect();
    let problem = match (count, alone.as_slice()) {
        (0, _) => Diagnostic::new("`sewers = true` has no effect: the board has no manhole"),
        (1, _) => Diagnostic::new("the board has only one manhole: units can't move through the sewers"),
        (_, []) => return,
        (_, [hex]) => Diagnostic::new(format!("no dry way of at most {RANGE} hexes leads from the manhole in {hex} to another")),
        (_, hexes) => {
            let hexes = hexes.join(", ");
            Diagnostic::new(format!("no dry way of at most {RANGE} hexes leads from the manholes in {hexes} to another"))
        }
    };
    let problem = problem.help(format!(
        "write manhole = true on hexes at most {RANGE} apart: a move through the sewers can't be longer (B8.41a)"
    ));
    let span = reader.place_of("board");
    reader.warning(span, problem);
}
