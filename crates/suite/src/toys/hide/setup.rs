//! Reading a scenario file into a setting and a position.

use board::scenario::{Diagnostic, Diagnostics, Document};
use board::{BoardWords, LocationId, Look};
use rules::SetUp;
use rules::agenda::Agenda;

use crate::toys::hide::printed::{HOUND, MOLE};
use crate::toys::hide::setting::Setting;
use crate::toys::hide::state::{Hide, Man, Position, Step};

pub(super) fn set_up<const LEAK: u8>(document: &Document) -> Result<SetUp<Hide<LEAK>>, Diagnostics> {
    const WORDS: BoardWords = BoardWords { terrains: &[("clear", Look::Plain)], features: &[] };
    let mut reader = document.reader();
    let _ = reader.head();
    let board = reader.board(&WORDS);
    if board.as_ref().is_some_and(|board| board.locations().len() < 6) {
        reader.error(0..0, Diagnostic::new("expected six hexes"));
    }
    // A file without a board is refused by `finish`, so the error here is never empty.
    let (warnings, board) = match (reader.finish(), board) {
        (Ok(warnings), Some(board)) => (warnings, board),
        (Err(problems), _) => return Err(problems),
        (Ok(warnings), None) => return Err(warnings.0),
    };
    let mole = |at, real| Man { side: MOLE, at: LocationId(at), below: true, real, out: false };
    let hound = |at| Man { side: HOUND, at: LocationId(at), below: false, real: true, out: false };
    let men = [mole(0, true), mole(1, false), mole(2, true), hound(3), hound(4)].into_iter().collect();
    let mut agenda = Agenda::default();
    agenda.push(Step::NextRound);
    let position = Position { agenda, men, round: 0, stamp: 0 };
    Ok(SetUp { setting: Setting { board }, position, warnings })
}
