//! The Sewer Emergence Chart in the game (B8.42): an open dr for each Sewer Location with a stack of the ATTACKER's.
//!
//! Only what is public, claimed or shown counts. Whether a side is asked to claim or to show therefore depends on
//! public facts alone, and the result of the dr is not secret.

use board::LocationId;
use rules::{Audience, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::below::places::{self, manhole};
use crate::printed::chart::{Conditions, Emergence};
use crate::printed::clause::{B8_5C, B8_42A, B8_42B, B8_42C, B8_42D, B8_42E, B8_42J};
use crate::printed::flags::Flag;
use crate::printed::stacking::HALVES;
use crate::printed::words::Cover;
use crate::setting::below::{are_adjacent, is_sewer};
use crate::state::Asl;
use crate::state::below::{Below, Dr, Modifiers};
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Smallest Hindrance of every line of sight with which a manhole counts as unwatched (B8.42f).
const HINDERED: u8 = 2;

/// Begins the emergence drs at the end of the Movement Phase, one after the other in the order of the Locations.
pub fn end_of_movement(resolver: &mut impl Resolver<Asl>) {
    if B8_42A.is_in_force() {
        resolver.push(Step::Below(Below::Emergence { after: None }));
    }
}

/// Rolls the dr of the next Sewer Location, if one is left. Each counter gets one, whatever is under it.
pub fn next(resolver: &mut impl Resolver<Asl>, after: Option<LocationId>) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let side = eyes.attacker();
    let later = |at: &LocationId| is_sewer(eyes.setting(), *at) && after.is_none_or(|after| *at > after);
    let below = eyes.of(side).units().below();
    let Some(at) = below.iter().map(|(_, _, at)| at).filter(later).min() else { return };
    let covered = manhole(eyes, at).is_none() && B8_5C.is_in_force();
    resolver.push(Step::Below(Below::Emergence { after: Some(at) }));
    places::join(resolver, side, at);
    if covered {
        return resolver.report(B8_5C, Audience::All, BelowReport::NoEmergence { side, at }.into());
    }
    let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "emergence", B8_42A).credited_to(side)).sum() as u8;
    let cast = Dr { at, dr, claimed: false, shown: PieceSet::EMPTY, drm: Modifiers::default() };
    resolver.report(B8_42A, Audience::All, BelowReport::EmergenceDr { side, at, dr }.into());
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let now = conditions(eyes, &cast);
    if may_be_claimed(eyes, &cast, &now) {
        resolver.push(Step::Below(Below::Claim(Dr { drm: Modifiers::of(&now), ..cast })));
    } else {
        ask_to_show(resolver, cast);
    }
}

/// Returns the conditions of the chart, by what is public, claimed and shown.
fn conditions(eyes: AslEyes<'_>, cast: &Dr) -> Conditions {
    let Dr { at, claimed, .. } = *cast;
    let public = eyes.public();
    let (side, enemy) = (eyes.attacker(), eyes.attacker().other());
    let above = eyes.setting().spot(at).map_or(at, |spot| spot.ground);
    let friend = claimed || !public.of(side).men().at(above).is_empty();
    let open = public.at(enemy, above).filter(|(_, unit)| unit.kind.is_mmc() && unit.is_good()).count();
    let revealed = revealed(eyes, cast, above);
    let enemies = u8::try_from(open + revealed).unwrap_or(u8::MAX);
    Conditions {
        friend,
        unwatched: is_unwatched(public, enemy, above),
        lost: public.is_lost_at(side, at),
        enemies,
        neighbour: is_neighbour_shown(eyes, cast),
    }
}

/// Returns whether the DEFENDER has shown a unit in a sewer for this dr. They can show only those in an adjacent one.
pub fn is_neighbour_shown(eyes: AslEyes<'_>, cast: &Dr) -> bool {
    let place = |piece: Piece| eyes.unit(piece).and_then(|unit| unit.at);
    cast.shown.iter().any(|piece| place(piece).is_some_and(|there| is_sewer(eyes.setting(), there)))
}

/// Returns how many squads and half-squads in the manhole the DEFENDER has shown for this dr.
fn revealed(eyes: AslEyes<'_>, cast: &Dr, above: LocationId) -> usize {
    let there =
        |piece: &Piece| eyes.unit(*piece).and_then(|unit| unit.at).is_some_and(|at| eyes.setting().are_one(at, above));
    cast.shown.iter().filter(|piece| there(piece) && is_squad(eyes, *piece)).count()
}

fn is_squad(eyes: AslEyes<'_>, piece: Piece) -> bool {
    eyes.unit(piece).is_some_and(|unit| unit.kind.is_mmc() && unit.is_good())
}

/// Returns whether no enemy on the board is in the manhole's building Location, or sees the manhole in the open
/// (B8.42f). A "?" counts as an enemy.
pub fn is_unwatched(public: AslEyes<'_>, enemy: Side, above: LocationId) -> bool {
    let watches = |from| watches(public, from, above);
    !public.of(enemy).men().iter().any(|(_, _, from)| watches(from)) && !public.any_unknown(enemy, watches)
}

/// Returns whether a unit at `from` keeps a manhole from being unwatched.
pub fn watches(eyes: AslEyes<'_>, from: LocationId, above: LocationId) -> bool {
    if eyes.setting().are_one(from, above) {
        return true;
    }
    let building = eyes.spot(above).is_ok_and(|spot| eyes.terrain(spot).is_building());
    !building && eyes.line(from, above).is_some_and(|line| line.hindrance < HINDERED)
}

/// Returns the most that the DEFENDER might still add to the dr by showing units, by public facts.
fn most_shown(eyes: AslEyes<'_>, cast: &Dr, now: &Conditions) -> i8 {
    let (enemy, setting) = (eyes.attacker().other(), eyes.setting());
    let Ok(spot) = eyes.spot(cast.at) else { return 0 };
    let hidden = eyes.has_hidden(enemy);
    let lurks = hidden || eyes.is_unknown_at(enemy, spot.ground);
    // Units shown temporarily are out of sight still; units in the open were never among these.
    let left = usize::from(eyes.unseen_mmcs(enemy).min(HALVES)).saturating_sub(revealed(eyes, cast, spot.ground));
    let squads = if lurks { i8::try_from(left).unwrap_or(0) } else { 0 };
    let neighbour = !now.neighbour && eyes.any_unknown(enemy, |there| are_adjacent(setting, there, cast.at));
    squads + i8::from(neighbour) + i8::from(now.unwatched && hidden)
}

/// Returns the Final dr by the conditions so far.
fn final_dr(cast: &Dr, now: &Conditions) -> i8 {
    (cast.dr as i8).saturating_add(now.drm())
}

/// Returns whether, by public facts, the ATTACKER could claim a friendly unit above, and that could matter.
fn may_be_claimed(eyes: AslEyes<'_>, cast: &Dr, now: &Conditions) -> bool {
    let side = eyes.attacker();
    let Ok(spot) = eyes.spot(cast.at) else { return false };
    let lurks = eyes.is_unknown_at(side, spot.ground) || eyes.has_hidden(side);
    if !lurks || now.friend || !B8_42E.is_in_force() {
        return false;
    }
    let total = final_dr(cast, now);
    (0..=most_shown(eyes, cast, now)).any(|more| Emergence::of(total + more) != Emergence::of(total + more - 1))
}

/// Asks the DEFENDER whether to show a unit, if by public facts that could matter. Otherwise settles the dr.
pub fn ask_to_show(resolver: &mut impl Resolver<Asl>, cast: Dr) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let now = conditions(eyes, &cast);
    let (total, cast) = (final_dr(&cast, &now), Dr { drm: Modifiers::of(&now), ..cast });
    let matters = (1..=most_shown(eyes, &cast, &now)).any(|more| Emergence::of(total + more) != Emergence::of(total));
    resolver.push(Step::Below(if matters && B8_42J.is_in_force() { Below::Show(cast) } else { Below::Verdict(cast) }));
}

/// Places a hidden unit on the board, under a "?".
pub fn place(resolver: &mut impl Resolver<Asl>, clause: rules::Clause, unit: Piece) {
    if resolver.position().unit(unit).is_some_and(|unit| unit.cover == Cover::Hidden) {
        resolver.change(clause, Change::Cover { unit, now: Cover::Concealed });
    }
}

/// Applies the result of the dr to the whole stack.
pub fn verdict(resolver: &mut impl Resolver<Asl>, cast: Dr) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let (side, at) = (eyes.attacker(), cast.at);
    let now = conditions(eyes, &cast);
    let result = now.result(cast.dr);
    let drm = Modifiers::of(&now);
    let stack: PieceSet = eyes.at(side, at).map(|(piece, _)| piece).collect();
    let (clause, flag) = match result {
        Emergence::MayEmerge => (B8_42B, Flag::MayEmerge),
        Emergence::Stays => (B8_42C, Flag::Stays),
        Emergence::Discovered => (B8_42D, Flag::Discovered),
    };
    let report = BelowReport::Emergence { side, at, dr: cast.dr, drm, total: final_dr(&cast, &now), result };
    resolver.report(B8_42A, Audience::All, report.into());
    for unit in stack.iter() {
        resolver.change(clause, Change::Flag { unit, flag, on: true });
    }
}
