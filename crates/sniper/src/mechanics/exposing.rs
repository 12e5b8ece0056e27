//! Men who expose themselves at a door or window (SNP-B34).

use board::LocationId;
use rules::{Piece, Resolver};

use crate::mechanics::look::{self, Noticed, Since};
use crate::mechanics::motion::{Motion, Motions};
use crate::printed::clause::B34;
use crate::printed::words::Posture;
use crate::setting::{Setting, sight};
use crate::state::Sniper;

/// Returns whether a line between two places passes a door or window of the first.
fn leads_through(setting: &Setting, from: LocationId, at: LocationId) -> bool {
    let (Some(here), Some(there)) = (setting.spot(from), setting.spot(at)) else { return false };
    here.apertures && here.hex != there.hex && sight::threshold(&setting.board, here.hex, there.hex).is_aperture()
}

/// Exposes the upright men who fire or throw through a door or window of their own place, all at once. No enemy fires
/// at them for it.
pub fn expose(resolver: &mut impl Resolver<Sniper>, acts: impl Iterator<Item = (Piece, LocationId, LocationId)>) {
    let mut motions = Motions::new();
    for (piece, from, at) in acts {
        let upright = resolver.position().man(piece).is_some_and(|man| man.posture == Posture::Standing);
        let known = motions.iter().any(|(other, ..)| *other == piece);
        if upright && !known && B34.is_in_force() && leads_through(resolver.setting(), from, at) {
            let _ = motions.try_push((piece, B34, Motion::Posture(Posture::Leaning)));
        }
    }
    if !motions.is_empty() {
        look::move_all(resolver, &motions, Since::Anything, &mut Noticed::default());
    }
}
