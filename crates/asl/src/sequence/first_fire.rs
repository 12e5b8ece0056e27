//! Defensive First Fire: the conditions for asking the DEFENDER (ASL-A10).
//!
//! Whether a unit could fire can be a secret. The question therefore depends on public facts alone: an enemy in sight
//! that can fire, a "?" that sees the moving units, or a side that has units hidden.

use rules::{PieceSet, Resolver};

use crate::mechanics::aim::{self, Aim};
use crate::orders::fights::charge;
use crate::printed::clause::{A10, A27};
use crate::sequence::asking::FARTHEST;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::view::AslEyes;

/// Asks the DEFENDER for fire at the moving units, if by public facts some is possible.
#[inline]
pub fn ask(resolver: &mut impl Resolver<Asl>, fired: PieceSet) {
    let open = AslEyes::open(resolver.setting(), resolver.position());
    let eyes = open.public();
    let when = Fight::FirstFire { fired };
    let Some(at) = eyes.moving_at().filter(|at| !eyes.setting().is_below(*at) && A10.is_in_force()) else { return };
    let side = eyes.attacker().other();
    let view = eyes.view(at);
    // Their Location is public, and so are the lines of sight to it.
    let Some(mover) = open.moving().and_then(|moving| moving.units.iter().next()) else { return };
    let seen = || {
        let mut able = eyes.watching_movers(aim::able(eyes, side, when).armed()).iter();
        able.any(|firer| Aim::of(eyes, side, when, firer).at(at).is_ok())
    };
    let unknown = || eyes.any_unknown_sees(side, mover, |from| view.distance(from) <= FARTHEST);
    let hidden = || A27.is_in_force() && eyes.has_hidden(side);
    let throws = || {
        let targets = aim::Targets::of(eyes, side, when);
        charge::holders(eyes, side).iter().any(|unit| charge::has_target(eyes, side, when, unit, targets))
    };
    if hidden() || unknown() || seen() || throws() {
        resolver.push(when.into());
    }
}
