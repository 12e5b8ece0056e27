//! The question of the game: which seats are asked, and the orders that answer it.

use rules::{OfferSink, Prompt, Refusal, referee_clauses};

use crate::toys::duel::orders::{Draft, Plot, Ready};
use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::step::Step;
use crate::toys::duel::view::eyes::DuelEyes;

/// Returns the question to this seat.
///
/// # Errors
/// Refuses (REF-1) if this seat is asked nothing. A side that is ready is asked nothing.
pub fn prompt(eyes: DuelEyes<'_>) -> Result<Prompt<'_, Duel>, Refusal> {
    let side =
        eyes.plotting().ok_or_else(|| Refusal::new(referee_clauses::AWAITED, "you are not asked for an order"))?;
    Ok(Prompt { eyes, side, step: Step::Plot })
}

/// Lists the orders this seat may give now.
pub fn candidates(eyes: DuelEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Duel>) {
    let Ok(prompt) = prompt(eyes) else { return };
    if let Some(draft) = draft {
        return draft.next(prompt, sink);
    }
    for (man, _) in eyes.men().filter(|(man, _)| eyes.own(*man).is_some()) {
        Plan::ALL.into_iter().for_each(|plan| sink.order(Plot { man, plan }));
    }
    sink.order(Ready {});
}
