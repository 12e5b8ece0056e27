//! Continuation of an activation.

use rules::Resolver;

use crate::mechanics::fire;
use crate::printed::clause::B14;
use crate::printed::words::{Action, State};
use crate::state::Tide;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// Whether the activated squad can do anything except stop.
fn can_go_on(eyes: TideEyes<'_>) -> bool {
    let Some(active) = eyes.active() else {
        return false;
    };
    let Some(squad) = eyes.squad(active.piece) else {
        return false;
    };
    if squad.on().is_none() {
        return false;
    }
    // A squad that was pinned or disrupted on the way must stop.
    if squad.state != State::Steady && B14.is_in_force() {
        return false;
    }
    active.mp_left > 0
        || match active.action {
            Action::Assault => crate::mechanics::melee::has_target(eyes, squad),
            Action::FireAndMovement => !active.fired && fire::has_target(eyes, squad),
            Action::Advance | Action::Emerge | Action::SewerAssault | Action::UnseenAssault => false,
        }
}

/// Asks the side to continue with the activated squad, if that can do anything.
pub fn carry_on(resolver: &mut impl Resolver<Tide>) {
    if can_go_on(TideEyes::open(resolver.setting(), resolver.position())) {
        resolver.push(Step::Move);
    }
}
