//! Smoke below ground that a side notices by going there (39.71). It is disclosed under that clause, not under that of
//! the step.

use arrayvec::ArrayVec;
use rules::Resolver;

use crate::mechanics::motion::{Motion, Motions};
use crate::printed::clause::S39_71;
use crate::setting::Setting;
use crate::setting::smoke::{CLOUDS, Cloud};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::position::Position;
use crate::view::hearing::{is_noticed_from, notices_smoke};

/// Smoke that the other side doesn't know of yet.
pub type Unnoticed = ArrayVec<Cloud, CLOUDS>;

/// Marks smoke that these motions will reach as unnoticed until the motions are complete. Returns it.
pub fn keep_back(resolver: &mut impl Resolver<Sniper>, motions: &Motions) -> Unnoticed {
    let come_upon = come_upon(resolver.setting(), resolver.position(), motions);
    for &Cloud { at, by, .. } in &come_upon {
        resolver.change(S39_71, Change::Unnoticed { at, by, now: true });
    }
    come_upon
}

/// Discloses this smoke to the side that reached it.
pub fn disclose(resolver: &mut impl Resolver<Sniper>, come_upon: &Unnoticed) {
    for &Cloud { at, by, .. } in come_upon {
        resolver.change(S39_71, Change::Unnoticed { at, by, now: false });
    }
}

fn come_upon(setting: &Setting, position: &Position, motions: &Motions) -> Unnoticed {
    let news = |cloud: &&Cloud| {
        let other = cloud.by.other();
        let goes_there = motions.iter().any(|&(piece, _, motion)| match motion {
            Motion::To(to) | Motion::Fall(to) => {
                let his = position.man(piece).is_some_and(|man| man.side == other && !man.dummy && !man.incapacitated);
                his && is_noticed_from(setting, to, cloud.at)
            }
            Motion::Posture(_) => false,
        });
        goes_there && !notices_smoke(setting, position, other, cloud.at)
    };
    position.clouds.iter().filter(|cloud| setting.is_sewer(cloud.at)).filter(news).copied().collect()
}
