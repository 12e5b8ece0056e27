//! The sequence of play.

mod questions;
mod turns;

use rules::scene::Phrase;
use rules::{Choice, Every, GamePlay, OfferSink, Reader, Refusal, Seat, Side, Turn};

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

    fn every(eyes: DuelEyes<'_>, which: Every, sink: &mut impl FnMut(Order)) {
        if let Seat::Side(side) = eyes.seat() {
            Order::every(eyes, side, which, sink);
        }
    }

    /// The question stays on the agenda: the other side may still be plotting.
    fn resolve(turn: &mut impl Turn<Duel>, side: Side, order: &Order) {
        order.resolve(turn, side, Step::Plot);
    }

    fn step(turn: &mut impl Turn<Duel>, step: Step) {
        turns::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        order.say(Reader { setting, seat, facts })
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        draft.say(Reader { setting, seat, facts })
    }
}
