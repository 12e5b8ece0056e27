//! Every order that could be written, legal or not: what offers and checks are compared on.

use board::LocationId;
use rules::{Group, Piece, Seat};

use crate::eyes::TideEyes;
use crate::figures::Figure;
use crate::order::{Mode, Order};
use crate::position::{Action, Card};

/// Groups of supporters are listed whole for sides of up to so many squads; beyond, only those of one or two.
const WHOLE: usize = 8;

/// Every order that could be written with the pieces and Locations this seat knows.
pub fn universe(eyes: TideEyes<'_>, sink: &mut impl FnMut(Order)) {
    let Seat::Side(side) = eyes.seat() else {
        return;
    };
    let units: Vec<Piece> = eyes.squads().map(|(piece, _)| piece).collect();
    let own: Vec<Piece> = eyes.squads_of(side).map(|(piece, _)| piece).collect();
    let places: Vec<LocationId> = eyes.setting().board.location_ids().collect();
    let groups = Group::of_some(&own, WHOLE);
    sink(Order::HoldFire);
    sink(Order::Stop);
    Card::ALL.into_iter().for_each(|card| sink(Order::Enter { card }));
    for &to in &places {
        sink(Order::Move { to });
        for &with in groups.iter().filter(|with| with.len() <= 3) {
            sink(Order::Assault { target: to, with });
        }
    }
    for &unit in &units {
        let moving = [Action::Advance, Action::FireAndMovement, Action::Assault];
        let below = [Action::Emerge, Action::SewerAssault, Action::UnseenAssault];
        moving.into_iter().chain(below).for_each(|action| sink(Order::Activate { unit, action }));
        sink(Order::Prepare { unit });
        sink(Order::Fatigue { unit });
        sink(Order::AdvanceBelow { unit });
        Figure::ALL.into_iter().for_each(|figure| sink(Order::Lose { unit, figure }));
        for &at in &places {
            sink(Order::Emerge { unit, at });
            sink(Order::Retreat { unit, to: at });
        }
        for &target in &units {
            for mode in Mode::BOTH {
                for &with in &groups {
                    // Nobody could write supporters of an enemy's shot and mean it.
                    if with.is_empty() || own.contains(&unit) {
                        sink(Order::Fire { unit, target, mode, with });
                    }
                }
            }
        }
        let sewer = |at: &&LocationId| eyes.setting().spot(**at).is_some_and(|spot| spot.sewer);
        for &at in places.iter().filter(sewer) {
            for &with in groups.iter().filter(|with| with.len() <= 3) {
                sink(Order::AssaultFromSewer { unit, at, with });
            }
        }
    }
}
