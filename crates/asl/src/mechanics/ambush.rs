//! The Ambush at the beginning of a Close Combat (ASL-A60, B8.44d).

use arrayvec::ArrayVec;
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
use crate::state::report::close::CloseReport;
use crate::view::AslEyes;

/// Markers that make a side easier to ambush, each by 1 whatever the number of units with it.
const CARELESS: [(Flag, &str); 4] =
    [(Flag::Cx, "counter-exhausted"), (Flag::Broken, "broken"), (Flag::Pinned, "pinned"), (Flag::Berserk, "berserk")];

/// One modifier of a side's Ambush dr, and its cause.
pub type Part = (i16, &'static str);
/// All modifiers of a side's Ambush dr.
pub type Parts = ArrayVec<Part, 8>;

/// Makes the Ambush drs, where they are made. Returns the side that ambushes the other.
///
/// Above ground, what is under each "?" was reported before, so the true modifiers are. Below, only public ones are.
pub fn ambush(resolver: &mut impl Resolver<Asl>, at: LocationId) -> Option<Side> {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let below = is_under(eyes, at);
    if !can_happen(eyes, at) {
        return None;
    }
    let modifiers = BySide::new(|side| sum(&parts(eyes, eyes, side, at)));
    let told = BySide::new(|side| sum(&parts(eyes, if below { eyes.public() } else { eyes }, side, at)));
    let attacker = resolver.position().attacker;
    let mut drs = BySide { a: 0, b: 0 };
    for (side, label) in [(attacker, "ambush by the attacker"), (attacker.other(), "ambush by the defender")] {
        drs[side] = resolver.roll(Pool::open(1, FaceClasses::SUM, label, A17).credited_to(side)).sum() as i16;
    }
    let total = |side: Side| drs[side] + modifiers[side];
    let by = Side::BOTH.into_iter().find(|side| total(*side) + AMBUSH <= total(side.other()));
    let [one, other] = [attacker, attacker.other()].map(|side| (drs[side] + told[side]) as i8);
    let clause = if below { B8_44D } else { A17 };
    resolver.report(clause, Audience::All, CloseReport::Ambush { at, attacker: one, defender: other, by }.into());
    by
}

/// Returns whether the rules of Close Combat below ground apply there.
fn is_under(eyes: AslEyes<'_>, at: LocationId) -> bool {
    eyes.setting().is_below(at) && B8_44E.is_in_force()
}

/// Returns whether either side can ambush the other: in woods or a building, or where a unit is concealed. Above ground
/// the ATTACKER must have advanced there, and not into a Melee.
#[must_use]
pub fn can_happen(eyes: AslEyes<'_>, at: LocationId) -> bool {
    let below = is_under(eyes, at);
    if below && !B8_44D.is_in_force() {
        return false;
    }
    let any = |side, flag| !eyes.of(side).men().at(at).bearing(flag).is_empty();
    let terrain = eyes.spot(at).map(|spot| eyes.terrain(spot));
    let close = terrain.is_ok_and(|terrain| terrain.is_building() || terrain == Terrain::Woods);
    let old = Side::BOTH.into_iter().all(|side| any(side, Flag::Melee));
    let advanced = below || any(eyes.attacker(), Flag::Advanced);
    let concealed = concealed(eyes, at);
    advanced && !old && (close || concealed.a || concealed.b)
}

/// Returns whether each side has a "?" there. A dummy below counts as a concealed unit, or it would show.
fn concealed(eyes: AslEyes<'_>, at: LocationId) -> BySide<bool> {
    BySide::new(|side| A15.is_in_force() && !eyes.of(side).units().at(at).lying(Cover::Concealed).is_empty())
}

/// Returns the sum of modifiers.
#[must_use]
pub fn sum(parts: &Parts) -> i16 {
    parts.iter().map(|(drm, _)| drm).sum()
}

/// Returns the modifiers of a side's Ambush dr there, by those of its men that `seen` shows.
#[must_use]
pub fn parts(eyes: AslEyes<'_>, seen: AslEyes<'_>, side: Side, at: LocationId) -> Parts {
    let men = seen.of(side).men().at(at).group();
    let mut parts = of_men(seen, men);
    if concealed(eyes, at)[side] {
        parts.push((AMBUSH_CONCEALED, "concealed"));
    }
    parts
}

/// Returns the modifiers of a side's Ambush dr by its men there, without that for concealment.
fn of_men(eyes: AslEyes<'_>, men: PieceSet) -> Parts {
    let all = || men.iter().filter_map(|piece| eyes.unit(piece));
    let any = |flag| all().any(|unit| unit.is(flag));
    let best = all().filter(|unit| morale::leads(unit)).map(morale::leadership).min().unwrap_or(0);
    let printed = A60.is_in_force();
    let careless = CARELESS.into_iter().filter(|(flag, _)| printed || matches!(flag, Flag::Cx | Flag::Pinned));
    let careless = careless.map(|(flag, why)| (i16::from(any(flag)), why));
    let lax = printed && all().any(|unit| unit.kind.values().green);
    let stealthy = printed && all().any(|unit| unit.kind.class() == Class::Hero);
    let helps = !printed || (men.len() > 1 && !any(Flag::Berserk));
    let led = if helps { i16::from(best) } else { 0 };
    let rest = [(i16::from(lax), "Inexperienced"), (-i16::from(stealthy), "hero"), (led, "leader")];
    careless.chain(rest).filter(|(drm, _)| *drm != 0).collect()
}
