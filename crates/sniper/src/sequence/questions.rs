//! The questions of the game: what each may be answered with, and what follows an answer. A man is chosen first,
//! then what he does, then where.
//!
//! All lists look closely at orders before they name them ([`rules::OrderKind::SURE`]).

use rules::{OfferSink, Prompt, Refusal, Resolver, Seat, Side, referee_clauses};

use crate::orders::{ChoosePlace, Draft, Order, PlotFor, Ready};
use crate::state::Sniper;
use crate::state::step::Step;
use crate::view::SniperEyes;

/// The question that stands to this seat.
#[inline]
pub fn asked(eyes: SniperEyes<'_>) -> Option<Prompt<'_, Sniper>> {
    let (Seat::Side(side), Some(step)) = (eyes.seat(), eyes.question()) else { return None };
    Some(Prompt { eyes, side, step })
}

/// The question that stands to this seat.
///
/// # Errors
/// When it is not asked, or has answered.
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

/// Resolves a checked order: it writes its own side's slot only. The last side to be ready sets the turn going, which
/// follows from the position alone.
#[inline]
pub fn resolve(resolver: &mut impl Resolver<Sniper>, side: Side, order: &Order) {
    let Some(question) = resolver.position().agenda.top() else { return };
    order.resolve(resolver, side, question);
    if *order == Order::Ready && resolver.position().ready[side.other()] {
        resolver.pop();
        resolver.push(if question == Step::SetUp { Step::Begin } else { Step::Panic });
    }
}

/// What this seat may order now, or from a draft choose next, looked at coarsely.
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
