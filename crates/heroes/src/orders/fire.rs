//! Order to fire with units of one hex, in their impulse or as Opportunity Fire (HNL-B8, HNL-B7).

use arrayvec::ArrayVec;
use board::{LocationId, NetworkKind};
use rules::scene::OrderText;
use rules::{
    Clause, DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::attack::{Shot, attack};
use crate::mechanics::fire::{may_aim, may_reach, reach};
use crate::mechanics::standing::{on_the_move, ready};
use crate::mechanics::{hidden, impulse};
use crate::orders::groups::groups;
use crate::orders::timing::untimely;
use crate::orders::{Fire, Firers};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B4, B7, B8, B11, B16};
use crate::printed::tables::{MOVING_TARGET, OPS_COMPLETE};
use crate::printed::words::{Activity, Occasion, Pace};
use crate::setting::Spot;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::{Names, verb};
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Fire {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        occasion(step).map(drop)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let (occasion, target) = (occasion(step)?, self.target);
        is_target(eyes, side, occasion, target)?;
        party(eyes, side, occasion, self.units, |unit, at| may_aim(eyes, unit, at, target)).map(drop)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, step: Step) {
        let Fire { units, target } = *self;
        if step == Step::OpFire {
            resolver.push(Step::Watch);
            hidden::come_out(resolver, units);
            return fire(resolver, Occasion::Opportunity, units, target);
        }
        let first = units.iter().next();
        let Some(at) = first.and_then(|first| resolver.position().unit(first)?.at) else { return };
        hidden::come_out(resolver, units);
        impulse::act(resolver, at, false);
        resolver.push(Step::GoOn);
        fire(resolver, Occasion::Direct, units, target);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Fire { units, target } = *self;
        let fires = verb(units, "fires", "fire");
        let sentence = format!("{} {fires} at {}.", reader.units(units), reader.at(target));
        OrderText::new("Fire", sentence, rests_on(reader)).about(units.iter()).at([target])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, side: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        for units in groups(eyes, side) {
            eyes.setting().board.location_ids().for_each(|target| sink(Fire { units, target }));
        }
    }
}

impl DraftKind<Heroes> for Firers {
    /// Whether these units have a target that they can fire at together.
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> bool {
        let Ok(occasion) = occasion(step) else { return false };
        let party = party(eyes, side, occasion, self.units, |_, _| Ok(()));
        party.is_ok_and(|party| targets(eyes, side, occasion, party, |_| true))
    }

    #[inline]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        let units = self.units;
        let Ok(occasion) = occasion(step) else { return };
        let Ok(party) = party(eyes, side, occasion, units, |_, _| Ok(())) else { return };
        let Some(from) = units.iter().next().and_then(|unit| eyes.own(side, unit).ok()).map(|(_, at)| at) else {
            return;
        };
        let mut told: ArrayVec<LocationId, { PieceSet::LIMIT }> = ArrayVec::new();
        targets(eyes, side, occasion, party, |target| {
            if !told.contains(&target) {
                told.push(target);
                sink.order(Fire { units, target });
            }
            false
        });
        let last = eyes.armed(units).last();
        for (unit, counter) in eyes.at(side, from) {
            // Firers are added in the order of their pieces; leaders at any time.
            let next = if counter.counter.is_armed() { Some(unit) > last } else { !units.has(unit) };
            if next {
                sink.draft(Firers { units: units.with(unit) });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let units = self.units;
        let fires = verb(units, "fires", "fire");
        let sentence = format!("{} {fires}: choose a target, or add a unit.", reader.units(units));
        OrderText::new("Fire", sentence, rests_on(reader)).about(units.iter())
    }
}

/// Returns the kind of fire that answers this question.
#[inline]
fn occasion(step: Step) -> Result<Occasion, Refusal> {
    match step {
        Step::Act | Step::Impulse => Ok(Occasion::Direct),
        Step::OpFire => Ok(Occasion::Opportunity),
        _ => Err(untimely(step)),
    }
}

/// Returns the clause to cite for a shot.
fn rests_on(reader: Reader<'_, Heroes>) -> Clause {
    if reader.asked() == Some(Step::OpFire) { B7 } else { B8 }
}

/// Returns a unit that can take part in fire now, as a firer or as a leader of firers.
#[inline]
fn may_take_part(
    eyes: HeroesEyes<'_>,
    side: Side,
    occasion: Occasion,
    unit: Piece,
) -> Result<(&Unit, LocationId), Refusal> {
    let (counter, at) = match occasion {
        Occasion::Opportunity => {
            let (counter, at) = eyes.own(side, unit)?;
            B16.forbids(!counter.is_good(), "Shaken units can't fire")?;
            let acted = matches!(counter.activity, Activity::Moved | Activity::Fired);
            B7.forbids(acted, "this unit has already moved or fired this turn")?;
            B11.forbids(eyes.in_melee(side, unit, at), "this unit is in melee and can't fire")?;
            (counter, at)
        }
        Occasion::Direct | Occasion::Mines => {
            let (counter, at) = ready(eyes, side, unit)?;
            impulse::may_act(eyes, at, false)?;
            (counter, at)
        }
    };
    B8.forbids(!counter.counter.is_armed() && !counter.is_leader(), "this unit has no firepower")?;
    Ok((counter, at))
}

/// Checks that a Location holds a unit that can be fired at now.
#[inline]
fn is_target(eyes: HeroesEyes<'_>, side: Side, occasion: Occasion, target: LocationId) -> Result<(), Refusal> {
    eyes.spot(target)?;
    if occasion == Occasion::Opportunity {
        let movers = on_the_move(eyes);
        return B7
            .forbids(movers.is_none_or(|(_, at)| at != target), "Opportunity Fire can target only the moving units");
    }
    let enemy = eyes.at(side.other(), target).next();
    B8.forbids(enemy.is_none(), "you see no enemy in that Location")?;
    let melee = enemy.map_or_else(|| eyes.holds(side, target), |(enemy, _)| eyes.in_melee(side.other(), enemy, target));
    B11.forbids(melee, "units can't fire into a melee")
}

/// Units that can fire together.
#[derive(Clone, Copy, Debug)]
struct Party<'a> {
    from: &'a Spot,
    /// The shortest range of the units, in hexes.
    reach: u8,
}

/// Checks that these units can fire together. `may_aim` adds a condition for each of them.
#[inline]
fn party(
    eyes: HeroesEyes<'_>,
    side: Side,
    occasion: Occasion,
    units: PieceSet,
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
                return Err(Refusal::new(B4, "units must be in the same hex to fire together"));
            }
            Some(Party { from, .. }) if from.inside != one.from.inside => {
                let kind = from.inside.or(one.from.inside).unwrap_or(NetworkKind::Sewer);
                let why = "units must be in the same Location to fire together";
                return Err(Refusal::new(Catalogue::of(kind).own_location(), why));
            }
            Some(Party { from, reach }) => Some(Party { from, reach: reach.min(one.reach) }),
        };
        armed |= unit.counter.is_armed();
    }
    party.filter(|_| armed).ok_or_else(|| Refusal::new(B8, "none of the chosen units has firepower"))
}

/// Calls `enough` with each Location that units can fire at together, until it returns `true`. A Location with several
/// enemies can come up several times. Returns whether a call returned `true`.
#[inline]
fn targets(
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
    // Most enemies are out of sight, so this is checked first.
    eyes.units_of(side.other()).any(|(enemy, _, at)| aims(at) && !melee(enemy, at) && enough(at))
}

/// Returns the firepower of a group: the strongest in full and half of each other, rounded up.
fn firepower(eyes: HeroesEyes<'_>, units: PieceSet, occasion: Occasion) -> i16 {
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

/// Resolves the fire of units at a Location.
fn fire(resolver: &mut impl Resolver<Heroes>, occasion: Occasion, units: PieceSet, target: LocationId) {
    let clause = if occasion == Occasion::Opportunity { B7 } else { B8 };
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let Some(side) = units.iter().find_map(|piece| eyes.unit(piece)).map(|unit| unit.side) else { return };
    let leaders = units.iter().filter_map(|piece| eyes.unit(piece)).map(|unit| unit.counter.leadership);
    let mut strength = firepower(eyes, units, occasion) + i16::from(leaders.max().unwrap_or(0));
    let victims: PieceSet = match (occasion, eyes.moving()) {
        (Occasion::Opportunity, Some(moving)) => {
            if moving.pace != Pace::Assault {
                strength += MOVING_TARGET;
            }
            moving.units.iter().filter(|piece| eyes.unit(*piece).is_some()).collect()
        }
        // Hidden units are not hit.
        _ => eyes.at(side.other(), target).filter(|(_, unit)| !unit.hidden).map(|(piece, _)| piece).collect(),
    };
    for unit in units.iter() {
        resolver.change(clause, Change::Activity { unit, now: Activity::Fired });
    }
    attack(resolver, clause, Shot { occasion, units, strength, target, victims });
}
