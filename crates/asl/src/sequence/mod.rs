//! The sequence of play: the questions, the offers in answer to each, and what follows.

pub mod asking;
pub mod below;
pub mod close_combat;
pub mod fights;
pub mod first_fire;
pub mod length;
pub mod questions;
pub mod rallying;
pub mod recording;
pub mod routs;
pub mod set_up;
pub mod turns;

use rules::scene::OrderText;
use rules::{Choice, Enumeration, GamePlay, OfferSink, Reader, Refusal, Resolver, Seat, Side};

use crate::orders::{Draft, Order};
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::step::Step;
use crate::view::AslEyes;
use crate::view::fact::Fact;

impl GamePlay for Asl {
    type Order = Order;
    type Draft = Draft;

    #[inline]
    fn candidates(eyes: AslEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
        questions::candidates(eyes, draft, sink);
    }

    #[inline]
    fn is_offer(eyes: AslEyes<'_>, candidate: &Choice<Asl>) -> bool {
        questions::is_offer(eyes, candidate)
    }

    #[inline]
    fn check(eyes: AslEyes<'_>, order: &Order) -> Result<(), Refusal> {
        order.check(questions::prompt(eyes)?)
    }

    fn wellformed_orders(eyes: AslEyes<'_>, which: Enumeration, sink: &mut dyn FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::wellformed_orders(eyes, side, which, sink);
        }
    }

    #[inline]
    fn resolve(resolver: &mut impl Resolver<Asl>, side: Side, order: &Order) {
        turns::resolve(resolver, side, order);
    }

    #[inline]
    fn step(resolver: &mut impl Resolver<Asl>, step: Step) {
        turns::step(resolver, step);
    }

    fn describe_order(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> OrderText {
        order.describe(Reader { setting, seat, facts })
    }

    fn describe_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> OrderText {
        draft.describe(Reader { setting, seat, facts })
    }
}
