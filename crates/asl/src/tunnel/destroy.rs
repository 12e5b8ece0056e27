//! Finding and destroying a tunnel (B8.63).

use board::LocationId;
use rules::{Audience, Classes, OfferSink, Piece, Pool, Refusal, Side, Turn};

use crate::Asl;
use crate::below::{Below, BelowReport};
use crate::change::Change;
use crate::clause::{A29, B8_63A, B8_63B};
use crate::eyes::{AslEyes, EntranceSeen};
use crate::flags::Flag;
use crate::order::Order;
use crate::position::Unit;
use crate::turn::Step;

/// What a Recovery needs at most (ASL-A29).
const RECOVERY: u16 = 5;

/// Enemy entrances in this place that the unit saw used: of several tunnels, perhaps.
fn seen(eyes: AslEyes<'_>, side: Side, unit: Piece, entrance: LocationId) -> impl Iterator<Item = EntranceSeen> {
    eyes.entrances_seen(side).filter(move |seen| seen.at == entrance && seen.saw.has(unit))
}

/// Whether a unit can look for an entrance that it saw used (B8.63a, B8.63b).
///
/// # Errors
/// The refusal with its clause.
pub fn may_search(eyes: AslEyes<'_>, side: Side, unit: Piece, entrance: LocationId) -> Result<(), Refusal> {
    let (searcher, at) = eyes.own(side, unit)?;
    eyes.spot(entrance)?;
    B8_63A.forbids(!searcher.is_men() || !searcher.is_good(), "only Good Order Infantry looks for an entrance")?;
    A29.forbids(searcher.is(Flag::Used), "it has done something else in this phase")?;
    B8_63A.forbids(!eyes.setting().are_one(at, entrance), "it looks for an entrance in its own Location")?;
    let seen = || seen(eyes, side, unit, entrance);
    B8_63B.forbids(seen().next().is_none(), "it saw nobody use an entrance here, and Searching reveals none")?;
    B8_63A.forbids(seen().all(|seen| seen.found.has(unit)), "it has found the entrance already")
}

/// Who can look for entrances.
pub fn offer_searches(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    each(eyes, side, |unit, entrance| {
        if may_search(eyes, side, unit, entrance).is_ok() {
            sink.order(Order::Search { unit, entrance });
        }
    });
}

/// Each unit in an entrance that the side has seen used, with the entrance; each once.
fn each(eyes: AslEyes<'_>, side: Side, mut look: impl FnMut(Piece, LocationId)) {
    let mut places: Vec<LocationId> = eyes.entrances_seen(side).map(|seen| seen.at).collect();
    places.sort_unstable();
    places.dedup();
    for entrance in places {
        let units = eyes.of(side).units().at(entrance).group();
        units.iter().for_each(|unit| look(unit, entrance));
    }
}

/// A unit looks for an entrance.
pub fn search(turn: &mut impl Turn<Asl>, side: Side, unit: Piece, entrance: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(seen) = seen(eyes, side, unit, entrance).find(|seen| !seen.found.has(unit)) else { return };
    let tired = eyes.unit(unit).is_some_and(|unit| unit.is(Flag::Cx));
    let dr = turn.roll(Pool::open(1, Classes::SUM, "recovery", B8_63A)).sum() + u16::from(tired);
    let found = dr <= RECOVERY;
    turn.report(B8_63A, Audience::All, BelowReport::Searches { side, at: entrance, dr: dr as u8, found }.into());
    turn.change(B8_63A, Change::Flag { unit, flag: Flag::Used, on: true });
    if found {
        turn.change(B8_63A, Change::FoundTunnel { side: side.other(), tunnel: seen.tunnel, end: seen.end, by: unit });
    }
}

/// Whether a unit can destroy the tunnel whose entrance it has found (B8.63a).
///
/// # Errors
/// The refusal with this clause.
pub fn may_destroy(eyes: AslEyes<'_>, side: Side, unit: Piece, entrance: LocationId) -> Result<(), Refusal> {
    let (destroyer, at) = eyes.own(side, unit)?;
    eyes.spot(entrance)?;
    B8_63A.forbids(!destroyer.is_men() || !destroyer.is_good(), "only Good Order Infantry destroys a tunnel")?;
    B8_63A
        .forbids(!eyes.setting().are_one(at, entrance), "it destroys a tunnel by the entrance in its own Location")?;
    let known = eyes.at(side.other(), entrance).any(|(_, enemy)| enemy.is_open());
    B8_63A.forbids(known, "a Known enemy is there")?;
    let found = eyes.entrances_seen(side).any(|seen| seen.at == entrance && seen.found.has(unit));
    if found { Ok(()) } else { Err(Refusal::new(B8_63A, "it has found no entrance there")) }
}

/// Who can destroy a tunnel.
pub fn offer_destroy(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    each(eyes, side, |unit, entrance| {
        if may_destroy(eyes, side, unit, entrance).is_ok() {
            sink.order(Order::Destroy { unit, entrance });
        }
    });
    sink.order(Order::Done);
}

/// Asks a side whether it destroys a tunnel, if as everybody knows it may have somebody who can. That an entrance was found
/// has been told, but not who found it: whether that one is there, and alive, must not show in what is asked.
pub fn ask_to_destroy(turn: &mut impl Turn<Asl>, side: Side) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let public = eyes.public();
    let could = |entrance: EntranceSeen| {
        let able = |unit: &Unit| unit.is_men() && unit.is_good();
        let open = || public.at(side, entrance.at).any(|(_, unit)| able(unit));
        let somebody = !entrance.found.is_empty() && (public.is_unknown_at(side, entrance.at) || open());
        somebody && !public.at(side.other(), entrance.at).any(|(_, enemy)| enemy.is_open())
    };
    if B8_63A.is_in_force() && eyes.entrances_seen(side).any(could) {
        turn.push(Step::Below(Below::Destroy { side }));
    }
}

/// The whole tunnel is destroyed.
pub fn destroy(turn: &mut impl Turn<Asl>, side: Side, unit: Piece, entrance: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(seen) = eyes.entrances_seen(side).find(|seen| seen.at == entrance && seen.found.has(unit)) else { return };
    turn.report(B8_63A, Audience::All, BelowReport::TunnelDestroyed { side, at: entrance }.into());
    turn.change(B8_63A, Change::TunnelGone { side: side.other(), tunnel: seen.tunnel });
    ask_to_destroy(turn, side);
}
