//! The Ambush at the beginning of a Close Combat (ASL-A60, B8.44d).

use board::LocationId;
use rules::{Audience, BySide, FaceClasses, PieceSet, Pool, Resolver, Side};

use crate::mechanics::morale;
use crate::printed::clause::{A15, A17, A60, B8_44D, B8_44E};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{AMBUSH, AMBUSH_CONCEALED};
use crate::printed::terrain::Terrain;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::report::fights::FightReport;
use crate::view::AslEyes;

/// Markers that make a side easier to ambush, each by 1 whatever the number of units with it.
const CARELESS: [Flag; 4] = [Flag::Cx, Flag::Broken, Flag::Pinned, Flag::Berserk];

/// Makes the Ambush drs, where they are made. Returns the side that ambushes the other.
///
/// Above ground, what is under each "?" was reported before, so the true modifiers are. Below, only public ones are.
pub fn ambush(resolver: &mut impl Resolver<Asl>, at: LocationId) -> Option<Side> {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let below = eyes.setting().is_below(at) && B8_44E.is_in_force();
    if below && !B8_44D.is_in_force() {
        return None;
    }
    let men = |eyes: AslEyes<'_>, side| eyes.of(side).men().at(at).group();
    // A dummy below counts as a concealed unit, or it would show.
    let concealed =
        BySide::new(|side| A15.is_in_force() && !eyes.of(side).units().at(at).lying(Cover::Concealed).is_empty());
    if !is_possible(eyes, at, concealed, below) {
        return None;
    }
    let drm =
        |eyes: AslEyes<'_>, side| modifier(eyes, men(eyes, side)) + if concealed[side] { AMBUSH_CONCEALED } else { 0 };
    let modifiers = BySide::new(|side| drm(eyes, side));
    let told = BySide::new(|side| drm(if below { eyes.public() } else { eyes }, side));
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

/// Returns whether either side can ambush the other: in woods or a building, or where a unit is concealed. Above ground
/// the ATTACKER must have advanced there, and not into a Melee.
fn is_possible(eyes: AslEyes<'_>, at: LocationId, concealed: BySide<bool>, below: bool) -> bool {
    let any = |side, flag| !eyes.of(side).men().at(at).bearing(flag).is_empty();
    let terrain = eyes.spot(at).map(|spot| eyes.terrain(spot));
    let close = terrain.is_ok_and(|terrain| terrain.is_building() || terrain == Terrain::Woods);
    let old = Side::BOTH.into_iter().all(|side| any(side, Flag::Melee));
    let advanced = below || any(eyes.attacker(), Flag::Advanced);
    advanced && !old && (close || concealed.a || concealed.b)
}

/// Returns the modifier of a side's Ambush dr by its men there, without that for concealment.
fn modifier(eyes: AslEyes<'_>, men: PieceSet) -> i16 {
    let all = || men.iter().filter_map(|piece| eyes.unit(piece));
    let any = |flag| all().any(|unit| unit.is(flag));
    let careless = CARELESS.into_iter().map(|flag| i16::from(any(flag))).sum::<i16>();
    let lax = i16::from(all().any(|unit| unit.kind.values().green));
    let stealthy = i16::from(all().any(|unit| unit.kind.class() == Class::Hero));
    let leads = |unit: &&crate::state::unit::Unit| morale::leads(unit);
    let best = all().filter(leads).map(morale::leadership).min().unwrap_or(0);
    let helps = men.len() > 1 && !any(Flag::Berserk);
    if !A60.is_in_force() {
        return i16::from(any(Flag::Cx)) + i16::from(any(Flag::Pinned)) + i16::from(best);
    }
    careless + lax - stealthy + if helps { i16::from(best) } else { 0 }
}
