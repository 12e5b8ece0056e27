//! Claiming a friend above for an emergence dr (B8.42e).

use rules::{Audience, OfferSink, Piece, Refusal, Side, Turn};

use crate::mechanics::below::emergence::{ask_to_show, place};
use crate::orders::Order;
use crate::printed::clause::B8_42E;
use crate::state::Asl;
use crate::state::below::Dr;
use crate::state::report::below::BelowReport;
use crate::view::AslEyes;

/// Whether the ATTACKER can claim this unit as a friend above (B8.42e).
///
/// # Errors
/// The refusal with this clause.
pub fn may_claim(eyes: AslEyes<'_>, side: Side, cast: &Dr, unit: Piece) -> Result<(), Refusal> {
    let (friend, at) = eyes.own(side, unit)?;
    let above = eyes.spot(cast.at)?.ground;
    let counts = eyes.setting().are_one(at, above) && friend.is_men();
    B8_42E.forbids(!counts, "only a unit of one's own in the manhole counts, and no dummy")
}

/// Friends above that the ATTACKER can claim.
pub fn offer_claims(eyes: AslEyes<'_>, side: Side, cast: &Dr, sink: &mut impl OfferSink<Asl>) {
    for (unit, _, _) in eyes.units_of(side) {
        if may_claim(eyes, side, cast, unit).is_ok() {
            sink.order(Order::Claim { unit });
        }
    }
    sink.order(Order::ClaimNothing);
}

/// The ATTACKER claims a friend above, or nobody. That there is one is all that is told.
pub fn claim(turn: &mut impl Turn<Asl>, cast: Dr, unit: Option<Piece>) {
    let side = turn.position().attacker;
    if let Some(unit) = unit {
        place(turn, B8_42E, unit);
        turn.report(B8_42E, Audience::All, BelowReport::Claims { side, at: cast.at }.into());
    }
    ask_to_show(turn, Dr { claimed: cast.claimed || unit.is_some(), ..cast });
}
