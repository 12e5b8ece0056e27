//! Entrances of the enemy's tunnels that a side has seen used.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, Resolver, Side};

use crate::printed::clause::B8_63A;
use crate::state::Asl;
use crate::state::below::Below;
use crate::state::position::TUNNELS;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::works::EntranceSeen;

/// Returns the enemy entrances in this Location that the unit saw used. They may belong to several tunnels.
pub fn seen(eyes: AslEyes<'_>, side: Side, unit: Piece, entrance: LocationId) -> impl Iterator<Item = EntranceSeen> {
    eyes.entrances_seen(side).filter(move |seen| seen.at == entrance && seen.saw.has(unit))
}

/// Calls `look` for each unit in an entrance that the side has seen used, with the entrance; each pair once.
pub fn each(eyes: AslEyes<'_>, side: Side, mut look: impl FnMut(Piece, LocationId)) {
    let mut places: ArrayVec<LocationId, { 2 * TUNNELS }> = ArrayVec::new();
    for at in eyes.entrances_seen(side).map(|seen| seen.at) {
        if !places.contains(&at) {
            let _ = places.try_push(at);
        }
    }
    places.sort_unstable();
    for entrance in places {
        let units = eyes.of(side).units().at(entrance).group();
        units.iter().for_each(|unit| look(unit, entrance));
    }
}

/// Asks a side whether it destroys a tunnel, if by public facts it may have a unit that can.
///
/// That an entrance was found is public, but not which unit found it. The question must not reveal whether that unit is
/// there and alive.
pub fn ask_to_destroy(resolver: &mut impl Resolver<Asl>, side: Side) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let public = eyes.public();
    let could = |entrance: EntranceSeen| {
        let able = |unit: &Unit| unit.is_men() && unit.is_good();
        let open = || public.at(side, entrance.at).any(|(_, unit)| able(unit));
        let somebody = !entrance.found.is_empty() && (public.is_unknown_at(side, entrance.at) || open());
        somebody && !public.at(side.other(), entrance.at).any(|(_, enemy)| enemy.is_open())
    };
    if B8_63A.is_in_force() && eyes.entrances_seen(side).any(could) {
        resolver.push(Step::Below(Below::Destroy { side }));
    }
}
