//! The enemies in sight that see where a plot leads (SNP-B2): what is shown in place of reactions.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Onlooker, Onlookers, Piece, Sentence};

use crate::mechanics::planned::{Planned, planned};
use crate::orders::Order;
use crate::printed::clause::{B2, B7};
use crate::setting::entering::arriving;
use crate::setting::path::{Path, STEPS};
use crate::setting::sight::{self, Eye};
use crate::setting::smoke::Cloud;
use crate::view::SniperEyes;

/// Returns the enemies in sight with a clear line to where the man is, or to a place of his path. He has the postures of
/// his plot there. Enemies count as upright, as they could plot to be; those who can do nothing are left out. Sight is
/// that of the calculator `sight`, through the smoke that the side knows of.
///
/// `None` unless the order plots for a man of the side who can be plotted for.
#[must_use]
pub fn onlookers(eyes: SniperEyes<'_>, order: &Order) -> Option<Onlookers<Piece>> {
    let setting = eyes.setting();
    let side = eyes.seat().side()?;
    let planned = planned(eyes, man(order)?).ok()?;
    let path = path(eyes, &planned, order)?;
    let posture = if let Order::Posture { to, .. } = *order { to } else { planned.posture };
    let steps = path.steps().iter().map(|at| Eye { at: *at, posture: arriving(setting, posture, *at) });
    let places: ArrayVec<Eye, { STEPS + 1 }> = [Eye { at: planned.at, posture }].into_iter().chain(steps).collect();
    let clouds: Vec<Cloud> = eyes.clouds().copied().collect();
    let able = eyes.enemies(side).filter(|(_, man, _)| !man.incapacitated);
    let seen = able.filter_map(|(piece, _, from)| {
        let from = Eye::upright(setting, from);
        let mut seen: Vec<LocationId> = Vec::new();
        for eye in &places {
            if !seen.contains(&eye.at) && sight::sees(setting, &clouds, from, *eye).is_some() {
                seen.push(eye.at);
            }
        }
        (!seen.is_empty()).then_some(Onlooker { piece, places: seen })
    });
    Some(Onlookers { text: text(), seen: seen.collect() })
}

fn text() -> Vec<Sentence> {
    vec![
        Sentence::by(B2, "The enemy plots at the same time, so no reaction can be listed."),
        Sentence::by(B7, "Listed are the enemies you see who have a clear line to it from where they are now."),
    ]
}

/// Returns the man that an order plots for; `None` for one that plots nothing.
const fn man(order: &Order) -> Option<Piece> {
    match *order {
        Order::Step { man, .. }
        | Order::March { man, .. }
        | Order::Fire { man, .. }
        | Order::Watch { man, .. }
        | Order::WatchSide { man, .. }
        | Order::Throw { man, .. }
        | Order::Prepare { man, .. }
        | Order::Rearm { man }
        | Order::Posture { man, .. }
        | Order::Reload { man } => Some(man),
        Order::Clear { .. } | Order::Place { .. } | Order::Ready => None,
    }
}

/// Returns the path of a man once the order is plotted; `None` if he can't take it.
fn path(eyes: SniperEyes<'_>, planned: &Planned<'_>, order: &Order) -> Option<Path> {
    let plotted = planned.man.plot.path;
    match *order {
        Order::Step { to, .. } => plotted.then(to),
        Order::March { to, .. } => {
            let (reach, points) = planned.reach(eyes.setting())?;
            Some(reach.path(reach.find(to, points)?))
        }
        _ => Some(plotted),
    }
}
