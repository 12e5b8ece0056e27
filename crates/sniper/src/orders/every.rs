//! Every order that could be written, legal or not: what offers and checks are compared on.

use board::LocationId;
use rules::Piece;

use crate::orders::Order;
use crate::orders::watch_side::WatchSide;
use crate::printed::words::{Grenade, Posture};
use crate::setting::Setting;
use crate::view::SniperEyes;

/// The places above ground next to one, whatever stands between.
fn beside(setting: &Setting, at: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    let around = setting.spot(at).into_iter().flat_map(|spot| setting.board.grid().neighbours(spot.hex));
    around.flatten().flat_map(|hex| setting.board.at(hex)).copied()
}

/// Every order that could be written with the pieces and Locations this seat knows.
pub fn every(eyes: SniperEyes<'_>, sink: &mut impl FnMut(Order)) {
    if eyes.seat().side().is_none() {
        return;
    }
    sink(Order::Ready);
    let men: Vec<Piece> = eyes.men().map(|(man, _, _)| man).collect();
    let places: Vec<LocationId> = eyes.setting().board.location_ids().collect();
    for &man in &men {
        sink(Order::Clear { man });
        sink(Order::Reload { man });
        Posture::ALL.into_iter().for_each(|to| sink(Order::Posture { man, to }));
        for &at in &places {
            sink(Order::Step { man, to: at });
            sink(Order::March { man, to: at });
            sink(Order::Fire { man, at });
            sink(Order::Watch { man, at });
            Grenade::ALL.into_iter().for_each(|grenade| sink(Order::Throw { man, at, grenade }));
            sink(Order::Place { man, at });
            for beyond in beside(eyes.setting(), at) {
                // From the place beyond it is the same order.
                if at <= beyond {
                    sink(WatchSide::new(man, at, beyond).into());
                }
            }
        }
    }
}
