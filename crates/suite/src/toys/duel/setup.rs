//! Reading a scenario file: converts its sections to a setting and a position.

use arrayvec::ArrayVec;
use board::scenario::{Diagnostic, Diagnostics, Document, Part, Reader, Spanned};
use board::{Board, LocationId};
use rules::agenda::Agenda;
use rules::{BySide, SetUp, Side};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::toys::duel::printed::clause::SET_UP;
use crate::toys::duel::printed::tables::{MEN, WORDS};
use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::position::{Man, Position};
use crate::toys::duel::state::step::Step;

/// `[play]`: Length of the game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlaySection {
    /// Turns of the game, 1 to 20.
    turns: u8,
}

/// `[[man]]`: One man of a side.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ManSection {
    /// His name, unique in the scenario.
    id: String,
    /// Side he belongs to.
    side: Army,
    /// Starting hex: Red's men begin in row 2, Blue's in row 1.
    #[schemars(with = "String")]
    at: Spanned<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Army {
    Red,
    Blue,
}

/// Returns the sections this system adds to a scenario, for the JSON Schema.
#[must_use]
pub fn parts() -> Vec<Part> {
    vec![Part::section::<PlaySection>("play").required(), Part::items::<ManSection>("man").required()]
}

/// Reads a scenario.
///
/// # Errors
/// Returns all errors in the file, each with its place.
pub fn set_up(document: &Document) -> Result<SetUp<Duel>, Diagnostics> {
    let mut reader = document.reader_of("duel")?;
    let turns = read_turns(&mut reader);
    let board = reader.board(&WORDS);
    let ledges = board.as_ref().map(|board| read_ledges(&mut reader, board)).unwrap_or_default();
    let (men, names) = read_men(&mut reader, board.as_ref(), &ledges);
    let Some(board) = board else {
        return Err(reader.give_up());
    };
    let warnings = reader.finish()?;
    let mut agenda = Agenda::default();
    agenda.push(Step::NextTurn);
    let position = Position { agenda, men, ready: BySide::default(), turn: 0 };
    Ok(SetUp { setting: Setting { board, ledges, turns, names }, position, warnings })
}

fn read_turns(reader: &mut Reader<'_>) -> u8 {
    let Some(play) = reader.required_section::<PlaySection>("play") else { return 0 };
    if !(1..=20).contains(&play.turns) {
        SET_UP.broken_by(reader, play.span.clone(), Diagnostic::new("a game has 1 to 20 turns"));
    }
    play.turns
}

/// Reads the two rows of the board: Blue's above, Red's below (D-SETUP).
fn read_ledges(reader: &mut Reader<'_>, board: &Board) -> BySide<Vec<LocationId>> {
    let shape = board.grid().shape();
    if shape.rows != 2 || shape.half_rows {
        let span = reader.place_of("board");
        SET_UP.broken_by(reader, span, Diagnostic::new("the board has two rows, one for each side"));
    }
    BySide::new(|side| {
        let row = if side == Side::A { 2 } else { 1 };
        let hexes = (0..shape.columns).filter_map(|column| board.grid().hex_at(column, row));
        hexes.map(|hex| board.ground(hex)).collect()
    })
}

fn read_men(
    reader: &mut Reader<'_>,
    board: Option<&Board>,
    ledges: &BySide<Vec<LocationId>>,
) -> (ArrayVec<Man, MEN>, Vec<String>) {
    let (mut men, mut names) = (ArrayVec::new(), Vec::new());
    for entry in reader.items::<ManSection>("man") {
        let side = if entry.side == Army::Red { Side::A } else { Side::B };
        if names.contains(&entry.id) {
            SET_UP.broken_by(reader, entry.span.clone(), Diagnostic::new("two men have this name"));
        }
        let Some(at) = board.and_then(|board| reader.location(board, &entry.at)) else { continue };
        if !ledges[side].contains(&at) {
            SET_UP.broken_by(reader, entry.at.span(), Diagnostic::new("this hex is not in the row of his side"));
        }
        if men.try_push(Man { side, at, plan: Plan::Hold, down: false }).is_err() {
            SET_UP.broken_by(reader, entry.span.clone(), Diagnostic::new("a scenario has at most 8 men"));
        }
        names.push(entry.value.id);
    }
    let span = reader.place_of("man");
    for side in Side::BOTH {
        if !men.iter().any(|man: &Man| man.side == side) {
            SET_UP.broken_by(reader, span.clone(), Diagnostic::new("each side has at least one man"));
        }
    }
    (men, names)
}
