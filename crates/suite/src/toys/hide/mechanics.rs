//! What happens, whoever ordered it.

use board::LocationId;
use rules::{Classes, Clause, Piece, Pool, Turn};

use crate::toys::hide::printed::{HOUND, MOLE, RISE, SEARCH, WALK, leak};
use crate::toys::hide::setting::near;
use crate::toys::hide::state::{Change, Hide, Step};

pub(super) fn step_to<const LEAK: u8>(turn: &mut impl Turn<Hide<LEAK>>, clause: Clause, piece: Piece, to: LocationId) {
    let near = turn.position().men.iter().any(|man| man.side == MOLE && man.real && man.below && near(man.at, to));
    turn.change(clause, Change::Step { piece, to, near });
}

pub(super) fn rise<const LEAK: u8>(turn: &mut impl Turn<Hide<LEAK>>, mole: Piece) {
    turn.change(RISE, Change::Surface { mole });
    let man = turn.position().men[mole.index()];
    if !man.real {
        turn.change(RISE, Change::Remove { piece: mole });
        return;
    }
    let hound_near = turn.position().men.iter().any(|hound| hound.side == HOUND && near(hound.at, man.at));
    if hound_near {
        turn.push(Step::Pounce { mole });
    }
}

pub(super) fn search<const LEAK: u8>(turn: &mut impl Turn<Hide<LEAK>>, hound: Piece) {
    let found = turn.roll(Pool::open(1, Classes::at_least(4), "search", SEARCH)).successes() == 1;
    let at = turn.position().men[hound.index()].at;
    let below = turn.position().men.iter().position(|man| man.below && !man.out && man.at == at);
    if let (true, Some(index)) = (found, below) {
        let mole = Piece(index as u16);
        turn.change(SEARCH, Change::Surface { mole });
        if LEAK == leak::CITED {
            turn.change(WALK, Change::Stamp);
        }
        if !turn.position().men[index].real {
            turn.change(SEARCH, Change::Remove { piece: mole });
        }
    }
}
