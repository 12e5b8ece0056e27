//! Transfers of weapons: dropped, handed over or taken (HNL-B28).
//!
//! Weapons that lie in a Location are public, and so are all transfers. A hidden unit that makes one is shown.

mod drop;
mod hand;
mod take;

use rules::scene::OrderText;
use rules::{DraftKind, OfferSink, OrderKind, Prompt, Reader, Refusal};

use crate::orders::{Drop, Hand, Order, Take, Weapons};
use crate::printed::clause::B28;
use crate::printed::counter::Weapon;
use crate::state::Heroes;
use crate::state::step::Step;

impl DraftKind<Heroes> for Weapons {
    #[inline(never)]
    fn leads_on(&self, prompt: Prompt<'_, Heroes>) -> bool {
        matches!(prompt.step, Step::Act) && orders(prompt, |_| true)
    }

    #[inline(never)]
    fn next(&self, prompt: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        if !matches!(prompt.step, Step::Act) {
            return;
        }
        orders(prompt, |order| {
            sink.order(order);
            false
        });
    }

    fn describe(&self, _: Reader<'_, Heroes>) -> OrderText {
        OrderText::new("Transfer weapons", "A weapon is dropped, handed over or taken: choose how.".to_owned(), B28)
    }
}

/// Calls `enough` with each legal transfer of a side before an impulse, until it returns `true`. Returns whether a call
/// returned `true`.
fn orders(prompt: Prompt<'_, Heroes>, mut enough: impl FnMut(Order) -> bool) -> bool {
    let Prompt { eyes, side, .. } = prompt;
    for (unit, counter, at) in eyes.each(eyes.ready(side)) {
        if counter.counter.weapon != Weapon::None {
            let lay = Drop { unit };
            if lay.legal(prompt).is_ok() && enough(lay.into()) {
                return true;
            }
            for (to, _) in eyes.at(side, at).filter(|(to, _)| *to != unit) {
                let hand = Hand { unit, to };
                if hand.legal(prompt).is_ok() && enough(hand.into()) {
                    return true;
                }
            }
        }
        if eyes.lying().is_empty() {
            continue;
        }
        for weapon in Weapon::ALL.into_iter().filter(|weapon| eyes.lies(*weapon, at)) {
            let take = Take { unit, weapon };
            if take.legal(prompt).is_ok() && enough(take.into()) {
                return true;
            }
        }
    }
    false
}

/// Returns the refusal of a transfer that doesn't answer the open question.
#[cold]
fn untimely() -> Refusal {
    Refusal::new(B28, "a weapon can change hands only before an impulse begins")
}
