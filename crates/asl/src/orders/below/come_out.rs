//! Units that come out of a tunnel (B8.61b to B8.61f).

use rules::{Audience, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::below::out::settle;
use crate::mechanics::below::places::{eliminate, is_dummy};
use crate::mechanics::below::tunnel::{is_full, is_seen};
use crate::mechanics::{advancing, concealment};
use crate::printed::clause::{B8_41G, B8_61B, B8_61C, B8_61F};
use crate::printed::flags::Flag;
use crate::printed::words::Fate;
use crate::setting::Place;
use crate::setting::below::is_tunnel;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::view::AslEyes;

/// Checks that units can come out of a tunnel.
pub fn may_come_out(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<(), Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (unit, at) = advancing::may_unit_advance(eyes, side, piece)?;
        if !is_tunnel(eyes.setting(), at) {
            return Err(Refusal::new(B8_61B, "this unit is not in a tunnel"));
        }
        if from.replace((at, unit.tunnel)).is_some_and(|from| from != (at, unit.tunnel)) {
            return Err(Refusal::new(B8_61B, "units that come out together must be in one tunnel"));
        }
    }
    if from.is_some() { Ok(()) } else { Err(Refusal::new(B8_61B, "choose at least one unit to come out")) }
}

/// Moves units out of a tunnel, concealed, even among enemies. A Blaze, or a pillbox that is full or in enemy hands,
/// eliminates them.
pub fn come_out(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let unit = units.iter().find_map(|piece| eyes.unit(piece));
    let Some((tunnel, at)) = unit.and_then(|unit| Some((unit.tunnel, unit.at?))) else { return };
    let Some(ends) = resolver.position().tunnels[side].get(usize::from(tunnel)).map(|tunnel| tunnel.ends) else {
        return;
    };
    let Some(exit) = ends.into_iter().find(|end| resolver.setting().same_hex(*end, at)) else { return };
    let (setting, enemy) = (resolver.setting(), side.other());
    let pillbox = setting.place(exit) == Some(Place::Pillbox);
    let held = pillbox && eyes.at(enemy, exit).any(|(_, unit)| !is_dummy(unit));
    if held && B8_61C.is_in_force() {
        resolver.report(B8_61C, Audience::All, BelowReport::TunnelShut { side, at }.into());
        return eliminate(resolver, B8_61C, units);
    }
    let shut = eyes.is_ruined(exit)
        || setting.hex(exit).is_some_and(|hex| eyes.burns(hex))
        || is_full(eyes, side, exit, PieceSet::EMPTY);
    if shut && B8_41G.is_in_force() {
        resolver.report(B8_41G, Audience::All, BelowReport::TunnelShut { side, at }.into());
        return eliminate(resolver, B8_41G, units);
    }
    is_seen(resolver, side, tunnel, exit);
    resolver.report(B8_61B, Audience::All, BelowReport::LeavesTunnel { side, to: exit }.into());
    let clause = concealment::parting(resolver, units, B8_61B);
    for unit in units.iter() {
        resolver.change(B8_61B, Change::InTunnel { unit, tunnel: None });
    }
    for unit in units.iter() {
        resolver.change(B8_61B, Change::Flag { unit, flag: Flag::Advanced, on: true });
        settle(resolver, B8_61F, B8_61B, unit);
    }
    for unit in units.iter() {
        resolver.change(clause, Change::Placed { unit, at: exit });
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let dummies = pillbox && eyes.at(enemy, exit).next().is_some();
    if dummies {
        let dummies: PieceSet = eyes.at(enemy, exit).map(|(piece, _)| piece).collect();
        resolver.report(B8_61C, Audience::All, Report::DummiesOnly { side: enemy, at: exit });
        for unit in dummies.iter() {
            resolver.change(B8_61C, Change::Gone { unit, fate: Fate::Removed });
        }
    }
}
