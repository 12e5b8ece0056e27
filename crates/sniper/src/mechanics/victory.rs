//! Leaving the map, and victory (SNP-B20 to SNP-B24, 39.81B).

use arrayvec::ArrayVec;
use rules::{Audience, Clause, Piece, Resolver, Side};

use crate::printed::clause::{B20, B21, B22, B23, B27, S39_81B};
use crate::printed::tables::STOP;
use crate::printed::words::Kind;
use crate::setting::Setting;
use crate::setting::goal::{Goal, is_far_edge};
use crate::setting::spot::Level;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::ending::has_given_up;
use crate::state::man::MEN;
use crate::state::position::Position;
use crate::state::report::Report;

const fn clause_of(kind: Kind) -> Clause {
    match kind {
        Kind::Patrol => B20,
        Kind::BlockClearing => B21,
        Kind::Ambush => B22,
        Kind::Cordon => B23,
    }
}

/// Removes men who end the turn at an exit that counts for them, and marks patrol members at the far edge. Only ground
/// level counts (39.81B). Returns whether any man left.
pub fn leave(resolver: &mut impl Resolver<Sniper>) -> bool {
    let Goal::GetOut { side: runner, .. } = resolver.setting().goal else { return false };
    let mut leaving: ArrayVec<(Piece, Side), MEN> = ArrayVec::new();
    for piece in resolver.position().men.able(runner).iter() {
        let Some(man) = resolver.position().man(piece) else { continue };
        let (side, mission, at) = (man.side, man.mission, man.at);
        let setting = resolver.setting();
        let clause = clause_of(setting.kind);
        let Goal::GetOut { exits, far, .. } = &setting.goal else { return false };
        let Some((at, spot)) = at.and_then(|at| Some((at, setting.spot(at)?))) else { continue };
        let on = |hexes: &[bool]| hexes.get(spot.hex.index()).copied().unwrap_or(false);
        match far {
            Some(far) if !mission => {
                if is_far_edge(setting, side, at) {
                    resolver.change(clause, Change::Mission { man: piece });
                } else if on(far) && matches!(spot.level, Level::Sewer | Level::Middle) {
                    resolver.report(S39_81B, Audience::Only(side), Report::NoMission { man: piece });
                }
            }
            _ if on(exits) && spot.level == Level::Surface(0) => {
                let _ = leaving.try_push((piece, side));
            }
            _ => {}
        }
    }
    // They leave at once: one by one they would leave in the order of the scenario's list.
    for &(man, _) in &leaving {
        resolver.change(clause_of(resolver.setting().kind), Change::Left { man });
    }
    if !leaving.is_empty() {
        resolver.change(clause_of(resolver.setting().kind), Change::Look);
    }
    for &(_, side) in &leaving {
        resolver.report(clause_of(resolver.setting().kind), Audience::All, Report::Gone { side });
    }
    !leaving.is_empty()
}

/// Returns the winner if the game is decided, `Some(None)` for a draw; `None` while the game continues.
#[must_use]
pub fn decided(setting: &Setting, position: &Position) -> Option<Option<Side>> {
    // A scenario's own limit decides; without one, a game that doesn't end is stopped.
    let last = B27.is_in_force() && setting.limit.is_some_and(|limit| position.turn >= limit);
    let stopped = last || position.turn >= STOP;
    match Side::BOTH.map(|side| has_given_up(setting, position, side)) {
        [true, true] => return Some(None),
        [true, false] => return Some(Some(Side::B)),
        [false, true] => return Some(Some(Side::A)),
        [false, false] => {}
    }
    let fit = |side: Side| position.fit(side);
    let in_force = clause_of(setting.kind).is_in_force();
    match &setting.goal {
        Goal::GetOut { side, men, .. } if in_force => {
            let (left, men) = (usize::from(position.left[*side]), usize::from(*men));
            if left >= men {
                return Some(Some(*side));
            }
            if left + fit(*side) < men || last {
                return Some(Some(side.other()));
            }
        }
        Goal::Clear { places, men, .. } if in_force => {
            let inside = |side: Side| {
                let there = position.men.placed(position.men.able(side));
                there.filter(|(.., at)| places.get(at.index()).copied().unwrap_or(false)).count()
            };
            if inside(Side::B) == 0 && inside(Side::A) >= usize::from(*men) {
                return Some(Some(Side::A));
            }
            if fit(Side::A) < usize::from(*men) || last {
                return Some(Some(Side::B));
            }
        }
        _ => {}
    }
    match Side::BOTH.map(|side| fit(side) > 0) {
        [true, true] => stopped.then_some(None),
        [true, false] => Some(Some(Side::A)),
        [false, true] => Some(Some(Side::B)),
        [false, false] => Some(None),
    }
}
