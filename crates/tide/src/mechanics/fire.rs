//! Fire: Concentrated Fire, the attack of Fire and Movement, and Op Fire.

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Pool, Refusal, Resolver, Side, referee_clauses};

use crate::mechanics::morale;
use crate::mechanics::range::band;
use crate::mechanics::standing::fresh;
use crate::printed::clause::{B3, B6, B10, B11, B12, B13, B14, B15, B21, B23, B25, S9};
use crate::printed::tables::{Band, OFFICER_DEFENCE, SAVES, half};
use crate::printed::words::{Action, Mode, State, Token};
use crate::state::Tide;
use crate::state::position::Active;
use crate::state::report::{Effect, End, Report};
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// Kind of an attack by fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
    /// Concentrated Fire, by one squad or with supporters (TOI-B25).
    Concentrated,
    /// The attack of Fire and Movement (TOI-B15).
    OnTheMove(Active),
    /// Op Fire at an enemy that has entered a hex (TOI-B14).
    OpFire(Active),
}

/// Returns the firepower of a squad; a pinned squad has half (TOI-B23).
#[inline]
#[must_use]
pub fn firepower(squad: &Squad) -> u16 {
    let full = squad.figures.firepower();
    if squad.state == State::Pinned && B23.is_in_force() { half(full) } else { full }
}

/// Returns the firepower that supporters add: half of each (TOI-B10).
#[must_use]
pub fn support(eyes: TideEyes<'_>, with: PieceSet) -> u16 {
    if !B10.is_in_force() {
        return 0;
    }
    with.iter().filter_map(|piece| eyes.squad(piece)).map(|squad| half(firepower(squad))).sum()
}

/// Returns a squad that can fire or lead this fire.
///
/// # Errors
/// - If the squad is not fresh, for Concentrated Fire.
/// - If it is not the activated squad or has already fired, for Fire and Movement.
/// - If it is not in Op Fire mode, for Op Fire.
/// - If it is in the sewer or disrupted.
#[inline]
pub fn may_shoot(eyes: TideEyes<'_>, side: Side, shot: Shot, unit: Piece) -> Result<&Squad, Refusal> {
    let squad = match shot {
        Shot::Concentrated => fresh(eyes, side, unit)?,
        Shot::OnTheMove(active) => {
            let squad = eyes.own(side, unit)?;
            let other = active.piece != unit || active.action != Action::FireAndMovement;
            B15.forbids(other, "only the squad activated for Fire and Movement can fire now")?;
            B15.forbids(active.fired, "this squad has already fired in this action")?;
            squad
        }
        Shot::OpFire(_) => {
            let squad = eyes.own(side, unit)?;
            B14.forbids(squad.token != Token::OpFire, "this squad is not in Op Fire mode")?;
            squad
        }
    };
    S9.forbids(squad.on().is_none(), "a squad in the sewer can't fire")?;
    B23.forbids(squad.state == State::Disrupted, "a disrupted squad can't fire")?;
    Ok(squad)
}

/// Checks that a squad can fire at a target and returns the range band.
///
/// # Errors
/// - If the target is unknown, friendly, out of sight or out of range.
/// - If Op Fire has another target than the moving squad.
/// - If the range is long in Fire and Movement.
#[inline]
pub fn may_aim(eyes: TideEyes<'_>, side: Side, shot: Shot, squad: &Squad, target: Piece) -> Result<Band, Refusal> {
    let Some(enemy) = eyes.squad(target) else {
        return Err(Refusal::new(referee_clauses::NAMES, "unknown target squad"));
    };
    if enemy.side == side {
        return Err(Refusal::new(B3, "the target is a friendly squad"));
    }
    if let Shot::OpFire(active) = shot {
        B14.forbids(active.piece != target, "Op Fire can target only the squad that moved")?;
    }
    let band = band(eyes, squad, enemy)?;
    if let Shot::OnTheMove(_) = shot {
        B15.forbids(band == Band::Long, "a squad can't fire at long range in Fire and Movement")?;
    }
    Ok(band)
}

/// Checks that a squad can support the fire of another.
///
/// # Errors
/// - If the fire is in Fire and Movement.
/// - If the supporter can't fire itself, or can't fire at the target.
#[inline]
pub fn may_support(
    eyes: TideEyes<'_>,
    side: Side,
    shot: Shot,
    unit: Piece,
    target: Piece,
    supporter: Piece,
) -> Result<(), Refusal> {
    if let Shot::OnTheMove(_) = shot {
        return B15.forbids(true, "squads can't support an attack in Fire and Movement");
    }
    B25.forbids(supporter == unit, "a squad can't support itself")?;
    let squad = may_shoot(eyes, side, shot, supporter)?;
    let reaches = eyes.squad(target).is_some_and(|target| band(eyes, squad, target).is_ok());
    B25.forbids(!reaches, "a supporting squad must see the target and have it within long range")
}

/// Whether a squad in Fire and Movement has an enemy to fire at.
#[must_use]
pub fn has_target(eyes: TideEyes<'_>, squad: &Squad) -> bool {
    eyes.standing(squad.side.other()).any(|(_, enemy)| band(eyes, squad, enemy).is_ok_and(|band| band < Band::Long))
}

/// Asks for Op Fire at the activated squad, if an enemy squad can fire at it (TOI-B14).
pub fn ask_op_fire(resolver: &mut impl Resolver<Tide>) {
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    let Some(active) = eyes.active() else { return };
    let Some(mover) = eyes.squad(active.piece) else {
        return;
    };
    let able = |squad: &Squad| squad.state != State::Disrupted && band(eyes, squad, mover).is_ok();
    let asked = B14.is_in_force() && eyes.each(eyes.op_fire(mover.side.other())).any(|(_, squad)| able(squad));
    if asked {
        resolver.push(Step::OpFire);
    }
}

/// Resolves an attack by fire: dice, saves and their effect on the target (TOI-B10 to TOI-B13).
pub fn attack(resolver: &mut impl Resolver<Tide>, shot: Shot, unit: Piece, target: Piece, mode: Mode, with: PieceSet) {
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    let (Some(squad), Some(enemy)) = (eyes.squad(unit), eyes.squad(target)) else {
        return;
    };
    let (side, victim) = (enemy.side, *enemy);
    let band = band(eyes, squad, enemy).unwrap_or(Band::Long);
    let halved = matches!(shot, Shot::OnTheMove(_)) && B15.is_in_force();
    let own = if halved { half(firepower(squad)) } else { firepower(squad) };
    let strength = dice(own + support(eyes, with));
    let cover = defence(eyes, enemy);

    let hits = resolver.roll(Pool::open(strength, band.hits(), "attack", B10)).successes();
    let saves = save(resolver, cover, hits, "defence");
    let net = hits.saturating_sub(saves);
    let effect = match mode {
        Mode::Normal if net > 0 => Effect::Losses,
        Mode::Normal => Effect::None,
        Mode::Suppressive => morale::suppression(&victim, net),
    };
    let clause = if mode == Mode::Normal { B12 } else { B13 };
    let report = Report::Attack { unit, with, target, mode, range: band, strength, hits, saves, net, effect };
    resolver.report(clause, Audience::All, report);
    match effect {
        Effect::Losses if B12.is_in_force() => {
            resolver.push(Step::Lose { side, victims: PieceSet::EMPTY.with(target), figures: net });
        }
        Effect::None | Effect::Losses => {}
        Effect::Pinned => morale::become_state(resolver, B13, target, State::Pinned),
        Effect::Disrupted => morale::become_state(resolver, B13, target, State::Disrupted),
        Effect::Routed => morale::remove(resolver, B13, target, End::Routed),
    }
}

/// Converts a strength to a number of dice.
#[must_use]
pub fn dice(strength: u16) -> u8 {
    u8::try_from(strength).unwrap_or(u8::MAX)
}

/// Returns the cover of a Location (TOI-B21).
#[must_use]
pub fn cover(eyes: TideEyes<'_>, at: LocationId) -> u8 {
    if B21.is_in_force() { eyes.setting().spot(at).map_or(0, |spot| spot.cover) } else { 0 }
}

/// Returns the defence dice of a squad in its Location (TOI-B11, TOI-B21).
#[must_use]
pub fn defence(eyes: TideEyes<'_>, squad: &Squad) -> u8 {
    let cover = squad.on().map_or(0, |at| cover(eyes, at));
    let officer = squad.figures.has_officer() && B6.is_in_force();
    cover + if officer { OFFICER_DEFENCE } else { 0 }
}

/// Rolls defence dice and returns the number of successes (TOI-B11). Without hits or dice there is no roll.
pub fn save(resolver: &mut impl Resolver<Tide>, dice: u8, hits: u8, label: &'static str) -> u8 {
    if dice == 0 || hits == 0 || !B11.is_in_force() {
        return 0;
    }
    resolver.roll(Pool::open(dice, SAVES, label, B11)).successes()
}
