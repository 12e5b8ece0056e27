//! A Shaken unit has nowhere to rout to, or need not (HNL-B14).

use rules::{Group, Piece, Refusal, Side};

use crate::mechanics::rout::{must_rout, routing, routs};
use crate::printed::clause::B14;
use crate::view::HeroesEyes;

/// Whether a unit may stay where it is: it need not rout, or has nowhere to go.
///
/// # Errors
/// The refusal with its clause.
pub fn may_stay(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: Group) -> Result<(), Refusal> {
    let (counter, _) = routing(eyes, side, unit, done)?;
    if !must_rout(eyes, unit, counter) {
        return Ok(());
    }
    let mut any = false;
    routs(eyes, side, unit, done, |_| any = true);
    B14.forbids(any, "it has to rout, and can")
}
