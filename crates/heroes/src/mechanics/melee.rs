//! Melee between all units in a Location, or in a hex where units came from below ground (HNL-B11, HNL-B35, HNL-B36,
//! HNL-B38).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, BySide, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::hidden;
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B11, B35, B36, B38};
use crate::printed::counter::Kind;
use crate::printed::tables::kill_number;
use crate::printed::words::Below;
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::position::{LOCKED, Position};
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::{UNITS, Unit};
use crate::view::HeroesEyes;

/// A round of melee in a hex.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// A Location of the melee.
    pub at: LocationId,
    /// Kind of network that units came from; `None` in a melee above ground.
    pub below: Option<Below>,
    /// The side that chooses first.
    pub first: Side,
    /// Enemy units that each side attacks; empty until it has chosen.
    pub targets: BySide<PieceSet>,
}

impl Round {
    const fn step(self) -> Step {
        let Round { at, below, first, targets: BySide { a: soviet_targets, b: german_targets } } = self;
        Step::Round { at, below, first, soviet_targets, german_targets }
    }

    /// Returns the clause by which units are eliminated.
    fn clause(self) -> Clause {
        self.below.map_or(B11, |below| Catalogue::of(below.kind()).melee())
    }
}

/// Returns the strength of units in melee: the firepower of those in Good Order, at least 1 each.
fn strength<'a>(units: impl Iterator<Item = (Piece, &'a Unit)>) -> u16 {
    units.filter(|(_, unit)| unit.is_good()).map(|(_, unit)| u16::from(unit.counter.firepower().max(1))).sum()
}

/// Whether the melee in the hex has already been fought this turn. The winners of an earlier melee fight again if new
/// enemies arrive.
fn has_been_fought(eyes: HeroesEyes<'_>, at: LocationId) -> bool {
    Side::BOTH.into_iter().all(|side| eyes.fighters(side, at).any(|(_, unit)| unit.fought))
}

/// Begins a round of melee in a hex with both sides in it, unless one was fought there this turn.
#[inline(never)]
pub fn fight(resolver: &mut impl Resolver<Heroes>, below: Option<Below>, at: LocationId, first: Side) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    if Side::BOTH.into_iter().any(|side| eyes.fighters(side, at).next().is_none()) || has_been_fought(eyes, at) {
        return;
    }
    let all = eyes.fighters(Side::A, at).chain(eyes.fighters(Side::B, at)).map(|(piece, _)| piece).collect();
    // The sides choose among shown units only.
    hidden::show(resolver, all);
    resolver.push(Round { at, below, first, targets: BySide::default() }.step());
}

/// Asks each side with several enemies for its targets, and then resolves the round (HNL-B35).
#[inline(never)]
pub fn round(resolver: &mut impl Resolver<Heroes>, mut round: Round) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let at = round.at;
    for side in [round.first, round.first.other()] {
        if !round.targets[side].is_empty() || strength(eyes.fighters(side, at)) == 0 {
            continue;
        }
        let enemies: PieceSet = eyes.fighters(side.other(), at).map(|(piece, _)| piece).collect();
        if enemies.len() > 1 && B35.is_in_force() {
            resolver.push(round.step());
            resolver.push(Step::ChooseTargets { side, at });
            return;
        }
        round.targets[side] = enemies;
    }
    roll(resolver, round);
}

/// Records the targets of a side in the round that is under way.
pub fn choose(resolver: &mut impl Resolver<Heroes>, side: Side, chosen: PieceSet) {
    if let Some(Step::Round { at, below, first, soviet_targets, german_targets }) = resolver.position().agenda.top() {
        resolver.pop();
        let mut targets = BySide { a: soviet_targets, b: german_targets };
        targets[side] = chosen;
        resolver.push(Round { at, below, first, targets }.step());
    }
}

/// Rolls for both sides, and removes the targets of each attack that succeeds.
fn roll(resolver: &mut impl Resolver<Heroes>, round: Round) {
    let (at, targets, clause) = (round.at, round.targets, round.clause());
    let mut beats = BySide { a: false, b: false };
    for (side, label) in Side::BOTH.into_iter().zip(["soviet melee", "german melee"]) {
        let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
        let own = strength(eyes.fighters(side, at));
        let against = strength(eyes.fighters(side.other(), at).filter(|(piece, _)| targets[side].has(*piece)));
        let hero = eyes.fighters(side, at).any(|(_, unit)| unit.counter.kind == Kind::Hero) && B36.is_in_force();
        let needed = u16::from(kill_number(own, against, usize::from(hero)));
        beats[side] =
            own > 0 && resolver.roll(Pool::open(2, FaceClasses::SUM, label, B11).credited_to(side)).sum() >= needed;
    }
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let [soviet, german] = Side::BOTH.map(|side| strength(eyes.fighters(side, at)));
    let all: ArrayVec<(Piece, Side), UNITS> =
        Side::BOTH.into_iter().flat_map(|side| eyes.fighters(side, at).map(move |(piece, _)| (piece, side))).collect();
    let (soviet_targets, german_targets) = (targets.a, targets.b);
    let (soviet_wins, german_wins) = (beats.a, beats.b);
    let at = resolver.setting().hex(at).map_or(at, |hex| resolver.setting().board.ground(hex));
    let report = Report::Melee { at, soviet, german, soviet_wins, german_wins, soviet_targets, german_targets };
    resolver.report(B11, Audience::All, report);
    for (unit, side) in all {
        if beats[side.other()] && targets[side.other()].has(unit) {
            resolver.report(clause, Audience::All, Report::Eliminated { unit });
            resolver.change(clause, Change::Removed { unit });
        } else {
            resolver.change(clause, Change::Fought { unit, now: true });
        }
    }
}

/// Brings all units of a hex into one melee, above ground and inside, because units have come up there (HNL-B38).
pub fn lock(resolver: &mut impl Resolver<Heroes>, at: LocationId) {
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let both = Side::BOTH.into_iter().all(|side| eyes.holds(side, at));
    if both && !eyes.is_whole_melee(at) {
        let ground = resolver.setting().hex(at).map_or(at, |hex| resolver.setting().board.ground(hex));
        resolver.change(B38, Change::Locked { at: ground, now: true });
    }
}

/// Ends the melees of whole hexes that one side has left or lost.
#[inline]
pub fn unlock(resolver: &mut impl Resolver<Heroes>) {
    if !resolver.position().locked.is_empty() {
        unlock_some(resolver);
    }
}

#[cold]
fn unlock_some(resolver: &mut impl Resolver<Heroes>) {
    let over = |at: &LocationId| {
        let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
        Side::BOTH.into_iter().any(|side| !eyes.holds(side, *at))
    };
    let over: ArrayVec<LocationId, LOCKED> = resolver.position().locked.iter().copied().filter(over).collect();
    for at in over {
        resolver.change(B38, Change::Locked { at, now: false });
    }
}

/// Returns a hex with a melee that has not been fought this turn.
fn unfought(setting: &Setting, position: &Position) -> Option<LocationId> {
    let eyes = HeroesEyes::open(setting, position);
    let waits =
        |(unit, _, at): &(Piece, &Unit, LocationId)| eyes.in_melee(Side::A, *unit, *at) && !has_been_fought(eyes, *at);
    eyes.units_of(Side::A).find(waits).map(|(_, _, at)| at)
}

/// Begins one melee that has not been fought this turn, and pushes a step for the others. The side with the initiative
/// chooses first.
#[inline(never)]
pub fn fight_all(resolver: &mut impl Resolver<Heroes>) {
    if let Some(at) = unfought(resolver.setting(), resolver.position()).filter(|_| B11.is_in_force()) {
        resolver.push(Step::Melees);
        let first = resolver.position().initiative;
        fight(resolver, None, at, first);
    }
}
