//! Direct fire, and Opportunity Fire at those who move (HNL-B8, HNL-B7).

use board::{LocationId, NetworkKind};
use rules::{Audience, Classes, Clause, Group, Piece, Pool, Refusal, Side, Turn};

use crate::mechanics::impulse;
use crate::mechanics::movement::ready;
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B4, B7, B8, B11, B12, B16, B17};
use crate::printed::tables::{MOVING_TARGET, OPS_COMPLETE};
use crate::printed::words::{Activity, Occasion, Pace};
use crate::setting::Spot;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

/// One die.
pub const DIE: fn(&'static str, Clause) -> Pool = |label, clause| Pool::open(1, Classes::SUM, label, clause);

/// How far a Location is that can be seen from another. Who is inside an entrance sees and is seen as from its hex
/// (SEW-9, TUN-9).
#[inline]
#[must_use]
pub fn line(eyes: HeroesEyes<'_>, from: &Spot, to: &Spot) -> Option<u8> {
    let level = |spot: &Spot| spot.inside.is_none_or(|kind| Catalogue::of(kind).level().is_in_force());
    eyes.sight(from.hex, to.hex).filter(|_| level(from) && level(to))
}

/// A unit that can take part in fire now: as a firer, or as a leader of firers.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn may_take_part(
    eyes: HeroesEyes<'_>,
    side: Side,
    occasion: Occasion,
    unit: Piece,
) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = match occasion {
        Occasion::Opportunity => {
            let (counter, at) = eyes.own(side, unit)?;
            B16.forbids(!counter.is_good(), "a Shaken unit does not fire")?;
            let acted = matches!(counter.activity, Activity::Moved | Activity::Fired);
            B7.forbids(acted, "it has moved or fired in this turn")?;
            B11.forbids(eyes.in_melee(side, unit, at), "this unit is in melee")?;
            (counter, at)
        }
        Occasion::Direct | Occasion::Mines => {
            let (counter, at) = ready(eyes, side, unit)?;
            impulse::may_act(eyes, at, false)?;
            (counter, at)
        }
    };
    B8.forbids(!counter.counter.is_armed() && !counter.is_leader(), "it has nothing to fire with")?;
    Ok((counter, at))
}

/// Whether a unit here can hit a Location, if it is armed.
///
/// # Errors
/// Without line of sight, or out of range.
#[inline]
pub fn may_aim(eyes: HeroesEyes<'_>, unit: &Unit, at: LocationId, target: LocationId) -> Result<(), Refusal> {
    may_reach(eyes, eyes.spot(at)?, reach(unit), eyes.spot(target)?)
}

/// How far a unit has to be from what it takes part in firing at, at most.
#[inline]
fn reach(unit: &Unit) -> u8 {
    if unit.counter.is_armed() { unit.counter.reach() } else { u8::MAX }
}

/// Whether a place is seen from another one, within so many hexes.
#[inline]
fn may_reach(eyes: HeroesEyes<'_>, from: &Spot, reach: u8, to: &Spot) -> Result<(), Refusal> {
    let Some(distance) = line(eyes, from, to) else {
        return B17.forbids(true, "it does not see the target");
    };
    B8.forbids(distance > reach, "the target is out of range")
}

/// Whether there is somebody in a Location who can be fired at now.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn is_target(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, target: LocationId) -> Result<(), Refusal> {
    eyes.spot(target)?;
    if occasion == Occasion::Opportunity {
        let movers = crate::mechanics::movement::on_the_move(eyes);
        return B7.forbids(movers.is_none_or(|(_, at)| at != target), "Opportunity Fire answers those who move");
    }
    let enemy = eyes.at(side.other(), target).next();
    B8.forbids(enemy.is_none(), "no enemy is seen there")?;
    let melee = enemy.map_or_else(|| eyes.holds(side, target), |(enemy, _)| eyes.in_melee(side.other(), enemy, target));
    B11.forbids(melee, "nobody fires into a melee")
}

/// Whether these units can fire together at a Location.
///
/// # Errors
/// The refusal with its clause.
pub fn may_fire(
    eyes: HeroesEyes<'_>,
    side: Side,
    occasion: Occasion,
    units: Group,
    target: LocationId,
) -> Result<(), Refusal> {
    is_target(eyes, side, occasion, target)?;
    party(eyes, side, occasion, units, |unit, at| may_aim(eyes, unit, at, target)).map(drop)
}

/// Units that can fire together.
#[derive(Clone, Copy, Debug)]
pub struct Party<'a> {
    /// Where they are.
    pub from: &'a Spot,
    /// How far all of them reach.
    reach: u8,
}

/// Whether these units can fire together at what each of them can aim at.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn party(
    eyes: HeroesEyes<'_>,
    side: Side,
    occasion: Occasion,
    units: Group,
    may_aim: impl Fn(&Unit, LocationId) -> Result<(), Refusal>,
) -> Result<Party<'_>, Refusal> {
    let (mut party, mut armed) = (None, false);
    for piece in units.iter() {
        let (unit, at) = may_take_part(eyes, side, occasion, piece)?;
        may_aim(unit, at)?;
        let one = Party { from: eyes.spot(at)?, reach: reach(unit) };
        party = match party {
            None => Some(one),
            Some(Party { from, .. }) if from.hex != one.from.hex => {
                return Err(Refusal::new(B4, "units that fire together are in one hex"));
            }
            Some(Party { from, .. }) if from.inside != one.from.inside => {
                let kind = from.inside.or(one.from.inside).unwrap_or(NetworkKind::Sewer);
                let why = "units that fire together are in one Location";
                return Err(Refusal::new(Catalogue::of(kind).own_location(), why));
            }
            Some(Party { from, reach }) => Some(Party { from, reach: reach.min(one.reach) }),
        };
        armed |= unit.counter.is_armed();
    }
    party.filter(|_| armed).ok_or_else(|| Refusal::new(B8, "nobody fires"))
}

/// Tells `enough` of each Location that units can fire at together, until it says so; of one with several enemies several
/// times. Whether it said so.
#[inline]
pub fn targets(
    eyes: HeroesEyes<'_>,
    side: Side,
    occasion: Occasion,
    party: Party<'_>,
    mut enough: impl FnMut(LocationId) -> bool,
) -> bool {
    let aims = |at| eyes.spot(at).and_then(|to| may_reach(eyes, party.from, party.reach, to)).is_ok();
    if occasion == Occasion::Opportunity {
        return crate::mechanics::movement::on_the_move(eyes).is_some_and(|(_, at)| aims(at) && enough(at));
    }
    let melee = |enemy, at| B11.is_in_force() && eyes.in_melee(side.other(), enemy, at);
    // Most are out of sight: that first.
    eyes.units_of(side.other()).any(|(enemy, _, at)| aims(at) && !melee(enemy, at) && enough(at))
}

/// Whether to ask for Opportunity Fire, and asks (HNL-B7). Whether anybody is there to fire can be a secret: so it is
/// asked wherever a hidden unit could be that sees the movers.
pub fn watch(turn: &mut impl Turn<Heroes>) {
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let Some((moving, at)) = crate::mechanics::movement::on_the_move(eyes) else { return };
    let Ok(spot) = eyes.spot(at) else { return };
    let some = |piece: Piece| eyes.unit(piece).filter(|unit| unit.is_good());
    let Some(mover) = moving.units.iter().find_map(some) else { return };
    let side = mover.side.other();
    let able = |(_, unit, from): (Piece, &Unit, LocationId)| !unit.hidden && may_aim(eyes, unit, from, at).is_ok();
    let hidden = || {
        let watched = &eyes.setting().watched[side];
        eyes.has_hidden(side) && watched.get(spot.hex.index()).copied().unwrap_or(false)
    };
    let asked = hidden() || eyes.each(eyes.watching(side)).any(able);
    if asked && B7.is_in_force() {
        turn.push(Step::OpFire);
    }
}

/// Firepower of a group: the strongest in full, half of each other one, rounded up.
fn firepower(eyes: HeroesEyes<'_>, units: Group, occasion: Occasion) -> i16 {
    let one = |unit: &Unit| {
        let late = occasion == Occasion::Opportunity && unit.activity == Activity::Complete && B7.is_in_force();
        (i16::from(unit.counter.firepower()) + if late { OPS_COMPLETE } else { 0 }).max(0)
    };
    let (mut most, mut halves) = (0, 0);
    for power in units.iter().filter_map(|piece| eyes.unit(piece)).map(one) {
        let less = power.min(most);
        most = power.max(most);
        halves += (less + 1) / 2;
    }
    most + halves
}

/// Units fire at a Location.
pub fn fire(turn: &mut impl Turn<Heroes>, occasion: Occasion, units: Group, target: LocationId) {
    let clause = if occasion == Occasion::Opportunity { B7 } else { B8 };
    let eyes = HeroesEyes::open(turn.setting(), turn.position());
    let Some(side) = units.iter().find_map(|piece| eyes.unit(piece)).map(|unit| unit.side) else { return };
    let leaders = units.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| unit.counter.leadership);
    let mut strength = firepower(eyes, units, occasion) + i16::from(leaders.max().unwrap_or(0));
    let victims: Group = match (occasion, eyes.moving()) {
        (Occasion::Opportunity, Some(moving)) => {
            if moving.pace != Pace::Assault {
                strength += MOVING_TARGET;
            }
            moving.units.iter().filter(|piece| eyes.unit(*piece).is_some()).collect()
        }
        // Nobody fires at those who are hidden.
        _ => eyes.at(side.other(), target).filter(|(_, unit)| !unit.hidden).map(|(piece, _)| piece).collect(),
    };
    for unit in units.iter() {
        turn.change(clause, Change::Activity { unit, now: Activity::Fired });
    }
    attack(turn, clause, Shot { occasion, units, strength, target, victims });
}

/// An attack with all that goes into it but the dice.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// Why.
    pub occasion: Occasion,
    /// Who fires.
    pub units: Group,
    /// Firepower and modifiers.
    pub strength: i16,
    /// Where.
    pub target: LocationId,
    /// Who is hit.
    pub victims: Group,
}

/// Attack against defence; whoever is hit by more has a damage check to make.
pub fn attack(turn: &mut impl Turn<Heroes>, clause: Clause, shot: Shot) {
    let Shot { occasion, units, strength, target, victims } = shot;
    let modifier = turn.setting().spot(target).map_or(0, |spot| if B12.is_in_force() { spot.modifier } else { 0 });
    let attack = strength + turn.roll(DIE("attack", clause)).sum() as i16;
    let defence = i16::from(modifier) + turn.roll(DIE("defence", B12)).sum() as i16;
    let report =
        Report::Attack { units, at: target, occasion, attack: small(attack), modifier, defence: small(defence) };
    turn.report(clause, Audience::All, report);
    if attack > defence && clause.is_in_force() {
        let margin = u8::try_from(attack - defence).unwrap_or(u8::MAX);
        turn.push(Step::Check { units: victims, margin });
    }
}

/// A sum of dice and modifiers in a byte.
#[must_use]
pub fn small(number: i16) -> i8 {
    i8::try_from(number.clamp(i16::from(i8::MIN), i16::from(i8::MAX))).unwrap_or(0)
}
