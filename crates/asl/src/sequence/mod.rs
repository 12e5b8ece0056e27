//! The sequence of play: which question is asked, what can be chosen in answer, and what follows.

pub mod asking;
pub mod below;
pub mod close_combat;
pub mod fights;
pub mod first_fire;
pub mod questions;
pub mod rallying;
pub mod recording;
pub mod routs;
pub mod set_up;
pub mod turns;

use rules::scene::Phrase;
use rules::{Choice, Every, GamePlay, OfferSink, Reader, Refusal, Seat, Side, Turn};

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

    fn every(eyes: AslEyes<'_>, which: Every, sink: &mut impl FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::every(eyes, side, which, sink);
        }
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
        turns::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Asl>, step: Step) {
        turns::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        order.say(Reader { setting, seat, facts })
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        draft.say(Reader { setting, seat, facts })
    }
}
