//! Objectives: who holds them, and what they bring in the Command Phase.

use board::LocationId;
use rules::{Audience, BySide, Side, Turn};

use crate::Tide;
use crate::change::{Change, Report};
use crate::clause::{B26, I3};
use crate::eyes::TideEyes;
use crate::position::{Place, Squad};
use crate::setting::{NO_OBJECTIVE, Setting};

/// The hexes of objectives a squad stands in, as a bit. Squads below stand nowhere (TOI-I3).
#[inline]
fn stands_in(setting: &Setting, sheets: &[Option<crate::position::Sheet>; 6], squad: &Squad) -> u16 {
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

/// A side that has entered a hex takes its objective, if it is alone there (TOI-B26).
pub fn take(turn: &mut impl Turn<Tide>, side: Side, at: LocationId) {
    let eyes = TideEyes::open(turn.setting(), turn.position());
    let Some(spot) = eyes.setting().spot(at) else {
        return;
    };
    if spot.objective == NO_OBJECTIVE || eyes.held(usize::from(spot.objective)) == Some(side) {
        return;
    }
    let in_hex = |at: LocationId| eyes.setting().spot(at).is_some_and(|there| there.hex == spot.hex);
    let contested = eyes.squads_of(side.other()).any(|(_, squad)| squad.on().is_some_and(in_hex));
    if !contested {
        turn.change(B26, Change::Holds { objective: spot.objective, side });
    }
}

/// Whoever stands alone on an objective takes it (TOI-B26).
pub fn settle(turn: &mut impl Turn<Tide>) {
    let (setting, position) = (turn.setting(), turn.position());
    if setting.objectives.is_empty() {
        return;
    }
    let mut standing = BySide { a: 0u16, b: 0u16 };
    for squad in &position.squads {
        standing[squad.side] |= stands_in(setting, &position.cards, squad);
    }
    let held = position.held.clone();
    for (objective, held) in (0u8..).zip(held) {
        for side in Side::BOTH {
            let alone = (standing[side] & !standing[side.other()]) >> objective & 1 == 1;
            if alone && held != Some(side) {
                turn.change(B26, Change::Holds { objective, side });
            }
        }
    }
}

/// The Command Phase: points for objectives, and the initiative of the next round (TOI-B26).
pub fn command_phase(turn: &mut impl Turn<Tide>) {
    let mut command = BySide { a: 0u16, b: 0u16 };
    for side in Side::BOTH {
        let (setting, position) = (turn.setting(), turn.position());
        let mut victory = 0u16;
        for (objective, held) in setting.objectives.iter().zip(&position.held) {
            if *held == Some(side) {
                command[side] = command[side].saturating_add(objective.command);
                victory = victory.saturating_add(objective.victory);
            }
        }
        let now = position.victory[side].saturating_add(victory);
        turn.report(B26, Audience::All, Report::Command { side, command: command[side], victory });
        if victory > 0 {
            turn.change(B26, Change::Victory { side, now });
        }
    }
    for side in Side::BOTH {
        if command[side] > command[side.other()] && turn.position().initiative != side {
            turn.change(B26, Change::Initiative { side });
        }
    }
}
