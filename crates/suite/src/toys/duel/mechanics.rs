//! What happens when both plans are carried out.

use arrayvec::ArrayVec;
use rules::{Audience, Classes, Piece, Pool, Side, Turn};

use crate::toys::duel::printed::clause::{FIRE, MOVE, PLOT, READY};
use crate::toys::duel::printed::tables::{HITS, MEN};
use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::report::Report;

/// Everybody hears every plan (D-READY).
pub fn open(turn: &mut impl Turn<Duel>) {
    for (man, known) in turn.position().standing() {
        turn.report(READY, Audience::All, Report::Opened { man, plan: known.plan });
    }
}

/// All shots are fired, and those who are hit fall after the last of them (D-FIRE).
pub fn fire(turn: &mut impl Turn<Duel>) {
    let men = turn.position().standing();
    let mut fallen: ArrayVec<Piece, MEN> = ArrayVec::new();
    for (man, shooter) in men.iter().filter(|(_, man)| man.plan == Plan::Fire) {
        let facing = turn.setting().across(shooter.side, shooter.at);
        let target = men.iter().find(|(_, other)| other.side != shooter.side && Some(other.at) == facing);
        let Some((target, _)) = target.copied() else { continue };
        let shot = Pool::open(1, Classes::at_least(HITS), "shot", FIRE).of(shooter.side);
        let hit = turn.roll(shot).successes() == 1;
        turn.report(FIRE, Audience::All, Report::Shot { man: *man, target, hit });
        if hit && !fallen.contains(&target) {
            fallen.push(target);
        }
    }
    for man in fallen {
        turn.change(FIRE, Change::Down { man });
    }
}

/// Every man who still stands moves, and the plans are cleared (D-MOVE).
pub fn march(turn: &mut impl Turn<Duel>) {
    for (man, walker) in turn.position().standing() {
        let to = turn.setting().after(walker.side, walker.at, walker.plan);
        if to != walker.at {
            turn.change(MOVE, Change::Move { man, to });
        }
        turn.change(PLOT, Change::Plot { man, plan: Plan::Hold });
    }
    for side in Side::BOTH {
        turn.change(READY, Change::Ready { side, ready: false });
    }
}
