//! Stunned men recover (SNP-B13); reloading is done (SNP-B17).

use rules::Turn;

use crate::printed::clause::{B13, B17};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::plot::Act;

/// Who was stunned the turn before recovers (SNP-B13), all at once.
pub fn recover(turn: &mut impl Turn<Sniper>) {
    let stunned = turn.position().men.who(Trait::Stunned);
    for man in stunned.iter() {
        let left = turn.position().man(man).map_or(0, |man| man.stunned);
        turn.change(B13, Change::Stunned { man, turns: left.saturating_sub(1) });
    }
    if !stunned.is_empty() {
        turn.change(B13, Change::Look);
    }
}

/// Reloading takes a whole turn (SNP-B17).
pub fn reload_all(turn: &mut impl Turn<Sniper>) {
    let acting = turn.position().men.who(Trait::Acting) - turn.position().men.who(Trait::Stunned);
    for piece in acting.iter() {
        let Some(man) = turn.position().man(piece) else { continue };
        if man.plot.act == Some(Act::Reload) {
            let left = turn.setting().tables.weapon(man.weapon).map_or(0, |weapon| weapon.magazine);
            turn.change(B17, Change::Shots { man: piece, left });
        }
    }
}
