//! Objectives: which side holds them, and their points in the Command Phase.

use rules::objectives;
use rules::{Audience, BySide, Resolver, Side};

use crate::printed::clause::{B26, I3};
use crate::setting::{NO_OBJECTIVE, Setting};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::squad::{Place, Squad};

/// Returns the objective in a squad's hex as a bit. Squads below are not in a hex (TOI-I3).
#[inline]
fn stands_in(setting: &Setting, sheets: &[Option<crate::state::position::Sheet>; 6], squad: &Squad) -> u16 {
    let at = match squad.place {
        Place::On(at) => Some(at),
        Place::Below(card) if !I3.is_in_force() => {
            sheets.get(card.index()).copied().flatten().map(|sheet| sheet.entrance)
        }
        Place::Below(_) | Place::Gone => None,
    };
    match at.and_then(|at| setting.spot(at)) {
        Some(spot) if spot.objective != NO_OBJECTIVE => 1 << spot.objective,
        _ => 0,
    }
}

/// Gives each objective to the only side with squads in its hex, at the end of an action (TOI-B26).
pub fn settle(resolver: &mut impl Resolver<Tide>) {
    let (setting, position) = (resolver.setting(), resolver.position());
    if setting.objectives.is_empty() {
        return;
    }
    let mut standing = BySide { a: 0u16, b: 0u16 };
    for side in Side::BOTH {
        for squad in position.unit_index.sides[side].iter().filter_map(|piece| position.squad(piece)) {
            standing[side] |= stands_in(setting, &position.cards, squad);
        }
    }
    for objective in 0..position.held.len() as u8 {
        for side in Side::BOTH {
            let alone = (standing[side] & !standing[side.other()]) >> objective & 1 == 1;
            if alone && resolver.position().held.get(usize::from(objective)) != Some(&Some(side)) {
                resolver.change(B26, Change::Holds { objective, side });
            }
        }
    }
}

/// Awards the points for objectives, and the initiative of the next round (TOI-B26).
pub fn command_phase(resolver: &mut impl Resolver<Tide>) {
    let mut command = BySide { a: 0u16, b: 0u16 };
    for side in Side::BOTH {
        let (setting, position) = (resolver.setting(), resolver.position());
        let victory = objectives::points(&setting.objectives, &position.held, side);
        for (objective, held) in setting.objectives.iter().zip(&position.held) {
            if *held == Some(side) {
                command[side] = command[side].saturating_add(objective.brings.command);
            }
        }
        let now = position.victory[side].saturating_add(victory);
        resolver.report(B26, Audience::All, Report::Command { side, command: command[side], victory });
        if victory > 0 {
            resolver.change(B26, Change::Victory { side, now });
        }
    }
    for side in Side::BOTH {
        if command[side] > command[side.other()] && resolver.position().initiative != side {
            resolver.change(B26, Change::Initiative { side });
        }
    }
}
