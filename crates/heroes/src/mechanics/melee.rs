//! Melee between all units in a hex, above ground and inside (HNL-B11).

use board::LocationId;
use rules::{Audience, BySide, Clause, FaceClasses, Piece, Pool, Resolver, Side};

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

/// Returns the strength of a side in a hex: the firepower of its units in Good Order, at least 1 each.
fn strength(eyes: HeroesEyes<'_>, side: Side, at: LocationId) -> u16 {
    let good = eyes.in_hex(side, at).filter(|(_, unit)| unit.is_good());
    good.map(|(_, unit)| u16::from(unit.counter.firepower().max(1))).sum()
}

/// Whether the melee in the hex has already been fought this turn. The winners of an earlier melee fight again if new
/// enemies arrive.
fn has_been_fought(eyes: HeroesEyes<'_>, at: LocationId) -> bool {
    Side::BOTH.into_iter().all(|side| eyes.in_hex(side, at).any(|(_, unit)| unit.fought))
}

/// Resolves a round of melee in a hex with both sides in it, unless one was fought there this turn.
pub fn fight(resolver: &mut impl Resolver<Heroes>, clause: Clause, at: LocationId) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
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
        beats[side] =
            own > 0 && resolver.roll(Pool::open(2, FaceClasses::SUM, label, B11).credited_to(side)).sum() >= needed;
    }
    let at = resolver.setting().hex(at).map_or(at, |hex| resolver.setting().board.ground(hex));
    let (soviet, german) = (strengths.a, strengths.b);
    let report = Report::Melee { at, soviet, german, soviet_wins: beats.a, german_wins: beats.b };
    resolver.report(B11, Audience::All, report);
    for (unit, side) in all {
        if beats[side.other()] {
            // The loss of a hidden unit is not reported to the enemy.
            if resolver.position().unit(unit).is_some_and(|unit| !unit.hidden) {
                resolver.report(clause, Audience::All, Report::Eliminated { unit });
            }
            resolver.change(clause, Change::Removed { unit });
        } else {
            resolver.change(clause, Change::Fought { unit, now: true });
        }
    }
}

/// Returns a hex with a melee that has not been fought this turn.
fn unfought(setting: &Setting, position: &Position) -> Option<LocationId> {
    let eyes = HeroesEyes::open(setting, position);
    let waits =
        |(unit, _, at): &(Piece, &Unit, LocationId)| eyes.in_melee(Side::A, *unit, *at) && !has_been_fought(eyes, *at);
    eyes.units_of(Side::A).find(waits).map(|(_, _, at)| at)
}

/// Resolves one melee that has not been fought this turn, and pushes a step for the others.
pub fn fight_all(resolver: &mut impl Resolver<Heroes>) {
    if let Some(at) = unfought(resolver.setting(), resolver.position()).filter(|_| B11.is_in_force()) {
        resolver.push(Step::Melees);
        fight(resolver, B11, at);
    }
}
