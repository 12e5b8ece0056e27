//! Letting the movers pass (ASL-A10).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::aim::{Aim, firers};
use crate::mechanics::targets::Targets;
use crate::orders::HoldFire;
use crate::orders::timing::only;
use crate::printed::clause::{A10, A35};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Returns whether a unit must fire at the moving units: a squad or half-squad among them has come into its Location,
/// and it has not yet attacked it (A8.312). Only berserk units come so near.
fn must_fire(eyes: AslEyes<'_>, side: Side, when: Fight) -> bool {
    let (Fight::FirstFire { began, .. }, Some(moving), Some(at)) = (when, eyes.moving(), eyes.moving_at()) else {
        return false;
    };
    let charge = |piece: Piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Berserk) && unit.kind.is_mmc());
    let fires = |firer: (Piece, &Unit, LocationId)| {
        !began.has(firer.0)
            && eyes.setting().are_one(firer.2, at)
            && Aim::of(eyes, side, when, firer).hits_somehow(Targets::of(eyes, side, when))
    };
    moving.units.iter().any(charge) && firers(eyes, side, when).iter().any(fires)
}

impl OrderKind<Asl> for HoldFire {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::FirstFire { .. })), A10, "you can hold fire only when enemy units move")
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(when) = step else { return self.timely(step) };
        A35.forbids(must_fire(eyes, side, when), "units must fire at an enemy squad that has entered their Location")
    }

    fn resolve(&self, _: &mut impl Resolver<Asl>, _: Side, _: Step) {}

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Hold fire", "Do not fire at the moving units.".to_owned(), A10)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(HoldFire {});
    }
}
