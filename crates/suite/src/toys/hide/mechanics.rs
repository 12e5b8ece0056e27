//! Effects of orders and of the sequence of play.

use board::LocationId;
use rules::{Clause, FaceClasses, Piece, Pool, Resolver};

use crate::toys::hide::printed::{HOUND, MOLE, RISE, SEARCH, WALK, leak};
use crate::toys::hide::setting::near;
use crate::toys::hide::state::{Change, Hide, Step};

pub(super) fn step_to<const LEAK: u8>(
    resolver: &mut impl Resolver<Hide<LEAK>>,
    clause: Clause,
    piece: Piece,
    to: LocationId,
) {
    let near = resolver.position().men.iter().any(|man| man.side == MOLE && man.real && man.below && near(man.at, to));
    resolver.change(clause, Change::Step { piece, to, near });
}

pub(super) fn rise<const LEAK: u8>(resolver: &mut impl Resolver<Hide<LEAK>>, mole: Piece) {
    resolver.change(RISE, Change::Surface { mole });
    let man = resolver.position().men[mole.index()];
    if !man.real {
        resolver.change(RISE, Change::Remove { piece: mole });
        return;
    }
    let hound_near = resolver.position().men.iter().any(|hound| hound.side == HOUND && near(hound.at, man.at));
    if hound_near {
        resolver.push(Step::Pounce { mole });
    }
}

pub(super) fn search<const LEAK: u8>(resolver: &mut impl Resolver<Hide<LEAK>>, hound: Piece) {
    let found = resolver.roll(Pool::open(1, FaceClasses::at_least(4), "search", SEARCH)).successes() == 1;
    let at = resolver.position().men[hound.index()].at;
    let below = resolver.position().men.iter().position(|man| man.below && !man.out && man.at == at);
    if let (true, Some(index)) = (found, below) {
        let mole = Piece(index as u16);
        resolver.change(SEARCH, Change::Surface { mole });
        if LEAK == leak::CITED {
            resolver.change(WALK, Change::Stamp);
        }
        if !resolver.position().men[index].real {
            resolver.change(SEARCH, Change::Remove { piece: mole });
        }
    }
}
