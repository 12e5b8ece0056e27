//! Destroying a tunnel (B8.63).

use board::LocationId;
use rules::{Audience, OfferSink, Piece, Refusal, Side, Turn};

use crate::mechanics::below::entrances::{ask_to_destroy, each};
use crate::orders::Order;
use crate::printed::clause::B8_63A;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::view::AslEyes;

/// Whether a unit can destroy the tunnel whose entrance it has found (B8.63a).
///
/// # Errors
/// The refusal with this clause.
pub fn may_destroy(eyes: AslEyes<'_>, side: Side, unit: Piece, entrance: LocationId) -> Result<(), Refusal> {
    let (destroyer, at) = eyes.own(side, unit)?;
    eyes.spot(entrance)?;
    B8_63A.forbids(!destroyer.is_men() || !destroyer.is_good(), "only Good Order Infantry destroys a tunnel")?;
    B8_63A
        .forbids(!eyes.setting().are_one(at, entrance), "it destroys a tunnel by the entrance in its own Location")?;
    let known = eyes.at(side.other(), entrance).any(|(_, enemy)| enemy.is_open());
    B8_63A.forbids(known, "a Known enemy is there")?;
    let found = eyes.entrances_seen(side).any(|seen| seen.at == entrance && seen.found.has(unit));
    if found { Ok(()) } else { Err(Refusal::new(B8_63A, "it has found no entrance there")) }
}

/// Who can destroy a tunnel.
pub fn offer_destroy(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    each(eyes, side, |unit, entrance| {
        if may_destroy(eyes, side, unit, entrance).is_ok() {
            sink.order(Order::Destroy { unit, entrance });
        }
    });
    sink.order(Order::Done);
}

/// The whole tunnel is destroyed.
pub fn destroy(turn: &mut impl Turn<Asl>, side: Side, unit: Piece, entrance: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(seen) = eyes.entrances_seen(side).find(|seen| seen.at == entrance && seen.found.has(unit)) else { return };
    turn.report(B8_63A, Audience::All, BelowReport::TunnelDestroyed { side, at: entrance }.into());
    turn.change(B8_63A, Change::TunnelGone { side: side.other(), tunnel: seen.tunnel });
    ask_to_destroy(turn, side);
}
