//! The sequence of play: who is asked what, what follows an answer, and the steps between.

pub mod answers;
pub mod questions;
pub mod turns;

use rules::scene::Phrase;
use rules::{Choice, Every, GamePlay, OfferSink, Reader, Refusal, Seat, Side, Turn};

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

    #[inline]
    fn is_offer(eyes: HeroesEyes<'_>, candidate: &Choice<Heroes>) -> bool {
        match candidate {
            Choice::Order(order) => order.is_offer(|| questions::asked(eyes)),
            Choice::Draft(draft) => draft.is_offer(|| questions::asked(eyes)),
        }
    }

    #[inline]
    fn check(eyes: HeroesEyes<'_>, order: &Order) -> Result<(), Refusal> {
        order.check(questions::prompt(eyes)?)
    }

    fn every(eyes: HeroesEyes<'_>, which: Every, sink: &mut impl FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::every(eyes, side, which, sink);
        }
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Heroes>, side: Side, order: &Order) {
        answers::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Heroes>, step: Step) {
        turns::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        order.say(Reader { setting, seat, facts })
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        draft.say(Reader { setting, seat, facts })
    }
}
