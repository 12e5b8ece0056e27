//! Melee: all units in a hex, above ground and inside, both sides at once (HNL-B11).

use board::LocationId;
use rules::{Audience, BySide, Classes, Clause, Piece, Pool, Side, Turn};

use crate::printed::clause::B11;
use crate::printed::tables::kill_number;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::{UNITS, Unit};
use crate::view::HeroesEyes;

/// Strength of a side in a hex: its units in Good Order, single men as 1 at least.
fn strength(eyes: HeroesEyes<'_>, side: Side, at: LocationId) -> u16 {
    let good = eyes.in_hex(side, at).filter(|(_, unit)| unit.is_good());
    good.map(|(_, unit)| u16::from(unit.counter.firepower().max(1))).sum()
}

/// Whether a melee has been fought in the hex this turn and goes on. Whoever won one there and is come upon afterwards
/// fights again.
fn has_been_fought(eyes: HeroesEyes<'_>, at: LocationId) -> bool {
    Side::BOTH.into_iter().all(|side| eyes.in_hex(side, at).any(|(_, unit)| unit.fought))
}

/// Fights a round of melee in a hex with both sides in it, unless one was fought there this turn.
pub fn fight(turn: &mut impl Turn<Heroes>, clause: Clause, at: LocationId) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    if Side::BOTH.into_iter().any(|side| !eyes.holds(side, at)) || has_been_fought(eyes, at) {
        return;
    }
    let strengths = BySide::new(|side| strength(eyes, side, at));
    let all: arrayvec::ArrayVec<(Piece, Side), UNITS> =
        Side::BOTH.into_iter().flat_map(|side| eyes.in_hex(side, at).map(move |(piece, _)| (piece, side))).collect();
    let mut beats = BySide { a: false, b: false };
    for (side, label) in Side::BOTH.into_iter().zip(["soviet melee", "german melee"]) {
        let (own, enemy) = (strengths[side], strengths[side.other()]);
        let needed = u16::from(kill_number(own, enemy));
        beats[side] = own > 0 && turn.roll(Pool::open(2, Classes::SUM, label, B11).of(side)).sum() >= needed;
    }
    let at = turn.setting().hex(at).map_or(at, |hex| turn.setting().board.ground(hex));
    let (soviet, german) = (strengths.a, strengths.b);
    let report = Report::Melee { at, soviet, german, soviet_wins: beats.a, german_wins: beats.b };
    turn.report(B11, Audience::All, report);
    for (unit, side) in all {
        if beats[side.other()] {
            // Whom the enemy does not see he is not told of.
            if turn.position().unit(unit).is_some_and(|unit| !unit.hidden) {
                turn.report(clause, Audience::All, Report::Eliminated { unit });
            }
            turn.change(clause, Change::Removed { unit });
        } else {
            turn.change(clause, Change::Fought { unit, now: true });
        }
    }
}

/// A hex with a melee that has not been fought this turn.
fn unfought(setting: &Setting, position: &Position) -> Option<LocationId> {
    let eyes = HeroesEyes::open(setting, position);
    let waits =
        |(unit, _, at): &(Piece, &Unit, LocationId)| eyes.in_melee(Side::A, *unit, *at) && !has_been_fought(eyes, *at);
    eyes.units_of(Side::A).find(waits).map(|(_, _, at)| at)
}

/// Fights all melees under way that have not been fought this turn, one a step.
pub fn fight_all(turn: &mut impl Turn<Heroes>) {
    if let Some(at) = unfought(turn.setting(), turn.position()).filter(|_| B11.is_in_force()) {
        turn.push(Step::Melees);
        fight(turn, B11, at);
    }
}
