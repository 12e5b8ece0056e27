//! The sequence of play: the questions, what follows an answer, and the steps.

pub mod questions;
pub mod steps;

use rules::scene::Phrase;
use rules::{Choice, Every, GamePlay, OfferSink, Reader, Refusal, Seat, Side, Turn};

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

    fn every(eyes: SniperEyes<'_>, which: Every, sink: &mut impl FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::every(eyes, side, which, sink);
        }
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Sniper>, side: Side, order: &Order) {
        questions::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Sniper>, step: Step) {
        steps::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        order.say(Reader { setting, seat, facts })
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        draft.say(Reader { setting, seat, facts })
    }
}
