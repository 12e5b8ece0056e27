//! Sequence of play: questions to the sides, resolution of their orders, and the steps between.

pub mod answers;
pub mod length;
pub mod questions;
pub mod turns;

use rules::scene::OrderText;
use rules::{Choice, Enumeration, GamePlay, OfferSink, Reader, Refusal, Resolver, Seat, Side};

use crate::orders::{Draft, Order};
use crate::setting::Setting;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::view::HeroesEyes;
use crate::view::fact::Fact;

impl GamePlay for Heroes {
    type Order = Order;
    type Draft = Draft;

    #[inline]
    fn candidates(eyes: HeroesEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Heroes>) {
        questions::candidates(eyes, draft, sink);
    }

    // Always inlined into playouts: a call would pass the view of the seat through memory.
    #[inline(always)]
    fn is_offer(eyes: HeroesEyes<'_>, candidate: &Choice<Heroes>) -> bool {
        match candidate {
            Choice::Order(order) => order.is_offer(|| questions::listed(eyes)),
            Choice::Draft(draft) => draft.is_offer(|| questions::listed(eyes)),
        }
    }

    #[inline]
    fn check(eyes: HeroesEyes<'_>, order: &Order) -> Result<(), Refusal> {
        order.check(questions::prompt(eyes)?)
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, which: Enumeration, sink: &mut dyn FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::wellformed_orders(eyes, side, which, sink);
        }
    }

    // Always inlined, like `is_offer`: playouts then keep the order where it was written.
    #[inline(always)]
    fn resolve(resolver: &mut impl Resolver<Heroes>, side: Side, order: &Order) {
        answers::resolve(resolver, side, order);
    }

    #[inline]
    fn step(resolver: &mut impl Resolver<Heroes>, step: Step) {
        turns::step(resolver, step);
    }

    fn describe_order(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> OrderText {
        order.describe(Reader { setting, seat, facts })
    }

    fn describe_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> OrderText {
        draft.describe(Reader { setting, seat, facts })
    }
}
