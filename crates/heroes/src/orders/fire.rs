//! Units of one hex fire, in their impulse or as Opportunity Fire (HNL-B8, HNL-B7).

use board::{LocationId, NetworkKind};
use rules::{Group, Piece, Refusal, Side, Turn};

use crate::mechanics::attack::{Shot, attack};
use crate::mechanics::fire::{may_aim, may_reach, reach};
use crate::mechanics::impulse;
use crate::mechanics::standing::{on_the_move, ready};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B4, B7, B8, B11, B16};
use crate::printed::tables::{MOVING_TARGET, OPS_COMPLETE};
use crate::printed::words::{Activity, Occasion, Pace};
use crate::setting::Spot;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::unit::Unit;
use crate::view::HeroesEyes;

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

/// Whether there is somebody in a Location who can be fired at now.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn is_target(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, target: LocationId) -> Result<(), Refusal> {
    eyes.spot(target)?;
    if occasion == Occasion::Opportunity {
        let movers = on_the_move(eyes);
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
        return on_the_move(eyes).is_some_and(|(_, at)| aims(at) && enough(at));
    }
    let melee = |enemy, at| B11.is_in_force() && eyes.in_melee(side.other(), enemy, at);
    // Most are out of sight: that first.
    eyes.units_of(side.other()).any(|(enemy, _, at)| aims(at) && !melee(enemy, at) && enough(at))
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
