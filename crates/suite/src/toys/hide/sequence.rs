//! The sequence of play.

use rules::scene::OrderText;
use rules::{Audience, Choice, Enumeration, FaceClasses, GamePlay, OfferSink, Pool, Refusal, Resolver, Seat, Side};

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
        Self::wellformed_orders(eyes, Enumeration::All, &mut |order| {
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

    fn wellformed_orders(eyes: Eyes<'_>, _: Enumeration, sink: &mut dyn FnMut(Order)) {
        orders::wellformed_orders(eyes, sink);
    }

    fn resolve(resolver: &mut impl Resolver<Self>, _: Side, order: &Order) {
        orders::resolve(resolver, order);
    }

    fn step(resolver: &mut impl Resolver<Self>, step: Step) {
        self::step(resolver, step);
    }

    fn describe_order(_: &Setting, _: Seat, _: &[Fact], order: &Order) -> OrderText {
        let verb = format!("{order:?}").split([' ', '{']).next().unwrap_or_default().to_owned();
        OrderText::new(&verb, format!("{verb}."), END)
    }

    fn describe_draft(_: &Setting, _: Seat, _: &[Fact], (): &()) -> OrderText {
        OrderText {
            verb: String::new(),
            sentence: String::new(),
            pieces: vec![],
            places: vec![],
            clauses: vec![],
            opens: None,
            follows: None,
        }
    }
}

/// Carries out one step of the agenda.
pub(super) fn step<const LEAK: u8>(resolver: &mut impl Resolver<Hide<LEAK>>, step: Step) {
    match step {
        Step::NextRound => {
            let now = resolver.position().round + 1;
            resolver.change(END, Change::Round { now });
            resolver.push(Step::NextRound);
            resolver.push(Step::Hound);
            resolver.push(Step::Mole);
        }
        Step::Slip { mole, to } => {
            let real = resolver.position().men[mole.index()].real;
            if LEAK == leak::ROLLS && real {
                resolver.roll(Pool::open(1, FaceClasses::SUM, "noise", SLIP));
            }
            let lost = resolver.roll(Pool::secret(1, FaceClasses::at_least(5), "lost", SLIP, MOLE)).successes() == 1;
            if LEAK == leak::SEQUENCE && real {
                resolver.change(SLIP, Change::Stamp);
            }
            if lost {
                let at = resolver.position().men[mole.index()].at;
                resolver.report(SLIP, Audience::All, Report::Lost { at });
                resolver.push(Step::Direct { mole });
            } else {
                step_to(resolver, SLIP, mole, to);
                resolver.push(Step::Moved { mole });
            }
        }
        Step::Moved { mole } => {
            let man = resolver.position().men[mole.index()];
            let near_hound = resolver.position().men.iter().any(|hound| hound.side == HOUND && near(hound.at, man.at));
            if near_hound && (LEAK != leak::PROMPT || man.real) {
                resolver.push(Step::Listen { mole });
            }
        }
        Step::Mole | Step::Hound | Step::Direct { .. } | Step::Listen { .. } => {}
        Step::Pounce { .. } | Step::Flee { .. } => {}
    }
}
