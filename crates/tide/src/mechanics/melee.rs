//! Assaults, from the street or from the sewer.

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Pool, Refusal, Resolver, Side};

use crate::mechanics::fire::{self, dice, firepower, save, support};
use crate::mechanics::standing::is_led;
use crate::printed::clause::{B16, B17, S13, S14, S15, S16};
use crate::printed::tables::{ASSAULT_HITS, SUPPORTERS, half};
use crate::printed::words::{SOVIET, State};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// Whether a squad of the side is in a Location.
#[inline]
#[must_use]
pub fn holds(eyes: TideEyes<'_>, side: Side, at: LocationId) -> bool {
    eyes.of_side_on(side, at).next().is_some()
}

/// Whether a squad has an enemy one step away.
#[must_use]
pub fn has_target(eyes: TideEyes<'_>, squad: &Squad) -> bool {
    let spot = squad.on().and_then(|at| eyes.setting().spot(at));
    spot.is_some_and(|spot| spot.edges.iter().any(|way| holds(eyes, squad.side.other(), way.to)))
}

/// Checks that a squad can support an assault on a Location.
///
/// # Errors
/// - If it is the assaulting squad, or in the sewer.
/// - If it is not one step from the Location.
/// - If it is pinned or disrupted.
/// - If it has a heavy weapon.
#[inline]
pub fn may_support(
    eyes: TideEyes<'_>,
    side: Side,
    unit: Piece,
    at: LocationId,
    supporter: Piece,
    from_sewer: bool,
) -> Result<(), Refusal> {
    let clause = if from_sewer { S13 } else { B16 };
    let squad = eyes.own(side, supporter)?;
    if supporter == unit {
        return Err(Refusal::new(clause, "a squad can't support itself"));
    }
    let Some(from) = squad.on() else {
        return Err(Refusal::new(clause, "a squad in the sewer can't support an assault"));
    };
    eyes.setting().check_cliff(from, at)?;
    clause.forbids(
        eyes.setting().step_cost(from, at).is_none(),
        "a supporting squad must be one step from the assaulted Location",
    )?;
    B16.forbids(squad.state != State::Steady, "pinned and disrupted squads can't support an assault")?;
    B16.forbids(squad.figures.is_heavy(), "a squad with a heavy weapon can't support an assault")
}

/// Checks that these squads can support an assault on a Location.
///
/// # Errors
/// If there are more than two, or one of them can't support.
pub fn may_all_support(
    eyes: TideEyes<'_>,
    side: Side,
    unit: Piece,
    at: LocationId,
    with: PieceSet,
    from_sewer: bool,
) -> Result<(), Refusal> {
    let clause = if from_sewer { S13 } else { B16 };
    clause.forbids(with.len() > SUPPORTERS, "at most two squads can support an assault")?;
    with.iter().try_for_each(|supporter| may_support(eyes, side, unit, at, supporter, from_sewer))
}

/// Returns the dice of an assault (TOI-B16), less the penalty for an assault from the sewer (TOI-S14).
fn strength(eyes: TideEyes<'_>, unit: Piece, with: PieceSet, from_sewer: bool) -> u8 {
    let own = eyes.squad(unit).map_or(0, firepower);
    let penalty = if from_sewer && S14.is_in_force() { eyes.setting().options.sewer_assault_penalty } else { 0 };
    dice((own + support(eyes, with, PieceSet::EMPTY)).saturating_sub(u16::from(penalty)))
}

/// Returns the dice of the defenders (TOI-B16).
fn defenders_strength(eyes: TideEyes<'_>, side: Side, at: LocationId) -> u8 {
    let points = |squad: &Squad| match squad.state {
        State::Pinned if !is_led(eyes, squad) => half(squad.figures.firepower(side)),
        State::Steady | State::Pinned => squad.figures.firepower(side),
        State::Disrupted => 0,
    };
    dice(eyes.of_side_on(side, at).map(|(_, squad)| points(squad)).sum())
}

/// Makes the rolls of both sides, and pushes the steps for losses and the result (TOI-B16).
pub fn assault(resolver: &mut impl Resolver<Tide>, unit: Piece, at: LocationId, with: PieceSet, from_sewer: bool) {
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    let Some(attacker) = eyes.squad(unit) else {
        return;
    };
    let (side, figures) = (attacker.side, attacker.figures.total());
    let enemy = side.other();
    let defenders: PieceSet = eyes.of_side_on(enemy, at).map(|(piece, _)| piece).collect();
    let strength = strength(eyes, unit, with, from_sewer);
    let against = defenders_strength(eyes, enemy, at);
    let cover = fire::cover(eyes, at);

    let hits = roll(resolver, side, strength, "assault attack");
    let against_hits = roll(resolver, enemy, against, "assault defence");
    let saves = save(resolver, cover, hits, "assault cover");
    let net = hits.saturating_sub(saves);
    let won = against_hits < figures && net > against_hits;
    let clause = if from_sewer { S13 } else { B16 };
    let report =
        |unit| Report::Assault { unit, at, with, strength, hits, against, against_hits, saves, won, from_sewer };
    if resolver.position().fights_unseen(unit) {
        resolver.report(clause, Audience::Only(SOVIET), report(Some(unit)));
        resolver.report(clause, Audience::AllBut(SOVIET), report(None));
    } else {
        resolver.report(clause, Audience::All, report(Some(unit)));
    }
    if B16.is_in_force() {
        resolver.push(Step::AssaultOver { unit, at, defenders, won });
        resolver.push(Step::Lose { side: enemy, victims: defenders, figures: net });
        resolver.push(Step::Lose { side, victims: PieceSet::EMPTY.with(unit), figures: against_hits });
    }
}

fn roll(resolver: &mut impl Resolver<Tide>, side: Side, dice: u8, label: &'static str) -> u8 {
    if dice == 0 { 0 } else { resolver.roll(Pool::open(dice, ASSAULT_HITS, label, B16).credited_to(side)).successes() }
}

/// Pushes the retreat of the beaten defenders and the winner's move. A squad that failed from the sewer stays below.
pub fn conclude(resolver: &mut impl Resolver<Tide>, unit: Piece, at: LocationId, defenders: PieceSet, won: bool) {
    let Some(squad) = resolver.position().squad(unit).copied() else {
        return;
    };
    if won && B17.is_in_force() {
        resolver.push(Step::Occupy { unit, at });
        let side = squad.side.other();
        let alive = |piece: &Piece| resolver.position().squad(*piece).is_some_and(Squad::is_alive);
        let mut beaten = defenders.iter().filter(alive);
        match (beaten.next(), beaten.next()) {
            (None, _) => {}
            // A single squad retreats by a step of its own, as in old ledgers, so that they stay valid.
            (Some(unit), None) => resolver.push(Step::Beaten { side, unit }),
            _ => resolver.push(Step::BeatenOut { side, at }),
        }
    } else if let Some(card) = squad.below() {
        resolver.change(S16, Change::Squares { card, covered: 1, fatigued: true });
    }
}

/// Moves the winner of an assault to the Location (TOI-B17, TOI-S15).
pub fn occupy(resolver: &mut impl Resolver<Tide>, unit: Piece, at: LocationId) {
    let Some(squad) = resolver.position().squad(unit).copied() else {
        return;
    };
    match squad.below() {
        Some(card) => {
            resolver.change(S15, Change::Placed { unit, at });
            resolver.change(S15, Change::Returned { card });
        }
        None => resolver.change(B17, Change::Placed { unit, at }),
    }
}
