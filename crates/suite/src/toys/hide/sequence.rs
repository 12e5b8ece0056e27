//! The sequence of play.

use rules::scene::Phrase;
use rules::{Audience, Choice, Classes, Every, GamePlay, OfferSink, Pool, Refusal, Seat, Side, Turn};

use crate::toys::hide::mechanics::step_to;
use crate::toys::hide::orders::{self, Order};
use crate::toys::hide::printed::{END, HOUND, MOLE, SLIP, leak};
use crate::toys::hide::setting::{Setting, near};
use crate::toys::hide::state::{Change, Hide, Report, Step};
use crate::toys::hide::view::Eyes;
use crate::toys::hide::view::fact::Fact;

impl<const LEAK: u8> GamePlay for Hide<LEAK> {
    type Order = Order;
    type Draft = ();

    fn candidates(eyes: Eyes<'_>, draft: Option<&()>, sink: &mut impl OfferSink<Self>) {
        if draft.is_some() {
            return;
        }
        let mut orders = Vec::new();
        Self::every(eyes, Every::Order, &mut |order| {
            if Self::check(eyes, &order).is_ok() {
                orders.push(order);
            }
        });
        if LEAK == leak::OFFER_ORDER && eyes.hexes().any(|at| at.0 < 2 && eyes.leaked_real(at)) {
            orders.reverse();
        }
        orders.into_iter().for_each(|order| sink.order(order));
    }

    fn is_offer(_: Eyes<'_>, _: &Choice<Self>) -> bool {
        true
    }

    fn check(eyes: Eyes<'_>, order: &Order) -> Result<(), Refusal> {
        orders::check::<LEAK>(eyes, order)
    }

    fn every(eyes: Eyes<'_>, _: Every, sink: &mut impl FnMut(Order)) {
        orders::every(eyes, sink);
    }

    fn resolve(turn: &mut impl Turn<Self>, _: Side, order: &Order) {
        orders::resolve(turn, order);
    }

    fn step(turn: &mut impl Turn<Self>, step: Step) {
        self::step(turn, step);
    }

    fn phrase(_: &Setting, _: Seat, _: &[Fact], order: &Order) -> Phrase {
        let verb = format!("{order:?}").split([' ', '{']).next().unwrap_or_default().to_owned();
        Phrase::new(&verb, format!("{verb}."), END)
    }

    fn phrase_draft(_: &Setting, _: Seat, _: &[Fact], (): &()) -> Phrase {
        Phrase { verb: String::new(), sentence: String::new(), pieces: vec![], places: vec![], clauses: vec![] }
    }
}

/// Does one step of the agenda.
pub(super) fn step<const LEAK: u8>(turn: &mut impl Turn<Hide<LEAK>>, step: Step) {
    match step {
        Step::NextRound => {
            let now = turn.position().round + 1;
            turn.change(END, Change::Round { now });
            turn.push(Step::NextRound);
            turn.push(Step::Hound);
            turn.push(Step::Mole);
        }
        Step::Slip { mole, to } => {
            let real = turn.position().men[mole.index()].real;
            if LEAK == leak::ROLLS && real {
                turn.roll(Pool::open(1, Classes::SUM, "noise", SLIP));
            }
            let lost = turn.roll(Pool::secret(1, Classes::at_least(5), "lost", SLIP, MOLE)).successes() == 1;
            if LEAK == leak::SEQUENCE && real {
                turn.change(SLIP, Change::Stamp);
            }
            if lost {
                let at = turn.position().men[mole.index()].at;
                turn.report(SLIP, Audience::All, Report::Lost { at });
                turn.push(Step::Direct { mole });
            } else {
                step_to(turn, SLIP, mole, to);
                turn.push(Step::Moved { mole });
            }
        }
        Step::Moved { mole } => {
            let man = turn.position().men[mole.index()];
            let near_hound = turn.position().men.iter().any(|hound| hound.side == HOUND && near(hound.at, man.at));
            if near_hound && (LEAK != leak::PROMPT || man.real) {
                turn.push(Step::Listen { mole });
            }
        }
        Step::Mole | Step::Hound | Step::Direct { .. } | Step::Listen { .. } => {}
        Step::Pounce { .. } | Step::Flee { .. } => {}
    }
}
