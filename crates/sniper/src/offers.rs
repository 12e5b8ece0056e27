//! Everything a seat may order now: a man is chosen first, then what he does, then where.

use board::LocationId;
use rules::{OfferSink, Piece};

use crate::Sniper;
use crate::eyes::SniperEyes;
use crate::order::{Draft, Grenade, Order, Posture};
use crate::turn::Step;
use crate::{check, placing, plan};

/// More places than this are offered by sixths of the board.
const LISTED: usize = 400;

/// Everything this seat may order now, or from a draft everything it may choose next.
#[inline]
pub fn offers(eyes: SniperEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Sniper>) {
    let Some(question) = eyes.question() else { return };
    match (draft, question) {
        (None, Step::SetUp) => {
            for (man, _, _) in eyes.own().filter(|(man, _, _)| placing::places(eyes, *man).next().is_some()) {
                sink.draft(Draft::Place { man });
            }
            sink.order(Order::Ready);
        }
        (None, _) => {
            for (man, _, _) in eyes.own().filter(|(man, _, _)| plan::planned(eyes, *man).is_ok()) {
                sink.draft(Draft::Man { man });
            }
            sink.order(Order::Ready);
        }
        (Some(&Draft::Place { man }), Step::SetUp) => {
            placing::places(eyes, man).for_each(|at| sink.order(Order::Place { man, at }));
        }
        (Some(_), Step::SetUp) => {}
        (Some(draft), _) => plots(eyes, *draft, sink),
    }
}

fn plots(eyes: SniperEyes<'_>, draft: Draft, sink: &mut impl OfferSink<Sniper>) {
    match draft {
        Draft::Man { man } => of_man(eyes, man, sink),
        Draft::March { man } => {
            for to in plan::reach(eyes, man).iter().flat_map(|reach| reach.places()) {
                sink.order(Order::March { man, to });
            }
        }
        Draft::Fire { man } => plan::fires(eyes, man).for_each(|at| sink.order(Order::Fire { man, at })),
        Draft::Watch { man } if plan::watches(eyes, man).count() > LISTED => {
            for way in 0..6 {
                if sixth(eyes, man, way, plan::watches(eyes, man)).next().is_some() {
                    sink.draft(Draft::WatchTo { man, way });
                }
            }
        }
        Draft::Watch { man } => plan::watches(eyes, man).for_each(|at| sink.order(Order::Watch { man, at })),
        Draft::WatchTo { man, way } => {
            sixth(eyes, man, way, plan::watches(eyes, man)).for_each(|at| sink.order(Order::Watch { man, at }));
        }
        Draft::Throw { man, grenade } if plan::throws(eyes, man, grenade).count() > LISTED => {
            for way in 0..6 {
                if sixth(eyes, man, way, plan::throws(eyes, man, grenade)).next().is_some() {
                    sink.draft(Draft::ThrowTo { man, grenade, way });
                }
            }
        }
        Draft::Throw { man, grenade } => {
            plan::throws(eyes, man, grenade).for_each(|at| sink.order(Order::Throw { man, at, grenade }));
        }
        Draft::ThrowTo { man, grenade, way } => {
            let places = sixth(eyes, man, way, plan::throws(eyes, man, grenade));
            places.for_each(|at| sink.order(Order::Throw { man, at, grenade }));
        }
        Draft::Place { .. } => {}
    }
}

/// Those of some places that lie in a sixth of the board from where a man's path ends: 0 north, then clockwise.
fn sixth<'a>(
    eyes: SniperEyes<'a>,
    man: Piece,
    way: u8,
    places: impl Iterator<Item = LocationId> + 'a,
) -> impl Iterator<Item = LocationId> + 'a {
    let setting = eyes.setting();
    let from = plan::planned(eyes, man).ok().and_then(|planned| setting.spot(planned.end(setting).at));
    places.filter(move |at| {
        let (Some(from), Some(to)) = (from, setting.spot(*at)) else { return false };
        let grid = setting.board.grid();
        let around = grid.neighbours(from.hex).into_iter().enumerate();
        let near = around.filter_map(|(n, next)| Some((grid.distance(next?, to.hex), n)));
        near.min().is_none_or(|(_, n)| n == usize::from(way))
    })
}

#[inline]
fn of_man(eyes: SniperEyes<'_>, man: Piece, sink: &mut impl OfferSink<Sniper>) {
    let Ok(planned) = plan::planned(eyes, man) else { return };
    let setting = eyes.setting();
    let mut order = |order: Order| {
        if check::plotted(eyes, &order).is_ok() {
            sink.order(order);
        }
    };
    let end = planned.end(setting);
    for exit in setting.spot(end.at).into_iter().flat_map(|spot| &spot.exits) {
        order(Order::Step { man, to: exit.to });
    }
    Posture::ALL.into_iter().for_each(|to| order(Order::Posture { man, to }));
    order(Order::Reload { man });
    order(Order::Clear { man });
    if plan::can_march(eyes, man) {
        sink.draft(Draft::March { man });
    }
    if plan::fires(eyes, man).next().is_some() {
        sink.draft(Draft::Fire { man });
    }
    if plan::watches(eyes, man).next().is_some() {
        sink.draft(Draft::Watch { man });
    }
    for grenade in Grenade::ALL {
        if plan::throws(eyes, man, grenade).next().is_some() {
            sink.draft(Draft::Throw { man, grenade });
        }
    }
}
