//! Fire: Concentrated Fire, the attack of Fire and Movement, and Op Fire.

use board::LocationId;
use rules::{Audience, Piece, PieceSet, Pool, Refusal, Resolver, Side, referee_clauses};

use crate::mechanics::morale;
use crate::mechanics::range::band;
use crate::mechanics::standing::{fresh, is_led};
use crate::printed::clause::{B3, B7, B10, B11, B12, B13, B14, B15, B21, B23, B25, B29, B30, B31, S9};
use crate::printed::tables::{Band, ELITE_COVER, OFFICER_COVER, SAVES, half};
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

/// An attack by fire: who fires at whom, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volley {
    /// The firing squad, or the one that leads.
    pub unit: Piece,
    pub target: Piece,
    pub mode: Mode,
    /// The supporting squads.
    pub with: PieceSet,
    /// Those of these squads that fire with their machine-gun crews only (TOI-B7).
    pub crews: PieceSet,
}

impl Volley {
    /// Returns the volley with one more supporter.
    #[must_use]
    pub const fn joined_by(self, supporter: Piece, crews_only: bool) -> Volley {
        let crews = if crews_only { self.crews.with(supporter) } else { self.crews };
        Volley { with: self.with.with(supporter), crews, ..self }
    }

    /// Lists the squads that fire, the leader first.
    pub fn firers(self) -> impl Iterator<Item = Piece> + Clone {
        std::iter::once(self.unit).chain(self.with.iter())
    }

    /// Returns a squad that fires, with the figures that fire.
    fn firer(self, eyes: TideEyes<'_>, piece: Piece) -> Option<Squad> {
        Some(firing(eyes.squad(piece)?, self.crews.has(piece)))
    }

    /// Whether only machine-gun crews of this squad fire. Then it stays in Op Fire mode (TOI-B31).
    #[must_use]
    pub fn is_rapid(self, eyes: TideEyes<'_>, piece: Piece) -> bool {
        let crews = |squad: Squad| squad.figures.is_heavy() && !squad.figures.is_mixed();
        B31.is_in_force() && self.firer(eyes, piece).is_some_and(crews)
    }
}

/// Returns a squad with the figures that fire: all, or its machine-gun crews only (TOI-B7).
#[inline]
#[must_use]
pub fn firing(squad: &Squad, crews_only: bool) -> Squad {
    let figures = if crews_only { squad.figures.crews() } else { squad.figures };
    Squad { figures, ..*squad }
}

/// Lists how a squad can fire: with all figures, and with its machine-gun crews only if it has other figures (TOI-B7).
#[inline]
pub fn parts(squad: &Squad) -> impl Iterator<Item = (bool, Squad)> + Clone + use<> {
    let squad = *squad;
    let crews = squad.figures.is_mixed().then(|| (true, firing(&squad, true)));
    std::iter::once((false, squad)).chain(crews)
}

/// Returns the firepower of a squad; a pinned squad has half (TOI-B23).
#[inline]
#[must_use]
pub fn firepower(squad: &Squad) -> u16 {
    let full = squad.figures.firepower(squad.side);
    if squad.state == State::Pinned && B23.is_in_force() { half(full) } else { full }
}

/// Returns the firepower that supporters add: half of each (TOI-B10). Those in `crews` fire with their machine-gun crews
/// only.
#[must_use]
pub fn support(eyes: TideEyes<'_>, with: PieceSet, crews: PieceSet) -> u16 {
    if !B10.is_in_force() {
        return 0;
    }
    let points = |piece| Some(half(firepower(&firing(eyes.squad(piece)?, crews.has(piece)))));
    with.iter().filter_map(points).sum()
}

/// Returns a squad that can fire or lead this fire.
///
/// # Errors
/// - If the squad is not fresh, for Concentrated Fire.
/// - If it is not the activated squad or has already fired, for Fire and Movement.
/// - If it is not in Op Fire mode or its crews have fired at this squad, for Op Fire.
/// - If it is in the sewer or disrupted.
/// - If it is pinned, except for Concentrated Fire with an officer in its Location (TOI-B29).
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
        Shot::OpFire(active) => {
            let squad = eyes.own(side, unit)?;
            B14.forbids(squad.token != Token::OpFire, "this squad is not in Op Fire mode")?;
            B31.forbids(
                active.crews_fired.has(unit),
                "this squad's machine-gun crews have already fired at the moving squad in this action",
            )?;
            squad
        }
    };
    S9.forbids(squad.on().is_none(), "a squad in the sewer can't fire")?;
    B23.forbids(squad.state == State::Disrupted, "a disrupted squad can't fire")?;
    if squad.state == State::Pinned {
        let rallied = shot == Shot::Concentrated && B29.is_in_force() && is_led(eyes, squad);
        B23.forbids(!rallied, "a pinned squad can fire only in Concentrated Fire with an officer in its Location")?;
    }
    Ok(squad)
}

/// Checks that the squads named in `crews` can fire with their machine-gun crews only (TOI-B7).
///
/// # Errors
/// If one of them doesn't fire, or doesn't have both a machine-gun crew and other figures.
pub fn may_hold_back(eyes: TideEyes<'_>, volley: Volley) -> Result<(), Refusal> {
    let mixed = |piece| eyes.squad(piece).is_some_and(|squad| squad.figures.is_mixed());
    let fires = |piece| volley.unit == piece || volley.with.has(piece);
    let fit = volley.crews.iter().all(|piece| fires(piece) && mixed(piece));
    B7.forbids(!fit, "only a firing squad with a machine-gun crew and other figures can fire with the crew only")
}

/// Checks that a squad can fire at a target with these figures, and returns the range band.
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

/// Checks that a squad can support this fire.
///
/// # Errors
/// - If the fire is in Fire and Movement.
/// - If the supporter can't fire itself, or can't fire at the target with these figures.
/// - If it is pinned.
#[inline]
pub fn may_support(
    eyes: TideEyes<'_>,
    side: Side,
    shot: Shot,
    volley: Volley,
    supporter: Piece,
) -> Result<(), Refusal> {
    if let Shot::OnTheMove(_) = shot {
        return B15.forbids(true, "squads can't support an attack in Fire and Movement");
    }
    B25.forbids(supporter == volley.unit, "a squad can't support itself")?;
    let squad = may_shoot(eyes, side, shot, supporter)?;
    B25.forbids(squad.state == State::Pinned, "a pinned squad can't support the fire of another")?;
    let squad = firing(squad, volley.crews.has(supporter));
    let reaches = eyes.squad(volley.target).is_some_and(|target| band(eyes, &squad, target).is_ok());
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
    let (side, shot) = (mover.side.other(), Shot::OpFire(active));
    let able = |unit| {
        let Ok(squad) = may_shoot(eyes, side, shot, unit) else { return false };
        parts(squad).any(|(_, part)| band(eyes, &part, mover).is_ok())
    };
    if B14.is_in_force() && eyes.op_fire(side).iter().any(able) {
        resolver.push(Step::OpFire);
    }
}

/// Resolves an attack by fire: dice, saves and their effect on the target (TOI-B10 to TOI-B13).
pub fn attack(resolver: &mut impl Resolver<Tide>, shot: Shot, volley: Volley) {
    let Volley { unit, target, mode, with, crews } = volley;
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    let (Some(squad), Some(enemy)) = (volley.firer(eyes, unit), eyes.squad(target)) else {
        return;
    };
    let (side, victim) = (enemy.side, *enemy);
    let band = widest(eyes, volley, enemy);
    let halved = matches!(shot, Shot::OnTheMove(_)) && B15.is_in_force();
    let own = if halved { half(firepower(&squad)) } else { firepower(&squad) };
    let strength = dice(own + support(eyes, with, crews));
    let cover = defence(eyes, enemy, mode);

    let hits = resolver.roll(Pool::open(strength, band.hits(), "attack", B10)).successes();
    let saves = save(resolver, cover, hits, "defence");
    let net = hits.saturating_sub(saves);
    let effect = match mode {
        Mode::Normal if net > 0 => Effect::Losses,
        Mode::Normal => Effect::None,
        Mode::Suppressive => morale::suppression(&victim, net),
    };
    let clause = if mode == Mode::Normal { B12 } else { B13 };
    let report = Report::Attack { unit, with, target, mode, range: band, strength, hits, saves, net, effect, crews };
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

/// Returns the range band of an attack: the farthest of all squads that fire (TOI-B25).
fn widest(eyes: TideEyes<'_>, volley: Volley, enemy: &Squad) -> Band {
    let firers = if B25.is_in_force() { volley.firers().count() } else { 1 };
    let bands = volley.firers().take(firers).filter_map(|piece| volley.firer(eyes, piece));
    bands.map(|squad| band(eyes, &squad, enemy).unwrap_or(Band::Long)).max().unwrap_or(Band::Long)
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

/// Returns the defence dice of a squad in its Location (TOI-B11, TOI-B21). Against suppressive fire, an officer in the
/// Location and elites in the squad count as cover (TOI-B30).
#[must_use]
pub fn defence(eyes: TideEyes<'_>, squad: &Squad, mode: Mode) -> u8 {
    let cover = squad.on().map_or(0, |at| cover(eyes, at));
    if mode == Mode::Normal || !B30.is_in_force() {
        return cover;
    }
    let officer = if is_led(eyes, squad) { OFFICER_COVER } else { 0 };
    let elite = if squad.figures.elite > 0 { ELITE_COVER } else { 0 };
    cover + officer + elite
}

/// Rolls defence dice and returns the number of successes (TOI-B11). Without hits or dice there is no roll.
pub fn save(resolver: &mut impl Resolver<Tide>, dice: u8, hits: u8, label: &'static str) -> u8 {
    if dice == 0 || hits == 0 || !B11.is_in_force() {
        return 0;
    }
    resolver.roll(Pool::open(dice, SAVES, label, B11)).successes()
}
