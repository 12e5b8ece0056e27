//! Effects of both plans when they are carried out.

use arrayvec::ArrayVec;
use rules::{Audience, FaceClasses, Piece, Pool, Resolver, Side};

use crate::toys::duel::printed::clause::{FIRE, MOVE, PLOT, READY};
use crate::toys::duel::printed::tables::{HITS, MEN};
use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::report::Report;

/// Reports every plan to both sides (D-READY).
pub fn open(resolver: &mut impl Resolver<Duel>) {
    for (man, known) in resolver.position().standing() {
        resolver.report(READY, Audience::All, Report::Opened { man, plan: known.plan });
    }
}

/// Fires all shots; men who are hit fall after the last of them (D-FIRE).
pub fn fire(resolver: &mut impl Resolver<Duel>) {
    let men = resolver.position().standing();
    let mut fallen: ArrayVec<Piece, MEN> = ArrayVec::new();
    for (man, shooter) in men.iter().filter(|(_, man)| man.plan == Plan::Fire) {
        let facing = resolver.setting().across(shooter.side, shooter.at);
        let target = men.iter().find(|(_, other)| other.side != shooter.side && Some(other.at) == facing);
        let Some((target, _)) = target.copied() else { continue };
        let shot = Pool::open(1, FaceClasses::at_least(HITS), "shot", FIRE).credited_to(shooter.side);
        let hit = resolver.roll(shot).successes() == 1;
        resolver.report(FIRE, Audience::All, Report::Shot { man: *man, target, hit });
        if hit && !fallen.contains(&target) {
            fallen.push(target);
        }
    }
    for man in fallen {
        resolver.change(FIRE, Change::Down { man });
    }
}

/// Moves every man who still stands, and clears the plans (D-MOVE).
pub fn march(resolver: &mut impl Resolver<Duel>) {
    for (man, walker) in resolver.position().standing() {
        let to = resolver.setting().after(walker.side, walker.at, walker.plan);
        if to != walker.at {
            resolver.change(MOVE, Change::Move { man, to });
        }
        resolver.change(PLOT, Change::Plot { man, plan: Plan::Hold });
    }
    for side in Side::BOTH {
        resolver.change(READY, Change::Ready { side, ready: false });
    }
}
