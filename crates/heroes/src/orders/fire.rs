//! Order to fire with units of one hex, in their impulse or as Opportunity Fire (HNL-B8, HNL-B7).

use arrayvec::ArrayVec;
use board::{LocationId, NetworkKind};
use rules::scene::OrderText;
use rules::{
    Clause, DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::attack::{Shot, attack};
use crate::mechanics::damage::leadership_at;
use crate::mechanics::fire::{firepower, may_aim, modifiers, reach, reaches};
use crate::mechanics::standing::{on_the_move, ready_to_fire};
use crate::mechanics::{hidden, impulse};
use crate::orders::groups::groups;
use crate::orders::timing::untimely;
use crate::orders::{Fire, Firers};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B4, B7, B8, B11, B16, B29, B34};
use crate::printed::counter::{Counter, Weapon};
use crate::printed::words::{Activity, Occasion, With};
use crate::setting::{Spot, UNSEEN};
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
        let party =
            party(eyes, side, occasion, self.units, self.with, |unit, at| may_aim(eyes, unit, self.with, at, target))?;
        may_hit(eyes, side, party, target)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, step: Step) {
        let Fire { units, target, with } = *self;
        if matches!(step, Step::OpFire) {
            resolver.push(Step::Watch);
            hidden::come_out(resolver, units);
            return fire(resolver, Occasion::Opportunity, units, with, target);
        }
        let first = units.iter().next();
        let Some(at) = first.and_then(|first| resolver.position().unit(first)?.at) else { return };
        hidden::come_out(resolver, units);
        impulse::act(resolver, at, false);
        resolver.push(Step::GoOn);
        fire(resolver, Occasion::Direct, units, with, target);
        note_parts(resolver, units, with);
        note_assault(resolver, units, at);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Fire { units, target, with } = *self;
        let sentence = format!("{} {} at {}.", reader.units(units), fires(units, with), reader.at(target));
        OrderText::new(title(with), sentence, rests_on(reader)).about(units.iter()).at([target])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, side: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for units in groups(eyes, side) {
            for with in With::ALL {
                eyes.setting().board.location_ids().for_each(|target| sink(Fire { units, target, with }));
            }
        }
    }
}

impl DraftKind<Heroes> for Firers {
    /// Whether these units have a target that they can fire at together.
    #[inline(never)]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> bool {
        let Ok(occasion) = occasion(step) else { return false };
        let party = party(eyes, side, occasion, self.units, self.with, |_, _| Ok(()));
        party.is_ok_and(|party| targets(eyes, side, occasion, party, |_| true))
    }

    #[inline(never)]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        let Firers { units, with } = *self;
        let Ok(occasion) = occasion(step) else { return };
        let Ok(party) = party(eyes, side, occasion, units, with, |_, _| Ok(())) else { return };
        let Some(from) = units.iter().next().and_then(|unit| eyes.own(side, unit).ok()).map(|(_, at)| at) else {
            return;
        };
        let mut told: ArrayVec<LocationId, { PieceSet::LIMIT }> = ArrayVec::new();
        targets(eyes, side, occasion, party, |target| {
            if !told.contains(&target) {
                told.push(target);
                sink.order(Fire { units, target, with });
            }
            false
        });
        let armed = |unit: &Unit| unit.counter.is_armed() && unit.counter.weapon != Weapon::None;
        let splits = units.iter().filter_map(|piece| eyes.unit(piece)).any(armed);
        if with == With::All && occasion == Occasion::Direct && splits && B34.is_in_force() {
            sink.draft(Firers { units, with: With::Men });
            sink.draft(Firers { units, with: With::Weapons });
        }
        let last = eyes.armed(units).last();
        for (unit, counter) in eyes.at(side, from) {
            // Firers are added in the order of their pieces; leaders at any time.
            let next = if counter.counter.is_armed() { Some(unit) > last } else { !units.has(unit) };
            if next {
                sink.draft(Firers { units: units.with(unit), with });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Firers { units, with } = *self;
        let fires = fires(units, with);
        let sentence = format!("{} {fires}: choose a target, or add a unit.", reader.units(units));
        OrderText::new(title(with), sentence, rests_on(reader)).about(units.iter())
    }
}

const fn title(with: With) -> &'static str {
    match with {
        With::All => "Fire",
        With::Men => "Fire without weapons",
        With::Weapons => "Fire weapons only",
    }
}

/// Returns the verb for the fire of a group.
fn fires(units: PieceSet, with: With) -> &'static str {
    match with {
        With::All => verb(units, "fires", "fire"),
        With::Men => verb(units, "fires without its weapon", "fire without their weapons"),
        With::Weapons => verb(units, "fires its weapon", "fire their weapons"),
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
    with: With,
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
            let (counter, at) = ready_to_fire(eyes, side, unit, with)?;
            impulse::may_fire(eyes, unit, at)?;
            (counter, at)
        }
    };
    let none = counter.counter.is_armed() && counter.counter.weapon == Weapon::None;
    B34.forbids(with == With::Weapons && none, "this unit has no weapon")?;
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

/// Checks that a group can fire at the enemies in a Location: they are spotted, or the firers spot them by themselves
/// as soon as they are shown. A spotter can fire only at what he has found (HNL-B29).
#[inline]
fn may_hit(eyes: HeroesEyes<'_>, side: Side, party: Party<'_>, target: LocationId) -> Result<(), Refusal> {
    let other = party.only.is_some_and(|only| only != target);
    B29.forbids(other, "a unit that has spotted an enemy can fire only at that enemy's Location")?;
    let to = eyes.spot(target)?;
    let revealed = || eyes.reveals(party.from, to, to.is_open());
    let spotted = revealed() || eyes.spots_at(side.other(), target);
    B29.forbids(!spotted, "the enemies in that Location are not spotted")
}

/// Units that can fire together.
#[derive(Clone, Copy, Debug)]
struct Party<'a> {
    from: &'a Spot,
    /// The shortest range of the units, in hexes.
    reach: u8,
    /// The only Location that they can fire at; `None` if they have the choice.
    only: Option<LocationId>,
}

/// Checks that these units can fire together. `may_aim` adds a condition for each of them.
#[inline]
fn party(
    eyes: HeroesEyes<'_>,
    side: Side,
    occasion: Occasion,
    units: PieceSet,
    with: With,
    may_aim: impl Fn(&Unit, LocationId) -> Result<(), Refusal>,
) -> Result<Party<'_>, Refusal> {
    let (mut party, mut armed, mut weapons) = (None, false, false);
    let opportunity = occasion == Occasion::Opportunity;
    B34.forbids(opportunity && with != With::All, "in Opportunity Fire units fire together with their weapons")?;
    for piece in units.iter() {
        let (unit, at) = may_take_part(eyes, side, occasion, piece, with)?;
        may_aim(unit, at)?;
        let only = if opportunity { None } else { eyes.has_found(piece, unit) };
        let one = Party { from: eyes.spot(at)?, reach: reach(unit, with), only };
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
            Some(Party { from, reach, only }) => {
                Some(Party { from, reach: reach.min(one.reach), only: only.or(one.only) })
            }
        };
        armed |= unit.counter.is_armed() && (with != With::Men || unit.counter.fp > 0);
        weapons |= unit.counter.weapon != Weapon::None;
    }
    B34.forbids(with == With::Men && !weapons, "none of these units has a weapon to leave out")?;
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
    if occasion == Occasion::Opportunity {
        let aims = |at| eyes.setting().spot(at).is_some_and(|to| reaches(eyes, party.from, party.reach, to));
        return on_the_move(eyes).is_some_and(|(_, at)| aims(at) && enough(at));
    }
    let melee = |enemy, at| B11.is_in_force() && eyes.in_melee(side.other(), enemy, at);
    let hits = |at| may_hit(eyes, side, party, at).is_ok();
    // Most enemies are out of sight, so this is checked first.
    let farthest = if B8.is_in_force() { party.reach } else { UNSEEN };
    let mut aimed = eyes.list(eyes.in_line(party.from, eyes.seen(side.other()), farthest));
    aimed.any(|(enemy, _, at)| !melee(enemy, at) && hits(at) && enough(at))
}

/// Resolves the fire of units at a Location.
fn fire(resolver: &mut impl Resolver<Heroes>, occasion: Occasion, units: PieceSet, with: With, target: LocationId) {
    let clause = if occasion == Occasion::Opportunity { B7 } else { B8 };
    let eyes = HeroesEyes::open(resolver.setting(), resolver.position());
    let firer = units.iter().find_map(|piece| eyes.unit(piece)).and_then(|unit| Some((unit.side, unit.at?)));
    let Some((side, at)) = firer else { return };
    let Some(from) = eyes.setting().spot(at) else { return };
    // A leader helps whether he fires or not, and whatever he has done this turn.
    let led = i16::from(leadership_at(eyes, side, at, None));
    let strength = firepower(eyes, units, occasion, with) + led + modifiers(eyes, side, from, target);
    let victims: PieceSet = match (occasion, eyes.moving()) {
        (Occasion::Opportunity, Some(moving)) => {
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

/// Records which units have fired with a part of their firepower only, and those that have now fired with the rest
/// (HNL-B34).
fn note_parts(resolver: &mut impl Resolver<Heroes>, units: PieceSet, with: With) {
    let Some(impulse) = resolver.position().impulse else { return };
    let rest = impulse.men | impulse.weapons;
    if (with == With::All && (rest & units).is_empty()) || !B34.is_in_force() {
        return;
    }
    let counter = |piece: Piece| resolver.position().unit(piece).map(|unit| unit.counter);
    let has_rest = |piece: &Piece| {
        let other = |counter: Counter| if with.men() { counter.weapon != Weapon::None } else { counter.fp > 0 };
        !rest.has(*piece) && counter(*piece).is_some_and(other)
    };
    let left: PieceSet = units.iter().filter(has_rest).collect();
    let (mut men, mut weapons) = (impulse.men - units, impulse.weapons - units);
    if with == With::Men {
        men = men | left;
    } else {
        weapons = weapons | left;
    }
    resolver.change(B34, Change::Parts { men, weapons });
}

/// Records that units fire after an assault move in this impulse. Others that have come to the same Location could only
/// have fired with them (HNL-B4).
fn note_assault(resolver: &mut impl Resolver<Heroes>, units: PieceSet, at: LocationId) {
    let Some(impulse) = resolver.position().impulse.filter(|impulse| !(impulse.assaulted & units).is_empty()) else {
        return;
    };
    let elsewhere = |piece: &Piece| resolver.position().unit(*piece).is_none_or(|unit| unit.at != Some(at));
    let units = impulse.assaulted.iter().filter(elsewhere).collect();
    if B4.is_in_force() {
        resolver.change(B4, Change::Assaulted { units });
    }
}
