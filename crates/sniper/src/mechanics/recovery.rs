//! Stunned men recover (SNP-B13); reloading is done (SNP-B17).

use rules::Resolver;

use crate::printed::clause::{B13, B17};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::plot::Act;

/// Recovers the men who were stunned in the turn before (SNP-B13), all at once.
pub fn recover(resolver: &mut impl Resolver<Sniper>) {
    let stunned = resolver.position().men.who(Trait::Stunned);
    for man in stunned.iter() {
        // A stun of this turn counts in the next.
        let turns = resolver.position().man(man).map_or(0, |man| man.stunned / 2);
        resolver.change(B13, Change::Stunned { man, turns });
    }
    if !stunned.is_empty() {
        resolver.change(B13, Change::Look);
    }
}

/// Reloads the weapons of men who plotted it (SNP-B17), at the end of the turn.
pub fn reload_all(resolver: &mut impl Resolver<Sniper>) {
    for piece in resolver.position().men.who(Trait::Acting).iter() {
        let Some(man) = resolver.position().man(piece) else { continue };
        if man.plot.act == Some(Act::Reload) {
            let left = resolver.setting().tables.weapon(man.weapon).map_or(0, |weapon| weapon.magazine);
            resolver.change(B17, Change::Shots { man: piece, left });
        }
    }
}
