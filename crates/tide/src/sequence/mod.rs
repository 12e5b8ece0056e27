//! The sequence of play.

pub mod questions;
mod rounds;

use rules::scene::Phrase;
use rules::{Choice, Every, GamePlay, OfferSink, Reader, Refusal, Seat, Side, Turn};

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

    fn every(eyes: TideEyes<'_>, which: Every, sink: &mut impl FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::every(eyes, side, which, sink);
        }
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Tide>, side: Side, order: &Order) {
        questions::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Tide>, step: Step) {
        rounds::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        order.say(Reader { setting, seat, facts })
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        draft.say(Reader { setting, seat, facts })
    }
}
