//! The sequence of play: the questions, what follows an answer, and the steps.

pub mod answers;
pub mod questions;
pub mod steps;

use rules::scene::Phrase;
use rules::{Choice, Every, GamePlay, OfferSink, Refusal, Seat, Side, Turn};

use crate::orders::words::InWords;
use crate::orders::{Draft, Order, check, every};
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
        questions::is_offer(eyes, candidate)
    }

    #[inline]
    fn check(eyes: SniperEyes<'_>, order: &Order) -> Result<(), Refusal> {
        check::check(eyes, order)
    }

    fn every(eyes: SniperEyes<'_>, _: Every, sink: &mut impl FnMut(Order)) {
        every::every(eyes, sink);
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Sniper>, side: Side, order: &Order) {
        answers::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Sniper>, step: Step) {
        steps::step(turn, step);
    }

    fn phrase(setting: &Setting, _: Seat, facts: &[Fact], order: &Order) -> Phrase {
        order.say(setting, facts)
    }

    fn phrase_draft(setting: &Setting, _: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        draft.say(setting, facts)
    }
}
