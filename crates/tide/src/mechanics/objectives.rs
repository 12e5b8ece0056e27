//! Objectives: which side holds them, and their points in the Command Phase.

use rules::objectives::{self, Held};
use rules::{Audience, BySide, Resolver, Side};

use crate::printed::clause::{B26, I3};
use crate::setting::{NO_OBJECTIVE, Setting};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::position::{Command, Position};
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

/// Returns the holder of each objective if control were settled now: the only side with squads in its hex, else the one
/// that holds it already (TOI-B26).
#[must_use]
pub fn holders(setting: &Setting, position: &Position) -> Held {
    let mut standing = BySide { a: 0u16, b: 0u16 };
    for side in Side::BOTH {
        for squad in position.unit_index.sides[side].iter().filter_map(|piece| position.squad(piece)) {
            standing[side] |= stands_in(setting, &position.cards, squad);
        }
    }
    let alone = BySide::new(|side| standing[side] & !standing[side.other()]);
    let holder =
        |(n, held): (usize, &Option<Side>)| Side::BOTH.into_iter().find(|side| alone[*side] >> n & 1 == 1).or(*held);
    position.held.iter().enumerate().map(holder).collect()
}

/// Settles which side controls each objective, in the Command Phase (TOI-B26).
pub fn settle(resolver: &mut impl Resolver<Tide>) {
    let now = holders(resolver.setting(), resolver.position());
    for (objective, holder) in (0u8..).zip(now) {
        if let Some(side) = holder
            && resolver.position().held.get(usize::from(objective)) != Some(&holder)
        {
            resolver.change(B26, Change::Holds { objective, side });
        }
    }
}

/// Awards the points for objectives (TOI-B26).
pub fn command_phase(resolver: &mut impl Resolver<Tide>) {
    for side in Side::BOTH {
        let (setting, position) = (resolver.setting(), resolver.position());
        let victory = objectives::points(&setting.objectives, &position.held, side);
        let held = setting.objectives.iter().zip(&position.held).filter(|(_, held)| **held == Some(side));
        let command = held.fold(0u16, |sum, (objective, _)| sum.saturating_add(objective.brings.command_for(side)));
        let now = position.victory[side].saturating_add(victory);
        let Command { points, on_card } = position.command[side];
        let points = points.saturating_add(command);
        resolver.report(B26, Audience::All, Report::Command { side, command, victory });
        if victory > 0 {
            resolver.change(B26, Change::Victory { side, now });
        }
        if command > 0 {
            resolver.change(B26, Change::Command { side, points, on_card });
        }
    }
}
