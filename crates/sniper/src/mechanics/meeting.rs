//! Enemies who meet (SNP-B15).

use rules::{Piece, PieceSet, Resolver};

use crate::mechanics::reporting::replot;
use crate::printed::clause::B15;
use crate::state::Sniper;
use crate::state::index::Trait;
use crate::state::man::Man;
use crate::state::plot::Plot;

/// Stops every man who enters a place with an enemy, and that enemy (SNP-B15). A man who was with an enemy before may
/// leave. His step must not depend on moves elsewhere.
pub fn stop_at_enemies(resolver: &mut impl Resolver<Sniper>, came: PieceSet) {
    if came.is_empty() || !B15.is_in_force() {
        return;
    }
    let men = &resolver.position().men;
    let meets = |man: Piece, own: &Man, at| came.has(man) || !men.at(at, men.able(own.side.other()) & came).is_empty();
    let bound = men.meeting() & men.who(Trait::Bound);
    let stopped: PieceSet =
        men.placed(bound).filter(|&(man, own, at)| meets(man, own, at)).map(|(man, ..)| man).collect();
    for man in stopped.iter() {
        replot(resolver, B15, man, Plot::default());
    }
}
