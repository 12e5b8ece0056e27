//! The sequence of play: the question and the steps of a turn.

pub mod length;
mod questions;
mod turns;

use rules::scene::OrderText;
use rules::{Choice, Enumeration, GamePlay, OfferSink, Reader, Refusal, Resolver, Seat, Side};

use crate::toys::duel::orders::{Draft, Order};
use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::step::Step;
use crate::toys::duel::view::eyes::DuelEyes;
use crate::toys::duel::view::fact::Fact;

impl GamePlay for Duel {
    type Order = Order;
    type Draft = Draft;

    fn candidates(eyes: DuelEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Duel>) {
        questions::candidates(eyes, draft, sink);
    }

    fn is_offer(eyes: DuelEyes<'_>, candidate: &Choice<Duel>) -> bool {
        match candidate {
            Choice::Order(order) => order.is_offer(|| questions::prompt(eyes).ok()),
            Choice::Draft(draft) => draft.is_offer(|| questions::prompt(eyes).ok()),
        }
    }

    fn check(eyes: DuelEyes<'_>, order: &Order) -> Result<(), Refusal> {
        order.check(questions::prompt(eyes)?)
    }

    fn wellformed_orders(eyes: DuelEyes<'_>, which: Enumeration, sink: &mut dyn FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::wellformed_orders(eyes, side, which, sink);
        }
    }

    /// The question stays on the agenda, since the other side may still be plotting.
    fn resolve(resolver: &mut impl Resolver<Duel>, side: Side, order: &Order) {
        order.resolve(resolver, side, Step::Plot);
    }

    fn step(resolver: &mut impl Resolver<Duel>, step: Step) {
        turns::step(resolver, step);
    }

    fn describe_order(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> OrderText {
        order.describe(Reader { setting, seat, facts })
    }

    fn describe_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> OrderText {
        draft.describe(Reader { setting, seat, facts })
    }
}
