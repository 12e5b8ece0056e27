//! The sequence of play: who is asked what, what follows an answer, and the steps between.

pub mod answers;
pub mod questions;
pub mod turns;

use rules::scene::Phrase;
use rules::{Choice, Every, GamePlay, OfferSink, Refusal, Seat, Side, Turn};

use crate::orders::{Draft, Order, check, every, words};
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
        questions::is_offer(eyes, candidate)
    }

    #[inline]
    fn check(eyes: HeroesEyes<'_>, order: &Order) -> Result<(), Refusal> {
        check::check(eyes, order)
    }

    fn every(eyes: HeroesEyes<'_>, _: Every, sink: &mut impl FnMut(Order)) {
        every::universe(eyes, sink);
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
        words::order(setting, seat, facts, order)
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        words::draft(setting, seat, facts, draft)
    }
}
