//! Interdiction of routing units (ASL-A51).

use board::LocationId;
use rules::{Piece, Resolver, Side};

use crate::mechanics::prisoners;
use crate::printed::clause::{A27, A28, A51};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::FARTHEST;
use crate::printed::terrain::Terrain;
use crate::setting::Place;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns whether a Location is Open Ground for a unit that routs into it. Shellholes are, unless it pays more for
/// them (ASL-A21).
#[must_use]
pub fn is_open(eyes: AslEyes<'_>, at: LocationId, careful: bool) -> bool {
    eyes.setting().spot(at).is_some_and(|spot| {
        let terrain = eyes.terrain(spot);
        spot.place == Place::Ground && (terrain.is_open() || (terrain == Terrain::Shellholes && !careful))
    })
}

/// Returns whether nothing on the line from one Location to another hinders or covers.
fn is_clear(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> bool {
    eyes.line(from, to).is_some_and(|line| line.hindrance == 0 && line.hexside == 0)
}

/// Returns the Normal Range of a unit in hexes: its own, or that of a working machine gun it can fire in full; 0 if it
/// has no firepower.
fn range(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> u16 {
    let values = unit.kind.values();
    let own = if values.fp > 0 { u16::from(values.range) } else { 0 };
    // A leader alone fires a machine gun at half strength.
    let whole = unit.kind.is_mmc() || unit.kind.class() == Class::Hero;
    let works = |weapon: &Unit| whole && weapon.kind.class() == Class::Lmg && !weapon.is(Flag::Malfunctioned);
    let guns = eyes.weapons(piece).filter(|(_, weapon)| works(weapon));
    guns.map(|(_, gun)| u16::from(gun.kind.values().range).min(FARTHEST)).fold(own, u16::max)
}

/// Returns whether a unit in Normal Range has a clear line to a Location.
fn covers(eyes: AslEyes<'_>, (piece, unit, from): (Piece, &Unit, LocationId), at: LocationId) -> bool {
    eyes.setting().distance(from, at) <= range(eyes, piece, unit) && is_clear(eyes, from, at)
}

/// Returns whether a piece in the open is in sight and Normal Range of a Known, unbroken, armed enemy, who need not be
/// able to Interdict.
#[must_use]
pub fn is_exposed(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    let eyes = eyes.public();
    let open = eyes.setting().spot(at).is_some_and(|spot| spot.place == Place::Ground && eyes.terrain(spot).is_open());
    let seen = || eyes.of(side.other()).men().above().without(Flag::Broken).without(Flag::Melee).in_sight_of(piece);
    open && seen().iter().any(|enemy| covers(eyes, enemy, at))
}

/// Markers of units that don't Interdict.
const IDLE: [Flag; 5] = [Flag::Broken, Flag::Pinned, Flag::Cx, Flag::Ti, Flag::Melee];

/// Returns whether a unit could Interdict a unit that routs into an open Location.
fn interdicts(eyes: AslEyes<'_>, (piece, unit, from): (Piece, &Unit, LocationId), at: LocationId) -> bool {
    let able = unit.is_men() && !unit.below && !IDLE.into_iter().any(|flag| unit.is(flag));
    let encircled = unit.is(Flag::Encircled) && A28.is_in_force();
    able && !encircled && !prisoners::is_outnumbered(eyes, piece) && covers(eyes, (piece, unit, from), at)
}

/// Returns whether a Known enemy Interdicts a unit of a side that routs into a Location.
#[must_use]
pub fn is_interdicted(eyes: AslEyes<'_>, side: Side, at: LocationId, careful: bool) -> bool {
    let eyes = eyes.public();
    let all = || IDLE.into_iter().fold(eyes.of(side.other()).men().above(), Seen::without);
    A51.is_in_force() && is_open(eyes, at, careful) && all().iter().any(|enemy| interdicts(eyes, enemy, at))
}

/// Returns whether an enemy out of sight might Interdict: some "?" with a clear line within range, or any hidden unit.
/// By public facts, whatever is under the "?".
fn might_be(public: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    let enemy = side.other();
    let sees = |from| public.setting().distance(from, at) <= FARTHEST && is_clear(public, from, at);
    public.any_unknown_sees(enemy, piece, sees) || (A27.is_in_force() && public.has_hidden(enemy))
}

/// Asks the other side whether a unit out of sight Interdicts a unit that has routed into an open Location, if it might
/// by public facts.
pub fn ask(resolver: &mut impl Resolver<Asl>, side: Side, unit: Piece, at: LocationId, careful: bool) {
    let public = AslEyes::open(resolver.setting(), resolver.position()).public();
    if A51.is_in_force() && is_open(public, at, careful) && might_be(public, side, unit, at) {
        resolver.push(Fight::Interdict { side: side.other(), unit }.into());
    }
}

/// Returns the units out of sight with which a side can Interdict a routing unit.
pub fn unseen(eyes: AslEyes<'_>, side: Side, routs: Piece) -> impl Iterator<Item = Piece> {
    let at = eyes.unit(routs).and_then(|unit| unit.at);
    let men = eyes.of(side).men().above();
    let able = move |(piece, unit, from): (Piece, &Unit, LocationId)| {
        (!unit.is_open() && at.is_some_and(|at| interdicts(eyes, (piece, unit, from), at))).then_some(piece)
    };
    men.iter().filter_map(able)
}
