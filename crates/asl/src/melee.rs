//! The Close Combat Phase: where there is Close Combat, who ambushes whom, and what is left (ASL-A17, ASL-A31).

use board::LocationId;
use rules::{Audience, BySide, Classes, Group, Pool, Side, Turn};

use crate::Asl;
use crate::change::Change;
use crate::clause::{A15, A17, A31, B8_44E};
use crate::concealment;
use crate::eyes::AslEyes;
use crate::fight::{Fight, FightReport};
use crate::flags::Flag;
use crate::kind::Class;
use crate::morale;
use crate::position::Cover;
use crate::tables::{AMBUSH, AMBUSH_CONCEALED};
use crate::terrain::Terrain;

/// Units of a side in a Location with the marker, or all of its men.
fn men(turn: &impl Turn<Asl>, side: Side, at: LocationId) -> Group {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    eyes.of(side).men().at(at).group()
}

/// The next Location from a number on in which both sides are; there the Close Combat begins.
pub fn next(turn: &mut impl Turn<Asl>, from: u16) {
    if !A17.is_in_force() {
        return;
    }
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let both = |at: &LocationId| at.0 >= from && !eyes.of(Side::B).units().at(*at).is_empty();
    let Some(at) = eyes.of(Side::A).units().places().filter(both).min() else { return };
    turn.push(Fight::CloseCombats { from: at.0 + 1 }.into());
    begin(turn, at);
}

/// Begins a Close Combat. Above ground all is shown, after it is noted who was concealed; below everybody stays under his
/// "?" (B8.44e).
fn begin(turn: &mut impl Turn<Asl>, at: LocationId) {
    let below = turn.setting().is_below(at) && B8_44E.is_in_force();
    let attacker = turn.position().attacker;
    let all = BySide::new(|side| men(turn, side, at));
    if below {
        // Dummies too are asked for blows: that they have none must not show.
        turn.push(Fight::Settle { at }.into());
        turn.push(Fight::Blows { side: attacker, at, alone: false }.into());
        return;
    }
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let unseen = BySide::new(|side| {
        let there = eyes.of(side).units().at(at);
        there.but(there.lying(Cover::Open).group()).group()
    });
    for piece in Side::BOTH.into_iter().flat_map(|side| unseen[side].iter()) {
        concealment::lose(turn, piece);
    }
    if all.a.is_empty() || all.b.is_empty() {
        return;
    }
    turn.push(Fight::EndOfCombat { at }.into());
    match ambush(turn, at, all, unseen) {
        Some(side) => {
            turn.push(Fight::Settle { at }.into());
            turn.push(Fight::Blows { side: side.other(), at, alone: true }.into());
            turn.push(Fight::Settle { at }.into());
            turn.push(Fight::Blows { side, at, alone: true }.into());
        }
        None => {
            turn.push(Fight::Settle { at }.into());
            turn.push(Fight::Blows { side: attacker, at, alone: false }.into());
        }
    }
}

/// Who ambushes whom: in a building, woods or rubble, or where somebody was concealed, unless the Melee is an old one.
fn ambush(turn: &mut impl Turn<Asl>, at: LocationId, all: BySide<Group>, unseen: BySide<Group>) -> Option<Side> {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let terrain = eyes.setting().spot(at).map(|spot| eyes.terrain(spot))?;
    let close = terrain.is_building() || terrain.is_rubble() || terrain == Terrain::Woods;
    let any = |group: Group, flag| group.iter().any(|piece| eyes.unit(piece).is_some_and(|unit| unit.is(flag)));
    let old = any(all.a, Flag::Melee) && any(all.b, Flag::Melee);
    let concealed = BySide::new(|side| !unseen[side].is_empty() && A15.is_in_force());
    if old || !(close || concealed.a || concealed.b) {
        return None;
    }
    let modifier = |side: Side| {
        let leaders =
            all[side].iter().filter_map(|piece| eyes.unit(piece)).filter(|unit| unit.kind.class() == Class::Leader);
        let best = leaders.map(morale::leadership).min().unwrap_or(0);
        let tired = i16::from(any(all[side], Flag::Cx)) + i16::from(any(all[side], Flag::Pinned));
        i16::from(best) + tired + if concealed[side] { AMBUSH_CONCEALED } else { 0 }
    };
    let modifiers = BySide::new(modifier);
    let attacker = turn.position().attacker;
    let mut drs = BySide { a: 0, b: 0 };
    for (side, label) in [(attacker, "ambush by the attacker"), (attacker.other(), "ambush by the defender")] {
        drs[side] = turn.roll(Pool::open(1, Classes::SUM, label, A17).of(side)).sum() as i16 + modifiers[side];
    }
    let by = Side::BOTH.into_iter().find(|side| drs[*side] + AMBUSH <= drs[side.other()]);
    let (one, other) = (drs[attacker] as i8, drs[attacker.other()] as i8);
    turn.report(A17, Audience::All, FightReport::Ambush { at, attacker: one, defender: other, by }.into());
    by
}

/// Those who were hit in Close Combat go, and the others are reduced.
pub fn settle(turn: &mut impl Turn<Asl>, at: LocationId) {
    let hit = |flag| {
        let units = &turn.position().units;
        units.within(turn.setting(), at, units.bearing(flag))
    };
    let (doomed, shaken) = (hit(Flag::Doomed), hit(Flag::Shaken));
    for piece in doomed.iter() {
        morale::remove(turn, A17, piece);
    }
    for unit in shaken.iter() {
        turn.change(A17, Change::Flag { unit, flag: Flag::Shaken, on: false });
        morale::reduce(turn, unit);
    }
}

/// A Close Combat above ground is over for this turn: who is left on both sides is held in Melee.
pub fn end(turn: &mut impl Turn<Asl>, at: LocationId) {
    let all = BySide::new(|side| men(turn, side, at));
    let held = !all.a.is_empty() && !all.b.is_empty();
    for unit in all.a.iter().chain(all.b.iter()) {
        if turn.position().unit(unit).is_some_and(|unit| unit.is(Flag::Melee) != held) {
            turn.change(A31, Change::Flag { unit, flag: Flag::Melee, on: held });
        }
    }
}
