//! Sequence of play: questions to the sides, resolution of their orders, and the steps between.

pub mod length;
pub mod questions;
mod rounds;

use rules::scene::OrderText;
use rules::{Choice, Enumeration, GamePlay, OfferSink, Reader, Refusal, Resolver, Seat, Side};

use crate::orders::{Draft, Order};
use crate::setting::Setting;
use crate::state::Tide;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;
use crate::view::fact::Fact;

impl GamePlay for Tide {
    type Order = Order;
    type Draft = Draft;

    #[inline]
    fn candidates(eyes: TideEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Tide>) {
        questions::candidates(eyes, draft, sink);
    }

    #[inline]
    fn is_offer(eyes: TideEyes<'_>, candidate: &Choice<Tide>) -> bool {
        match candidate {
            Choice::Order(order) => order.is_offer(|| questions::offered(eyes)),
            Choice::Draft(draft) => draft.is_offer(|| questions::offered(eyes)),
        }
    }

    #[inline]
    fn check(eyes: TideEyes<'_>, order: &Order) -> Result<(), Refusal> {
        order.check(questions::prompt(eyes)?)
    }

    fn wellformed_orders(eyes: TideEyes<'_>, which: Enumeration, sink: &mut dyn FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::wellformed_orders(eyes, side, which, sink);
        }
    }

    #[inline]
    fn resolve(resolver: &mut impl Resolver<Tide>, side: Side, order: &Order) {
        questions::resolve(resolver, side, order);
    }

    #[inline]
    fn step(resolver: &mut impl Resolver<Tide>, step: Step) {
        rounds::step(resolver, step);
    }

    fn describe_order(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> OrderText {
        order.describe(Reader { setting, seat, facts })
    }

    fn describe_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> OrderText {
        draft.describe(Reader { setting, seat, facts })
    }
}
