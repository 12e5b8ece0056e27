//! Work that takes a whole Movement Phase, and the Clearance of rubble (ASL-A68, ASL-A71).

use board::{HexId, LocationId};
use rules::{Audience, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver};

use crate::mechanics::movement::factors_of;
use crate::mechanics::{concealment, morale};
use crate::printed::clause::A71;
use crate::printed::flags::Flag;
use crate::printed::terrain::Terrain;
use crate::printed::words::Pace;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::{Clearing, Moving};
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Highest Final DR that clears rubble (B24.7).
const CLEARS: i16 = 2;

/// Lets units spend all their movement factors where they are, in Hazardous Movement (A4.62). They are shown. `then`
/// follows the fire that they draw.
pub fn toil(resolver: &mut impl Resolver<Asl>, clause: Clause, units: PieceSet, then: Option<Fight>) {
    concealment::show(resolver, units);
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let spent = factors_of(eyes, units, Pace::Normal);
    for unit in units.iter() {
        for flag in [Flag::Moved, Flag::Hazardous] {
            resolver.change(clause, Change::Flag { unit, flag, on: true });
        }
    }
    resolver.push(Step::CarryOn);
    if let Some(then) = then {
        resolver.push(then.into());
    }
    let moving = Moving { allotted: spent, spent, ..Moving::begun(units, Pace::Normal, 0) };
    resolver.change(clause, moving.into());
}

/// Returns whether a hex has rubble that can be cleared: it has fallen into a hex without a building (B24.71).
#[must_use]
pub fn is_clearable(eyes: AslEyes<'_>, hex: HexId) -> bool {
    let printed = Terrain::nth(eyes.setting().board.terrain(hex).0);
    eyes.is_rubble(hex) && !printed.is_building() && !printed.is_rubble() && eyes.cleared(hex).is_none()
}

/// Resolves the work of all units that clear rubble, at the end of the Close Combat Phase.
pub fn finish(resolver: &mut impl Resolver<Asl>) {
    let all = resolver.position().clearings.clone();
    for clearing in &all {
        work(resolver, *clearing);
    }
    resolver.change(A71, Change::ClearingOver);
}

fn work(resolver: &mut impl Resolver<Asl>, clearing: Clearing) {
    let Clearing { at, way, .. } = clearing;
    let able = |piece: &Piece| {
        let fit = |unit: &Unit| unit.at == Some(at) && unit.is_good() && !unit.is(Flag::Pinned);
        resolver.position().unit(*piece).is_some_and(|unit| fit(unit) && unit.is(Flag::Clearing))
    };
    let units: PieceSet = clearing.units.iter().filter(able).collect();
    let each = || units.iter().filter_map(|piece| resolver.position().unit(piece));
    let halves: i8 = each().map(|unit| unit.kind.half_squads()).sum();
    if halves == 0 {
        return;
    }
    let leader = each().filter(|unit| morale::leads(unit)).map(morale::leadership).min().unwrap_or(0);
    let labor = |unit: &Unit| match () {
        () if unit.is(Flag::LaborTwice) => -2,
        () if unit.is(Flag::Labor) => -1,
        () => 0,
    };
    // One squad has -1, and each further half-squad 1 more.
    let drm = 1 - halves + leader + each().map(labor).min().unwrap_or(0);
    let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "clearance", A71)).sum();
    let done = dr as i16 + i16::from(drm) <= CLEARS;
    resolver.report(A71, Audience::All, FightReport::Clears { at, dr: dr as u8, drm, done }.into());
    if done {
        resolver.change(A71, Change::Cleared { at, way });
    }
    for unit in units.iter() {
        let Some(now) = resolver.position().unit(unit).copied() else { continue };
        let twice = now.is(Flag::Labor) || now.is(Flag::LaborTwice);
        for (flag, on) in [(Flag::Labor, !done && !twice), (Flag::LaborTwice, !done && twice)] {
            if now.is(flag) != on {
                resolver.change(A71, Change::Flag { unit, flag, on });
            }
        }
    }
}

/// Removes the Labor Status of units that have not worked in this Player Turn of theirs (B24.8).
pub fn end_of_player_turn(resolver: &mut impl Resolver<Asl>) {
    let pieces = &resolver.position().units;
    let idle = pieces.in_play(resolver.position().attacker) - pieces.bearing(Flag::Clearing);
    for flag in [Flag::Labor, Flag::LaborTwice] {
        for unit in (idle & resolver.position().units.bearing(flag)).iter() {
            resolver.change(A71, Change::Flag { unit, flag, on: false });
        }
    }
}

/// Returns the ground of the hexes around a Location.
pub fn around(eyes: AslEyes<'_>, at: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    let board = &eyes.setting().board;
    let hex = eyes.setting().hex(at);
    hex.into_iter().flat_map(move |hex| board.grid().neighbours(hex)).flatten().map(move |hex| board.ground(hex))
}
