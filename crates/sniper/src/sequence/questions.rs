//! Questions of the game, the orders that answer them, and what follows. Players choose a man first, then an action,
//! then a place.
//!
//! Every order is checked exactly before it is offered ([`rules::OrderKind::SURE`]).

use rules::{OfferSink, Prompt, Refusal, Resolver, Seat, Side, referee_clauses};

use crate::orders::{ChoosePlace, Draft, Order, PlotFor, Ready};
use crate::state::Sniper;
use crate::state::step::Step;
use crate::view::SniperEyes;

/// Returns the question this seat is asked, if any.
#[inline]
pub fn asked(eyes: SniperEyes<'_>) -> Option<Prompt<'_, Sniper>> {
    let (Seat::Side(side), Some(step)) = (eyes.seat(), eyes.question()) else { return None };
    Some(Prompt { eyes, side, step })
}

/// Returns the question this seat is asked.
///
/// # Errors
/// Refuses if the seat is asked nothing, or has answered.
#[inline]
pub fn prompt(eyes: SniperEyes<'_>) -> Result<Prompt<'_, Sniper>, Refusal> {
    let Some(prompt) = asked(eyes) else {
        let why = if eyes.ready().is_some() {
            "you are ready: wait for the other side"
        } else {
            "no order is expected from you now"
        };
        return Err(Refusal::new(referee_clauses::AWAITED, why));
    };
    Ok(prompt)
}

/// Resolves a checked order, which writes only its own side's state. When the last side becomes ready the turn starts.
/// That follows from the position alone.
#[inline]
pub fn resolve(resolver: &mut impl Resolver<Sniper>, side: Side, order: &Order) {
    let Some(question) = resolver.position().agenda.top() else { return };
    order.resolve(resolver, side, question);
    if *order == Order::Ready && resolver.position().ready[side.other()] {
        resolver.pop();
        resolver.push(if question == Step::SetUp { Step::Begin } else { Step::Panic });
    }
}

/// Lists what this seat may order now, or choose next from a draft, after rough checks.
#[inline]
pub fn candidates(eyes: SniperEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Sniper>) {
    let Some(prompt) = asked(eyes) else { return };
    if let Some(draft) = draft {
        return draft.next(prompt, sink);
    }
    match prompt.step {
        Step::SetUp => {
            let placed = eyes.own_numbers().filter(|man| eyes.setting().area(*man).is_some());
            placed.for_each(|man| sink.draft(ChoosePlace { man }));
        }
        _ => sink.drafts(eyes.heedful().iter(), |man| PlotFor { man }),
    }
    sink.order(Ready {});
}
