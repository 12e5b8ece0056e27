//! Grenades in hand, let fall, and rearming (SNP-B33).

use board::LocationId;
use rules::{Piece, Resolver};

use crate::printed::clause::B33;
use crate::printed::words::{Grenade, Hand};
use crate::setting::Setting;
use crate::setting::spot::Level;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::Man;
use crate::state::plot::Act;
use crate::state::step::Step;

/// Returns the grenade that a man is to throw and already has in hand.
fn about_to_throw(man: &Man) -> Option<Grenade> {
    let Some(Act::Throw { grenade, .. }) = man.plot.act else { return None };
    (man.hand == grenade.into()).then_some(grenade)
}

/// Lets the grenade of a man fall who was to throw it and is out of action before. It goes off with the thrown ones. That
/// of a man who only carries it doesn't.
pub fn let_fall(resolver: &mut impl Resolver<Sniper>, piece: Piece) {
    let still_to_come = resolver.position().agenda.steps().contains(&Step::Grenades);
    let Some(man) = resolver.position().man(piece).filter(|_| still_to_come && B33.is_in_force()) else { return };
    let (Some(at), Some(grenade)) = (man.at, about_to_throw(man)) else { return };
    let at = lies_at(resolver.setting(), at);
    resolver.change(B33, Change::Dropped { man: piece, at: Some(at), grenade });
}

/// Returns where a grenade lies that is let fall at a place: from a ladder it falls into the sewer.
fn lies_at(setting: &Setting, at: LocationId) -> LocationId {
    let below = setting.spot(at).filter(|spot| spot.level == Level::Middle);
    below.and_then(|spot| setting.at_level(spot.hex, Level::Sewer)).unwrap_or(at)
}

/// Gives their weapons back to men who plotted to rearm, at the end of the turn.
pub fn rearm_all(resolver: &mut impl Resolver<Sniper>) {
    let acting = resolver.position().men.who(Trait::Acting);
    for man in acting.iter() {
        if resolver.position().man(man).is_some_and(|man| man.plot.act == Some(Act::Rearm)) {
            resolver.change(B33, Change::Hand { man, now: Hand::Weapon });
        }
    }
}
