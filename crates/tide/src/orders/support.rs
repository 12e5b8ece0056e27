//! Supporters of an assault, chosen one after the other.

use board::LocationId;
use rules::{OfferSink, Piece, PieceSet, Side};

use crate::mechanics::melee;
use crate::printed::tables::SUPPORTERS;
use crate::state::Tide;
use crate::view::eyes::TideEyes;

/// Largest number of squads of a side whose groups are all listed. For larger sides, only groups of one or two are
/// listed.
pub const WHOLE: usize = 8;

/// Lists the squads that can be added as supporters of an assault. Each group is reached in one order only.
pub fn assault_supporters(
    eyes: TideEyes<'_>,
    side: Side,
    unit: Piece,
    at: LocationId,
    with: PieceSet,
    from_sewer: bool,
) -> impl Iterator<Item = Piece> + Clone {
    let pieces = eyes.seen(side);
    pieces
        .iter()
        .filter(move |piece| with.len() < SUPPORTERS && with.last().is_none_or(|last| *piece > last))
        .filter(move |piece| melee::may_support(eyes, side, unit, at, *piece, from_sewer).is_ok())
}

/// Lists for each possible supporter the complete order, and a draft if another could follow.
pub fn add_supporters<S: OfferSink<Tide>, O, D>(
    with: PieceSet,
    candidates: impl Iterator<Item = Piece>,
    most: usize,
    sink: &mut S,
    order: impl Fn(PieceSet) -> O,
    draft: impl Fn(PieceSet) -> D,
) where
    O: Into<<Tide as rules::GamePlay>::Order>,
    D: Into<<Tide as rules::GamePlay>::Draft>,
{
    let mut candidates = candidates.peekable();
    while let Some(supporter) = candidates.next() {
        let with = with.with(supporter);
        sink.order(order(with));
        if with.len() < most && candidates.peek().is_some() {
            sink.draft(draft(with));
        }
    }
}

/// Lists the groups of supporters for the enumeration of well-formed assaults.
pub fn groups(eyes: TideEyes<'_>, side: Side) -> Vec<PieceSet> {
    let own: Vec<Piece> = eyes.squads_of(side).map(|(piece, _)| piece).collect();
    let mut groups = PieceSet::of_some(&own, WHOLE);
    groups.retain(|with| with.len() <= 3);
    groups
}
