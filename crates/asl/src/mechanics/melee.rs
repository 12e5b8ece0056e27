//! The Close Combat Phase: Locations with Close Combat, ambush, and removal of casualties (ASL-A17, ASL-A31).

use board::LocationId;
use rules::{Audience, BySide, FaceClasses, PieceSet, Pool, Resolver, Side};

use crate::mechanics::{berserk, concealment, morale};
use crate::printed::clause::{A15, A17, A31, B8_44D, B8_44E};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{AMBUSH, AMBUSH_CONCEALED};
use crate::printed::terrain::Terrain;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::FightReport;
use crate::view::AslEyes;

/// Begins the Close Combat in the next Location, from a number upwards, that has units of both sides.
pub fn next(resolver: &mut impl Resolver<Asl>, from: u16) {
    if !A17.is_in_force() {
        return;
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let both = |at: &LocationId| at.0 >= from && !eyes.of(Side::B).units().at(*at).is_empty();
    let Some(at) = eyes.of(Side::A).units().places().filter(both).min() else { return };
    resolver.push(Fight::CloseCombats { from: at.0 + 1 }.into());
    begin(resolver, at);
}

/// Begins a Close Combat. Hidden units there come into sight (ASL-A27). Units under a "?" stay there until they attack,
/// are hit or are ambushed by units that attack (ASL-A15, ASL-A17), and below always (B8.44e).
fn begin(resolver: &mut impl Resolver<Asl>, at: LocationId) {
    let below = resolver.setting().is_below(at) && B8_44E.is_in_force();
    let attacker = resolver.position().attacker;
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let there = |side, cover| eyes.of(side).units().at(at).lying(cover).group();
    let hidden = BySide::new(|side| there(side, Cover::Hidden));
    let unseen = BySide::new(|side| !(hidden[side] | there(side, Cover::Concealed)).is_empty() && A15.is_in_force());
    concealment::show(resolver, hidden.a | hidden.b);
    if !below {
        resolver.push(Fight::EndOfCombat { at }.into());
    }
    match ambush(resolver, at, unseen) {
        Some(side) => {
            resolver.push(Fight::Settle { at }.into());
            resolver.push(Fight::Blows { side: side.other(), at, alone: true }.into());
            resolver.push(Fight::Settle { at }.into());
            resolver.push(Fight::Blows { side, at, alone: true }.into());
        }
        None => {
            resolver.push(Fight::Settle { at }.into());
            resolver.push(Fight::Blows { side: attacker, at, alone: false }.into());
        }
    }
}

/// Makes the ambush drs: in a building, woods or rubble, or if a unit was concealed, as all units below are, unless the
/// Melee is an old one. Units under a "?" count, dummies too, but only public modifiers are reported. Returns the side
/// that ambushes the other.
fn ambush(resolver: &mut impl Resolver<Asl>, at: LocationId, concealed: BySide<bool>) -> Option<Side> {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let below = eyes.setting().is_below(at);
    if below && !B8_44D.is_in_force() {
        return None;
    }
    let terrain = eyes.setting().spot(at).map(|spot| eyes.terrain(spot))?;
    let close = terrain.is_building() || terrain.is_rubble() || terrain == Terrain::Woods;
    let men = |eyes: AslEyes<'_>, side| eyes.of(side).men().at(at).group();
    let any = |group: PieceSet, flag| group.iter().any(|piece| eyes.unit(piece).is_some_and(|unit| unit.is(flag)));
    let old = Side::BOTH.into_iter().all(|side| any(men(eyes, side), Flag::Melee));
    if old || !(close || concealed.a || concealed.b) {
        return None;
    }
    let modifier = |group: PieceSet, side: Side| {
        let units = group.iter().filter_map(|piece| eyes.unit(piece));
        let leaders = units.filter(|unit| unit.kind.class() == Class::Leader);
        let best = leaders.map(morale::leadership).min().unwrap_or(0);
        let tired = i16::from(any(group, Flag::Cx)) + i16::from(any(group, Flag::Pinned));
        i16::from(best) + tired + if concealed[side] { AMBUSH_CONCEALED } else { 0 }
    };
    let modifiers = BySide::new(|side| modifier(men(eyes, side), side));
    let told = BySide::new(|side| modifier(men(eyes.public(), side), side));
    let attacker = resolver.position().attacker;
    let mut drs = BySide { a: 0, b: 0 };
    for (side, label) in [(attacker, "ambush by the attacker"), (attacker.other(), "ambush by the defender")] {
        drs[side] = resolver.roll(Pool::open(1, FaceClasses::SUM, label, A17).credited_to(side)).sum() as i16;
    }
    let total = |side: Side| drs[side] + modifiers[side];
    let by = Side::BOTH.into_iter().find(|side| total(*side) + AMBUSH <= total(side.other()));
    let [one, other] = [attacker, attacker.other()].map(|side| (drs[side] + told[side]) as i8);
    let clause = if below { B8_44D } else { A17 };
    resolver.report(clause, Audience::All, FightReport::Ambush { at, attacker: one, defender: other, by }.into());
    by
}

/// Removes the units eliminated in Close Combat, and reduces others: above ground in sight of all players.
pub fn settle(resolver: &mut impl Resolver<Asl>, at: LocationId) {
    let hit = |flag| {
        let units = &resolver.position().units;
        units.within(resolver.setting(), at, units.bearing(flag))
    };
    let (doomed, shaken) = (hit(Flag::Doomed), hit(Flag::Shaken));
    let above = (doomed | shaken) - resolver.position().units.below();
    concealment::show(resolver, above);
    for piece in doomed.iter() {
        morale::remove(resolver, A17, piece);
    }
    for unit in shaken.iter() {
        resolver.change(A17, Change::Flag { unit, flag: Flag::Shaken, on: false });
        morale::reduce(resolver, unit);
    }
}

/// Ends a Close Combat above ground for this turn: units left in sight on both sides are held in Melee. A "?" neither
/// is held nor holds any unit.
pub fn end(resolver: &mut impl Resolver<Asl>, at: LocationId) {
    Side::BOTH.into_iter().for_each(|side| berserk::after_victory(resolver, side, at));
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let men = BySide::new(|side| eyes.of(side).men().at(at).lying(Cover::Open).group());
    let held = !men.a.is_empty() && !men.b.is_empty();
    for unit in men.a.iter().chain(men.b.iter()) {
        if resolver.position().unit(unit).is_some_and(|unit| unit.is(Flag::Melee) != held) {
            resolver.change(A31, Change::Flag { unit, flag: Flag::Melee, on: held });
        }
    }
}
