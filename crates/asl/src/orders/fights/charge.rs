//! Order `charge`: demolition charges (ASL-A20), and the rubble they make (B8.5d).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, FaceClasses, OfferSink, OrderKind, Piece, PieceSet, Pool, Prompt, Reader,
    Refusal, Resolver, Side,
};

use crate::mechanics::attack::{self, Attack};
use crate::mechanics::below::sewer_fire;
use crate::mechanics::shot::{self, SIXTEENTHS, marker};
use crate::mechanics::{aim, concealment};
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Charge, ChargeWhere};
use crate::printed::clause::{A7, A11, A20, A23, B8_5D, B8_5E};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{Column, Effect};
use crate::printed::terrain::Terrain;
use crate::printed::words::Fate;
use crate::setting::Place;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::{FightReport, Occasion};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Returns the charge that a unit holds.
fn charge(eyes: AslEyes<'_>, unit: Piece) -> Option<Piece> {
    eyes.weapons(unit).find(|(_, weapon)| weapon.kind.class() == Class::Dc).map(|(piece, _)| piece)
}

impl OrderKind<Asl> for Charge {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let Step::Fight(when) = step else {
            return Err(Refusal::new(A20, "units throw a demolition charge only in a fire phase"));
        };
        let movers = matches!(when, Fight::FirstFire { .. });
        only(!movers, A20, "units can't throw a demolition charge at moving units")?;
        only(when.is_fire(), A20, "units throw a demolition charge only in a fire phase")
    }

    /// Throws a charge into an adjacent Location in place of firing.
    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(when) = step else { return self.timely(step) };
        let from = thrower(eyes, side, when, self.unit)?;
        aim::is_target(eyes, side, when, self.at)?;
        is_within_reach(eyes, side, from, self.at)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let (Charge { unit, at }, Step::Fight(when)) = (*self, step) else { return };
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let (Some(dc), Some(from)) = (charge(eyes, unit), eyes.unit(unit).and_then(|unit| unit.at)) else { return };
        let power = eyes.unit(dc).map_or(0, |dc| u16::from(dc.kind.values().fp)) * SIXTEENTHS;
        let (below, target_below) = (resolver.setting().is_below(from), resolver.setting().is_below(at));
        if !below {
            concealment::lose(resolver, unit);
        }
        if let Some(now) = resolver.position().unit(unit).map(|unit| shot::occasion(when, unit)) {
            resolver.change(A20, Change::Flag { unit, flag: marker(now), on: true });
        }
        resolver.change(A20, Change::Gone { unit: dc, fate: Fate::Removed });
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let victims: PieceSet = eyes.at(side.other(), at).map(|(piece, _)| piece).collect();
        let attack = Attack {
            units: PieceSet::EMPTY.with(unit),
            below: below.then_some(from),
            power: if A20.is_in_force() { power } else { 0 },
            unsure: A7.is_in_force() && (below || !target_below),
            drm: attack::of_target(eyes, side.other(), at),
            victims,
            ..Attack::of(side, Occasion::Charge, at)
        };
        let dr = attack::resolve(resolver, &attack);
        rubble(resolver, at, power, dr);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (unit, at) = (reader.unit(self.unit), reader.at(self.at));
        let sentence = format!("{unit} throws a demolition charge into {at}.");
        OrderText::new("Demolition charge", sentence, A20).about([self.unit]).at([self.at])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut impl FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            places.iter().for_each(|at| sink(Charge { unit, at: *at }))
        });
    }
}

impl DraftKind<Asl> for ChargeWhere {
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> bool {
        let Step::Fight(when) = step else { return true };
        has_target(eyes, side, when, self.unit, aim::Targets::of(eyes, side, when))
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (unit, Step::Fight(when @ (Fight::PrepFire | Fight::FinalFire | Fight::AdvancingFire))) = (self.unit, step)
        else {
            return;
        };
        let targets = aim::Targets::of(eyes, side, when).faced_by(unit);
        targets.each(|at| sink.order(Charge { unit, at }));
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} throws a demolition charge: choose where.", reader.unit(self.unit));
        OrderText::new("Demolition charge", sentence, A20).about([self.unit])
    }
}

/// Returns the Location of a unit that can throw its charge somewhere.
#[inline]
fn thrower(eyes: AslEyes<'_>, side: Side, when: Fight, unit: Piece) -> Result<LocationId, Refusal> {
    let (thrower, from) = aim::may_take_part(eyes, side, when, unit)?;
    if charge(eyes, unit).is_none() {
        return Err(Refusal::new(A20, "this unit has no demolition charge"));
    }
    A11.forbids(thrower.is(Flag::Pinned), "a pinned unit can't throw a demolition charge")?;
    A20.forbids(thrower.is(Flag::FirstFired), "this unit has already fired")?;
    Ok(from)
}

/// Checks that a charge can be thrown from one Location into another.
fn is_within_reach(eyes: AslEyes<'_>, side: Side, from: LocationId, at: LocationId) -> Result<(), Refusal> {
    let view = eyes.view(from);
    A20.forbids(eyes.setting().are_one(from, at), "a unit can't throw a demolition charge into its own Location")?;
    A20.forbids(view.distance(at) > 1, "a unit can throw a demolition charge only into an adjacent Location")?;
    if view.is_below(at) {
        return sewer_fire::may_fire_at(eyes, side, from, at);
    }
    if !view.sees(at) {
        return Err(Refusal::new(A20, "this unit doesn't see that Location"));
    }
    Ok(())
}

/// Returns the units that hold charges.
#[inline]
pub fn holders(eyes: AslEyes<'_>, side: Side) -> PieceSet {
    let weapons = eyes.of(side).weapons().iter().map(|(_, weapon, _)| weapon);
    weapons.filter(|weapon| weapon.kind.class() == Class::Dc).filter_map(|charge| charge.holder).collect()
}

/// Returns whether a unit can throw a charge anywhere.
pub fn has_target(eyes: AslEyes<'_>, side: Side, when: Fight, unit: Piece, targets: aim::Targets<'_>) -> bool {
    let Ok(from) = thrower(eyes, side, when, unit) else { return false };
    let view = eyes.view(from);
    let is_near = |at| view.distance(at) <= 1 || !A20.is_in_force();
    targets.faced_by(unit).any(|at| is_near(at) && is_within_reach(eyes, side, from, at).is_ok())
}

/// Makes the rubble dr after an Original KIA. A sewer counts as a stone building (B8.5d).
fn rubble(resolver: &mut impl Resolver<Asl>, at: LocationId, power: u16, dr: u16) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(spot) = eyes.setting().spot(at) else { return };
    let below = spot.place == Place::Sewer;
    let harder = match eyes.terrain(spot) {
        _ if below && B8_5D.is_in_force() => 1,
        _ if below => return,
        Terrain::Stone if spot.place == Place::Ground => 1,
        Terrain::Wood if spot.place == Place::Ground => 0,
        _ => return,
    };
    let column = Column::of(power / SIXTEENTHS);
    let Some(Effect::Kill(kia)) = column.map(|column| column.effect(dr as i16)) else { return };
    let clause = if below { B8_5D } else { A23 };
    if !clause.is_in_force() {
        return;
    }
    let (hex, ground) = (spot.hex, spot.ground);
    let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "rubble", clause)).sum() as u8 + harder;
    let falls = dr <= kia;
    resolver.report(clause, Audience::All, FightReport::Rubble { at, dr, kia, falls }.into());
    if !falls {
        return;
    }
    let in_it = |place: LocationId| {
        let there = resolver.setting().spot(place);
        if below { place == at } else { there.is_some_and(|there| there.hex == hex && !there.place.is_below()) }
    };
    let all = resolver.position().units.all().filter(|(_, unit)| unit.at.is_some_and(in_it));
    let buried: ArrayVec<(Piece, Fate), { PieceSet::LIMIT }> = all
        .map(|(piece, unit)| match () {
            // Weapons and dummies there stay secret too: they were under a "?".
            () if below => (piece, Fate::LostUnseen),
            () if unit.is_men() => (piece, Fate::Lost),
            () => (piece, Fate::Removed),
        })
        .collect();
    if !below {
        concealment::show(resolver, buried.iter().map(|(piece, _)| *piece).collect());
    }
    for (unit, fate) in buried {
        if resolver.position().unit(unit).is_none_or(|unit| unit.at.is_none()) {
            continue;
        }
        resolver.change(clause, Change::Gone { unit, fate });
    }
    if below {
        resolver.change(B8_5E, Change::Buried { at: ground });
    } else {
        resolver.change(A23, Change::Rubble { at: ground });
    }
}
