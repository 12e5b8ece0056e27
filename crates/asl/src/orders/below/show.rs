//! Showing a unit to count against an emergence (B8.42j).

use rules::{Audience, OfferSink, Piece, Refusal, Side, Turn};

use crate::mechanics::below::emergence::{ask_to_show, is_neighbour_shown, is_unwatched, place, watches};
use crate::orders::Order;
use crate::printed::clause::B8_42J;
use crate::printed::words::Cover;
use crate::setting::below::are_adjacent;
use crate::state::Asl;
use crate::state::below::{Below, Dr};
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Whether the DEFENDER can show this unit to count against the dr (B8.42j): a squad in the manhole, a unit in an adjacent
/// sewer, or a hidden one that watches the manhole.
///
/// # Errors
/// The refusal with this clause.
pub fn may_show(eyes: AslEyes<'_>, side: Side, cast: &Dr, piece: Piece) -> Result<(), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    B8_42J.forbids(cast.shown.has(piece), "it has been shown already")?;
    B8_42J.forbids(!unit.is_men(), "a dummy counts for nothing")?;
    let above = eyes.spot(cast.at)?.ground;
    let squad = eyes.setting().are_one(at, above) && unit.kind.is_mmc() && unit.is_good() && !unit.is_open();
    let neighbour = are_adjacent(eyes.setting(), at, cast.at) && !is_neighbour_shown(eyes, cast);
    let hidden = unit.cover == Cover::Hidden && watches(eyes, at, above) && is_unwatched(eyes.public(), side, above);
    B8_42J.forbids(!squad && !neighbour && !hidden, "it does not count for the emergence dr")
}

/// Whom the DEFENDER can show.
pub fn offer_shows(eyes: AslEyes<'_>, side: Side, cast: &Dr, sink: &mut impl OfferSink<Asl>) {
    for (unit, _, _) in eyes.units_of(side) {
        if may_show(eyes, side, cast, unit).is_ok() {
            sink.order(Order::Show { unit });
        }
    }
    sink.order(Order::ShowNothing);
}

/// The DEFENDER shows a unit for the moment, or nobody any more.
pub fn show(turn: &mut impl Turn<Asl>, cast: Dr, unit: Option<Piece>) {
    let Some(piece) = unit else { return turn.push(Step::Below(Below::Verdict(cast))) };
    let shown = turn.position().unit(piece).copied();
    place(turn, B8_42J, piece);
    if let Some((kind, at)) = shown.and_then(|unit| Some((unit.kind, unit.at?))) {
        let side = turn.position().attacker.other();
        turn.report(B8_42J, Audience::All, BelowReport::ShownFor { side, kind, at }.into());
    }
    ask_to_show(turn, Dr { shown: cast.shown.with(piece), ..cast });
}
