//! Fire at moving units in the Location they enter: residual firepower, and the DEFENDER's fire (ASL-A10).

use rules::{PieceSet, Resolver};

use crate::mechanics::residual;
use crate::printed::clause::A33;
use crate::printed::terrain::MF;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;

/// Follows up after moving units have spent MF: residual firepower, and the question for First Fire, once for each MF,
/// where public facts allow it. The continuation of the move is on the agenda below.
pub fn watch(resolver: &mut impl Resolver<Asl>) {
    let spent = resolver.position().moving.map_or(0, |moving| moving.spent);
    // Fractions are dropped, but any expenditure lets units fire once.
    let more = (spent / MF).saturating_sub(1);
    resolver.push(Fight::Watch { fired: PieceSet::EMPTY, began: PieceSet::EMPTY, more }.into());
    fresh(resolver);
    residual::strike(resolver);
}

/// Forgets the fire groups of the phase, or of the last expenditure of movement factors (ASL-A33).
pub fn fresh(resolver: &mut impl Resolver<Asl>) {
    if !resolver.position().fired_at.is_empty() {
        resolver.change(A33, Change::FiresFresh);
    }
}
