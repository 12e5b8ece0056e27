//! The sequence of play: questions to the sides, their resolution, and the steps of a turn.

pub mod length;
pub mod questions;
pub mod steps;

use rules::scene::OrderText;
use rules::{Choice, Enumeration, GamePlay, OfferSink, Reader, Refusal, Resolver, Seat, Side};

use crate::orders::{Draft, Order};
use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::step::Step;
use crate::view::SniperEyes;
use crate::view::fact::Fact;

impl GamePlay for Sniper {
    type Order = Order;
    type Draft = Draft;

    #[inline]
    fn candidates(eyes: SniperEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Sniper>) {
        questions::candidates(eyes, draft, sink);
    }

    #[inline]
    fn is_offer(eyes: SniperEyes<'_>, candidate: &Choice<Sniper>) -> bool {
        match candidate {
            Choice::Order(order) => order.is_offer(|| questions::asked(eyes)),
            Choice::Draft(draft) => draft.is_offer(|| questions::asked(eyes)),
        }
    }

    #[inline]
    fn check(eyes: SniperEyes<'_>, order: &Order) -> Result<(), Refusal> {
        order.check(questions::prompt(eyes)?)
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, which: Enumeration, sink: &mut dyn FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::wellformed_orders(eyes, side, which, sink);
        }
    }

    #[inline]
    fn resolve(resolver: &mut impl Resolver<Sniper>, side: Side, order: &Order) {
        questions::resolve(resolver, side, order);
    }

    #[inline]
    fn step(resolver: &mut impl Resolver<Sniper>, step: Step) {
        steps::step(resolver, step);
    }

    fn describe_order(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> OrderText {
        order.describe(Reader { setting, seat, facts })
    }

    fn describe_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> OrderText {
        draft.describe(Reader { setting, seat, facts })
    }
}
