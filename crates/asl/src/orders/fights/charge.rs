//! Order `charge`: throws a demolition charge (ASL-A20, ASL-A67).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::below::sewer_fire;
use crate::mechanics::targets;
use crate::mechanics::{aim, charges};
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Charge, ChargeWhere};
use crate::printed::clause::{A20, A67};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Charge {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let fires = matches!(step, Step::Fight(when) if when.is_fire());
        only(fires, A20, "units throw a demolition charge only when they could fire")
    }

    /// Throws a charge into an adjacent Location.
    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(when) = step else { return self.timely(step) };
        let from = thrower(eyes, side, when, self.unit)?;
        is_within_reach(eyes, side, from, self.at)?;
        targets::is_target(eyes, side, when, self.at)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        if let Step::Fight(when) = step {
            charges::throw(resolver, side, when, self.unit, self.at);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (unit, at) = (reader.unit(self.unit), reader.at(self.at));
        let sentence = format!("{unit} throws a demolition charge into {at}.");
        OrderText::new("Demolition charge", sentence, A20).about([self.unit]).at([self.at])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            places.iter().for_each(|at| sink(Charge { unit, at: *at }))
        });
    }
}

impl DraftKind<Asl> for ChargeWhere {
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> bool {
        let Step::Fight(when) = step else { return true };
        has_target(eyes, side, when, self.unit, targets::Targets::of(eyes, side, when))
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (unit, Step::Fight(when)) = (self.unit, step) else { return };
        if !when.is_fire() {
            return;
        }
        let targets = targets::Targets::of(eyes, side, when).faced_by(unit);
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
    let own = eyes.own_piece(side, unit);
    let fired = own.is_some_and(|unit| unit.is(Flag::FirstFired));
    A67.forbids(fired, "a unit that has First Fired can't throw a demolition charge")?;
    let (thrower, from) = aim::may_take_part(eyes, side, when, unit)?;
    if charges::held(eyes, unit).is_none() {
        return Err(Refusal::new(A20, "this unit has no demolition charge"));
    }
    A67.forbids(thrower.is(Flag::Pinned), "a pinned unit can't throw a demolition charge")?;
    A20.forbids(thrower.is(Flag::UsedCharge), "this unit has already used a demolition charge in this Player Turn")?;
    Ok(from)
}

/// Checks that a charge can be thrown from one Location into another: next door and in sight, or down from above.
fn is_within_reach(eyes: AslEyes<'_>, side: Side, from: LocationId, at: LocationId) -> Result<(), Refusal> {
    let (setting, view) = (eyes.setting(), eyes.view(from));
    A67.forbids(setting.are_one(from, at), "a unit can't throw a demolition charge into its own Location")?;
    A67.forbids(view.distance(at) > 1, "a unit can throw a demolition charge only into an adjacent Location")?;
    let higher = charges::height(setting, at) > charges::height(setting, from);
    A67.forbids(higher, "a unit can't throw a demolition charge to a higher level")?;
    if view.is_below(at) {
        return sewer_fire::may_fire_at(eyes, side, from, at);
    }
    let inside = setting.pillbox(at).is_some();
    A67.forbids(!inside && !view.sees(at), "this unit doesn't see that Location")?;
    let out = setting.pillbox(from).is_some() && !setting.same_hex(from, at);
    A67.forbids(out, "units in a pillbox can't throw a demolition charge out of its hex")?;
    let down = charges::height(setting, at) < charges::height(setting, from);
    A67.forbids(
        !down && !charges::is_next(eyes, from, at),
        "a unit can throw a demolition charge only into an ADJACENT Location",
    )
}

/// Returns the units that hold charges.
#[inline]
pub fn holders(eyes: AslEyes<'_>, side: Side) -> PieceSet {
    eyes.of(side).charges().iter().filter_map(|(_, charge, _)| charge.holder).collect()
}

/// Returns whether a unit can throw a charge anywhere.
pub fn has_target(eyes: AslEyes<'_>, side: Side, when: Fight, unit: Piece, targets: targets::Targets<'_>) -> bool {
    let Ok(from) = thrower(eyes, side, when, unit) else { return false };
    let view = eyes.view(from);
    let is_near = |at| view.distance(at) <= 1 || !A67.is_in_force();
    targets.faced_by(unit).any(|at| is_near(at) && is_within_reach(eyes, side, from, at).is_ok())
}
