//! The facts of a seat, one after the other.

use rules::{Piece, Side};

use crate::printed::kind::Kind;
use crate::printed::words::Phase;
use crate::setting::Place;
use crate::state::position::Moving;
use crate::state::unit::{NO_AREA, NO_TUNNEL, Unit};
use crate::view::fact::Fact;
use crate::view::works::Charge;
use crate::view::{AslEyes, Prisoner};

/// Passes all facts of a seat's view to `sink`.
pub fn view(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
    let setting = eyes.setting();
    sink(Fact::Turn { now: eyes.turn(), of: setting.turns });
    sink(Fact::Phase(eyes.phase()));
    sink(Fact::Attacker { side: eyes.attacker() });
    for (n, objective) in setting.objectives.iter().enumerate() {
        sink(Fact::Objective { at: objective.at, held_by: eyes.held(n), points: objective.brings });
        for side in Side::BOTH {
            if eyes.held(n) != Some(side) && eyes.has_gained_unseen(side, n) {
                sink(Fact::HeldUnseen { at: objective.at, side });
            }
        }
    }
    units(eyes, sink);
    for side in Side::BOTH {
        counters(eyes, side, sink);
    }
    // Equal facts are one: units that look alike are counted.
    for alike in eyes.prisoners().chunk_by(PartialEq::eq) {
        if let Some(&Prisoner { side, kind, guard }) = alike.first() {
            sink(Fact::Prisoner { side, kind, guard, number: u8::try_from(alike.len()).unwrap_or(u8::MAX) });
        }
    }
    for side in Side::BOTH.into_iter().filter(|side| eyes.gives_no_quarter(*side)) {
        sink(Fact::NoQuarter { side });
    }
    ground(eyes, sink);
    works(eyes, sink);
    if let (Some(moving), Some(at)) = (eyes.moving(), eyes.moving_at()) {
        // Routing units of both sides are in sight.
        let own = eyes.knows(eyes.attacker()) || eyes.phase() == Phase::Rout;
        let mf_left = Some(moving.mf_left).filter(|_| own);
        // The remaining bonus of the road reveals as much as the movement factors.
        let on_road = own && moving.on_road;
        let Moving { units, pace, spent, stepped, residual, careful, .. } = moving;
        let (began, fled) = (eyes.rout_from(), eyes.fled_from());
        sink(Fact::Moving { units, at, pace, mf_left, spent, stepped, on_road, began, fled, residual, careful });
    }
    for &(from, at) in eyes.fired_at() {
        sink(Fact::FiredAt { from, at });
    }
    if !eyes.entered().is_empty() {
        sink(Fact::Entered(eyes.entered().to_vec()));
    }
    for &at in eyes.barred() {
        sink(Fact::Barred { at });
    }
    let pending = eyes.pending();
    if !pending.is_empty() {
        sink(Fact::Pending(pending));
    }
    if let Some(outcome) = eyes.outcome() {
        sink(Fact::Outcome { winner: outcome.winner });
    }
}

fn units(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
    for (piece, unit) in eyes.all_seen() {
        sink(fact_of(eyes, piece, unit));
    }
}

/// Returns the fact for a piece that a seat can name.
fn fact_of(eyes: AslEyes<'_>, piece: Piece, unit: &Unit) -> Fact {
    let own = eyes.knows(unit.side);
    Fact::Unit {
        piece,
        side: unit.side,
        kind: unit.kind,
        at: unit.at,
        cover: unit.cover,
        flags: unit.flags,
        holder: unit.holder,
        granted: unit.granted,
        known_as: Some(unit.known_as).filter(|kind| own && *kind != unit.kind),
        area: Some(unit.area).filter(|area| *area != NO_AREA && !eyes.is_set_up(unit.side)),
        tunnel: Some(unit.tunnel).filter(|tunnel| own && *tunnel != NO_TUNNEL),
        name: if own { eyes.setting().name_of(unit.name, unit.born) } else { None },
    }
}

/// Passes facts of unseen counters of a side to `sink`.
fn counters(eyes: AslEyes<'_>, side: Side, sink: &mut impl FnMut(Fact)) {
    for at in eyes.unknowns(side) {
        let sewer = eyes.setting().is_below(at);
        sink(Fact::Unknown { side, at, sewer, lost: sewer && eyes.is_lost_at(side, at) });
        if eyes.setting().place(at) == Some(Place::Sewer) && eyes.is_discovered_at(side, at) {
            sink(Fact::Discovered { side, at });
        }
    }
    let unseen = eyes.unseen(side);
    if !unseen.is_empty() {
        sink(Fact::Unseen { side, counters: unseen });
    }
    let mut kinds: Vec<Kind> = eyes.losses(side).collect();
    if !kinds.is_empty() {
        kinds.sort_unstable();
        sink(Fact::Losses { side, kinds });
    }
}

fn ground(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
    let setting = eyes.setting();
    for cover in eyes.all_covers() {
        sink(Fact::Covered { at: cover.at, blaze: cover.blaze });
    }
    let (rubble, buried) = eyes.fallen();
    for hex in rubble {
        sink(Fact::Rubble { at: setting.board.ground(*hex) });
    }
    for hex in buried {
        sink(Fact::Buried { at: setting.board.ground(*hex) });
    }
    for residual in eyes.residual() {
        sink(Fact::Residual { at: residual.at, fp: residual.fp });
    }
    for (from, to) in eyes.breaches() {
        sink(Fact::Breach { from: *from, to: *to });
    }
    for (hex, way) in eyes.trail_breaks() {
        let made = eyes.cleared(hex).is_some();
        let (at, way) = (setting.board.ground(hex), way.map(|hex| setting.board.ground(hex)));
        sink(Fact::TrailBreak { at, way, made });
    }
    for clearing in eyes.clearings() {
        sink(Fact::Clearing { units: clearing.units, at: clearing.at, way: clearing.way });
    }
    for at in eyes.ruined() {
        sink(Fact::Ruined { at: *at });
    }
    for charge in eyes.charges() {
        let Charge { sw, unit, at, toward, set, halved, exhausted, turn } = charge;
        sink(Fact::Charge { sw, unit, at, toward, set, halved, exhausted, turn });
    }
}

fn works(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
    for fort in eyes.forts() {
        sink(Fact::Fort { side: fort.side, at: fort.at, known: fort.known, fixed: fort.fixed });
    }
    for side in Side::BOTH {
        for (n, tunnel) in eyes.tunnels(side) {
            sink(Fact::Tunnel { tunnel: n, side, ends: tunnel.ends, gone: tunnel.gone });
        }
        for entrance in eyes.entrances_seen(side) {
            let own = eyes.of(side).group();
            let (saw, found) = (entrance.saw & own, entrance.found & own);
            if !saw.is_empty() {
                sink(Fact::Entrance { at: entrance.at, saw, found });
            }
        }
        if let Some((tunnels, forts)) = eyes.allotments(side).filter(|left| *left != (0, 0)) {
            sink(Fact::Allotted { side, tunnels, forts });
        }
    }
}
