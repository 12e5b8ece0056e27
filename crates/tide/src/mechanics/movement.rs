//! Activation for movement, and moving.

use rules::Resolver;

use crate::mechanics::fire;
use crate::printed::clause::B14;
use crate::printed::words::{Action, State};
use crate::state::Tide;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

/// Whether anything but stopping is left for the activated squad.
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
    // Whoever has been pinned or disrupted on the way is done.
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

/// Asks the activated squad's side to go on, if there is anything left to do.
pub fn carry_on(resolver: &mut impl Resolver<Tide>) {
    if can_go_on(TideEyes::open(resolver.setting(), resolver.position())) {
        resolver.push(Step::Move);
    }
}
